package dev.lintel.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Programs of the machine, asked for what they know. One that hangs is ended, and is a finding by itself.
final class Programs {
    private static final long SECONDS_MAX = 20;
    private static final int BYTES_MAX = 4 << 20;

    private Programs() {}

    /// What it says, errors included; null on a machine without it.
    static @Nullable String said(List<String> command) {
        var words = new ArrayList<>(List.of("timeout", Long.toString(SECONDS_MAX)));
        words.addAll(command);
        try {
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readNBytes(BYTES_MAX), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) process.destroyForcibly();
            return process.isAlive() || process.exitValue() == NO_SUCH_PROGRAM ? null : said;
        } catch (IOException e) { // no `timeout`: no Linux
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /// As `timeout` and shells have it.
    private static final int NO_SUCH_PROGRAM = 127;
}
