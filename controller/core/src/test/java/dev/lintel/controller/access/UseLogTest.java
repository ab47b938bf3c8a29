package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Limits.Entries;
import dev.lintel.controller.access.Limits.Idle;
import dev.lintel.controller.access.Uses.Use;
import dev.lintel.controller.door.Passages;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// When an admission counts as an entry by a credential.
class UseLogTest {
    private static final long CARD = 3;
    private static final Instant BEGUN = Instant.ofEpochMilli(1_000);
    private static final Instant NOON = Instant.ofEpochMilli(50_000);
    private static final Limits LIMITS = new Limits(null, null, null, null, new Entries(5, BEGUN), new Idle(30, BEGUN));

    private final Map<Long, Use> table = new HashMap<>();
    private final List<EventDraft> passed = new ArrayList<>();
    private final UseLog log = new UseLog(new MemoryLog(), passed::add, (use, id) -> table.put(id, use));
    private long nowNs = 100;
    private boolean diskFails;
    private final Uses uses = log.with(id -> diskFails ? Uses.UNREAD : table.getOrDefault(id, Use.NEVER), () -> nowNs);

    private static Holder holder(Limits limits) {
        return TestRights.limited(
                new Holder(CARD, true, "Card", 200, "", 7, "Ada", true, null, null, false, false), limits);
    }

    private static EventDraft event(EventKind kind, long channel, String side, long atNs, @Nullable Long credential) {
        var subject = new Subject(channel, 7L, "Ada", credential, "1001", false);
        return new EventDraft(kind, NOON.toEpochMilli(), atNs, subject, Map.of("reader", side));
    }

    private static EventDraft admission(long channel, long atNs) {
        return event(EventKind.ADMITTED_CARD, channel, "entry", atNs, CARD);
    }

    private long entries(long channel) {
        return uses.of(holder(LIMITS), channel).entriesSince(BEGUN);
    }

    /// A decision asks for the uses first.
    private void decide(EventDraft admission) {
        uses.of(holder(LIMITS), 1);
        uses.decided(admission, holder(LIMITS));
    }

    private void admit(long channel, long atNs) {
        decide(admission(channel, atNs));
        log.append(admission(channel, atNs));
    }

    @Test
    void admission_countsFromTheDecisionAndReachesTheTableWithItsEvent() {
        assertThat(entries(1)).isZero();
        decide(admission(1, 5));
        assertThat(entries(2)).as("at another reader").isOne();
        assertThat(table).isEmpty();
        log.append(admission(1, 5));
        assertThat(table).containsExactly(Map.entry(CARD, new Use(BEGUN, 1, NOON)));
        assertThat(entries(2)).isOne();
        log.passed(admission(1, 5));
        assertThat(entries(1)).isOne();
        assertThat(passed).hasSize(1);
    }

    @Test
    void admissionThatIsNotUsed_isGivenBack() {
        admit(1, 5);
        log.append(event(EventKind.ADMITTED_NOT_USED, 1, "entry", 900, CARD));
        assertThat(entries(2)).isZero();
        assertThat(table).containsExactly(Map.entry(CARD, new Use(BEGUN, 0, NOON)));
        log.append(event(EventKind.ADMITTED_NOT_USED, 1, "entry", 900, CARD));
        assertThat(entries(2)).as("given back once").isZero();
    }

    @Test
    void personWhomTheLaneTurnsAway_hasUsedNothing() {
        decide(admission(1, 5));
        log.append(event(EventKind.REJECTED_INTERLOCK, 1, "entry", 6, CARD));
        assertThat(entries(2)).as("another presentation").isOne();
        log.append(event(EventKind.REJECTED_INTERLOCK, 1, "entry", 5, CARD));
        assertThat(entries(2)).isZero();
        decide(admission(1, 5));
        nowNs += Duration.ofSeconds(11).toNanos();
        assertThat(entries(2)).as("a lane that began again").isZero();
        decide(admission(1, 5));
        assertThat(entries(2)).as("a decision that came too late").isZero();
        assertThat(table).isEmpty();
    }

    /// Who does not open the door in time shows the card again.
    @Test
    void secondAdmissionAtTheSameDoor_takesThePlaceOfTheFirst() {
        admit(1, 5);
        assertThat(entries(1)).as("at that door").isZero();
        assertThat(entries(2)).as("at another one").isOne();
        admit(1, 8);
        assertThat(entries(2)).isOne();
        log.passed(admission(1, 8));
        assertThat(entries(1)).isOne();
        admit(1, 20);
        assertThat(entries(2)).isEqualTo(2);
    }

    @Test
    void admissionByHandAtTheSameDoor_givesTheCardsBack() {
        admit(1, 5);
        log.append(event(EventKind.ADMITTED_MANUAL, 1, "entry", 8, null));
        assertThat(entries(2)).isZero();
        log.passed(event(EventKind.ADMITTED_MANUAL, 1, "entry", 8, null));
        assertThat(entries(2)).isZero();
    }

    @Test
    void exit_isAUseAndNoEntry() {
        EventDraft exit = event(EventKind.ADMITTED_CARD, 1, "exit", 5, CARD);
        decide(exit);
        assertThat(entries(2)).isZero();
        log.append(exit);
        assertThat(uses.of(holder(LIMITS), 2)).isEqualTo(new Use(Instant.EPOCH, 0, NOON));
        var trace = new LinkedHashMap<String, Object>(exit.additional());
        trace.put(EventDraft.PHONE_REQUEST, "r1");
        var phone = new EventDraft(exit.kind(), exit.occurredAtMs(), 6, exit.subject(), trace);
        decide(phone);
        log.append(phone);
        assertThat(entries(2)).as("a phone may be anywhere").isOne();
    }

    @Test
    void countThatBeganAgain_startsAtNothing() {
        admit(1, 5);
        log.passed(admission(1, 5));
        Instant again = BEGUN.plusSeconds(9);
        Limits newer = new Limits(null, null, null, null, new Entries(5, again), null);
        assertThat(uses.of(holder(newer), 2).entriesSince(again)).isZero();
        uses.decided(admission(2, 7), holder(newer));
        admit(1, 8); // decided by the limits of before
        log.append(admission(2, 7));
        assertThat(table).containsExactly(Map.entry(CARD, new Use(again, 1, NOON)));
        log.append(event(EventKind.ADMITTED_NOT_USED, 1, "entry", 900, CARD));
        assertThat(table).as("of the count of before").containsExactly(Map.entry(CARD, new Use(again, 1, NOON)));
    }

    /// A clock that was set back: the new count began before the old one.
    @Test
    void countThatBeganAgain_mayBeTheEarlierOneByTheClock() {
        admit(1, 5);
        log.passed(admission(1, 5));
        Instant again = BEGUN.minusSeconds(1);
        Limits newer = new Limits(null, null, null, null, new Entries(5, again), null);
        for (long n = 1; n <= 3; n++) {
            uses.decided(admission(1, 10 * n), holder(newer));
            log.append(admission(1, 10 * n));
            log.passed(admission(1, 10 * n));
            assertThat(uses.of(holder(newer), 2).entriesSince(again)).isEqualTo(n);
        }
    }

    @Test
    void credentialWithoutSuchLimits_isNotFollowed() {
        var until = new Limits(null, NOON, null, null, null, null);
        uses.decided(admission(1, 5), holder(until));
        log.append(admission(1, 5));
        assertThat(table).isEmpty();
    }

    /// A count of what is known in part would take the place of the table's.
    @Test
    void diskThatGivesNothing_losesNoCount() {
        diskFails = true;
        assertThat(uses.of(holder(LIMITS), 1)).isEqualTo(Uses.UNREAD);
        admit(1, 5);
        assertThat(table).isEmpty();
        log.remember(rows -> Map.of(CARD, new Use(BEGUN, 4, NOON)));
        assertThat(entries(1)).isEqualTo(4);
        assertThat(uses.of(TestRights.limited(TestRights.ada(200), LIMITS), 1))
                .as("one that is not in the table, of which all is known")
                .isEqualTo(Use.NEVER);
        admit(1, 8);
        assertThat(table).containsExactly(Map.entry(CARD, new Use(BEGUN, 5, NOON)));
    }

    @Test
    void memoryIsBounded() {
        var many = new LinkedHashMap<Long, Use>();
        for (long id = 0; id <= UseCounts.KNOWN_MAX; id++) many.put(id, new Use(BEGUN, 1, NOON));
        diskFails = true;
        log.remember(rows -> {
            assertThat(rows).isGreaterThan(UseCounts.KNOWN_MAX);
            return many;
        });
        var unknown = new Holder(99_999L, true, "Card", 200, "", 7, "Ada", true, null, null, false, false);
        assertThat(uses.of(TestRights.limited(unknown, LIMITS), 1)).isEqualTo(Uses.UNREAD);
        assertThat(uses.of(holder(LIMITS), 1)).isEqualTo(new Use(BEGUN, 1, NOON));
    }

    @Test
    void passages_areHandedOn() {
        Passages log = this.log;
        log.passed(event(EventKind.ADMITTED_MANUAL, 1, "entry", 8, null));
        assertThat(passed).hasSize(1);
    }
}
