package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A box in a process of its own, started by the very command line of `lintel run`, which the launcher hands to the
/// benches in its environment. Main thread.
final class BoxProcess implements AutoCloseable {
    /// The command line as words, one a line: with the launcher's start-up cache, and without.
    static final String CACHED = "LINTEL_BENCH_RUN_CACHED";
    static final String PLAIN = "LINTEL_BENCH_RUN";
    /// The same for tests, by `./lintel test --slow`.
    static final String TESTED = "LINTEL_TEST_RUN";

    private static final Pattern READY =
            Pattern.compile("Lintel is ready: doors worked after ([0-9.]+) s, HTTPS after ([0-9.]+) s\\.");
    private static final Pattern PAGE = Pattern.compile("  Page +(https://.*)/");
    private static final double NS = 1e9;
    private static final long STOP_SECONDS_MAX = 20;

    private final Process process;
    private final URI page;
    private final long doorsNs;

    private BoxProcess(Process process, URI page, long doorsNs) {
        this.process = process;
        this.page = page;
        this.doorsNs = doorsNs;
    }

    static boolean known(String command) {
        return System.getenv(command) != null;
    }

    /// The words up to the arguments. Throws [BenchException] when the launcher has not given them.
    static List<String> words(String command) {
        String words = System.getenv(command);
        if (words == null) throw new BenchException("start it as ./lintel bench: " + command + " is not set");
        return words.lines().toList();
    }

    /// Starts a box on `data` and waits until it says that it is ready. Throws [BenchException] when it does not.
    static BoxProcess start(String command, Path data, Time time) {
        List<String> line = new ArrayList<>(words(command));
        line.addAll(List.of("run", "--data", data.toString(), "--https-port", "0", "--http-port", "0"));
        var builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LINTEL_RATE_LIMIT", "0");
        long begunNs = time.nowNs();
        try {
            Process process = builder.start();
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            Matcher ready = match(READY, out);
            long readyNs = time.nowNs() - begunNs;
            // The box says both on one clock; its own "ready" is now.
            double early = Double.parseDouble(ready.group(2)) - Double.parseDouble(ready.group(1));
            URI page = URI.create(match(PAGE, out).group(1));
            return new BoxProcess(process, page, readyNs - (long) (early * NS));
        } catch (IOException e) {
            throw new BenchException("the box did not start", e);
        }
    }

    private static Matcher match(Pattern wanted, BufferedReader out) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher matcher = wanted.matcher(line);
            if (matcher.matches()) return matcher;
        }
        throw new BenchException("the box ended at once, or does not say: " + wanted.pattern());
    }

    /// From the process's start until its doors worked.
    long doorsNs() {
        return doorsNs;
    }

    /// Scheme, host and port.
    URI page() {
        return page;
    }

    long pid() {
        return process.pid();
    }

    /// Lets it be for a while. Throws [BenchException] when it ends meanwhile.
    void rest(int seconds) {
        try {
            if (process.waitFor(seconds, TimeUnit.SECONDS)) throw new BenchException("the box has ended by itself");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted", e);
        }
    }

    /// An orderly end; a hard one when that takes too long.
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
