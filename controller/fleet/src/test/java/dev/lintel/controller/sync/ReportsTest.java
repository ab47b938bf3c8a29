package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.sync.SyncState.Phase;
import dev.lintel.sync.Progress;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LogMark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the log hears of following.
class ReportsTest {
    @TempDir
    Path folder;

    private FollowingBox box;

    @BeforeEach
    void open() {
        box = new FollowingBox(folder);
        box.target.apply(FollowingBox.HUB, List.of(), new Cursor("e", 1));
    }

    @AfterEach
    void close() {
        box.close();
    }

    private List<String> told() throws InterruptedException {
        box.database.awaitDisk(10_000);
        return new EventStore(box.database)
                .newest(EventStore.BATCH_MAX).stream()
                        .map(Event::kind)
                        .filter(kind -> kind.name().startsWith("SYNC_"))
                        .map(EventKind::name)
                        .toList();
    }

    @Test
    void aDownloadIsToldFromItsBeginningToItsEnd() throws Exception {
        assertThat(box.state.view().phase()).isEqualTo(Phase.PENDING);
        box.target.progress(new Progress.Started(true));
        assertThat(box.state.view().phase()).isEqualTo(Phase.SYNCING);
        box.target.progress(new Progress.TimingOut());
        box.target.progress(new Progress.Completed(12));
        assertThat(told()).containsExactly("SYNC_STARTED", "SYNC_TIMING_OUT", "SYNC_COMPLETED");
        assertThat(box.state.view().phase()).isEqualTo(Phase.OK);
        assertThat(box.state.view().completedMs()).isEqualTo(box.time.nowMs());
        assertThat(box.told(EventKind.SYNC_COMPLETED).getFirst().draft().additional())
                .containsEntry("lines", 12L)
                .containsEntry("hub", "Head Office");
        box.database.awaitDisk(10_000);
        assertThat(box.one("SELECT completed_at FROM sync_cursor")).isEqualTo("" + box.time.nowMs());
    }

    /// Of the everyday nothing is told, and yet it is known when the box last had all.
    @Test
    void theTimeOfTheEverydayIsKnownAtOnceAndOnDiskSeldom() throws Exception {
        box.target.progress(new Progress.UpToDate());
        box.database.awaitDisk(10_000);
        String first = "" + box.time.nowMs();
        assertThat(box.state.view().phase()).isEqualTo(Phase.OK);
        assertThat(box.state.view().endings()).as("nobody waits for it").isZero();
        assertThat(box.one("SELECT completed_at FROM sync_cursor")).isEqualTo(first);
        for (int minute = 1; minute < 10; minute++) {
            box.time.advance(Duration.ofMinutes(1));
            box.target.progress(new Progress.UpToDate());
            assertThat(box.state.view().completedMs()).isEqualTo(box.time.nowMs());
        }
        box.database.awaitDisk(10_000);
        assertThat(box.one("SELECT completed_at FROM sync_cursor")).isEqualTo(first);
        box.reports.keep();
        box.database.awaitDisk(10_000);
        assertThat(box.one("SELECT completed_at FROM sync_cursor")).isEqualTo("" + box.time.nowMs());
        box.time.advance(Duration.ofMinutes(10));
        box.target.progress(new Progress.UpToDate());
        box.database.awaitDisk(10_000);
        assertThat(box.one("SELECT completed_at FROM sync_cursor")).isEqualTo("" + box.time.nowMs());
        assertThat(told()).isEmpty();
    }

    @Test
    void aHubThatIsAwayForAMonthIsToldOnce() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            box.target.progress(new Progress.Started(false));
            box.target.progress(new Progress.Failed("the hub does not answer"));
        }
        assertThat(told()).containsExactly("SYNC_STARTED", "SYNC_FAILED");
        assertThat(box.state.view().phase()).isEqualTo(Phase.FAILING);
        box.target.progress(new Progress.Failed("no room"));
        assertThat(told()).hasSize(3);
        box.target.progress(new Progress.Completed(2));
        assertThat(told()).endsWith("SYNC_COMPLETED");
        box.target.progress(new Progress.Failed("no room"));
        assertThat(told()).hasSize(5);
    }

    @Test
    void whoAsksIsToldWhatCameOfIt() throws Exception {
        box.target.progress(new Progress.Failed("the hub does not answer"));
        box.reports.asked(new Reports.Asker("ops@example.com", "api_key 1"));
        box.target.progress(new Progress.Failed("the hub does not answer"));
        box.reports.asked(new Reports.Asker("ops@example.com", "api_key 1"));
        box.target.progress(new Progress.NotRequired());
        assertThat(told()).containsExactly("SYNC_FAILED", "SYNC_FAILED", "SYNC_NOT_REQUIRED");
        assertThat(box.told(EventKind.SYNC_NOT_REQUIRED).getFirst().draft().additional())
                .containsEntry("by", "ops@example.com")
                .containsEntry("credential", "api_key 1");
    }

    @Test
    void whoCannotBeReadIsNamedOnceAndStaysAProblemUntilItIsOver() throws Exception {
        box.target.progress(new Progress.Unread(Set.of(7L)));
        box.target.progress(new Progress.Unread(Set.of(7L, 9L)));
        box.target.progress(new Progress.Completed(1));
        assertThat(box.reports.problem()).contains("of person 7, 9 is too long");
        assertThat(box.state.view().problem()).contains("of person 7, 9 is too long");
        assertThat(box.told(EventKind.CONFIGURATION_CHANGED))
                .filteredOn(event ->
                        "people passed over".equals(event.draft().additional().get("action")))
                .extracting(event -> event.draft().additional().get("people"))
                .containsExactlyInAnyOrder(List.of(7L), List.of(9L));
        box.target.progress(new Progress.Unread(Set.of()));
        box.target.progress(new Progress.Completed(1));
        assertThat(box.reports.problem()).isNull();
        assertThat(box.state.view().problem()).isNull();
    }

    /// The library knows only that something is held back, and says so at the end of each try.
    @Test
    void howManyAHeldSnapshotTakesAwayStaysTold() throws Exception {
        box.reports.held("3", 20, 30);
        box.target.progress(new Progress.Failed("a snapshot is held back until somebody lets it through"));
        assertThat(box.state.view().problem()).contains("20 of 30 people");
        assertThat(told()).as("once").containsExactly("SYNC_FAILED");
        box.reports.asked(new Reports.Asker("ops@example.com", null));
        box.target.progress(new Progress.Failed("a snapshot is held back until somebody lets it through"));
        assertThat(told()).containsExactly("SYNC_FAILED", "SYNC_FAILED");
        assertThat(box.state.view().problem()).contains("20 of 30 people");
        box.target.progress(new Progress.Failed("the hub does not answer"));
        assertThat(box.state.view().problem()).isEqualTo("the hub does not answer");
        box.reports.held("3", 20, 30);
        assertThat(box.state.view().problem()).as("once it is there again").contains("20 of 30 people");
        assertThat(told()).hasSize(3);
    }

    @Test
    void whatIsHeldAnewIsToldAnew() throws Exception {
        box.reports.held("3", 20, 30);
        box.reports.held(null, 0, 0);
        box.reports.held("3", 5, 31);
        box.target.progress(new Progress.Failed("a snapshot is held back until somebody lets it through"));
        assertThat(box.state.view().problem()).contains("5 of 31 people");
        box.target.progress(new Progress.UpToDate()); // without it
        assertThat(box.state.view().problem()).isNull();
        box.reports.held("3", 6, 32);
        assertThat(box.state.view().problem()).contains("6 of 32 people");
        assertThat(told()).containsExactly("SYNC_FAILED", "SYNC_FAILED", "SYNC_FAILED");
    }

    @Test
    void aBoxThatIsTurnedAwaySaysSo() throws Exception {
        box.target.progress(new Progress.Dismissed("revoked"));
        assertThat(box.state.view().phase()).isEqualTo(Phase.DISMISSED);
        assertThat(box.told(EventKind.CONFIGURATION_CHANGED).getLast().draft().additional())
                .containsEntry("action", "turned away");
    }

    @Test
    void theLogGoesUpWithEachEventsLinkOfTheChain() throws Exception {
        box.target.progress(new Progress.Started(false));
        box.target.progress(new Progress.Completed(1));
        box.database.awaitDisk(10_000);
        var head = box.target.head();
        var rows = box.target.eventsAfter(0, 500);
        assertThat(rows.getLast().id()).isEqualTo(head.id());
        assertThat(rows.getLast().hash()).isEqualTo(head.hash()).hasSize(64);
        assertThat(box.target.mark(rows.getFirst().id()))
                .isEqualTo(new LogMark(1, rows.getFirst().hash()));
        assertThat(box.target.mark(head.id() + 1)).isNull();
        assertThat(rows.getLast().additional().get("hub")).isEqualTo("Head Office");
    }
}
