package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The first start of a checkout on the smallest Debian 13, which has git and nothing else: by root, by users with and
/// without rights, and with package lists and locks as they are on machines that were in use. Needs root, and the
/// network: everything is downloaded and built. `LINTEL_FIRST_START_TESTS` names the tests to run there instead of all,
/// for example `tools/loop`.
@Tag("slow")
class FirstStartTest {
    private static final String HEALTH = "{\"status\":\"";
    private static final String CHECKOUT = "/root/lintel";
    /// Of a user, with a space and a letter that only a UTF-8 locale can name.
    private static final String OWN_CHECKOUT = "/home/ada/alte t\u00fcren/lintel";
    private static final String PASSWORD = "correct horse";
    private static final long STOP_SECONDS_MAX = 60;
    /// A whole test run takes 16 minutes where nothing else runs.
    private static final long SESSION_MINUTES_MAX = 150;

    @TempDir
    Path folder;

    @BeforeEach
    void onlyRootMakesDebians() {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can make a Debian in a folder");
    }

    /// What a program in there prints, errors included. One thread.
    private static final class Session implements AutoCloseable {
        private final Process process;
        private final Reader reader;
        private final StringBuilder said = new StringBuilder();

        Session(Chroot debian, List<String> command) throws IOException {
            this(debian.command(command.toArray(String[]::new)));
        }

        private Session(List<String> command) throws IOException {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            reader = process.inputReader(StandardCharsets.UTF_8);
            // A read cannot be interrupted: what hangs is ended, and the read with it.
            process.onExit().orTimeout(SESSION_MINUTES_MAX, TimeUnit.MINUTES).exceptionally(_ -> {
                process.destroyForcibly();
                return process;
            });
        }

        /// The same on a terminal, by `script`, a file to write.
        static Session onTerminal(Chroot debian, Path script, List<String> command) throws IOException {
            var line = new StringBuilder("#!/bin/sh\nexec");
            for (String word : debian.command(command.toArray(String[]::new))) {
                line.append(" '").append(word.replace("'", "'\\''")).append('\'');
            }
            Files.writeString(script, line + "\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
            return new Session(List.of("socat", "STDIO", "EXEC:" + script + ",pty,setsid,ctty,stderr"));
        }

        /// Reads on until it has printed `text`; everything up to there.
        String until(String text) throws IOException {
            while (said.indexOf(text) < 0) {
                int next = reader.read();
                if (next < 0) throw new AssertionError("it ended, and did not say " + text + ":\n" + said);
                said.append((char) next);
            }
            return said.toString();
        }

        void type(String line) throws IOException {
            Writer writer = process.outputWriter();
            writer.write(line + "\n");
            writer.flush();
        }

        /// Its exit code, once it has ended by itself.
        int end() throws IOException, InterruptedException {
            for (int next = reader.read(); next >= 0; next = reader.read()) said.append((char) next);
            return process.waitFor();
        }

        /// As Ctrl-C does: unshare itself would not pass the signal on.
        void stop() throws InterruptedException {
            process.children().forEach(ProcessHandle::destroy);
            assertThat(process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /// This working tree, with what is not committed yet.
    private static void putCheckout(Chroot debian, String place) {
        Path to = debian.file(place);
        Programs.run(
                "git", "clone", "--quiet", Path.of("../..").toAbsolutePath().toString(), to.toString());
        Programs.run(
                "sh",
                "-ec",
                "cd .. && git ls-files -z --cached --others --exclude-standard"
                        + " | tar --create --null --ignore-failed-read --files-from=-"
                        + " | tar --extract --directory=\"$0\"",
                to.toString());
    }

    private static List<String> as(String user, String... words) {
        var line = new ArrayList<>(List.of(
                "setpriv",
                "--reuid=" + user,
                "--regid=" + user,
                "--init-groups",
                "env",
                "HOME=/home/" + user,
                "TERM=xterm"));
        line.addAll(List.of(words));
        return line;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static List<String> javas(Chroot debian) throws IOException {
        try (Stream<Path> all = Files.list(debian.file("/usr/lib/jvm"))) {
            return all.filter(Files::isDirectory)
                    .filter(path -> !Files.isSymbolicLink(path))
                    .map(path -> path.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .toList();
        }
    }

    private static void serves(Session run, int port) throws Exception {
        run.until("Page     https://localhost:" + port + "/");
        assertThat(Programs.run("curl", "--silent", "--insecure", "https://localhost:" + port + "/health"))
                .contains(HEALTH);
        run.stop();
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void rootRuns_everythingIsInstalledAndTheBoxIsReady() throws Exception {
        try (Chroot debian = Chroot.smallest(folder.resolve("debian"))) {
            putCheckout(debian, CHECKOUT);
            assertThat(debian.run(CHECKOUT + "/lintel", "--help")).startsWith("Usage: ./lintel COMMAND");
            assertThat(debian.file(CHECKOUT + "/target")).doesNotExist();
            int port = freePort();
            List<String> words = List.of(
                    CHECKOUT + "/lintel", "run", "--data", "/root/data", "--https-port", "" + port, "--http-port", "0");
            try (var run = new Session(debian, words)) {
                serves(run, port);
                assertThat(run.said.toString().lines())
                        .containsSubsequence(
                                "Reading the package lists (apt-get update) ...",
                                "Installing openjdk-25-jdk-headless (apt-get install) ...",
                                "Building Lintel (first time: a few minutes) ...",
                                "Reading the project (Maven) ...",
                                "Packing (Maven) ...")
                        .noneMatch(line -> line.startsWith("Unpacking") || line.startsWith("Setting up"));
            }
            assertThat(javas(debian)).as("one Java").hasSize(1);
        }
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void users_areToldWhatIsMissingOrAskedForTheirPassword() throws Exception {
        try (Chroot debian = Chroot.smallest(folder.resolve("debian"))) {
            putCheckout(debian, CHECKOUT);
            debian.run("chmod", "0755", "/root");
            for (String user : List.of("ada", "ben")) debian.run("useradd", "--create-home", user);
            noRights(debian);

            debian.run("apt-get", "update");
            debian.run("apt-get", "install", "--yes", "--no-install-recommends", "sudo");
            debian.run("usermod", "--append", "--groups", "sudo", "ada");
            debian.run("sh", "-c", "echo 'ada:" + PASSWORD + "' | chpasswd");
            debian.run("mkdir", "--parents", "/home/ada/alte t\u00fcren");
            putCheckout(debian, OWN_CHECKOUT);
            debian.run("chown", "--recursive", "ada:ada", "/home/ada");
            passwords(debian);
            ownPath(debian);
        }
    }

    /// A user of a Debian without sudo, and of a checkout that is root's.
    private void noRights(Chroot debian) throws Exception {
        for (String command : List.of("run", "build", "test")) {
            try (var run = new Session(debian, as("ben", CHECKOUT + "/lintel", command))) {
                assertThat(run.end()).isEqualTo(1);
                assertThat(run.said)
                        .startsWith("lintel: ben cannot write to " + CHECKOUT + " (it belongs to root)")
                        .hasLineCount(1);
            }
        }
        putCheckout(debian, "/home/ben/lintel");
        debian.run("chown", "--recursive", "ben:ben", "/home/ben");
        try (var run = new Session(debian, as("ben", "/home/ben/lintel/lintel", "test"))) {
            assertThat(run.end()).isEqualTo(1);
            assertThat(run.said)
                    .contains("Run this as root")
                    .contains("apt-get update && apt-get install -y --no-install-recommends openjdk-25-jdk-headless"
                            + " chromium-headless-shell ");
        }
    }

    private void passwords(Chroot debian) throws Exception {
        String command =
                "sudo apt-get update && sudo apt-get install -y --no-install-recommends" + " openjdk-25-jdk-headless\n";
        try (var run = new Session(debian, as("ada", OWN_CHECKOUT + "/lintel", "run"))) {
            assertThat(run.end()).isEqualTo(1);
            assertThat(run.said).contains(command);
        }
        List<String> bens = as("ben", "/home/ben/lintel/lintel", "run");
        try (var run = Session.onTerminal(debian, folder.resolve("terminal"), bens)) {
            assertThat(run.end()).isEqualTo(1);
            assertThat(run.said.toString().replace("\r", ""))
                    .contains("user ben may not run sudo")
                    .contains(command);
        }
    }

    /// The user gives a password on a terminal, in a locale of nothing but ASCII and a folder with an umlaut.
    private void ownPath(Chroot debian) throws Exception {
        List<String> build = as("ada", "LC_ALL=C", OWN_CHECKOUT + "/lintel", "build");
        try (var run = Session.onTerminal(debian, folder.resolve("terminal"), build)) {
            run.until("password for ada:");
            assertThat(run.said).contains("Lintel needs packages that are not installed: openjdk-25-jdk-headless");
            run.type(PASSWORD);
            int exit = run.end();
            assertThat(exit).as(run.said.toString()).isZero();
            assertThat(run.said).contains("\r\u001b[K  "); // progress on the terminal
        }
        int port = freePort();
        List<String> words = as(
                "ada",
                "LC_ALL=C",
                OWN_CHECKOUT + "/lintel",
                "run",
                "--data",
                "/home/ada/alte t\u00fcren/d\u00e4ten",
                "--https-port",
                "" + port,
                "--http-port",
                "0");
        try (var run = new Session(debian, words)) {
            serves(run, port);
        }
        assertThat(debian.file("/home/ada/alte t\u00fcren/d\u00e4ten/lintel.db"))
                .exists();
    }

    /// It has no JDK 25: the launcher names two ways, and both work.
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void debian12_buildsWithAnUnpackedJdkAndRunsTheTarball() throws Exception {
        try (Chroot debian = Chroot.smallest("bookworm", folder.resolve("debian"))) {
            putCheckout(debian, CHECKOUT);
            try (var run = new Session(debian, List.of(CHECKOUT + "/lintel", "run"))) {
                assertThat(run.end()).isEqualTo(1);
                assertThat(run.said)
                        .contains("a JDK 25 is not available in the package lists of Debian GNU/Linux 12 (bookworm)")
                        .contains("LINTEL_JAVA_HOME=/opt/jdk-25 ./lintel run", ".tar.gz");
            }
            String jdk = debian.file("/opt/jdk-25").toString();
            Programs.run("cp", "--archive", "--dereference", System.getProperty("java.home"), jdk);
            int port = freePort();
            List<String> words = List.of(
                    "LINTEL_JAVA_HOME=/opt/jdk-25",
                    CHECKOUT + "/lintel",
                    "run",
                    "--data",
                    "/root/data",
                    "--https-port",
                    "" + port,
                    "--http-port",
                    "0");
            try (var run = new Session(debian, words)) {
                serves(run, port);
            }
            Programs.run(
                    "tar",
                    "-xzf",
                    Packed.of(Arch.host()).tar().toString(),
                    "-C",
                    debian.file("/opt").toString());
            String folders = debian.run("sh", "-c", "echo /opt/lintel-*");
            assertThat(debian.run(folders.strip() + "/bin/lintel", "version")).contains(Packed.SOURCES.version());
        }
    }

    /// The lists name versions that the mirror no longer has, and another program is installing packages.
    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void rootTests_withOldListsAndAHeldLock_everythingPasses() throws Exception {
        try (Chroot debian = Chroot.smallest(folder.resolve("debian"))) {
            putCheckout(debian, CHECKOUT);
            makeListsOld(debian);
            var words = new ArrayList<>(
                    List.of("NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt", CHECKOUT + "/lintel", "test"));
            String only = System.getenv("LINTEL_FIRST_START_TESTS");
            if (only != null) words.addAll(List.of(only.split(" ")));
            try (FileLock lock = lock(debian);
                    var run = new Session(debian, words)) {
                run.until("waiting for another program");
                lock.release();
                int exit = run.end();
                assertThat(exit).as(run.said.toString()).isZero();
                assertThat(run.said.toString().lines())
                        .containsSubsequence(
                                "Reading the package lists (apt-get update) ...",
                                "Installing again (apt-get install) ...")
                        .anyMatch(line -> line.matches("Tests: \\d+ passed, 0 failed, 0 skipped"));
            }
            assertThat(javas(debian)).as("one Java").hasSize(1);
        }
    }

    /// Lists of which the mirror has deleted the packages since. With other sums than the mirror's they are fetched
    /// again.
    private static void makeListsOld(Chroot debian) {
        debian.run("apt-get", "update");
        debian.run("sh", "-ec", """
                cd /var/lib/apt/lists
                sed -i 's|^Filename: pool/main/o/openjdk-25/|&gone/|' *_Packages
                sed -i -E '\\, main/binary-[a-z0-9]+/Packages, s/^ [0-9a-f]{8}/ 00000000/' *InRelease
                touch -d 2020-01-01 *InRelease
                """);
    }

    /// The lock that every package manager of Debian takes.
    private static FileLock lock(Chroot debian) throws IOException {
        var channel = FileChannel.open(debian.file("/var/lib/dpkg/lock-frontend"), StandardOpenOption.WRITE);
        return channel.lock();
    }
}
