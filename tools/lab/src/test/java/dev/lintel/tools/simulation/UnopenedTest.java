package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Admissions for which the leaf has not opened, as the judge counts them.
class UnopenedTest {
    private static final long UNTIL_NS = 5_000_000_000L;

    private final Unopened unopened = new Unopened();

    private boolean unused(@Nullable Long person) {
        var subject = new Subject(1L, person, null, null, null, false);
        return unopened.unused(new EventDraft(EventKind.ADMITTED_NOT_USED, 0, 0, subject, Map.of()));
    }

    @Test
    void secondAdmissionOfAPersonIsTheFirst_andEachOfAnybodyCounts() {
        unopened.admitted(5L, false, UNTIL_NS);
        unopened.admitted(5L, false, UNTIL_NS);
        assertThat(unused(5L)).isTrue();
        assertThat(unused(5L)).isFalse();
        unopened.admitted(null, false, UNTIL_NS);
        unopened.admitted(null, false, UNTIL_NS);
        assertThat(unused(null)).isTrue();
        assertThat(unused(null)).isTrue();
        assertThat(unused(null)).isFalse();
    }

    @Test
    void openingEndsThemOnceTheLaneHasHeardOfIt() {
        unopened.admitted(null, false, UNTIL_NS);
        assertThat(unopened.settled()).isTrue();
        unopened.opens();
        assertThat(unopened.settled()).isFalse();
        assertThat(unused(null)).isFalse();
    }

    /// The leaf has moved while the lane hung, perhaps by force: the lane may have heard of it before the admission.
    @Test
    void doubtfulAdmissionOfAnybodyMayBeReportedAfterALaterOne() {
        unopened.opens(1, false);
        unopened.admitted(null, false, UNTIL_NS);
        unopened.settled();
        unopened.admitted(null, false, UNTIL_NS);
        assertThat(unused(null)).isTrue();
        assertThat(unused(null)).isTrue();
        assertThat(unused(null)).isFalse();
    }

    @Test
    void reportEndsTheDoubt() {
        unopened.opens(1, false);
        unopened.admitted(null, false, UNTIL_NS);
        unopened.settled();
        unopened.admitted(null, false, UNTIL_NS);
        assertThat(unused(null)).isTrue();
        unopened.admitted(null, false, UNTIL_NS);
        assertThat(unused(null)).isTrue();
        assertThat(unused(null)).isFalse();
    }

    @Test
    void openingAfterTheTimeOfAPerson_isAnotherPersons() {
        unopened.admitted(5L, false, UNTIL_NS);
        unopened.opens(UNTIL_NS + 400_000_000L, true);
        assertThat(unopened.settled()).isTrue();
        assertThat(unused(5L)).isTrue();
    }
}
