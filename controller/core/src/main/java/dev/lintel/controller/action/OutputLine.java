package dev.lintel.controller.action;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.OutputPoint;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One named output: drives its line, and tries again where the line does not follow. A line that differs for a second
/// is a LINE_FAULT, as a door's sounder is. The actions' thread only.
final class OutputLine {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long REPORTED_NS = TimeUnit.SECONDS.toNanos(1);
    /// Long enough to be seen or heard, short enough for a siren.
    private static final long TEST_NS = TimeUnit.SECONDS.toNanos(2);

    private final String name;
    private final OutputPoint point;
    private final EventLog log;
    private final Time time;
    private boolean reported;
    private List<Long> wantedBy = List.of();
    private long testUntilNs = Timing.NEVER;
    private long differsSinceNs = Timing.NEVER;
    private long nextNs = Timing.NEVER;
    private boolean stopped;

    /// `reported`: the log has a fault of the line that is not over.
    OutputLine(String name, OutputPoint point, boolean reported, EventLog log, Time time) {
        this.name = name;
        this.point = point;
        this.reported = reported;
        this.log = log;
        this.time = time;
    }

    String name() {
        return name;
    }

    /// The actions that want it on from now on.
    void want(List<Long> actions) {
        wantedBy = actions;
    }

    /// Switches it on for a test; returns why not, or null.
    @Nullable
    String test(String by) {
        if (!wantedBy.isEmpty() || testUntilNs != Timing.NEVER) return "the output is on already";
        testUntilNs = time.nowNs() + TEST_NS;
        Map<String, Object> facts = Map.of("what", "test", "output", name, "action", "test output " + name, "by", by);
        tell(EventKind.CONFIGURATION_CHANGED, facts);
        return null;
    }

    private boolean wanted() {
        return !stopped && (!wantedBy.isEmpty() || testUntilNs != Timing.NEVER);
    }

    /// Drives the line where it is not as it is wanted.
    void drive() {
        long nowNs = time.nowNs();
        if (testUntilNs <= nowNs) testUntilNs = Timing.NEVER;
        boolean wanted = wanted();
        if (point.active() != wanted && (nextNs == Timing.NEVER || nextNs <= nowNs)) {
            set(wanted);
            nextNs = nowNs + RETRY_NS;
        }
        if (point.active() == wanted) {
            if (reported) tell(EventKind.LINE_NORMAL, Map.of("output", name));
            reported = false;
            differsSinceNs = Timing.NEVER;
            nextNs = Timing.NEVER;
            return;
        }
        if (differsSinceNs == Timing.NEVER) differsSinceNs = nowNs;
        if (reported || nowNs - differsSinceNs < REPORTED_NS) return;
        reported = true;
        tell(EventKind.LINE_FAULT, Map.of("output", name, "wanted", wanted ? "on" : "off"));
    }

    private void set(boolean wanted) {
        try {
            point.set(wanted);
        } catch (GpioException e) {
            // Tried again; a line that stays so is reported.
        }
    }

    /// Off, also where the line has to be tried again. The last call.
    void stop() {
        stopped = true;
        if (point.active()) set(false);
    }

    long deadlineNs() {
        return Math.min(testUntilNs, nextNs);
    }

    OutputView view() {
        String fault = point.active() == wanted() ? null : "the line does not switch " + (wanted() ? "on" : "off");
        return new OutputView(name, point.active(), wantedBy, testUntilNs != Timing.NEVER, fault);
    }

    private void tell(EventKind kind, Map<String, Object> facts) {
        log.append(new EventDraft(kind, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, facts));
    }
}
