package dev.lintel.tools.bench;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RightsStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The child process that runs `decision.c` on the same file: the yardstick beside our own decision. Main thread.
final class CSide implements AutoCloseable {
    private static final long COMPILE_SECONDS_MAX = 60;

    private static final Pattern DONE = Pattern.compile("done ([0-9]+) [0-9]+");

    private final Process process;
    private final OutputStream commands;
    private final InputStream answers;
    private final String version;

    private CSide(Process process) throws IOException {
        this.process = process;
        this.commands = process.getOutputStream();
        this.answers = process.getInputStream();
        this.version = line();
    }

    /// Compiles and starts it on `database`. Throws [BenchException] with what is missing.
    static CSide start(Path work, Path source, Path database, Path cards) {
        if (!Files.exists(source)) throw new BenchException("no C side: " + source + " is not there");
        Path program = work.resolve("decision");
        try {
            var compiler = new ProcessBuilder("cc", "-O2", "-o", program.toString(), source.toString(), "-lsqlite3")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!compiler.waitFor(COMPILE_SECONDS_MAX, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
                throw new BenchException("no C side, it needs the packages gcc and libsqlite3-dev: "
                        + said.lines().findFirst().orElse("the compiler failed"));
            }
            var command = new ProcessBuilder(
                    program.toString(),
                    database.toString(),
                    cards.toString(),
                    Integer.toString(Database.CACHE_KIB),
                    RightsStore.statements().getFirst(),
                    RightsStore.statements().getLast());
            return new CSide(
                    command.redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new BenchException("no C side, it needs the packages gcc and libsqlite3-dev", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while decision.c was compiled", e);
        }
    }

    /// SQLite's version there.
    String version() {
        return version;
    }

    /// Decides cards `from` to `from + count - 1` and returns how many were known.
    long run(int from, int count, Samples into) {
        try {
            tell("run " + from + " " + count);
            Matcher done = DONE.matcher(line());
            byte[] bytes = answers.readNBytes(count * Integer.BYTES);
            if (!done.matches() || bytes.length != count * Integer.BYTES) {
                throw new BenchException("the C side ended early");
            }
            var times = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
            for (int i = 0; i < count; i++) into.add(Integer.toUnsignedLong(times.getInt()));
            return Long.parseLong(done.group(1));
        } catch (IOException e) {
            throw new BenchException("the C side ended early", e);
        }
    }

    /// A new connection with an empty page cache.
    void reopen() {
        try {
            tell("reopen");
            line();
        } catch (IOException e) {
            throw new BenchException("the C side ended early", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }

    private void tell(String command) throws IOException {
        commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        commands.flush();
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = answers.read(); c != '\n'; c = answers.read()) {
            if (c < 0) throw new IOException("no answer");
            line.append((char) c);
        }
        return line.toString();
    }
}
