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
        for (int i = 0; i < 20; i++) {
            var folded = (LaneInput.Folded) read(699, ada);
            assertThat(folded.first()).isNull();
            assertThat(folded.held()).as("the presentation").isEqualTo(1);
        }
        assertThat(read(700, ada)).isInstanceOf(LaneInput.Answered.class);
        assertThat(((LaneInput.Folded) read(300, ada)).held()).isEqualTo(22);
    }

    @Test
    void anotherCard_anotherReaderOrAPhone_isAPresentationOfItsOwn() {
        read(0, ada);
        assertThat(read(100, ben)).isInstanceOf(LaneInput.Answered.class);
        assertThat(read(100, ada)).isInstanceOf(LaneInput.Answered.class);
        assertThat(read(100, ada, "exit")).isInstanceOf(LaneInput.Answered.class);
        rig.rights.phones.put(7L, TestRights.ada(TestRights.MOBILE));
        for (int i = 0; i < 2; i++) {
            assertThat(read(100, new Shown.Phone(7, "asked"))).isInstanceOf(LaneInput.Answered.class);
        }
        assertThat(read(100, ada)).as("a phone is at no reader").isInstanceOf(LaneInput.Folded.class);
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
