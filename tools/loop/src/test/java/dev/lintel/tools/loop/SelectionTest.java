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
    private static final List<String> MODULES = List.of("tools/loop", "controller/core", "controller/app", "tools");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "controller/core,controller/core,'',''",
        "tools/loop#CompilerTest,tools/loop,CompilerTest,''",
        "tools#Osdp*.scan,tools,Osdp*,scan",
        "controller/app#Door*.opens*,controller/app,Door*,opens*"
    })
    void textNamesModuleClassAndMethod(String text, String module, String type, String method) {
        var expected = new Selection(module, List.of(module), type, method);
        assertThat(Selection.parse(text, MODULES)).isEqualTo(expected);
        assertThat(expected.text()).isEqualTo(text);
    }

    @Test
    void folderStandsForTheModulesInIt() {
        var expected = new Selection("controller", List.of("controller/core", "controller/app"), "DoorTest", "");
        assertThat(Selection.parse("controller#DoorTest", MODULES)).isEqualTo(expected);
        assertThat(expected.text()).isEqualTo("controller#DoorTest");
        assertThat(expected.selects(new TestJob("controller/app", "dev.lintel.DoorTest", "", 0)))
                .isTrue();
        assertThat(expected.selects(new TestJob("tools", "dev.lintel.DoorTest", "", 0)))
                .isFalse();
        assertThatThrownBy(() -> Selection.parse("control", MODULES)).hasMessageContaining("no module 'control'");
    }

    /// Also the class that only one of them has.
    @Test
    void classOfAFolderIsThatOfItsModules() throws Exception {
        var project = new SmallProject(folder);
        for (String name : List.of("lower/target/test-classes/DoorTest", "upper/target/test-classes/BoxTest")) {
            Path file = folder.resolve(name + ".class");
            Files.createDirectories(file.getParent());
            Files.createFile(file);
        }
        var workspace = new Workspace(project.root);
        assertThat(new Selection("all", List.of("lower", "upper"), "BoxTest", "").jobs(workspace, Map.of()))
                .containsExactly(new TestJob("upper", "BoxTest", "", 0));
        assertThatThrownBy(() -> new Selection("all", List.of("lower", "upper"), "Box", "").jobs(workspace, Map.of()))
                .hasMessage("module all has no test class 'Box'; did you mean BoxTest?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "controller#", "controller#A.b.c", "controller#A B", "controller#a/b"})
    void textOfAnotherFormIsWrongUsage(String text) {
        assertThatThrownBy(() -> Selection.parse(text, MODULES))
                .isInstanceOfSatisfying(
                        LoopException.class, e -> assertThat(e.exit()).isEqualTo(LoopException.USAGE))
                .hasMessageContaining(
                        text.contains("#")
                                ? text
                                : "the modules are tools/loop, controller/core, controller/app, tools");
    }

    @Test
    void classThatIsNotThereGetsNamesThatAreNear() throws Exception {
        var project = new SmallProject(folder);
        Path classes = Files.createDirectories(folder.resolve("lower/target/test-classes/dev/lintel"));
        for (String name : List.of("DoorTest", "DoorTest$Nested", "DoorLaneTest", "Helper")) {
            Files.createFile(classes.resolve(name + ".class"));
        }
        var workspace = new Workspace(project.root);
        assertThat(Selection.all("lower").jobs(workspace, Map.of("dev.lintel.DoorTest", 7L)))
                .containsExactly(
                        new TestJob("lower", "dev.lintel.DoorLaneTest", "", 0),
                        new TestJob("lower", "dev.lintel.DoorTest", "", 7));
        assertThatThrownBy(() -> ofLower("DorTest").jobs(workspace, Map.of()))
                .hasMessage("module lower has no test class 'DorTest'");
        assertThatThrownBy(() -> ofLower("Door").jobs(workspace, Map.of()))
                .hasMessage("module lower has no test class 'Door'; did you mean DoorLaneTest, DoorTest?");
    }

    private static Selection ofLower(String type) {
        return new Selection("lower", List.of("lower"), type, "");
    }

    @ParameterizedTest
    @CsvSource({
        "tools/loop/pom.xml,tools/loop",
        "tools/cli/src/main/java/A.java,tools",
        "controller/core/src/B.java,controller/core",
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
