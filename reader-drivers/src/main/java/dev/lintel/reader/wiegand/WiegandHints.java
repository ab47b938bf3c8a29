package dev.lintel.reader.wiegand;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.wiegand.FrameFit.Verdict;
import dev.lintel.reader.wiegand.WiegandHint.Kind;
import dev.lintel.reader.wiegand.WiegandOutcome.Fault;
import dev.lintel.reader.wiegand.WiegandOutcome.Frame;
import dev.lintel.reader.wiegand.WiegandOutcome.Ignored;
import dev.lintel.reader.wiegand.WiegandOutcome.Rejected;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Guesses from what a reader's lines carry what is wrong with their wiring. A hint is raised once and cleared
/// when it is over; it never changes what is read. Pure, no clock; fed by one thread.
///
/// ```
///   hint       raised                                              cleared
///   swapped    3 frames in a row, of 2 cards, fit only inverted    one frame that fits as it is
///   parity     a quarter of the last 32 frames fit no format       under an eighth of them
///   noise      5 damaged bursts within 5 minutes                   5 minutes with at most one
///   silent     3 bursts of 8 edges or more, all on one line        one burst with both
///   low        low at each look for 2 s, with no edge meanwhile    high once
/// ```
final class WiegandHints {
    /// By chance a damaged frame fits inverted one time in four (two parity bits): three in a row hardly ever do.
    static final int SWAPPED_FRAMES = 3;

    /// One card of a foreign layout, shown again and again, fits inverted every time or never: that proves nothing.
    static final int SWAPPED_CARDS = 2;

    /// A good line has none at all; a visitor's card now and then is no fault of the line.
    static final int PARITY_WINDOW = 32;

    /// Enough bursts to say what noise was; more of them say the same.
    private static final int NOISE_KEPT = 64;

    static final int PARITY_RAISED = PARITY_WINDOW / 4;
    static final int PARITY_CLEARED = PARITY_WINDOW / 8;

    /// A strike that switches may cost a burst each time somebody passes; a line without ground makes them by
    /// itself.
    static final int NOISE_BURSTS = 5;

    static final int NOISE_CLEARED = 1;
    static final long NOISE_WINDOW_NS = 300_000_000_000L;

    /// Cards have parity bits or a facility: none is all zeros or all ones over its whole length. Keys may be.
    static final int SILENT_EDGES = 8;

    static final int SILENT_BURSTS = 3;

    /// A pulse is low for 0.1 ms at most, and 256 bits of 20 ms take 5 s, of which 26 ms are low: no two looks a
    /// second apart find it low without an edge between them.
    static final long LOW_NS = 2_000_000_000L;

    private static final int LINES = 2;

    private final FrameFit fit;
    private final Map<Kind, WiegandHint> raised = new EnumMap<>(Kind.class);

    private final Set<String> invertedCards = new HashSet<>(); // at most SWAPPED_CARDS
    private int invertedFrames;

    private final ArrayDeque<Boolean> misfits = new ArrayDeque<>(); // at most PARITY_WINDOW
    private final ArrayDeque<Damage> damages = new ArrayDeque<>(); // at most NOISE_KEPT
    private long runEdges; // since the last silence

    private final int[] silentBursts = new int[LINES];
    private final long[] lowSinceNs = new long[LINES];
    private final boolean[] low = new boolean[LINES];

    /// How a burst was damaged, in a word.
    private record Damage(long atNs, String how) {}

    WiegandHints(WiegandSettings settings) {
        fit = new FrameFit(settings);
    }

    /// What is raised now.
    List<WiegandHint> raised() {
        return List.copyOf(raised.values());
    }

    /// An edge that fell at `atNs`: a stream of them without a silence never becomes a burst.
    void edge(int bit, long atNs) {
        low[bit & 1] = false;
        if (++runEdges % CardBits.BITS_MAX != 0) return;
        damaged(atNs, "endless");
    }

    /// A burst that ended, and what became of it.
    void ended(WiegandOutcome outcome, WiegandBurst burst) {
        runEdges = 0;
        long atNs = burst.lastNs();
        switch (outcome) {
            case Frame _ -> card(burst);
            case Ignored _ -> damaged(atNs, "stray");
            case Rejected refused when refused.fault() == Fault.NO_KEY -> checked(fit.noKey(burst), burst);
            case Rejected refused -> damaged(atNs, word(refused.fault()));
        }
        if (burst.edges() >= SILENT_EDGES) silence(burst);
        forget(atNs);
    }

    /// A frame that was keys: a line of which the reader's own keys arrive is in order.
    void keys(WiegandBurst burst) {
        runEdges = 0;
        for (int line = 0; line < LINES; line++) heard(line, burst);
    }

    /// Time passes; `lowLines` as [dev.lintel.reader.gpio.EdgeSource#low] has it.
    void look(int lowLines, long nowNs) {
        for (int line = 0; line < LINES; line++) {
            Kind kind = line == 0 ? Kind.LOW_D0 : Kind.LOW_D1;
            if ((lowLines >> line & 1) == 0) {
                low[line] = false;
                raised.remove(kind);
            } else if (!low[line]) {
                low[line] = true;
                lowSinceNs[line] = nowNs;
            } else if (nowNs - lowSinceNs[line] >= LOW_NS) {
                raise(kind, "D" + line + " stays low; it must be high while nothing is sent");
            }
        }
        forget(nowNs);
    }

    private void card(WiegandBurst burst) {
        Verdict verdict = fit.card(burst);
        checked(verdict, burst);
        if (verdict == Verdict.UNKNOWN) {
            // Of no listed length and out of step: a spike among the bits.
            if (burst.uneven()) damaged(burst.lastNs(), "uneven");
            return;
        }
        misfits.addLast(verdict != Verdict.FITS);
        if (misfits.size() > PARITY_WINDOW) misfits.removeFirst();
        long count = misfits.stream().filter(misfit -> misfit).count();
        if (count < PARITY_CLEARED) raised.remove(Kind.PARITY);
        // Wires the wrong way round are the cause, where they are, and the hint that helps.
        if (count >= PARITY_RAISED && !raised.containsKey(Kind.SWAPPED)) {
            raise(
                    Kind.PARITY,
                    String.format(
                            Locale.ROOT,
                            "%d of the last %d cards of a known length keep the parity of no listed format",
                            count,
                            misfits.size()));
        }
    }

    private void checked(Verdict verdict, WiegandBurst burst) {
        switch (verdict) {
            case UNKNOWN -> {}
            case FITS -> {
                invertedFrames = 0;
                invertedCards.clear();
                raised.remove(Kind.SWAPPED);
            }
            case FITS_NEITHER -> {
                invertedFrames = 0;
                invertedCards.clear();
            }
            case FITS_INVERTED -> inverted(burst);
        }
    }

    private void inverted(WiegandBurst burst) {
        invertedFrames++;
        if (invertedCards.size() < SWAPPED_CARDS) invertedCards.add(burst.bits());
        if (invertedFrames < SWAPPED_FRAMES || invertedCards.size() < SWAPPED_CARDS) return;
        raise(
                Kind.SWAPPED,
                "D0 and D1 are likely to be exchanged: " + invertedFrames
                        + " frames in a row fit only with 0 and 1 exchanged");
        raised.remove(Kind.PARITY);
        misfits.clear();
    }

    private void silence(WiegandBurst burst) {
        for (int line = 0; line < LINES; line++) {
            Kind kind = line == 0 ? Kind.SILENT_D0 : Kind.SILENT_D1;
            if (!heard(line, burst) && ++silentBursts[line] >= SILENT_BURSTS) {
                raise(
                        kind,
                        "D" + line + " is silent: the last " + silentBursts[line] + " bursts have edges on D"
                                + (1 - line) + " only");
            }
        }
    }

    /// Whether the burst has an edge on this line: then it is not silent.
    private boolean heard(int line, WiegandBurst burst) {
        if (burst.bits().indexOf('0' + line) < 0) return false;
        silentBursts[line] = 0;
        raised.remove(line == 0 ? Kind.SILENT_D0 : Kind.SILENT_D1);
        return true;
    }

    private void damaged(long atNs, String how) {
        damages.addLast(new Damage(atNs, how));
        if (damages.size() > NOISE_KEPT) damages.removeFirst();
        forget(atNs);
        if (damages.size() < NOISE_BURSTS || raised.containsKey(Kind.NOISE)) return;
        Map<String, Integer> counts = new TreeMap<>();
        for (Damage damage : damages) counts.merge(damage.how, 1, Integer::sum);
        var words = new ArrayList<String>();
        counts.forEach((what, count) -> words.add(count + " " + what));
        raise(
                Kind.NOISE,
                "noise: " + damages.size() + " damaged bursts within 5 minutes (" + String.join(", ", words) + ")");
    }

    private void forget(long nowNs) {
        while (!damages.isEmpty() && nowNs - damages.getFirst().atNs > NOISE_WINDOW_NS) damages.removeFirst();
        if (damages.size() <= NOISE_CLEARED) raised.remove(Kind.NOISE);
    }

    /// The first sentence stays: a hint is raised once.
    private void raise(Kind kind, String sentence) {
        raised.putIfAbsent(kind, new WiegandHint(kind, sentence));
    }

    private static String word(Fault fault) {
        return switch (fault) {
            case LOST_EDGE -> "with an edge lost";
            case TOO_CLOSE -> "with edges too close";
            case TOO_LONG -> "too long";
            case LATE -> "with edges too late";
            case NO_KEY -> "no key";
        };
    }
}
