package dev.lintel.sim.world;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.wiegand.WiegandAssembler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.random.RandomGenerator;

/// Bits as Wiegand pulses, and what bad cables make of them. Pure; used by [WiegandSimReader].
///
/// ```
///   bit        0        1        1
///   D0   ‾‾‾|__|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
///   D1   ‾‾‾‾‾‾‾‾‾‾‾‾|__|‾‾‾‾‾|__|‾‾‾‾‾‾
///           |<-2 ms->|                      only the falling edge counts
/// ```
final class PulseTrain {
    /// What most readers keep between bits.
    static final long INTERVAL_NS = 2_000_000;

    /// Crosstalk: the edge of one line seen on the other, within microseconds.
    private static final int CROSSTALK_NS_MAX = 15_000;

    /// Ringing: the line falls again before its own pulse of 50 us is well over.
    private static final int RINGING_NS_MIN = 20_000;

    private static final int RINGING_NS_MAX = 90_000;

    /// What readers keep between two bits, at least and at most.
    private static final long INTERVAL_NS_MIN = 200_000;

    private static final long INTERVAL_NS_MAX = 20_000_000;

    /// A reader that has something else to do in the middle of a card.
    private static final long PAUSE_NS_MIN = 6_000_000;

    private static final int PAUSES_MAX = 3;
    private static final int BOUNCES_MAX = 3;

    private PulseTrain() {}

    static List<Pulse> of(CardBits bits, long intervalNs) {
        List<Pulse> train = new ArrayList<>(bits.count());
        for (int i = 0; i < bits.count(); i++) train.add(new Pulse(i * intervalNs, bits.bit(i), false));
        return train;
    }

    /// Adds crosstalk and ringing to at least one pulse of the train.
    static List<Pulse> noisy(List<Pulse> train, RandomGenerator random) {
        int certain = random.nextInt(train.size());
        List<Pulse> noisy = new ArrayList<>();
        for (int i = 0; i < train.size(); i++) {
            Pulse pulse = train.get(i);
            noisy.add(pulse);
            if (i != certain && random.nextInt(8) != 0) continue;
            noisy.add(
                    random.nextBoolean()
                            ? new Pulse(pulse.afterNs() + random.nextInt(1, CROSSTALK_NS_MAX), 1 - pulse.bit(), false)
                            : new Pulse(
                                    pulse.afterNs() + random.nextInt(RINGING_NS_MIN, RINGING_NS_MAX),
                                    pulse.bit(),
                                    false));
        }
        return noisy;
    }

    /// The same bits with intervals that a reader may keep but hardly ever does.
    static List<Pulse> jittery(List<Pulse> train, RandomGenerator random) {
        return respaced(train, _ -> random.nextLong(INTERVAL_NS_MIN, INTERVAL_NS_MAX + 1));
    }

    /// The same bits with one to three long pauses between them.
    static List<Pulse> paused(List<Pulse> train, RandomGenerator random) {
        if (train.size() < 2) return train;
        Set<Integer> before = new HashSet<>();
        int pauses = 1 + random.nextInt(PAUSES_MAX);
        for (int i = 0; i < pauses; i++) before.add(random.nextInt(1, train.size()));
        return respaced(
                train,
                i -> before.contains(i)
                        ? random.nextLong(PAUSE_NS_MIN, INTERVAL_NS_MAX + 1)
                        : train.get(i).afterNs() - train.get(i - 1).afterNs());
    }

    /// `interval` gives what stands before the pulse of an index, from 1 on.
    private static List<Pulse> respaced(List<Pulse> train, IntToLongFunction interval) {
        List<Pulse> respaced = new ArrayList<>(train.size());
        long afterNs = train.getFirst().afterNs();
        for (int i = 0; i < train.size(); i++) {
            if (i > 0) afterNs += interval.applyAsLong(i);
            respaced.add(new Pulse(afterNs, train.get(i).bit(), train.get(i).lost()));
        }
        return respaced;
    }

    /// Every pulse on the other line.
    static List<Pulse> swapped(List<Pulse> train) {
        return train.stream()
                .map(pulse -> new Pulse(pulse.afterNs(), 1 - pulse.bit(), pulse.lost()))
                .toList();
    }

    /// One pulse more, as long as a reader's and between two of its own: only the count of bits gives it away.
    static List<Pulse> spiked(List<Pulse> train, RandomGenerator random) {
        int after = random.nextInt(train.size());
        long fromNs = train.get(after).afterNs();
        boolean last = after == train.size() - 1;
        long gapNs = last ? INTERVAL_NS : train.get(after + 1).afterNs() - fromNs;
        List<Pulse> spiked = new ArrayList<>(train);
        spiked.add(after + 1, new Pulse(fromNs + random.nextLong(gapNs / 3, 2 * gapNs / 3), random.nextInt(2), false));
        return spiked;
    }

    /// Each pulse falls once to three times more while it rings out.
    static List<Pulse> bouncing(List<Pulse> train, RandomGenerator random) {
        List<Pulse> bouncing = new ArrayList<>();
        for (Pulse pulse : train) {
            bouncing.add(pulse);
            int bounces = 1 + random.nextInt(BOUNCES_MAX);
            for (int i = 1; i <= bounces; i++) {
                long laterNs = i * (long) RINGING_NS_MIN + random.nextInt(RINGING_NS_MIN / 2);
                bouncing.add(new Pulse(pulse.afterNs() + laterNs, pulse.bit(), false));
            }
        }
        return bouncing;
    }

    /// Loses one pulse in the cable, the first and the last as well as any other, so that no number is missing: what
    /// arrives is a train with a bit less. Not one whose neighbours are a silence apart: there the card falls into
    /// two, either of which may be a whole card of another length by chance.
    static List<Pulse> shortened(List<Pulse> train, RandomGenerator random) {
        List<Pulse> inTime = inTime(train);
        List<Integer> losable = losable(inTime);
        losable.add(0);
        losable.add(inTime.size() - 1);
        inTime.remove((int) losable.get(random.nextInt(losable.size())));
        return inTime;
    }

    /// Loses one pulse on its way through the kernel; neither the first nor the last, which no number betrays at
    /// once, nor one whose neighbours are a silence apart: there the card falls into two, of which the first is
    /// over before anybody can know.
    static List<Pulse> lossy(List<Pulse> train, RandomGenerator random) {
        List<Pulse> lossy = inTime(train);
        List<Integer> losable = losable(lossy);
        if (losable.isEmpty()) return train;
        int lost = losable.get(random.nextInt(losable.size()));
        lossy.set(lost, new Pulse(lossy.get(lost).afterNs(), lossy.get(lost).bit(), true));
        return lossy;
    }

    private static List<Pulse> inTime(List<Pulse> train) {
        List<Pulse> inTime = new ArrayList<>(train);
        inTime.sort(Comparator.comparingLong(Pulse::afterNs));
        return inTime;
    }

    /// Those in the middle without which the train stays one.
    private static List<Integer> losable(List<Pulse> inTime) {
        List<Integer> losable = new ArrayList<>();
        for (int i = 1; i < inTime.size() - 1; i++) {
            long apartNs = inTime.get(i + 1).afterNs() - inTime.get(i - 1).afterNs();
            if (apartNs < WiegandAssembler.SILENCE_NS) losable.add(i);
        }
        return losable;
    }
}
