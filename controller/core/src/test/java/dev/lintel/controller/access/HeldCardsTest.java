package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A card that stays at its reader is one presentation.
class HeldCardsTest {
    private final FlowRig rig = new FlowRig();
    private final Decisions decisions = new Decisions(rig.time, rig.flow, rig.lane::add, rig.log, _ -> {});
    private final Shown ada = FlowRig.bits(1001);
    private final Shown ben = FlowRig.bits(2002);

    HeldCardsTest() {
        rig.policy.accept(Means.CARD);
    }

    private static CardNumber raw(CardBits bits) {
        long value = bits.number().longValueExact();
        return new CardNumber("raw", null, value, value);
    }

    /// The reader reads it after so many milliseconds. Returns what the lane gets.
    private LaneInput read(long afterMs, Shown shown, String side) {
        rig.time.advance(Duration.ofMillis(afterMs));
        decisions.submit(1, side, shown, rig.time.nowNs(), HeldCardsTest::raw);
        decisions.decideNext();
        return rig.lane.getLast();
    }

    private LaneInput read(long afterMs, Shown shown) {
        return read(afterMs, shown, "entry");
    }

    @Test
    void readSoonAfterTheLastOne_isFoldedAndRenewsTheTime() {
        assertThat(read(0, ada)).isInstanceOf(LaneInput.Answered.class);
        for (int i = 0; i < 7; i++) {
            var folded = (LaneInput.Folded) read(699, ada);
            assertThat(folded.first()).isNull();
            assertThat(folded.held()).as("the presentation").isEqualTo(1);
        }
        assertThat(read(700, ada)).isInstanceOf(LaneInput.Answered.class);
        assertThat(((LaneInput.Folded) read(300, ada)).held()).isEqualTo(9);
    }

    @Test
    void refusedCardThatStaysForFiveSeconds_isDecidedOnAgain_untilItHasStayedForFifteen() {
        Shown stranger = FlowRig.bits(9999);
        read(0, stranger);
        for (int i = 0; i < 9; i++) assertThat(read(500, stranger)).isInstanceOf(LaneInput.Folded.class);
        assertThat(read(499, stranger)).isInstanceOf(LaneInput.Folded.class);
        var again = (LaneInput.Answered) read(1, stranger);
        assertThat(((LaneInput.Folded) read(500, stranger)).held()).isEqualTo(again.presentation());
        for (int i = 0; i < 8; i++) read(500, stranger);
        assertThat(read(500, stranger)).isInstanceOf(LaneInput.Answered.class);
        for (int i = 0; i < 40; i++) assertThat(read(500, stranger)).isInstanceOf(LaneInput.Folded.class);
        assertThat(read(700, stranger)).as("taken away").isInstanceOf(LaneInput.Answered.class);
    }

    @Test
    void admittedCardThatStays_isNotDecidedOnAgain() {
        read(0, ada);
        for (int i = 0; i < 60; i++) assertThat(read(500, ada)).isInstanceOf(LaneInput.Folded.class);
    }

    @Test
    void twoCardsInTurn_areOnePresentationEach() {
        assertThat(read(0, ada)).isInstanceOf(LaneInput.Answered.class);
        assertThat(read(300, ben)).isInstanceOf(LaneInput.Answered.class);
        for (int i = 0; i < 6; i++) {
            assertThat(((LaneInput.Folded) read(300, ada)).held()).isEqualTo(1);
            assertThat(((LaneInput.Folded) read(300, ben)).held()).isEqualTo(2);
        }
    }

    @Test
    void cardThatWasReadBeforeEightOthers_isForgotten() {
        read(0, ada);
        for (int i = 1; i < HeldCards.CARDS_MAX; i++) read(10, FlowRig.bits(3000 + i));
        assertThat(read(10, ada)).isInstanceOf(LaneInput.Folded.class);
        for (int i = 1; i <= HeldCards.CARDS_MAX; i++) read(10, FlowRig.bits(4000 + i));
        assertThat(read(10, ada)).isInstanceOf(LaneInput.Answered.class);
    }

    @Test
    void anotherReaderOrAPhone_isAPresentationOfItsOwn() {
        read(0, ada);
        assertThat(read(100, ada, "exit")).isInstanceOf(LaneInput.Answered.class);
        rig.rights.phones.put(7L, TestRights.ada(TestRights.MOBILE));
        for (int i = 0; i < 2; i++) {
            assertThat(read(100, new Shown.Phone(7, "asked"))).isInstanceOf(LaneInput.Answered.class);
        }
        assertThat(read(100, ada)).as("a phone is at no reader").isInstanceOf(LaneInput.Folded.class);
    }

    @Test
    void anotherCardThatStays_doesNotEndTheWaitForThePin() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        Shown unknown = FlowRig.bits(7);
        read(0, ada);
        assertThat(((LaneInput.Answered) read(300, unknown)).event().kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
        var wait = (LaneInput.SecondAwaited) read(300, ada);
        for (int i = 0; i < 10; i++) {
            assertThat(((LaneInput.Folded) read(300, unknown)).first()).isNull();
            assertThat(((LaneInput.Folded) read(300, ada)).first()).isEqualTo(wait.presentation());
        }
        var answer = (LaneInput.Answered) read(100, new Shown.Pin("1239"));
        assertThat(answer.passage().first()).isEqualTo(wait.presentation());
        assertThat(read(100, unknown)).as("more than 5 s after its first read").isInstanceOf(LaneInput.Answered.class);
        assertThat(read(100, ada)).as("read 0.4 s before").isInstanceOf(LaneInput.Folded.class);
    }

    @Test
    void cardWhoseWaitAnotherOneHasEnded_doesNotEndTheOther() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        read(0, ada);
        var second = (LaneInput.SecondAwaited) read(300, ben);
        assertThat(((LaneInput.Folded) read(300, ada)).first()).isNull();
        assertThat(((LaneInput.Folded) read(300, ben)).first()).isEqualTo(second.presentation());
        read(100, new Shown.Pin("1"));
        assertThat(read(100, ada)).as("nobody waits").isInstanceOf(LaneInput.SecondAwaited.class);
    }

    @Test
    void cardsOfWhichNoNumberIsKnown_areToldApartByTheirBits() {
        read(0, new Shown.Card(CardBits.of("1010")));
        var other = (LaneInput.Answered) read(100, new Shown.Card(CardBits.of("1110")));
        assertThat(other.event().kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
    }

    @Test
    void refusedCardThatStays_hasOneAnswer() {
        Shown unknown = FlowRig.bits(7);
        assertThat(((LaneInput.Answered) read(0, unknown)).event().kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
        assertThat(read(300, unknown)).isInstanceOf(LaneInput.Folded.class);
    }

    @Test
    void cardThatAPinAwaits_isTakenThoughItHasStayed() {
        rig.policy.accept(Means.PIN_THEN_CARD);
        read(0, ada);
        read(200, new Shown.Pin("4711"));
        var answer = (LaneInput.Answered) read(200, ada);
        assertThat(answer.event().kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(read(300, ada)).isInstanceOf(LaneInput.Folded.class);
    }

    @Test
    void cardOfAnotherPersonThatStays_isNotTakenAfterAPin() {
        rig.policy.accept(Means.PIN_THEN_CARD);
        Shown unknown = FlowRig.bits(7);
        read(0, unknown);
        read(200, ada);
        read(200, new Shown.Pin("4711"));
        assertThat(read(200, unknown)).isInstanceOf(LaneInput.Folded.class);
        var answer = (LaneInput.Answered) read(200, ada);
        assertThat(answer.event().kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(((LaneInput.Folded) read(300, ada)).held()).isEqualTo(answer.presentation());
    }

    @Test
    void pinInPlaceOfTheCard_endsTheWait() {
        rig.policy.accept(Means.PIN_THEN_CARD);
        read(0, new Shown.Pin("4711"));
        assertThat(read(1_000, new Shown.Pin("4711"))).isInstanceOf(LaneInput.SecondAwaited.class);
    }

    @Test
    void cardWhosePinIsAwaited_awaitsNoOtherOneAfterThePin() {
        rig.policy.accept(Means.CARD_THEN_PIN);
        read(0, ada);
        assertThat(((LaneInput.Folded) read(2_000, ada)).first()).isEqualTo(1);
        read(300, new Shown.Pin("1239"));
        var after = (LaneInput.Folded) read(300, ada);
        assertThat(after.first()).isNull();
    }

    @Test
    void cardThatWasDecidedOnTooLate_isDecidedOnAgain() {
        rig.time.advance(Duration.ofMillis(1));
        long readNs = rig.time.nowNs();
        decisions.submit(1, "entry", ada, readNs, HeldCardsTest::raw);
        rig.time.advance(Duration.ofMillis(3_001));
        decisions.decideNext();
        decisions.submit(1, "entry", ada, readNs + 300_000_000L, HeldCardsTest::raw);
        decisions.decideNext();
        assertThat(rig.lane.getLast()).isInstanceOf(LaneInput.Answered.class);
    }

    @Test
    void cardThatCouldNotBeDecidedOn_isDecidedOnAgain() {
        rig.rights.broken = new IllegalStateException("the database cannot be read");
        var failed = (LaneInput.Answered) read(0, ada);
        assertThat(failed.event().kind()).isEqualTo(EventKind.REJECTED_NOT_READY);
        rig.rights.broken = null;
        assertThat(read(300, ada)).isInstanceOf(LaneInput.Answered.class);
    }
}
