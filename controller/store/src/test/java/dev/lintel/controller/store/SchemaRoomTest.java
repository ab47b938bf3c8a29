package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A database that is too large for the disk: most of it is a hole in the file, which takes no room.
class SchemaRoomTest {
    private static final int NOW = Migrations.LATEST;

    @TempDir
    Path data;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    @BeforeEach
    void make() {
        try (var folder = DataFolder.open(data);
                var _ = Database.open(folder, time)) {}
    }

    /// As if it held so much; what it holds is not looked at.
    private void grow(String name, long bytes) throws IOException {
        try (var file = FileChannel.open(data.resolve(name), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[1]), bytes - 1);
        }
    }

    private long free() throws IOException {
        return Files.getFileStore(data).getUsableSpace();
    }

    private @Nullable String lack(int known) throws IOException {
        return SchemaRoom.lack(data, Map.of("lintel.db", known), 0);
    }

    @Test
    void aSmallDatabaseHasRoomForWhateverComes() throws IOException {
        Files.createFile(data.resolve("lintel.db.schema-3"));
        for (int known : new int[] {3, NOW, NOW + 1}) assertThat(lack(known)).isNull();
        assertThat(SchemaRoom.lack(data, SchemaRoom.ofThisVersion(), 0)).isNull();
    }

    @Test
    void aChangeOfTablesNeedsThreeTimesTheDatabase() throws IOException {
        grow("lintel.db", free() / 2);
        assertThat(lack(NOW)).as("no change").isNull();
        assertThat(SchemaRoom.lack(data, Map.of(), 0))
                .as("of a version that does not say")
                .isNull();
        assertThat(lack(NOW + 1))
                .contains("that version has other tables in lintel.db: copies of before need ")
                .contains(" MB in " + data + ", and ")
                .contains("before-restore-of-*, *.newer-schema-*, *.damaged-*, and *.schema-*")
                .contains("lintel backup");
        assertThat(SchemaRoom.lack(data, Map.of("lintel.db", NOW + 1), free()))
                .as("an upload that is as large as what is free goes before")
                .isNull();
    }

    @Test
    void allThatAreChangedCountTogether() throws IOException {
        try (var folder = DataFolder.open(data);
                var oauth = SideDatabase.oauth(folder)) {
            oauth.growTo(1);
        }
        for (String name : new String[] {"lintel.db", "oauth.db"}) grow(name, free() / 5);
        Map<String, Integer> next = Map.of("lintel.db", NOW + 1, "oauth.db", Migrations.OAUTH.latest() + 1);
        for (var one : next.entrySet()) {
            assertThat(SchemaRoom.lack(data, Map.of(one.getKey(), one.getValue()), 0))
                    .isNull();
        }
        assertThat(SchemaRoom.lack(data, next, 0)).contains("other tables in lintel.db, oauth.db");
    }

    @Test
    void theWayBackNeedsTheDatabaseTwice() throws IOException {
        Files.createFile(data.resolve("lintel.db.schema-3"));
        grow("lintel.db", free() * 2 / 5);
        assertThat(lack(3)).as("two times two fifths").isNull();
        grow("lintel.db", free() * 3 / 5);
        assertThat(lack(3)).contains("other tables in lintel.db").doesNotContain(", and *.schema-*");
    }

    @Test
    void withoutACopyOfBeforeThereIsNoWayBack() throws IOException {
        assertThat(lack(3)).contains("lintel.db has newer tables").contains("no copy of before (lintel.db.schema-3");
        Files.createFile(data.resolve("lintel.db.schema-4"));
        assertThat(lack(3)).as("a copy that it does not know either").contains("no copy of before");
        assertThat(lack(4)).isNull();
        assertThat(SchemaRoom.ofCopies(data)).isEqualTo(Map.of("lintel.db", 4));
    }

    /// A change that SQLite has not carried over from its log into the file: the first bytes are as before it.
    @Test
    void aChangeThatIsInTheLogStillCounts() throws IOException {
        try (var file = FileChannel.open(data.resolve("lintel.db"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(4).putInt(NOW - 1).flip(), 60);
        }
        grow("lintel.db", free() * 3 / 5);
        assertThat(lack(NOW - 1)).as("nothing tells of a change").isNull();
        Files.createFile(data.resolve("lintel.db.schema-" + (NOW - 1)));
        assertThat(lack(NOW - 1)).contains("other tables in lintel.db");
        assertThat(lack(NOW)).isNull();
    }

    @Test
    void aFolderWithoutADatabaseAndADamagedOneHaveNothingToChange() throws IOException {
        assertThat(SchemaRoom.lack(data.resolve("nowhere"), Map.of("lintel.db", NOW + 1), 0))
                .isNull();
        assertThat(SchemaRoom.ofCopies(data.resolve("nowhere"))).isEmpty();
        Files.write(data.resolve("lintel.db"), new byte[100]);
        assertThat(lack(3)).isNull();
    }

    /// Root looks, and whoever took over the box's process may have put anything in a file's place.
    @Test
    void noLinkIsFollowed() throws IOException {
        Path elsewhere = data.resolve("elsewhere");
        Files.move(data.resolve("lintel.db"), elsewhere);
        Files.createSymbolicLink(data.resolve("lintel.db"), elsewhere);
        assertThatThrownBy(() -> lack(NOW + 1))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("it is a link");
    }
}
