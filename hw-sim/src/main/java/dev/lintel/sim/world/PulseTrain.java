package dev.lintel.sim.world;

import dev.lintel.reader.CardBits;
import java.util.ArrayList;
import java.util.List;
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

    /// Loses one pulse on its way through the kernel; neither the first nor the last, which no number betrays at once.
    static List<Pulse> lossy(List<Pulse> train, RandomGenerator random) {
        if (train.size() < 3) return train;
        int lost = random.nextInt(1, train.size() - 1);
        List<Pulse> lossy = new ArrayList<>(train);
        lossy.set(lost, new Pulse(train.get(lost).afterNs(), train.get(lost).bit(), true));
        return lossy;
    }
}
