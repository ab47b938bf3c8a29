package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A checkout with the launcher and nothing else, on a machine whose `apt-get`, `sudo` and the like are scripts: for
/// the tests of the launcher. Its checkout has no sources, and its `mvn` fails, so that nothing is ever built.
final class StubMachine {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    /// Ends a launcher that hangs; some of them start a real Java.
    private static final long SECONDS_MAX = 50;
    private static final List<String> OF_THE_SYSTEM = List.of(
            "awk",
            "basename",
            "bash",
            "cat",
            "chmod",
            "cksum",
            "cut",
            "df",
            "dirname",
            "env",
            "find",
            "flock",
            "fold",
            "getent",
            "grep",
            "head",
            "locale",
            "mkdir",
            "mktemp",
            "mv",
            "paste",
            "readlink",
            "rm",
            "sed",
            "sh",
            "sleep",
            "sort",
            "stat",
            "tail",
            "tee",
            "touch",
            "tr",
            "uname",
            "wc",
            "xargs");

    /// What a stub of apt-get does last: there is a JDK 25 after `install`.
    static final String INSTALLS_JDK = """
            case " $* " in *" install "*)
                jvm="${log%/log}/jvm/java-25"
                mkdir -p "$jvm/bin"
                for name in java javac; do printf '#!/bin/sh\\nexit 0\\n' >"$jvm/bin/$name"; done
                chmod +x "$jvm/bin/java" "$jvm/bin/javac"
                echo 'JAVA_VERSION="25.0.1"' >"$jvm/release"
            esac
            """;

    /// What the launcher said and how it ended.
    record Ended(int exit, String said) {}

    final Path folder;
    final Path checkout;
    final Path bin;
    /// What the stubs were called with, a line each.
    final Path log;
    /// Variables in addition to those of every call.
    final Map<String, String> environment = new HashMap<>();

    /// A user without rights, apt with current lists that has every package and installs without a fault.
    StubMachine(Path folder) throws IOException {
        this.folder = folder;
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
        Files.writeString(checkout.resolve("dependencies.sha256"), "");
        Files.createDirectories(checkout.resolve("controller/src/main/jte"));
        maven("3.9.11", "echo mvn >>\"$log\"; exit 1");
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

    static Path installed(String name) {
        for (String folder : List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin")) {
            if (Files.isExecutable(Path.of(folder, name))) return Path.of(folder, name);
        }
        throw new AssertionError("this machine has no " + name);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// A shell script on the PATH. `$log` is where it says what was done.
    void program(String name, String text) throws IOException {
        executable(Files.writeString(bin.resolve(name), "#!/bin/sh\nlog='" + log + "'\n" + text + "\n"));
    }

    /// A Maven of this version, which does `text` when it is asked to build.
    void maven(String version, String text) throws IOException {
        program("mvn", "[ \"$1\" != --version ] || { echo 'Apache Maven " + version + " (x)'; exit 0; }\n" + text);
    }

    /// An apt-get that writes down its calls, with `more` before it succeeds.
    void apt(String more) throws IOException {
        program("apt-get", """
                [ "$1" != indextargets ] || { echo "MetaKey: main"; exit 0; }
                echo "apt-get $*" >>"$log"
                count() { grep -c "^$1" "$log"; }
                """ + more);
    }

    /// A JDK whose `java` writes down its arguments and fails.
    void stubJdk() throws IOException {
        Path jdk = Files.createDirectories(folder.resolve("jdk/bin"));
        for (String name : List.of("java", "javac")) {
            executable(Files.writeString(
                    jdk.resolve(name), "#!/bin/sh\necho \"" + name + " $*\" >>'" + log + "'\nexit 1\n"));
        }
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        environment.put("LINTEL_JAVA_HOME", folder.resolve("jdk").toString());
    }

    void root() throws IOException {
        program("id", "case $1 in -u) echo 0 ;; *) echo root ;; esac");
    }

    /// A sudo that wants a password, and gets it where there is a terminal.
    void sudoWithPassword() throws IOException {
        program("sudo", """
                if [ "$1" = -n ]; then echo "sudo: a password is required" >&2; exit 1; fi
                if [ "$1" = -v ]; then echo "sudo -v" >>"$log"; exit 0; fi
                exec "$@"
                """);
    }

    void unknown(String... names) throws IOException {
        program(
                "apt-cache",
                "for name; do case $name in -*|show|" + String.join("|", names)
                        + ") ;; *) echo \"Package: $name\" ;; esac; done");
    }

    Ended launch(String... words) throws Exception {
        var command = new ArrayList<>(List.of(checkout.resolve("lintel").toString()));
        command.addAll(List.of(words));
        return ended(command);
    }

    Ended onTerminal(String... words) throws Exception {
        String line = checkout.resolve("lintel") + " " + String.join(" ", words);
        return ended(List.of(installed("script").toString(), "-qec", line, "/dev/null"));
    }

    Ended ended(List<String> command) throws Exception {
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
        return new Ended(
                process.exitValue(), said.replace(folder.toString(), "").replace("\r", ""));
    }

    List<String> calls() throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replace(" -q -o DPkg::Lock::Timeout=600 -o APT::Keep-Downloaded-Packages=false", ""))
                .toList();
    }
}
