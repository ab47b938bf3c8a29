package dev.lintel.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// wrk, the load generator, in processes of its own: a few connections that ask again as soon as they are answered.
/// Main thread.
///
/// @param script `tools/lab/src/main/bench/api.lua`
record Wrk(Path script) {
    /// Enough for both cores to be busy, and few enough that a p99 is not the queue's.
    private static final int CONNECTIONS = 4;

    private static final int MORE_SECONDS_MAX = 30;
    private static final double MICROS = 1e6;
    private static final Pattern DONE =
            Pattern.compile("(?m)^bench ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+)$");

    /// What is asked for again and again.
    ///
    /// @param path with a `#` for each place in which a number from 1 to `limit` is to stand
    /// @param body likewise; null for none
    record Load(
            String method, String path, int limit, @Nullable String body) {
        static Load get(String path, int limit) {
            return new Load("GET", path, limit, null);
        }
    }

    /// What came of it; times are microseconds.
    record Answers(double perSecond, long p50Us, long p99Us) {}

    /// Throws [BenchException] where wrk is not there, and where any request was not answered with success.
    Answers run(URI server, @Nullable String authorization, Load load, int seconds) {
        String body = load.body;
        List<String> words = new ArrayList<>(List.of("wrk", "-t1", "-c" + CONNECTIONS, "-d" + seconds + "s"));
        if (authorization != null) words.addAll(List.of("-H", "Authorization: " + authorization));
        if (body != null) words.addAll(List.of("-H", "Content-Type: application/json"));
        words.addAll(List.of("-s", script.toString(), server.toString(), "--", load.method, load.path));
        words.add(Integer.toString(load.limit));
        if (body != null) words.add(body);
        String said = output(words, seconds);
        Matcher done = DONE.matcher(said);
        if (!done.find()) throw new BenchException("wrk says nothing of " + load.path + ": " + firstLine(said));
        long requests = Long.parseLong(done.group(1));
        long refused = Long.parseLong(done.group(5));
        long failed = Long.parseLong(done.group(6));
        if (requests == 0 || refused + failed > 0) {
            throw new BenchException("%s %s: %d requests, %d refused, %d not answered"
                    .formatted(load.method, load.path, requests, refused, failed));
        }
        double tookUs = Double.parseDouble(done.group(2));
        return new Answers(requests / tookUs * MICROS, Long.parseLong(done.group(3)), Long.parseLong(done.group(4)));
    }

    private static String output(List<String> words, int seconds) {
        try {
            Process wrk = new ProcessBuilder(words).redirectErrorStream(true).start();
            String said = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!wrk.waitFor(seconds + MORE_SECONDS_MAX, TimeUnit.SECONDS)) wrk.destroyForcibly();
            return said;
        } catch (IOException e) {
            throw new BenchException("the API's bench needs the package wrk", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while wrk ran", e);
        }
    }

    private static String firstLine(String said) {
        return said.lines().findFirst().orElse("nothing at all");
    }

    /// Whether it is there, and its script.
    void require() {
        if (!Files.exists(script)) throw new BenchException(script + " is not there");
        output(List.of("wrk", "-v"), 1);
    }
}
