package dev.lintel.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.wiegand.WiegandAssembler;
import dev.lintel.reader.wiegand.WiegandOutcome;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Days of a reader with bad wires, by seed, on virtual time: never another card, and none lost once the fault is
/// over. The list has no two formats whose lengths are neighbours: a bit too many would make one of the other, and
/// parity alone does not always tell.
class WiegandScenarioTest {
    private static final CardFormats FORMATS = CardFormats.of(List.of("H10301", "H10306", "H10302"));
    private static final List<WiegandFault> FAULTS = List.copyOf(EnumSet.allOf(WiegandFault.class));
    private static final long MS = 1_000_000;
    private static final int CARDS = 30;

    @Test
    void aFewHundredSeedsReadNoOtherCardAndLoseNoneAfterTheFault() {
        for (long seed = 0; seed < 400; seed++) run(seed);
    }

    @Tag("slow")
    @Test
    void tenThousandSeedsReadNoOtherCardAndLoseNoneAfterTheFault() {
        for (long seed = 0; seed < 10_000; seed++) run(seed);
    }

    /// One card as it was held there.
    private record Held(CardBits card, long startNs, long endNs, Set<WiegandFault> faults) {}

    private record Read(CardNumber number, long atNs) {}

    private static void run(long seed) {
        var random = new SplittableRandom(seed);
        var faults = EnumSet.noneOf(WiegandFault.class);
        List<Held> held = new ArrayList<>();
        List<Edge> edges = new ArrayList<>();
        long nowNs = random.nextLong(1_000_000 * MS);
        int seqno = random.nextInt(); // the kernel's numbers wrap
        for (int i = 0; i < CARDS; i++) {
            if (random.nextInt(3) == 0) change(faults, random);
            CardBits card = card(random);
            long intervalNs = random.nextLong(200_000, 4 * MS);
            List<Pulse> train = PulseTrain.of(card, intervalNs);
            for (WiegandFault fault : faults) if (!train.isEmpty()) train = fault.on(train, random);
            long endNs = nowNs;
            for (Pulse pulse : inTime(train)) {
                seqno++;
                endNs = nowNs + pulse.afterNs();
                if (!pulse.lost()) edges.add(new Edge(endNs, pulse.bit(), seqno));
            }
            held.add(new Held(card, nowNs, endNs, EnumSet.copyOf(faults)));
            nowNs = endNs + 50 * MS + random.nextLong(2_000 * MS);
        }
        check(seed, held, read(edges, random));
    }

    private static void change(EnumSet<WiegandFault> faults, SplittableRandom random) {
        if (random.nextBoolean()) faults.clear();
        WiegandFault fault = FAULTS.get(random.nextInt(FAULTS.size()));
        if (!faults.remove(fault)) faults.add(fault);
        // Some bits gone and one too many may leave as many as another format has: nothing on the wire tells.
        var fewer = EnumSet.of(WiegandFault.CUT_D1, WiegandFault.LOST_PULSE);
        if (fewer.contains(fault)) faults.remove(WiegandFault.EXTRA_PULSE);
        if (fault == WiegandFault.EXTRA_PULSE) faults.removeAll(fewer);
    }

    private static CardBits card(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> CardFormats.encode("H10301", random.nextInt(256), random.nextInt(65_536));
            case 1 -> CardFormats.encode("H10306", random.nextInt(65_536), random.nextInt(65_536));
            default -> CardFormats.encode("H10302", 0, random.nextLong(1L << 35));
        };
    }

    private static List<Pulse> inTime(List<Pulse> train) {
        return train.stream()
                .sorted((a, b) -> Long.compare(a.afterNs(), b.afterNs()))
                .toList();
    }

    /// Edges come in the order of the kernel's two threads, which now and then is not that of time.
    private static List<Read> read(List<Edge> edges, SplittableRandom random) {
        for (int i = 1; i < edges.size(); i++) {
            boolean together = edges.get(i).atNs() - edges.get(i - 1).atNs() < MS;
            if (together && random.nextInt(4) == 0) edges.add(i - 1, edges.remove(i));
        }
        var assembler = new WiegandAssembler();
        List<Read> reads = new ArrayList<>();
        for (Edge edge : edges) {
            // Sometimes the reader's thread is there when the silence is over, sometimes only with the next edge.
            boolean over = assembler.waiting() && edge.atNs() - assembler.deadlineNs() >= 0;
            if (over && random.nextBoolean()) take(assembler.step(assembler.deadlineNs()), reads);
            take(assembler.feed(edge), reads);
        }
        if (assembler.waiting()) take(assembler.step(assembler.deadlineNs()), reads);
        return reads;
    }

    private static void take(@Nullable WiegandOutcome outcome, List<Read> reads) {
        if (!(outcome instanceof WiegandOutcome.Frame(CardBits bits, long atNs))) return;
        CardNumber number = FORMATS.decode(bits);
        if (number != null) reads.add(new Read(number, atNs));
    }

    private static void check(long seed, List<Held> held, List<Read> reads) {
        for (Held card : held) {
            List<Read> during = reads.stream()
                    .filter(read -> read.atNs >= card.startNs && read.atNs <= card.endNs)
                    .toList();
            CardNumber number = FORMATS.decode(card.card);
            String what = "seed " + seed + ", faults " + card.faults;
            assertThat(during.stream().map(Read::number)).as(what).allMatch(read -> read.equals(number));
            assertThat(during).as(what).hasSizeLessThan(2);
            Set<WiegandFault> harmless = EnumSet.of(WiegandFault.JITTER, WiegandFault.GAPS);
            if (harmless.containsAll(card.faults)) assertThat(during).as(what).hasSize(1);
        }
        assertThat(reads).as("seed " + seed).hasSizeLessThanOrEqualTo(held.size());
    }
}
