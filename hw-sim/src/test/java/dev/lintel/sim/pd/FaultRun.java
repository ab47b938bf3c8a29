package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.osdp.BusStep;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpBus;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdKey;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SecureBlock;
import dev.lintel.sim.fault.Fault;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;

/// One seed's bus in virtual time: our ACU, our PDs, the faults of a [FaultPlan], cards all the while, and a
/// [FaultWatch] over each PD. Throws `AssertionError` in words.
final class FaultRun {
    private static final long MS = 1_000_000;
    private static final long S = FaultWatch.S;
    private static final long SPAN_NS = 5 * S;
    private static final long CARD_GAP_NS_MAX = 1_200 * MS;
    private static final long BACK_NS_MAX = 10 * S;

    /// Until a card arrives when nothing is wrong.
    private static final long FRESH_NS_MAX = 1 * S;

    /// What is still in the readers when the faults are over: a card a poll.
    private static final long LAST_CARDS_NS_MAX = 4 * S;

    /// The wire's bytes and the turnaround.
    private static final long WAY_NS = MS;

    /// A PD with which nothing is wrong waits for one reply that is missing, no more,
    private static final long PACE_NS_MAX = 300 * MS;

    /// or, where two others begin to fail at once or one is slow besides, for one of each.
    private static final long PACE_NS_MAX_BESIDE_TWO = 500 * MS;

    private static final Set<Fault> SLOW = EnumSet.of(Fault.DELAY, Fault.LATE, Fault.DRIBBLE, Fault.GARBAGE);

    private record Chunk(long atNs, long order, Bytes bytes, boolean toPd) {}

    private final SplittableRandom random;
    private final boolean secure;
    private final FaultPlan plan;
    private final OsdpBus acu;
    private final PdBus pds;
    private final List<FaultWatch> watches = new ArrayList<>();
    private final PriorityQueue<Chunk> line =
            new PriorityQueue<>(Comparator.comparingLong(Chunk::atNs).thenComparingLong(Chunk::order));
    private final FrameReceiver tap = new FrameReceiver();
    private final long[] sentNs;
    private final long paceNsMax;
    private long order;
    private long nowNs;
    private int number;

    FaultRun(long seed, boolean secure) {
        this.random = new SplittableRandom(seed);
        this.secure = secure;
        this.plan = FaultPlan.draw(random, secure, SPAN_NS, true);
        var keys = new ArrayList<PdKey>();
        var specs = new ArrayList<PdSpec>();
        for (int address = 0; address < plan.pds(); address++) {
            Scbk key = secure ? Scbk.ofHex("00112233445566778899aabbccddee" + "%02x".formatted(address)) : null;
            keys.add(new PdKey(address, key));
            specs.add(new PdSpec(address, key));
            watches.add(new FaultWatch(address, !secure, FRESH_NS_MAX));
        }
        this.acu = new OsdpBus(keys, this::eight, 0);
        this.pds = new PdBus(specs, random.nextLong(), 0);
        for (FaultWatch watch : watches) {
            pds.pd(watches.indexOf(watch)).listener(e -> {
                if (e.event().equals("forgotten")) watch.forgotten();
            });
        }
        this.sentNs = new long[plan.pds()];
        this.paceNsMax = oneFails() ? PACE_NS_MAX : PACE_NS_MAX_BESIDE_TWO;
    }

    /// Whether all that goes wrong is that one PD's replies are missing.
    private boolean oneFails() {
        boolean slow = plan.steps().stream()
                .anyMatch(s -> s.what() instanceof FaultPlan.What.Switch f && SLOW.contains(f.fault()));
        return !slow
                && plan.steps().stream().map(FaultPlan.Step::address).distinct().count() <= 1;
    }

    /// Plays all of it.
    void play() {
        acu.lineUp(0, 115_200);
        run(2 * FaultWatch.SETTLED_NS);
        long startNs = nowNs;
        long cardNs = nowNs;
        for (FaultPlan.Step step : plan.steps()) {
            cardNs = cardsUntil(startNs + step.atNs(), cardNs);
            for (FaultWatch watch : watches) {
                if (step.ofAll() || watch == watches.get(step.address())) watch.step(step.what(), nowNs);
            }
            step.play(pds, nowNs);
        }
        cardsUntil(nowNs, cardNs);
        comeBack();
        long untilNs = nowNs + LAST_CARDS_NS_MAX;
        while (nowNs < untilNs && watches.stream().anyMatch(FaultWatch::owes)) run(100 * MS);
        for (FaultWatch watch : watches) watch.end(nowNs);
    }

    /// Cards at all PDs until then; returns when the next is presented.
    private long cardsUntil(long untilNs, long firstNs) {
        long cardNs = firstNs;
        while (cardNs <= untilNs) {
            run(cardNs - nowNs);
            present(random.nextInt(plan.pds()));
            cardNs += random.nextLong(CARD_GAP_NS_MAX);
        }
        run(untilNs - nowNs);
        return cardNs;
    }

    /// Every PD is online 10 s after the last fault at the latest, and tells a card within a second.
    private void comeBack() {
        long endNs = nowNs;
        boolean patient = random.nextInt(8) == 0; // most are back at once, and the rest of the time tells little
        if (patient) run(BACK_NS_MAX);
        boolean back = freshCards();
        while (!back && nowNs - endNs < BACK_NS_MAX) {
            run(500 * MS);
            back = freshCards();
        }
        if (!back) throw new AssertionError("not every PD is back after " + (nowNs - endNs) / MS + " ms: " + plan);
    }

    private boolean freshCards() {
        if (!watches.stream().allMatch(FaultWatch::online)) return false;
        List<Integer> before = watches.stream().map(FaultWatch::arrived).toList();
        long deadlineNs = nowNs + FRESH_NS_MAX;
        for (int address = 0; address < plan.pds(); address++) present(address);
        boolean all = false;
        while (!all && nowNs < deadlineNs) {
            run(100 * MS);
            all = true;
            for (int i = 0; i < watches.size(); i++) all &= watches.get(i).arrived() > before.get(i);
        }
        return all;
    }

    private void present(int address) {
        long bits = (long) number++ << 8 | address;
        CardBits card = CardBits.ofNumber(BigInteger.valueOf(bits), 40);
        watches.get(address).check(nowNs);
        if (pds.pd(address).presentCard(card, nowNs)) watches.get(address).presented(card, nowNs);
    }

    private Bytes eight() {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        return Bytes.copyOf(bytes);
    }

    private void run(long durationNs) {
        long endNs = nowNs + durationNs;
        long deadlineNs = step(new byte[0]);
        while (true) {
            Chunk first = line.peek();
            long lineNs = first == null ? Long.MAX_VALUE : first.atNs;
            long nextNs = Math.min(Math.min(deadlineNs, lineNs), pds.nextNs());
            if (nextNs > endNs) break;
            nowNs = Math.max(nowNs, nextNs);
            if (pds.nextNs() <= nowNs) {
                pds.due(nowNs).forEach(this::carryToAcu);
            } else if (first != null && lineNs <= nowNs) {
                line.remove();
                byte[] bytes = first.bytes.toArray();
                if (first.toPd) pds.receive(nowNs, bytes, bytes.length).forEach(this::carryToAcu);
                else deadlineNs = step(bytes);
            } else {
                deadlineNs = step(new byte[0]);
            }
        }
        nowNs = endNs;
        for (FaultWatch watch : watches) watch.check(nowNs);
    }

    private long step(byte[] received) {
        BusStep step = acu.step(nowNs, received, received.length);
        for (BusStep.Event told : step.events()) watches.get(told.address()).event(told.event(), nowNs);
        if (!step.send().isEmpty()) {
            overhear(step.send());
            line.add(new Chunk(nowNs + WAY_NS, order++, step.send(), true));
        }
        return step.deadlineNs();
    }

    private void carryToAcu(byte[] bytes) {
        line.add(new Chunk(nowNs + WAY_NS, order++, Bytes.copyOf(bytes), false));
    }

    /// What leaves the ACU: with keys nothing but the handshake in the clear, and that about the PD's own key.
    private void overhear(Bytes sent) {
        byte[] bytes = sent.toArray();
        tap.add(bytes, bytes.length);
        OsdpFrame frame = tap.next();
        if (frame == null) throw new AssertionError("the ACU sent no frame: " + Arrays.toString(bytes));
        keepPace(frame.pd());
        if (!secure) return;
        boolean secured = frame.secured()
                && switch (frame.blockType()) {
                    case SecureBlock.SCS_15, SecureBlock.SCS_17 -> true;
                    case SecureBlock.SCS_11, SecureBlock.SCS_13 -> frame.block().at(1) == SecureBlock.KEY_OWN;
                    default -> false;
                };
        if (!secured) throw new AssertionError("in the clear: " + sent.hex());
    }

    private void keepPace(int pd) {
        long sinceNs = nowNs - sentNs[pd];
        if (watches.get(pd).well(nowNs) && sinceNs > paceNsMax) {
            throw new AssertionError("PD " + pd + " was left alone for " + sinceNs / MS + " ms: " + plan);
        }
        sentNs[pd] = nowNs;
    }
}
