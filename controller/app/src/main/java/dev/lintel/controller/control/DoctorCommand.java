package dev.lintel.controller.control;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.LineReport;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.LastReads;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.sync.Membership;
import dev.lintel.controller.sync.SyncDesk;
import dev.lintel.controller.sync.SyncState;
import dev.lintel.controller.sync.Upline;
import dev.lintel.controller.sync.Upstream;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `doctor`: what the process says of itself, a finding a line: `check`, `state` (`ok`, `warn`, `fail`), `found`,
/// `advice`.
public final class DoctorCommand implements Command {
    /// A box and its hub that differ by more disagree about shifts.
    /// A hub's certificate is renewed in time, where the hub is there.
    private static final Duration CERTIFICATE_WARN = Duration.ofDays(14);
    /// Nobody renews that of passes but its owner, at Apple.
    private static final Duration PASS_CERTIFICATE_WARN = Duration.ofDays(30);

    private static final Duration SILENT_MAX = Duration.ofMinutes(2);

    private final Parts parts;
    private final Time time;

    /// What is asked.
    ///
    /// @param cache what is known of the start-up cache, in words; null where none is to be expected
    /// @param passesUntil until when passes for Apple's wallet are signed; null where that is nothing to look after
    public record Parts(
            Health health,
            DoorViews doors,
            Supplier<List<LineReport>> lines,
            Supplier<ClockReading> clock,
            Membership membership,
            Database database,
            Supplier<@Nullable String> cache,
            Supplier<@Nullable Instant> passesUntil) {}

    public DoctorCommand(Parts parts, Time time) {
        this.parts = parts;
        this.time = time;
    }

    @Override
    public void run(Request request, Responses out) {
        Health.Report report = parts.health.report();
        String pid = "runs as process " + ProcessHandle.current().pid();
        if (report.reasons().isEmpty()) out.send(finding("process", "ok", pid + " and is ready", null));
        for (String reason : report.reasons()) out.send(finding("process", "fail", reason, "see its log"));
        String cache = parts.cache.get();
        if (cache != null) out.send(finding("start-up cache", "ok", cache, null));
        clock(out);
        lines(out);
        for (DoorView door : parts.doors.all()) door(door, out);
        sync(out);
        passes(out);
    }

    private void clock(Responses out) {
        ClockReading clock = parts.clock.get();
        switch (clock.trust()) {
            case TRUSTED -> out.send(finding("clock trust", "ok", "trusted, " + clock.now(), null));
            case HELD ->
                out.send(finding(
                        "clock trust",
                        "warn",
                        "held: restored after the box was off, and nothing has confirmed it; it shows " + clock.now(),
                        "bring a time service, or a battery and 'clock: {rtc: true}' in controller.yaml"));
            case WRONG ->
                out.send(finding(
                        "clock trust",
                        "fail",
                        "wrong: it shows " + clock.now() + ", the newest event is of " + clock.newest(),
                        "set it, or bring a time service: rights bound to times do not hold meanwhile"));
        }
    }

    private void lines(Responses out) {
        for (LineReport line : parts.lines.get()) {
            String what = line.name() + ": " + line.found();
            if (line.works()) out.send(finding("line", "ok", what, null));
            else out.send(finding("line", "fail", what, "check the adapter and its cable"));
            for (LineReport.Hint hint : line.hints()) {
                out.send(finding("wiring", "warn", line.name() + ": " + hint.found(), hint.advice()));
            }
        }
    }

    private void door(DoorView door, Responses out) {
        String channel = "channel " + door.channelId();
        String read = door.readersOnline().isEmpty() ? "" : lastRead(door.channelId());
        new TreeMap<>(door.readersOnline()).forEach((side, online) -> {
            String what = channel + ", " + side;
            if (!online) {
                out.send(finding("reader", "fail", what + " is offline" + read, "check its cable, power and address"));
            } else if (door.tampered(side)) {
                out.send(
                        finding("reader", "warn", what + " is tampered with" + read, "look at its case, and close it"));
            } else {
                out.send(finding("reader", "ok", what + " is online" + read, null));
            }
        });
        if (door.tampered(DoorView.DOOR)) {
            out.send(finding("housing", "warn", channel + ": its housing is open", "close it, or look at its switch"));
        }
    }

    private String lastRead(long channelId) {
        try {
            Long atMs = parts.database.read(sql -> LastReads.at(sql, channelId));
            return atMs == null
                    ? ", nobody was read there yet"
                    : ", last read at that door " + Instant.ofEpochMilli(atMs);
        } catch (StoreException e) { // health tells of the database
            return "";
        }
    }

    private void sync(Responses out) {
        SyncDesk desk = parts.membership.desk();
        if (desk == null) {
            String waiting = parts.membership.waiting();
            if (waiting == null) out.send(finding("sync", "ok", "follows nobody", null));
            else out.send(finding("sync", "fail", waiting, "see 'lintel sync status', and docs/sync.md"));
            return;
        }
        String whom = desk.whom().name();
        Upline.Status line = desk.line();
        String problem = desk.problem() == null ? line.problem() : desk.problem();
        Duration silent = desk.contact().age();
        if (problem != null) {
            out.send(finding("sync", "warn", "follows " + whom + ": " + problem, "see 'lintel sync status'"));
        } else if (desk.said() != null) {
            out.send(finding(
                    "sync",
                    "fail",
                    "follows " + whom + ": " + desk.said(),
                    "see docs/sync.md#two-boxes-with-one-identity"));
        } else if (!line.online() || silent.compareTo(SILENT_MAX) > 0) {
            String found = "follows " + whom + ", and " + silence(silent);
            out.send(finding("sync", "warn", found, "look at the network, and whether it is switched on there"));
        } else {
            out.send(finding("sync", "ok", "follows " + whom + ", " + lag(desk, line), null));
        }
        Long skewMs = line.skewMs();
        if (skewMs != null && Math.abs(skewMs) > SyncDesk.SKEW_MS_MAX) {
            String found = "differs from that of " + whom + " by " + skewMs / 1_000 + " s";
            out.send(finding("clock of the hub", "warn", found, "look at the clocks of both"));
        }
        certificate(desk, out);
    }

    /// Of one that is not heard.
    static String silence(Duration silent) {
        return silent.compareTo(SILENT_MAX) > 0
                ? "has heard nothing for " + silent.toSeconds() + " s"
                : "has no link to it now: last heard of " + silent.toSeconds() + " s ago";
    }

    private static String lag(SyncDesk desk, Upline.Status line) {
        SyncState.View view = desk.state().view();
        Long completedMs = view.completedMs();
        String all = completedMs == null ? "has not had all yet" : "had all " + Instant.ofEpochMilli(completedMs);
        return desk.whom().isHub() ? all + ", " + line.waiting() + " events wait to go there" : all;
    }

    private void certificate(SyncDesk desk, Responses out) {
        Upstream.Joined joined = desk.whom().joined();
        if (joined == null) return;
        Instant ends = joined.chain().getFirst().getNotAfter().toInstant();
        Duration left = Duration.between(time.now(), ends);
        String found = "this box's at the hub holds until " + ends;
        if (left.isNegative()) {
            out.send(finding("hub certificate", "fail", found, "join again: lintel leave, lintel join"));
        } else if (left.compareTo(CERTIFICATE_WARN) < 0) {
            out.send(finding("hub certificate", "warn", found, "it is renewed by itself once the hub is reached"));
        } else {
            out.send(finding("hub certificate", "ok", found + ", " + left.toDays() + " days", null));
        }
    }

    /// One that is not good is told by `process`.
    private void passes(Responses out) {
        Instant ends = parts.passesUntil.get();
        if (ends == null) return;
        Duration left = Duration.between(time.now(), ends);
        String found = "passes for Apple's wallet are signed until " + ends + ", " + left.toDays() + " days";
        boolean soon = left.compareTo(PASS_CERTIFICATE_WARN) < 0;
        String advice = "renew it at Apple and put it in its place: passes that are out stay good";
        out.send(finding("pass certificate", soon ? "warn" : "ok", found, soon ? advice : null));
    }

    private static Map<String, @Nullable Object> finding(
            String check, String state, String found, @Nullable String advice) {
        Map<String, @Nullable Object> finding = new LinkedHashMap<>();
        finding.put("check", check);
        finding.put("state", state);
        finding.put("found", found);
        finding.put("advice", advice);
        return finding;
    }
}
