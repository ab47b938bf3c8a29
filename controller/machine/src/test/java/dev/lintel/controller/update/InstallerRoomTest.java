package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SchemaRoom;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box whose database is too large for a copy of it: a version with other tables is refused while the doors work.
class InstallerRoomTest {
    private static final int NOW =
            Objects.requireNonNull(SchemaRoom.ofThisVersion().get("lintel.db"));
    private static final Map<String, Integer> NEXT = Map.of("lintel.db", NOW + 1);
    private static final String REFUSAL = "that version has other tables in lintel.db";

    @TempDir
    Path temp;

    private final SigningKey key = SigningKey.make("release");
    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private Bundles bundles;
    private BoardFolder board;
    private Path data;

    @BeforeEach
    void begin() throws IOException {
        bundles = new Bundles(Files.createDirectories(temp.resolve("work")), key);
        board = new BoardFolder(temp.resolve("board"), Bundles.trust(1, 1, List.of(key), List.of(key)));
        data = board.root.resolve("var/lib/lintel");
        try (var folder = DataFolder.open(data);
                var _ = Database.open(folder, time)) {}
    }

    private Installer installer() {
        return new Installer(board.root, time, _ -> {});
    }

    private void patch(long at, int number) throws IOException {
        try (var file = FileChannel.open(data.resolve("lintel.db"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(4).putInt(number).flip(), at);
        }
    }

    /// Most of it is a hole, which takes no room.
    private void grow() throws IOException {
        patch(Files.getFileStore(data).getUsableSpace() * 3 / 5, 1);
    }

    /// As a newer version leaves it.
    private void changed() throws IOException {
        Files.createFile(data.resolve("lintel.db.schema-" + NOW));
        patch(60, NOW + 1);
    }

    @Test
    void aChangeOfTablesWithoutRoomIsRefusedBeforeAnythingIsWritten() throws IOException {
        grow();
        assertThatThrownBy(() -> installer().install(bundles.signed(2, NEXT), List.of()))
                .isInstanceOf(UpdateException.class)
                .hasMessageContaining(REFUSAL)
                .hasMessageContaining("remove there");
        assertThat(Files.readAllBytes(board.slot('b'))).containsOnly(0);
        assertThat(board.entries()).isEqualTo("lintel-a.conf");
        assertThat(installer().status().last()).isNull();
        assertThat(board.root.resolve("efi/lintel/b")).doesNotExist();
    }

    @Test
    void withRoomOrWithTheSameTablesOrOfAVersionThatDoesNotSayItIsTaken() throws IOException {
        assertThat(installer().install(bundles.signed(2, NEXT), List.of()).slot())
                .isEqualTo('b');
        grow();
        assertThat(installer()
                        .install(bundles.signed(3, SchemaRoom.ofThisVersion()), List.of())
                        .slot())
                .isEqualTo('b');
        assertThat(installer().install(bundles.signed(4), List.of()).slot()).isEqualTo('b');
        assertThatThrownBy(() -> installer().install(bundles.signed(5, NEXT), List.of()))
                .hasMessageContaining(REFUSAL);
    }

    @Test
    void anUploadThatGoesAfterwardsIsRoomAlready() throws IOException {
        patch(Files.getFileStore(data).getUsableSpace() / 2, 1);
        Path bundle = bundles.signed(2, NEXT);
        assertThatThrownBy(() -> installer().install(bundle, List.of())).hasMessageContaining(REFUSAL);
        long upload = Files.getFileStore(data).getUsableSpace();
        assertThat(installer().install(bundle, upload, List.of()).slot()).isEqualTo('b');
    }

    private void aNewerVersionRuns(Map<String, Integer> tables) throws IOException {
        installer().install(bundles.signed(2, tables), List.of());
        assertThat(board.start()).isEqualTo(2);
        installer().keep();
    }

    @Test
    void theWayBackWithoutRoomIsRefused() throws IOException {
        aNewerVersionRuns(NEXT);
        changed();
        grow();
        Journal before = installer().status().last();
        assertThatThrownBy(() -> installer().rollback(List.of()))
                .isInstanceOf(UpdateException.class)
                .hasMessageContaining(REFUSAL);
        assertThat(board.entries()).isEqualTo("lintel-b.conf lintel-a.conf");
        assertThat(installer().status().last()).isEqualTo(before);
    }

    @Test
    void theWayBackToTheSameTablesNeedsNoRoom() throws IOException {
        Files.createFile(data.resolve("lintel.db.schema-" + (NOW - 1))); // of a change long ago
        aNewerVersionRuns(SchemaRoom.ofThisVersion());
        grow();
        assertThat(installer().rollback(List.of()).next()).isTrue();
        assertThat(board.start()).isEqualTo(1);
        installer().keep();
        assertThat(installer().rollback(List.of()).next())
                .as("and forward again")
                .isTrue();
    }

    /// From the older version, which was gone back to, to the newer one: its tables are changed anew.
    @Test
    void theWayForwardAgainNeedsTheRoomOfAChange() throws IOException {
        aNewerVersionRuns(NEXT);
        installer().rollback(List.of());
        assertThat(board.start()).isEqualTo(1);
        installer().keep();
        grow();
        assertThatThrownBy(() -> installer().rollback(List.of())).hasMessageContaining(REFUSAL);
    }

    @Test
    void aVersionThatWaitsIsTakenBackWithoutRoom() throws IOException {
        installer().install(bundles.signed(2, NEXT), List.of());
        grow();
        assertThat(installer().rollback(List.of()).next()).isFalse();
    }

    /// What an older version installed: nobody has noted what it knows, but a copy of before the change is there.
    @Test
    void whereNobodyHasNotedWhatAVersionKnowsTheCopiesTell() throws IOException {
        aNewerVersionRuns(NEXT);
        Files.delete(board.root.resolve("var/lib/lintel-os/update/tables.json"));
        changed();
        grow();
        assertThatThrownBy(() -> installer().rollback(List.of())).hasMessageContaining(REFUSAL);
        Files.delete(data.resolve("lintel.db.schema-" + NOW));
        assertThat(installer().rollback(List.of()).next()).isTrue();
    }
}
