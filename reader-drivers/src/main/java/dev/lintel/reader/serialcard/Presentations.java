package dev.lintel.reader.serialcard;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;

/// Tells which frames are somebody holding out a card. Pure, stepped with monotonic time; one thread.
///
/// ```
///   frame  A  A  A  A  . . . 1 s . . .  A  A          B  A  B  A        G
///   told      A                            A             B  A
///             |  ^repeats: A still lies    |             two cards, each  a ghost: never comes again
///             confirmed by the second      away for HELD_NS: a new read
/// ```
///
/// Source: docs/sources.md#serial-readers.
///
/// - A number of zeros only is no card: an idle line's frame passes every XOR.
/// - Where frames must be confirmed, one counts only when it comes again within [#CONFIRM_NS], whatever comes
///   between.
/// - The same card within [#HELD_NS] of its last frame still lies there. Cards are told apart: two on one ring are
///   read once each, however their frames alternate.
public final class Presentations {
    /// How long a card is away before it is presented anew. Readers that repeat do so 10 times a second, and miss a
    /// few; a person takes longer to hold out a card twice on purpose.
    public static final long HELD_NS = 1_000_000_000;

    /// Four of an RDM6300's repeats.
    public static final long CONFIRM_NS = 300_000_000;

    /// More cards than lie on a reader at once; what noise makes up must not pile up.
    static final int CARDS_MAX = 8;

    private final boolean confirm;
    private final Map<CardFrame, Long> held = new LinkedHashMap<>(); // by last frame, oldest first
    private final Map<CardFrame, Long> candidates = new LinkedHashMap<>(); // likewise
    private long presented;
    private long repeats;
    private long ghosts;

    /// `confirm`: whether a frame must come twice to count.
    public Presentations(boolean confirm) {
        this.confirm = confirm;
    }

    /// Whether the frame that came at `nowNs` is a new presentation.
    public boolean isNew(CardFrame frame, long nowNs) {
        expire(nowNs);
        if (isZero(frame)) {
            ghosts++;
            return false;
        }
        if (held.remove(frame) != null) {
            held.put(frame, nowNs);
            repeats++;
            return false;
        }
        if (confirm && candidates.remove(frame) == null) {
            if (candidates.size() == CARDS_MAX) forgetOldestCandidate();
            candidates.put(frame, nowNs);
            return false;
        }
        if (held.size() == CARDS_MAX) held.remove(held.keySet().iterator().next());
        held.put(frame, nowNs);
        presented++;
        return true;
    }

    /// Forgets cards that are away. What was never confirmed was a ghost.
    public void expire(long nowNs) {
        held.values().removeIf(seenNs -> nowNs - seenNs >= HELD_NS);
        int before = candidates.size();
        candidates.values().removeIf(seenNs -> nowNs - seenNs > CONFIRM_NS);
        ghosts += before - candidates.size();
    }

    /// How many presentations there were.
    public long presented() {
        return presented;
    }

    /// Frames of a card that still lay there.
    public long repeats() {
        return repeats;
    }

    /// Frames of zeros, and frames that came once where they must come twice.
    public long ghosts() {
        return ghosts;
    }

    private void forgetOldestCandidate() {
        candidates.remove(candidates.keySet().iterator().next());
        ghosts++;
    }

    private static boolean isZero(CardFrame frame) {
        return frame instanceof CardFrame.Card(var bits) && bits.number().equals(BigInteger.ZERO);
    }
}
