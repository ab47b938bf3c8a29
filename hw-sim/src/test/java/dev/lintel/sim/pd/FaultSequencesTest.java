package dev.lintel.sim.pd;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Our ACU against our PDs in virtual time, through seeded sequences of everything that can be wrong with a line
/// or a reader, one over another. What must hold says [FaultWatch] for the cards, and [FaultRun] for the bus:
/// everybody is back within 10 s, the others keep their pace, nothing leaves in the clear where there is a key.
/// The seed is in the test's name: it repeats the run.
class FaultSequencesTest {
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noCardIsLostDoubledOrWrongAndEverybodyComesBack(long seed) {
        new FaultRun(seed, false).play();
    }

    @ParameterizedTest(name = "secure, seed {0}")
    @MethodSource("seeds")
    void aSecureChannelKeepsTheSamePromisesAndItsSecrets(long seed) {
        new FaultRun(seed, true).play();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 500);
    }

    /// A minute: run by `./lintel test --slow`.
    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("manySeeds")
    void theSameThroughFiveThousandSequences(long seed) {
        new FaultRun(seed, false).play();
    }

    @Tag("slow")
    @ParameterizedTest(name = "secure, seed {0}")
    @MethodSource("manySeeds")
    void theSameThroughFiveThousandSequencesOfASecureChannel(long seed) {
        new FaultRun(seed, true).play();
    }

    static LongStream manySeeds() {
        return LongStream.rangeClosed(1_001, 6_000);
    }
}
