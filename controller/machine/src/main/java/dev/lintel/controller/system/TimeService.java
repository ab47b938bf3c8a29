package dev.lintel.controller.system;

import dev.lintel.controller.time.Time;
import dev.lintel.controller.time.WrongTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The machine's clock and whom it is set by, as root: systemd-timesyncd alone. Its servers are kept on the data
/// partition, and put where it reads them at each start: `/etc` is another version's after an update.
final class TimeService {
    private static final String FILE = "timesyncd.conf";
    private static final String SERVERS = "NTP=";
    /// Certificates and shifts of a box end before.
    private static final Duration AHEAD_MAX = Duration.ofDays(20 * 365);
    /// Whoever reads a clock off and sends it back a while later is no further away: it is that clock's time.
    private static final Duration SAME = Duration.ofMinutes(5);

    private final SystemFolders folders;
    private final Machine machine;
    private final Time time;

    TimeService(SystemFolders folders, Machine machine, Time time) {
        this.folders = folders;
        this.machine = machine;
        this.time = time;
    }

    /// It is on this machine.
    boolean isThere() {
        return Files.exists(folders.root().resolve("usr/lib/systemd/systemd-timesyncd"));
    }

    /// It has set the clock since the machine started.
    boolean hasSet() {
        return Files.exists(folders.root().resolve("run/systemd/timesync/synchronized"));
    }

    private Path kept() {
        return folders.own().resolve(FILE);
    }

    private Path inUse() {
        return folders.root().resolve("run/systemd/timesyncd.conf.d/50-lintel.conf");
    }

    List<String> servers() {
        String text = PublicFile.read(kept());
        if (text == null) return List.of();
        for (String line : text.lines().toList()) {
            if (!line.startsWith(SERVERS)) continue;
            return List.of(line.substring(SERVERS.length()).strip().split(" ", -1));
        }
        return List.of();
    }

    /// Throws [SystemException].
    void serve(List<String> servers) {
        if (!isThere()) {
            throw new SystemException("this machine's clock is not set by systemd-timesyncd: tell its own time service"
                    + " which servers to ask");
        }
        try {
            if (servers.isEmpty()) PublicFile.remove(kept());
            else PublicFile.write(kept(), "[Time]\n" + SERVERS + String.join(" ", servers) + "\n");
            apply();
        } catch (IOException e) {
            throw new SystemException("the time servers cannot be kept: " + e.getMessage(), e);
        }
    }

    /// Has the service read what is kept, where it does not yet. Throws [SystemException].
    void apply() {
        if (!isThere()) return;
        @Nullable String wanted = PublicFile.read(kept());
        if (Objects.equals(wanted, PublicFile.read(inUse()))) return;
        try {
            if (wanted == null) PublicFile.remove(inUse());
            else PublicFile.write(inUse(), wanted);
            machine.readTimeServersAnew();
        } catch (IOException e) {
            throw new SystemException("the time servers cannot be used: " + e.getMessage(), e);
        }
    }

    /// By hand; the box believes it until the machine restarts. Returns what was done, in words. Throws
    /// [SystemException] where a time service sets the clock, which would set it back: then a person can
    /// only say that it is right.
    ///
    /// @param askedNs the machine's monotonic clock when somebody said that it is `to`
    /// @param earliest when the version that runs was made: it is later than that for certain
    String set(Instant to, long askedNs, Instant earliest) {
        long nowNs = time.nowNs();
        Instant now = to.plusNanos(Math.max(0, nowNs - askedNs));
        boolean byService = hasSet();
        if (byService && Duration.between(time.now(), now).abs().compareTo(SAME) > 0) {
            throw new SystemException("a time service sets this machine's clock: it knows better");
        }
        if (now.isBefore(earliest)) {
            throw new SystemException("it is later than " + to + ": this version was made at " + earliest);
        }
        if (now.isAfter(earliest.plus(AHEAD_MAX))) throw new SystemException(to + " is too far ahead");
        if (!byService) machine.setClock(now);
        Instant said = byService ? time.now() : now;
        try {
            PublicFile.write(SystemFolders.clockSet(folders.root()), new WrongTime.Word(said, nowNs).text() + "\n");
        } catch (IOException e) {
            String what = byService
                    ? "nothing is changed: the box cannot be told"
                    : "the clock is set, but the box cannot be told so";
            throw new SystemException(what + ": " + e.getMessage(), e);
        }
        if (byService) return SystemRequest.SetClock.LEFT; // it keeps the other one, too
        try {
            machine.keepClock();
        } catch (SystemException e) { // it is right until the power goes
            throw new SystemException("the clock is set, and the box believes it, but " + e.getMessage(), e);
        }
        return SystemRequest.SetClock.SET;
    }
}
