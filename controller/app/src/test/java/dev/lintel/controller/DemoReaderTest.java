package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.config.DemoConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OSDP reader of a box without a `controller.yaml`.
class DemoReaderTest {
    @TempDir
    Path folder;

    @Test
    void demoReaderUsesSecureChannelWithAKeyOfThisBox() throws IOException {
        Path key = folder.resolve("data/keys/" + DemoConfig.KEY);
        String digits;
        try (var box = new WholeLintel(folder)) {
            box.start();
            box.card(1, 10_001);
            assertThat(reader(box)).contains("online true", "secure true");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                    .isEqualTo("rw-------");
            digits = Files.readString(key);
            box.stop();
            box.start();
            box.card(1, 10_001);
            assertThat(reader(box)).contains("secure true");
        }
        assertThat(Files.readString(key)).isEqualTo(digits).matches("[0-9a-f]{32}");
    }

    /// What the simulator shows of it, each as `name value`.
    private static List<String> reader(WholeLintel box) {
        Map<String, @Nullable Object> seen = box.asked(Map.of("command", "sim", "channel", 1L));
        var reader = (Map<?, ?>) Objects.requireNonNull(seen.get("reader"));
        return reader.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .toList();
    }
}
