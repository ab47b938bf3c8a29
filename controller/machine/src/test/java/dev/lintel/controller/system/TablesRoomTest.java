package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.SchemaRoom;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.system.SystemRequest.Install;
import dev.lintel.controller.system.SystemRequest.Rollback;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.update.Installer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box whose database is too large for a copy of it: the page says so of an upload, and root refuses it.
class TablesRoomTest {
    private static final int NOW =
            Objects.requireNonNull(SchemaRoom.ofThisVersion().get("lintel.db"));
    private static final Map<String, Integer> NEXT = Map.of("lintel.db", NOW + 1);
    private static final String REFUSAL = "that version has other tables in lintel.db";
    private static final Path LOCKS = Path.of("/proc/locks");

    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private MachineRig rig;

    @BeforeEach
    void begin() throws IOException {
        rig = new MachineRig(temp.resolve("machine"), temp.resolve("data"), time);
        try (var folder = DataFolder.open(rig.folders.data());
                var _ = TestDatabase.open(folder, time)) {}
        rig.works().serve(); // at the start of the machine
    }

    private Answer served(SystemRequest request) {
        rig.desk().ask(request);
        rig.works().serve();
        return Objects.requireNonNull(rig.desk().answer());
    }

    private @Nullable String refusal(SystemDesk desk) {
        return Objects.requireNonNull(desk.look()).refusal();
    }

    /// What is beyond its own pages is a hole, which takes no room.
    private void size(long bytes) throws IOException {
        try (var file = FileChannel.open(rig.folders.data().resolve("lintel.db"), StandardOpenOption.WRITE)) {
            file.truncate(Math.min(file.size(), bytes));
            if (file.size() < bytes) file.write(ByteBuffer.wrap(new byte[1]), bytes - 1);
        }
    }

    private long free() throws IOException {
        return Files.getFileStore(temp).getUsableSpace();
    }

    @Test
    void thePageSaysWhatRootWouldSay() throws IOException {
        long before = Files.size(rig.folders.data().resolve("lintel.db"));
        SystemDesk desk = rig.desk();
        rig.upload(rig.bundles.signed(2, NEXT));
        assertThat(refusal(desk)).isNull();
        size(free() * 3 / 5);
        assertThat(refusal(desk)).as("a look of before is no reason").contains(REFUSAL);
        Answer answer = served(new Install(2, true));
        assertThat(answer.state()).isEqualTo(Answer.State.REFUSED);
        assertThat(answer.text()).contains(REFUSAL);
        assertThat(rig.board.entries()).isEqualTo("lintel-a.conf");
        rig.upload(rig.bundles.signed(2, NEXT));
        size(before); // somebody has made room
        assertThat(refusal(desk)).isNull();
        assertThat(served(new Install(2, true)).state()).isEqualTo(Answer.State.RESTARTING);
    }

    /// Without its lock, whoever opens and closes the database beside the box takes the log away that it writes to.
    @Test
    void aLookAtAnUploadTakesNoLockFromTheBoxThatHasItsDatabaseOpen() throws Exception {
        try (var folder = DataFolder.open(rig.folders.data());
                var _ = TestDatabase.open(folder, time)) {
            String held = ":" + Files.getAttribute(folder.database(), "unix:ino") + " ";
            assertThat(Files.readString(LOCKS)).contains(held);
            rig.upload(rig.bundles.signed(2, NEXT));
            assertThat(refusal(rig.desk())).isNull();
            assertThat(Files.readString(LOCKS)).contains(held);
        }
    }

    @Test
    void theWayBackWithoutRoomIsRefusedInTheSameWords() throws IOException {
        rig.upload(rig.bundles.signed(2, NEXT));
        served(new Install(2, true));
        assertThat(rig.board.start()).isEqualTo(2);
        new Installer(rig.folders.root(), time, _ -> {}).keep();
        rig.works().serve();
        Files.createFile(rig.folders.data().resolve("lintel.db.schema-" + NOW));
        try (var file = FileChannel.open(rig.folders.data().resolve("lintel.db"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(4).putInt(NOW + 1).flip(), 60);
        }
        size(free() * 3 / 5);
        Answer answer = served(new Rollback());
        assertThat(answer.state()).isEqualTo(Answer.State.REFUSED);
        assertThat(answer.text()).contains(REFUSAL);
        assertThat(rig.machine.ran).as("the one of the install").containsExactly("restart");
    }
}
