package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/// A running `lintel run` on a data folder. Its output is read line by line as it comes, so that nothing is waited for
/// longer than it takes.
public final class Box implements AutoCloseable {
    /// Starting takes 2 s; a machine that builds something else meanwhile takes longer.
    private static final long READY_S_MAX = 90;
    private static final long END_S_MAX = 30; // it ends within a second

    static final String LAST_LINE = "  Sign in  "; // and words; a service says no more

    static final String MAIN = "dev.lintel.tools.Main";

    /// Who runs each of them.
    static final String ADMIN = "admin@example.com";

    static final String PASSWORD = "quiet hinges by the hundred";

    /// The data folder.
    public final Path data;
    private final Process process;
    private final List<String> lines = new ArrayList<>();
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>(); // what is not in `lines` yet

    private Box(Path data, Process process) {
        this.data = data;
        this.process = process;
    }

    /// Starts and waits until the box says that it is ready.
    public static Box start(Path data, String... more) {
        return start(data, Map.of(), more);
    }

    static Box start(Path data, Map<String, String> environment, String... more) {
        return start(command(data, more), environment, _ -> data);
    }

    /// Makes `data` what a first start makes of it, by a copy, and returns it. Does nothing where it exists. For tests
    /// whose claim is not about a first start. All copies have the same keys and certificates.
    public static Path prepared(Path data) {
        StartCache.prepare(data);
        return data;
    }

    /// `data` tells the folder's path, as the test sees it, from the process id.
    static Box start(List<String> command, Map<String, String> environment, LongFunction<Path> data) {
        try {
            Process process = builder(command, environment).start();
            var box = new Box(data.apply(process.pid()), process);
            box.awaitReady();
            return box;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A start that ends by itself.
    ///
    /// @param exit the exit code
    /// @param output what it said
    record Refused(int exit, String output) {}

    static Refused refused(Path data, String... more) {
        return refused(command(data, more), Map.of());
    }

    static Refused refused(List<String> command, Map<String, String> environment) {
        try {
            Process process = builder(command, environment).start();
            var output = new LinkedBlockingQueue<String>();
            Thread reader = Thread.ofPlatform().daemon().name("output").start(() -> read(process, output));
            assertThat(process.waitFor(READY_S_MAX, TimeUnit.SECONDS))
                    .as("it ends by itself; it said %s", output)
                    .isTrue();
            reader.join();
            output.remove(END);
            return new Refused(process.exitValue(), String.join("\n", output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The command line of a start on free ports.
    static List<String> command(Path data, String... more) {
        var command = new ArrayList<>(program());
        command.addAll(List.of("run", "--data", data.toString()));
        if (!List.of(more).contains("--https-port")) command.addAll(List.of("--https-port", "0"));
        if (!List.of(more).contains("--http-port")) command.addAll(List.of("--http-port", "0"));
        command.addAll(List.of(more));
        return command;
    }

    /// The program without arguments: small and quick to start.
    static List<String> program() {
        var command = new ArrayList<>(jvm());
        command.addAll(StartCache.options());
        command.add(MAIN);
        return command;
    }

    /// The JVM and its options, without the class path.
    static List<String> jvm() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx96m",
                "-XX:-UsePerfData",
                "-XX:+UseCompactObjectHeaders", // as on a board; a start-up cache fits one setting
                "--enable-native-access=ALL-UNNAMED",
                "-Dvertx.disableDnsResolver=true");
    }

    static ProcessBuilder builder(List<String> command, Map<String, String> environment) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("LINTEL_") || name.equals("NOTIFY_SOCKET"));
        builder.environment().put("LINTEL_ADMIN_EMAIL", ADMIN);
        builder.environment().put("LINTEL_ADMIN_PASSWORD", PASSWORD);
        builder.environment().put("LINTEL_RATE_LIMIT", "0");
        builder.environment().putAll(environment);
        return builder;
    }

    private void awaitReady() throws IOException {
        Thread.ofPlatform().daemon().name("output").start(() -> read(process, output));
        try {
            while (lines.stream().noneMatch(line -> line.startsWith(LAST_LINE))) {
                String line = output.poll(READY_S_MAX, TimeUnit.SECONDS);
                if (line == null || line.equals(END)) {
                    process.destroyForcibly();
                    throw new IOException("no ready box: " + lines);
                }
                lines.add(line);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final String END = "<end of output>";

    private static void read(Process process, BlockingQueue<String> lines) {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) lines.add(line);
        } catch (IOException e) { // killed
        }
        lines.add(END);
    }

    /// What it said until it was ready.
    String welcome() {
        return String.join("\n", lines);
    }

    /// `https://localhost:PORT`, as it was printed.
    public String url() {
        String page = lines.stream()
                .filter(line -> line.contains("  Page"))
                .findFirst()
                .orElseThrow();
        return page.replaceFirst("^ *Page *", "").replaceFirst("/$", "");
    }

    /// The process's id.
    public long pid() {
        return process.pid();
    }

    boolean runs() {
        return process.isAlive();
    }

    /// What it printed since it was ready, and its exit code where it has ended: for messages of failed tests.
    String said() {
        String end = process.isAlive() ? "" : "\nexit code " + process.exitValue();
        return String.join("\n", output) + end;
    }

    /// A command against this box; `words` are split at spaces.
    public CommandRun lintel(String words) {
        var arguments = new ArrayList<>(List.of(words.split(" ")));
        arguments.addAll(List.of("--data", data.toString()));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    public BoxApi api() {
        return new BoxApi(this, apiKey());
    }

    private String apiKey() {
        CommandRun created = lintel("key create --email integrator@example.com --json");
        assertThat(created.exit()).as(created.err()).isZero();
        return String.valueOf(created.json().get("api_key"));
    }

    /// As a power cut does it.
    void kill() {
        process.destroyForcibly();
        awaitEnd(END_S_MAX);
    }

    /// As Ctrl-C does it.
    @Override
    public void close() {
        stop(END_S_MAX);
    }

    /// The same where the JVM has more to do at its end.
    void stop(long secondsMax) {
        process.toHandle().destroy(); // of the process alone: its output is still read
        awaitEnd(secondsMax);
    }

    private void awaitEnd(long secondsMax) {
        try {
            assertThat(process.waitFor(secondsMax, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
