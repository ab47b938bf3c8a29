package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.osdp.BusStep;
import dev.lintel.reader.osdp.OsdpBus;
import dev.lintel.reader.osdp.PdKey;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// ACU and PDs against each other in virtual time, over a line that loses, damages, cuts, delays and doubles bytes.
/// The seed is in the test's name: it repeats the run.
class FaultyBusTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final long GAP_NS = 20 * MS;
    private static final int CARDS = 30;

    /// Both ways together exceed the ACU's patience, so that it repeats what is only late.
    private static final long DELAY_NS_MAX = 140 * MS;

    private record Chunk(long atNs, long order, Bytes bytes, boolean toPd) {}

    private final PriorityQueue<Chunk> line =
            new PriorityQueue<>(Comparator.comparingLong(Chunk::atNs).thenComparingLong(Chunk::order));
    private final List<BusStep.Event> events = new ArrayList<>();
    private final long[] lastNs = new long[2];
    private long nowNs;
    private long heardNs;
    private long order;
    private OsdpBus acu = new OsdpBus(List.of(0, 1), 0);
    private PdBus pds = new PdBus(List.of(new PdSpec(0), new PdSpec(1)), 1, 0);
    private SplittableRandom random = new SplittableRandom(0);
    private double faultShare;

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noCardIsLostDoubledOrChangedWhileTheLineIsBad(long seed) {
        random = new SplittableRandom(seed);
        acu.lineUp(0, 115_200);
        run(2 * S);
        faultShare = 0.15;
        var presented = new ArrayList<CardBits>();
        for (int i = 0; i < CARDS; i++) {
            CardBits card = CardBits.ofNumber(BigInteger.valueOf(random.nextInt() & 0xFFFFFFFFL), 32);
            presented.add(card);
            pds.pd(0).presentCard(card, nowNs);
            run(random.nextLong(2 * S));
        }
        faultShare = 0;
        run(10 * S);
        assertThat(cards(0)).containsExactlyElementsOf(presented);
        assertThat(cards(1)).isEmpty();
        assertThat(online(0)).isTrue();
        assertThat(online(1)).isTrue();
    }

    @ParameterizedTest(name = "secure, seed {0}")
    @MethodSource("seeds")
    void aSecureChannelLosesNoneEither(long seed) {
        secure();
        noCardIsLostDoubledOrChangedWhileTheLineIsBad(seed);
        assertThat(events).noneMatch(e -> e.event() instanceof ReaderEvent.Insecure);
    }

    /// Both readers have keys, each its own.
    private void secure() {
        Scbk first = Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33");
        Scbk second = Scbk.ofHex("b7c3590e62fa1d8844e19b3075cd2a6f");
        acu = new OsdpBus(List.of(new PdKey(0, first), new PdKey(1, second)), this::eight, 0);
        pds = new PdBus(List.of(new PdSpec(0, first), new PdSpec(1, second)), 1, 0);
    }

    private Bytes eight() {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        return Bytes.copyOf(bytes);
    }

    static LongStream seeds() {
        // 6306: a damaged command whose checksum fits by chance, where a CRC was agreed on.
        return LongStream.concat(LongStream.rangeClosed(1, 200), LongStream.of(6_306));
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("manySeeds")
    void noCardIsLostDoubledOrChangedOnThousandsOfBadLines(long seed) {
        noCardIsLostDoubledOrChangedWhileTheLineIsBad(seed);
    }

    static LongStream manySeeds() {
        return LongStream.rangeClosed(1_001, 21_000);
    }

    @Test
    void aPulledCableIsOfflineAfterEightSecondsAndBackWithinTenAndTheLedWithIt() {
        acu.lineUp(0, 115_200);
        run(2 * S);
        assertThat(pds.pd(0).led(nowNs).word()).isEqualTo("red");
        pds.cablePulled(0, true);
        run(7_800 * MS);
        assertThat(online(0)).isTrue();
        run(400 * MS);
        assertThat(online(0)).isFalse();
        assertThat(online(1)).isTrue();
        pds.pd(0).reboot(nowNs);
        assertThat(pds.pd(0).led(nowNs).word()).isEqualTo("off");
        pds.cablePulled(0, false);
        run(10 * S);
        assertThat(online(0)).isTrue();
        assertThat(pds.pd(0).led(nowNs).word()).isEqualTo("red");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void rebootsInBadTimesDoNotKeepASecureReaderAway(long seed) {
        secure();
        rebootsInBadTimesDoNotKeepAReaderAway(seed);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void rebootsInBadTimesDoNotKeepAReaderAway(long seed) {
        random = new SplittableRandom(seed);
        acu.lineUp(0, 115_200);
        faultShare = 0.1;
        for (int i = 0; i < 10; i++) {
            run(random.nextLong(3 * S));
            pds.pd(0).reboot(nowNs);
        }
        faultShare = 0;
        run(10 * S);
        assertThat(online(0)).isTrue();
        CardBits card = CardBits.of("1010");
        pds.pd(0).presentCard(card, nowNs);
        run(1 * S);
        assertThat(cards(0)).containsExactly(card);
    }

    @Test
    void aCardNobodyFetchedInTimeIsForgotten() {
        acu.lineUp(0, 115_200);
        run(1 * S);
        var told = new ArrayList<String>();
        pds.pd(0).listener(e -> told.add(e.event()));
        pds.cablePulled(0, true);
        pds.pd(0).presentCard(CardBits.of("1010"), nowNs);
        run(20 * S);
        pds.cablePulled(0, false);
        run(10 * S);
        assertThat(online(0)).isTrue();
        assertThat(cards(0)).isEmpty();
        assertThat(told).containsOnlyOnce("forgotten");
    }

    @ParameterizedTest(name = "{0} times")
    @ValueSource(ints = {1, 2, 3, 4, 6, 9})
    void refusedPollsAreTurnsOfTheConversationAndNoCardComesTwice(int times) {
        acu.lineUp(0, 115_200);
        run(1 * S);
        pds.pd(0).presentCard(CardBits.of("1010"), nowNs);
        for (int i = 0; cards(0).isEmpty() && i < 100; i++) run(MS);
        pds.pd(0).refuse(Reply.Nak.BAD_RECORD, times);
        run(3 * S);
        assertThat(cards(0)).containsExactly(CardBits.of("1010"));
    }

    private void run(long durationNs) {
        long endNs = nowNs + durationNs;
        long deadlineNs = step(new byte[0]);
        while (true) {
            Chunk first = line.peek();
            long nextNs = Math.min(deadlineNs, first == null ? Long.MAX_VALUE : first.atNs);
            if (nextNs > endNs) break;
            nowNs = Math.max(nowNs, nextNs);
            if (first != null && first.atNs <= nowNs) {
                line.poll();
                if (first.toPd) arriveAtPds(first.bytes.toArray());
                else deadlineNs = step(first.bytes.toArray());
            } else {
                deadlineNs = step(new byte[0]);
            }
        }
        nowNs = endNs;
    }

    private long step(byte[] received) {
        BusStep step = acu.step(nowNs, received, received.length);
        events.addAll(step.events());
        if (!step.send().isEmpty()) carry(step.send().toArray(), true);
        return step.deadlineNs();
    }

    private void arriveAtPds(byte[] bytes) {
        if (pds.waiting() && nowNs - heardNs >= GAP_NS) pds.gap(nowNs).forEach(reply -> carry(reply, false));
        heardNs = nowNs;
        for (byte[] reply : pds.receive(nowNs, bytes, bytes.length)) carry(reply, false);
    }

    private void carry(byte[] bytes, boolean toPd) {
        long atNs = nowNs + MS;
        if (random.nextDouble() >= faultShare) {
            put(atNs, bytes, toPd);
            return;
        }
        switch (random.nextInt(5)) {
            case 0 -> {} // lost
            case 1 -> {
                byte[] damaged = bytes.clone();
                int at = random.nextInt(damaged.length);
                damaged[at] = (byte) (damaged[at] ^ (1 + random.nextInt(255)));
                put(atNs, damaged, toPd);
            }
            case 2 -> {
                for (int i = 0; i < bytes.length; i++) put(atNs + i * MS, new byte[] {bytes[i]}, toPd);
            }
            case 3 -> put(atNs + random.nextLong(DELAY_NS_MAX), bytes, toPd);
            default -> {
                byte[] twice = Arrays.copyOf(bytes, 2 * bytes.length);
                System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
                put(atNs, twice, toPd);
            }
        }
    }

    private void put(long atNs, byte[] bytes, boolean toPd) {
        int way = toPd ? 1 : 0;
        lastNs[way] = Math.max(lastNs[way], atNs); // a wire overtakes nothing
        line.add(new Chunk(lastNs[way], order++, Bytes.copyOf(bytes), toPd));
    }

    private List<CardBits> cards(int address) {
        return events.stream()
                .filter(e -> e.address() == address && e.event() instanceof ReaderEvent.Card)
                .map(e -> ((ReaderEvent.Card) e.event()).bits())
                .toList();
    }

    private boolean online(int address) {
        boolean online = false;
        for (BusStep.Event e : events) {
            if (e.address() == address && e.event() instanceof ReaderEvent.Online) online = true;
            if (e.address() == address && e.event() instanceof ReaderEvent.Offline) online = false;
        }
        return online;
    }
}
