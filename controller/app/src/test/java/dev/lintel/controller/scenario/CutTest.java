package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.EventRows;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One answer, or one upload, that ends after its first byte, its second and so on, as it is on the wire between a hub
/// and a box: over TLS, and over a connection that stands, so that no handshake is among the bytes. The link goes on.
class CutTest {
    /// More than come with the news of them: they are asked for, and come in one answer.
    private static final int BATCH = SyncPair.PEOPLE;
    /// Primes, so that over the rounds each kind of place is met.
    private static final int STEP = 211;

    private static final int UP_STEP = 151;
    /// An event with the head of its request is more than this.
    private static final long UPLOAD_BYTES_MIN = 300;
    /// An answer and an upload are shorter.
    private static final int BYTES_MAX = 40_000;
    /// Uploads that came through whole: what a card at a door has to tell is not the same each time.
    private static final int WHOLE = 3;

    private static final List<String> WATCH =
            List.of("CREATE TABLE written (who TEXT PRIMARY KEY, times INTEGER NOT NULL) STRICT", """
            CREATE TRIGGER written_person AFTER UPDATE ON person
            BEGIN
              INSERT INTO written VALUES (NEW.id || ' ' || NEW.first_name, 1)
              ON CONFLICT DO UPDATE SET times = times + 1;
            END""");
    private static final String OF_BOX = """
            SELECT count(*) - count(DISTINCT json_extract(additional, '$.box_event_id'))
              FROM event
             WHERE json_extract(additional, '$.box') = ? AND json_extract(additional, '$.box_event_id') IS NOT NULL""";

    @TempDir
    Path folder;

    @Test
    void anAnswerMayEndInManyPlaces() {
        cutAnswers(STEP);
    }

    @Test
    @Tag("slow")
    void anAnswerMayEndAtEveryByte() {
        cutAnswers(1);
    }

    @Test
    void anUploadMayEndInManyPlaces() {
        cutUploads(UP_STEP);
    }

    @Test
    @Tag("slow")
    void anUploadMayEndAtEveryByte() {
        cutUploads(1);
    }

    private void cutAnswers(int step) {
        try (var pair = SyncPair.joined(folder)) {
            pair.proxy.link().spared = true;
            Database box = pair.box.database();
            box.write(sql -> {
                WATCH.forEach(sql::run);
                return true;
            });
            changed(pair, "First"); // a connection stands from now on
            long before = pair.proxy.answered.get();
            changed(pair, "Whole");
            long whole = pair.proxy.answered.get() - before;
            assertThat(whole).isBetween(500L, (long) BYTES_MAX);
            int rounds = 2;
            for (long at = 1; at <= whole; at += step) {
                pair.proxy.cutDownAfter(at);
                changed(pair, "Round " + at);
                pair.proxy.heal();
                rounds++;
            }
            // the last bytes of some are not there: a compressed answer is a few bytes longer or shorter each time
            assertThat(pair.proxy.cuts.get()).isGreaterThanOrEqualTo((rounds - 2) * 9L / 10);
            assertWrittenOnce(box, rounds);
            pair.agree();
        }
    }

    /// Everybody is another one at the hub, and then at the box: all of them in the moment in which its cursor moves.
    private static void changed(SyncPair pair, String name) {
        Database box = pair.box.database();
        String before = cursor(box);
        var agreement = pair.agreement();
        pair.rename(1, BATCH, name);
        Await.until(name, () -> {
            requireWhole(box, before, name);
            return agreement.hubCheck().equals(agreement.boxCheck());
        });
        requireWhole(box, before, name);
        assertThat(cursor(box)).isNotEqualTo(before);
    }

    private static String cursor(Database box) {
        return box.read(sql ->
                String.valueOf(Objects.requireNonNull(FollowStore.get(sql)).cursor()));
    }

    /// In one transaction of a reader.
    private static void requireWhole(Database box, String before, String name) {
        box.read(sql -> {
            long there = sql.get("SELECT count(*) FROM person WHERE first_name = ?", row -> row.number(1), name);
            boolean moved =
                    !before.equals(Objects.requireNonNull(FollowStore.get(sql)).cursor());
            assertThat(there).as(name).isEqualTo(moved ? BATCH : 0);
            return true;
        });
    }

    private static void assertWrittenOnce(Database box, int rounds) {
        List<Long> written = box.read(sql -> sql.list(
                "SELECT count(*) FROM written UNION ALL SELECT max(times) FROM written", row -> row.number(1)));
        assertThat(written).containsExactly((long) rounds * BATCH, 1L);
    }

    private void cutUploads(int step) {
        try (var pair = SyncPair.joined(folder)) {
            pair.proxy.link().spared = true;
            told(pair, 0); // a connection stands from now on
            int whole = 0;
            int rounds = 0;
            for (long at = 1; at < BYTES_MAX && whole < WHOLE; at += step) {
                long cuts = pair.proxy.cuts.get();
                pair.proxy.cutUpAfter(at);
                told(pair, at);
                pair.proxy.heal();
                rounds++;
                if (pair.proxy.cuts.get() == cuts) whole++;
            }
            assertThat(pair.proxy.cuts.get()).isGreaterThan(5).isEqualTo(rounds - whole);
            assertThat((long) (rounds - whole) * step).as("bytes of an upload").isGreaterThan(UPLOAD_BYTES_MIN);
            pair.agree();
            assertThat(pair.agreement().branches()).isZero();
            long doubled = pair.hub.database().read(sql -> sql.get(OF_BOX, row -> row.number(1), SyncPair.BOX));
            assertThat(doubled).isZero();
        }
    }

    /// Somebody comes to a door, and the hub has all that the box tells of it, once.
    private static void told(SyncPair pair, long round) {
        var rows = new EventRows(pair.box.database());
        long before = rows.head().id();
        pair.box.card(1 + round % 2, 10_001 + round % BATCH);
        assertThat(rows.head().id()).isGreaterThan(before);
        Await.until(
                "round " + round,
                () -> pair.agreement().eventsAtHub() == rows.head().id());
    }
}
