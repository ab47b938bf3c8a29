package dev.lintel.tools;

import dev.lintel.controller.system.Machine;
import dev.lintel.controller.system.SystemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The programs of a machine with systemd, as root. Command lines are fixed but for one number; no shell reads them.
final class BoardMachine implements Machine {
    /// What is asked here is done in a second or two; a bus that hangs must not keep the next request waiting.
    private static final long PATIENCE_S = 60;

    private static final String TIMER = "lintel-network-back.timer";

    @Override
    public void restart() {
        run("the machine cannot be restarted", "systemctl", "reboot");
    }

    @Override
    public void readNetworkAnew() {
        run("the network cannot be changed", "networkctl", "reload");
    }

    @Override
    public void wakeForNetwork(boolean on) {
        run("the way back cannot be prepared", "systemctl", on ? "restart" : "stop", TIMER);
    }

    @Override
    public void setClock(Instant to) {
        run("the clock cannot be set", "date", "--utc", "--set=@" + to.getEpochSecond());
    }

    @Override
    public void keepClock() {
        boolean battery = Files.exists(Path.of("/dev/rtc0"));
        boolean program = Files.exists(Path.of("/usr/sbin/hwclock")) || Files.exists(Path.of("/sbin/hwclock"));
        if (battery && program) {
            // Without its notes on drift, in /etc/adjtime: an image's root is read-only.
            run("the clock with the battery cannot be set", "hwclock", "--systohc", "--utc", "--noadjfile");
        }
    }

    @Override
    public void readTimeServersAnew() {
        run("the time service does not take its servers", "systemctl", "try-restart", "systemd-timesyncd.service");
    }

    private static void run(String failure, String... command) {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new SystemException(failure + ": " + command[0] + " does not come to an end");
            }
            if (process.exitValue() != 0) throw new SystemException(failure + ": " + said);
        } catch (IOException e) {
            throw new SystemException(failure + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SystemException(failure + ": it was broken off", e);
        }
    }
}
