package dev.lintel.reader.osdp;

import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.osdp.Command.Buzzer;
import dev.lintel.reader.osdp.Command.Led;
import dev.lintel.reader.osdp.Command.LedRecord;
import dev.lintel.reader.osdp.Command.LedRecord.Permanent;
import dev.lintel.reader.osdp.Command.LedRecord.Temporary;
import dev.lintel.reader.osdp.Command.OutputRecord;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a reader shall show and do: a steady signal, perhaps a passing one over it that ends by itself, its
/// outputs and its text. Immutable, so that any thread may put a new one in place while the bus's thread reads
/// it; the newest wins. `change` counts signals, so that the same one shown again is another wish.
///
/// @param outputs the state of each output that anybody has set, by number
/// @param text what stands on the display; null when nobody has written there
record Wish(
        ReaderSignal steady,
        @Nullable ReaderSignal passing,
        int holdMs,
        long change,
        SortedMap<Integer, Boolean> outputs,
        @Nullable String text) {
    static final Wish AT_FIRST = new Wish(ReaderSignal.IDLE, null, 0, 0, Collections.emptySortedMap(), null);

    /// A reader has a few outputs; all of them go out in one command that fits the shortest frame.
    static final int OUTPUT_MAX = 15;

    /// What a line of the smallest display has, twice; more than any reader shows.
    static final int TEXT_CHARS_MAX = 32;

    /// The timer of a passing signal has two bytes of 100 ms; 0 would last for ever.
    private static final int TIMER_MAX = 0xFFFF;

    /// In units of 100 ms.
    private static final int LONG_BEEP = 6;

    private static final int OUTPUT_OFF = 1;
    private static final int OUTPUT_ON = 2;
    private static final int TEXT_STANDS = 1;
    private static final int FIRST_READER = 0;
    private static final int FIRST_LED = 0;

    Wish with(ReaderSignal signal, int holdMs) {
        return switch (signal) {
            case ADMITTED, REJECTED, TOGGLED_UNLOCKED, TOGGLED_LOCKED, PRE_ALARM ->
                new Wish(steady, signal, holdMs, change + 1, outputs, text);
            case IDLE, WAITING_FOR_PIN, WAITING_FOR_OTHERS, UNLOCKED, LOCKDOWN, OFFLINE ->
                new Wish(signal, null, 0, change + 1, outputs, text);
        };
    }

    Wish withOutput(int output, boolean on) {
        if (output < 0 || output > OUTPUT_MAX) {
            throw new IllegalArgumentException("an output is 0 to " + OUTPUT_MAX + ", not " + output);
        }
        var all = new TreeMap<>(outputs);
        all.put(output, on);
        return new Wish(steady, passing, holdMs, change, Collections.unmodifiableSortedMap(all), text);
    }

    Wish withText(String words) {
        if (words.length() > TEXT_CHARS_MAX || !words.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException("a text has up to " + TEXT_CHARS_MAX + " printable ASCII characters");
        }
        return new Wish(steady, passing, holdMs, change, outputs, words);
    }

    /// What is left of it after the reader was away: a passing signal is over.
    Wish afterReconnect() {
        return new Wish(steady, null, 0, change, outputs, text);
    }

    /// All outputs in one command, or null when nobody has set one.
    Command.@Nullable Output output() {
        if (outputs.isEmpty()) return null;
        return new Command.Output(outputs.entrySet().stream()
                .map(o -> new OutputRecord(o.getKey(), o.getValue() ? OUTPUT_ON : OUTPUT_OFF, 0))
                .toList());
    }

    /// One output off that the door does not use.
    static Command.Output off(int output) {
        return new Command.Output(List.of(new OutputRecord(output, OUTPUT_OFF, 0)));
    }

    /// The text for the first row, or null when nobody has written one. An empty one wipes the row.
    Command.@Nullable Text display() {
        if (text == null) return null;
        return new Command.Text(FIRST_READER, TEXT_STANDS, 0, 1, 1, text.isEmpty() ? " " : text);
    }

    /// Blanks in place of a text.
    static Command.Text blank(Command.Text text) {
        String blanks = " ".repeat(Math.max(1, text.text().length()));
        return new Command.Text(text.reader(), TEXT_STANDS, 0, text.row(), text.column(), blanks);
    }

    /// Both parts of the LED in one command, so that one lost or repeated leaves no mixture.
    Led led() {
        if (passing == ReaderSignal.PRE_ALARM) return steadyLed(); // it has no light
        return led(passing == null ? Temporary.CANCELLED : temporary(passing));
    }

    /// The steady signal once more, which changes nothing at a reader that shows it, or a passing signal over it.
    Led steadyLed() {
        return led(Temporary.LEFT);
    }

    /// The steady signal, and no passing one over it, whoever asked for that.
    Led usualLed() {
        return led(Temporary.CANCELLED);
    }

    /// Ends a sound that has no end.
    static Buzzer silence() {
        return new Buzzer(FIRST_READER, Buzzer.TONE_OFF, 1, 0, 1);
    }

    private Led led(Temporary over) {
        return new Led(List.of(new LedRecord(FIRST_READER, FIRST_LED, over, permanent(steady))));
    }

    /// The sound that goes with the passing signal, or null when there is none.
    @Nullable
    Buzzer buzzer() {
        return switch (passing) {
            case null -> null;
            case REJECTED -> beeps(1, 3);
            case TOGGLED_UNLOCKED -> beeps(LONG_BEEP, 2);
            case TOGGLED_LOCKED -> beeps(LONG_BEEP, 1);
            default -> beeps(1, 1);
        };
    }

    private static Buzzer beeps(int onTime, int count) {
        return new Buzzer(FIRST_READER, Buzzer.TONE_DEFAULT, onTime, onTime, count);
    }

    private Temporary temporary(ReaderSignal signal) {
        int timer = Math.clamp((holdMs + 99L) / 100, 1, TIMER_MAX);
        int off = LedColour.OFF.code();
        int green = LedColour.GREEN.code();
        int red = LedColour.RED.code();
        return switch (signal) {
            case ADMITTED -> new Temporary(Temporary.SET, 1, 0, green, off, timer);
            case TOGGLED_UNLOCKED -> new Temporary(Temporary.SET, 3, 3, green, off, timer);
            case TOGGLED_LOCKED -> new Temporary(Temporary.SET, 3, 3, red, off, timer);
            default -> new Temporary(Temporary.SET, 2, 2, red, off, timer);
        };
    }

    private static Permanent permanent(ReaderSignal signal) {
        return switch (signal) {
            case IDLE, ADMITTED, REJECTED, TOGGLED_UNLOCKED, TOGGLED_LOCKED, PRE_ALARM -> blinking(LedColour.RED, 1, 0);
            case WAITING_FOR_PIN -> blinking(LedColour.AMBER, 5, 5);
            case WAITING_FOR_OTHERS -> blinking(LedColour.AMBER, 18, 2);
            case UNLOCKED -> blinking(LedColour.GREEN, 1, 0);
            case LOCKDOWN -> blinking(LedColour.RED, 15, 5);
            case OFFLINE -> blinking(LedColour.AMBER, 2, 18);
        };
    }

    private static Permanent blinking(LedColour colour, int onTime, int offTime) {
        return new Permanent(Permanent.SET, onTime, offTime, colour.code(), LedColour.OFF.code());
    }
}
