package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.UntrustedClock;
import dev.lintel.controller.access.Limits.Entries;
import dev.lintel.controller.access.Limits.Idle;
import dev.lintel.controller.access.Uses.Use;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Limits of credentials in decisions; `ReferenceDecisionTest` has them in random ones.
class LimitsTest {
    private static final Instant MONDAY_10 = Instant.parse("2026-03-02T10:00:00Z");
    private static final Instant EPOCH = Instant.EPOCH;
    private static final long CHANNEL = 1;

    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();
    private Gate gate = Gate.PLAIN;
    private Uses uses = Uses.NONE;
    private ClockReading clock = ClockReading.trusted(MONDAY_10);

    LimitsTest() {
        rights.cards.put(1001L, TestRights.ada(TestRights.CARD));
        rights.pins.put(4711L, TestRights.ada(TestRights.PIN));
        rights.phones.put(71L, TestRights.ada(TestRights.MOBILE));
        rights.rights.put(CHANNEL, List.of(Right.byRole(1, null, null)));
    }

    private void limit(Limits limits) {
        rights.cards.computeIfPresent(1001L, (_, holder) -> TestRights.limited(holder, limits));
        rights.phones.computeIfPresent(71L, (_, holder) -> TestRights.limited(holder, limits));
    }

    private static Limits times(@Nullable String from, @Nullable String to) {
        return new Limits(instant(from), instant(to), null, null, null, null);
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : Instant.parse(text);
    }

    private static Limits suspended(@Nullable String from, @Nullable String to) {
        return new Limits(
                null,
                null,
                from == null ? null : LocalDate.parse(from),
                to == null ? null : LocalDate.parse(to),
                null,
                null);
    }

    private static Limits entries(long max) {
        return new Limits(null, null, null, null, new Entries(max, EPOCH), null);
    }

    private static Limits idle(long days, Instant from) {
        return new Limits(null, null, null, null, null, new Idle(days, from));
    }

    private Decision ask(Question question) {
        var now =
                new Circumstances(clock, policy, gate, false, Places.NONE, uses, Contact.STANDALONE, ThreatLevels.NONE);
        return new AccessRules(rights).decide(question, now);
    }

    private Decision ask(String side, Evidence evidence) {
        return ask(new Question(CHANNEL, side, evidence, null));
    }

    private String at(String instant) {
        clock = ClockReading.trusted(Instant.parse(instant));
        return word(ask("entry", AccessRulesTest.card(1001)));
    }

    private static String word(Decision decision) {
        return switch (decision) {
            case Decision.Rejected rejected -> rejected.reason().word();
            case Decision.Awaiting _ -> "awaiting";
            case Decision.Admitted _ -> "admitted";
        };
    }

    @Test
    void validity_hasItsFirstInstantAndNotItsLast() {
        limit(times("2026-03-02T10:00:00Z", "2026-03-02T12:00:00Z"));
        assertThat(at("2026-03-02T09:59:59.999Z")).isEqualTo("credential_not_yet_valid");
        assertThat(at("2026-03-02T10:00:00Z")).isEqualTo("admitted");
        assertThat(at("2026-03-02T11:59:59.999Z")).isEqualTo("admitted");
        assertThat(at("2026-03-02T12:00:00Z")).isEqualTo("credential_expired");
    }

    @Test
    void suspension_hasBothItsDaysInTheAccountsZone() {
        policy.zone = ZoneId.of("Pacific/Auckland"); // 13 hours ahead
        limit(suspended("2026-03-03", "2026-03-04"));
        assertThat(at("2026-03-02T10:59:59Z")).isEqualTo("admitted");
        assertThat(at("2026-03-02T11:00:00Z")).isEqualTo("credential_suspended");
        assertThat(at("2026-03-04T10:59:59Z")).isEqualTo("credential_suspended");
        assertThat(at("2026-03-04T11:00:00Z")).isEqualTo("admitted");
    }

    @Test
    void suspensionWithOneDay_hasBegunOrHasNoEnd() {
        limit(suspended(null, "2026-03-02"));
        assertThat(at("2020-01-01T00:00:00Z")).isEqualTo("credential_suspended");
        assertThat(at("2026-03-03T00:00:00Z")).isEqualTo("admitted");
        limit(suspended("2026-03-03", null));
        assertThat(at("2026-03-02T23:59:59Z")).isEqualTo("admitted");
        assertThat(at("2036-03-03T00:00:00Z")).isEqualTo("credential_suspended");
    }

    @Test
    void lastEntry_isAdmittedAndTheNextOneIsNot() {
        limit(entries(3));
        uses = (_, _) -> new Use(EPOCH, 2, MONDAY_10);
        Decision last = ask("entry", AccessRulesTest.card(1001));
        assertThat(word(last)).isEqualTo("admitted");
        assertThat(last.trace().toMap()).containsEntry("uses_left", 0L);
        uses = (_, _) -> new Use(EPOCH, 3, MONDAY_10);
        Decision more = ask("entry", AccessRulesTest.card(1001));
        assertThat(word(more)).isEqualTo("credential_used_up");
        assertThat(more.trace().toMap()).containsEntry("uses_left", 0L);
        rights.rights.clear();
        uses = Uses.NONE;
        assertThat(ask("entry", AccessRulesTest.card(1001)).trace().toMap())
                .as("of a refusal for another reason")
                .doesNotContainKey("uses_left");
    }

    @Test
    void earlierCount_doesNotCount() {
        limit(entries(1));
        uses = (_, _) -> new Use(MONDAY_10, 9, MONDAY_10);
        assertThat(word(ask("entry", AccessRulesTest.card(1001)))).isEqualTo("admitted");
    }

    /// A person with one entry gets out again. A phone that says that it leaves may be anywhere.
    @Test
    void entriesAreCountedWherePeopleComeIn() {
        policy.accept(Means.CARD, Means.MOBILE);
        limit(entries(1));
        uses = (_, _) -> new Use(EPOCH, 1, MONDAY_10);
        assertThat(word(ask("exit", AccessRulesTest.card(1001)))).isEqualTo("admitted");
        assertThat(word(ask("exit", new Evidence.Phone(71)))).isEqualTo("credential_used_up");
    }

    @Test
    void cardThatTheBoxShowsAtTheSecondDoorOfAnAirlock_belongsToTheSameEntry() {
        limit(entries(1));
        uses = (_, _) -> new Use(EPOCH, 1, MONDAY_10);
        Decision second = ask(new Question(CHANNEL, "entry", AccessRulesTest.card(1001), null, 1L));
        assertThat(word(second)).isEqualTo("admitted");
        assertThat(second.trace().toMap()).doesNotContainKey("uses_left");
        assertThat(second)
                .isInstanceOfSatisfying(
                        Decision.Admitted.class,
                        admitted -> assertThat(admitted.holder().limits()).isEqualTo(Limits.NONE));
        limit(new Limits(EPOCH, null, null, null, new Entries(1, EPOCH), new Idle(30, MONDAY_10)));
        assertThat(ask(new Question(CHANNEL, "entry", AccessRulesTest.card(1001), null, 1L)))
                .isInstanceOfSatisfying(
                        Decision.Admitted.class,
                        admitted -> assertThat(admitted.holder().limits())
                                .isEqualTo(new Limits(EPOCH, null, null, null, null, new Idle(30, MONDAY_10))));
    }

    @Test
    void unusedCredential_expiresAfterItsDaysSinceTheLastUseOrTheLimit() {
        limit(idle(30, Instant.parse("2026-03-02T10:00:00Z")));
        assertThat(at("2026-04-01T09:59:59Z")).isEqualTo("admitted");
        assertThat(at("2026-04-01T10:00:00Z")).isEqualTo("credential_unused");
        uses = (_, _) -> new Use(EPOCH, 0, Instant.parse("2026-03-05T10:00:00Z"));
        assertThat(at("2026-04-01T10:00:00Z")).isEqualTo("admitted");
        assertThat(at("2026-04-04T10:00:00Z")).isEqualTo("credential_unused");
        limit(idle(30, Instant.parse("2026-04-04T10:00:00Z")));
        assertThat(at("2026-04-04T10:00:00Z")).as("the limit was set again").isEqualTo("admitted");
    }

    @Test
    void usesThatTheDiskDoesNotGive_barEntriesAlone() {
        uses = (_, _) -> Uses.UNREAD;
        limit(entries(3));
        assertThat(word(ask("entry", AccessRulesTest.card(1001)))).isEqualTo("not_ready");
        assertThat(word(ask("exit", AccessRulesTest.card(1001)))).isEqualTo("admitted");
        limit(idle(1, EPOCH));
        assertThat(word(ask("entry", AccessRulesTest.card(1001)))).isEqualTo("admitted");
    }

    @Test
    void limitsOfTimes_barNobodyAtAFreeExitWhileTheClockIsNotBelieved() {
        gate = new Gate(false, false, true, "normal");
        clock = new ClockReading(MONDAY_10, ClockTrust.WRONG, MONDAY_10);
        for (Limits limits : List.of(
                times("2026-03-03T00:00:00Z", null),
                times(null, "2026-03-01T00:00:00Z"),
                suspended("2026-03-01", null),
                idle(1, EPOCH))) {
            limit(limits);
            Decision decision = ask("exit", AccessRulesTest.card(1001));
            assertThat(word(decision)).as(limits.toString()).isEqualTo("admitted");
            assertThat(decision.trace().toMap()).containsEntry("not_enforced", List.of("clock"));
            assertThat(word(ask("entry", AccessRulesTest.card(1001)))).startsWith("credential_");
            clock = ClockReading.trusted(MONDAY_10);
            assertThat(word(ask("exit", AccessRulesTest.card(1001)))).startsWith("credential_");
            clock = new ClockReading(MONDAY_10, ClockTrust.WRONG, MONDAY_10);
        }
    }

    /// As a person's dates do.
    @Test
    void limitsOfTimes_bindRightsToAClockThatIsBelieved() {
        clock = new ClockReading(MONDAY_10, ClockTrust.WRONG, MONDAY_10);
        limit(times(null, "2026-03-09T00:00:00Z"));
        assertThat(word(ask("entry", AccessRulesTest.card(1001)))).isEqualTo("clock");
        limit(entries(1));
        assertThat(word(ask("entry", AccessRulesTest.card(1001)))).isEqualTo("admitted");
        limit(times(null, "2026-03-09T00:00:00Z"));
        policy.untrusted = new UntrustedClock(true, true);
        assertThat(word(ask("entry", AccessRulesTest.card(1001)))).isEqualTo("admitted");
    }

    /// A clock that was set back makes nothing valid again.
    @Test
    void expiredCredential_staysSoByAClockBehindTheNewestEvent() {
        policy.untrusted = new UntrustedClock(true, true);
        limit(times(null, "2026-03-02T12:00:00Z"));
        clock = new ClockReading(MONDAY_10, ClockTrust.HELD, Instant.parse("2026-03-02T12:00:00Z"));
        assertThat(word(ask("entry", AccessRulesTest.card(1001)))).isEqualTo("credential_expired");
    }

    @Test
    void secondFactor_isWrongOutsideItsTimes() {
        policy.accept(Means.CARD_THEN_PIN, Means.PIN_THEN_CARD);
        rights.secondPins.put(1L, 4711L);
        var pin = new Question(CHANNEL, "entry", AccessRulesTest.card(1001), new Evidence.Pin("4711"));
        var card = new Question(CHANNEL, "entry", new Evidence.Pin("4711"), AccessRulesTest.card(1001));
        assertThat(word(ask(pin))).isEqualTo("admitted");
        assertThat(word(ask(card))).isEqualTo("admitted");
        limit(suspended("2026-03-02", null));
        rights.secondPinLimits = times(null, "2026-03-01T00:00:00Z");
        assertThat(word(ask(card))).isEqualTo("wrong_factor");
        limit(Limits.NONE);
        assertThat(word(ask(pin))).isEqualTo("wrong_factor");
        rights.secondPinLimits = entries(1);
        uses = (_, _) -> new Use(EPOCH, 1, null);
        assertThat(word(ask(pin))).as("uses are those of what was shown first").isEqualTo("admitted");
    }

    /// From a desk nothing is shown.
    @Test
    void personWhoIsNamed_hasNoLimits() {
        rights.people.put(1L, TestRights.ada(TestRights.CARD));
        limit(times(null, "2026-03-01T00:00:00Z"));
        assertThat(word(ask("entry", new Evidence.Named(1, true)))).isEqualTo("admitted");
    }
}
