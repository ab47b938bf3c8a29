package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A restart is no way around a keypad that rests, on a whole box.
@Timeout(60)
class KeypadRestartTest {
    private static final int WRONG_MAX = 5;

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private Lintel start() {
        var options = new RunOptions(folder, null, null, true, null, 0, 0);
        return Lintel.start(options, new Surroundings(null, null, null, null, false, memory), new SystemTime());
    }

    /// What becomes of a PIN that is typed at the back door.
    private static EventKind type(Lintel lintel, String pin) throws InterruptedException {
        long seen = lintel.database().events().head();
        Objects.requireNonNull(lintel.simulator()).pressKeys(2, "entry", pin + "#");
        while (true) {
            assertThat(lintel.database().events().awaitHeadAbove(seen, 10_000)).isGreaterThan(seen);
            for (Event event : new EventStore(lintel.database()).after(seen, 10)) {
                seen = event.id();
                if (event.kind().isActivity()) return event.kind();
            }
        }
    }

    @Test
    void aKeypadThatRestsGoesOnRestingInTheNextProcess() throws InterruptedException {
        try (Lintel lintel = start()) {
            assertThat(type(lintel, "4711")).isEqualTo(EventKind.ADMITTED_PIN);
            for (int i = 0; i < WRONG_MAX; i++)
                assertThat(type(lintel, "9999")).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        }
        try (Lintel lintel = start()) {
            assertThat(type(lintel, "4711")).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        }
    }

    /// Each rest is longer than the one before, over restarts too: the log has them.
    @Test
    void theNextRestIsLongerThoughTheBoxRestarted() throws Exception {
        try (Lintel lintel = start()) {
            for (int i = 0; i < WRONG_MAX; i++) type(lintel, "9999");
            assertThat(rests(lintel, 1)).containsExactly(60L);
        }
        age(Duration.ofMinutes(2));
        try (Lintel lintel = start()) {
            for (int i = 0; i < WRONG_MAX; i++)
                assertThat(type(lintel, "9999")).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
            assertThat(type(lintel, "4711")).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
            assertThat(rests(lintel, 2)).containsExactly(60L, 300L);
        }
    }

    /// So many rests at least: the door may log its answer before the rest is in the log.
    private static List<Object> rests(Lintel lintel, int count) throws InterruptedException {
        while (true) {
            long seen = lintel.database().events().head();
            List<Object> found = new EventStore(lintel.database())
                    .newestOf(List.of(EventKind.PIN_GUESSING), 10).stream()
                            .map(event -> event.draft().additional().get("rest_seconds"))
                            .toList();
            if (found.size() >= count) return found;
            assertThat(lintel.database().events().awaitHeadAbove(seen, 10_000)).isGreaterThan(seen);
        }
    }

    /// As if all events had happened so long before.
    private void age(Duration by) throws SQLException {
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("lintel.db"));
                var statement = sqlite.createStatement()) {
            statement.execute("DROP TRIGGER event_never_changes");
            statement.executeUpdate("UPDATE event SET occurred_at = occurred_at - " + by.toMillis());
        }
    }

    /// The oldest of the four holds no fields any more: three wrong PINs are known still.
    @Test
    void anEventThatCannotBeReadIsPassedOverAndEndsNoStart() throws Exception {
        long before;
        try (Lintel lintel = start()) {
            before = lintel.database().events().head();
            for (int i = 0; i < WRONG_MAX - 1; i++)
                assertThat(type(lintel, "9999")).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
        }
        spoilFirstAfter(before);
        try (Lintel lintel = start()) {
            for (int i = 0; i < 2; i++) assertThat(type(lintel, "9999")).isEqualTo(EventKind.REJECTED_UNKNOWN_PIN);
            assertThat(type(lintel, "4711")).isEqualTo(EventKind.REJECTED_PIN_LOCKED);
        }
    }

    /// Not what a tipped bit would make of it, for an index of SQLite's refuses that here.
    private void spoilFirstAfter(long id) throws SQLException {
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("lintel.db"));
                var statement = sqlite.createStatement()) {
            statement.execute("DROP TRIGGER event_never_changes");
            int spoilt = statement.executeUpdate("UPDATE event SET additional = '[1]' WHERE id ="
                    + " (SELECT min(id) FROM event WHERE id > " + id + " AND kind = "
                    + EventKind.REJECTED_UNKNOWN_PIN.number() + ")");
            assertThat(spoilt).isEqualTo(1);
        }
    }
}
