package dev.lintel.controller.reset;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The time in which a reset that was asked for waits for somebody at the box, as a pure function: (window, what is
/// active now) to the next window. Holds no clock and reads no line.
///
/// ```
///   Open --an input that was let go is held for 10 s, or words are typed--> Acted
///        --2 minutes are over---------------------------------------------> Expired
/// ```
///
/// What is active as the window opens counts only once it was let go: a button that sticks, or a housing that stands
/// open, is nobody's act.
public sealed interface ResetWindow {
    /// Long enough to walk to the door, too short to be forgotten.
    Duration OPEN_FOR = Duration.ofMinutes(2);
    /// Nobody leans on an exit button for so long by chance.
    Duration HELD_FOR = Duration.ofSeconds(10);
    /// After a longer pause nobody knows whether an input was held all the time.
    Duration LOOK_MAX = Duration.ofSeconds(1);

    /// It waits.
    ///
    /// @param untilNs when it ends, monotonic
    /// @param lookedNs when the inputs were looked at last
    /// @param sinceNs since when each input is held that counts
    /// @param stuck what was active as it opened and was not let go since
    record Open(long untilNs, long lookedNs, Map<String, Long> sinceNs, Set<String> stuck) implements ResetWindow {
        public Open {
            sinceNs = Map.copyOf(sinceNs);
            stuck = Set.copyOf(stuck);
        }

        /// The input that is held longest, and since when; null while none is.
        public Map.@Nullable Entry<String, Long> held() {
            return sinceNs.entrySet().stream()
                    .min(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                    .orElse(null);
        }
    }

    /// Somebody is at the box.
    ///
    /// @param how what they did: an input's name, or where they typed
    record Acted(String how) implements ResetWindow {}

    /// Nobody came.
    record Expired() implements ResetWindow {}

    /// A window that opens now; `active` are the inputs that are active already.
    static Open open(long nowNs, Set<String> active) {
        return new Open(nowNs + OPEN_FOR.toNanos(), nowNs, Map.of(), active);
    }

    /// The next window: `active` are the inputs that are active now.
    static ResetWindow look(ResetWindow window, long nowNs, Set<String> active) {
        return switch (window) {
            case Open open -> look(open, nowNs, active);
            case Acted acted -> acted;
            case Expired expired -> expired;
        };
    }

    private static ResetWindow look(Open open, long nowNs, Set<String> active) {
        if (nowNs - open.untilNs >= 0) return new Expired();
        boolean late = nowNs - open.lookedNs > LOOK_MAX.toNanos();
        Set<String> stuck = new HashSet<>(open.stuck);
        stuck.retainAll(active);
        Map<String, Long> since = new HashMap<>();
        for (String input : active) {
            if (stuck.contains(input)) continue;
            since.put(input, late ? nowNs : open.sinceNs.getOrDefault(input, nowNs));
        }
        var next = new Open(open.untilNs, nowNs, since, stuck);
        var held = next.held();
        if (held != null && nowNs - held.getValue() >= HELD_FOR.toNanos()) return new Acted(held.getKey());
        return next;
    }

    /// The words were typed at `place`, a terminal that is part of the box.
    static ResetWindow typed(ResetWindow window, long nowNs, String place) {
        return switch (window) {
            case Open open when nowNs - open.untilNs < 0 -> new Acted(place);
            case Open _ -> new Expired();
            case Acted acted -> acted;
            case Expired expired -> expired;
        };
    }
}
