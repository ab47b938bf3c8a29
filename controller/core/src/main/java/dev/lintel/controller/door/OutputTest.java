package dev.lintel.controller.door;

import dev.lintel.reader.ReaderSignal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// What an installer tries at a door, for a few seconds, to see or hear that it is wired. None of it lets anybody in:
/// a strike is tried by letting somebody in by hand.
public sealed interface OutputTest {
    /// Long enough to turn round to the reader, short enough for whoever comes to the door.
    Duration SHOWN = Duration.ofSeconds(4);

    /// Long enough to be heard, short enough for whoever works there.
    Duration SOUNDED = Duration.ofSeconds(2);

    /// The event's `output`.
    String output();

    /// A reader shows `signal`, and then what the door shows.
    ///
    /// @param side `entry` or `exit`
    record Show(String side, ReaderSignal signal) implements OutputTest {
        @Override
        public String output() {
            return "reader";
        }
    }

    /// The sounder is on.
    record Sound() implements OutputTest {
        @Override
        public String output() {
            return "sounder";
        }
    }

    private static String words(ReaderSignal signal) {
        return switch (signal) {
            case IDLE -> "red";
            case ADMITTED -> "green, a beep";
            case REJECTED -> "red, three beeps";
            case TOGGLED_UNLOCKED -> "green, flashing, two long beeps";
            case TOGGLED_LOCKED -> "red, flashing, one long beep";
            case WAITING_FOR_PIN -> "amber, flashing";
            case WAITING_FOR_OTHERS -> "amber, dark now and then";
            case UNLOCKED -> "green";
            case LOCKDOWN -> "red, flashing";
            case OFFLINE -> "amber, a blink now and then";
            case PRE_ALARM -> "a beep";
        };
    }

    /// What the log hears of it.
    default Map<String, Object> facts(String by) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("what", "test");
        facts.put("output", output());
        switch (this) {
            case Show show -> {
                facts.put("action", "test " + show.side + " reader");
                facts.put("reader", show.side);
                facts.put("new", words(show.signal));
            }
            case Sound _ -> facts.put("action", "test sounder");
        }
        facts.put("by", by);
        return facts;
    }
}
