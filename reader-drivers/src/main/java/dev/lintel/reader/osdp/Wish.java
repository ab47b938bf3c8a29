package dev.lintel.reader.osdp;

import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.osdp.Command.Buzzer;
import dev.lintel.reader.osdp.Command.Led;
import dev.lintel.reader.osdp.Command.LedRecord;
import dev.lintel.reader.osdp.Command.LedRecord.Permanent;
import dev.lintel.reader.osdp.Command.LedRecord.Temporary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a reader shall show: a steady signal, and perhaps a passing one over it that ends by itself. Immutable, so
/// that any thread may put a new one in place while the bus's thread reads it; the newest wins. `change` counts, so
/// that the same signal shown again is another wish.
record Wish(ReaderSignal steady, @Nullable ReaderSignal passing, int holdMs, long change) {
    static final Wish AT_FIRST = new Wish(ReaderSignal.IDLE, null, 0, 0);

    /// The timer of a passing signal has two bytes of 100 ms; 0 would last for ever.
    private static final int TIMER_MAX = 0xFFFF;

    private static final int FIRST_READER = 0;
    private static final int FIRST_LED = 0;

    Wish with(ReaderSignal signal, int holdMs) {
        return switch (signal) {
            case ADMITTED, REJECTED -> new Wish(steady, signal, holdMs, change + 1);
            case IDLE, WAITING_FOR_PIN, UNLOCKED, LOCKDOWN -> new Wish(signal, null, 0, change + 1);
        };
    }

    /// What is left of it after the reader was away: a passing signal is over.
    Wish afterReconnect() {
        return new Wish(steady, null, 0, change);
    }

    /// Both parts of the LED in one command, so that one lost or repeated leaves no mixture.
    Led led() {
        Temporary over = passing == null ? Temporary.CANCELLED : temporary(passing);
        return new Led(List.of(new LedRecord(FIRST_READER, FIRST_LED, over, permanent(steady))));
    }

    /// The sound that goes with the passing signal, or null when there is none.
    @Nullable
    Buzzer buzzer() {
        if (passing == null) return null;
        return passing == ReaderSignal.ADMITTED ? beeps(1) : beeps(3);
    }

    private static Buzzer beeps(int count) {
        return new Buzzer(FIRST_READER, Buzzer.TONE_DEFAULT, 1, 1, count);
    }

    private Temporary temporary(ReaderSignal signal) {
        int timer = Math.clamp((holdMs + 99L) / 100, 1, TIMER_MAX);
        int off = LedColour.OFF.code();
        return signal == ReaderSignal.ADMITTED
                ? new Temporary(Temporary.SET, 1, 0, LedColour.GREEN.code(), off, timer)
                : new Temporary(Temporary.SET, 2, 2, LedColour.RED.code(), off, timer);
    }

    private static Permanent permanent(ReaderSignal signal) {
        return switch (signal) {
            case IDLE, ADMITTED, REJECTED -> blinking(LedColour.RED, 1, 0);
            case WAITING_FOR_PIN -> blinking(LedColour.AMBER, 5, 5);
            case UNLOCKED -> blinking(LedColour.GREEN, 1, 0);
            case LOCKDOWN -> blinking(LedColour.RED, 15, 5);
        };
    }

    private static Permanent blinking(LedColour colour, int onTime, int offTime) {
        return new Permanent(Permanent.SET, onTime, offTime, colour.code(), LedColour.OFF.code());
    }
}
