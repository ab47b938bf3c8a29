package dev.lintel.controller.access;

import static dev.lintel.controller.access.FlowRig.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Who tries PINs or cards one after the other, and a card that is shown twice.
class GuessingTest {
    private final FlowRig rig = new FlowRig();

    private void wrong(int count) {
        for (int i = 0; i < count; i++) {
            rig.pin("9999");
            assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        }
    }

    @Test
    void fiveWrongPins_endPinsAtBothReadersAndCardsGoOn() {
        rig.policy.accept(Means.CARD, Means.PIN);
        for (int i = 0; i < 5; i++) {
            rig.show(1, i % 2 == 0 ? "entry" : "exit", new Shown.Pin("9999"));
            assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        }
        List<EventDraft> told = rig.logged();
        assertThat(told).extracting(EventDraft::kind).containsExactly(EventKind.PIN_GUESSING);
        assertThat(told.getFirst().additional())
                .containsEntry("of", "door")
                .containsEntry("wrong", 5L)
                .containsEntry("rest_seconds", 60L)
                .containsEntry("in_row", 1L);
        assertThat(told.getFirst().subject()).isEqualTo(EventDraft.Subject.channel(1));
        for (String side : List.of("entry", "exit")) {
            rig.show(1, side, new Shown.Pin("4711"));
            assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
            assertThat(rig.answer().subject().personName()).isEqualTo("Ada Demo");
        }
        rig.card(1001);
        assertThat(rig.kind()).isEqualTo(EventKind.ADMITTED_CARD);
        rig.show(2, "entry", new Shown.Pin("4711"));
        assertThat(rig.kind()).as("at another door").isEqualTo(EventKind.ADMITTED_PIN);
        rig.pass(Duration.ofSeconds(60).minusNanos(1));
        rig.pin("4711");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        rig.pass(Duration.ofNanos(1));
        rig.pin("4711");
        assertThat(rig.kind()).isEqualTo(EventKind.ADMITTED_PIN);
        assertThat(rig.logged()).isEmpty();
    }

    /// Types wrong PINs as fast as it can for a day. Returns how many were looked at.
    private int guess(Duration each) {
        int looked = 0;
        for (Duration time = Duration.ZERO; time.compareTo(Duration.ofDays(1)) < 0; time = time.plus(each)) {
            rig.pin("9999");
            if (rig.kind() == EventKind.REJECTED_UNKNOWN_PIN) looked++;
            rig.pass(each);
        }
        return looked;
    }

    @Test
    void restsGrowToAnHour_soThatADayHas135GuessesAt1Second() {
        rig.policy.accept(Means.PIN);
        assertThat(guess(Duration.ofSeconds(1))).isEqualTo(4 * 5 + 23 * 5);
        assertThat(rig.logged().stream()
                        .map(event -> event.additional().get("rest_seconds"))
                        .limit(5))
                .containsExactly(60L, 300L, 900L, 3_600L, 3_600L);
    }

    /// However slowly the attacker types, the limit of an hour holds.
    @Test
    void slowGuessesAreLimitedToo() {
        for (int seconds : new int[] {13, 16, 60, 300, 420}) {
            var test = new GuessingTest();
            test.rig.policy.accept(Means.PIN);
            assertThat(test.guess(Duration.ofSeconds(seconds)))
                    .as("each %d s", seconds)
                    .isLessThan(270);
        }
    }

    @Test
    void aDayAfterTheLastRest_itIsShortAgain() {
        rig.policy.accept(Means.PIN);
        wrong(5);
        rig.pass(Duration.ofMinutes(1).plusHours(24).minusNanos(1));
        wrong(5);
        assertThat(rig.logged().getLast().additional()).containsEntry("in_row", 2L);
        rig.pass(Duration.ofMinutes(5).plusHours(24));
        wrong(5);
        assertThat(rig.logged().getLast().additional()).containsEntry("in_row", 1L);
    }

    @Test
    void tenWrongPinsInAnHourAreTooMany() {
        rig.policy.accept(Means.PIN);
        for (int i = 0; i < 9; i++) {
            wrong(1);
            rig.pass(Duration.ofMinutes(6));
        }
        rig.pass(Duration.ofMinutes(6));
        wrong(1);
        assertThat(rig.logged()).as("the first is an hour old").isEmpty();
        wrong(1);
        assertThat(rig.logged().getLast().additional()).containsEntry("wrong", 10L);
    }

    @Test
    void fiveWrongSecondPinsOfAPersonEndThemAtEachDoorAndTheirCardAloneGoesOn() {
        for (int i = 0; i < 5; i++) {
            long door = 1L + i % 2;
            rig.show(door, "entry", FlowRig.bits(1001));
            rig.show(door, "entry", new Shown.Pin("1111"));
            assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_WRONG_FACTOR);
            rig.pass(Duration.ofMinutes(11));
        }
        List<EventDraft> told = rig.logged();
        assertThat(told).extracting(EventDraft::kind).containsExactly(EventKind.PIN_GUESSING);
        assertThat(told.getFirst().additional()).containsEntry("of", "person").containsEntry("wrong", 5L);
        assertThat(told.getFirst().subject().personId()).isEqualTo(ADA);
        rig.time.advance(Duration.ofMinutes(-11));
        rig.show(2, "entry", FlowRig.bits(1001));
        rig.show(2, "entry", new Shown.Pin("1239"));
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        rig.show(2, "entry", FlowRig.bits(2002));
        rig.show(2, "entry", new Shown.Pin("5555"));
        assertThat(rig.kind()).as("another person").isEqualTo(EventKind.ADMITTED_CARD);
        rig.policy.accept(Means.CARD);
        rig.card(1001);
        assertThat(rig.kind()).as("a card alone").isEqualTo(EventKind.ADMITTED_CARD);
    }

    /// During a rest a PIN in a lockdown counts for nothing, before and after a restart.
    @Test
    void pinsInALockdownDuringARest_doNotCount() {
        rig.policy.accept(Means.PIN);
        rig.gates = (_, _) -> new Gate(true, false, false, "normal");
        var told = new ArrayList<EventDraft>();
        for (int i = 0; i < 30; i++) {
            rig.pin("9999");
            told.add(rig.answer());
            told.addAll(rig.logged());
        }
        assertThat(told)
                .filteredOn(event -> event.kind() == EventKind.PIN_GUESSING)
                .hasSize(1);
        rig.pass(Duration.ofMinutes(1));
        restart(told);
        rig.pin("9999");
        assertThat(rig.logged()).isEmpty();
    }

    /// Where the right PIN would have had the same answer, nothing is learned.
    @Test
    void wrongPinsCountWhereTheyTellSomething() {
        rig.policy.accept(Means.PIN);
        rig.gates = (_, _) -> new Gate(true, false, false, "normal");
        for (int i = 0; i < 5; i++) rig.pin("9999");
        assertThat(rig.kinds()).as("first responders pass").containsExactly(EventKind.PIN_GUESSING);
        assertThat(WrongPinLog.isWrongPin(rig.answer())).isTrue();
        var other = new FlowRig();
        for (int i = 0; i < 12; i++) {
            other.allow();
            other.card(1001);
            other.rights.rights.clear();
            other.pin("1111");
            assertThat(other.kind()).isEqualTo(EventKind.REJECTED_NO_PERMISSION);
            assertThat(WrongPinLog.isWrongPin(other.answer())).isFalse();
        }
        assertThat(other.logged()).isEmpty();
    }

    /// What the log tells makes the same guard again.
    @Test
    void aRestartChangesNothing() {
        rig.policy.accept(Means.PIN, Means.CARD_THEN_PIN);
        var told = new ArrayList<EventDraft>();
        Runnable wrong = () -> {
            rig.pin("9999");
            told.addAll(rig.logged()); // the lane may be later than the decision
            told.add(rig.answer());
        };
        for (int i = 0; i < 10; i++) {
            wrong.run();
            if (i == 4) rig.pass(Duration.ofMinutes(1));
        }
        rig.pass(Duration.ofMinutes(4));
        restart(told);
        rig.pin("4711");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        rig.pass(Duration.ofMinutes(1));
        for (int i = 0; i < 4; i++) wrong.run();
        restart(told);
        wrong.run();
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        assertThat(told.get(told.size() - 2).additional()).containsEntry("in_row", 3L);
        rig.pin("4711");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
    }

    private void restart(List<EventDraft> told) {
        rig.flow = rig.process();
        for (EventDraft event : told) rig.flow.remember(event, event.monotonicNs());
    }

    @Test
    void aRestartKeepsTheRestOfAPerson() {
        var told = new ArrayList<EventDraft>();
        for (int i = 0; i < 5; i++) {
            rig.card(1001);
            rig.pin("1111");
            told.add(rig.answer());
            told.addAll(rig.logged());
            rig.pass(Duration.ofMinutes(1));
        }
        rig.pass(Duration.ofMinutes(-1));
        restart(told);
        rig.show(2, "entry", FlowRig.bits(1001));
        rig.show(2, "entry", new Shown.Pin("1239"));
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
    }

    @Test
    void whatIsKnownOfPeopleIsBounded() {
        var guard = new PinGuard();
        long people = 3L * PinGuard.PEOPLE_MAX;
        for (int i = 0; i < 4; i++) LongStream.range(0, people).forEach(id -> guard.wrong(id, id, 0));
        assertThat(guard.wrong(people, people - 1, 0)).isEmpty();
        for (int i = 0; i < 4; i++) guard.wrong(people + 1 + i, people - 1, 0);
        assertThat(guard.rests(1, people - 1, false, 0)).isTrue();
    }

    // ---- unknown cards

    @Test
    void fromTheTenthUnknownCardInAMinuteOnTheReaderAnswersFewAndKnownCardsAsEver() {
        rig.policy.accept(Means.CARD);
        for (int i = 0; i < 9; i++) rig.card(7000 + i);
        assertThat(rig.lane).hasSize(9);
        assertThat(rig.logged()).isEmpty();
        rig.card(7777);
        EventDraft begins = rig.logged().getLast();
        assertThat(begins.kind()).isEqualTo(EventKind.UNKNOWN_CARDS);
        assertThat(begins.additional()).containsEntry("cards", 10L).containsEntry("reader", "entry");
        for (int i = 0; i < 99; i++) {
            rig.pass(Duration.ofMillis(100));
            rig.card(8000 + i);
            assertThat(rig.lane.getLast()).isInstanceOf(LaneInput.Folded.class);
            if (i % 33 != 0) continue;
            rig.card(1001);
            assertThat(rig.kind()).as("valid, at once").isEqualTo(EventKind.ADMITTED_CARD);
        }
        rig.show(1, "exit", FlowRig.bits(8000));
        assertThat(rig.kind()).as("the other reader").isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
        rig.pass(Duration.ofMillis(100));
        rig.card(9000);
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
        assertThat(rig.answer().additional()).containsEntry("unreported", 99L);
        rig.card(9001);
        assertThat(rig.logged()).isEmpty();
        rig.pass(Duration.ofMinutes(1));
        rig.show(2, "entry", FlowRig.bits(1001));
        EventDraft over = rig.logged().getLast();
        assertThat(over.kind()).isEqualTo(EventKind.UNKNOWN_CARDS_OVER);
        assertThat(over.additional()).containsEntry("cards", 111L).containsEntry("unreported", 1L);
        assertThat(over.subject().channelId()).isEqualTo(1);
        rig.card(9002);
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
        assertThat(rig.answer().additional()).doesNotContainKey("unreported");
    }

    @Test
    void unknownCardsInALockdownFloodNoLogEither() {
        rig.gates = (_, _) -> new Gate(true, false, false, "normal");
        for (int i = 0; i < 1_000; i++) {
            rig.card(7000 + i);
            rig.show(1, "entry", new Shown.Text("code " + i, true));
        }
        assertThat(rig.lane.stream().filter(input -> input instanceof LaneInput.Answered))
                .hasSize(10);
        for (int i = 0; i < 20; i++) rig.show(1, "entry", new Shown.Phone(9, "asked"));
        assertThat(rig.lane.stream().filter(input -> input instanceof LaneInput.Answered))
                .hasSize(30);
    }

    // ---- the same card again

    @Test
    void theSameCardAgainWhileItsPinIsAwaited_changesNothing() {
        rig.card(1001);
        var awaited = (LaneInput.SecondAwaited) rig.lane.getLast();
        rig.pass(Duration.ofSeconds(4));
        rig.card(1001);
        assertThat(rig.lane).hasSize(2);
        assertThat(((LaneInput.Folded) rig.lane.getLast()).first()).isEqualTo(awaited.presentation());
        rig.pass(Duration.ofSeconds(6));
        rig.pin("1239");
        assertThat(rig.kind()).isEqualTo(EventKind.ADMITTED_CARD);
        assertThat(((LaneInput.Answered) rig.lane.getLast()).passage().first()).isEqualTo(awaited.presentation());
    }

    @Test
    void theSameCardAgainMovesNoTime() {
        rig.card(1001);
        rig.pass(Duration.ofSeconds(9));
        rig.card(1001);
        rig.pass(Duration.ofSeconds(2));
        rig.pin("1239");
        assertThat(rig.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        rig.card(1001);
        rig.pass(Duration.ofSeconds(11));
        rig.card(1001);
        assertThat(rig.lane.getLast()).isInstanceOf(LaneInput.SecondAwaited.class);
    }
}
