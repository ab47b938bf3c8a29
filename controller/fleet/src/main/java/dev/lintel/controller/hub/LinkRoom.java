package dev.lintel.controller.hub;

import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// How many links of boxes this hub's heap carries, for [Links]. Any thread.
final class LinkRoom {
    /// What a box that is linked may take of the heap: its link, two connections with TLS, what it told, and news that
    /// wait. An estimate: `lintel bench sync` measures the live part of it.
    static final long BYTES_PER_BOX = 160 << 10;
    /// The share of the heap that boxes may take: the doors and the database need the rest. A board's 64 MB carry 204.
    private static final long HEAP_SHARE = 2;
    /// Boxes have 1,200 connections at most, whatever the heap, and need some besides their links.
    private static final int MOST = 1_000;
    /// A house with few doors has its boxes also where the heap is smaller than a board's.
    private static final int LEAST = 50;
    /// A refused box comes again after so long, and as long again at most: not all at one moment.
    private static final int AGAIN_S = 30;
    /// How long a refusal is reported: boxes that are refused come again within it.
    private static final long REPORTED_NS = TimeUnit.MINUTES.toNanos(5);

    private static final Logger LOG = System.getLogger(LinkRoom.class.getName());

    private final Time time;
    private final int most;
    private volatile @Nullable Long refusedNs;

    /// @param heapBytes what the process may use
    LinkRoom(Time time, long heapBytes) {
        this.time = time;
        this.most = Math.clamp(heapBytes / HEAP_SHARE / BYTES_PER_BOX, LEAST, MOST);
    }

    int most() {
        return most;
    }

    /// Whether there is room for one more link than `open`. Where there is none, that is reported for a while.
    boolean has(int open) {
        if (open < most) return true;
        boolean reported = fault() != null;
        refusedNs = time.nowNs();
        if (!reported) LOG.log(Level.WARNING, "a box was refused: " + words());
        return false;
    }

    /// For the box that is refused.
    String words() {
        return "this hub carries " + most + " boxes at once with its heap: more memory (-Xmx), or another hub";
    }

    /// When a refused box may come again, in seconds: a while, with jitter.
    int againS() {
        return AGAIN_S + ThreadLocalRandom.current().nextInt(AGAIN_S + 1);
    }

    /// For /health; null: no box was refused of late.
    @Nullable
    String fault() {
        Long last = refusedNs;
        return last == null || time.nowNs() - last >= REPORTED_NS ? null : "boxes are refused: " + words();
    }
}
