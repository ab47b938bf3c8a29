package dev.lintel.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The machine that a command runs on, where it is a box's.
final class Machine {
    private Machine() {}

    /// In order: whatever runs is told to end first. Returns before it happens. Throws [CommandFailed].
    static void restart() {
        try {
            Process systemctl = new ProcessBuilder("systemctl", "reboot")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(systemctl.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (systemctl.waitFor() != 0) throw new CommandFailed("the box cannot be restarted: " + said);
        } catch (IOException e) {
            throw new CommandFailed("the box cannot be restarted: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("the box was not restarted");
        }
    }
}
