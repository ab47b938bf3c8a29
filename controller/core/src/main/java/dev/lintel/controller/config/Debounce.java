package dev.lintel.controller.config;

import dev.lintel.controller.yaml.Section;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// For how long a line of a channel must be steady before its change counts, in milliseconds; 0 for not at all.
/// Immutable.
public record Debounce(int contactMs, int rexMs, int auxMs, int tamperMs) {
    /// Contacts and buttons bounce for a few milliseconds.
    public static final int USUAL_MS = 10;

    public static final Debounce USUAL = new Debounce(USUAL_MS, USUAL_MS, USUAL_MS, USUAL_MS);

    /// Less than the 300 ms for which a door allows its contact to lag behind the strike.
    private static final Duration MAX = Duration.ofMillis(200);
    /// A person who leaves waits for it, and a shorter press is none.
    private static final Duration EXIT_MAX = Duration.ofMillis(100);

    /// Of the contact or the housing.
    static int ofContact(@Nullable Section input) {
        return read(input, MAX);
    }

    static int ofExit(@Nullable Section input) {
        return read(input, EXIT_MAX);
    }

    private static int read(@Nullable Section input, Duration max) {
        if (input == null) return USUAL_MS;
        Duration usual = Duration.ofMillis(USUAL_MS);
        return (int) input.duration("debounce", Duration.ZERO, max).or(usual).toMillis();
    }
}
