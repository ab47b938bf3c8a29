package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Admissions.Asked;
import dev.lintel.controller.door.AllDoors;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Doors of other boxes are asked and shown like one's own, and nothing that is for them reaches this box's lane.
class ElsewhereTest {
    private static final long HERE = 1;
    private static final long THERE = 7;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final List<String> told = new ArrayList<>();

    @TempDir
    Path folder;

    /// Answers as it is told to.
    private final class Boxes implements Elsewhere {
        private final Outcome outcome;

        Boxes(Outcome outcome) {
            this.outcome = outcome;
        }

        @Override
        public boolean has(long channelId) {
            return channelId == THERE;
        }

        @Override
        public Outcome give(long channelId, DoorCommand command, String by) {
            told.add("give " + channelId + " " + command + " " + by);
            return outcome;
        }

        @Override
        public Sync sync(long channelId) {
            return new Sync("ok", 1L, null);
        }

        @Override
        public Map<String, Sync> syncs() {
            return Map.of("Gate", sync(THERE));
        }

        @Override
        public Outcome phone(long channelId, String side, long credentialId, String request) {
            told.add("phone " + channelId + " " + side + " " + credentialId + " " + request);
            return outcome;
        }

        @Override
        public Outcome admit(long channelId, @Nullable Long personId, long requestId, String by) {
            told.add("admit " + channelId + " " + personId + " " + requestId + " " + by);
            return outcome;
        }
    }

    @Test
    void anOrderGoesToTheBoxThatHasTheDoor() {
        var orders = new DoorOrders(
                input -> told.add("lane " + input.channelId()), _ -> true, time, new Boxes(new Outcome.Done()));
        assertThat(orders.give(THERE, new DoorCommand.Normal(), "ada@example.com"))
                .isEqualTo(new Outcome.Done());
        assertThat(told).containsExactly("give 7 Normal[] ada@example.com");
    }

    @Test
    void whoIsLetInElsewhereIsDecidedThere() throws Exception {
        List<EventDraft> log = admit(new Outcome.Done(), new Admissions.Named(3, "Ada Demo"));
        assertThat(told).containsExactly("admit 7 3 1 ada@example.com");
        assertThat(log).extracting(EventDraft::kind).containsExactly(EventKind.ADMISSION_REQUESTED);
    }

    @Test
    void anUnreachableBoxEndsTheRequest() throws Exception {
        List<EventDraft> log = admit(new Outcome.Unanswered("offline"), null);
        assertThat(log)
                .extracting(EventDraft::kind)
                .containsExactly(EventKind.ADMISSION_REQUESTED, EventKind.ADMISSION_OFFLINE);
        assertThat(log.getLast().additional())
                .containsEntry("admission_request_id", 1L)
                .containsEntry("reason", "offline");
    }

    private List<EventDraft> admit(Outcome outcome, Admissions.@Nullable Named person) throws InterruptedException {
        try (DataFolder data = DataFolder.open(folder);
                Database database = TestDatabase.open(data, time)) {
            var nobody = new HandRules(new WhatIf.Parts(
                    _ -> {
                        throw decided();
                    },
                    () -> {
                        throw decided();
                    },
                    () -> {
                        throw decided();
                    },
                    new NoGates(),
                    Places.NONE));
            var desk = new AdmissionDesk(
                    new Admissions(nobody, time),
                    database.events(),
                    input -> told.add("lane " + input.channelId()),
                    _ -> true,
                    new Boxes(outcome));
            var asked = new Asked(THERE, person, "ada@example.com", "session 1", time.nowNs());
            long id = desk.request(asked);
            desk.act(asked, id);
            assertThat(database.awaitDisk(5_000)).isTrue();
            return new EventStore(database)
                    .after(0, 10).stream().map(event -> event.draft()).toList();
        }
    }

    @Test
    void doorsOfOtherBoxesStandBesideOnesOwn() throws InterruptedException {
        var there = new DoorView(THERE, 1, "secure", "unlock", true, false, Map.of());
        var own = new Fixed(List.of(new DoorView(HERE, 1, "secure", "normal", false, false, Map.of())));
        var all = new AllDoors(own, new Fixed(List.of(there)), Elsewhere.NOWHERE);
        assertThat(all.all()).extracting(DoorView::channelId).containsExactly(HERE, THERE);
        assertThat(all.of(THERE)).isEqualTo(there);
        assertThat(all.of(2)).isNull();
        assertThat(all.revision()).isEqualTo(2);
        assertThat(all.awaitChange(1, 1_000)).isEqualTo(2);
        assertThat(new AllDoors(own, new DoorBoard(), Elsewhere.NOWHERE).all()).isEqualTo(own.all());
    }

    /// Its line is still open here, until a restart.
    @Test
    void channelThatWasMovedToAnotherBoxIsShownFromThereAlone() {
        var here = new Fixed(List.of(new DoorView(THERE, 1, "secure", "normal", false, false, Map.of())));
        var there = new DoorView(THERE, 7, "open", "unlock", true, true, Map.of());
        var elsewhere = new Boxes(new Outcome.Done());
        var moved = new AllDoors(here, new Fixed(List.of(there)), elsewhere);
        assertThat(moved.all()).containsExactly(there);
        assertThat(moved.of(THERE)).isEqualTo(there);
        var away = new AllDoors(here, new DoorBoard(), elsewhere);
        assertThat(away.all()).isEmpty();
        assertThat(away.of(THERE)).isNull();
    }

    @Test
    void whoWaitsForDoorsIsWokenByThoseElsewhere() {
        var own = new DoorBoard();
        var elsewhere = new DoorBoard();
        var all = new AllDoors(own, elsewhere, Elsewhere.NOWHERE);
        long since = all.revision();
        CompletableFuture<Long> woken = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                woken.complete(all.awaitChange(since, 60_000));
            } catch (InterruptedException e) {
                woken.completeExceptionally(e);
            }
        });
        elsewhere.touch();
        own.touch(); // as the hub's links have it
        assertThat(woken).succeedsWithin(Duration.ofSeconds(10)).isNotEqualTo(since);
    }

    private static AssertionError decided() {
        return new AssertionError("it is not decided here");
    }

    private record NoGates() implements Gates {
        @Override
        public Gate at(long channelId, String side) {
            throw decided();
        }

        @Override
        public @Nullable String unlockedBy(long channelId) {
            throw decided();
        }

        @Override
        public boolean interlocked(long channelId, String side) {
            throw decided();
        }

        @Override
        public Floor floor(long floorId, boolean responder) {
            throw decided();
        }
    }

    /// Doors that stand as they stand.
    private record Fixed(List<DoorView> all) implements DoorViews {
        @Override
        public @Nullable DoorView of(long channelId) {
            return all.stream()
                    .filter(view -> view.channelId() == channelId)
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public long revision() {
            return 1;
        }

        @Override
        public long awaitChange(long revision, long timeoutMs) {
            return 1;
        }
    }
}
