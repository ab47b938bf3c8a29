package dev.lintel.reader.keypad;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keys of one reader to PINs: `#` sends, `*` clears, and a pause voids what was begun. Pure: the time is in the
/// input. Used by the thread that takes the reader's events; not safe to share.
///
/// ```
///   empty --digit--> collecting --#--> Complete            collecting --digit 13--> TooLong --> void
///                    collecting --*--> Cleared             void --#, *--> Cleared   either --5 s--> TimedOut
/// ```
public final class PinCollector {
    /// The longest PIN. Four to eight are usual; a longer run is someone playing with the keys.
    public static final int DIGITS_MAX = 12;

    /// A pause this long between keys voids the entry: the next person must not go on where one left.
    public static final long PAUSE_NS_MAX = 5_000_000_000L;

    private final StringBuilder digits = new StringBuilder(DIGITS_MAX);
    private boolean tooLong;
    private long lastKeyNs;

    /// Takes keys in order, pressed at `nowNs`; answers what ended, in order. Characters that are no keys are ignored.
    public List<PinOutcome> feed(String keys, long nowNs) {
        List<PinOutcome> outcomes = new ArrayList<>(step(nowNs));
        for (int i = 0; i < keys.length(); i++) {
            PinOutcome outcome = press(keys.charAt(i), nowNs);
            if (outcome != null) outcomes.add(outcome);
        }
        return List.copyOf(outcomes);
    }

    /// `TimedOut` when [#deadlineNs] has come; otherwise nothing.
    public List<PinOutcome> step(long nowNs) {
        if (!waiting() || nowNs - deadlineNs() < 0) return List.of();
        clear();
        return List.of(new PinOutcome.TimedOut());
    }

    /// Whether an entry is under way, so that [#deadlineNs] means something.
    public boolean waiting() {
        return tooLong || !digits.isEmpty();
    }

    /// When the entry is void, if no key comes before.
    public long deadlineNs() {
        return lastKeyNs + PAUSE_NS_MAX;
    }

    /// Forgets what was begun, as when a card takes its place.
    public void clear() {
        // Overwritten, not only cut: the digits must not stay readable in memory.
        for (int i = 0; i < digits.length(); i++) digits.setCharAt(i, ' ');
        digits.setLength(0);
        tooLong = false;
    }

    private @Nullable PinOutcome press(char key, long nowNs) {
        return switch (key) {
            case '#' -> send();
            case '*' -> discard();
            case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> collect(key, nowNs);
            default -> null;
        };
    }

    private @Nullable PinOutcome send() {
        if (tooLong || digits.isEmpty()) return discard();
        String pin = digits.toString();
        clear();
        return new PinOutcome.Complete(pin);
    }

    private @Nullable PinOutcome discard() {
        boolean begun = waiting();
        clear();
        return begun ? new PinOutcome.Cleared() : null;
    }

    private @Nullable PinOutcome collect(char digit, long nowNs) {
        lastKeyNs = nowNs;
        if (tooLong) return null;
        if (digits.length() < DIGITS_MAX) {
            digits.append(digit);
            return null;
        }
        clear();
        tooLong = true;
        return new PinOutcome.TooLong();
    }
}
