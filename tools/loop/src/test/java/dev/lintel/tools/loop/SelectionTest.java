package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
    private static final List<String> MODULES = List.of("tools/loop", "controller", "tools");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "controller,controller,'',''",
        "tools/loop#CompilerTest,tools/loop,CompilerTest,''",
        "tools#Osdp*.scan,tools,Osdp*,scan",
        "controller#Door*.opens*,controller,Door*,opens*"
    })
    void textNamesModuleClassAndMethod(String text, String module, String type, String method) {
        assertThat(Selection.parse(text, MODULES)).isEqualTo(new Selection(module, type, method));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "controller#", "controller#A.b.c", "controller#A B", "controller#a/b"})
    void textOfAnotherFormIsWrongUsage(String text) {
        assertThatThrownBy(() -> Selection.parse(text, MODULES))
                .isInstanceOfSatisfying(
                        LoopException.class, e -> assertThat(e.exit()).isEqualTo(LoopException.USAGE))
                .hasMessageContaining(text.contains("#") ? text : "the modules are tools/loop, controller, tools");
    }

    @Test
    void classThatIsNotThereGetsNamesThatAreNear() throws Exception {
        var project = new SmallProject(folder);
        Path classes = Files.createDirectories(folder.resolve("lower/target/test-classes/dev/lintel"));
        for (String name : List.of("DoorTest", "DoorTest$Nested", "DoorLaneTest", "Helper")) {
            Files.createFile(classes.resolve(name + ".class"));
        }
        SourceSet tests = new Workspace(project.root).test("lower");
        assertThat(new Selection("lower", "", "").jobs(tests, Map.of("dev.lintel.DoorTest", 7L)))
                .containsExactly(
                        new TestJob("lower", "dev.lintel.DoorLaneTest", "", 0),
                        new TestJob("lower", "dev.lintel.DoorTest", "", 7));
        assertThatThrownBy(() -> new Selection("lower", "DorTest", "").jobs(tests, Map.of()))
                .hasMessage("module lower has no test class 'DorTest'");
        assertThatThrownBy(() -> new Selection("lower", "Door", "").jobs(tests, Map.of()))
                .hasMessage("module lower has no test class 'Door'; did you mean DoorLaneTest, DoorTest?");
    }

    @ParameterizedTest
    @CsvSource({
        "tools/loop/pom.xml,tools/loop",
        "tools/src/main/java/A.java,tools",
        "controller/src/B.java,controller",
        "docs/api.md,''",
        "toolshed/x,''"
    })
    void fileBelongsToTheModuleWithTheLongestName(String file, String module) {
        assertThat(ChangedFiles.owner(file, MODULES)).isEqualTo(module);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--fork", "--forks", "--forks 0", "--forks x", "--allowed-skips", "--changed controller"})
    void wrongOptionsAreWrongUsage(String words) {
        assertThatThrownBy(() -> TestOptions.parse(List.of(words.split(" ", -1))))
                .isInstanceOfSatisfying(
                        LoopException.class, e -> assertThat(e.exit()).isEqualTo(LoopException.USAGE));
    }
}
