package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A checkout with the launcher and nothing else, on a machine whose `apt-get`, `sudo` and the like are scripts: for
/// the tests of the launcher. Its checkout has no sources, and its `mvn` fails, so that nothing is ever built.
final class StubMachine {
    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
    /// Ends a launcher that hangs; some of them start a real Java.
    private static final long SECONDS_MAX = 50;
    /// As the launcher lists them.
    static final List<String> MODULES = modules();
    private static final List<String> OF_THE_SYSTEM = List.of(
            "awk",
            "basename",
            "bash",
            "cat",
            "chmod",
            "cksum",
            "cut",
            "date",
            "df",
            "dirname",
            "env",
            "find",
            "flock",
            "fold",
            "getconf",
            "getent",
            "grep",
            "head",
            "ln",
            "locale",
            "mkdir",
            "mkfifo",
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
        copyLauncher();
        Files.writeString(folder.resolve("os-release"), """
                PRETTY_NAME='Debian GNU/Linux 13 (trixie)'
                ID=debian
                VERSION_ID=13
                """);
        for (String name : MODULES) {
            Files.writeString(Files.createDirectories(checkout.resolve(name)).resolve("pom.xml"), "");
        }
        Files.writeString(checkout.resolve("pom.xml"), "");
        for (String parent : List.of("controller", "tools")) {
            Files.writeString(checkout.resolve(parent).resolve("pom.xml"), "");
        }
        Files.writeString(checkout.resolve("dependencies.sha256"), "");
        Files.createDirectories(checkout.resolve("controller/console/src/main/jte"));
        maven("3.9.11", "echo mvn >>\"$log\"; exit 1");
        for (String name : OF_THE_SYSTEM) Files.createSymbolicLink(bin.resolve(name), installed(name));
        program("id", "case $1 in -u) echo 1000 ;; *) echo ada ;; esac");
        program("apt-cache", "for name; do case $name in -*|show) ;; *) echo \"Package: $name\" ;; esac; done");
        apt("");
    }

    private static List<String> modules() {
        try {
            Matcher list =
                    Pattern.compile("\nmodules=\\(([^)]*)\\)").matcher(Files.readString(PROJECT.resolve("lintel")));
            if (!list.find()) throw new IllegalStateException("the launcher lists no modules");
            return List.of(list.group(1).split("\\s+"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The launcher and the scripts that it reads, with this machine's folders replaced by those of the test.
    private void copyLauncher() throws IOException {
        var moves = Map.of(
                "/usr/lib/jvm/*25*", folder + "/jvm/*25*",
                "/opt/*25*", folder + "/opt/*25*",
                "/etc/os-release", folder + "/os-release",
                ":/usr/sbin:/sbin", "");
        var moved = new HashSet<String>();
        for (Path file : launcherFiles()) {
            String text = Files.readString(file);
            for (var move : moves.entrySet()) {
                if (text.contains(move.getKey())) moved.add(move.getKey());
                text = text.replace(move.getKey(), move.getValue());
            }
            Path copy = checkout.resolve(PROJECT.relativize(file));
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            executable(Files.writeString(copy, text));
        }
        assertThat(moved).isEqualTo(moves.keySet());
    }

    private static List<Path> launcherFiles() throws IOException {
        var files = new ArrayList<>(List.of(PROJECT.resolve("lintel")));
        try (Stream<Path> scripts = Files.walk(PROJECT.resolve("tools/cli/src/main/scripts"))) {
            scripts.filter(Files::isRegularFile).forEach(files::add);
        }
        return files;
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

    /// A JDK and a Maven with which a build succeeds. What `java` does with a command of Lintel is `command`, and
    /// `package` is what Maven does before it packs.
    void stubBuild(String command, String whilePacking) throws IOException {
        Path jdk = Files.createDirectories(folder.resolve("jdk/bin"));
        executable(Files.writeString(jdk.resolve("javac"), "#!/bin/sh\nexit 0\n"));
        executable(Files.writeString(
                jdk.resolve("java"),
                "#!/bin/sh\ncase \" $* \" in *\" -jar \"*) ;; *) exit 0 ;; esac\n" + command + "\n"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        environment.put("LINTEL_JAVA_HOME", folder.resolve("jdk").toString());
        environment.put("LINTEL_NO_TRAINING", "1");
        for (String module : MODULES)
            Files.createDirectories(checkout.resolve(module).resolve("src/main"));
        Files.createDirectories(checkout.resolve("tools/loop/src/main/java"));
        maven("3.9.11", """
                for word; do
                    case $word in
                    -Pclasspaths)
                        mkdir -p controller/console/target/generated-sources/jte
                        for module in %s; do
                            mkdir -p "$module/target"
                            : >"$module/target/main.classpath"
                            echo pom.xml >"$module/target/test.classpath"
                        done ;;
                    -Ddist=*) dist=${word#-Ddist=} ;;
                    package)
                        echo package >>"$log"
                        %s
                        : >"$dist/lintel.jar" ;;
                    esac
                done""".formatted(String.join(" ", MODULES), whilePacking));
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

    /// Starts the launcher, for a test that reads its output and waits for its end.
    Process start(String... words) throws IOException {
        var command = new ArrayList<>(List.of(checkout.resolve("lintel").toString()));
        command.addAll(List.of(words));
        return builder(command).start();
    }

    private ProcessBuilder builder(List<String> command) {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", bin.toString(), "LANG", "C.UTF-8", "SHELL", "/bin/sh"));
        builder.environment().putAll(environment);
        return builder.redirectInput(Path.of("/dev/null").toFile());
    }

    Ended ended(List<String> command) throws Exception {
        ProcessBuilder builder = builder(command);
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
