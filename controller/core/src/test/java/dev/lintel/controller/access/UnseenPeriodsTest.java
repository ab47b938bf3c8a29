package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Mode;
import dev.lintel.controller.access.ChannelAccess.Passback.Unseen;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.door.Standing.Hours;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Doors 1 and 2 lead to one house, door 3 to another.
class UnseenPeriodsTest {
    private static final Hours ON = new Hours(false, null, true, null);
    private static final Standing HOURS = new Standing(false, null, Lockdown.NONE, ON, false);
    private static final Standing MODE = new Standing(true, null, Lockdown.NONE, Hours.BY_POLICY, false);

    private final HandTime time = new HandTime("2026-03-02T12:00:00Z");
    private final MemoryLog log = new MemoryLog();
    private final Houses policy = new Houses();
    private final List<String> forgotten = new ArrayList<>();
    private final UnseenPeriods periods =
            new UnseenPeriods(() -> policy, areas -> forgotten.add(new TreeSet<>(areas).toString()), log::append, time);

    private static final class Houses implements AccessPolicy {
        private final TestPolicy usual = new TestPolicy();
        private final Map<Long, Passback> doors = new HashMap<>(Map.of(
                1L, door("street", "hall", Mode.HARD),
                2L, door("hall", "lab", Mode.OFF),
                3L, door("yard", "shed", Mode.SOFT)));

        private static Passback door(String from, String to, Mode mode, Unseen... after) {
            return new Passback(
                    mode, from, to, null, null, after.length == 0 ? Set.of(Unseen.values()) : Set.of(after));
        }

        @Override
        public ZoneId accountZone() {
            return usual.zone;
        }

        @Override
        public ZoneId zone(long channelId) {
            return usual.zone;
        }

        @Override
        public List<Long> targets(long channelId) {
            return List.of(channelId);
        }

        @Override
        public ChannelAccess access(long channelId) {
            usual.passback = doors.getOrDefault(channelId, Passback.OFF);
            return usual.access(channelId);
        }

        @Override
        public AreaSet areas(long channelId) {
            return AreaSets.of(doors.entrySet().stream()
                            .map(one -> new AreaSets.Link(
                                    one.getKey(),
                                    one.getValue().from(),
                                    one.getValue().to()))
                            .toList())
                    .of(channelId);
        }

        @Override
        public boolean covers(long shiftId, long channelId, Instant at) {
            return false;
        }
    }

    /// The areas whose places do not count.
    private String unseen() {
        return new TreeSet<>(periods.unseen(policy).areas()).toString();
    }

    private List<String> told() {
        return log.drafts().stream()
                .map(event ->
                        event.subject().channelId() + " " + event.additional().get("cause") + " "
                                + event.additional().get("areas"))
                .toList();
    }

    @Test
    void whileADoorIsUnlocked_placesOnBothSidesDoNotCount_andThenTheyAreForgotten() {
        for (Standing standing : List.of(HOURS, MODE, Standing.NORMAL.withFire(true))) {
            forgotten.clear();
            periods.stands(2, Standing.NORMAL);
            assertThat(unseen()).isEqualTo("[]");
            periods.stands(2, standing);
            assertThat(unseen()).as("not the street: it is behind door 1").isEqualTo("[hall, lab]");
            assertThat(periods.unseen(policy).doors()).containsExactly(2L);
            assertThat(forgotten).isEmpty();
            periods.stands(2, Standing.NORMAL);
            assertThat(unseen()).isEqualTo("[]");
            assertThat(forgotten).containsExactly("[hall, lab]");
        }
        assertThat(told()).containsExactly("2 unlock [hall, lab]", "2 unlock [hall, lab]", "2 fire [hall, lab]");
        EventDraft first = log.drafts().getFirst();
        assertThat(first.kind()).isEqualTo(EventKind.PASSBACK_FORGIVEN);
        assertThat(first.occurredAtMs()).isEqualTo(time.nowMs());
    }

    @Test
    void evacuation_suspendsAndForgivesAsFireDoes() {
        Standing evacuated = Standing.NORMAL.withEvacuated(true);
        periods.stands(2, evacuated);
        assertThat(unseen()).isEqualTo("[hall, lab]");
        periods.stands(2, evacuated.withFire(true));
        periods.stands(2, evacuated);
        assertThat(unseen()).as("the evacuation continues after the fire").isEqualTo("[hall, lab]");
        assertThat(told()).isEmpty();
        periods.stands(2, Standing.NORMAL);
        assertThat(unseen()).isEqualTo("[]");
        assertThat(told()).containsExactly("2 evacuation [hall, lab]");
    }

    @Test
    void fireWithinTheHoursEndsByItself() {
        periods.stands(1, HOURS);
        periods.stands(1, HOURS.withFire(true));
        periods.stands(1, HOURS);
        assertThat(unseen()).as("the hours continue").isEqualTo("[hall, street]");
        assertThat(told()).isEmpty();
        periods.stands(1, Standing.NORMAL);
        assertThat(told()).containsExactly("1 unlock [hall, street]");
        assertThat(forgotten).hasSize(2);
    }

    /// The lane was held up: the log has the fire's begin and end, and the door never stood so.
    @Test
    void fireThatWasOverBeforeTheLaneNoticedItIsForgivenToo() {
        periods.fireEnded(1);
        assertThat(forgotten).containsExactly("[hall, street]");
        assertThat(told()).containsExactly("1 fire [hall, street]");
        periods.stands(1, Standing.NORMAL.withFire(true));
        periods.fireEnded(1);
        periods.stands(1, Standing.NORMAL);
        assertThat(told()).as("one of each fire").hasSize(2);
    }

    @Test
    void aLockdownEndsTheUnlockedPeriod() {
        periods.stands(1, MODE);
        periods.stands(1, new Standing(true, null, new Lockdown(true, false, false), Hours.BY_POLICY, false));
        assertThat(unseen()).isEqualTo("[]");
        assertThat(told()).containsExactly("1 unlock [hall, street]");
    }

    /// In a fire all doors are released and locked again: doors between the same areas have one event.
    @Test
    void ofDoorsBetweenTheSameAreas_theLastOneIsLogged() {
        policy.doors.put(4L, Houses.door("hall", "street", Mode.HARD));
        for (long door : List.of(1L, 2L, 3L, 4L)) periods.stands(door, Standing.NORMAL.withFire(true));
        periods.stands(1, Standing.NORMAL);
        assertThat(unseen()).isEqualTo("[hall, lab, shed, street, yard]");
        assertThat(told()).isEmpty();
        for (long door : List.of(3L, 4L, 2L)) periods.stands(door, Standing.NORMAL);
        assertThat(unseen()).isEqualTo("[]");
        assertThat(told()).containsExactly("3 fire [shed, yard]", "4 fire [hall, street]", "2 fire [hall, lab]");
        assertThat(forgotten).hasSize(4);
    }

    @Test
    void whatIsNotForgivenAfterCountsForNothing() {
        policy.doors.put(1L, Houses.door("street", "hall", Mode.HARD, Unseen.FIRE));
        periods.stands(1, MODE);
        assertThat(unseen()).isEqualTo("[]");
        assertThat(periods.unseen(policy).doors()).isEmpty();
        periods.stands(1, MODE.withFire(true));
        assertThat(unseen()).isEqualTo("[hall, street]");
        periods.stands(1, MODE);
        assertThat(unseen()).isEqualTo("[]");
        periods.stands(1, Standing.NORMAL);
        assertThat(forgotten).hasSize(1);
        assertThat(told()).containsExactly("1 fire [hall, street]");
    }

    /// It is taken out of the policy while it is unlocked.
    @Test
    void theAreasOfADoorThatIsRemovedAreForgotten() {
        periods.stands(1, MODE);
        policy.doors.remove(1L);
        assertThat(unseen()).as("until the lane knows").isEqualTo("[hall, street]");
        periods.stands(1, Standing.NORMAL);
        assertThat(unseen()).isEqualTo("[]");
        assertThat(forgotten).containsExactly("[hall, street]");
    }

    @Test
    void allAreasThatADoorHasHadMeanwhile_areForgotten() {
        periods.stands(1, MODE);
        policy.doors.put(1L, Houses.door("street", "lobby", Mode.HARD));
        assertThat(unseen()).as("at once").isEqualTo("[hall, lobby, street]");
        periods.note();
        policy.doors.put(1L, Houses.door("street", "tower", Mode.HARD));
        periods.note();
        policy.doors.put(1L, Houses.door("street", "cellar", Mode.HARD));
        periods.stands(1, Standing.NORMAL);
        assertThat(forgotten).containsExactly("[cellar, hall, lobby, street, tower]");
    }

    @Test
    void aHouseInWhichNoDoorLooksAtPlacesHasNoEvent() {
        policy.doors.put(1L, Houses.door("street", "hall", Mode.OFF));
        periods.stands(1, MODE);
        periods.stands(1, Standing.NORMAL);
        assertThat(forgotten).hasSize(1);
        assertThat(told()).isEmpty();
        policy.doors.clear();
        periods.stands(9, MODE);
        periods.stands(9, Standing.NORMAL);
        assertThat(forgotten).as("a door without areas").hasSize(1);
        assertThat(told()).isEmpty();
    }
}
