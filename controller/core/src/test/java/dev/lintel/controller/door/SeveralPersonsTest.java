package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Several persons may pass one door at the same time: each has an unlock of 5 s, and an opening uses up one.
class SeveralPersonsTest {
    private static final long A = 1;
    private static final long ADA = 7;
    private static final long BO = 8;
    private static final long CY = 9;

    private final DoorRig rig = new DoorRig();

    private void admit(long person, String side, Map<String, Object> trace, Passage passage) {
        long id = rig.present(A, side);
        var subject = new Subject(A, person, "P" + person, null, null, false);
        var event =
                new EventDraft(EventKind.ADMITTED_CARD, rig.time.nowMs(), rig.time.nowNs(), subject, Map.copyOf(trace));
        rig.on(new LaneInput.Answered(A, rig.time.nowNs(), id, side, event, passage));
    }

    private void admit(long person) {
        admit(person, "entry", Map.of(), Passage.USUAL);
    }

    private void after(long ms) {
        rig.advance(Duration.ofMillis(ms));
    }

    /// The leaf is open for half a second, and then closed for as long.
    private void opens() {
        rig.leaf(A, true);
        after(500);
        rig.leaf(A, false);
        after(500);
    }

    private List<Long> passed() {
        return rig.passed.stream().map(event -> event.subject().personId()).toList();
    }

    private List<Long> unused() {
        return rig.log.drafts().stream()
                .filter(event -> event.kind() == EventKind.ADMITTED_NOT_USED)
                .map(event -> event.subject().personId())
                .toList();
    }

    private boolean isForced() {
        return rig.log.kinds().contains(EventKind.FORCED_OPEN);
    }

    @ParameterizedTest
    @EnumSource
    void asManyOpeningsAsUnlocks_areThePassagesOfAll(Relock relock) {
        rig.delays(relock, Duration.ZERO, Duration.ZERO);
        var door = rig.door(A);
        admit(ADA);
        after(500);
        admit(BO);
        after(500);
        opens();
        assertThat(passed()).as("nobody can tell who").isEmpty();
        assertThat(door.strike.released()).isTrue();
        opens();
        assertThat(passed()).containsExactly(ADA, BO);
        assertThat(door.strike.released()).isFalse();
        assertThat(isForced()).isFalse();
        opens();
        assertThat(isForced()).isTrue();
    }

    @Test
    void oneOpening_isThePassageOfBothOnceTheSecondTimeIsOver() {
        var door = rig.door(A);
        admit(ADA);
        after(500);
        admit(BO);
        opens();
        after(3_999);
        assertThat(door.strike.released()).isTrue();
        after(1);
        assertThat(door.strike.released()).isFalse();
        after(300);
        assertThat(passed()).as("a contact may lag").containsExactly(ADA);
        after(1);
        assertThat(passed()).containsExactly(ADA, BO);
        after(60_000);
        assertThat(unused()).isEmpty();
    }

    @Test
    void sameReaderAgain_showsThatThePersonHasNotPassed() {
        rig.door(A);
        admit(ADA);
        admit(BO);
        opens();
        admit(BO);
        after(60_000);
        assertThat(passed()).containsExactly(ADA);
        assertThat(unused()).containsExactly(BO);
    }

    @Test
    void otherReader_showsThatThePersonHasPassed() {
        rig.door(A);
        admit(ADA);
        admit(BO);
        opens();
        admit(BO, "exit", Map.of(), Passage.USUAL);
        assertThat(passed()).containsExactly(BO);
        after(60_000);
        assertThat(unused()).as("of the admission at the exit").containsExactly(BO);
    }

    @Test
    void samePersonAgain_hasOneUnlock() {
        rig.door(A);
        admit(ADA);
        admit(ADA);
        opens();
        opens();
        assertThat(isForced()).isTrue();
    }

    @Test
    void groupHasOneUnlock() {
        rig.door(A);
        admit(ADA, "entry", Map.of("companion_ids", List.of(BO, CY)), Passage.USUAL);
        admit(BO, "entry", Map.of("companion_ids", List.of(ADA, CY)), Passage.USUAL);
        admit(CY, "entry", Map.of("companion_ids", List.of(ADA, BO)), Passage.USUAL);
        opens();
        assertThat(passed()).containsExactly(ADA, BO, CY);
        opens();
        assertThat(isForced()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void exitKeepsItsTime_overThePassageOfAPersonWithACard(Relock relock) {
        rig.delays(relock, Duration.ZERO, Duration.ZERO);
        var door = rig.door(A);
        admit(ADA);
        rig.rex(A);
        opens();
        assertThat(passed()).as("nobody can tell who").isEmpty();
        assertThat(door.strike.released()).isTrue();
        opens();
        assertThat(passed()).containsExactly(ADA);
        assertThat(door.strike.released()).isFalse();
        assertThat(isForced()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void personWithACardKeepsTheTime_overThePassageByAnExit(Relock relock) {
        rig.delays(relock, Duration.ZERO, Duration.ZERO);
        var door = rig.door(A);
        rig.rex(A);
        after(500);
        admit(ADA);
        opens();
        assertThat(passed()).isEmpty();
        assertThat(door.strike.released()).isTrue();
        opens();
        assertThat(passed()).containsExactly(ADA);
        assertThat(door.strike.released()).isFalse();
        assertThat(isForced()).isFalse();
    }

    @Test
    void exitThatIsHeld_keepsItsUnlockUntilItIsUsed() {
        var door = rig.door(A);
        door.exitHeld = true;
        rig.rex(A);
        after(8_000);
        admit(ADA);
        opens();
        assertThat(passed()).as("the exit's unlock is older").isEmpty();
        after(5_000);
        assertThat(passed()).containsExactly(ADA);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void manyPressesOfOneExit_areOneUnlock() {
        var door = rig.door(A);
        for (int i = 0; i < 20; i++) {
            rig.rex(A);
            after(100);
        }
        opens();
        assertThat(door.strike.released()).isFalse();
        opens();
        assertThat(isForced()).isTrue();
    }

    @Test
    void leafThatSpringsOpenAgain_usesNoUnlock() {
        rig.door(A);
        admit(ADA);
        admit(BO);
        rig.leaf(A, true);
        after(500);
        rig.leaf(A, false);
        after(200);
        opens();
        assertThat(passed()).isEmpty();
        opens();
        assertThat(passed()).containsExactly(ADA, BO);
        assertThat(isForced()).isFalse();
    }

    @Test
    void lockdown_endsTheUnlocksThatAreNotUsed() {
        var door = rig.door(A);
        admit(ADA);
        admit(BO);
        opens();
        rig.lockdown(A);
        assertThat(door.strike.released()).isFalse();
        after(301);
        assertThat(passed()).containsExactly(ADA, BO);
        opens();
        assertThat(isForced()).isTrue();
    }

    @Test
    void restartOfTheLane_endsTheUnlocksThatAreNotUsed() {
        var door = rig.door(A);
        admit(ADA);
        admit(BO);
        opens();
        rig.lane().rebuild();
        assertThat(door.strike.released()).isFalse();
        after(301);
        assertThat(passed()).containsExactly(ADA, BO);
    }

    @Test
    void moreUnlocksThanTheLimit_shareTheNewestOne() {
        var second = Duration.ofSeconds(1);
        var times = new DoorTimes(second, second, second, second, DoorTimes.Relock.OPEN, true);
        var pending = new Pending(Passages.NONE, new DoorLog(rig.log, rig.time, new DoorSettings(A, 1, times)));
        int given = Pending.UNLOCKS_MAX + 5;
        for (int i = 1; i <= given; i++) {
            pending.give(Unlock.Owner.ANYBODY, new Unlock.Given(0, i, false, Unlock.Way.IN));
        }
        assertThat(pending.untilNs(0)).as("the longest time counts").isEqualTo(given);
        int used = 0;
        while (pending.use(Long.MIN_VALUE, 0, true, false) != Pending.Used.NOTHING) used++;
        assertThat(used).isEqualTo(Pending.UNLOCKS_MAX);
    }

    @Test
    void orderlyStop_countsThemAsPassed() {
        rig.door(A);
        admit(ADA);
        admit(BO);
        opens();
        rig.lane().stop();
        assertThat(passed()).containsExactly(ADA, BO);
        assertThat(unused()).isEmpty();
    }

    @Test
    void personWhoNeedsLonger_hasTheLongerTimesAtTheOpeningAfterThatOfAnother() {
        rig.door(A);
        admit(ADA);
        admit(BO, "entry", Map.of(), new Passage(true, false, List.of(), null));
        opens();
        rig.leaf(A, true);
        after(25_000);
        assertThat(rig.log.kinds()).doesNotContain(EventKind.DOOR_EXTENDED_WARNING);
    }
}
