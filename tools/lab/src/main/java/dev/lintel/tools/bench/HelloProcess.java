package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/// [HelloServer] in a process of its own, with the certificate of a box. Main thread.
final class HelloProcess implements AutoCloseable {
    private static final int START_SECONDS_MAX = 30;
    private static final long LOOK_MS = 100;

    private final Process process;
    private final URI page;

    private HelloProcess(Process process, URI page) {
        this.process = process;
        this.page = page;
    }

    /// Starts it with the words of the box's own command line and waits until it answers. `data` is a box's folder.
    static HelloProcess start(Path data, Time time) {
        try {
            int port = freePort();
            List<String> words = words(data.resolve("tls"), port);
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var hello = new HelloProcess(process, URI.create("https://localhost:" + port));
            hello.awaitAnswer(Https.trust(data), time);
            return hello;
        } catch (IOException e) {
            throw new BenchException("the hello server did not start", e);
        }
    }

    /// The box's, with another main class.
    private static List<String> words(Path tls, int port) {
        List<String> words = new ArrayList<>();
        for (String word : BoxProcess.words(BoxProcess.PLAIN)) words.add(word.equals("-jar") ? "-cp" : word);
        words.addAll(List.of(
                HelloServer.class.getName(),
                tls.resolve("server.crt").toString(),
                tls.resolve("server.key").toString(),
                Integer.toString(port)));
        return words;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer(SSLContext trust, Time time) throws IOException {
        long untilNs = time.nowNs() + TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
        while (true) {
            try (var https = new Https(trust, page, null)) {
                https.get("/");
                return;
            } catch (BenchException e) { // it is not listening yet
                if (time.nowNs() > untilNs) {
                    close();
                    throw e;
                }
            }
            try {
                if (process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) throw new IOException("it ended by itself");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                close();
                throw new BenchException("interrupted", e);
            }
        }
    }

    URI page() {
        return page;
    }

    @Override
    public void close() {
        process.destroyForcibly(); // it holds nothing
    }
}
