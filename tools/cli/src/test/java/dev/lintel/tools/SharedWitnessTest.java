package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.proof.HeadLine;
import dev.lintel.controller.proof.HeadSigner;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventHeadStore;
import dev.lintel.controller.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel events verify` and the script `verify-events` with heads of several boxes in one file of a witness.
class SharedWitnessTest {
    private static final String LEFT_OUT = "1 heads";

    @TempDir
    Path folder;

    private Map<String, Object> gate;
    private Map<String, Object> lobby;

    @BeforeEach
    void write() throws Exception {
        gate = head(folder.resolve("gate"), 5);
        lobby = head(folder.resolve("lobby"), 3);
        CommandRun.of(
                "events",
                "export",
                folder.resolve("log.jsonl").toString(),
                "--data",
                folder.resolve("gate").toString());
    }

    /// The signed head of a new log of so many events.
    private static Map<String, Object> head(Path data, int events) throws InterruptedException {
        var time = new SystemTime();
        try (DataFolder opened = DataFolder.open(data);
                Database database = Database.open(opened, time)) {
            for (long i = 0; i < events; i++) {
                database.events().append(new EventDraft(EventKind.REX_PRESSED, 1, 1, Subject.NOBODY, Map.of("n", i)));
            }
            assertThat(database.awaitDisk(60_000)).isTrue();
            assertThat(new HeadSigner(database, LogKey.open(opened, null), time).sign())
                    .isTrue();
            return HeadLine.of(database.read(sql -> Objects.requireNonNull(EventHeadStore.newest(sql))));
        }
    }

    private static String named(Map<String, Object> head, String box) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>(head);
        line.put("box", box);
        return Json.write(line);
    }

    /// As `lintel hub heads` prints it.
    private static String unsigned(Map<String, Object> head, String box) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("event_id", head.get("event_id"));
        line.put("hash", head.get("hash"));
        line.put("box", box);
        return Json.write(line);
    }

    private String heads(String... lines) throws Exception {
        return Files.write(folder.resolve("heads"), List.of(lines)).toString();
    }

    private CommandRun verify(String... more) {
        var words = new ArrayList<>(
                List.of("events", "verify", "--data", folder.resolve("gate").toString()));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private CommandRun script(String... more) throws Exception {
        var words = new ArrayList<>(List.of(
                "python3",
                "src/main/scripts/verify-events",
                folder.resolve("log.jsonl").toString()));
        words.addAll(List.of(more));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new CommandRun(process.waitFor(), said, "");
    }

    /// The user knows the key, or the name of the box.
    private void bothVerify(String... more) throws Exception {
        var words = new ArrayList<>(List.of(more));
        if (!words.contains("--box") && !words.contains("--key"))
            words.addAll(List.of("--key", String.valueOf(gate.get("key"))));
        CommandRun command = verify(words.toArray(String[]::new));
        CommandRun script = script(words.toArray(String[]::new));
        assertThat(command.out()).contains("kept elsewhere up to event 5", LEFT_OUT, "left out");
        assertThat(script.out()).contains("kept elsewhere up to event 5", LEFT_OUT, "left out");
        assertThat(List.of(command.exit(), script.exit())).containsExactly(0, 0);
    }

    private void bothFail(String fault, String... more) throws Exception {
        assertThat(verify(more).out()).startsWith("NOT VERIFIED").contains(fault);
        assertThat(script(more).out()).startsWith("NOT VERIFIED").contains(fault);
    }

    @Test
    void headsOfOtherBoxesAreLeftOutAndCounted() throws Exception {
        bothVerify("--heads", heads(named(gate, "Gate"), named(lobby, "Lobby")));
        bothVerify("--heads", heads(named(lobby, "Lobby"), "<110>1 x Gate - - - - " + Json.write(gate)));
        bothVerify("--heads", heads(named(gate, "Gate"), unsigned(lobby, "Lobby"), unsigned(gate, "Gate")));
        String[] more = {"--box", "Gate", "--heads", folder.resolve("heads").toString()};
        assertThat(verify(more).out()).contains(" Those are the heads of: Lobby.");
        assertThat(script(more).out()).contains("left out: Lobby");
        assertThat(verify("--json", "--box", "Gate", "--heads", more[3]).json())
                .containsEntry("other_box_heads", 1L)
                .containsEntry("other_boxes", List.of("Lobby"));
    }

    @Test
    void bodiesOfAWebhookAreRead() throws Exception {
        bothVerify(
                "--heads",
                heads(
                        Json.write(Map.of("box", "Lobby", "head", lobby)),
                        Json.write(Map.of("box", "Gate", "head", gate))));
    }

    /// What a full disk or a power cut left of a line; the next head has a line of its own.
    @Test
    void anIncompleteLineIsLeftOutAndNamed() throws Exception {
        String whole = named(gate, "Gate");
        String file = heads(named(lobby, "Lobby"), whole.substring(0, 40), whole, whole.substring(0, 9));
        bothVerify("--heads", file);
        assertThat(verify("--box", "Gate", "--heads", file).out())
                .contains(" Lines 2, 4 of " + file + " are incomplete");
        assertThat(script("--heads", file).out())
                .contains("line 2 of " + file + " is incomplete", "line 4 of " + file + " is incomplete");
        assertThat(verify("--json", "--heads", file).json()).containsEntry("incomplete_lines", List.of(2L, 4L));
        assertThat(verify("--heads", heads(whole.substring(0, 40))).err()).contains("there is no head in it");
    }

    /// A head of this box still has to be in the log.
    @Test
    void aHeadOfThisBoxThatDoesNotFitIsFoundAmongOthers() throws Exception {
        Map<String, Object> forged = new LinkedHashMap<>(gate);
        forged.put("hash", lobby.get("hash"));
        bothFail("event 5", "--box", "Gate", "--heads", heads(named(lobby, "Lobby"), named(forged, "Gate")));
    }

    /// Somebody who writes a log with a new key also sends heads with that key.
    @Test
    void anotherKeyInTheNameOfThisBoxIsFound() throws Exception {
        bothFail("is signed by another key", "--heads", heads(named(lobby, "Gate"), named(gate, "Gate")));
        bothFail("is signed by another key", "--heads", heads(Json.write(lobby), named(gate, "Gate"))); // no name
        bothFail("is signed by another key", "--box", "Gate", "--heads", heads(named(lobby, "Gate"), Json.write(gate)));
    }

    /// Root deletes the key, makes the log again and renames the box: its old heads look like those of another box. A
    /// user who knows the box's name or its key finds it; without both nobody can tell, and nothing is verified.
    @Test
    void logMadeAgainWithAnotherKeyAndAnotherNameIsFound() throws Exception {
        String file = heads(named(lobby, "Front door"), named(gate, "Gate"));
        bothFail("1 heads", "--heads", file);
        bothFail("--key", "--heads", file);
        CommandRun command = verify("--heads", file);
        assertThat(command.out()).contains("made again with a new key", "Those are the heads of: Front door.");
        CommandRun script = script("--heads", file);
        assertThat(script.out()).contains("Front door");
        assertThat(List.of(command.exit(), script.exit())).containsExactly(1, 1);
        bothFail("is signed by another key", "--box", "Front door", "--heads", file);
        String former = String.valueOf(lobby.get("key"));
        assertThat(verify("--key", former, "--heads", file).err()).contains("the key of this box is another one");
        assertThat(script("--key", former, "--heads", file).out()).contains("NOT VERIFIED: the export is of another");
    }

    @Test
    void aFileWithoutAHeadOfThisBoxProvesNothing() throws Exception {
        bothFail("none of the 1 heads", "--heads", heads(named(lobby, "Lobby")));
    }

    /// The key proves that the box had the name Entrance before: hashes under that name, which have no key, are of this
    /// box.
    @Test
    void headsUnderAFormerNameOfTheBoxAreItsOwn() throws Exception {
        String signed = named(gate, "Entrance");
        String key = String.valueOf(gate.get("key"));
        for (String[] more : List.of(new String[] {"--key", key}, new String[] {"--box", "Gate"})) {
            var words = new ArrayList<>(List.of(more));
            words.addAll(List.of("--heads", heads(signed, unsigned(gate, "Entrance"), named(lobby, "Lobby"))));
            bothVerify(words.toArray(String[]::new));
            Map<String, Object> other = new LinkedHashMap<>(gate);
            other.put("hash", lobby.get("hash"));
            heads(signed, unsigned(other, "Entrance"), named(lobby, "Lobby"));
            bothFail("event 5", words.toArray(String[]::new));
        }
        bothFail(
                "is signed by another key",
                "--box",
                "Gate",
                "--heads",
                heads(signed, named(lobby, "Entrance"), unsigned(gate, "Gate")));
    }

    /// No key proves that the box had this name.
    @Test
    void aNameThatOnlyHashesHaveIsListedAsAnotherBox() throws Exception {
        String file = heads(named(gate, "Gate"), unsigned(gate, "Entrance"));
        bothVerify("--heads", file);
        String key = String.valueOf(gate.get("key"));
        assertThat(verify("--key", key, "--heads", file).out()).contains("Those are the heads of: Entrance.");
        assertThat(script("--key", key, "--heads", file).out()).contains("left out: Entrance");
    }

    /// Hashes that a hub kept have no key.
    @Test
    void hashesOfSeveralBoxesNeedTheNameOfOne() throws Exception {
        String both = heads(unsigned(gate, "Gate"), unsigned(lobby, "Lobby"));
        bothFail("--box", "--heads", both);
        bothVerify("--heads", both, "--box", "Gate");
    }
}
