package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// PINs at the exit reader of a door that may keep nobody in, while PINs rest.
class FreeExitPinsTest {
    private final FlowRig rig = new FlowRig();

    /// Leaves by the exit reader of a door that may keep nobody in.
    private EventKind leaves(String pin) {
        rig.show(1, "exit", new Shown.Pin(pin));
        return rig.kind();
    }

    private void freeExit() {
        rig.policy.accept(Means.PIN);
        rig.gates = (_, _) -> new Gate(false, false, true, "normal");
    }

    @Test
    void freeExit_comparesAPin30SecondsAfterTheLastWrongOne() {
        freeExit();
        for (int i = 0; i < 5; i++) assertThat(leaves("9999")).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        assertThat(leaves("4711")).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        rig.pass(Duration.ofSeconds(30).minusNanos(1));
        assertThat(leaves("4711")).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        rig.pass(Duration.ofNanos(1));
        assertThat(leaves("4711")).isEqualTo(EventKind.ADMITTED_PIN);
        assertThat(rig.answer().additional()).doesNotContainKey("not_enforced");
        assertThat(leaves("4711")).as("the next person, with a right PIN").isEqualTo(EventKind.ADMITTED_PIN);
        assertThat(leaves("9999")).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        assertThat(leaves("4711")).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        rig.pin("4711");
        assertThat(rig.kind()).as("at the entry reader").isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        rig.card(1001);
        assertThat(rig.kind()).as("a card").isEqualTo(EventKind.REJECTED_CREDENTIAL_DISABLED);
    }

    @Test
    void wrongPinsAtAFreeExit_countDuringARest() {
        freeExit();
        for (int i = 0; i < 60; i++) {
            leaves("9999");
            rig.pass(Duration.ofSeconds(2));
        }
        assertThat(rig.logged())
                .extracting(event -> event.additional().get("in_row"))
                .containsExactly(1L, 2L);
        for (int i = 0; i < 600; i++) {
            leaves("9999");
            rig.pass(Duration.ofSeconds(2));
        }
        assertThat(rig.logged().getFirst().additional())
                .containsEntry("wrong", 10L)
                .containsEntry("in_row", 3L)
                .containsEntry("rest_seconds", 900L);
    }

    /// An attacker who is inside.
    @Test
    void freeExit_comparesAtMost160WrongPinsInAnHourAnd3150InADay() {
        for (int each : new int[] {1, 2, 7, 13, 29, 30, 31, 60}) {
            var test = new FreeExitPinsTest();
            test.freeExit();
            var comparedNs = new ArrayList<Long>();
            for (Duration time = Duration.ZERO; time.toDays() < 1; time = time.plusSeconds(each)) {
                boolean isCompared = test.leaves("9999") == EventKind.REJECTED_UNKNOWN_PIN;
                if (isCompared) comparedNs.add(time.toNanos());
                test.rig.pass(Duration.ofSeconds(each));
            }
            assertThat(comparedNs).as("each %d s", each).hasSizeLessThanOrEqualTo(3_150);
            for (int i = 160; i < comparedNs.size(); i++) {
                assertThat(comparedNs.get(i) - comparedNs.get(i - 160))
                        .as("each %d s", each)
                        .isGreaterThanOrEqualTo(Duration.ofHours(1).toNanos());
            }
        }
    }

    @Test
    void aRestartKeepsTheRestOfAFreeExit() {
        freeExit();
        var told = new ArrayList<EventDraft>();
        Runnable wrong = () -> {
            leaves("9999");
            told.add(rig.answer());
            told.addAll(rig.logged());
        };
        for (int i = 0; i < 5; i++) wrong.run();
        rig.pass(Duration.ofSeconds(30));
        wrong.run();
        rig.pass(Duration.ofSeconds(20));
        rig.flow = rig.process();
        for (EventDraft event : told) rig.flow.remember(event, event.monotonicNs());
        assertThat(leaves("4711")).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        rig.pass(Duration.ofSeconds(10));
        assertThat(leaves("4711")).isEqualTo(EventKind.ADMITTED_PIN);
        for (int i = 0; i < 4; i++) wrong.run();
        assertThat(told.getLast().additional())
                .as("with the one during the rest")
                .containsEntry("in_row", 2L);
    }
}
