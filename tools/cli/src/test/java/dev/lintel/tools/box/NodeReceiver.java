package dev.lintel.tools.box;

import dev.lintel.controller.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// `src/test/node/webhook-receiver.mjs` in a Node of its own: what a partner would write, with nothing of ours in it.
/// One thread.
final class NodeReceiver implements AutoCloseable {
    private static final Path SCRIPT = Path.of("src/test/node/webhook-receiver.mjs");
    private static final long LINE_S_MAX = 30;

    private final Process node;
    private final Writer in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final long port;

    NodeReceiver() {
        try {
            node = new ProcessBuilder("node", SCRIPT.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) { // the program is not there
            throw new AssertionError("The test of signatures needs Node 18 or newer: apt-get install nodejs", e);
        }
        in = node.outputWriter();
        Thread.ofPlatform().daemon().name("output").start(this::read);
        port = know("", null).get("port") instanceof Long known ? known : -1;
    }

    private void read() {
        try (BufferedReader reader = node.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) lines.add(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + port + "/hook";
    }

    /// Tells it what signs from now on; returns what it says to that.
    Map<String, @Nullable Object> know(String secret, @Nullable String next) {
        var secrets = new HashMap<String, @Nullable Object>();
        secrets.put("secret", secret);
        secrets.put("next", next);
        try {
            in.write(Json.write(secrets) + "\n");
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return next();
    }

    /// What it made of the next request.
    Map<String, @Nullable Object> next() {
        try {
            String line = lines.poll(LINE_S_MAX, TimeUnit.SECONDS);
            if (line == null) throw new AssertionError("no line for " + LINE_S_MAX + " s");
            return Json.parseObject(line);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        node.destroyForcibly();
    }
}
