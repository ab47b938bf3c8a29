package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// The launcher of a checkout on a machine whose `apt-get`, `sudo` and the like are scripts of this test: what it
/// installs, what it asks for, and what it says. The checkout has no sources, so that nothing is ever built.
@Timeout(60)
class LauncherTest {
    private static final Path PROJECT =
            Path.of("..").toAbsolutePath().normalize();
    private static final long SECONDS_MAX = 20;
    private static final String JDK = "openjdk-25-jdk-headless";
    private static final String INSTALL = "apt-get install -y --no-install-recommends ";
    private static final String LIST = "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ";
    private static final String DPKG_LOCK = "Could not get lock /var/lib/dpkg/lock-frontend."
            + " It is held by process 4711 (unattended-upgr)";
    private static final String LISTS_LOCK =
            "Could not get lock /var/lib/apt/lists/lock. It is held by process 4712 (packagekitd)";
    private static final List<String> OF_THE_SYSTEM = List.of(
            "awk", "basename", "bash", "cat", "chmod", "cksum", "cut", "df", "dirname", "env", "find", "flock", "fold", "getent",
            "grep", "head", "locale", "mkdir", "mktemp", "mv", "paste", "readlink", "rm", "sed", "sh", "sleep", "sort",
            "stat", "tail", "tee", "touch", "tr", "uname", "wc", "xargs");

    /// What a stub of apt-get does last: there is a JDK 25 after `install`.
    private static final String INSTALLS_JDK = """
            case " $* " in *" install "*)
                jvm="${log%/log}/jvm/java-25"
                mkdir -p "$jvm/bin"
                for name in java javac; do printf '#!/bin/sh\\nexit 1\\n' >"$jvm/bin/$name"; done
                chmod +x "$jvm/bin/java" "$jvm/bin/javac"
                echo 'JAVA_VERSION="25.0.1"' >"$jvm/release"
            esac
            """;

    /// What the launcher said and how it ended.
    private record Ended(int exit, String said) {}

    @TempDir
    Path folder;

    private Path checkout;
    private Path bin;
    private Path log;
    private final Map<String, String> environment = new HashMap<>();

    /// A user without rights, apt with current lists that has every package and installs without a fault.
    @BeforeEach
    void machine() throws IOException {
        checkout = Files.createDirectories(folder.resolve("checkout"));
        bin = Files.createDirectories(folder.resolve("bin"));
        log = Files.writeString(folder.resolve("log"), "");
        Files.writeString(checkout.resolve("lintel"), moved(Files.readString(PROJECT.resolve("lintel"))));
        executable(checkout.resolve("lintel"));
        Files.writeString(folder.resolve("os-release"), "PRETTY_NAME='Debian GNU/Linux 13 (trixie)'\n");
        for (String name : List.of("tools/loop", "reader-drivers", "sync-client", "hw-sim", "controller", "tools")) {
            Files.writeString(Files.createDirectories(checkout.resolve(name)).resolve("pom.xml"), "");
        }
        Files.writeString(checkout.resolve("pom.xml"), "");
        Files.createDirectories(checkout.resolve("controller/src/main/jte"));
        program("mvn", "echo mvn >>\"$log\"; exit 1");
        for (String name : OF_THE_SYSTEM) Files.createSymbolicLink(bin.resolve(name), installed(name));
        program("id", "case $1 in -u) echo 1000 ;; *) echo ada ;; esac");
        program("apt-cache", "for name; do case $name in -*|show) ;; *) echo \"Package: $name\" ;; esac; done");
        apt("");
    }

    /// The launcher with this machine's folders replaced by those of the test.
    private String moved(String launcher) {
        var moves = Map.of(
                "/usr/lib/jvm/*25*", folder + "/jvm/*25*",
                "/opt/*25*", folder + "/opt/*25*",
                "/etc/os-release", folder + "/os-release",
                ":/usr/sbin:/sbin", "");
        String text = launcher;
        for (var move : moves.entrySet()) {
            assertThat(text).contains(move.getKey());
            text = text.replace(move.getKey(), move.getValue());
        }
        return text;
    }

    private static Path installed(String name) {
        for (String folder : List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin")) {
            if (Files.isExecutable(Path.of(folder, name))) return Path.of(folder, name);
        }
        throw new AssertionError("this machine has no " + name);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// A shell script on the PATH. `$log` is where it says what was done.
    private void program(String name, String text) throws IOException {
        executable(Files.writeString(bin.resolve(name), "#!/bin/sh\nlog='" + log + "'\n" + text + "\n"));
    }

    /// An apt-get that writes down its calls, with `more` before it succeeds.
    private void apt(String more) throws IOException {
        program("apt-get", """
                [ "$1" != indextargets ] || { echo "MetaKey: main"; exit 0; }
                echo "apt-get $*" >>"$log"
                count() { grep -c "^$1" "$log"; }
                """ + more);
    }

    private void root() throws IOException {
        program("id", "case $1 in -u) echo 0 ;; *) echo root ;; esac");
    }

    /// A sudo that wants a password, and gets it where there is a terminal.
    private void sudoWithPassword() throws IOException {
        program("sudo", """
                if [ "$1" = -n ]; then echo "sudo: a password is required" >&2; exit 1; fi
                if [ "$1" = -v ]; then echo "sudo -v" >>"$log"; exit 0; fi
                exec "$@"
                """);
    }

    private void unknown(String... names) throws IOException {
        program("apt-cache", "for name; do case $name in -*|show|" + String.join("|", names)
                + ") ;; *) echo \"Package: $name\" ;; esac; done");
    }

    private Ended launch(String... words) throws Exception {
        var command = new ArrayList<>(List.of(checkout.resolve("lintel").toString()));
        command.addAll(List.of(words));
        return ended(command);
    }

    private Ended onTerminal(String... words) throws Exception {
        String line = checkout.resolve("lintel") + " " + String.join(" ", words);
        return ended(List.of(installed("script").toString(), "-qec", line, "/dev/null"));
    }

    private Ended ended(List<String> command) throws Exception {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", bin.toString(), "LANG", "C.UTF-8", "SHELL", "/bin/sh"));
        builder.environment().putAll(environment);
        builder.redirectInput(Path.of("/dev/null").toFile());
        Path output = folder.resolve("output");
        Process process = builder.redirectOutput(output.toFile()).start();
        boolean ends = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
        if (!ends) process.destroyForcibly();
        String said = Files.readString(output);
        assertThat(ends).as(said).isTrue();
        return new Ended(process.exitValue(), said.replace(folder.toString(), "").replace("\r", ""));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replace(" -q -o DPkg::Lock::Timeout=600 -o APT::Keep-Downloaded-Packages=false", ""))
                .toList();
    }

    @Test
    void passwordWithoutTerminal_oneCommandNamesEverything() throws Exception {
        sudoWithPassword();
        Ended ended = launch("test");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said().lines())
                .containsSubsequence(
                        "Only root can install them. Run this, or ask your administrator to run it, then try again:");
        List<String> commands = ended.said().lines().filter(line -> line.startsWith(LIST)).toList();
        assertThat(commands).hasSize(1);
        assertThat(commands.getFirst().substring(LIST.length()).split(" "))
                .contains(JDK, "chromium", "curl", "git", "iproute2", "mtools", "nodejs", "procps", "socat", "unzip")
                .doesNotHaveDuplicates();
        assertThat(calls()).isEmpty();
    }

    @Test
    void noSudo_oneCompleteListForRoot() throws Exception {
        Ended ended = launch("test");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .startsWith("lintel: these packages are missing: " + JDK + " chromium curl ")
                .contains("Run this as root")
                .contains("\n  apt-get update && apt-get install -y --no-install-recommends " + JDK + " chromium ");
    }

    @Test
    void passwordOnTerminal_saysWhatIsInstalledAndAsks() throws Exception {
        sudoWithPassword();
        apt(INSTALLS_JDK);
        Ended ended = onTerminal("run");
        assertThat(ended.said())
                .contains("Lintel needs packages that are not installed: " + JDK)
                .contains("sudo asks for your password");
        assertThat(calls()).containsSubsequence("sudo -v", INSTALL + JDK, "mvn");
    }

    @Test
    void refusedOnTerminal_oneCompleteList() throws Exception {
        program("sudo", "[ \"$1\" != -v ] || echo 'ada is not in the sudoers file.'\nexit 1");
        Ended ended = onTerminal("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said()).contains("ada is not in the sudoers file.").contains(LIST + JDK);
        assertThat(calls()).isEmpty();
    }

    @Test
    void root_everythingIsInstalledByOneRunOfApt() throws Exception {
        root();
        apt(INSTALLS_JDK);
        Ended ended = launch("test");
        assertThat(calls()).hasSize(2).last().isEqualTo("mvn");
        assertThat(calls().getFirst()).startsWith(INSTALL + JDK + " chromium curl ");
        assertThat(ended.said()).startsWith("Installing " + JDK + " chromium curl ");
    }

    @Test
    void installFailsWithOldLists_listsAreReadOnceAndItIsTriedAgain() throws Exception {
        root();
        apt("""
                case " $* " in *" install "*)
                    [ "$(count apt-get)" -gt 1 ] || { echo "E: Failed to fetch x.deb  404  Not Found"; exit 100; }
                esac
                """ + INSTALLS_JDK);
        Ended ended = launch("run");
        assertThat(calls()).containsExactly(INSTALL + JDK, "apt-get update", INSTALL + JDK, "mvn");
        assertThat(ended.said()).contains("Reading the package lists (apt-get update) ...").doesNotContain("404");
    }

    @Test
    void packageInNoList_listsAreReadOnceAndItIsFound() throws Exception {
        root();
        program("apt-cache", "grep -q update \"$log\" && echo 'Package: " + JDK + "'");
        apt(INSTALLS_JDK);
        launch("run");
        assertThat(calls()).containsExactly("apt-get update", INSTALL + JDK, "mvn");
    }

    @Test
    void dpkgLockHeld_waitsAndSaysSo() throws Exception {
        root();
        apt("echo 'Waiting for cache lock: " + DPKG_LOCK + "...'\n" + INSTALLS_JDK);
        Ended ended = launch("run");
        assertThat(Files.readString(log)).contains("-o DPkg::Lock::Timeout=600 ");
        assertThat(ended.said())
                .containsOnlyOnce("  waiting for another program (unattended-upgr, process 4711) that installs packages,"
                        + " for up to 10 minutes ...");
    }

    @Test
    void listsLockHeld_waitsUntilItIsFree() throws Exception {
        root();
        unknown(JDK, "temurin-25-jdk");
        apt("[ \"$(count apt-get)\" -gt 1 ] || { echo 'E: " + LISTS_LOCK + "'; exit 100; }");
        Ended ended = launch("run");
        assertThat(calls()).containsExactly("apt-get update", "apt-get update");
        assertThat(ended.said()).containsOnlyOnce("waiting for another program (packagekitd, process 4712)");
    }

    @Test
    void aptFails_saysWhatAptSaid() throws Exception {
        root();
        apt("case \" $* \" in *\" install \"*) echo 'E: dpkg was interrupted'; exit 100 ;; esac");
        Ended ended = launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: could not be installed: " + JDK + ". apt-get says:\n  E: dpkg was interrupted\n")
                .contains("/checkout/target/packages.log")
                .doesNotContain("not available");
        assertThat(checkout.resolve("target/packages.log")).content().contains("E: dpkg was interrupted");
    }

    @Test
    void noNetwork_saysThatTheListsCouldNotBeRead() throws Exception {
        root();
        unknown(JDK, "temurin-25-jdk");
        apt("echo 'W: Failed to fetch http://deb.example/InRelease  Temporary failure resolving'");
        Ended ended = launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: could not be installed: " + JDK + ". The package lists could not be read:")
                .contains("  W: Failed to fetch http://deb.example/InRelease");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void distributionWithoutJdk25_saysWhatWorks(boolean root) throws Exception {
        if (root) root();
        unknown(JDK, "temurin-25-jdk");
        Files.writeString(folder.resolve("os-release"), "PRETTY_NAME='Debian GNU/Linux 12 (bookworm)'\n");
        Ended ended = launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: a JDK 25 is not available in the package lists of Debian GNU/Linux 12 (bookworm).")
                .contains("Debian has it from version 13", "https://adoptium.net", "LINTEL_JAVA_HOME=", ".tar.gz")
                .doesNotContain("backports", "apt-get install");
    }

    @Test
    void oneTestProgramInNoList_onlyThatOneIsNamed() throws Exception {
        root();
        unknown("socat");
        Ended ended = launch("test");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: not available in the package lists of Debian GNU/Linux 13 (trixie): socat\n")
                .doesNotContain("JDK");
    }

    @Test
    void foreignPackageOfTheJdk_isTakenWhereItIsTheOnlyOne() throws Exception {
        root();
        unknown(JDK);
        apt(INSTALLS_JDK);
        launch("run");
        assertThat(calls()).contains(INSTALL + "temurin-25-jdk");
    }

    @Test
    void noApt_saysWhatIsMissing() throws Exception {
        Files.delete(bin.resolve("apt-get"));
        Ended ended = launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said()).startsWith("lintel: a JDK 25 is not installed").contains("https://adoptium.net");
    }

    @Test
    void wrongJdkIsNamed_saysSo() throws Exception {
        environment.put("LINTEL_JAVA_HOME", "/nowhere");
        Ended ended = launch("run");
        assertThat(ended).isEqualTo(new Ended(1, "lintel: LINTEL_JAVA_HOME=/nowhere is not a JDK 25\n"));
    }

    /// Nobody but root may write to a file system that is mounted for reading, and root neither.
    @ParameterizedTest
    @ValueSource(strings = {"run", "build", "test", "format"})
    void checkoutIsNotWritable_saysSoBeforeAnythingIsInstalled(String command) throws Exception {
        String launcher = checkout.resolve("lintel").toString();
        Ended ended = "root".equals(System.getProperty("user.name"))
                ? ended(List.of(
                        installed("setpriv").toString(),
                        "--bounding-set=-all",
                        "--inh-caps=-all",
                        installed("sh").toString(),
                        "-c",
                        "exec \"$0\" \"$1\"",
                        locked(launcher),
                        command))
                : ended(List.of(locked(launcher), command));
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said()).startsWith("lintel: ada cannot write to /checkout").hasLineCount(1);
        assertThat(calls()).isEmpty();
    }

    private String locked(String launcher) throws IOException {
        Files.setPosixFilePermissions(checkout, PosixFilePermissions.fromString("r-xr-xr-x"));
        return launcher;
    }

    @Test
    void diskIsFull_saysHowMuchIsNeeded() throws Exception {
        Files.delete(bin.resolve("df"));
        program("df", "echo Filesystem; echo '/dev/sda 9999999 9999999 51200 99% /'");
        Ended ended = launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .startsWith("lintel: not enough disk space: the first build needs ")
                .endsWith(" in /checkout, and only 50 MB are free there\n");
        assertThat(calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help"})
    void help_isPrintedWithoutABuild(String word) throws Exception {
        Ended ended = launch(word);
        assertThat(ended.exit()).isZero();
        assertThat(ended.said()).startsWith("Usage: ./lintel COMMAND").contains("\n  run ", "\n  test ", "\n  build ");
        assertThat(calls()).isEmpty();
        assertThat(checkout.resolve("target")).doesNotExist();
    }

    @Test
    void help_namesTheCommandsOfTheJar() throws Exception {
        String said = launch("--help").said();
        String names = said.substring(said.indexOf("Commands:") + "Commands:".length());
        assertThat(names.strip().split("\\s+"))
                .containsExactlyElementsOf(new CommandLine(new LintelCommand(InputStream.nullInputStream()))
                        .getSubcommands()
                        .keySet());
    }

    @Test
    void unknownCommand_costsNoBuild() throws Exception {
        Ended ended = launch("persent");
        assertThat(ended)
                .isEqualTo(new Ended(2, "lintel: unknown command 'persent'. './lintel --help' lists them.\n"));
        assertThat(calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8"})
    void otherLocale_becomesUtf8(String locale) throws Exception {
        root();
        apt("echo \"locale $LC_ALL\" >>\"$log\"\n" + INSTALLS_JDK);
        program("mvn", "echo \"mvn $LC_ALL $(locale charmap)\" >>\"$log\"\nexit 1");
        environment.put("LC_ALL", locale);
        launch("run");
        assertThat(calls()).contains("mvn C.UTF-8 UTF-8");
    }

    @Test
    void utf8Locale_stays() throws Exception {
        root();
        apt(INSTALLS_JDK);
        program("mvn", "echo \"mvn ${LC_ALL:-none} $LANG\" >>\"$log\"\nexit 1");
        environment.put("LANG", "C.utf8");
        launch("run");
        assertThat(calls()).contains("mvn none C.utf8");
    }
}
