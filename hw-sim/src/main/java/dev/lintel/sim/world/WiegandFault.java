package dev.lintel.sim.world;

import java.util.List;
import java.util.random.RandomGenerator;

/// What bad wiring does to a Wiegand reader's pulses, in the order in which it is done when several are on:
/// first the reader's own timing, then the wires, then what the cable adds, and last what the kernel loses.
enum WiegandFault {
    JITTER("jitter", "Wiegand: bits come 0.2 to 20 ms apart, as they like. The card must be read all the same.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return PulseTrain.jittery(train, random);
        }
    },
    GAPS("gaps", "Wiegand: pauses of 6 to 20 ms inside each card. The card must be read all the same.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return PulseTrain.paused(train, random);
        }
    },
    SWAPPED("swapped-lines", "Wiegand: D0 and D1 are exchanged. Cards with parity must be refused, and a hint given.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return PulseTrain.swapped(train);
        }
    },
    CUT_D1("cut-d1", "Wiegand: the wire of D1 is cut. What is left must be nobody's card, and a hint given.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return train.stream().filter(pulse -> pulse.bit() == 0).toList();
        }
    },
    LOST_PULSE(
            "lost-pulse",
            "Wiegand: one pulse of every card is lost in the cable, any of them. The card is a bit short: format raw"
                    + " reads it, all others must refuse it.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return PulseTrain.shortened(train, random);
        }
    },
    EXTRA_PULSE("extra-pulse", "Wiegand: a spike adds a bit to every card. It must be nobody's card.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return PulseTrain.spiked(train, random);
        }
    },
    BOUNCE("bounce", "Wiegand: each pulse falls several times. The card must be refused.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return PulseTrain.bouncing(train, random);
        }
    },
    NOISE("noise", "A bad cable: crosstalk and ringing on the line. Damaged reads must be refused.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return PulseTrain.noisy(train, random);
        }
    },
    LOST_EDGE(
            "lost-edge",
            "Wiegand: the kernel counts one edge of every card and loses it, as a busy board does. The card must be"
                    + " refused.") {
        @Override
        List<Pulse> on(List<Pulse> train, RandomGenerator random) {
            return PulseTrain.lossy(train, random);
        }
    };

    private final String word;
    private final String sentence;

    WiegandFault(String word, String sentence) {
        this.word = word;
        this.sentence = sentence;
    }

    /// As the page and the command line call it.
    String word() {
        return word;
    }

    /// What it does and what must come of it.
    String sentence() {
        return sentence;
    }

    /// The same train with this fault.
    abstract List<Pulse> on(List<Pulse> train, RandomGenerator random);
}
