package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.backup.BackupException;
import dev.lintel.controller.backup.Backups;
import dev.lintel.controller.backup.Contents;
import dev.lintel.controller.backup.CutRestores;
import dev.lintel.controller.backup.Exchange;
import dev.lintel.controller.backup.Restores;
import dev.lintel.controller.backup.Restores.Restored;
import dev.lintel.controller.config.RunException;
import dev.lintel.controller.reset.Erasing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A whole box whose restore was cut off where it had no database, and what its next start makes of it.
class CutRestoreTest {
    private static final String PASSPHRASE = "eleven quiet hinges";
    private static final String BACKUP = "north.backup";

    /// Of the box that each case has a copy of, and its backup.
    @TempDir
    static Path first;

    @TempDir
    Path folder;

    private WholeLintel box;
    private Path backup;

    /// A box that has been backed up as "North", and is called "South" since, with a user more.
    @BeforeAll
    static void boxes() throws IOException {
        try (var box = new WholeLintel(first)) {
            Files.createDirectories(box.data);
            wire(box, "North");
            box.start();
            user(box, "backed-up@example.com");
            box.stop();
            var contents = new Contents("0.1.0", Instant.parse("2026-11-24T03:00:00Z"), "North");
            new Backups(box.data, _ -> {}).make(first.resolve(BACKUP), contents, PASSPHRASE);
            wire(box, "South");
            box.start();
            user(box, "later@example.com");
        }
    }

    @BeforeEach
    void copy() throws IOException {
        box = new WholeLintel(folder);
        box.restoreFrom(first.resolve("data"));
        backup = Files.copy(first.resolve(BACKUP), folder.resolve(BACKUP));
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private static void wire(WholeLintel box, String name) throws IOException {
        Files.writeString(box.data.resolve("controller.yaml"), "name: " + name + "\nhardware: simulated\n");
    }

    private static void user(WholeLintel box, String email) {
        assertThat(box.ask(Map.of("command", "key create", "email", email))).contains("api_key");
    }

    private void cut(boolean keepWiring) {
        CutRestores.cut(backup, PASSPHRASE, box.data, keepWiring, box.time);
        assertThat(box.data.resolve("lintel.db")).doesNotExist();
    }

    private void assertBox(String name, boolean later) {
        assertThat(String.valueOf(box.asked(Map.of("command", "reset plan")).get("name")))
                .isEqualTo(name);
        String keys = box.ask("key list");
        assertThat(keys).contains("backed-up@example.com");
        if (later) assertThat(keys).contains("later@example.com");
        else assertThat(keys).doesNotContain("later@example.com");
    }

    private boolean isLogged(String words) throws InterruptedException {
        assertThat(box.database().awaitDisk(20_000)).isTrue();
        return box.database()
                .read(sql -> sql.get(
                        "SELECT count(*) FROM event WHERE additional LIKE ?",
                        row -> row.number(1) > 0,
                        "%" + words + "%"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theNextStartFinishesIt(boolean keepWiring) throws Exception {
        cut(keepWiring);
        box.start();
        assertBox(keepWiring ? "South" : "North", false);
        assertThat(isLogged("the restore of North of 2026-11-24T03:00:00Z had been cut off and is finished now"))
                .isTrue();
        box.stop();
        box.start();
        assertBox(keepWiring ? "South" : "North", false);
        assertThat(box.data.resolve("before-restore-of-20261124T030000Z/lintel.db"))
                .exists();
    }

    /// Whose own wiring is kept then is the old box's, and it is that which is put aside.
    @Test
    void theNextRestoreTakesItBackFirst() {
        cut(false);
        Restored restored = new Restores(_ -> {}).restore(backup, PASSPHRASE, box.data, true, box.time);
        assertThat(restored.cut()).contains("the restore of North").contains("taken back");
        box.start();
        assertBox("South", false);
        assertThat(box.data.resolve("before-restore-of-20261124T030000Z-2")).doesNotExist();
    }

    @Test
    void aRestoreThatIsRefusedLeavesTheBoxOfBefore() {
        cut(false);
        assertThatThrownBy(() -> new Restores(_ -> {}).restore(backup, "another passphrase", box.data, true, box.time))
                .isInstanceOf(BackupException.class);
        box.start();
        assertBox("South", true);
    }

    @Test
    void nobodyBacksUpHalfABox() {
        cut(true);
        assertThatThrownBy(() -> new Backups(box.data, _ -> {}).require(folder.resolve("second.backup")))
                .hasMessageContaining("was cut off: start Lintel there first");
    }

    @Test
    void aBoxThatIsToBeErasedIsNotRestoredInto() {
        Erasing.of(box.data).mark(false, false);
        assertThatThrownBy(() -> new Restores(_ -> {}).restore(backup, PASSPHRASE, box.data, true, box.time))
                .hasMessageContaining("was reset and has not begun anew");
        assertThat(Erasing.of(box.data).isMarked()).isTrue();
    }

    /// What can neither be finished nor taken back: doors go on all the same, and by the wiring that was
    /// asked for.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aServiceThatCanDoNeitherWorksInMemoryAndLeavesTheFolderAlone(boolean keepWiring) throws Exception {
        cut(keepWiring);
        Path inTheWay = Files.createDirectories(box.data.resolve("lintel.db/x")); // of either database
        List<String> before = names();
        assertThatThrownBy(() -> box.start())
                .isInstanceOf(RunException.class)
                .hasMessageContaining("a restore of this box was cut off, and can be neither finished nor taken back");
        box.service = true;
        box.start();
        assertThat(box.ask(Map.of("command", "doctor")))
                .contains("the database cannot be used (a restore of this box was cut off")
                .contains("in memory only");
        assertBox(keepWiring ? "South" : "North", false);
        assertThat(box.ask(Map.of("command", "key create", "email", "in-memory@example.com")))
                .contains("changes are refused");
        box.stop();
        assertThat(names()).isEqualTo(before);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("data", BACKUP);
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        box.start();
        assertBox(keepWiring ? "South" : "North", false);
        assertThat(box.ask("key list")).doesNotContain("in-memory@example.com");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.walk(box.data)) {
            return all.map(file -> box.data.relativize(file).toString())
                    .filter(name -> !name.equals("event-floor"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aResetErasesHalfABoxToo() throws IOException {
        cut(true);
        Files.createDirectories(box.data.resolve("lintel.db/x"));
        Erasing.of(box.data).mark(false, false);
        assertThat(Exchange.of(box.data).isMarked()).isTrue();
        box.service = true;
        box.start();
        assertThat(box.ask("key list")).doesNotContain("backed-up@example.com");
        assertThat(Exchange.of(box.data).isMarked()).isFalse();
    }
}
