package dev.lintel.reader.serialcard;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Where a parser puts what it finds: frames until they are taken, and counts for good. One thread.
final class Findings {
    private final Map<FrameFault, Long> refused = new EnumMap<>(FrameFault.class);
    private List<CardFrame> frames = new ArrayList<>();
    private long good;
    private long noiseBytes;

    void frame(CardFrame frame) {
        good++;
        frames.add(frame);
    }

    void refuse(FrameFault fault) {
        refused.merge(fault, 1L, Long::sum);
    }

    void noise(int bytes) {
        noiseBytes += bytes;
    }

    List<CardFrame> take() {
        if (frames.isEmpty()) return List.of();
        List<CardFrame> taken = frames;
        frames = new ArrayList<>();
        return taken;
    }

    FrameCounters counters() {
        return new FrameCounters(good, refused, noiseBytes);
    }
}
