package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Two factors, as they reach the door lane. [DuressTest] and [GuessingTest] have the rest.
class AccessFlowTest {
    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();
    private final MemoryLog log = new MemoryLog();
    private final List<LaneInput> lane = new ArrayList<>();
    private Contact contact = Contact.STANDALONE;
    private Gates gates = (_, _) -> Gate.PLAIN;
    private final Map<Long, Places.Place> places = new HashMap<>();
    private final PlaceLog placeLog = new PlaceLog(log, new Moved(), () -> policy, time);
    private final AccessFlow flow = new AccessFlow(new AccessFlow.Parts(
            () -> ClockReading.trusted(time.now()),
            new AccessRules(rights),
            () -> policy,
            (channel, side) -> gates.at(channel, side),
            placeLog.with((personId, _) -> places.get(personId)),
            lane::add,
            log,
            () -> contact));
    private long ids;

    private final class Moved implements PlaceLog.Moves {
        @Override
        public void moved(long personId, Places.Place place, Set<String> areas) {
            places.put(personId, place);
        }

        @Override
        public void forget(Set<String> areas) {
            places.clear();
        }
    }

    AccessFlowTest() {
        rights.cards.put(1001L, TestRights.ada(TestRights.CARD));
        rights.cards.put(2002L, TestRights.holder(2, TestRights.CARD, TestRights.Validity.FULL));
        rights.pins.put(4711L, TestRights.ada(TestRights.PIN));
        rights.secondPins.put(1L, 1239L);
        rights.secondPins.put(2L, 5555L);
        rights.rights.put(1L, List.of(Right.byRole(1, null, null)));
        policy.accept(Means.CARD_THEN_PIN, Means.PIN_THEN_CARD);
    }

    private long show(String side, Shown shown) {
        return show(1, side, shown);
    }

    private long show(long channel, String side, Shown shown) {
        long id = ++ids;
        flow.onRead(
                new Presentation(id, channel, side, shown, time.nowNs()),
                bits -> {
                    long value = bits.number().longValueExact();
                    return new CardNumber("raw", null, value, value);
                },
                false);
        return id;
    }

    /// People take a card away before they show it again.
    private long card(long number) {
        time.advance(Duration.ofNanos(Doors.APART_NS));
        return show("entry", new Shown.Card(CardBits.ofNumber(BigInteger.valueOf(number), 32)));
    }

    private long pin(String digits) {
        return show("entry", new Shown.Pin(digits));
    }

    private LaneInput.Answered answer() {
        return (LaneInput.Answered) lane.getLast();
    }

    private EventKind kind() {
        return answer().event().kind();
    }

    private @Nullable String shown() {
        return answer().event().subject().credentialsNumber();
    }

    /// Whoever reads the log makes no code of it: neither of a pass, nor of one that this box has not heard of yet.
    @Test
    void ofAPassTheLogHasTheLastDigitsAlone() {
        policy.accept(Means.QR);
        rights.cards.put(3003L, TestRights.ada(TestRights.PASS));
        show("entry", new Shown.Text("0000003003", true));
        assertThat(kind()).as("an older box told of it").isEqualTo(EventKind.ADMITTED_MOBILE);
        assertThat(shown()).isEqualTo("****3003");
        card(3003);
        assertThat(shown()).isEqualTo("****3003");
        show("entry", new Shown.Text("50000000000000017", true));
        assertThat(kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
        assertThat(shown()).isEqualTo("****0017");
        assertThat(answer().event().additional().toString()).doesNotContain("50000000000000017");
        var late = new Presentation(9, 1, "entry", new Shown.Text("50000000000000017", true), 0);
        assertThat(AccessEvents.notReady(late, time.now()).subject().credentialsNumber())
                .isEqualTo("****0017");
        show("entry", new Shown.Text("]Q3 00050000000000000017", true));
        assertThat(shown()).isEqualTo("]Q3 000****0017");
        for (String other : List.of("https://example.com/", "1234", "36028797018963967", "950000000000000017")) {
            show("entry", new Shown.Text(other, true));
            assertThat(shown()).isEqualTo(other);
        }
        show("entry", new Shown.Text("50000000000000017", false)); // a card, by a reader that writes numbers
        assertThat(shown()).isEqualTo("50000000000000017");
    }

    @Test
    void theWalletOfAPassIsInItsEvent() {
        policy.accept(Means.QR);
        rights.cards.put(3003L, TestRights.pass("apple"));
        show("entry", new Shown.Text("3003", true));
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_APPLE);
        rights.cards.put(3003L, TestRights.pass("google"));
        time.advance(Duration.ofSeconds(1));
        show("entry", new Shown.Text("3003", true));
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_GOOGLE);
    }

    /// Only the reader that was used is tampered with for a card; a phone used none, and may be before either.
    @Test
    void aTamperedEntryReaderBarsAPhonesWayOutAndNoCards() {
        policy.accept(Means.CARD, Means.MOBILE);
        rights.phones.put(7L, TestRights.ada(TestRights.MOBILE));
        gates = (_, side) -> side.equals("entry") ? Gate.PLAIN.tamperedWith() : Gate.PLAIN;
        for (String side : List.of("entry", "exit")) {
            show(side, new Shown.Phone(7, "asked"));
            assertThat(kind()).as(side).isEqualTo(Reason.TAMPER.kind());
        }
        show("exit", new Shown.Card(CardBits.ofNumber(BigInteger.valueOf(1001), 32)));
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_CARD);
    }

    /// A card that was taken away and is shown once more.
    private void again(long channel, Shown card) {
        time.advance(Duration.ofNanos(Doors.APART_NS));
        show(channel, "entry", card);
    }

    @Test
    void aCardAtTwoReadersAtOnceIsAdmittedOnce() {
        policy.accept(Means.CARD);
        rights.rights.put(2L, List.of(Right.byRole(1, null, null)));
        var card = new Shown.Card(CardBits.ofNumber(BigInteger.valueOf(1001), 32));
        for (var mode : List.of(ChannelAccess.Passback.Mode.HARD, ChannelAccess.Passback.Mode.TIMED)) {
            var window = mode == ChannelAccess.Passback.Mode.TIMED ? Duration.ofMinutes(5) : null;
            policy.passback = new ChannelAccess.Passback(mode, "outside", "inside", window, null);
            places.clear();
            again(1, card);
            again(1, card);
            EventDraft first = answer().event();
            assertThat(first.kind()).as("also again").isEqualTo(EventKind.ADMITTED_CARD);
            show(2, "entry", card);
            assertThat(kind()).as("%s at the other door", mode).isEqualTo(EventKind.REJECTED_PASSBACK);
            placeLog.append(first);
            again(2, card);
            assertThat(kind()).isEqualTo(EventKind.REJECTED_PASSBACK);
            placeLog.append(new EventDraft(EventKind.ADMITTED_NOT_USED, 0, 0, first.subject(), first.additional()));
            again(2, card);
            assertThat(kind()).as("not opened").isEqualTo(EventKind.ADMITTED_CARD);
            placeLog.passed(answer().event());
            again(2, card);
            assertThat(kind()).as("inside").isEqualTo(EventKind.REJECTED_PASSBACK);
        }
    }

    @Test
    void aCardAwaitsItsPinAndBothTogetherAreAnsweredOnce() {
        long first = card(1001);
        var awaited = (LaneInput.SecondAwaited) lane.getLast();
        assertThat(awaited.presentation()).isEqualTo(first);
        assertThat(awaited.untilNs()).isEqualTo(time.nowNs() + 10_000_000_000L);
        assertThat(awaited.started().kind()).isEqualTo(EventKind.MFA_STARTED);
        assertThat(awaited.started().additional()).containsEntry("second_factor", "pin");
        assertThat(awaited.timedOut().kind()).isEqualTo(EventKind.REJECTED_TIMEOUT);
        assertThat(awaited.timedOut().subject().personName()).isEqualTo("Ada Demo");
        long second = pin("1239");
        assertThat(answer().presentation()).isEqualTo(second);
        assertThat(answer().passage().first()).isEqualTo(first);
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(answer().event().subject().credentialsNumber()).isEqualTo("1001");
        assertThat(lane).hasSize(2);
        assertThat(log.kinds()).isEmpty();
    }

    @Test
    void whoIsAdmittedWithoutContactIsMarkedSo() {
        policy.accept(Means.CARD);
        card(1001);
        assertThat(answer().event().additional())
                .containsEntry("sync", "standalone")
                .doesNotContainKeys("stale", "contact_age_ms");
        contact = Contact.following(Duration.ofSeconds(90));
        card(1001);
        assertThat(answer().event().additional())
                .containsEntry("sync", "online")
                .doesNotContainKeys("stale", "contact_age_ms");
        contact = Contact.following(Duration.ofSeconds(91));
        card(1001);
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(answer().event().additional())
                .containsEntry("sync", "offline")
                .containsEntry("contact_age_ms", 91_000L)
                .containsEntry("stale", true);
        rights.rights.clear();
        card(1001);
        assertThat(kind()).isEqualTo(EventKind.REJECTED_NO_PERMISSION);
        assertThat(answer().event().additional())
                .containsEntry("contact_age_ms", 91_000L)
                .doesNotContainKey("stale");
        rights.rights.put(1L, List.of(new Right(2L, null, null, null, 90_999L)));
        card(1001);
        assertThat(kind()).isEqualTo(EventKind.REJECTED_NO_PERMISSION);
        assertThat(answer().event().additional()).containsEntry("reason", "role_stale");
    }

    @Test
    void aPinAwaitsACardOfTheSamePerson() {
        long first = pin("4711");
        assertThat(lane.getLast()).isInstanceOf(LaneInput.SecondAwaited.class);
        card(1001);
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(answer().passage().first()).isEqualTo(first);
        pin("4711");
        card(2002);
        assertThat(kind()).isEqualTo(EventKind.REJECTED_WRONG_FACTOR);
        assertThat(answer().event().subject().personName()).isEqualTo("Ada Demo");
        assertThat(answer().event().subject().credentialsNumber()).isEqualTo("****");
        pin("4711");
        card(3003);
        assertThat(kind()).isEqualTo(EventKind.REJECTED_WRONG_FACTOR);
    }

    @Test
    void aWrongPinEndsTheWait() {
        card(1001);
        pin("4711"); // Ada's PIN, but she has a multi-factor PIN
        assertThat(kind()).isEqualTo(EventKind.REJECTED_WRONG_FACTOR);
        assertThat(WrongPinLog.isWrongPin(answer().event())).isTrue();
        assertThat(answer().event().toString()).doesNotContain("4711");
        pin("1239"); // nobody's PIN alone
        assertThat(kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        assertThat(answer().passage().first()).isNull();
    }

    @Test
    void anotherCardWithinTheWaitEndsItAndBeginsAnew() {
        long first = card(1001);
        long next = card(2002);
        assertThat(lane).hasSize(3);
        var ended = (LaneInput.Answered) lane.get(1);
        assertThat(ended.presentation()).isEqualTo(first);
        assertThat(ended.passage().first()).isEqualTo(first);
        assertThat(ended.event().kind()).isEqualTo(EventKind.REJECTED_WRONG_FACTOR);
        assertThat(WrongPinLog.isWrongPin(ended.event())).isFalse();
        assertThat(ended.event().subject().personName()).isEqualTo("Ada Demo");
        assertThat(((LaneInput.SecondAwaited) lane.get(2)).presentation()).isEqualTo(next);
        pin("5555");
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(answer().event().subject().personName()).isEqualTo("Ben Demo");
    }

    @Test
    void afterTenSecondsAPinStandsAlone() {
        card(1001);
        time.advance(Duration.ofSeconds(10));
        pin("1239");
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_CARD);
        card(1001);
        time.advance(Duration.ofSeconds(10).plusNanos(1));
        pin("1239");
        assertThat(kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
    }

    @Test
    void theOtherReaderOfTheDoorKnowsNothingOfTheWait() {
        card(1001);
        show("exit", new Shown.Pin("1239"));
        assertThat(kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        pin("1239");
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_CARD);
    }

    @Test
    void whereTheShiftTakesACardAloneNoSecondFactorIsAsked() {
        policy.accepted =
                List.of(new Accepted(6L, Set.of(Means.CARD)), new Accepted(null, Set.of(Means.CARD_THEN_PIN)));
        policy.covering.add(6L);
        card(1001);
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_CARD);
        policy.covering.clear();
        card(1001);
        assertThat(lane.getLast()).isInstanceOf(LaneInput.SecondAwaited.class);
        card(9009);
        assertThat(kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
    }

    @Test
    void whatIsTakenAwayDuringTheWaitCountsAtItsEnd() {
        card(1001);
        rights.rights.clear();
        pin("1239");
        assertThat(kind()).isEqualTo(EventKind.REJECTED_NO_PERMISSION);
        assertThat(answer().passage().first()).isNotNull();
    }

    @Test
    void aDecisionSaysWhatWasShownAndLeavesToTheLaneWhetherItWasNeeded() {
        var open = new AccessFlow(new AccessFlow.Parts(
                () -> ClockReading.trusted(time.now()),
                new AccessRules(rights),
                TestPolicy::new,
                (_, _) -> new Gate(false, false, false, "unlock"),
                Places.NONE,
                lane::add,
                log));
        open.onRead(
                new Presentation(1, 1, "entry", new Shown.Pin("4711"), time.nowNs()),
                _ -> new CardNumber("raw", null, 0, 0),
                false);
        assertThat(kind()).isEqualTo(EventKind.ADMITTED_PIN);
        assertThat(answer().event().additional()).containsEntry("mode", "unlock");
    }
}
