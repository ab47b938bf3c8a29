package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.CommandRun;
import dev.lintel.tools.box.StageFile.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box is killed while it fetches a snapshot of many people, and while that becomes what stands: within a part,
/// between two parts, and between two runs of the swap. Each time it goes on; its doors decide on the old state until
/// the new one stands; in the end it has what the hub has, row by row.
class SnapshotKillTest {
    /// More than one transaction takes, so that the swap is made in runs of 2,000.
    private static final int PEOPLE = 8_000;

    private static final int CARD = 600_000;
    /// The first person's at the box before a snapshot; the hub knows nothing of it.
    private static final int OLD_CARD = 500_000;

    private static final int ROUNDS = 3;
    /// A part takes longer.
    private static final int INTO_PART_MS = 200;

    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(120);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(2);

    @TempDir
    Path folder;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    /// Kills that fell there.
    private int inParts;

    private int betweenParts;
    private int inSwap;
    /// Starts without the hub after those.
    private int decidedOnOld;

    private int endedAlone;
    private int changes;

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void aSnapshotIsGoneOnWithAfterKillsInItsPartsAndInItsSwap() throws Exception {
        long seed = Long.getLong("lintel.seed", new Random().nextLong(1_000_000));
        System.out.println("snapshot: seed " + seed + " (-Dlintel.seed)");
        var random = new Random(seed);
        try (SyncSite site = SyncSite.begin(folder, 1)) {
            people(site);
            site.join(1);
            site.awaitAgreement();
            for (int round = 0; round < ROUNDS; round++) snapshot(site, round, random);
        }
        System.out.printf(
                "snapshot: kills: %d within the first part, %d between parts, %d within the swap;"
                        + " without the hub %d times on the old state, %d swaps ended%n",
                inParts, betweenParts, inSwap, decidedOnOld, endedAlone);
        assertThat(inParts).as("kills within the first part").isPositive();
        assertThat(betweenParts).as("kills between parts").isGreaterThanOrEqualTo(ROUNDS);
        assertThat(inSwap).as("kills within the swap").isGreaterThanOrEqualTo(ROUNDS);
        assertThat(decidedOnOld).as("decisions on the old state").isPositive();
        assertThat(endedAlone).as("swaps that ended without the hub").isPositive();
        LogFile.requireWhole(folder.resolve("box-1/lintel.db"));
    }

    private void snapshot(SyncSite site, int round, Random random) throws Exception {
        site.running.getFirst().kill();
        makeOld(site, round);
        kill(site, Stage::begins, random.nextInt(INTO_PART_MS));
        if (kill(site, Stage::isBetweenParts, 0).isBetweenParts()) decideOnOld(site, round);
        kill(site, Stage::isBetweenParts, random.nextInt(INTO_PART_MS));
        kill(site, stage -> stage.swapping() && old(site) < PEOPLE, 0);
        kill(site, stage -> stage.swapping() && old(site) < PEOPLE, random.nextInt(INTO_PART_MS));
        if (isWithinSwap(site)) endAlone(site, round);
        site.running.set(0, site.startBox(1));
        site.awaitAgreement();
        requireNew(site.running.getFirst(), round);
    }

    private static void requireNew(Box box, int round) {
        assertThat(SyncSite.present(box, 1, OLD_CARD + round)).containsEntry("decision", "rejected");
        assertThat(SyncSite.present(box, 1, CARD)).containsEntry("decision", "admitted");
    }

    /// With half a snapshot, and no hub to fetch the rest from.
    private void decideOnOld(SyncSite site, int round) throws SQLException {
        site.hub.kill();
        try (Box box = site.startBox(1)) {
            assertThat(SyncSite.present(box, 1, OLD_CARD + round)).containsEntry("decision", "admitted");
            assertThat(SyncSite.present(box, 1, CARD)).containsEntry("decision", "rejected");
            assertThat(stage(site).isBetweenParts()).as("half of it is here").isTrue();
            box.kill();
        }
        decidedOnOld++;
        site.killHub(); // it is dead already: it starts
    }

    /// With all of a snapshot, and some people of it written: for the rest the hub is not needed.
    private void endAlone(SyncSite site, int round) throws SQLException {
        site.hub.kill();
        try (Box box = site.startBox(1)) {
            long deadline = System.nanoTime() + AWAIT_NS_MAX;
            while (old(site) > 0 || !stands(site)) {
                assertThat(System.nanoTime()).as("the swap ends").isLessThan(deadline);
                LockSupport.parkNanos(LOOK_NS);
            }
            requireNew(box, round);
            box.kill();
        }
        endedAlone++;
        site.killHub(); // it is dead already: it starts
    }

    private void people(SyncSite site) throws IOException {
        var csv = new StringBuilder("first_name,last_name,card,group_ids\n");
        for (int i = 0; i < PEOPLE; i++) csv.append("P%d,Campus,%d,Staff%n".formatted(i, CARD + i));
        CommandRun imported = site.hub.lintel("people import " + Files.writeString(folder.resolve("people.csv"), csv));
        assertThat(imported.exit()).as(imported.out() + imported.err()).isZero();
    }

    /// The box, which is dead, has everybody as they were once, and a cursor of no use: none, or one of a time that its
    /// hub does not know.
    private void makeOld(SyncSite site, int round) throws SQLException {
        String cursor = round % 2 == 0 ? "NULL" : "'gone.5'";
        try (var connection = DriverManager.getConnection(
                        "jdbc:sqlite:" + site.boxFolder(1).resolve("lintel.db"));
                var statement = connection.createStatement()) {
            for (String change : List.of(
                    "UPDATE person SET department = 'Old'",
                    "UPDATE credential SET value = %1$d, card_number = %1$d WHERE card_number = %2$d"
                            .formatted(OLD_CARD + round, CARD),
                    "UPDATE sync_cursor SET cursor = " + cursor)) {
                assertThat(statement.executeUpdate(change)).as(change).isPositive();
            }
        }
    }

    /// Whether it is time to kill.
    @FunctionalInterface
    private interface Moment {
        boolean is(Stage stage) throws SQLException;
    }

    /// Starts the box, and kills it `moreMs` after the moment has come, be it ready by then or not. Where it stands.
    private Stage kill(SyncSite site, Moment moment, int moreMs) throws SQLException, InterruptedException {
        Path data = site.boxFolder(1);
        Stage before = stage(site);
        change(site); // whoever began anew now would begin at another cursor
        var watcher = new AtomicReference<@Nullable Thread>();
        try (Box box = Box.start(Box.command(data, site.boxWords()), Map.of(), pid -> {
            watcher.set(Thread.ofPlatform().start(() -> killAt(site, pid, before, moment, moreMs)));
            return data;
        })) {
            join(watcher);
            box.kill();
        } catch (UncheckedIOException e) { // killed before it was ready
            join(watcher);
        }
        Throwable failed = failure.get();
        if (failed != null) throw new AssertionError("the snapshot failed", failed);
        Stage now = stage(site);
        count(site, now);
        return now;
    }

    private static void join(AtomicReference<@Nullable Thread> watcher) throws InterruptedException {
        Objects.requireNonNull(watcher.get()).join();
    }

    private void killAt(SyncSite site, long pid, Stage before, Moment moment, int moreMs) {
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        try {
            long deadline = System.nanoTime() + AWAIT_NS_MAX;
            Stage now = stage(site);
            while (!moment.is(now) && !stands(site)) {
                if (before.isBetweenParts() && !now.complete()) requireGoneOnWith(before, now);
                assertThat(System.nanoTime()).as("it comes so far: " + now).isLessThan(deadline);
                LockSupport.parkNanos(LOOK_NS);
                now = stage(site);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(moreMs));
        } catch (SQLException | RuntimeException | AssertionError e) {
            failure.compareAndSet(null, e);
        } finally {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    private void change(SyncSite site) {
        String name = "Change " + changes++;
        var changed = site.atHub(site.hub.api(), "PUT", "/api/3/people/" + PEOPLE / 2, Map.of("last_name", name));
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    }

    /// Begun anew it would follow another cursor, with no part of it here.
    private static void requireGoneOnWith(Stage before, Stage now) {
        assertThat(now.upTo()).as("parts that were here").isGreaterThanOrEqualTo(before.upTo());
        assertThat(now.following()).isEqualTo(before.following());
    }

    private void count(SyncSite site, Stage stage) throws SQLException {
        if (stage.begins()) inParts++;
        if (stage.isBetweenParts()) betweenParts++;
        if (stage.begins() || stage.isBetweenParts()) {
            assertThat(old(site)).as("nobody is changed yet").isEqualTo(PEOPLE);
        }
        if (isWithinSwap(site)) inSwap++;
    }

    private static boolean isWithinSwap(SyncSite site) throws SQLException {
        long old = old(site);
        return stage(site).swapping() && old > 0 && old < PEOPLE;
    }

    private static Stage stage(SyncSite site) throws SQLException {
        return new StageFile(site.boxFolder(1)).read();
    }

    /// All of it, and the box follows from there.
    private static boolean stands(SyncSite site) throws SQLException {
        return box(site).number("SELECT count(*) FROM sync_cursor WHERE cursor IS NOT NULL AND cursor <> 'gone.5'") > 0;
    }

    private static long old(SyncSite site) throws SQLException {
        return box(site).number("SELECT count(*) FROM person WHERE department = 'Old'");
    }

    private static SyncFiles box(SyncSite site) {
        return new SyncFiles(site.boxFolder(1));
    }
}
