package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The start-up cache of the boxes that tests start.
class StartCacheTest {
    @Test
    void theJvmTakesTheWholeCache() throws IOException, InterruptedException {
        var command = new ArrayList<>(Box.jvm());
        StartCache.cached().stream().filter(word -> !word.startsWith("-Xlog")).forEach(command::add);
        command.add(1, "-XX:AOTMode=on"); // ends the JVM when the cache does not fit
        command.addAll(List.of("-Xlog:class+load", Box.MAIN, "--version"));
        Process process = Box.builder(command, Map.of()).start();
        String output;
        try (var reader = process.inputReader()) {
            output = String.join("\n", reader.lines().toList());
        }
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("dev.lintel.tools.Main source: shared objects file");
    }
}
