package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.simulation.Turns.Owner;
import dev.lintel.tools.simulation.Turns.Taken;
import dev.lintel.tools.simulation.Turns.Way;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Who may pass a door, and whose turn an opening takes.
class TurnsTest {
    private static final long S = 1_000_000_000L;
    private static final Owner ONE = Owner.persons(1, List.of());
    private static final Owner TWO = Owner.persons(2, List.of());
    private static final Owner REX = Owner.exit(true, true);

    private final Turns turns = new Turns();

    private Taken opens(long atNs) {
        return turns.opens(atNs, Turns.NEVER, true);
    }

    @Test
    void opening_takesTheTurnThatEndsFirst_andItIsCertainWhoseWithTheLastOne() {
        turns.given(ONE, Way.IN, 0, 15 * S, true);
        turns.given(TWO, Way.IN, S, 6 * S, true);
        assertThat(opens(2 * S)).isEqualTo(new Taken(Set.of(), false, true, false));
        assertThat(turns.leastUntilNs(2 * S)).isEqualTo(15 * S);
        assertThat(turns.takeSurvivals()).isZero();
        assertThat(opens(3 * S).persons()).isEqualTo(Set.of(1L, 2L));
        assertThat(turns.takeSurvivals()).isOne();
        assertThat(turns.mostUntilNs(3 * S)).isEqualTo(Turns.NEVER);
    }

    @Test
    void personsTogether_haveOneTurn() {
        turns.given(Owner.persons(1, List.of(2L)), Way.IN, 0, 5 * S, true);
        turns.given(Owner.persons(2, List.of(1L)), Way.IN, 0, 5 * S, true);
        assertThat(opens(S).persons()).isEqualTo(Set.of(1L, 2L));
        assertThat(turns.mostUntilNs(S)).isEqualTo(Turns.NEVER);
    }

    @Test
    void openingThatTheBoxMayNotKnow_leavesEveryTurnInDoubt() {
        turns.given(ONE, Way.IN, 0, 5 * S, true);
        turns.given(REX, Way.OUT_BY_BOX, S, 6 * S, true);
        assertThat(turns.exit(2 * S)).isEqualTo(Certainty.YES);
        assertThat(turns.opens(2 * S, Turns.NEVER, false)).isEqualTo(Taken.UNSURE);
        assertThat(turns.exit(2 * S)).isEqualTo(Certainty.PERHAPS);
        assertThat(turns.leastUntilNs(2 * S)).isEqualTo(Turns.NEVER);
        assertThat(turns.mostUntilNs(2 * S)).isEqualTo(6 * S);
    }

    @Test
    void leafThatSpringsOpen_takesNoOlderTurn() {
        turns.given(ONE, Way.IN, 0, 5 * S, true);
        assertThat(turns.opens(2 * S, 2 * S - 1, true).persons()).isEmpty();
        assertThat(turns.leastUntilNs(2 * S)).isEqualTo(5 * S);
    }

    @Test
    void lockdown_endsTheTurnsOfPersonsOnly() {
        turns.given(ONE, Way.IN, 0, 5 * S, true);
        turns.given(REX, Way.OUT_BY_BOX, 0, 4 * S, true);
        turns.locked(S);
        assertThat(turns.leastUntilNs(S)).isEqualTo(4 * S);
    }

    @Test
    void lockdown_leavesThePersonsWhomOnlyTheBoxLetsOut() {
        turns.given(ONE, Way.OUT_BY_BOX, 0, 5 * S, true);
        turns.given(TWO, Way.OUT, 0, 6 * S, true);
        assertThat(turns.locked(S)).isEqualTo(5 * S);
        assertThat(turns.leastUntilNs(S)).isEqualTo(5 * S);
    }

    @Test
    void exitAndExitReader_areOneTurn_whereAHandleLetsOut() {
        Owner exit = Owner.exit(true, false);
        turns.given(ONE, Way.OUT, 0, 5 * S, true);
        turns.given(exit, Way.OUT, S, 6 * S, true);
        assertThat(turns.exit(2 * S)).isEqualTo(Certainty.YES);
        assertThat(opens(2 * S)).isEqualTo(new Taken(Set.of(1L), true, true));
        assertThat(turns.mostUntilNs(2 * S)).isEqualTo(Turns.NEVER);
        turns.given(exit, Way.OUT, 10 * S, 15 * S, true);
        turns.given(TWO, Way.OUT, 11 * S, 16 * S, true);
        assertThat(opens(12 * S)).isEqualTo(new Taken(Set.of(2L), true, true));
    }
}
