package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The fixed order of reasons: each row breaks one more thing than the row below it, the first reason wins.
class AccessRulesTest {
    private static final Instant MONDAY_10 = Instant.parse("2026-03-02T10:00:00Z");
    private static final long CHANNEL = 1;

    private final Map<Long, Holder> cards = new HashMap<>();
    private final Map<Long, Holder> pins = new HashMap<>();
    private List<Right> rights = List.of(new Right(1, null, null));
    private ZoneId zone = ZoneId.of("UTC");
    private boolean shiftCovers = true;

    private final AccessRules rules = new AccessRules(new Rights() {
        @Override
        public @Nullable Holder card(long number) {
            return cards.get(number);
        }

        @Override
        public @Nullable Holder pin(long number) {
            return pins.get(number);
        }

        @Override
        public List<Right> at(long personId, long channelId) {
            return channelId == CHANNEL ? rights : List.of();
        }
    });

    private final AccessPolicy policy = new AccessPolicy() {
        @Override
        public ChannelAccess access(long channelId) {
            return ChannelAccess.USUAL;
        }

        @Override
        public ZoneId accountZone() {
            return zone;
        }

        @Override
        public boolean covers(long shiftId, long channelId, Instant at) {
            return shiftCovers;
        }
    };

    private static Holder holder(boolean active, boolean enabled, @Nullable String from, @Nullable String to) {
        return new Holder(
                7,
                active,
                "Card",
                1,
                "Ada Demo",
                enabled,
                from == null ? null : LocalDate.parse(from),
                to == null ? null : LocalDate.parse(to),
                false);
    }

    private static CardNumber number(long value) {
        return new CardNumber("raw", null, value, value);
    }

    private Decision card(Instant at) {
        return rules.card(number(1001), CHANNEL, at, policy);
    }

    private void rejected(Decision decision, Reason reason) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Rejected.class, r -> assertThat(r.reason()).isEqualTo(reason));
    }

    @Test
    void aHolderWithARightIsAdmittedByThatRight() {
        cards.put(1001L, holder(true, true, null, null));
        assertThat(card(MONDAY_10)).isEqualTo(new Decision.Admitted(cards.get(1001L), rights.getFirst()));
    }

    @Test
    void theFirstReasonThatAppliesIsTheAnswer() {
        rejected(card(MONDAY_10), Reason.UNKNOWN_CARD);
        rights = List.of();
        cards.put(1001L, holder(false, false, "2027-01-01", "2025-01-01"));
        rejected(card(MONDAY_10), Reason.CREDENTIAL_DISABLED);
        cards.put(1001L, holder(true, false, "2027-01-01", "2025-01-01"));
        rejected(card(MONDAY_10), Reason.PERSON_DISABLED);
        cards.put(1001L, holder(true, true, "2026-03-03", null));
        rejected(card(MONDAY_10), Reason.PERSON_NOT_YET_VALID);
        cards.put(1001L, holder(true, true, null, "2026-03-01"));
        rejected(card(MONDAY_10), Reason.PERSON_EXPIRED);
        cards.put(1001L, holder(true, true, null, null));
        rejected(card(MONDAY_10), Reason.NO_PERMISSION);
        rights = List.of(new Right(2, 1L, 2L));
        shiftCovers = false;
        rejected(card(MONDAY_10), Reason.OUT_OF_HOURS);
    }

    @Test
    void oneRightThatHoldsNowIsEnough() {
        cards.put(1001L, holder(true, true, null, null));
        shiftCovers = false;
        rights = List.of(new Right(2, 1L, 2L), new Right(1, null, 1L));
        assertThat(card(MONDAY_10)).isEqualTo(new Decision.Admitted(cards.get(1001L), new Right(1, null, 1L)));
    }

    @Test
    void theFirstAndTheLastDayAreValidInTheAccountsZone() {
        cards.put(1001L, holder(true, true, "2026-03-02", "2026-03-02"));
        assertThat(card(Instant.parse("2026-03-02T00:00:00Z"))).isInstanceOf(Decision.Admitted.class);
        assertThat(card(Instant.parse("2026-03-02T23:59:59.999Z"))).isInstanceOf(Decision.Admitted.class);
        rejected(card(Instant.parse("2026-03-03T00:00:00Z")), Reason.PERSON_EXPIRED);
        zone = ZoneId.of("Pacific/Auckland"); // 13 hours ahead: the day is over at 11:00 UTC
        assertThat(card(Instant.parse("2026-03-02T10:59:59Z"))).isInstanceOf(Decision.Admitted.class);
        rejected(card(Instant.parse("2026-03-02T11:00:00Z")), Reason.PERSON_EXPIRED);
        rejected(card(Instant.parse("2026-03-01T10:59:59Z")), Reason.PERSON_NOT_YET_VALID);
    }

    @Test
    void bitsThatNoFormatFitsOrThatAreTooLargeAreAnUnknownCard() {
        cards.put(CardNumber.TOO_LARGE, holder(true, true, null, null));
        rejected(rules.card(null, CHANNEL, MONDAY_10, policy), Reason.UNKNOWN_CARD);
        rejected(rules.card(number(CardNumber.TOO_LARGE), CHANNEL, MONDAY_10, policy), Reason.UNKNOWN_CARD);
    }

    @Test
    void aPinIsLookedUpAmongPinsOnly() {
        cards.put(4711L, holder(true, true, null, null));
        rejected(rules.pin("4711", CHANNEL, MONDAY_10, policy), Reason.UNKNOWN_PIN);
        pins.put(4711L, holder(true, true, null, null));
        assertThat(rules.pin("4711", CHANNEL, MONDAY_10, policy)).isInstanceOf(Decision.Admitted.class);
    }

    @Test
    void zerosBeforeAPinMakeItAnother() {
        pins.put(4711L, holder(true, true, null, null));
        rejected(rules.pin("04711", CHANNEL, MONDAY_10, policy), Reason.UNKNOWN_PIN);
        rejected(rules.pin("0004711", CHANNEL, MONDAY_10, policy), Reason.UNKNOWN_PIN);
    }
}
