package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What differs from the branch main in a real repository of git.
class ChangedFilesTest {
    private static final List<String> MODULES =
            List.of("tools/loop", "hw-sim", "reader-drivers", "controller/core", "controller/app", "tools");

    @TempDir
    Path root;

    @BeforeEach
    void commit() throws Exception {
        git("init", "--quiet", "--initial-branch=main");
        write("reader-drivers/src/Moved.java");
        write("hw-sim/src/Same.java");
        write("pom.xml");
        commitAll("first");
    }

    private void commitAll(String message) throws Exception {
        git("add", ".");
        git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message=" + message);
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
        assertThat(ChangedFiles.find(root, MODULES)).isEqualTo(new ChangedFiles.Changed(List.of(), false));
    }

    @Test
    void movedFileCountsInBothModules() throws Exception {
        Files.createDirectories(root.resolve("controller/app/src"));
        git("mv", "reader-drivers/src/Moved.java", "controller/app/src/Moved.java");
        assertThat(ChangedFiles.find(root, MODULES).modules())
                .containsExactlyInAnyOrder("controller/app", "reader-drivers");
    }

    @Test
    void newFileWithANameThatIsNotAsciiCounts() throws Exception {
        write("hw-sim/src/T\u00fcr.java");
        assertThat(ChangedFiles.find(root, MODULES).modules()).containsExactly("hw-sim");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/loop/src/main/java/Loop.java", "pom.xml", "lintel", "dependencies.sha256"})
    void whatBuildsEveryModuleCountsForAll(String file) throws Exception {
        write(file);
        Files.writeString(root.resolve(file), "another");
        assertThat(ChangedFiles.find(root, MODULES).modules()).isEqualTo(MODULES);
    }

    @Test
    void pomAboveModulesCountsForThem() throws Exception {
        write("controller/pom.xml");
        assertThat(ChangedFiles.find(root, MODULES).modules()).containsExactly("controller/app", "controller/core");
    }

    @Test
    void documentsAreNoModules() throws Exception {
        write("CHANGELOG.md");
        assertThat(ChangedFiles.find(root, MODULES)).isEqualTo(new ChangedFiles.Changed(List.of(), true));
    }

    @Test
    void commitsOfABranchCount() throws Exception {
        git("checkout", "--quiet", "-b", "feature");
        write("controller/app/src/New.java");
        commitAll("second");
        assertThat(ChangedFiles.find(root, MODULES).modules()).containsExactly("controller/app");
        git("branch", "--move", "--force", "main", "old");
        assertThatThrownBy(() -> ChangedFiles.find(root, MODULES))
                .hasMessageContaining("the branch main")
                .hasMessageContaining("Name the modules instead");
    }

    @Test
    void branchWithoutACommonCommitIsNamed() throws Exception {
        git("checkout", "--quiet", "--orphan", "other");
        commitAll("first of another history");
        assertThatThrownBy(() -> ChangedFiles.find(root, MODULES))
                .hasMessageContaining("no commit in common")
                .hasMessageContaining("git fetch --unshallow");
    }

    @Test
    void onMainTheServersCounts() throws Exception {
        git("update-ref", "refs/remotes/origin/main", "HEAD");
        write("controller/app/src/New.java");
        commitAll("second");
        assertThat(ChangedFiles.find(root, MODULES).modules()).containsExactly("controller/app");
        git("checkout", "--quiet", "-b", "feature");
        assertThat(ChangedFiles.find(root, MODULES).modules())
                .as("of the main here")
                .isEmpty();
        git("branch", "--quiet", "--delete", "--force", "main");
        assertThat(ChangedFiles.find(root, MODULES).modules())
                .as("in a clone without main")
                .containsExactly("controller/app");
    }

    /// Without this list a change of a document would test nothing, or everything.
    @Test
    void testsThatReadDocumentsAreListed() throws Exception {
        Path project = Path.of("../..").toRealPath();
        var reads = Pattern.compile("\"(?:[.]{2}/)+docs/|\"[.]{2}\", \"docs\"|resolve[(]\"docs/|project[.]read[(]\"");
        var found = new ArrayList<String>();
        for (String module : new Workspace(project).modules()) {
            try (Stream<Path> files = Files.walk(project.resolve(module).resolve("src/test"))) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    String name = file.getFileName().toString();
                    if (!name.endsWith("Test.java") || name.equals("ChangedFilesTest.java")) continue;
                    if (reads.matcher(Files.readString(file)).find())
                        found.add(module + "#" + name.replace(".java", ""));
                }
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(ChangedFiles.READ_DOCUMENTS);
    }
}
