package dev.lintel.controller.access;

import static dev.lintel.controller.access.FlowRig.ADA;
import static dev.lintel.controller.access.FlowRig.BEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// PINs that are typed under a threat: only the log hears of them.
class DuressTest {
    private final FlowRig rig = new FlowRig();

    /// The one silent event, which must be of that person.
    private EventDraft told(long personId) {
        List<EventDraft> told = rig.logged();
        assertThat(told).extracting(EventDraft::kind).containsExactly(EventKind.DURESS);
        assertThat(told.getFirst().subject().personId()).isEqualTo(personId);
        assertThat(told.toString()).doesNotContain("1230", "4712");
        return told.getFirst();
    }

    @Test
    void secondPinUnderDuress_opensAndOnlyTheLogTells() {
        rig.policy.duress = false;
        rig.card(1001);
        rig.pin("1230");
        assertThat(rig.kind()).as("off unless switched on").isEqualTo(EventKind.REJECTED_WRONG_FACTOR);
        rig.pass(Duration.ofSeconds(11));
        rig.policy.duress = true;
        rig.card(1001);
        rig.pin("1239");
        EventDraft usual = rig.answer();
        assertThat(rig.logged()).isEmpty();
        rig.card(1001);
        rig.pin("1230");
        assertThat(rig.kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(rig.answer().additional()).isEqualTo(usual.additional());
        assertThat(rig.answer().subject()).isEqualTo(usual.subject());
        assertThat(told(ADA).additional()).doesNotContainKey("refused");
    }

    @Test
    void secondPinUnderDuress_isToldWhereThePersonIsRefusedMeanwhile() {
        rig.card(1001);
        rig.rights.rights.clear();
        rig.pin("1230");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_NO_PERMISSION);
        assertThat(told(ADA).additional()).containsEntry("refused", "no_permission");
    }

    private Map<Reason, Runnable> refusals() {
        var all = new LinkedHashMap<Reason, Runnable>();
        all.put(Reason.LOCKDOWN, () -> rig.gates = (_, _) -> new Gate(true, false, false, "normal"));
        all.put(Reason.TAMPER, () -> rig.gates = (_, _) -> Gate.PLAIN.tamperedWith());
        all.put(Reason.OUT_OF_HOURS, () -> rig.rights.rights.put(1L, List.of(Right.byRole(1, 5L, null))));
        all.put(Reason.NO_PERMISSION, () -> rig.rights.rights.clear());
        all.put(Reason.CREDENTIAL_DISABLED, () -> ada(false, true));
        all.put(Reason.PERSON_DISABLED, () -> ada(true, false));
        return all;
    }

    private void ada(boolean active, boolean enabled) {
        var validity = new TestRights.Validity(active, enabled, null, null);
        rig.rights.cards.put(1001L, TestRights.holder(ADA, TestRights.CARD, validity));
    }

    /// The PIN after a card that was refused: the answer is that of any other PIN, also in what counts as a guess.
    @Test
    void pinAfterARefusedCard_isMatchedSilently() {
        refusals().forEach((reason, refuse) -> {
            var test = new DuressTest();
            test.refusals().getOrDefault(reason, refuse).run();
            test.rig.card(1001);
            assertThat(test.rig.kind()).as("%s", reason).isEqualTo(reason.kind());
            test.rig.pin("1230");
            LaneInput underDuress = test.rig.lane.getLast();
            EventDraft told = test.told(ADA);
            assertThat(told.additional()).containsEntry("refused", reason.word());
            assertThat(told.subject().credentialsNumber()).isEqualTo("1001");
            test.rig.card(1001);
            test.rig.pin("9876");
            assertThat(((LaneInput.Answered) test.rig.lane.getLast()).event().additional())
                    .isEqualTo(((LaneInput.Answered) underDuress).event().additional());
            assertThat(test.rig.logged()).as("no other PIN is told").isEmpty();
        });
    }

    @Test
    void pinAfterARefusedCard_isLookedAtOnceAtThatReaderInTime() {
        rig.rights.rights.clear();
        rig.card(1001);
        rig.show(1, "exit", new Presentation.Shown.Pin("1230"));
        rig.show(1, "entry", new Presentation.Shown.Phone(9, "asked"));
        assertThat(rig.logged()).as("at another reader").isEmpty();
        rig.pin("1230");
        told(ADA);
        rig.pin("1230");
        assertThat(rig.logged()).as("the second PIN").isEmpty();
        rig.card(1001);
        rig.card(2002);
        rig.pin("1230");
        assertThat(rig.logged()).as("Ben's card was last").isEmpty();
        rig.pass(Duration.ofHours(1)); // wrong PINs are forgotten
        rig.card(1001);
        rig.pass(Duration.ofSeconds(10));
        rig.pin("1230");
        told(ADA);
        rig.card(1001);
        rig.pass(Duration.ofSeconds(10).plusNanos(1));
        rig.pin("1230");
        assertThat(rig.kinds()).as("late").doesNotContain(EventKind.DURESS);
        rig.policy.duress = false;
        rig.card(1001);
        rig.pin("1230");
        assertThat(rig.kinds()).doesNotContain(EventKind.DURESS);
        rig.policy.duress = true;
        rig.policy.accept(Means.PIN);
        rig.card(1001);
        rig.pin("1230");
        assertThat(rig.kinds()).as("where no PIN is asked for after a card").doesNotContain(EventKind.DURESS);
    }

    @Test
    void duressPinCountsAmongWrongPinsAsAnyOtherAfterARefusedCard() {
        rig.rights.rights.clear();
        for (int i = 0; i < 5; i++) {
            rig.card(1001);
            rig.pin("1230");
            assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        }
        assertThat(rig.kinds()).contains(EventKind.PIN_GUESSING);
        rig.card(1001);
        rig.pin("1230");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        told(ADA);
    }

    @Test
    void duressPinWhilePinsRest_isTold() {
        for (int i = 0; i < 5; i++) rig.pin("9876");
        rig.logged();
        rig.card(1001);
        rig.pin("1230");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        assertThat(told(ADA).additional()).containsEntry("refused", "pin_locked");
    }

    @Test
    void pinAloneUnderDuress_admitsThePersonAndIsNoWrongPin() {
        rig.policy.accept(Means.PIN);
        for (int i = 0; i < 12; i++) {
            rig.pin("4712");
            assertThat(rig.kind()).isEqualTo(EventKind.ADMITTED_PIN);
            assertThat(rig.answer().subject().personId()).isEqualTo(ADA);
            told(ADA);
        }
        rig.rights.rights.clear();
        rig.pin("4712");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_NO_PERMISSION);
        assertThat(told(ADA).additional()).containsEntry("refused", "no_permission");
        rig.policy.duress = false;
        rig.pin("4712");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        assertThat(rig.logged()).isEmpty();
    }

    @Test
    void pinUnderDuressThatIsAnotherPersonsPin_isThatOne() {
        rig.policy.accept(Means.PIN);
        var disabled = new TestRights.Validity(false, true, null, null);
        rig.rights.pins.put(4712L, TestRights.holder(BEN, TestRights.PIN, disabled));
        rig.pin("4712");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_CREDENTIAL_DISABLED);
        rig.rights.pins.put(4712L, TestRights.holder(BEN, TestRights.PIN, TestRights.Validity.FULL));
        rig.pin("4712");
        assertThat(rig.answer().subject().personId()).isEqualTo(BEN);
        assertThat(rig.logged()).isEmpty();
        rig.rights.pins.put(4719L, TestRights.ada(TestRights.PIN));
        rig.pin("4710");
        told(ADA);
    }

    @Test
    void pinThatNoReaderHereTakesNamesNobody() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        rig.pin("4712");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        assertThat(rig.answer().subject().personId()).isNull();
        assertThat(rig.logged()).isEmpty();
    }

    @Test
    void firstPinUnderDuress_isToldAtOnceAndOnce() {
        rig.pin("4712");
        assertThat(rig.lane.getLast()).isInstanceOf(LaneInput.SecondAwaited.class);
        assertThat(told(ADA).additional()).doesNotContainKey("refused");
        rig.card(1001);
        assertThat(rig.kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(rig.logged()).isEmpty();
        rig.pin("4712");
        told(ADA);
        rig.card(2002);
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_WRONG_FACTOR);
        assertThat(rig.logged()).isEmpty();
        rig.rights.rights.clear();
        rig.pin("4712");
        assertThat(told(ADA).additional()).containsEntry("refused", "no_permission");
    }

    /// After a wrong second PIN the person may think better of it.
    @Test
    void pinAfterAWrongOne_isMatchedSilently() {
        rig.card(1001);
        rig.pin("1111");
        rig.pin("1230");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        assertThat(told(ADA).additional()).containsEntry("refused", "wrong_factor");
    }
}
