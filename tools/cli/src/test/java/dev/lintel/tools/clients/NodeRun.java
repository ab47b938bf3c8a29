package dev.lintel.tools.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs the scripts of `src/test/node` in a copy below `target`, with the libraries that their lock file names. They
/// trust the box's CA beside Node's own, as a partner's program would be told to.
final class NodeRun {
    private static final Path SOURCES = Path.of("src/test/node");
    private static final List<String> COPIED = List.of(
            "package.json",
            "package-lock.json",
            "flow.mjs",
            "openid-client.mjs",
            "oauth4webapi.mjs",
            "simple-oauth2.mjs");
    /// Three small libraries, from far away and to a slow card.
    private static final long INSTALL_S_MAX = 300;
    /// For one step and its line; a script is done within a second or two.
    private static final long LINE_S_MAX = 60;
    private static final String END = "<end of output>";

    private final Path folder;
    private final Path ca;

    private NodeRun(Path folder, Path ca) {
        this.folder = folder;
        this.ca = ca;
    }

    /// Copies the scripts and installs the libraries, unless those of this very lock file are there.
    static NodeRun prepare(Path ca) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(Path.of("target/node").toAbsolutePath());
        for (String name : COPIED) {
            Files.copy(SOURCES.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        Path installed = folder.resolve("node_modules/.installed-package-lock.json");
        String lock = Files.readString(folder.resolve("package-lock.json"));
        if (!Files.exists(installed) || !Files.readString(installed).equals(lock)) {
            install(folder);
            Files.writeString(installed, lock);
        }
        return new NodeRun(folder, ca);
    }

    private static void install(Path folder) throws IOException, InterruptedException {
        File log = folder.resolve("npm.log").toFile();
        Process npm =
                start(new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log));
        boolean ended = npm.waitFor(INSTALL_S_MAX, TimeUnit.SECONDS);
        if (!ended) npm.destroyForcibly();
        String said = Files.readString(log.toPath());
        assertThat(ended && npm.exitValue() == 0)
                .as("npm ci in %s: %s", folder, said)
                .isTrue();
    }

    private static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) { // the program is not there
            throw new AssertionError(
                    "The tests of OAuth libraries need Node 18 or newer and npm: apt-get install nodejs npm", e);
        }
    }

    /// Runs one script against the box; returns what it saw, a map for each step. Whoever it sends the browser to is
    /// answered by the administrator.
    List<Map<String, @Nullable Object>> of(String script, Application application, Administrator administrator)
            throws IOException, InterruptedException {
        File errors = folder.resolve(script + "." + application + ".err").toFile();
        var builder =
                new ProcessBuilder("node", script).directory(folder.toFile()).redirectError(errors);
        builder.environment().keySet().removeIf(name -> name.startsWith("NODE_"));
        builder.environment().put("NODE_EXTRA_CA_CERTS", ca.toAbsolutePath().toString());
        Process node = start(builder);
        try (Writer in = node.outputWriter()) {
            var lines = new LinkedBlockingQueue<String>();
            Thread.ofPlatform().daemon().name("output").start(() -> read(node, lines));
            write(in, Json.write(application.forScript()));
            var steps = new ArrayList<Map<String, @Nullable Object>>();
            String line = next(lines);
            for (; !line.equals(END); line = next(lines)) {
                Map<String, @Nullable Object> step = Json.parseObject(line);
                if (!"browser".equals(step.get("step"))) steps.add(step);
                else write(in, answer(administrator, step).toString());
            }
            assertThat(node.waitFor(LINE_S_MAX, TimeUnit.SECONDS)).isTrue();
            assertThat(node.exitValue())
                    .as("%s after %s: %s", script, steps, Files.readString(errors.toPath()))
                    .isZero();
            return steps;
        } finally {
            node.destroyForcibly();
        }
    }

    private static URI answer(Administrator administrator, Map<String, @Nullable Object> step)
            throws IOException, InterruptedException {
        return administrator.answers(URI.create(String.valueOf(step.get("url"))), String.valueOf(step.get("decision")));
    }

    private static void write(Writer in, String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    private static String next(BlockingQueue<String> lines) throws InterruptedException {
        String line = lines.poll(LINE_S_MAX, TimeUnit.SECONDS);
        if (line == null) throw new AssertionError("no line for " + LINE_S_MAX + " s");
        return line;
    }

    private static void read(Process node, BlockingQueue<String> lines) {
        try (BufferedReader reader = node.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) lines.add(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lines.add(END);
        }
    }
}
