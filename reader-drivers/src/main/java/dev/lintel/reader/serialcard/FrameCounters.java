package dev.lintel.reader.serialcard;

import java.util.Map;

/// What a line has brought since the start. A fault that never came is not in `refused`.
///
/// @param frames good frames, ghosts and repeats among them
/// @param noiseBytes bytes that belonged to no frame
public record FrameCounters(long frames, Map<FrameFault, Long> refused, long noiseBytes) {
    public FrameCounters {
        refused = Map.copyOf(refused);
    }

    public long refusedTotal() {
        return refused.values().stream().mapToLong(Long::longValue).sum();
    }
}
