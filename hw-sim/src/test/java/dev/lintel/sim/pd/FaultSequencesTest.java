package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sim.fault.Fault;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Our ACU against our PDs in virtual time, through seeded sequences of everything that can be wrong with a line
/// or a reader, one over another. What must hold says [FaultWatch] for the cards, and [FaultRun] for the bus:
/// everybody is back within 10 s, the others keep their pace, nothing leaves in the clear where there is a key.
/// The seed is in the test's name: it repeats the run.
class FaultSequencesTest {
    /// Occurrences of each fault in the sequences of each run, one over another and by itself.
    private static final int KIND_MIN = 10;

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

    @ParameterizedTest(name = "secure: {0}")
    @ValueSource(booleans = {false, true})
    void seedsContainEachFaultManyTimes(boolean secure) {
        Map<String, Integer> counts = new HashMap<>();
        seeds().mapToObj(seed -> FaultRun.plan(seed, secure))
                .flatMap(plan -> plan.steps().stream())
                .forEach(step -> counts.merge(kind(step.what()), 1, Integer::sum));
        for (Fault fault : Fault.values()) {
            if (!secure && FaultPlan.OF_KEYS.contains(fault)) continue;
            assertThat(counts.getOrDefault(fault.word(), 0)).as(fault.word()).isGreaterThanOrEqualTo(KIND_MIN);
        }
        assertThat(counts.get("Busy")).isGreaterThanOrEqualTo(KIND_MIN);
        assertThat(counts.get("Refuse")).isGreaterThanOrEqualTo(KIND_MIN);
    }

    /// The name of what begins; empty: something is over.
    private static String kind(FaultPlan.What what) {
        return switch (what) {
            case FaultPlan.What.Switch(Fault fault, boolean on) -> on ? fault.word() : "";
            case FaultPlan.What.Busy(int times) -> times > 0 ? "Busy" : "";
            case FaultPlan.What.Refuse(int _, int times) -> times > 0 ? "Refuse" : "";
        };
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 150);
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
        return LongStream.rangeClosed(1, 5_000);
    }
}
