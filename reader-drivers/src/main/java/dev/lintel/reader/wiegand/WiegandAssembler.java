package dev.lintel.reader.wiegand;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.wiegand.WiegandOutcome.Fault;
import dev.lintel.reader.wiegand.WiegandOutcome.Frame;
import dev.lintel.reader.wiegand.WiegandOutcome.Ignored;
import dev.lintel.reader.wiegand.WiegandOutcome.Rejected;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Falling edges to frames: pure, no clock, no thread. Fed by [WiegandReader] on its thread; not safe to share.
///
/// Silence between the edges' own times ends a frame, so a late thread cannot split or merge one. [#step] only ends
/// the last frame, which no further edge ends. Any input is taken: edges are never trusted to be in order or sane.
///
/// ```
///   feed(edge) / step(now) --> null           the burst goes on
///                              Frame          4 to 256 edges without a doubt
///                              Rejected       refused whole
///                              Ignored        fewer than 4 edges
/// ```
public final class WiegandAssembler {
    /// Silence that ends a frame. Readers may pause 20 ms between bits, and quick keys come 45 ms apart.
    public static final long SILENCE_NS = 30_000_000;

    /// The shortest message in the field is a 4-bit key.
    public static final int BITS_MIN = 4;

    /// Nearest edges on two lines: a pulse is at least this long, and the lines never pulse together.
    public static final long OTHER_LINE_NS_MIN = 20_000;

    /// Nearest edges on one line: readers keep 200 us, ringing comes within tens.
    public static final long SAME_LINE_NS_MIN = 100_000;

    private final List<Edge> burst = new ArrayList<>();
    private long count;
    private @Nullable WiegandBurst last;
    private long newestNs;
    private int newestSeqno;

    private boolean hasPrevious;
    private long previousNs;
    private int previousSeqno;

    private long frames;
    private long ignored;
    private final Map<Fault, Long> rejected = new EnumMap<>(Fault.class);

    /// Takes one edge; what it returns is the burst before it, when this edge began another.
    public @Nullable WiegandOutcome feed(Edge edge) {
        WiegandOutcome ended = isApart(edge) ? end() : null;
        add(edge);
        return ended;
    }

    /// Ends the burst when [#deadlineNs] has come; null when it has not, or when there is none.
    public @Nullable WiegandOutcome step(long nowNs) {
        return waiting() && nowNs - deadlineNs() >= 0 ? end() : null;
    }

    /// Whether a burst is under way, so that [#deadlineNs] means something.
    public boolean waiting() {
        return !burst.isEmpty();
    }

    /// When [#step] ends the burst, if no edge comes before.
    public long deadlineNs() {
        return newestNs + SILENCE_NS;
    }

    /// Counts a frame, which [#feed] or [#step] gave, as refused: its taker found what cannot be.
    void refuse(Fault fault) {
        frames--;
        rejected.merge(fault, 1L, Long::sum);
    }

    public WiegandCounters counters() {
        return new WiegandCounters(frames, rejected, ignored);
    }

    private boolean isApart(Edge edge) {
        long distanceNs = edge.atNs() - newestNs;
        return waiting() && (distanceNs >= SILENCE_NS || distanceNs <= -SILENCE_NS);
    }

    private void add(Edge edge) {
        boolean first = burst.isEmpty();
        if (first || edge.atNs() - newestNs > 0) newestNs = edge.atNs();
        if (first || edge.seqno() - newestSeqno > 0) newestSeqno = edge.seqno();
        count++;
        if (burst.size() < CardBits.BITS_MAX) burst.add(edge);
    }

    /// The burst of which [#feed] or [#step] told last; null before the first.
    public @Nullable WiegandBurst last() {
        return last;
    }

    private WiegandOutcome end() {
        // The two lines' threads may deliver in the other order; the number given in the interrupt is the true one.
        int base = burst.getFirst().seqno();
        burst.sort((a, b) -> Integer.compare(a.seqno() - base, b.seqno() - base));
        var seen = new WiegandBurst(bits(), count, burst.getFirst().atNs(), newestNs, intervals());
        last = seen;
        WiegandOutcome outcome = judge(seen);
        switch (outcome) {
            case Frame _ -> frames++;
            case Ignored _ -> ignored++;
            case Rejected r -> rejected.merge(r.fault(), 1L, Long::sum);
        }
        hasPrevious = true;
        previousNs = newestNs;
        previousSeqno = newestSeqno;
        burst.clear();
        count = 0;
        return outcome;
    }

    private WiegandOutcome judge(WiegandBurst seen) {
        int edges = burst.size();
        if (count > edges) return new Rejected(Fault.TOO_LONG, edges, newestNs);
        if (edges < BITS_MIN) return new Ignored(edges, newestNs);

        Fault fault = fault();
        if (fault != null) return new Rejected(fault, edges, newestNs);
        return new Frame(CardBits.of(seen.bits()), newestNs);
    }

    private String bits() {
        var bits = new StringBuilder(burst.size());
        for (Edge edge : burst) bits.append(edge.bit() == 0 ? '0' : '1');
        return bits.toString();
    }

    private WiegandBurst.Intervals intervals() {
        if (burst.size() < 2) return WiegandBurst.Intervals.NONE;
        long[] intervals = new long[burst.size() - 1];
        for (int i = 0; i < intervals.length; i++)
            intervals[i] = burst.get(i + 1).atNs() - burst.get(i).atNs();
        Arrays.sort(intervals);
        return new WiegandBurst.Intervals(
                intervals[0], intervals[intervals.length / 2], intervals[intervals.length - 1]);
    }

    private @Nullable Fault fault() {
        Edge first = burst.getFirst();
        if (hasPrevious && Math.abs(first.atNs() - previousNs) < SILENCE_NS) return Fault.LATE;
        // A number missing before the first edge may be this frame's first bit as well as the end of the one before.
        if (hasPrevious && first.seqno() != previousSeqno + 1) return Fault.LOST_EDGE;
        for (int i = 1; i < burst.size(); i++) {
            Edge before = burst.get(i - 1);
            Edge edge = burst.get(i);
            if (edge.seqno() != before.seqno() + 1) return Fault.LOST_EDGE;
            long apartNs = edge.atNs() - before.atNs();
            if (apartNs < (edge.bit() == before.bit() ? SAME_LINE_NS_MIN : OTHER_LINE_NS_MIN)) return Fault.TOO_CLOSE;
        }
        return null;
    }
}
