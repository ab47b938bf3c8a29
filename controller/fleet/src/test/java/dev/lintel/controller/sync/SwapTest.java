package dev.lintel.controller.sync;

import static dev.lintel.controller.sync.FollowingBox.HUB;
import static dev.lintel.controller.sync.FollowingBox.disabled;
import static dev.lintel.controller.sync.FollowingBox.person;
import static dev.lintel.controller.sync.FollowingBox.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.event.EventKind;
import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget.Staged;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.PersonLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A snapshot beside what stands, and how it becomes that.
class SwapTest {
    private static final Cursor FROM = new Cursor("e", 50);
    private static final Cursor TO = new Cursor("e", 60);

    @TempDir
    Path folder;

    private static List<PersonLine> people(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(id -> person(id, id))
                .toList();
    }

    private static void stage(FollowingBox box, List<PersonLine> people) {
        var staging = box.target.staging();
        staging.begin(HUB, FROM, false);
        staging.keep(people, 1_000_000, policy(49), true);
        staging.change(List.of(), TO);
    }

    @Test
    void aSnapshotReplacesWhoeverWasHereWithItsCursor() throws InterruptedException {
        try (var box = new FollowingBox(folder)) {
            box.database.write(sql -> sql.run(
                    "INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                            + " VALUES (999, 1, 'Local', 'One', 1, 0, 0)"));
            var staging = box.target.staging();
            assertThat(staging.standing(HUB)).isNull();
            staging.begin(HUB, FROM, false);
            staging.keep(people(1, 20), 20, policy(49), false);
            assertThat(staging.standing(HUB)).isEqualTo(new Staged(FROM, 20, false, false));
            assertThat(staging.standing("another")).isNull();
            assertThatThrownBy(() -> staging.swap(null, () -> false)).isInstanceOf(TargetException.class);
            staging.keep(people(21, 30), 30, null, true);
            List<DownLine> changes = List.of(new DownLine.Gone(3, 55), person(31, 56));
            staging.change(changes, TO);
            assertThat(staging.standing(HUB)).isEqualTo(new Staged(TO, 30, true, false));
            var check = staging.check();
            assertThat(check.count()).isEqualTo(30);
            assertThat(staging.swap(null, () -> false)).isNull();
            assertThat(box.target.check()).isEqualTo(check);
            assertThat(box.target.cursor(HUB)).isEqualTo(TO);
            assertThat(staging.standing(HUB)).isNull();
            assertThat(box.one("SELECT deleted_at IS NOT NULL FROM person WHERE id = 999"))
                    .isEqualTo("1");
            String before = box.one("SELECT value FROM sync_revision");
            var all = new ArrayList<>(people(1, 31));
            all.removeIf(line -> line.row().id() == 3);
            all.set(29, person(31, 56));
            stage(box, all);
            assertThat(staging.swap(null, () -> false)).isNull();
            assertThat(box.one("SELECT value FROM sync_revision")).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10, 10, false",
        "11, 11, true",
        "20, 10, false",
        "20, 11, true",
        "100, 20, false",
        "100, 21, true",
        "0, 0, false",
        "1000, 200, false",
        "1000, 201, true"
    })
    void moreThanAFifthAndMoreThanTenAreTooMany(long enabled, long taken, boolean tooMany) {
        assertThat(MassGuard.DEFAULT.isTooMany(taken, () -> enabled)).isEqualTo(tooMany);
    }

    @Test
    void theShareThatMayGoIsTheInstallers() throws Exception {
        try (var box = new FollowingBox(folder, new MassGuard(50))) {
            stage(box, people(1, 40));
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            stage(box, people(1, 20)); // half of them go: not more than the share
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            assertThat(box.target.check().count()).isEqualTo(20);
            stage(box, people(1, 9));
            assertThat(box.target.staging().swap(null, () -> false)).isNotNull();
            assertThat(box.target.check().count()).isEqualTo(20);
        }
    }

    @Test
    void whatTakesTooManyAwayIsHeldUntilSomebodyLetsItThrough() throws Exception {
        try (var box = new FollowingBox(folder)) {
            stage(box, people(1, 40));
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            var fewer = new ArrayList<>(people(1, 34)); // six are gone, and six disabled
            for (int i = 0; i < 6; i++) fewer.set(i, disabled(fewer.get(i), 70 + i));
            stage(box, fewer);
            String held = box.target.staging().swap(null, () -> false);
            assertThat(held).isNotNull();
            assertThat(box.target.staging().swap("another", () -> false)).isEqualTo(held);
            assertThat(box.target.check().count()).isEqualTo(40);
            assertThat(box.state.view().held()).isEqualTo(held);
            box.target.progress(new Progress.Failed("a snapshot is held back until somebody lets it through"));
            assertThat(box.told(EventKind.SYNC_FAILED)).hasSize(1);
            assertThat(box.told(EventKind.CONFIGURATION_CHANGED)
                            .getLast()
                            .draft()
                            .additional())
                    .containsEntry("snapshot", held);
            // What is let through is these twelve, whatever else changes meanwhile.
            box.target.staging().change(List.of(person(50, 80)), new Cursor("e", 80));
            assertThat(box.target.staging().swap(held, () -> false)).isNull();
            assertThat(box.target.check().count()).isEqualTo(35);
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 80));
            assertThat(box.state.view().held()).isNull();
        }
    }

    /// Of whom the hub's line cannot be read.
    @Test
    void whoStaysIsInTheSnapshotAsTheyStand() throws InterruptedException {
        try (var box = new FollowingBox(folder)) {
            stage(box, people(1, 40));
            box.target.staging().swap(null, () -> false);
            Long before = box.target.revision(7);
            box.database.write(sql -> sql.run("DELETE FROM person_synced WHERE person_id = 8")); // was here before
            box.target.staging().begin(FollowingBox.HUB, TO, false);
            box.target.staging().stays(7);
            box.target.staging().stays(8);
            box.target.staging().stays(99);
            assertThat(box.target.staging().revision(8))
                    .as("a stranger of that number")
                    .isNull();
            assertThat(box.target.staging().revision(7)).isEqualTo(before).isNotNull();
            assertThat(box.target.staging().revision(99)).isNull();
            List<PersonLine> others =
                    people(1, 40).stream().filter(line -> line.row().id() != 7).toList();
            box.target.staging().keep(others, 40, null, true);
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            assertThat(box.target.check().count()).isEqualTo(40);
            assertThat(box.target.revision(7)).isEqualTo(before);
        }
    }

    @Test
    void whatIsAcceptedAtTheBoxIsLetThroughToo() throws InterruptedException {
        try (var box = new FollowingBox(folder)) {
            stage(box, people(1, 40));
            box.target.staging().swap(null, () -> false);
            stage(box, people(1, 20));
            String held = box.target.staging().swap(null, () -> false);
            assertThat(held).isNotNull();
            box.stage.accept(String.valueOf(held));
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            assertThat(box.target.check().count()).isEqualTo(20);
        }
    }

    /// The writer is killed after each of the first transactions of a swap in runs; the next process ends it.
    @Test
    @Timeout(300)
    void aSwapThatIsKilledGoesOnWhereItWas() throws InterruptedException {
        int count = Swap.TOGETHER_MAX + 2_500;
        int kills = 0;
        try (var box = new FollowingBox(folder)) {
            stage(box, people(1, count));
        }
        for (int commits = 1; ; commits++) {
            var box = new FollowingBox(folder);
            var left = new AtomicInteger(commits);
            box.database.onCommit(() -> {
                if (left.decrementAndGet() == 0) Thread.currentThread().interrupt(); // the writer's: it stops
            });
            boolean done = swapped(box);
            box.kill();
            if (done) break;
            kills++;
        }
        assertThat(kills).isBetween(1, 10);
        try (var box = new FollowingBox(folder)) {
            assertThat(box.target.check().count()).isEqualTo(count);
            assertThat(box.target.cursor(HUB)).isEqualTo(TO);
            assertThat(box.one("SELECT count(*) FROM person_group")).isEqualTo(String.valueOf(count));
            assertThat(box.target.staging().standing(HUB)).isNull();
            assertThat(box.database.integrityCheck()).isEqualTo("ok");
        }
    }

    /// Whoever stops lintel, or has it begin anew with other doors, does not wait for the end of a million
    /// people.
    @Test
    void aSwapThatIsStoppedEndsAfterTheStepThatItIsAtAndGoesOnLater() throws InterruptedException {
        int count = Swap.TOGETHER_MAX + 2_500;
        try (var box = new FollowingBox(folder)) {
            stage(box, people(1, count));
            for (int steps = 16; steps < 20; steps++) {
                var left = new AtomicInteger(steps);
                assertThatThrownBy(() -> box.target.staging().swap(null, () -> left.decrementAndGet() <= 0))
                        .isInstanceOf(InterruptedException.class);
                assertThat(left.get()).as("nothing more after it was told").isZero();
                assertThat(box.target.cursor(HUB)).isNull();
            }
            assertThat(box.target.check().count()).isBetween(1L, count - 1L);
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            assertThat(box.target.check().count()).isEqualTo(count);
            assertThat(box.target.cursor(HUB)).isEqualTo(TO);
        }
    }

    /// What was let through and begun is ended, though what is left of it has never been let through by its
    /// name.
    @Test
    void whatWasLetThroughIsNotHeldAgainAfterAStopInTheMiddle() throws InterruptedException {
        int stay = 1_000;
        int count = stay + Swap.TOGETHER_MAX + 100;
        try (var box = new FollowingBox(folder)) {
            stage(box, people(1, count));
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            stage(box, people(1, stay));
            String held = box.target.staging().swap(null, () -> false);
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> box.target
                            .staging()
                            .swap(held, () -> box.target.check().count() < count))
                    .isInstanceOf(InterruptedException.class);
            assertThat(box.target.check().count()).as("one run").isEqualTo(count - Swap.RUN);
        }
        try (var box = new FollowingBox(folder)) {
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            assertThat(box.target.check().count()).isEqualTo(stay);
            assertThat(box.target.cursor(HUB)).isEqualTo(TO);
        }
    }

    /// However much each of them has: what is in memory at once is bounded by bytes, too.
    @Test
    void peopleWithVeryMuchComeFewerAtATime() throws InterruptedException {
        try (var box = new FollowingBox(folder)) {
            stage(box, people(1, 100));
            var ids = new ArrayList<Long>();
            for (long id = 1; id <= 100; id++) ids.add(id);
            assertThat(box.stage.fitting(ids, Long.MAX_VALUE)).hasSize(100);
            assertThat(box.stage.fitting(ids, 1)).containsExactly(1L);
            long each = box.stage.people(List.of(1L)).getFirst().toJson().length();
            assertThat(box.stage.fitting(ids, 10 * each).size()).isBetween(8, 11);
            var ahead =
                    new Ahead(box.stage, ids.stream().mapToLong(Long::longValue).toArray(), 30);
            var read = new ArrayList<Integer>();
            while (!ahead.isDone()) read.add(ahead.next().size());
            assertThat(read).containsExactly(30, 30, 30, 10);
            assertThat(new Ahead(box.stage, new long[0], 30).isDone()).isTrue();
        }
    }

    private static boolean swapped(FollowingBox box) throws InterruptedException {
        try {
            box.target.staging().swap(null, () -> false);
            return true;
        } catch (TargetException e) { // killed in between: nobody is there by half, and the cursor is not there yet
            return false;
        }
    }
}
