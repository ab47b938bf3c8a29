package dev.lintel.sim.pd;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.serial.SerialPorts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// One seed's bus in real time: the driver over jSerialComm, a pseudo terminal, our PDs in their own thread, the
/// faults of a [FaultPlan], and a [FaultWatch] over each PD. All but the two ends' threads is the caller's. Throws
/// `AssertionError` in words.
final class FaultTerminal implements AutoCloseable {
    private static final long MS = 1_000_000;
    private static final long S = FaultWatch.S;

    /// Each fault begins in this time and lasts no longer.
    private static final long SPAN_NS = 1_500 * MS;

    private static final long CARD_GAP_NS_MAX = 700 * MS;
    private static final long BACK_NS_MAX = 10 * S;

    /// A second by the clock, and what a machine that is busy with other things adds.
    private static final long FRESH_NS_MAX = 4 * S;

    /// A reader's event, or null where the PD says that it has forgotten a card.
    private record Told(int address, @Nullable ReaderEvent event) {}

    private final long seed;
    private final SplittableRandom random;
    private final FaultPlan plan;
    private final long startNs = System.nanoTime();
    private final BlockingQueue<Told> queue = new LinkedBlockingQueue<>();
    private final List<FaultWatch> watches = new ArrayList<>();
    private final SimOsdpBus bus;
    private final OsdpBusDriver driver;
    private int number;

    FaultTerminal(long seed, boolean secure) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.plan = FaultPlan.draw(random, secure, SPAN_NS, false);
        var specs = new ArrayList<PdSpec>();
        var settings = new ArrayList<PdSettings>();
        for (int i = 0; i < plan.pds(); i++) {
            int address = i;
            Scbk key = secure ? Scbk.ofHex("0f1e2d3c4b5a69788796a5b4c3d2e1" + "%02x".formatted(address)) : null;
            specs.add(new PdSpec(address, key));
            settings.add(new PdSettings(address, event -> queue.add(new Told(address, event)), key));
            watches.add(new FaultWatch(address, !secure, FRESH_NS_MAX));
        }
        this.bus = new SimOsdpBus(new PdBus(specs, seed, startNs), new PtyPort(), System::nanoTime);
        for (int i = 0; i < plan.pds(); i++) {
            int address = i;
            bus.on(
                    address,
                    pd -> pd.listener(e -> {
                        if (e.event().equals("forgotten")) queue.add(new Told(address, null));
                    }));
        }
        this.driver = new OsdpBusDriver(
                "soak-" + seed,
                () -> SerialPorts.opener(bus.portPath(), 115_200).open(),
                settings,
                System::nanoTime);
    }

    /// Plays all of it.
    void play() {
        driver.start();
        require(within(BACK_NS_MAX, () -> watches.stream().allMatch(FaultWatch::online)), "not every PD is online");
        long beginNs = now();
        long cardNs = beginNs;
        for (FaultPlan.Step step : plan.steps()) {
            cardNs = cardsUntil(beginNs + step.atNs(), cardNs);
            for (FaultWatch watch : watches) {
                if (step.ofAll() || watch == watches.get(step.address())) watch.step(step.what(), now());
            }
            step.play(bus);
        }
        require(within(BACK_NS_MAX, this::freshCards), "not every PD is back");
        within(FRESH_NS_MAX, () -> watches.stream().noneMatch(FaultWatch::owes));
        for (FaultWatch watch : watches) watch.end(now());
    }

    @Override
    public void close() {
        driver.close();
        bus.close();
    }

    private interface Condition {
        boolean holds();
    }

    private long cardsUntil(long untilNs, long firstNs) {
        long cardNs = firstNs;
        while (cardNs <= untilNs) {
            listenUntil(cardNs);
            present(random.nextInt(plan.pds()));
            cardNs += random.nextLong(CARD_GAP_NS_MAX);
        }
        listenUntil(untilNs);
        return cardNs;
    }

    private boolean freshCards() {
        if (!watches.stream().allMatch(FaultWatch::online)) return false;
        List<Integer> before = watches.stream().map(FaultWatch::arrived).toList();
        for (int address = 0; address < plan.pds(); address++) present(address);
        return within(S, () -> {
            boolean all = true;
            for (int i = 0; i < watches.size(); i++) all &= watches.get(i).arrived() > before.get(i);
            return all;
        });
    }

    private void present(int address) {
        CardBits card = CardBits.ofNumber(BigInteger.valueOf((long) number++ << 8 | address), 40);
        var taken = new AtomicBoolean();
        bus.on(address, pd -> taken.set(pd.presentCard(card, System.nanoTime())));
        if (taken.get()) watches.get(address).presented(card, now());
    }

    /// Hands on what the two ends tell until then.
    private void listenUntil(long untilNs) {
        for (long leftNs = untilNs - now(); leftNs > 0; leftNs = untilNs - now()) hear(leftNs);
        for (FaultWatch watch : watches) watch.check(now());
    }

    private boolean within(long ns, Condition condition) {
        long untilNs = now() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = untilNs - now()) {
            if (condition.holds()) return true;
            hear(Math.min(leftNs, 100 * MS));
        }
        return condition.holds();
    }

    private void hear(long waitNs) {
        Told told;
        try {
            told = queue.poll(waitNs, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        if (told == null) return;
        FaultWatch watch = watches.get(told.address());
        ReaderEvent event = told.event();
        if (event == null) watch.forgotten();
        else watch.event(event, now());
    }

    private void require(boolean holds, String what) {
        if (!holds) throw new AssertionError("seed " + seed + ": " + what + ": " + plan);
    }

    private long now() {
        return System.nanoTime() - startNs;
    }
}
