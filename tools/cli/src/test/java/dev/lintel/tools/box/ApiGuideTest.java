package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines of docs/api.md, run as they stand against a running box.
class ApiGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\n(.*?)^```");
    private static final long RUN_S_MAX = 120;

    @TempDir
    Path folder;

    @Test
    void whoeverFollowsTheGuideGetsThere() throws IOException, InterruptedException {
        List<String> blocks = BLOCK.matcher(Files.readString(Path.of("../../docs/api.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(6);
        try (Box box = Box.start(folder.resolve("data"))) {
            launcher();
            String said = run(String.join("", blocks), Map.of("BOX", box.url(), "EMAIL", "admin@example.com"));
            assertThat(said)
                    .contains("\"email\":\"admin@example.com\"") // the account
                    .contains("\"value\":\"4242\"") // the card
                    .contains("admitted", "\"status\":\"admitted\"", "\"door_controller\":")
                    .contains("Grace Hopper") // in the events
                    .contains("\"description\":\"unlock\"", "\"description\":\"normal\"")
                    .containsPattern("(?im)^total: \\d+")
                    .contains("person not found", "can't be blank", "{\"result\":\"ok\"}");
        }
    }

    /// As `./lintel` for a box whose folder is `data` here.
    private void launcher() throws IOException {
        var line = new StringBuilder("#!/bin/bash\nexec");
        for (String word : Box.program()) line.append(" '").append(word).append('\'');
        Path script = Files.writeString(folder.resolve("lintel"), line + " \"$@\" --data data\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String run(String lines, Map<String, String> environment) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", lines)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Path said = folder.resolve("said");
        Process bash = builder.redirectOutput(said.toFile()).start();
        assertThat(bash.waitFor(RUN_S_MAX, TimeUnit.SECONDS)).as("it ends").isTrue();
        String text = Files.readString(said, StandardCharsets.UTF_8);
        assertThat(bash.exitValue()).as(text).isZero();
        return text;
    }
}
