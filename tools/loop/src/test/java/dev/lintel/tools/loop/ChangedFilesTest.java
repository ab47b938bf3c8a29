package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What differs from the branch main in a real repository of git.
class ChangedFilesTest {
    private static final List<String> MODULES =
            List.of("tools/loop", "hw-sim", "reader-drivers", "controller", "tools");

    @TempDir
    Path root;

    @BeforeEach
    void commit() throws Exception {
        git("init", "--quiet", "--initial-branch=main");
        write("reader-drivers/src/Moved.java");
        write("hw-sim/src/Same.java");
        write("pom.xml");
        git("add", ".");
        git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message=first");
    }

    private void write(String file) throws Exception {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, "some text that a moved file keeps\n");
    }

    private void git(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void nothingDiffers() {
        assertThat(ChangedFiles.modules(root, MODULES)).isEmpty();
    }

    @Test
    void movedFileCountsInBothModules() throws Exception {
        Files.createDirectories(root.resolve("controller/src"));
        git("mv", "reader-drivers/src/Moved.java", "controller/src/Moved.java");
        assertThat(ChangedFiles.modules(root, MODULES)).containsExactlyInAnyOrder("controller", "reader-drivers");
    }

    @Test
    void newFileWithANameThatIsNotAsciiCounts() throws Exception {
        write("hw-sim/src/T\u00fcr.java");
        assertThat(ChangedFiles.modules(root, MODULES)).containsExactly("hw-sim");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/loop/src/main/java/Loop.java", "pom.xml", "lintel", "dependencies.sha256"})
    void whatBuildsEveryModuleCountsForAll(String file) throws Exception {
        write(file);
        Files.writeString(root.resolve(file), "another");
        assertThat(ChangedFiles.modules(root, MODULES)).isEqualTo(MODULES);
    }
}
