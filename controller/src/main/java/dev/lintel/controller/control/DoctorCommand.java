package dev.lintel.controller.control;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.LineReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `doctor`: what the process says of itself, a finding a line: `check`, `state` (`ok`, `warn`, `fail`), `found`,
/// `advice`.
public final class DoctorCommand implements Command {
    private final Health health;
    private final DoorViews doors;
    private final Supplier<List<LineReport>> lines;

    public DoctorCommand(Health health, DoorViews doors, Supplier<List<LineReport>> lines) {
        this.health = health;
        this.doors = doors;
        this.lines = lines;
    }

    @Override
    public void run(Request request, Responses out) {
        Health.Report report = health.report();
        String pid = "runs as process " + ProcessHandle.current().pid();
        if (report.reasons().isEmpty()) out.send(finding("process", "ok", pid + " and is ready", null));
        for (String reason : report.reasons()) out.send(finding("process", "fail", reason, "see its log"));
        for (LineReport line : lines.get()) {
            String what = line.name() + ": " + line.found();
            if (line.works()) out.send(finding("line", "ok", what, null));
            else out.send(finding("line", "fail", what, "check the adapter and its cable"));
            for (LineReport.Hint hint : line.hints()) {
                out.send(finding("wiring", "warn", line.name() + ": " + hint.found(), hint.advice()));
            }
        }
        for (DoorView door : doors.all()) {
            door.readersOnline().forEach((side, online) -> {
                String what = "channel " + door.channelId() + ", " + side;
                if (online) out.send(finding("reader", "ok", what + " is online", null));
                else out.send(finding("reader", "fail", what + " is offline", "check its cable, power and address"));
            });
        }
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
