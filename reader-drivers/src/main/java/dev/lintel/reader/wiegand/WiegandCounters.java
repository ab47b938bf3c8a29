package dev.lintel.reader.wiegand;

import dev.lintel.reader.wiegand.WiegandOutcome.Fault;
import java.util.Map;

/// What a line has seen since the start. A fault that never came is not in `rejected`.
///
/// @param frames whole frames, cards and keys
/// @param rejected bursts refused, by reason
/// @param ignored bursts too short to mean anything
public record WiegandCounters(long frames, Map<Fault, Long> rejected, long ignored) {
    public WiegandCounters {
        rejected = Map.copyOf(rejected);
    }

    public long rejectedTotal() {
        return rejected.values().stream().mapToLong(Long::longValue).sum();
    }
}
