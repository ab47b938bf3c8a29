package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the launcher of a checkout installs, what it asks for, and what it prints when that fails.
@Timeout(60)
class LauncherPackagesTest {
    private static final String JDK = "openjdk-25-jdk-headless";
    private static final String INSTALL = "apt-get install -y --no-install-recommends ";
    private static final String LIST = "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ";
    private static final String DPKG_LOCK =
            "Could not get lock /var/lib/dpkg/lock-frontend." + " It is held by process 4711 (unattended-upgr)";
    private static final String LISTS_LOCK =
            "Could not get lock /var/lib/apt/lists/lock. It is held by process 4712 (packagekitd)";

    @TempDir
    Path folder;

    private StubMachine machine;

    @BeforeEach
    void makeMachine() throws IOException {
        machine = new StubMachine(folder);
    }

    @Test
    void passwordWithoutTerminal_oneCommandNamesEverything() throws Exception {
        machine.sudoWithPassword();
        StubMachine.Ended ended = machine.launch("test");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said().lines())
                .containsSubsequence(
                        "Only root can install them. Run this, or ask your administrator to run it, then try again:");
        List<String> commands =
                ended.said().lines().filter(line -> line.startsWith(LIST)).toList();
        assertThat(commands).hasSize(1);
        assertThat(commands.getFirst().substring(LIST.length()).split(" "))
                .contains(
                        JDK,
                        "chromium-headless-shell",
                        "curl",
                        "git",
                        "iproute2",
                        "mtools",
                        "nodejs",
                        "procps",
                        "socat",
                        "unzip")
                .doesNotHaveDuplicates();
        assertThat(machine.calls()).isEmpty();
    }

    @Test
    void noSudo_oneCompleteListForRoot() throws Exception {
        StubMachine.Ended ended = machine.launch("test");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .startsWith("lintel: these packages are missing: " + JDK + " chromium-headless-shell curl ")
                .contains("Run this as root")
                .contains("\n  apt-get update && apt-get install -y --no-install-recommends " + JDK
                        + " chromium-headless-shell ");
    }

    @Test
    void passwordOnTerminal_saysWhatIsInstalledAndAsks() throws Exception {
        machine.sudoWithPassword();
        machine.apt(StubMachine.INSTALLS_JDK);
        StubMachine.Ended ended = machine.onTerminal("run");
        assertThat(ended.said())
                .contains("Lintel needs packages that are not installed: " + JDK)
                .contains("sudo asks for your password");
        assertThat(machine.calls()).containsSubsequence("sudo -v", INSTALL + JDK, "mvn");
    }

    @Test
    void refusedOnTerminal_oneCompleteList() throws Exception {
        machine.program("sudo", "[ \"$1\" != -v ] || echo 'ada is not in the sudoers file.'\nexit 1");
        StubMachine.Ended ended = machine.onTerminal("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said()).contains("ada is not in the sudoers file.").contains(LIST + JDK);
        assertThat(machine.calls()).isEmpty();
    }

    @Test
    void root_everythingIsInstalledByOneRunOfApt() throws Exception {
        machine.root();
        machine.apt(StubMachine.INSTALLS_JDK);
        StubMachine.Ended ended = machine.launch("test");
        assertThat(machine.calls()).hasSize(2).last().isEqualTo("mvn");
        assertThat(machine.calls().getFirst()).startsWith(INSTALL + JDK + " chromium-headless-shell curl ");
        assertThat(ended.said()).startsWith("Installing " + JDK + " chromium-headless-shell curl ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.6.3", "3.8.6", "3.8"})
    void mavenIsTooOld_itIsNotUsed(String version) throws Exception {
        machine.root();
        machine.apt(StubMachine.INSTALLS_JDK);
        machine.maven(version, "echo mvn >>\"$log\"; exit 1");
        StubMachine.Ended ended = machine.launch("build");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("/bin/mvn is older than Apache Maven 3.8.7, which the build needs.")
                .contains("Downloading Apache Maven ")
                .contains("the build needs Apache Maven 3.8.7 or newer: install the package maven");
        assertThat(machine.calls()).contains(INSTALL + "maven").doesNotContain("mvn");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.8.7", "3.8.10", "3.9.11", "4.0.0"})
    void mavenIsNewEnough_itIsUsed(String version) throws Exception {
        machine.root();
        machine.apt(StubMachine.INSTALLS_JDK);
        machine.maven(version, "echo mvn >>\"$log\"; exit 1");
        assertThat(machine.launch("build").said()).doesNotContain("older than");
        assertThat(machine.calls()).contains("mvn");
    }

    @Test
    void installFailsWithOldLists_listsAreReadOnceAndItIsTriedAgain() throws Exception {
        machine.root();
        machine.apt("""
                case " $* " in *" install "*)
                    [ "$(count apt-get)" -gt 1 ] || { echo "E: Failed to fetch x.deb  404  Not Found"; exit 100; }
                esac
                """ + StubMachine.INSTALLS_JDK);
        StubMachine.Ended ended = machine.launch("run");
        assertThat(machine.calls()).containsExactly(INSTALL + JDK, "apt-get update", INSTALL + JDK, "mvn");
        assertThat(ended.said())
                .contains("Reading the package lists (apt-get update) ...")
                .doesNotContain("404");
    }

    @Test
    void packageInNoList_listsAreReadOnceAndItIsFound() throws Exception {
        machine.root();
        machine.program("apt-cache", "grep -q update \"$log\" && echo 'Package: " + JDK + "'");
        machine.apt(StubMachine.INSTALLS_JDK);
        machine.launch("run");
        assertThat(machine.calls()).containsExactly("apt-get update", INSTALL + JDK, "mvn");
    }

    @Test
    void dpkgLockHeld_waitsAndSaysSo() throws Exception {
        machine.root();
        machine.apt("echo 'Waiting for cache lock: " + DPKG_LOCK + "...'\n" + StubMachine.INSTALLS_JDK);
        StubMachine.Ended ended = machine.launch("run");
        assertThat(Files.readString(machine.log)).contains("-o DPkg::Lock::Timeout=600 ");
        assertThat(ended.said())
                .containsOnlyOnce(
                        "  waiting for another program (unattended-upgr, process 4711) that installs packages,"
                                + " for up to 10 minutes ...");
    }

    @Test
    void listsLockHeld_waitsUntilItIsFree() throws Exception {
        machine.root();
        machine.unknown(JDK, "temurin-25-jdk");
        machine.apt("[ \"$(count apt-get)\" -gt 1 ] || { echo 'E: " + LISTS_LOCK + "'; exit 100; }");
        StubMachine.Ended ended = machine.launch("run");
        assertThat(machine.calls()).containsExactly("apt-get update", "apt-get update");
        assertThat(ended.said()).containsOnlyOnce("waiting for another program (packagekitd, process 4712)");
    }

    @Test
    void aptFails_saysWhatAptSaid() throws Exception {
        machine.root();
        machine.apt("case \" $* \" in *\" install \"*) echo 'E: dpkg was interrupted'; exit 100 ;; esac");
        StubMachine.Ended ended = machine.launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: could not be installed: " + JDK + ". apt-get says:\n  E: dpkg was interrupted\n")
                .contains("/checkout/target/packages.log")
                .doesNotContain("not available");
        assertThat(machine.checkout.resolve("target/packages.log")).content().contains("E: dpkg was interrupted");
    }

    @Test
    void noNetwork_saysThatTheListsCouldNotBeRead() throws Exception {
        machine.root();
        machine.unknown(JDK, "temurin-25-jdk");
        machine.apt("echo 'W: Failed to fetch http://deb.example/InRelease  Temporary failure resolving'");
        StubMachine.Ended ended = machine.launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: could not be installed: " + JDK + ". Not all package lists could be read:")
                .contains("lintel: a JDK 25 is in none of the other lists", "LINTEL_JAVA_HOME=")
                .contains("  W: Failed to fetch http://deb.example/InRelease");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void distributionWithoutJdk25_saysWhatWorks(boolean root) throws Exception {
        if (root) machine.root();
        machine.unknown(JDK, "temurin-25-jdk");
        Files.writeString(folder.resolve("os-release"), """
                PRETTY_NAME='Debian GNU/Linux 12 (bookworm)'
                ID=debian
                VERSION_ID=12
                """);
        StubMachine.Ended ended = machine.launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: a JDK 25 is not available in the package lists of Debian GNU/Linux 12 (bookworm).")
                .contains("Debian has it from version 13", "https://adoptium.net", "LINTEL_JAVA_HOME=", ".tar.gz")
                .doesNotContain("backports", "apt-get install");
    }

    /// Lists of another repository alone, or lists that are older than the package.
    @Test
    void distributionHasJdk25ButNoListNamesIt_theCommandReadsTheLists() throws Exception {
        machine.unknown(JDK, "temurin-25-jdk");
        StubMachine.Ended ended = machine.launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: these packages are missing: " + JDK)
                .contains("apt-get update && apt-get install -y --no-install-recommends " + JDK)
                .doesNotContain("not available");
    }

    @ParameterizedTest
    @CsvSource({"debian,13", "debian,14", "debian,''", "ubuntu,25.10", "ubuntu,26.04"})
    void listsOfADistributionWithJdk25DoNotNameIt_saysWhereToLook(String id, String version) throws Exception {
        machine.root();
        machine.unknown(JDK, "temurin-25-jdk");
        Files.writeString(
                folder.resolve("os-release"), "PRETTY_NAME='This one'\nID=" + id + "\nVERSION_ID='" + version + "'\n");
        assertThat(machine.launch("run").said())
                .contains("lintel: a JDK 25 is not available in the package lists of This one. This one has it, as "
                        + JDK)
                .contains("/etc/apt/sources.list")
                .doesNotContain("from version 13");
    }

    @Test
    void oneTestProgramInNoList_onlyThatOneIsNamed() throws Exception {
        machine.root();
        machine.unknown("socat");
        StubMachine.Ended ended = machine.launch("test");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .contains("lintel: these packages are not available in the package lists of"
                        + " Debian GNU/Linux 13 (trixie): socat\n")
                .doesNotContain("JDK");
    }

    @Test
    void foreignPackageOfTheJdk_isTakenWhereItIsTheOnlyOne() throws Exception {
        machine.root();
        machine.unknown(JDK);
        machine.apt(StubMachine.INSTALLS_JDK);
        machine.launch("run");
        assertThat(machine.calls()).contains(INSTALL + "temurin-25-jdk");
    }

    @Test
    void noApt_saysWhatIsMissing() throws Exception {
        Files.delete(machine.bin.resolve("apt-get"));
        StubMachine.Ended ended = machine.launch("run");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.said())
                .startsWith("lintel: a JDK 25 is not installed, and this system has no apt-get.")
                .contains("https://adoptium.net");
        assertThat(machine.launch("test").said())
                .startsWith("lintel: these packages are not installed, and this system has no apt-get: "
                        + "chromium-headless-shell curl ")
                .contains(" (names of Debian's packages)\n");
    }

    /// Their tests start no browser and no image.
    @Test
    void testsOfModulesWithoutPrograms_needNone() throws Exception {
        Files.delete(machine.bin.resolve("apt-get"));
        machine.program("git", "exit 0");
        machine.program("socat", "exit 0");
        machine.stubJdk();
        assertThat(machine.launch("test", "reader-drivers", "hw-sim").said())
                .doesNotContain("not installed")
                .contains("libraries");
    }
}
