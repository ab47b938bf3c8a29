package dev.lintel.reader.keypad;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keys of one reader to PINs: `#` sends, `*` clears, and a pause voids what was begun; where PINs are of one
/// length, the last digit sends by itself. Pure: the time is in the input. Used by the thread that takes the
/// reader's events; not safe to share.
///
/// ```
///   empty --digit--> collecting --#--> Complete            collecting --digit 13--> TooLong --> void
///                    collecting --*--> Cleared             void --#, *--> Cleared   either --pause--> TimedOut
///                    collecting --the rules' last digit--> Complete
/// ```
public final class PinCollector {
    /// The longest PIN. Four to eight are usual; a longer run is someone playing with the keys.
    public static final int DIGITS_MAX = 12;

    private final StringBuilder digits = new StringBuilder(DIGITS_MAX);
    private final PinRules rules;
    private boolean tooLong;
    private long lastKeyNs;

    public PinCollector() {
        this(PinRules.USUAL);
    }

    public PinCollector(PinRules rules) {
        this.rules = rules;
    }

    /// Takes keys in order, pressed at `nowNs`; answers what ended, in order. Characters that are no keys are
    /// ignored.
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
        return lastKeyNs + rules.pause().toNanos();
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
            return digits.length() == rules.digits() ? send() : null;
        }
        clear();
        tooLong = true;
        return new PinOutcome.TooLong();
    }
}
