package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.Wire;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A person of whom the hub's line is too long: everybody else is followed.
class TooLongTest {
    private static final String LONG = "x".repeat(Wire.PERSON_CHARS_MAX);

    private FakeHub hub;
    private final FakeTarget target = new FakeTarget();

    @BeforeEach
    void begin() throws IOException {
        hub = new FakeHub();
        for (int i = 1; i <= 10; i++) hub.put(i, "p" + i);
    }

    @AfterEach
    void end() {
        hub.close();
    }

    private long snapshots() {
        return hub.asked.stream().filter(path -> path.contains("/snapshot")).count();
    }

    private boolean told(Set<Long> people) {
        return target.told.contains(new Progress.Unread(people));
    }

    @Test
    void amongChangesTheyStandAsTheyDidAndTheComparisonGoesOn() {
        target.stand(new Cursor("e1", 0));
        Limits often = Limiting.times(Rig.QUICK, 20, 100, 600_000);
        try (var rig = new Rig(hub, target, hub.address(), often)) {
            rig.awaitLink();
            rig.awaitAgreement();
            hub.put(3, LONG);
            hub.put(20, LONG); // nobody of before
            hub.put(4, "after them");
            hub.remove(5);
            hub.news();
            Await.until("the others", () -> hub.head().equals(target.cursor(FakeHub.ID)));
            assertThat(target.people()).hasSize(9).doesNotContainKeys(5L, 20L);
            assertThat(target.people()).containsEntry(3L, Rows.person(3, "p3", 3));
            assertThat(told(Set.of(3L, 20L))).isTrue();
            Await.until("compared", () -> hub.asked.getLast().contains("check=1"));
            assertThat(target.count(Progress.Failed.class)).isZero();
            assertThat(snapshots()).isZero();

            hub.put(3, "short again");
            hub.remove(20);
            hub.news();
            rig.awaitAgreement();
            Await.until(
                    "that is over",
                    () -> told(Set.of()) && rig.follower.status().problem() == null);
        }
    }

    @Test
    void inASnapshotTheyStandAsTheyDid() {
        target.stand(new Cursor("forgotten", 999));
        target.plant(Rows.member(3, "before", List.of(1L), 7));
        hub.put(3, LONG);
        hub.put(20, LONG);
        hub.part = 4;
        try (var rig = new Rig(hub, target)) {
            Await.until("stands", () -> hub.head().equals(target.cursor(FakeHub.ID)));
            assertThat(target.people()).hasSize(10).doesNotContainKey(20L);
            assertThat(target.people()).containsEntry(3L, Rows.member(3, "before", List.of(1L), 7));
            assertThat(told(Set.of(3L, 20L))).isTrue();
            assertThat(target.count(Progress.Failed.class)).isZero();
            Await.until("it is said to the hub", () -> rig.follower.status().problem() != null);
            assertThat(rig.follower.status().problem()).contains("of person 3, 20 is too long");
        }
    }

    /// So much can be seen of a line: they are shut out.
    @Test
    void whoIsDisabledMayDoNothingThough() {
        target.stand(new Cursor("e1", 0));
        hub.put(3, "in a group", List.of(1L, 2L));
        try (var rig = new Rig(hub, target)) {
            rig.awaitLink();
            rig.awaitAgreement();
            hub.spoil = lines -> lines.stream()
                    .map(line -> line.replace("\"id\":3,", "\"id\":3,\"disabled\":true,"))
                    .toList();
            hub.put(3, LONG, List.of(1L, 2L));
            hub.news();
            Await.until("told", () -> told(Set.of(3L)));
            assertThat(target.people().values())
                    .filteredOn(line -> line.row().id() == 3)
                    .allMatch(
                            line -> !line.row().enabled() && line.row().groups().isEmpty());
        }
    }
}
