package dev.lintel.controller.door;

import static dev.lintel.controller.door.DoorState.SECURED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorInput.ExitActive;
import dev.lintel.controller.door.DoorInput.ExitHeld;
import dev.lintel.controller.door.DoorInput.LeafClosed;
import dev.lintel.controller.door.DoorInput.LeafOpened;
import dev.lintel.controller.door.DoorInput.Lock;
import dev.lintel.controller.door.DoorInput.StandNormal;
import dev.lintel.controller.door.DoorInput.StandUnlocked;
import dev.lintel.controller.door.DoorInput.Tick;
import dev.lintel.controller.door.DoorInput.Unlock;
import dev.lintel.controller.door.DoorState.Secure;
import dev.lintel.controller.door.DoorTimes.Delays;
import dev.lintel.controller.door.DoorTimes.Longer;
import dev.lintel.controller.door.DoorTimes.Relock;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/// A door's whole life, made up: people come in and leave, the leaf moves, modes change, and the lane is told of it
/// at once or late, as [DoorLane] tells it. [DoorWitness] says what must hold.
class DoorLifeTest {
    private static final long S = 1_000_000_000L;
    private static final long UNLOCK_NS = 5 * S;
    private static final long EXTENDED_NS = 15 * S;
    /// Secured, warned, alarmed: more than so many ticks at one moment never end.
    private static final int TICKS_MAX = 3;

    enum Deed {
        ADMITTED,
        ADMITTED_FOR_LONGER,
        LEAVES,
        /// By a handle whose switch releases nothing.
        LEAVES_BY_HANDLE,
        /// Pressed, and the lane had no room to hear of it.
        LEAVES_UNHEARD,
        HELD,
        OPENS,
        /// By force, from before whatever released it since.
        PRIED,
        CLOSES,
        /// Told again, as after a look at the contact.
        TOLD_AGAIN,
        STANDS,
        STANDS_NO_MORE,
        LOCKDOWN,
        PASSES,
        PASSES_UNHEARD,
        PASSES_TO_DEADLINE
    }

    /// @param afterNs how long after the deed before
    /// @param lateNs how much later the lane hears of it, where it can be late
    record Happens(Deed deed, long afterNs, long lateNs) {}

    @Provide
    Arbitrary<List<Happens>> lives() {
        Arbitrary<Long> after = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.longs().between(0, 4 * S)),
                Tuple.of(2, Arbitraries.of(0L, 1L, S, UNLOCK_NS, EXTENDED_NS)),
                Tuple.of(1, Arbitraries.longs().between(0, 40 * S)));
        Arbitrary<Long> late = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(0L)),
                Tuple.of(1, Arbitraries.longs().between(0, 8 * S)));
        return Combinators.combine(Arbitraries.of(Deed.class), after, late)
                .as(Happens::new)
                .list()
                .ofMaxSize(80);
    }

    @Provide
    Arbitrary<Delays> delays() {
        Arbitrary<Duration> ofAlarm = Arbitraries.of(0, 300, 2_000).map(Duration::ofMillis);
        Arbitrary<Duration> ofRelocking = Arbitraries.of(0, 0, 1_000, 7_000).map(Duration::ofMillis);
        return Combinators.combine(ofAlarm, ofRelocking).as(Delays::new);
    }

    @Property(tries = 5_000)
    void whateverHappensTheDoorDoesWhatItMustAndNothingElse(
            @ForAll("lives") List<Happens> life,
            @ForAll Relock relock,
            @ForAll boolean forced,
            @ForAll("delays") Delays delays) {
        var door = new Life(new DoorTimes(
                Duration.ofNanos(UNLOCK_NS),
                Duration.ofNanos(EXTENDED_NS),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                relock,
                forced,
                Longer.USUAL,
                delays));
        for (Happens next : life) door.happens(next);
    }

    /// A door and what is around it: the clock, the leaf, and what the exits' thread promised.
    private static final class Life {
        private final DoorTimes times;
        private final DoorWitness witness;
        private DoorState state = new Secure();
        private long nowNs;
        private long heardNs;
        private long promisedNs = SECURED;
        private long longerNs = SECURED;

        Life(DoorTimes times) {
            this.times = times;
            this.witness = new DoorWitness(times);
        }

        void happens(Happens next) {
            nowNs += next.afterNs;
            switch (next.deed) {
                case ADMITTED -> step(new Unlock(nowNs, UNLOCK_NS));
                case ADMITTED_FOR_LONGER -> {
                    longerNs = nowNs + EXTENDED_NS;
                    step(new Unlock(nowNs, EXTENDED_NS, true, true));
                }
                case LEAVES_BY_HANDLE -> exitActive(next.lateNs);
                case LEAVES -> leaves(next.lateNs);
                case LEAVES_UNHEARD -> promised(nowNs + UNLOCK_NS);
                case HELD -> {
                    promised(nowNs + S);
                    step(new ExitHeld(nowNs, nowNs + S));
                }
                case OPENS -> leaf(true, next.lateNs);
                case PRIED -> step(new LeafOpened(nowNs, promise(nowNs), true));
                case CLOSES -> leaf(false, next.lateNs);
                case TOLD_AGAIN -> step(moved(state.leafOpen(), true, nowNs));
                case STANDS -> step(new StandUnlocked(nowNs));
                case STANDS_NO_MORE -> {
                    if (state.stands()) step(new StandNormal(nowNs, promise(nowNs)));
                }
                case LOCKDOWN -> step(new Lock(nowNs, promise(nowNs)));
                case PASSES -> pass(nowNs);
                case PASSES_UNHEARD -> pass(nowNs - next.lateNs);
                case PASSES_TO_DEADLINE -> {
                    long dueNs = state.deadlineNs();
                    if (dueNs < Long.MAX_VALUE) nowNs = Math.max(nowNs, dueNs);
                    pass(nowNs);
                    assertThat(state.deadlineNs()).isGreaterThan(nowNs);
                }
            }
        }

        private void promised(long untilNs) {
            promisedNs = Math.max(promisedNs, untilNs);
        }

        private long promise(long atNs) {
            return promisedNs > atNs ? promisedNs : SECURED;
        }

        /// The exits' own thread promises at once; whom the lane hears of when their time is over needs no more.
        private void leaves(long lateNs) {
            long pressedNs = nowNs;
            promised(pressedNs + UNLOCK_NS);
            waits(lateNs);
            step(new ExitActive(pressedNs));
            if (pressedNs + UNLOCK_NS > nowNs) step(Unlock.byExit(pressedNs, UNLOCK_NS, true));
        }

        private void exitActive(long lateNs) {
            long activeNs = nowNs;
            waits(lateNs);
            step(new ExitActive(activeNs));
        }

        private void leaf(boolean opens, long lateNs) {
            if (state.leafOpen() == opens) return;
            long movedNs = nowNs;
            boolean forced = !state.released() && promise(nowNs) == SECURED;
            waits(lateNs);
            step(moved(opens, forced, movedNs));
        }

        /// Where the strike is secured, only an exit's time that still runs is told of with an opening.
        private DoorInput moved(boolean opens, boolean forced, long atNs) {
            if (!opens) return new LeafClosed(atNs, promise(atNs));
            return new LeafOpened(atNs, promise(state instanceof Secure ? nowNs : atNs), forced, atNs <= longerNs);
        }

        /// Something that happened just now waits so long for the lane, whose ticks go on.
        private void waits(long lateNs) {
            if (lateNs == 0) return;
            long happenedNs = nowNs;
            nowNs += lateNs;
            pass(happenedNs);
        }

        /// Does what is due now, where all is known that moved up to `knownNs`.
        private void pass(long knownNs) {
            heardNs = Math.max(heardNs, knownNs); // what was heard once is not unheard again
            var tick = new Tick(nowNs, Math.min(nowNs, heardNs));
            for (int ticks = 0; state.due(tick.atNs(), tick.heardNs()); ticks++) {
                assertThat(ticks).as("it comes to rest").isLessThan(TICKS_MAX);
                DoorState before = state;
                step(tick);
                assertThat(state).as("what is due is done").isNotEqualTo(before);
            }
            assertThat(Door.step(state, tick, times))
                    .as("nothing is done that is not due")
                    .isEqualTo(still());
            long nextNs = state.deadlineNs();
            assertThat(state.due(nextNs - 1, nextNs - 1))
                    .as("due before its deadline")
                    .isFalse();
            if (nextNs < Long.MAX_VALUE)
                assertThat(state.due(nextNs, nextNs)).as("due at its deadline").isTrue();
            witness.rests(state, tick);
        }

        private Door.Step still() {
            return new Door.Step(state, List.of());
        }

        private void step(DoorInput input) {
            Door.Step step = Door.step(state, input, times);
            DoorState before = state;
            state = step.state();
            witness.saw(before, input, step);
        }
    }
}
