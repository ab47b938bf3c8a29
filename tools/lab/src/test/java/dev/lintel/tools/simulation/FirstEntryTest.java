package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.simulation.Verdicts.Certainty;
import org.junit.jupiter.api.Test;

/// With whom hours begin that wait for a first card.
class FirstEntryTest {
    private static final long LAG_NS = 300_000_000L;

    private final FirstEntry first = new FirstEntry();

    @Test
    void admission_beginsHoursOnceTheLeafOpens() {
        first.admitted(5L, true, false, 1);
        assertThat(first.entered()).isEqualTo(Certainty.NO);
        first.opens(true, 7);
        assertThat(first.entered()).isEqualTo(Certainty.YES);
        assertThat(first.enteredNs()).isEqualTo(7);
        first.settled(false, 2 * LAG_NS);
        first.opens(true, 8);
        assertThat(first.entered()).as("the next opening").isEqualTo(Certainty.NO);
    }

    @Test
    void admissionThatIsNotUsed_beginsNone() {
        first.admitted(5L, true, false, 1);
        first.settled(true, 2);
        first.settled(false, 2 * LAG_NS);
        first.settled(false, 4 * LAG_NS);
        first.opens(true, 7);
        assertThat(first.entered()).isEqualTo(Certainty.NO);
    }

    @Test
    void admissionWhereNothingTellsOfThePassage_beginsHoursAtOnce() {
        first.admitted(5L, false, true, 1);
        assertThat(first.entered()).as("at the exit reader").isEqualTo(Certainty.NO);
        first.admitted(5L, true, true, 2);
        assertThat(first.entered()).isEqualTo(Certainty.YES);
    }

    @Test
    void openingThatMayBeAnothersOrForced_isDoubtful() {
        first.admitted(5L, true, false, 1);
        first.opens(false, 7);
        assertThat(first.entered()).isEqualTo(Certainty.PERHAPS);
        first.settled(true, 7);
        assertThat(first.entered()).as("hours may begin until the time is over").isEqualTo(Certainty.PERHAPS);
        first.settled(false, 8);
        assertThat(first.entered()).as("a contact may lag").isEqualTo(Certainty.PERHAPS);
        first.settled(false, 4 * LAG_NS);
        first.admitted(null, false, false, 8);
        first.opens(true, 9);
        assertThat(first.entered()).as("somebody whom an operator lets in").isEqualTo(Certainty.NO);
        first.admitted(5L, true, false, 10);
        first.opens(true, 11);
        assertThat(first.entered()).isEqualTo(Certainty.PERHAPS);
    }
}
