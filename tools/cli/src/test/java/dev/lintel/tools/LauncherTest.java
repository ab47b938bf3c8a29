package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher of a checkout where nothing is built yet: its help, its checks before a build, and its locale.
@Timeout(60)
class LauncherTest {
    @TempDir
    Path folder;

    private StubMachine machine;

    @BeforeEach
    void makeMachine() throws IOException {
        machine = new StubMachine(folder);
    }

    @Test
    void wrongJdkIsNamed_saysSo() throws Exception {
        machine.environment.put("LINTEL_JAVA_HOME", "/nowhere");
        StubMachine.Ended ended = machine.launch("run");
        assertThat(ended).isEqualTo(new StubMachine.Ended(1, "lintel: LINTEL_JAVA_HOME=/nowhere is not a folder\n"));
    }

    @Test
    void javaHomeHasAnotherVersion_saysWhich() throws Exception {
        Path old = Files.createDirectories(folder.resolve("jdk-21"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"21.0.4\"\n");
        machine.environment.put("LINTEL_JAVA_HOME", old.toString());
        assertThat(machine.launch("run"))
                .isEqualTo(new StubMachine.Ended(
                        1, "lintel: LINTEL_JAVA_HOME=/jdk-21 has Java 21.0.4; a JDK 25 is needed\n"));
    }

    /// Before anything is installed.
    @Test
    void testOfNoModule_isWrongUsage() throws Exception {
        StubMachine.Ended ended = machine.launch("test", "DoorTest");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.said()).startsWith("lintel: there is no module 'DoorTest'; the modules are tools/loop ");
        assertThat(machine.launch("test", "controller", "--forks").exit()).isEqualTo(2);
        assertThat(machine.calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "controller --forks abc|lintel: --forks must be a number from 1 to 64, not 'abc'",
                "--forks 0|lintel: --forks must be a number from 1 to 64, not '0'",
                "--forks 65|lintel: --forks must be a number from 1 to 64, not '65'",
                "--allowed-skips none|lintel: --allowed-skips names 'none', which is no file that can be read",
                "--changed controller|lintel: --changed chooses the modules: name none, or leave it out",
                "controller#|lintel: 'controller#' is not MODULE#CLASS or MODULE#CLASS.METHOD; see",
                "controller#Foo/Bar|lintel: 'controller#Foo/Bar' is not MODULE#CLASS or MODULE#CLASS.METHOD; see",
                "controller#DorTest|lintel: module controller has no test class 'DorTest'",
                "tools#ReaderTest|lintel: module tools has no test class 'ReaderTest'",
                "--fsat|lintel: unknown option '--fsat'"
            })
    void wrongWordOfTest_isReportedBeforeAnythingIsInstalled(String line, String said) throws Exception {
        testClass("hw-sim", "ReaderMoveTest");
        testClass("controller/core", "DoorTest");
        StubMachine.Ended ended = machine.launch(("test " + line).split(" "));
        assertThat(ended.said()).startsWith(said);
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(machine.calls()).isEmpty();
    }

    /// A module that the launcher does not know is not built.
    @Test
    void launcherKnowsAllModules() throws Exception {
        Path root = Path.of("../..").toRealPath();
        try (Stream<Path> folders = Files.walk(root, 2)) {
            assertThat(folders.filter(folder ->
                                    Files.exists(folder.resolve("pom.xml")) && Files.exists(folder.resolve("src")))
                            .map(folder -> root.relativize(folder).toString()))
                    .containsExactlyInAnyOrderElementsOf(StubMachine.MODULES);
        }
    }

    @Test
    void classOfAnotherModule_isSuggested() throws Exception {
        testClass("hw-sim", "ReaderMoveTest");
        assertThat(machine.launch("test", "controller#ReaderMoveTest").said()).isEqualTo("""
                lintel: module controller has no test class 'ReaderMoveTest'
                Did you mean hw-sim#ReaderMoveTest?
                """);
        assertThat(machine.launch("test", "controller#readermove").said()).contains("hw-sim#ReaderMoveTest?");
        assertThat(machine.launch("test", "ReaderMoveTest").said()).contains("hw-sim#ReaderMoveTest?");
    }

    /// As a shell completes the name of a folder.
    @Test
    void slashAfterAModule_isIgnored() throws Exception {
        testClass("hw-sim", "ReaderMoveTest");
        machine.stubJdk();
        for (String name : List.of("git", "socat")) machine.program(name, "exit 0");
        assertThat(machine.launch("test", "hw-sim/").said()).doesNotContain("no module");
        assertThat(machine.launch("test", "hw-sim#ReaderMove*.moves").said()).doesNotContain("no test class");
        assertThat(machine.calls()).isNotEmpty();
    }

    private void testClass(String module, String name) throws IOException {
        Path folder = Files.createDirectories(machine.checkout.resolve(module + "/src/test/java/dev"));
        Files.writeString(folder.resolve(name + ".java"), "");
    }

    @Test
    void systemOf32Bits_isRefused() throws Exception {
        Files.delete(machine.bin.resolve("getconf"));
        machine.program("getconf", "echo 32");
        assertThat(machine.launch("run"))
                .isEqualTo(new StubMachine.Ended(
                        1, "lintel: this is a 32-bit system; Lintel needs a 64-bit one, on amd64 or arm64\n"));
    }

    @Test
    void otherProcessor_isRefused() throws Exception {
        Files.delete(machine.bin.resolve("uname"));
        machine.program("uname", "echo riscv64");
        assertThat(machine.launch("run").said()).startsWith("lintel: this machine is a riscv64; Lintel needs amd64");
    }

    /// Root may write to every folder. As root, the launcher runs without the capabilities that allow it.
    @ParameterizedTest
    @ValueSource(strings = {"run", "build", "test", "format"})
    void checkoutIsNotWritable_saysSoBeforeAnythingIsInstalled(String command) throws Exception {
        String launcher = machine.checkout.resolve("lintel").toString();
        StubMachine.Ended ended = "root".equals(System.getProperty("user.name"))
                ? machine.ended(List.of(
                        StubMachine.installed("setpriv").toString(),
                        "--bounding-set=-all",
                        "--inh-caps=-all",
                        StubMachine.installed("sh").toString(),
                        "-c",
                        "exec \"$0\" \"$1\"",
                        locked(launcher),
                        command))
                : machine.ended(List.of(locked(launcher), command));
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .startsWith("lintel: ada cannot write to /checkout")
                .hasLineCount(1);
        assertThat(machine.calls()).isEmpty();
    }

    private String locked(String launcher) throws IOException {
        Files.setPosixFilePermissions(machine.checkout, PosixFilePermissions.fromString("r-xr-xr-x"));
        return launcher;
    }

    @Test
    void diskIsFull_saysHowMuchIsNeeded() throws Exception {
        Files.delete(machine.bin.resolve("df"));
        machine.program("df", "echo Filesystem; echo '/dev/sda 9999999 9999999 51200 99% /'");
        StubMachine.Ended ended = machine.launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .startsWith("lintel: not enough disk space: the first build needs ")
                .endsWith(" in /checkout, and only 50 MB are free there\n");
        assertThat(machine.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help"})
    void help_isPrintedWithoutABuild(String word) throws Exception {
        StubMachine.Ended ended = machine.launch(word);
        assertThat(ended.exit()).isZero();
        assertThat(ended.said()).startsWith("Usage: ./lintel COMMAND").contains("\n  run ", "\n  test ", "\n  build ");
        assertThat(machine.calls()).isEmpty();
        assertThat(machine.checkout.resolve("target")).doesNotExist();
    }

    @Test
    void help_namesTheCommandsOfTheJar() throws Exception {
        String said = machine.launch("--help").said();
        String names = said.substring(said.indexOf("Commands:") + "Commands:".length());
        assertThat(names.strip().split("\\s+"))
                .containsExactlyElementsOf(LintelCommand.all(InputStream.nullInputStream())
                        .getSubcommands()
                        .keySet());
    }

    @Test
    void unknownCommand_costsNoBuild() throws Exception {
        StubMachine.Ended ended = machine.launch("persent");
        assertThat(ended)
                .isEqualTo(
                        new StubMachine.Ended(2, "lintel: unknown command 'persent'. './lintel --help' lists them.\n"));
        assertThat(machine.launch("help", "persent")).isEqualTo(ended);
        assertThat(machine.calls()).isEmpty();
    }

    @Test
    void helpOfACommand_saysThatItNeedsABuild() throws Exception {
        machine.stubJdk();
        assertThat(machine.launch("events", "--help").said())
                .startsWith("The help of a command is in the program itself");
        assertThat(machine.launch("help", "events").said())
                .startsWith("The help of a command is in the program itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8"})
    void otherLocale_becomesUtf8(String locale) throws Exception {
        machine.root();
        machine.apt("echo \"locale $LC_ALL\" >>\"$log\"\n" + StubMachine.INSTALLS_JDK);
        machine.maven("3.9.11", "echo \"mvn $LC_ALL $(locale charmap)\" >>\"$log\"\nexit 1");
        machine.environment.put("LC_ALL", locale);
        machine.launch("run");
        assertThat(machine.calls()).contains("mvn C.UTF-8 UTF-8");
    }

    @Test
    void utf8Locale_stays() throws Exception {
        machine.root();
        machine.apt(StubMachine.INSTALLS_JDK);
        machine.maven("3.9.11", "echo \"mvn ${LC_ALL:-none} $LANG\" >>\"$log\"\nexit 1");
        machine.environment.put("LANG", "C.utf8");
        machine.launch("run");
        assertThat(machine.calls()).contains("mvn none C.utf8");
    }

    @Test
    void changedLibrary_stopsTheBuildBeforeMavenRuns() throws Exception {
        String jar = "org/example/lib/1/lib-1.jar";
        String source = "tools/loop/src/main/java/dev/lintel/tools/loop/PinnedFiles.java";
        Files.createDirectories(machine.checkout.resolve(source).getParent());
        Files.copy(Path.of("../..").resolve(source), machine.checkout.resolve(source));
        Files.writeString(machine.checkout.resolve("dependencies.sha256"), "0".repeat(64) + "  " + jar + "\n");
        Path library = machine.checkout.resolve("target/repository").resolve(jar);
        Files.createDirectories(library.getParent());
        Files.writeString(library, "changed");
        machine.maven("3.9.11", "echo mvn >>\"$log\"; exit 1");
        machine.environment.put("LINTEL_JAVA_HOME", System.getProperty("java.home"));
        StubMachine.Ended ended = machine.launch("build");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: /checkout/target/repository/" + jar + " was changed: its SHA-256 is ")
                .contains("the build was stopped: it uses only files that dependencies.sha256 lists");
        assertThat(machine.calls()).isEmpty();
    }

    /// Here the first program of the loop fails, as on a full disk.
    @Test
    void librariesCannotBeRead_noSumIsBlamed() throws Exception {
        machine.stubJdk();
        assertThat(machine.launch("build").said())
                .contains("lintel: the build failed: its libraries could not be fetched or read")
                .doesNotContain("dependencies.sha256");
    }
}
