package dev.lintel.controller.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Approvals.Asked;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What browsers are told of requests for approval, from the event log to the push service.
class ApprovalNotificationsTest {
    @TempDir
    Path data;

    private final PushBrowser browser = PushBrowser.create();
    private final Waiting approvals = new Waiting();
    private PushHouse house;
    private HandTime time;
    private Database database;
    private PushService service;
    private Push push;

    private static final class Waiting implements ApprovalDesk {
        final List<Asked> asked = new CopyOnWriteArrayList<>();

        @Override
        public List<Asked> asked() {
            return List.copyOf(asked);
        }

        @Override
        public Outcome decide(long id, boolean approved, String by) {
            throw new AssertionError("notices decide nothing");
        }
    }

    @BeforeEach
    void open() {
        house = new PushHouse(data.resolve("data"));
        house.user(1, "operator");
        time = house.time;
        database = house.database;
        database.write(sql -> {
            sql.run("INSERT INTO site VALUES (1, 1, 'Main', 'UTC', '', 0, 0)");
            return sql.run(
                    "INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,"
                            + " extended_open_ms, warning_ms, relock, forced, created_at, updated_at)"
                            + " VALUES (1, 1, 1, 1, 'Front Door', 'door', 5000, 15000, 30000, 20000, 'open', 1, 0, 0)");
        });
        service = new PushService(house.folder.folder("push-service"));
        push = PushRig.of(house.folder, database, service, time);
    }

    @AfterEach
    void close() {
        push.close();
        service.close();
        house.close();
    }

    private void subscribe() {
        push.notifications().add(browser.offered(service.endpoint("a")), 1, house.session("a", 1));
    }

    private void asks(long id, long channel, Duration left) {
        approvals.asked.add(new Asked(id, channel, "entry", 7, "Ada Demo", time.nowNs() + left.toNanos(), false));
        event(EventKind.APPROVAL_REQUESTED, channel, Map.of("approval_id", id, "awaits", "operator"));
    }

    private void event(EventKind kind, long channel, Map<String, Object> trace) {
        var subject = new Subject(channel, 7L, "Ada Demo", null, null, false);
        database.events().append(new EventDraft(kind, time.nowMs(), time.nowNs(), subject, trace));
    }

    private static String tag(long channel, long id) {
        return "approval-" + Long.toString(channel, 36) + "-" + Long.toString(id, 36);
    }

    private Map<String, @Nullable Object> next() throws InterruptedException {
        return browser.read(service.next().body());
    }

    private void waits(String tag, String title) throws InterruptedException {
        assertThat(next())
                .containsEntry("tag", tag)
                .containsEntry("title", title)
                .containsEntry("waits", true);
    }

    private void ends(String tag, String body) throws InterruptedException {
        assertThat(next()).containsEntry("tag", tag).containsEntry("body", body).containsEntry("waits", false);
    }

    @Test
    void request_isNotifiedOnce_andReplacedByWhatBecameOfIt() throws Exception {
        subscribe();
        push.start(approvals);
        asks(7, 1, Duration.ofSeconds(25));
        Map<String, @Nullable Object> first = next();
        assertThat(first)
                .containsEntry("tag", tag(1, 7))
                .containsEntry("title", "Ada Demo waits at Front Door")
                .containsEntry("body", "Approve or deny it on the page Live.")
                .containsEntry("waits", true)
                .containsEntry("path", "/");
        event(EventKind.APPROVAL_REQUESTED, 1, Map.of("approval_id", 7)); // the PIN once more
        event(EventKind.ADMITTED_CARD, 1, Map.of("approval_id", 7, "decided_by", "olga@example.com"));
        ends(tag(1, 7), "Approved by olga@example.com.");
        event(
                EventKind.ADMITTED_CARD,
                1,
                Map.of("approval_id", 7, "decided_by", "olga@example.com")); // of no open request
        asks(8, 9, Duration.ofSeconds(30));
        waits(tag(9, 8), "Ada Demo waits at door 9");
        event(EventKind.REJECTED_NOT_APPROVED, 9, Map.of("approval_id", 8, "decided_by", "ben@example.com"));
        ends(tag(9, 8), "Denied by ben@example.com.");
        asks(9, 1, Duration.ofSeconds(30));
        waits(tag(1, 9), "Ada Demo waits at Front Door");
        event(EventKind.REJECTED_NOT_APPROVED, 1, Map.of("approval_id", 9));
        ends(tag(1, 9), "No decision in time, or the person left.");
        asks(10, 1, Duration.ofSeconds(30));
        waits(tag(1, 10), "Ada Demo waits at Front Door");
        event(EventKind.REJECTED_OUT_OF_HOURS, 1, Map.of("approval_id", 10, "decided_by", "ben@example.com"));
        ends(tag(1, 10), "Approved by ben@example.com, but not admitted. The event says why.");
        settled();
    }

    @Test
    void requestThatEndsWithoutAnEvent_isOverSoonAfterItsTime() throws Exception {
        subscribe();
        push.start(approvals);
        asks(7, 1, Duration.ofSeconds(30));
        waits(tag(1, 7), "Ada Demo waits at Front Door");
        time.advance(Duration.ofSeconds(34));
        event(EventKind.ADMITTED_CARD, 1, Map.of()); // anything
        ends(tag(1, 7), "This request is over.");
    }

    /// Their ids are their own.
    @Test
    void requestsOfTwoBoxes_mayHaveTheSameId() throws Exception {
        subscribe();
        push.start(approvals);
        asks(7, 1, Duration.ofSeconds(30));
        waits(tag(1, 7), "Ada Demo waits at Front Door");
        asks(7, 9, Duration.ofSeconds(30));
        waits(tag(9, 7), "Ada Demo waits at door 9");
        event(EventKind.REJECTED_NOT_APPROVED, 1, Map.of("approval_id", 7, "decided_by", "ben@example.com"));
        ends(tag(1, 7), "Denied by ben@example.com.");
    }

    @Test
    void requestThatIsOver_orThatNoListHas_isNotNotified() throws Exception {
        subscribe();
        push.start(approvals);
        asks(7, 1, Duration.ofSeconds(0));
        event(EventKind.APPROVAL_REQUESTED, 1, Map.of("approval_id", 99));
        asks(8, 1, Duration.ofSeconds(30));
        waits(tag(1, 8), "Ada Demo waits at Front Door");
        settled();
    }

    /// The box was killed, or started again for an update: its requests are over. Those of other boxes may not be.
    @Test
    void requestsOfBeforeAStart_end() throws Exception {
        subscribe();
        push.start(approvals);
        asks(5, 1, Duration.ofSeconds(30));
        waits(tag(1, 5), "Ada Demo waits at Front Door");
        time.advance(Duration.ofSeconds(61)); // long over
        ends(tag(1, 5), "This request is over.");
        asks(6, 1, Duration.ofSeconds(30));
        waits(tag(1, 6), "Ada Demo waits at Front Door");
        event(EventKind.ADMITTED_CARD, 1, Map.of("approval_id", 6, "decided_by", "olga@example.com"));
        ends(tag(1, 6), "Approved by olga@example.com.");
        asks(7, 1, Duration.ofSeconds(30));
        waits(tag(1, 7), "Ada Demo waits at Front Door");
        asks(8, 9, Duration.ofSeconds(30));
        waits(tag(9, 8), "Ada Demo waits at door 9");
        push.close();

        approvals.asked.removeIf(asked -> asked.id() != 8);
        push = PushRig.of(house.folder, database, service, time);
        push.start(approvals);
        ends(tag(1, 7), "This request is over.");
        event(EventKind.REJECTED_NOT_APPROVED, 9, Map.of("approval_id", 8, "decided_by", "ben@example.com"));
        ends(tag(9, 8), "Denied by ben@example.com.");
        settled();
    }

    @Test
    void browserThatIsAddedLater_isNotifiedOfWhatComes() throws Exception {
        push.start(approvals);
        asks(7, 1, Duration.ofSeconds(30));
        database.awaitDisk(30_000);
        subscribe();
        asks(8, 1, Duration.ofSeconds(30));
        Map<String, @Nullable Object> first = next();
        // The first request may be read after the browser was added: both are right.
        if (tag(1, 7).equals(first.get("tag"))) first = next();
        assertThat(first).containsEntry("tag", tag(1, 8));
    }

    /// Nothing else was sent, and is not sent with what follows.
    private void settled() throws Exception {
        asks(1_000, 1, Duration.ofSeconds(30));
        waits(tag(1, 1_000), "Ada Demo waits at Front Door");
        PushHouse.await(push.notifications()::isIdle);
        assertThat(service.left()).isZero();
    }
}
