package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.SystemTime;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseChecksTest {
    private static final int EVENTS = 2_500; // more than are read at once

    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();

    private String lines(Duration limit, List<String> progress) {
        var text = new StringBuilder();
        for (Finding finding : new DatabaseChecks(folder, time, limit, progress::add).all())
            text.append(finding.sentence()).append('\n');
        return text.toString();
    }

    private String lines() {
        return lines(DatabaseChecks.LIMIT, new ArrayList<>());
    }

    private void fill(Database database) throws InterruptedException {
        for (int i = 0; i < EVENTS; i++) {
            var subject = new EventDraft.Subject(1L, null, i % 3 == 0 ? "Ada " + i : null, null, "" + i, i % 2 == 0);
            database.events()
                    .append(new EventDraft(EventKind.REJECTED_UNKNOWN_CARD, i, i, subject, Map.of("n", (long) i)));
            if (i % 500 == 0) database.awaitDisk(60_000);
        }
        assertThat(database.awaitDisk(60_000)).isTrue();
    }

    private void box() throws InterruptedException {
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            fill(database);
        }
    }

    @Test
    void anEmptyFolderHasNothingToCheck() {
        assertThat(lines()).isEmpty();
    }

    @Test
    void aWholeDatabaseIsSaidToBeSoWhileItIsOpenAndAfterwards() throws Exception {
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            fill(database);
            assertThat(lines())
                    .startsWith("ok    lintel.db")
                    .contains("whole, the newest 2,500 events are an unbroken chain");
        }
        byte[] before = Files.readAllBytes(folder.resolve("lintel.db"));
        var progress = new ArrayList<String>();
        assertThat(lines(DatabaseChecks.LIMIT, progress)).contains("whole, the newest 2,500 events");
        assertThat(progress).contains("checking the chain of events: 2000");
        assertThat(Files.readAllBytes(folder.resolve("lintel.db")))
                .as("nothing is changed")
                .isEqualTo(before);
    }

    @Test
    void anEventThatWasAlteredBreaksTheChain() throws Exception {
        box();
        try (var file = new RandomAccessFile(folder.resolve("lintel.db").toFile(), "rw")) {
            // `{"n":1234}` of one event becomes another number: every page stays whole.
            byte[] all = Files.readAllBytes(folder.resolve("lintel.db"));
            byte[] wanted = "{\"n\":1234}".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            file.seek(indexOf(all, wanted) + 5);
            file.write('9');
        }
        assertThat(lines())
                .startsWith("fail  lintel.db")
                .contains("the chain of events is broken at event 1235")
                .contains("find out who could write to it");
    }

    private static int indexOf(byte[] all, byte[] wanted) {
        for (int i = 0; i + wanted.length <= all.length; i++) {
            if (java.util.Arrays.equals(all, i, i + wanted.length, wanted, 0, wanted.length)) return i;
        }
        throw new AssertionError("not in the file");
    }

    @Test
    void aPageThatWasLostFails() throws Exception {
        box();
        try (var file = new RandomAccessFile(folder.resolve("lintel.db").toFile(), "rw")) {
            file.seek(file.length() / 2 / 4096 * 4096);
            file.write(new byte[4096 * 4]);
        }
        assertThat(lines()).startsWith("fail  lintel.db").contains("lintel backup may still save it");
        Files.writeString(folder.resolve("oauth.db"), "this is no database at all, whoever wrote it".repeat(100));
        assertThat(lines()).contains("fail  oauth.db").contains("not a database");
    }

    @Test
    void whatANewerVersionWroteIsSaidSo() throws Exception {
        box();
        try (var file = new RandomAccessFile(folder.resolve("lintel.db").toFile(), "rw")) {
            file.seek(60); // user_version, of SQLite's file header
            file.writeInt(99);
        }
        assertThat(lines()).startsWith("fail").contains("schema 99").contains("install the version that wrote it");
    }

    @Test
    void timeThatIsOverEndsItWithoutAVerdict() throws Exception {
        box();
        assertThat(lines(Duration.ZERO, new ArrayList<>()))
                .startsWith("warn  lintel.db")
                .contains("not looked at to its end")
                .contains("--whole");
    }

    @Test
    void oldSnapshotsAndALogThatGrowsAreToldOf() throws Exception {
        box();
        Path snapshot = folder.resolve("snapshots/policy-20261101-000000-000.db");
        Files.createDirectories(snapshot.getParent());
        Files.writeString(snapshot, "x");
        assertThat(lines()).contains("ok    snapshots        1, the newest of");
        Files.setLastModifiedTime(snapshot, FileTime.from(time.now().minus(Duration.ofDays(9))));
        assertThat(lines()).contains("warn  snapshots");
        Path wal = folder.resolve("lintel.db-wal");
        Files.writeString(folder.resolve("sync.db"), "");
        assertThat(lines()).contains("ok    sync.db          empty");
        try (var file = new RandomAccessFile(wal.toFile(), "rw")) {
            file.setLength(65L << 20);
        }
        assertThat(lines()).contains("warn  lintel.db-wal    68 MB wait to be taken over");
    }
}
