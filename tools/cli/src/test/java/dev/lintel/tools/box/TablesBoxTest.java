package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.CommandRun;
import dev.lintel.tools.ControlAsking;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes of two versions, one after the other, on one data folder: the newer one changes the tables.
class TablesBoxTest {
    private static final int ADMITTED = 10;
    private static final int BEFORE = 700_001;
    private static final int AFTER = 700_002;

    /// What a box of today leaves behind that was stopped: with the person of the card `BEFORE`.
    private static Path stopped;

    private static NextVersion next;

    @TempDir
    Path folder;

    private Path data;

    @BeforeAll
    static void make(@TempDir Path shared) throws IOException {
        next = new NextVersion(shared.resolve("next"));
        stopped = Box.prepared(shared.resolve("data"));
        try (Box box = Box.start(stopped)) {
            addPerson(shared, box, BEFORE);
            presents(box, BEFORE, "admitted");
            assertThat(stopped.resolve("lintel.db.schema-" + next.today)).doesNotExist();
        }
    }

    @BeforeEach
    void copy() {
        data = folder.resolve("data");
        Programs.run("cp", "-a", stopped.toString(), data.toString());
    }

    /// As an installed box runs: it opens its doors whatever the disk holds.
    private Map<String, String> service() {
        return Map.of("NOTIFY_SOCKET", folder.resolve("notify").toString());
    }

    private Path file(String name) {
        return data.resolve(name);
    }

    private static void addPerson(Path folder, Box box, int card) throws IOException {
        String text = "first_name,last_name,card,group_ids\nZoe,Zephyr,%d,Staff\n".formatted(card);
        Path csv = Files.writeString(folder.resolve("people.csv"), text);
        CommandRun imported = box.lintel("people import " + csv);
        assertThat(imported.exit()).as(imported.out() + imported.err()).isZero();
    }

    private static long presents(Box box, int card, String decision) {
        CommandRun present = box.lintel("present --channel 1 --card " + card + " --json");
        assertThat(present.exit()).as(present.err()).isZero();
        assertThat(present.json()).containsEntry("decision", decision);
        Object event = present.json().get("event_id");
        assertThat(event).isInstanceOf(Long.class);
        return event instanceof Long id ? id : 0;
    }

    @Test
    void noEventOfEitherVersionIsLostOnTheWayThereAndBack() throws Exception {
        long ofNext;
        try (Box box = Box.start(next.command(data), service(), _ -> data)) {
            assertThat(file("lintel.db.schema-" + next.today)).exists();
            presents(box, BEFORE, "admitted");
            addPerson(folder, box, AFTER);
            ofNext = presents(box, AFTER, "admitted");
            box.kill(); // with what it wrote last in the log beside the file
        }
        try (Box box = Box.start(data, service())) {
            assertThat(box.api().get("/health").statusCode())
                    .as("nothing is wrong")
                    .isEqualTo(200);
            assertThat(presents(box, BEFORE, "admitted")).isGreaterThan(ofNext);
            presents(box, AFTER, "rejected"); // people are as they were
        }
        Path newer = file("lintel.db.newer-schema-" + next.next());
        Map<Long, Long> there = LogFile.codes(newer);
        assertThat(there).containsEntry(ofNext, (long) ADMITTED);
        assertThat(LogFile.codes(file("lintel.db"))).as("all of both").containsAllEntriesOf(there);
        assertThat(LogFile.requireWhole(file("lintel.db")))
                .as("no gap, no repeat")
                .isGreaterThan(there.size() + 1);
        assertThat(new SyncFiles(data).number("PRAGMA user_version")).isEqualTo(next.today);
    }

    /// Root refuses such a version before it is installed. Where the disk has filled since, the version's test hears at
    /// once what is wrong, and that it will not get better.
    @Test
    void aVersionWithoutRoomForTheChangeSaysThatItsTestNeedNotWait() throws Exception {
        assumeTrue(Mounts.possible(), "a small disk of its own needs root and a mount namespace");
        Path small = Files.createDirectories(folder.resolve("small"));
        String copied = "cp -a '" + data + "/.' '" + small + "' && exec \"$@\"";
        var command = new ArrayList<>(List.of("sh", "-c", copied, "sh"));
        command.addAll(next.command(small));
        long spare = 2 * Files.size(file("lintel.db"));
        try (Box box = Box.start(
                Mounts.on(small, "size=" + (used(data) + spare), command),
                service(),
                pid -> Path.of("/proc/" + pid + "/root" + small))) {
            presentsInMemory(box);
            assertThat(String.valueOf(ControlAsking.ask(box.data, Map.of("command", "trial"))
                            .get("lasting")))
                    .startsWith("storage: ")
                    .contains("before its tables are changed lintel.db is copied", "MiB are needed")
                    .contains("in memory only");
        }
    }

    private static void presentsInMemory(Box box) {
        CommandRun present = box.lintel("present --channel 1 --card " + BEFORE + " --json");
        assertThat(present.json()).as(present.err()).containsEntry("decision", "admitted");
    }

    /// On a disk of whole pages.
    private static long used(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            long pages = 0;
            for (Path each : all.toList()) pages += 2 + (Files.isRegularFile(each) ? Files.size(each) / 4096 : 0);
            return pages * 4096;
        }
    }
}
