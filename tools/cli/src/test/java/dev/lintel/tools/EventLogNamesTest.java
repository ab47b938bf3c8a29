package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.proof.HeadSigner;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel events verify` and names of people, of which the chain of hashes covers a keyed hash.
class EventLogNamesTest {
    @TempDir
    Path data;

    /// Six events, of which the second, fourth and sixth have a name.
    @BeforeEach
    void log() throws InterruptedException {
        var time = new SystemTime();
        try (DataFolder folder = DataFolder.open(data);
                Database database = Database.open(folder, time)) {
            for (int i = 1; i <= 6; i++) {
                var subject = new EventDraft.Subject(1L, 7L, i % 2 == 0 ? "Zoë " + i : null, null, "1", false);
                database.events().append(new EventDraft(EventKind.REJECTED_UNKNOWN_CARD, i, i, subject, Map.of()));
            }
            assertThat(database.awaitDisk(60_000)).isTrue();
            assertThat(new HeadSigner(database, LogKey.open(folder, null), time).sign())
                    .isTrue();
        }
        assertThat(verify().exit()).isZero();
    }

    private CommandRun verify(String... more) {
        var arguments = new ArrayList<>(List.of("events", "verify", "--data", data.toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private void sql(String change) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
                var statement = connection.createStatement()) {
            statement.execute("DROP TRIGGER IF EXISTS event_never_changes");
            statement.execute(change);
        }
    }

    @Test
    void aChangedNameIsFoundOnTheBox() throws Exception {
        sql("UPDATE event SET person_name = 'Bob' WHERE id = 2");
        assertThat(verify().exit()).isEqualTo(1);
        assertThat(verify().out()).contains("the name of the person in event 2 is not the one that was recorded");
        assertThat(verify("--names-from", "3").out())
                .contains("none was changed or removed", "Names of people before event 3 were not verified.");
        sql("UPDATE event SET person_name = 'Bob' WHERE id = 5"); // it had none
        assertThat(verify("--names-from", "3").out()).contains("the name of the person in event 5");
    }

    @Test
    void namesOfALostKeyAreNotVerifiedInSilence() throws Exception {
        Path key = data.resolve("keys/event-names");
        Files.delete(key);
        assertThat(verify().exit()).isEqualTo(1);
        assertThat(verify().err()).contains("names of people cannot be verified", "keys/event-names");
        Files.write(key, new byte[32]);
        assertThat(verify().out()).contains("the name of the person in event 2", "--names-from");
        assertThat(verify("--names-from", "7").exit()).isZero();
    }
}
