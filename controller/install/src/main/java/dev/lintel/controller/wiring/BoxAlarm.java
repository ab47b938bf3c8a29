package dev.lintel.controller.wiring;

import dev.lintel.controller.config.Debounce;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An input of the box that reports an alarm and its end, each once: over a restart as well, because the log knows what
/// was reported. Opened on the main thread; changes come on the inputs' own thread.
final class BoxAlarm {
    private final Kind kind;
    private final Time time;
    private final EventLog log;
    private final BoxLines.InputHeard heard;
    private boolean reported; // guarded by this
    private volatile @Nullable InputPoint point;

    /// The inputs there are.
    enum Kind {
        POWER(
                "power",
                EventKind.POWER_FAIL,
                EventKind.POWER_RESTORED,
                "the mains have failed: the box runs on battery"),
        BATTERY_LOW(
                "battery_low",
                EventKind.BATTERY_LOW,
                EventKind.BATTERY_NORMAL,
                "the battery is low: the box stops when it is empty");

        private final String input;
        private final EventKind begins;
        private final EventKind ends;
        private final String fault;

        Kind(String input, EventKind begins, EventKind ends, String fault) {
            this.input = input;
            this.begins = begins;
            this.ends = ends;
            this.fault = fault;
        }

        EventKind begins() {
            return begins;
        }

        EventKind ends() {
            return ends;
        }
    }

    /// `reported`: the log has an alarm of this input that is not over.
    BoxAlarm(Kind kind, boolean reported, Time time, EventLog log, BoxLines.InputHeard heard) {
        this.kind = kind;
        this.reported = reported;
        this.time = time;
        this.log = log;
        this.heard = heard;
    }

    void open(GpioChip gpio, LineSpec line) {
        InputPoint opened = gpio.input(line, Debounce.USUAL_MS, this::report);
        point = opened;
        // Asked again, because the line may move between question and answer.
        boolean active;
        do {
            active = opened.active();
            report(active, time.nowNs());
        } while (opened.active() != active);
    }

    private synchronized void report(boolean active, long atNs) {
        heard.input(kind.input, active);
        if (active == reported) return;
        reported = active;
        EventKind event = active ? kind.begins : kind.ends;
        log.append(new EventDraft(event, time.nowMs(), atNs, EventDraft.Subject.NOBODY, Map.of("input", kind.input)));
    }

    /// For /health: what is wrong, or null.
    @Nullable
    String fault() {
        InputPoint opened = point;
        return opened != null && opened.active() ? kind.fault : null;
    }
}
