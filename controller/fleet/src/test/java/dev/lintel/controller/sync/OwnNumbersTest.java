package dev.lintel.controller.sync;

import static dev.lintel.controller.sync.FollowingBox.HUB;
import static dev.lintel.controller.sync.FollowingBox.person;
import static dev.lintel.controller.sync.FollowingBox.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.EventRow;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Until a policy of the hub's holds here, the numbers in this box's events are its own, and nobody's at the hub.
class OwnNumbersTest {
    @TempDir
    Path folder;

    private static void admitted(FollowingBox box, String name) throws InterruptedException {
        var subject = new EventDraft.Subject(1L, 7L, name, 70L, "1001", false);
        box.database
                .events()
                .append(new EventDraft(
                        EventKind.ADMITTED_CARD, box.time.nowMs(), box.time.nowNs(), subject, Map.of("why", "card")));
        box.database.awaitDisk(10_000);
    }

    /// How that one goes up: `hub` with the numbers where they are, `own` with them beside.
    private static String goesUp(FollowingBox box, String name) {
        EventRow row = box.target.eventsAfter(0, 500).stream()
                .filter(one -> name.equals(one.personName()))
                .findFirst()
                .orElseThrow();
        assertThat(row.credentialsNumber()).isEqualTo("1001");
        var additional = new HashMap<String, @Nullable Object>(row.additional());
        assertThat(additional).containsEntry("why", "card");
        if (row.personId() == null) {
            assertThat(row.channelId()).isNull();
            assertThat(row.credentialId()).isNull();
            assertThat(additional)
                    .containsEntry("own_person_id", 7L)
                    .containsEntry("own_credential_id", 70L)
                    .containsEntry("own_channel_id", 1L);
            return "own";
        }
        assertThat(additional).doesNotContainKeys("own_person_id", "own_credential_id", "own_channel_id");
        return row.personId() == 7 && Long.valueOf(1).equals(row.channelId()) ? "hub" : row.toString();
    }

    @Test
    void theFirstPolicyThatHoldsPartsTheLog() throws InterruptedException {
        var forbids = new AtomicBoolean(true);
        try (var box = new FollowingBox(
                folder,
                snapshot -> forbids.get() && snapshot.policy().groups().size() > 1
                        ? List.of("channel 1: no")
                        : List.of())) {
            admitted(box, "Before");
            assertThat(goesUp(box, "Before"))
                    .as("the log goes up before anything came")
                    .isEqualTo("own");
            box.target.apply(HUB, List.of(person(7, 11)), null); // urgent
            box.target.apply(HUB, List.of(policy(11), person(7, 12)), new Cursor("e", 12));
            admitted(box, "Refused");
            assertThat(goesUp(box, "Refused")).as("its own policy goes on").isEqualTo("own");
            forbids.set(false);
            box.target.apply(HUB, List.of(policy(13)), new Cursor("e", 13));
            admitted(box, "Taken");
            assertThat(goesUp(box, "Taken")).isEqualTo("hub");
            box.target.apply(HUB, List.of(policy(14)), new Cursor("e", 14));
            assertThat(goesUp(box, "Taken")).as("a later policy moves nothing").isEqualTo("hub");
        }
        try (var box = new FollowingBox(folder)) { // a start
            assertThat(goesUp(box, "Before")).isEqualTo("own");
            assertThat(goesUp(box, "Refused")).isEqualTo("own");
            assertThat(goesUp(box, "Taken")).isEqualTo("hub");
        }
    }

    /// It left and was a box of its own for a while, or its database comes from another membership.
    @Test
    void eachJoiningBeginsAnew() throws InterruptedException {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), person(7, 12)), new Cursor("e", 12));
            admitted(box, "First");
            assertThat(goesUp(box, "First")).isEqualTo("hub");
            box.database.write(sql -> {
                FollowStore.beginAnew(sql, FollowStore.membership(HUB, FollowingBox.BOX));
                return true;
            });
            assertThat(goesUp(box, "First")).isEqualTo("own");
            box.database.write(sql -> {
                FollowStore.end(sql);
                return true;
            });
            assertThat(goesUp(box, "First"))
                    .as("a database of before it joined")
                    .isEqualTo("own");
        }
    }

    /// A swap in runs takes a while: whoever is let in meanwhile is the hub's.
    @Test
    void aLargeSnapshotPartsTheLogWithItsPolicy() throws InterruptedException {
        try (var box = new FollowingBox(folder)) {
            var staging = box.target.staging();
            staging.begin(HUB, new Cursor("e", 50), false);
            int count = Swap.TOGETHER_MAX + 10;
            var people = LongStream.rangeClosed(1, count)
                    .mapToObj(id -> person(id, id))
                    .toList();
            staging.keep(people, count, policy(49), true);
            staging.change(List.of(), new Cursor("e", 60));
            admitted(box, "Before");
            try {
                staging.swap(null, () -> box.target.check().count() > 0);
            } catch (InterruptedException _) {
                // stopped after the first run
            }
            assertThat(box.target.cursor(HUB)).isNull();
            admitted(box, "Between");
            assertThat(goesUp(box, "Before")).isEqualTo("own");
            assertThat(goesUp(box, "Between")).isEqualTo("hub");
        }
    }
}
