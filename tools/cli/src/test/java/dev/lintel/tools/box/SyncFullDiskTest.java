package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box whose disk, a real file system, is full while a hub's snapshot comes.
class SyncFullDiskTest {
    private static final int PEOPLE = 4_000;
    private static final int CARD = 700_000;
    /// Enough to join, and not for all of these people beside each other.
    private static final long ROOM_BYTES = 2_500_000;

    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(120);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(200);

    @TempDir
    Path folder;

    @Test
    void aSnapshotThatDoesNotFitIsToldOfAndComesOnceThereIsRoom() throws Exception {
        assumeTrue(Mounts.possible(), "a small disk of its own needs root and a mount namespace");
        try (var site = SyncSite.begin(folder, 1)) {
            people(site);
            Path data = Files.createDirectories(site.boxFolder(1));
            var command = Mounts.on(data, "size=24m", Box.command(data, site.boxWords()));
            Box box = Box.start(command, Map.of(), pid -> Path.of("/proc/" + pid + "/root" + data));
            BoxApi api = box.api(); // as long as there is room for its key
            Path filler = box.data.resolve("filler");
            leave(filler, ROOM_BYTES);
            site.join(1, box);
            awaitStatus(box, "no room");
            assertThat(api.get("/api/3/people").body()).as("nobody by half").isEqualTo("[]");
            assertThat(SyncSite.present(box, 1, CARD)).containsEntry("decision", "rejected");

            Files.delete(filler);
            CommandRun synced = box.lintel("sync now --wait");
            assertThat(synced.exit()).as(synced.out() + synced.err()).isZero();
            assertThat(box.lintel("sync status").out()).doesNotContain("no room");
            for (int card : new int[] {CARD, CARD + PEOPLE / 2, CARD + PEOPLE - 1}) {
                assertThat(SyncSite.present(box, 1, card)).containsEntry("decision", "admitted");
            }
        }
    }

    private void people(SyncSite site) throws IOException {
        var csv = new StringBuilder("first_name,last_name,card,group_ids\n");
        for (int i = 0; i < PEOPLE; i++) {
            csv.append("P%d,Campus,%d,Staff%n".formatted(i, CARD + i));
        }
        Path file = Files.writeString(folder.resolve("people.csv"), csv);
        CommandRun imported = site.hub.lintel("people import " + file);
        assertThat(imported.exit()).as(imported.out() + imported.err()).isZero();
    }

    /// Writes a file that leaves so much room on its disk.
    private static void leave(Path filler, long bytes) throws IOException {
        // Not a FileStore, which looks for the path in the mount table: there it is another one in a container.
        long free = filler.resolveSibling(".").toFile().getUsableSpace();
        Files.write(filler, new byte[Math.toIntExact(free - bytes)]);
    }

    private static void awaitStatus(Box box, String wanted) {
        long deadline = System.nanoTime() + AWAIT_NS_MAX;
        String said = box.lintel("sync status").out();
        while (!said.contains(wanted)) {
            assertThat(System.nanoTime()).as(said).isLessThan(deadline);
            LockSupport.parkNanos(LOOK_NS);
            said = box.lintel("sync status").out();
        }
    }
}
