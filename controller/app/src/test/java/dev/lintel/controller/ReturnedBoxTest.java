package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ReturnedDatabase;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A whole box whose database is lost before its first snapshot, replaced by an empty one, and proves sound later.
@Timeout(180)
class ReturnedBoxTest {
    private static final int PAGE_BYTES = 4096;

    @TempDir
    Path folder;

    private static void add(WholeLintel box, String name) {
        String person = Json.write(Map.of("first_name", name, "last_name", "Person"));
        var made = box.client().post("/api/3/people", person);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    private static List<String> names(WholeLintel box) {
        return box.database()
                .read(sql -> sql.list(
                        "SELECT first_name FROM person WHERE last_name = 'Person' ORDER BY id", row -> row.text(1)));
    }

    private static Path file(Path data, String name) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(each -> each.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// Of each page the first half cannot be read for a while.
    private static byte[] lose(Path database) throws IOException {
        byte[] before = Files.readAllBytes(database);
        try (var file = new RandomAccessFile(database.toFile(), "rw")) {
            for (int at = 0; at < before.length; at += PAGE_BYTES) {
                file.seek(at);
                file.write(new byte[PAGE_BYTES / 2]);
            }
        }
        return before;
    }

    @Test
    void databaseLostBeforeItsFirstSnapshot_comesBackWithWhatItsReplacementHas() throws Exception {
        try (var box = new WholeLintel(folder)) {
            box.service = true;
            box.start();
            add(box, "Acknowledged");
            long unlockMs = 7_000;
            box.database().write(sql -> sql.run("UPDATE channel SET unlock_ms = ?, updated_at = 5", unlockMs));
            box.stop();
            if (Files.exists(box.data.resolve("snapshots"))) WholeLintel.delete(box.data.resolve("snapshots"));
            Path database = box.data.resolve("lintel.db");
            byte[] unread = lose(database);
            box.time.pass(Duration.ofHours(1));
            box.start();
            assertThat(names(box)).isEmpty();
            add(box, "Meanwhile");
            Files.write(file(box.data, "lintel\\.db\\.damaged-\\d+"), unread);
            box.stop();
            try (var data = DataFolder.open(box.data)) {
                assertThat(ReturnedDatabase.prove(data)).isTrue();
            }
            box.start();
            assertThat(names(box)).containsExactly("Acknowledged", "Meanwhile");
            List<Long> unlock =
                    box.database().read(sql -> sql.list("SELECT unlock_ms FROM channel", row -> row.number(1)));
            assertThat(unlock).as("set before").isNotEmpty().containsOnly(unlockMs);
            assertThat(box.client().get("/api/3/people").status()).isEqualTo(200);
            assertThat(box.database().integrityCheck()).isEqualTo("ok");
        }
    }
}
