package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Requests for an operator's approval, and what is presented while a person waits for it.
class ApprovalFlowTest {
    private final FlowRig rig = new FlowRig();

    @BeforeEach
    void theDoorAsksAnOperator() {
        rig.policy.approval = new ChannelAccess.Approval(null);
        rig.policy.accept(Means.CARD);
    }

    private List<Approvals.Asked> asked() {
        return rig.flow.asked(rig.time.nowNs());
    }

    /// As many showings as there is room for requests.
    @Test
    void oneCardAgainAndAgain_isOneRequestAndLeavesRoomForOthers() {
        for (int i = 0; i < Approvals.WAITING_MAX; i++) {
            rig.card(1001);
            rig.pass(Duration.ofMillis(200));
        }
        assertThat(asked()).hasSize(1);
        rig.card(2002);
        assertThat(asked()).extracting(Approvals.Asked::personId).containsExactly(FlowRig.ADA, FlowRig.BEN);
    }

    @Test
    void onePersonAtTwoDoors_hasARequestAtEach() {
        rig.show(1, "entry", FlowRig.bits(1001));
        rig.show(2, "entry", FlowRig.bits(1001));
        assertThat(asked()).extracting(Approvals.Asked::channelId).containsExactly(1L, 2L);
    }

    @Test
    void requestThatIsOver_isNotJoined() {
        rig.card(1001);
        long first = asked().getFirst().id();
        rig.pass(Duration.ofNanos(Approvals.WINDOW_NS + 1));
        rig.card(1001);
        assertThat(asked()).hasSize(1);
        assertThat(asked().getFirst().id()).isGreaterThan(first);
    }

    @Test
    void duressPin_marksTheRequest() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        rig.card(1001);
        rig.pin("1230");
        assertThat(asked()).extracting(Approvals.Asked::duress).containsExactly(true);
        assertThat(rig.kinds()).containsExactly(EventKind.DURESS);
    }

    @Test
    void duressPinOfALaterPresentation_marksTheRequestForGood() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        for (String pin : List.of("1239", "1230", "1239")) {
            rig.card(1001);
            rig.pin(pin);
            assertThat(asked()).hasSize(1);
            assertThat(asked().getFirst().duress()).isEqualTo(!rig.log.drafts().isEmpty());
        }
        assertThat(rig.kinds()).containsExactly(EventKind.DURESS);
        assertThat(asked().getFirst().duress()).isTrue();
    }

    @Test
    void pinUnderDuressThatSaysWhoItIs_marksTheRequest() {
        rig.policy.accept(Means.PIN);
        rig.pin("4711");
        assertThat(asked().getFirst().duress()).isFalse();
        rig.pin("4712");
        assertThat(asked()).extracting(Approvals.Asked::duress).containsExactly(true);
    }

    /// No more than those of a repeated card: neither an answer nor a guess.
    @Test
    void pinsWhileAPersonWaits_areIgnoredWhereNoPinAdmits() {
        rig.card(1001);
        for (int i = 0; i < 20; i++) rig.pin("1111");
        assertThat(rig.lane.subList(1, rig.lane.size())).hasSize(20).allMatch(LaneInput.Folded.class::isInstance);
        assertThat(rig.kinds()).isEmpty();
        rig.pass(Duration.ofNanos(Approvals.WINDOW_NS + 1));
        rig.pin("1111");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
    }

    @Test
    void pinsWhileAPersonWaits_areGuessesWhereAPinAdmits() {
        for (Means means : List.of(Means.PIN, Means.PIN_THEN_CARD)) {
            rig.policy.accept(Means.CARD, means);
            rig.card(1001);
            rig.pin("1111");
            assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        }
    }

    @Test
    void pinAtAnotherReader_isAGuess() {
        rig.card(1001);
        rig.show(2, "entry", new Presentation.Shown.Pin("1111"));
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
    }

    /// The PIN after a card that was refused may be the one under duress, whoever else waits.
    @Test
    void pinAfterARefusedCard_isLookedAtForDuress() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        rig.card(1001);
        rig.pin("1239");
        rig.rights.cards.put(2002L, TestRights.holder(FlowRig.BEN, TestRights.CARD, DISABLED));
        rig.card(2002);
        assertThat(rig.answer().kind().isRejected()).isTrue();
        rig.pin("5556");
        assertThat(rig.kinds()).contains(EventKind.DURESS);
    }

    private static final TestRights.Validity DISABLED = new TestRights.Validity(true, false, null, null);
}
