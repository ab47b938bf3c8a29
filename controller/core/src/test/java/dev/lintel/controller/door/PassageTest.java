package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A person who is admitted has passed once the leaf opens.
class PassageTest {
    private static final long A = 1;
    private static final long ADA = 7;
    private static final long BO = 8;

    private final DoorRig rig = new DoorRig();

    private void admit(long person) {
        long id = rig.present(A, "entry");
        var subject = new Subject(A, person, "P" + person, null, null, false);
        var event = new EventDraft(
                EventKind.ADMITTED_CARD, rig.time.nowMs(), rig.time.nowNs(), subject, Map.of("area", "inside"));
        rig.on(new LaneInput.Answered(A, rig.time.nowNs(), id, "entry", event, Passage.USUAL));
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

    @Test
    void thePersonHasPassedWhenTheLeafOpens() {
        rig.door(A);
        admit(ADA);
        assertThat(passed()).isEmpty();
        rig.advance(Duration.ofSeconds(2));
        rig.leaf(A, true);
        assertThat(passed()).containsExactly(ADA);
        rig.leaf(A, false);
        rig.advance(Duration.ofMinutes(1));
        assertThat(unused()).isEmpty();
    }

    @Test
    void aStrikeThatRelocksUnopenedIsReportedOnce() {
        rig.door(A);
        admit(ADA);
        admit(ADA); // again at the same reader
        admit(BO);
        rig.advance(Duration.ofMillis(4_999));
        assertThat(unused()).isEmpty();
        rig.advance(Duration.ofMillis(301));
        assertThat(unused()).as("the contact may lag").isEmpty();
        rig.advance(Duration.ofMillis(1));
        assertThat(unused()).containsExactly(ADA, BO);
        EventDraft told = rig.log.drafts().getLast();
        assertThat(told.occurredAtMs()).isBetween(rig.time.nowMs() - 2, rig.time.nowMs());
        assertThat(told.additional()).containsEntry("area", "inside");
        rig.leaf(A, true);
        assertThat(rig.log.kinds()).contains(EventKind.FORCED_OPEN);
        assertThat(passed()).isEmpty();
    }

    /// The person pulls in the last moment: the contact tells of it after the strike was secured.
    @ParameterizedTest
    @ValueSource(longs = {1, 10, 299})
    void aContactThatLagsIsAPassage(long lagMs) {
        rig.door(A);
        admit(ADA);
        rig.advance(Duration.ofMillis(5_000 + lagMs));
        rig.leaf(A, true);
        assertThat(passed()).containsExactly(ADA);
        rig.leaf(A, false);
        rig.advance(Duration.ofMinutes(1));
        assertThat(unused()).isEmpty();
        assertThat(rig.log.kinds()).doesNotContain(EventKind.FORCED_OPEN);
    }

    /// The lane is late: the strike was secured before it hears of the leaf.
    @Test
    void anOpeningThatIsHeardLateIsAPassage() {
        rig.door(A);
        admit(ADA);
        long openedNs = rig.time.nowNs() + Duration.ofSeconds(2).toNanos();
        rig.time.advance(Duration.ofSeconds(8));
        rig.lane().tick(openedNs);
        rig.time.advance(Duration.ofSeconds(1));
        rig.lane().tick(openedNs);
        assertThat(unused()).isEmpty();
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        assertThat(passed()).containsExactly(ADA);
    }

    /// Hours begin before the person has opened.
    @Test
    void aDoorThatBeginsToStandUnlockedCountsThemAsPassed() {
        rig.door(A);
        admit(ADA);
        rig.command(A, new DoorCommand.Unlock(null));
        assertThat(passed()).containsExactly(ADA);
    }

    /// Who is admitted while another holds the door goes through the same opening.
    @Test
    void atAnOpenLeafThePersonPassesAtOnce() {
        rig.door(A);
        admit(ADA);
        rig.leaf(A, true);
        admit(BO);
        assertThat(passed()).containsExactly(ADA, BO);
    }

    @Test
    void aDoorThatStandsUnlockedOrHasNoContactSeesNobodyPass() {
        rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        admit(ADA);
        assertThat(passed()).containsExactly(ADA);
        rig.passed.clear();
        rig.restart();
        rig.kept.clear();
        rig.contact = false;
        rig.door(A);
        admit(BO);
        assertThat(passed()).containsExactly(BO);
        rig.advance(Duration.ofMinutes(1));
        assertThat(unused()).isEmpty();
    }

    @Test
    void aLockdownBeforeTheLeafOpensIsReported() {
        rig.door(A);
        admit(ADA);
        rig.lockdown(A);
        rig.advance(Duration.ofSeconds(1));
        assertThat(unused()).containsExactly(ADA);
        assertThat(passed()).isEmpty();
    }

    /// A leaf that was forced before the card was read is nobody's passage; the next opening is.
    @Test
    void aForcedOpeningIsNoPassage() {
        rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        long before = rig.time.nowNs();
        rig.advance(Duration.ofSeconds(1));
        admit(ADA);
        rig.on(new LaneInput.LeafMoved(A, before, true)); // told of late
        assertThat(rig.log.kinds()).contains(EventKind.FORCED_OPEN);
        assertThat(passed()).isEmpty();
        rig.leaf(A, false);
        rig.leaf(A, true);
        assertThat(passed()).containsExactly(ADA);
    }

    /// What has ended while no process ran is noticed by the next one.
    @Test
    void whatLetsPeoplePassUnseenIsReportedAfterItsEventAndAtEachStart() {
        rig.door(A);
        rig.stood.clear();
        rig.fire(A, true);
        rig.command(A, new DoorCommand.Unlock(null));
        assertThat(rig.stood).containsExactly("FIRE_RELEASE_ON fire", "MODE_UNLOCK fire");
        rig.restart();
        rig.stood.clear();
        rig.door(A);
        assertThat(rig.stood).containsExactly("CHANNEL_STARTED fire", "FIRE_RELEASE_OFF mode");
        rig.command(A, new DoorCommand.Normal());
        assertThat(rig.stood.getLast()).isEqualTo("MODE_NORMAL null");
    }
}
