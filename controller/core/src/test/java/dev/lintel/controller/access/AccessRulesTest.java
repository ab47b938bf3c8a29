package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.Right.Reservation;
import dev.lintel.controller.access.RoleRules.Escort;
import dev.lintel.controller.access.Uses.Use;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.reader.CardNumber;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccessRulesTest {
    private static final Instant MONDAY_10 = Instant.parse("2026-03-02T10:00:00Z");
    private static final long CHANNEL = 1;
    private static final long CLOSED_SHIFT = 5;
    private static final Right ALWAYS = Right.byRole(1, null, null);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Instant WEEK_BEFORE = MONDAY_10.minus(Duration.ofDays(7));

    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();
    private Gate gate = Gate.PLAIN;
    private boolean keypadRests;
    private Places places = Places.NONE;
    private Uses uses = Uses.NONE;
    private ClockReading clock = ClockReading.trusted(MONDAY_10);
    private Contact contact = Contact.STANDALONE;
    private ThreatLevels threats = ThreatLevels.NONE;

    AccessRulesTest() {
        rights.cards.put(1001L, TestRights.ada(TestRights.CARD));
        rights.pins.put(4711L, TestRights.ada(TestRights.PIN));
        rights.rights.put(CHANNEL, List.of(ALWAYS));
    }

    static Evidence.Card card(long value) {
        return new Evidence.Card(new CardNumber("raw", null, value, value));
    }

    private Decision ask(Question question) {
        return new AccessRules(rights)
                .decide(question, new Circumstances(clock, policy, gate, keypadRests, places, uses, contact, threats));
    }

    private Decision ask(Evidence evidence) {
        return ask(new Question(CHANNEL, "entry", evidence, null));
    }

    private Decision at(String instant) {
        clock = ClockReading.trusted(Instant.parse(instant));
        return ask(card(1001));
    }

    private static void rejected(Decision decision, Reason reason) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Rejected.class, r -> assertThat(r.reason()).isEqualTo(reason));
    }

    private static void admitted(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Admitted.class);
    }

    /// Each breaks one more thing, latest reason first; a later call undoes no earlier one.
    private Map<Reason, Runnable> breakages() {
        var all = new LinkedHashMap<Reason, Runnable>();
        all.put(Reason.WRONG_FACTOR, () -> rights.secondPins.put(1L, 9999L));
        all.put(Reason.AREA_FULL, () -> places = FullAreas.of(policy));
        all.put(Reason.PASSBACK, () -> places = new FullAreas(new Places.Place("inside", MONDAY_10.minusSeconds(60))));
        all.put(Reason.ROLE_STALE, () -> {
            contact = Contact.following(DAY.plusMillis(1));
            rights.rights.put(CHANNEL, List.of(limited(1, null)));
        });
        all.put(Reason.THREAT_LEVEL, () -> {
            threats = new ThreatLevels(Map.of(1L, 3));
            policy.roles.put(1L, new RoleRules(Escort.NONE, false, 2));
        });
        all.put(Reason.OUT_OF_HOURS, () -> rights.rights.put(CHANNEL, List.of(limited(2, CLOSED_SHIFT))));
        all.put(Reason.CLOCK, () -> clock = new ClockReading(MONDAY_10, ClockTrust.WRONG, MONDAY_10));
        all.put(Reason.RESERVATION_EXPIRED, () -> rights.rights.put(CHANNEL, List.of(ended())));
        all.put(Reason.NO_PERMISSION, rights.rights::clear);
        all.put(Reason.PERSON_EXPIRED, () -> person(true, true, null, "2026-03-01"));
        all.put(Reason.PERSON_NOT_YET_VALID, () -> person(true, true, "2026-03-03", "2026-03-01"));
        all.put(Reason.PERSON_DISABLED, () -> person(true, false, "2026-03-03", "2026-03-01"));
        all.put(Reason.NOT_ACCEPTED_HERE, () -> policy.accept(Means.QR));
        all.put(Reason.CREDENTIAL_UNUSED, () -> limited(null, null, null));
        all.put(Reason.CREDENTIAL_USED_UP, () -> uses = (_, _) -> new Use(WEEK_BEFORE, 2, WEEK_BEFORE));
        all.put(Reason.CREDENTIAL_SUSPENDED, () -> limited(null, null, LocalDate.parse("2026-03-02")));
        all.put(Reason.CREDENTIAL_EXPIRED, () -> limited(null, MONDAY_10, LocalDate.parse("2026-03-02")));
        all.put(Reason.CREDENTIAL_NOT_YET_VALID, () -> limited(Instant.MAX, MONDAY_10, LocalDate.parse("2026-03-02")));
        all.put(Reason.CREDENTIAL_DISABLED, () -> person(false, false, "2026-03-03", "2026-03-01"));
        all.put(Reason.UNKNOWN_CARD, rights.cards::clear);
        all.put(Reason.PIN_LOCKED, () -> keypadRests = true);
        all.put(Reason.TAMPER, () -> gate = new Gate(false, true, false, "normal"));
        all.put(Reason.LOCKDOWN, () -> gate = new Gate(true, true, false, "normal"));
        return all;
    }

    /// Ada's card, which is good for two entries and expires after a week without a use.
    private void limited(@Nullable Instant from, @Nullable Instant to, @Nullable LocalDate suspended) {
        var idle = new Limits.Idle(7, Instant.EPOCH);
        var limits = new Limits(from, to, suspended, null, new Limits.Entries(2, WEEK_BEFORE), idle);
        rights.cards.computeIfPresent(1001L, (_, holder) -> TestRights.limited(holder, limits));
    }

    private void person(boolean active, boolean enabled, @Nullable String from, @Nullable String to) {
        rights.cards.put(
                1001L, TestRights.holder(1, TestRights.CARD, new TestRights.Validity(active, enabled, from, to)));
    }

    /// A role that holds for a day without contact.
    private static Right limited(long role, @Nullable Long shift) {
        return new Right(role, shift, null, null, DAY.toMillis());
    }

    private static Right ended() {
        return new Right(null, null, null, new Reservation(3, false, Instant.EPOCH, MONDAY_10));
    }

    /// 4712 is the PIN of Ben, who is deleted in the airlock, and that of Ada under duress.
    @Test
    void pinThatTheBoxShowsAtTheSecondDoorOfAnAirlock_isThatOfThePersonWhoPassedTheFirstDoor() {
        policy.accept(Means.PIN);
        policy.duress = true;
        rights.pins.put(4711L, TestRights.ada(TestRights.PIN));
        Evidence pin = new Evidence.Pin("4712");
        assertThat(ask(new Question(CHANNEL, "entry", pin, null)).duress()).isTrue();
        Decision ofBen = ask(new Question(CHANNEL, "entry", pin, null, 2L));
        rejected(ofBen, Reason.UNKNOWN_PIN);
        assertThat(((Decision.Rejected) ofBen).countsAsWrongPin())
                .as("nobody typed it")
                .isFalse();
        policy.duress = false;
        Decision ofAda = ask(new Question(CHANNEL, "entry", pin, null, 1L));
        assertThat(ofAda).isInstanceOf(Decision.Admitted.class);
        assertThat(ofAda.duress()).isTrue();
    }

    @Test
    void ofTwoReasonsThatBothApplyTheEarlierOneIsGiven() {
        policy.accept(Means.CARD_THEN_PIN);
        policy.passback = new Passback(Passback.Mode.HARD, "outside", "inside", null, null);
        rights.secondPins.put(1L, 4711L);
        var question = new Question(CHANNEL, "entry", card(1001), new Evidence.Pin("4711"));
        admitted(ask(question));
        breakages().forEach((reason, breakIt) -> {
            breakIt.run();
            rejected(ask(question), reason);
        });
        assertThat(breakages().keySet().stream().sorted().toList())
                .as("in the order of reasons, and all but those no rule gives")
                .isEqualTo(List.copyOf(breakages().keySet()).reversed())
                .hasSize(Reason.values().length - 7);
    }

    @Test
    void theTraceTellsTheWholeWay() {
        rights.rights.put(CHANNEL, List.of(Right.byRole(2, 6L, 3L)));
        policy.covering.add(6L);
        var number = new CardNumber("H10301", 12L, 3456, 1001);
        var trace = ask(new Evidence.Card(number)).trace().toMap();
        assertThat(trace)
                .containsEntry("reader", "entry")
                .containsEntry("format", "H10301")
                .containsEntry("facility", 12L)
                .containsEntry("credential_type", "Card")
                .containsEntry("person_id", 1L)
                .containsEntry("role_id", 2L)
                .containsEntry("group_id", 3L)
                .containsEntry("shift_id", 6L)
                .containsEntry("mode", "normal")
                .containsEntry("clock", "trusted")
                .containsEntry("sync", "standalone")
                .doesNotContainKeys("lockdown", "tampered", "passback", "not_enforced", "reservation_id");
    }

    @Test
    void oneRightThatHoldsNowIsEnough() {
        rights.rights.put(CHANNEL, List.of(Right.byRole(2, CLOSED_SHIFT, 2L), ALWAYS));
        assertThat(ask(card(1001)).trace().right()).isEqualTo(ALWAYS);
    }

    @Test
    void theFirstAndTheLastDayAreValidInTheAccountsZone() {
        person(true, true, "2026-03-02", "2026-03-02");
        admitted(at("2026-03-02T00:00:00Z"));
        admitted(at("2026-03-02T23:59:59.999Z"));
        rejected(at("2026-03-03T00:00:00Z"), Reason.PERSON_EXPIRED);
        policy.zone = ZoneId.of("Pacific/Auckland"); // 13 hours ahead: the day is over at 11:00 UTC
        admitted(at("2026-03-02T10:59:59Z"));
        rejected(at("2026-03-02T11:00:00Z"), Reason.PERSON_EXPIRED);
        rejected(at("2026-03-01T10:59:59Z"), Reason.PERSON_NOT_YET_VALID);
    }

    @Test
    void bitsThatNoFormatFitsOrThatAreTooLargeAreAnUnknownCard() {
        rights.cards.put(CardNumber.TOO_LARGE, TestRights.ada(TestRights.CARD));
        rejected(ask(new Evidence.Card(null)), Reason.UNKNOWN_CARD);
        rejected(ask(card(CardNumber.TOO_LARGE)), Reason.UNKNOWN_CARD);
    }

    @Test
    void aPinIsLookedUpAmongPinsOnlyAndZerosBeforeItMakeItAnother() {
        admitted(ask(new Evidence.Pin("4711")));
        rejected(ask(new Evidence.Pin("1001")), Reason.UNKNOWN_PIN);
        rejected(ask(new Evidence.Pin("04711")), Reason.UNKNOWN_PIN);
        rejected(ask(new Evidence.Pin("")), Reason.UNKNOWN_PIN);
        rejected(ask(new Evidence.Pin("99999999999999999999999")), Reason.UNKNOWN_PIN);
    }

    @Test
    void aReaderTakesWhatTheFirstEntryWhoseShiftCoversNowSays() {
        policy.accepted = List.of(
                new Accepted(CLOSED_SHIFT, Set.of(Means.PIN)),
                new Accepted(null, Set.of(Means.CARD)),
                new Accepted(null, Set.of(Means.PIN, Means.QR)));
        admitted(ask(card(1001)));
        rejected(ask(new Evidence.Pin("4711")), Reason.NOT_ACCEPTED_HERE);
        rejected(ask(new Evidence.Code(card(1001).number())), Reason.UNKNOWN_CARD);
        rights.cards.put(2002L, TestRights.ada(TestRights.PASS));
        rejected(ask(new Evidence.Code(card(2002).number())), Reason.NOT_ACCEPTED_HERE);
        policy.covering.add(CLOSED_SHIFT);
        rejected(ask(card(1001)), Reason.NOT_ACCEPTED_HERE);
        admitted(ask(new Evidence.Pin("4711")));
        policy.accepted = List.of();
        rejected(ask(new Evidence.Pin("4711")), Reason.NOT_ACCEPTED_HERE);
    }

    @Test
    void aFirstResponderPassesLockdownAndItIsTold() {
        gate = new Gate(true, false, false, "normal");
        rejected(ask(card(1001)), Reason.LOCKDOWN);
        rights.cards.put(1001L, TestRights.responder(TestRights.ada(TestRights.CARD)));
        admitted(ask(card(1001)));
        assertThat(ask(card(1001)).trace().toMap()).containsEntry("lockdown", "first_responder");
        rights.rights.clear();
        rejected(ask(card(1001)), Reason.NO_PERMISSION);
    }

    @Test
    void aRejectedEventNamesThePersonWhateverTheReason() {
        gate = new Gate(true, false, false, "normal");
        assertThat(ask(card(1001)).holder()).isEqualTo(TestRights.ada(TestRights.CARD));
    }

    @Test
    void anExitThatThisBoxMayNotBarNotesWhatItDoesNotEnforce() {
        gate = new Gate(true, true, true, "normal");
        policy.passback = new Passback(Passback.Mode.HARD, "outside", "inside", null, null);
        places = (_, _) -> new Places.Place("outside", MONDAY_10.minusSeconds(60));
        clock = new ClockReading(MONDAY_10, ClockTrust.WRONG, MONDAY_10);
        rights.rights.put(CHANNEL, List.of(Right.byRole(2, CLOSED_SHIFT, null)));
        policy.accepted = List.of(new Accepted(CLOSED_SHIFT, Set.of(Means.PIN)));
        Evidence pin = new Evidence.Pin("4711");
        Decision out = ask(new Question(CHANNEL, "exit", pin, null));
        admitted(out);
        assertThat(out.trace().toMap().get("not_enforced"))
                .isEqualTo(List.of("lockdown", "tamper", "clock", "passback"));
        rejected(ask(new Question(CHANNEL, "entry", pin, null)), Reason.LOCKDOWN);
        rights.rights.clear();
        rejected(ask(new Question(CHANNEL, "exit", pin, null)), Reason.NO_PERMISSION);
        keypadRests = true;
        rejected(ask(new Question(CHANNEL, "exit", pin, null)), Reason.PIN_LOCKED);
    }

    @Test
    void aReservationHoldsFromItsFirstSecondUpToItsEnd() {
        Instant ten = MONDAY_10;
        rights.rights.put(
                CHANNEL, List.of(new Right(null, null, null, new Reservation(3, false, ten, ten.plusSeconds(60)))));
        rejected(at("2026-03-02T09:59:59.999Z"), Reason.NO_PERMISSION);
        admitted(at("2026-03-02T10:00:00Z"));
        admitted(at("2026-03-02T10:00:59.999Z"));
        assertThat(ask(card(1001)).trace().toMap())
                .containsEntry("reservation_id", 3L)
                .containsEntry("reservation", "channel");
        rejected(at("2026-03-02T10:01:00Z"), Reason.RESERVATION_EXPIRED);
    }

    @Test
    void aClockThatMayBeBehindIsHeldToTheNewestEvent() {
        person(true, true, null, "2026-03-01");
        var yesterday = Instant.parse("2026-03-01T10:00:00Z");
        clock = new ClockReading(yesterday, ClockTrust.HELD, MONDAY_10);
        rejected(ask(card(1001)), Reason.PERSON_EXPIRED);
        clock = new ClockReading(yesterday, ClockTrust.HELD, yesterday.minusSeconds(1));
        admitted(ask(card(1001)));
        assertThat(ask(card(1001)).trace().toMap()).containsEntry("clock", "held");
    }

    @Test
    void rightsWithoutTimesHoldByAnyClock() {
        clock = new ClockReading(MONDAY_10, ClockTrust.WRONG, MONDAY_10);
        admitted(ask(card(1001)));
        rights.rights.put(CHANNEL, List.of(Right.byRole(2, 6L, null)));
        policy.covering.add(6L);
        rejected(ask(card(1001)), Reason.CLOCK);
        policy.untrusted = new ChannelAccess.UntrustedClock(true, true);
        admitted(ask(card(1001)));
        rights.rights.put(CHANNEL, List.of(ALWAYS));
        policy.untrusted = ChannelAccess.UntrustedClock.USUAL;
        person(true, true, null, "2027-01-01"); // validity is a time, too
        rejected(ask(card(1001)), Reason.CLOCK);
    }

    @Test
    void aRoleWithALimitHoldsUpToItWithoutContactAndOthersForEver() {
        rights.rights.put(CHANNEL, List.of(limited(2, null)));
        contact = Contact.following(DAY);
        admitted(ask(card(1001)));
        contact = Contact.following(DAY.plusMillis(1));
        rejected(ask(card(1001)), Reason.ROLE_STALE);
        assertThat(Reason.ROLE_STALE.kind()).isEqualTo(Reason.NO_PERMISSION.kind());
        assertThat(ask(card(1001)).trace().toMap())
                .containsEntry("sync", "offline")
                .containsEntry("contact_age_ms", DAY.toMillis() + 1)
                .containsEntry("role_id", 2L);
        rights.rights.put(CHANNEL, List.of(limited(2, null), ALWAYS));
        assertThat(ask(card(1001)).trace().right()).isEqualTo(ALWAYS);
        contact = Contact.STANDALONE;
        rights.rights.put(CHANNEL, List.of(limited(2, null)));
        admitted(ask(card(1001)));
    }

    @Test
    void aReservationOfTheChannelAdmitsWhereTheRoleIsStale() {
        contact = Contact.following(DAY.multipliedBy(2));
        var reserved = new Reservation(3, false, MONDAY_10, MONDAY_10.plusSeconds(60));
        rights.rights.put(CHANNEL, List.of(limited(2, null), new Right(null, null, null, reserved)));
        admitted(ask(card(1001)));
        assertThat(ask(card(1001)).trace().toMap()).containsEntry("reservation_id", 3L);
        // of a group: it lends the role, which holds no longer
        var ofGroup = new Reservation(4, true, MONDAY_10, MONDAY_10.plusSeconds(60));
        rights.rights.put(CHANNEL, List.of(new Right(2L, null, 1L, ofGroup, DAY.toMillis())));
        rejected(ask(card(1001)), Reason.ROLE_STALE);
    }

    @Test
    void staleIsTheReasonWhereTheRoleWouldElseAdmit() {
        contact = Contact.following(DAY.multipliedBy(2));
        rights.rights.put(CHANNEL, List.of(Right.byRole(3, CLOSED_SHIFT, null), limited(2, null), ended()));
        rejected(ask(card(1001)), Reason.ROLE_STALE);
        rights.rights.put(CHANNEL, List.of(limited(2, CLOSED_SHIFT), ended()));
        rejected(ask(card(1001)), Reason.OUT_OF_HOURS);
        rights.rights.put(CHANNEL, List.of(limited(2, 6L)));
        policy.covering.add(6L);
        rejected(ask(card(1001)), Reason.ROLE_STALE);
        clock = new ClockReading(MONDAY_10, ClockTrust.WRONG, MONDAY_10);
        rejected(ask(card(1001)), Reason.CLOCK);
        rights.rights.put(CHANNEL, List.of(limited(2, null)));
        rejected(ask(card(1001)), Reason.ROLE_STALE);
        policy.accepted = List.of(new Accepted(6L, Set.of(Means.CARD))); // nobody can tell whether it is
        rejected(ask(card(1001)), Reason.CLOCK);
    }

    @Test
    void lostContactKeepsNobodyIn() {
        contact = Contact.following(DAY.multipliedBy(2));
        rights.rights.put(CHANNEL, List.of(limited(2, null)));
        gate = new Gate(false, false, true, "normal");
        var out = new Question(CHANNEL, "exit", card(1001), null);
        admitted(ask(out));
        assertThat(ask(out).trace().toMap()).containsEntry("not_enforced", List.of("role_stale"));
        rejected(ask(card(1001)), Reason.ROLE_STALE);
        rights.rights.put(CHANNEL, List.of(limited(2, null), ALWAYS));
        assertThat(ask(out).trace().toMap()).doesNotContainKey("not_enforced").containsEntry("role_id", 1L);
    }

    @Test
    void anElevatorOpensForAnyOfItsFloorsAndElseGivesTheReasonThatMissesLeast() {
        policy.floors = List.of(11L, 12L, 13L);
        rejected(ask(card(1001)), Reason.NO_PERMISSION);
        rights.rights.put(12L, List.of(Right.byRole(2, CLOSED_SHIFT, null)));
        rejected(ask(card(1001)), Reason.OUT_OF_HOURS);
        rights.rights.put(13L, List.of(ALWAYS));
        rights.rights.put(11L, List.of(Right.byRole(4, null, null)));
        assertThat(ask(card(1001))).isInstanceOfSatisfying(Decision.Admitted.class, a -> {
            assertThat(a.floors()).containsExactly(11L, 13L);
            assertThat(a.trace().right()).isEqualTo(Right.byRole(4, null, null));
        });
    }
}
