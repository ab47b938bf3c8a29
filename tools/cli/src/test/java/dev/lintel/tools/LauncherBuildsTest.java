package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Where the launcher keeps its builds, and what several launchers of one checkout do to each other. Maven and Java are
/// stubs.
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherBuildsTest {
    @TempDir
    Path folder;

    private StubMachine machine;
    private @Nullable Process waiting;

    @BeforeEach
    void makeMachine() throws Exception {
        machine = new StubMachine(folder);
        for (String pipe : List.of("begun", "go-on")) {
            assertThat(machine.ended(List.of(
                                    StubMachine.installed("mkfifo").toString(),
                                    folder.resolve(pipe).toString()))
                            .exit())
                    .isZero();
        }
    }

    @AfterEach
    void end() {
        if (waiting == null) return;
        waiting.descendants().forEach(ProcessHandle::destroyForcibly);
        waiting.destroyForcibly();
    }

    /// A program that has begun writes into one pipe, and reads the other until the test lets it go on.
    private String waits() {
        return "echo begun >'" + folder.resolve("begun") + "'; cat '" + folder.resolve("go-on") + "'";
    }

    private void awaitBegun() throws IOException {
        assertThat(Files.readString(folder.resolve("begun"))).isEqualTo("begun\n");
    }

    private void goOn() throws IOException {
        Files.writeString(folder.resolve("go-on"), "");
    }

    private List<String> builds() throws IOException {
        try (Stream<Path> all = Files.list(machine.checkout.resolve("tools/cli/target/builds"))) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private String current() throws IOException {
        return machine.checkout
                .resolve("tools/cli/target/dist")
                .toRealPath()
                .getFileName()
                .toString();
    }

    private void changeSource() throws IOException {
        Files.writeString(machine.checkout.resolve("pom.xml"), "<!-- changed -->");
    }

    @Test
    void aBuildKeepsTheFilesOfABoxThatRuns() throws Exception {
        machine.stubBuild("case \" $* \" in *\" run \"*) " + waits() + " ;; esac", "");
        Process box = machine.start("run");
        waiting = box;
        awaitBegun();
        String ofTheBox = current();

        changeSource();
        assertThat(machine.launch("version").exit()).isZero();
        assertThat(current()).isNotEqualTo(ofTheBox);
        assertThat(builds()).containsExactlyInAnyOrder(ofTheBox, current());

        goOn();
        assertThat(box.waitFor()).isZero();
        changeSource();
        assertThat(machine.launch("version").exit()).isZero();
        assertThat(builds()).containsExactly(current());
    }

    @Test
    void aBuildWithoutItsLockFileIsMadeAgain() throws Exception {
        machine.stubBuild("", "");
        assertThat(machine.launch("version").exit()).isZero();
        String before = current();
        Files.delete(machine.checkout.resolve("tools/cli/target/dist/in-use"));
        assertThat(machine.launch("version").exit()).isZero();
        assertThat(current()).isNotEqualTo(before);
    }

    @Test
    void aFileSystemWithoutLocksIsNamed() throws Exception {
        machine.stubBuild("", "");
        assertThat(machine.launch("version").exit()).isZero();
        Files.delete(machine.bin.resolve("flock"));
        machine.program("flock", "echo 'flock: 7: Operation not supported' >&2; exit 71");
        StubMachine.Ended ended = machine.launch("version");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("/in-use cannot be locked: the file system of the checkout has to support locks");
        changeSource();
        assertThat(machine.launch("version").said()).contains("/target/build.lock cannot be locked");
    }

    /// Before this version the folder itself was the build.
    @Test
    void anOlderBuildIsReplaced() throws Exception {
        Path dist = Files.createDirectories(machine.checkout.resolve("tools/cli/target/dist"));
        Files.writeString(dist.resolve("lintel.jar"), "old");
        machine.stubBuild("", "");
        assertThat(machine.launch("version").exit()).isZero();
        assertThat(dist).isSymbolicLink();
        assertThat(dist.resolve("lintel.jar")).isEmptyFile();
    }

    @Test
    void aBuildThatFailsLeavesTheOneBeforeInPlace() throws Exception {
        machine.stubBuild("", "");
        assertThat(machine.launch("build").exit()).isZero();
        String before = current();
        changeSource();
        machine.stubBuild("", "exit 1");
        assertThat(machine.launch("version").exit()).isEqualTo(1);
        assertThat(current()).isEqualTo(before);
        machine.stubBuild("", "");
        assertThat(machine.launch("version").exit()).isZero();
        assertThat(builds()).containsExactly(current()).doesNotContain(before);
    }

    @Test
    void twoLaunchersAtOnceBuildOnce() throws Exception {
        machine.stubBuild("", waits());
        Process first = machine.start("version");
        waiting = first;
        awaitBegun();
        Process second = machine.start("version");
        try (var said = second.inputReader()) {
            assertThat(said.readLine())
                    .isEqualTo("Waiting for another build or test of Lintel in this folder to end ...");
            goOn();
            assertThat(said.readLine()).isNull();
        }
        assertThat(second.waitFor()).isZero();
        assertThat(first.waitFor()).isZero();
        assertThat(machine.calls()).containsExactly("package");
    }
}
