package dev.lintel.reader.wiegand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.wiegand.WiegandOutcome.Fault;
import dev.lintel.reader.wiegand.WiegandOutcome.Frame;
import dev.lintel.reader.wiegand.WiegandOutcome.Ignored;
import dev.lintel.reader.wiegand.WiegandOutcome.Rejected;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class WiegandAssemblerTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    private final WiegandAssembler assembler = new WiegandAssembler();
    private final List<WiegandOutcome> outcomes = new ArrayList<>();

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/vectors/edges.csv", numLinesToSkip = 1, maxCharsPerColumn = 8192)
    void aStreamOfEdgesComesOutAsItsFrames(String scenario, String events, String expected, @Nullable String note) {
        for (String event : events.split(" ", -1)) {
            String[] parts = event.split(":", -1);
            feed(new Edge(
                    Long.parseLong(parts[0]) * US, Integer.parseInt(parts[1]), Integer.parseUnsignedInt(parts[2])));
        }
        drain();
        assertThat(outcomes.stream().map(WiegandAssemblerTest::word).toList())
                .as(scenario)
                .containsExactly(expected.split("\\|", -1));
    }

    @Test
    void aFrameEndsAtItsSilenceNotBefore() {
        send("1011", 0, 1);
        long lastNs = 6 * MS;
        assertThat(assembler.deadlineNs()).isEqualTo(lastNs + 30 * MS);
        assertThat(assembler.step(lastNs + 30 * MS - 1)).isNull();
        assertThat(assembler.step(lastNs + 30 * MS)).isEqualTo(new Frame(CardBits.of("1011"), lastNs));
        assertThat(assembler.waiting()).isFalse();
        assertThat(assembler.step(Long.MAX_VALUE)).isNull();
    }

    @Test
    void aNumberMissingBetweenTwoFramesRefusesTheSecondWhoseFirstBitItMayBe() {
        send("101101", 0, 1);
        drain();
        send("101101", 200 * MS, 8); // 7 was lost
        drain();
        send("101101", 400 * MS, 14);
        drain();
        assertThat(outcomes.stream().map(WiegandAssemblerTest::word)).containsExactly("101101", "REJECT", "101101");
        assertThat(fault(1)).isEqualTo(Fault.LOST_EDGE);
    }

    @Test
    void theTailOfAFrameThatWasHandedOnIsNoFrame() {
        send("10110", 0, 1);
        drain();
        send("01101", 10 * MS, 6); // the chip's thread was late: these fell 2 ms after the others
        drain();
        assertThat(fault(1)).isEqualTo(Fault.LATE);
    }

    @Test
    void aLostEdgeAtAnyInnerPlaceRefusesTheFrame() {
        String bits = "10111101100010001110101110";
        for (int lost = 1; lost < bits.length() - 1; lost++) {
            var fresh = new WiegandAssembler();
            for (int i = 0; i < bits.length(); i++) {
                if (i != lost) fresh.feed(new Edge(2 * MS * i, bits.charAt(i) - '0', 1 + i));
            }
            assertThat(fresh.step(MS * 1000)).isInstanceOf(Rejected.class);
        }
    }

    @Test
    void everyOutcomeIsCounted() {
        send("1010", 0, 1);
        drain();
        send("1", 100 * MS, 5);
        drain();
        send("1010", 200 * MS, 7);
        drain();
        feed(new Edge(300 * MS, 0, 11));
        for (int i = 0; i < 4; i++) feed(new Edge(300 * MS + 30 * US * (1 + i), 0, 12 + i));
        drain();
        WiegandCounters counters = assembler.counters();
        assertThat(counters.frames()).isEqualTo(1);
        assertThat(counters.ignored()).isEqualTo(1);
        assertThat(counters.rejected()).containsOnly(entry(Fault.LOST_EDGE), entry(Fault.TOO_CLOSE));
        assertThat(counters.rejectedTotal()).isEqualTo(2);
    }

    @Property
    void theOrderOfDeliveryWithinAFrameDoesNotMatter(
            @ForAll @Size(min = 4, max = 256) List<Boolean> bits, @ForAll int seed) {
        // Any order in which no two neighbours in time are a silence apart, as the kernel's two threads deliver.
        List<Edge> edges = new ArrayList<>();
        var text = new StringBuilder();
        for (int i = 0; i < bits.size(); i++) {
            text.append(bits.get(i) ? '1' : '0');
            edges.add(new Edge(300 * US * i, bits.get(i) ? 1 : 0, seed + i));
        }
        var random = new Random(seed);
        for (int i = 0; i + 20 <= edges.size(); i += 20) Collections.shuffle(edges.subList(i, i + 20), random);
        var fresh = new WiegandAssembler();
        for (Edge edge : edges) assertThat(fresh.feed(edge)).isNull();
        assertThat(fresh.step(Long.MAX_VALUE / 2))
                .isEqualTo(new Frame(CardBits.of(text.toString()), 300 * US * (bits.size() - 1)));
    }

    @Property(tries = 300)
    void anyEdgesAreTakenAndEndInBoundedFrames(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 2000) int count, @ForAll boolean wild) {
        var random = new Random(seed);
        var fresh = new WiegandAssembler();
        long atNs = wild ? random.nextLong() : 0;
        int ended = 0;
        for (int i = 0; i < count; i++) {
            atNs = wild && random.nextInt(10) == 0 ? random.nextLong() : atNs + random.nextLong(-3 * MS, 40 * MS);
            int seqno = random.nextInt(5) == 0 ? random.nextInt() : i;
            WiegandOutcome outcome = fresh.feed(new Edge(atNs, random.nextInt(2), seqno));
            if (outcome != null) ended++;
            if (outcome instanceof Frame f) assertThat(f.bits().count()).isBetween(4, 256);
            if (outcome instanceof Rejected r) assertThat(r.edges()).isBetween(4, 256);
            assertThat(fresh.waiting()).isTrue();
        }
        assertThat(fresh.step(fresh.deadlineNs())).isNotNull();
        assertThat(fresh.waiting()).isFalse();
        WiegandCounters c = fresh.counters();
        assertThat(c.frames() + c.rejectedTotal() + c.ignored()).isEqualTo(ended + 1);
    }

    private void send(String bits, long startNs, int seqno) {
        for (int i = 0; i < bits.length(); i++) feed(new Edge(startNs + 2 * MS * i, bits.charAt(i) - '0', seqno + i));
    }

    private void feed(Edge edge) {
        WiegandOutcome outcome = assembler.feed(edge);
        if (outcome != null) outcomes.add(outcome);
    }

    private void drain() {
        WiegandOutcome outcome = assembler.step(assembler.deadlineNs());
        if (outcome != null) outcomes.add(outcome);
    }

    private @Nullable Fault fault(int index) {
        return outcomes.get(index) instanceof Rejected r ? r.fault() : null;
    }

    private static Map.Entry<Fault, Long> entry(Fault fault) {
        return Map.entry(fault, 1L);
    }

    private static String word(WiegandOutcome outcome) {
        return switch (outcome) {
            case Frame f -> f.bits().toString();
            case Rejected _ -> "REJECT";
            case Ignored _ -> "IGNORE";
        };
    }
}
