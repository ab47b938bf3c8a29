package dev.lintel.controller.wiring;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tells the log when lines of the board cannot be used, and when all of them work again. One thread at a time.
public final class LineWatch {
    private final Supplier<@Nullable String> fault;
    private final EventLog log;
    private final Time time;
    private boolean told;

    /// `fault` says what is wrong with the hardware now, or null.
    public LineWatch(Supplier<@Nullable String> fault, EventLog log, Time time) {
        this.fault = fault;
        this.log = log;
        this.time = time;
    }

    public void look() {
        String found = fault.get();
        if ((found != null) == told) return;
        told = found != null;
        EventKind kind = told ? EventKind.LINE_FAULT : EventKind.LINE_NORMAL;
        Map<String, Object> what = found == null ? Map.of("what", "board") : Map.of("what", "board", "found", found);
        log.append(new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.NOBODY, what));
    }
}
