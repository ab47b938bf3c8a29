package dev.lintel.tools.bench;

import dev.lintel.controller.Lintel;
import dev.lintel.controller.RunOptions;
import dev.lintel.controller.Surroundings;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.hardware.Simulator;
import dev.lintel.reader.wiegand.WiegandAssembler;
import dev.lintel.tools.bench.Figure.Aim;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// From a card's last byte or edge to the strike's output, through a whole simulated box in this process: readers'
/// wire, driver, decision, door lane, output. Cards come after random pauses, as people do.
final class StrikeBench implements Bench {
    private static final long SEED = 42;
    private static final int PAUSE_MS_MIN = 20;
    private static final int PAUSE_MS_MAX = 120;
    /// A strike that has not moved by then will not: the decision's own limit is 3 s.
    private static final long STRIKE_SECONDS_MAX = 5;
    private static final long EVENT_MS_MAX = 5_000;
    private static final long READER_SECONDS_MAX = 20;
    /// Shown first and not counted: the code is cold.
    private static final int WARM_UP = 20;
    private static final int BITS = 32;
    /// Cards of one number, each of its own length: more than a door has in 0.7 s.
    private static final int CARDS = 16;
    /// Ada Demo's card.
    private static final long CARD = 1001;

    private record StrikeMove(boolean released, long atNs) {}

    @Override
    public void run(Setting setting, Report report) {
        Path folder = Folders.fresh(setting.work(), "strike");
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        var around = new Surroundings(null, null, null, null, false, folder);
        try (Lintel lintel = Lintel.start(options, around, setting.time())) {
            Samples osdp = door(lintel, 1, setting, "OSDP");
            tell(report, "OSDP, last byte to strike: ", osdp, Aim.atMost(2));
            Samples edge = door(lintel, 2, setting, "Wiegand");
            var silence = new Samples();
            silence.addShifted(edge, -WiegandAssembler.SILENCE_NS);
            tell(report, "Wiegand, end of frame to strike: ", silence, Aim.atMost(2));
            tell(report, "Wiegand, last edge to strike: ", edge, null);
            report.note("a Wiegand frame ends with 30 ms of silence: nothing else tells a short card from half a long"
                    + " one; the aim is for what comes after");
        } finally {
            Folders.delete(folder);
        }
    }

    private static void tell(Report report, String what, Samples samples, @Nullable Aim aim) {
        report.addMs(what + "p50", samples.median(), null);
        report.addMs(what + "p99", samples.percentile(0.99), aim);
        report.addMs(what + "max of " + samples.count(), samples.max(), null);
    }

    /// Presents the effort's cards at one door, whose strike a leaf that opens secures again.
    private static Samples door(Lintel lintel, int unit, Setting setting, String wire) {
        Simulator simulator = lintel.simulator();
        if (simulator == null) throw new IllegalStateException("a box without configuration is simulated");
        var moves = new LinkedBlockingQueue<StrikeMove>();
        simulator.onStrike(unit, (released, atNs) -> moves.add(new StrikeMove(released, atNs)));
        var log = lintel.database().events();
        var events = new EventStore(lintel.database());
        awaitReader(setting.time(), simulator, unit);
        var random = new SplittableRandom(SEED);
        var samples = new Samples();
        int cards = setting.effort().cards();
        for (int i = -Math.min(WARM_UP, cards); i < cards; i++) {
            setting.say("strike: %s, card %d of %d".formatted(wire, Math.max(0, i + 1), cards));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(PAUSE_MS_MIN, PAUSE_MS_MAX)));
            long head = log.head();
            int bits = BITS + Math.floorMod(i, CARDS); // the same card again within 0.7 s has stayed there
            simulator.presentCard(unit, "entry", CardBits.ofNumber(BigInteger.valueOf(CARD), bits));
            long releasedNs = await(moves, true);
            long readNs = admitted(lintel, events, head).draft().monotonicNs();
            if (i >= 0) samples.add(releasedNs - readNs);
            simulator.moveLeaf(unit, true);
            await(moves, false);
            simulator.moveLeaf(unit, false);
        }
        return samples;
    }

    private static long await(BlockingQueue<StrikeMove> moves, boolean released) {
        try {
            StrikeMove move = moves.poll(STRIKE_SECONDS_MAX, TimeUnit.SECONDS);
            if (move == null || move.released != released) {
                throw new BenchException("the strike was not " + (released ? "released" : "secured"));
            }
            return move.atNs;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while a strike was awaited", e);
        }
    }

    private static Event admitted(Lintel lintel, EventStore events, long after) {
        long head = after;
        try {
            while (true) {
                long next = lintel.database().events().awaitHeadAbove(head, EVENT_MS_MAX);
                if (next == head) throw new BenchException("no event came of a card");
                for (Event event : events.after(head, EventStore.BATCH_MAX)) {
                    if (event.kind() == EventKind.ADMITTED_CARD) return event;
                }
                head = next;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while an event was awaited", e);
        }
    }

    /// An OSDP reader is brought up for a second or two after the doors work.
    private static void awaitReader(Time time, Simulator simulator, int unit) {
        long deadlineNs = time.nowNs() + TimeUnit.SECONDS.toNanos(READER_SECONDS_MAX);
        while (!simulator.state(unit).toString().contains("online=true")) {
            if (time.nowNs() - deadlineNs > 0) throw new BenchException("the simulated reader stays offline");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS_MIN));
        }
    }
}
