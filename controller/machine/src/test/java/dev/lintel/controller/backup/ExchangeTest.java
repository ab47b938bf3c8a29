package dev.lintel.controller.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The power goes before each step of an exchange, or the disk refuses that step: what is there afterwards
/// is one of the two boxes, with all its files and no other's.
class ExchangeTest {
    private static final String AT = "20261124T030000Z";
    private static final String KEPT = "before-restore-of-" + AT;
    /// More than any exchange of these boxes has.
    private static final int STEPS_MAX = 60;

    @TempDir
    Path temp;

    private final Map<String, String> old = new TreeMap<>();
    private final Map<String, String> restored = new TreeMap<>();
    private int folders;
    private Path data;

    /// The power goes.
    private static final class Cut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @BeforeEach
    void boxes() throws IOException {
        for (String name : new String[] {
            "lintel.db",
            "lintel.db-wal",
            "webhooks.db",
            "controller.yaml",
            "claim",
            "keys/event-names",
            "tls/ca.key",
            "images/7/a.webp",
            ".editors.swp"
        }) {
            old.put(name, "old " + name);
        }
        for (String name :
                new String[] {"lintel.db", "oauth.db", "controller.yaml", "keys/event-names", "sync/key", "tls/ca.key"
                }) {
            restored.put(name, "restored " + name);
        }
        begin();
    }

    /// A folder with an old box, and what is to come beside it.
    private void begin() throws IOException {
        data = temp.resolve("data-" + folders++);
        put(data, old);
        put(data.resolve(Exchange.FRESH), restored);
        Files.writeString(data.resolve("lintel.lock"), "");
        Files.createDirectories(data.resolve("before-restore-of-20250101T000000Z"));
    }

    private static void put(Path folder, Map<String, String> files) throws IOException {
        for (var file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    /// Files of the box, with what is in them; not what was put aside.
    private Map<String, String> box(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            var files = new TreeMap<String, String>();
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (name.startsWith("before-restore") || name.equals("lintel.lock")) continue;
                files.put(name, Files.readString(file));
            }
            return files;
        }
    }

    private Exchange cutAt(int step, boolean refused) {
        int[] left = {step};
        return Exchange.of(data, file -> {
            if (left[0]-- != 0) return;
            if (refused) throw new IOException(file + ": the disk reports a fault");
            throw new Cut();
        });
    }

    private void assertOldBox(String at) throws IOException {
        assertThat(box(data)).as(at).isEqualTo(old);
        assertThat(data.resolve(KEPT)).as(at).doesNotExist();
    }

    private void assertRestoredBox(String at) throws IOException {
        assertThat(box(data)).as(at).isEqualTo(restored);
        assertThat(box(data.resolve(KEPT))).as(at).isEqualTo(old);
    }

    @Test
    void whatComesTakesThePlaceOfWhatWasThere() throws IOException {
        assertThat(Exchange.of(data).run("north-gate", AT)).isEqualTo(data.resolve(KEPT));
        assertRestoredBox("no cut");
        assertThat(data.resolve(Exchange.FRESH)).doesNotExist();
        assertThat(Exchange.of(data).finish()).as("nothing was cut").isNull();
        assertRestoredBox("later");
    }

    /// With the box's own wiring and with the backup's.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCutAtEachStepIsFinishedByTheNextStart(boolean keepWiring) throws IOException {
        if (keepWiring) restored.put("controller.yaml", "old controller.yaml");
        int finished = 0;
        for (int step = 0; ; step++) {
            assertThat(step).isLessThan(STEPS_MAX);
            begin();
            if (!isCut(step)) break;
            String at = "cut before step " + step;
            String done = Exchange.of(data).finish();
            if (step == 0) {
                assertThat(done).as("it had not begun").isNull();
                put(data.resolve(Exchange.FRESH), Map.of("lintel.db", "left of the unpacking"));
                Exchange.of(data).removeFresh();
                assertOldBox(at);
                continue;
            }
            assertThat(done).as(at).contains("north-gate").contains("finished");
            assertRestoredBox(at);
            assertThat(Exchange.of(data).isMarked()).as(at).isFalse();
            assertThat(data.resolve(Exchange.FRESH)).as(at).doesNotExist();
            finished++;
        }
        assertThat(finished).isGreaterThan(old.size() + restored.size());
    }

    private boolean isCut(int step) throws IOException {
        try {
            cutAt(step, false).run("north-gate", AT);
            return false;
        } catch (Cut e) {
            assertThat(Exchange.of(data).isMarked()).as("before step %d", step).isEqualTo(step > 0);
            return true;
        }
    }

    /// In both directions, at each of its steps.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSecondCutWhileTheFirstIsMadeGoodChangesNothing(boolean back) throws IOException {
        for (int first = 1; ; first += 4) {
            begin();
            if (!isCut(first)) break;
            for (int second = 0; ; second++) {
                assertThat(second).isLessThan(STEPS_MAX);
                begin();
                isCut(first);
                String at = "cut before step " + first + ", then before step " + second;
                try {
                    Exchange again = cutAt(second, false);
                    if (back) again.takeBack();
                    else again.finish();
                    break;
                } catch (Cut e) {
                    assertThat(Exchange.of(data).finish()).as(at).isNotNull();
                    assertRestoredBox(at);
                }
            }
        }
    }

    @Test
    void aCutAtEachStepIsTakenBackByTheNextRestore() throws IOException {
        for (int step = 1; ; step++) {
            begin();
            if (!isCut(step)) break;
            String at = "cut before step " + step;
            assertThat(Exchange.of(data).takeBack())
                    .as(at)
                    .contains("north-gate")
                    .contains("taken back");
            assertOldBox(at);
            assertThat(Exchange.of(data).isMarked()).as(at).isFalse();
        }
    }

    /// The process goes on: it takes back what it cannot finish, at once.
    @Test
    void whatTheDiskRefusesIsTakenBack() throws IOException {
        int refused = 0;
        for (int step = 0; ; step++) {
            begin();
            try {
                cutAt(step, true).run("north-gate", AT);
                break;
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("the disk reports a fault");
                assertOldBox("refused at step " + step);
                assertThat(Exchange.of(data).isMarked()).isFalse();
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(old.size() + restored.size());
    }

    /// What came is damaged or was removed: then there is the box of before.
    @ParameterizedTest
    @ValueSource(strings = {"lintel.db", "sync", "oauth.db"})
    void whatCannotBeFinishedAnyMoreIsTakenBack(String lost) throws IOException {
        for (int step = 1; ; step++) {
            begin();
            if (!isCut(step)) break;
            Path file = data.resolve(Exchange.FRESH).resolve(lost);
            if (!Files.exists(file)) continue;
            if (Files.isDirectory(file)) Files.delete(file.resolve("key"));
            Files.delete(file);
            String at = "cut before step " + step;
            assertThat(Exchange.of(data).finish()).as(at).contains("taken back").contains(lost + " of it is lost");
            assertOldBox(at);
        }
    }

    @Test
    void withoutAFolderOfWhatComesItIsTheBoxOfBefore() throws IOException {
        isCut(6);
        try (Stream<Path> all = Files.walk(data.resolve(Exchange.FRESH))) {
            for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(path);
        }
        assertThat(Exchange.of(data).finish()).contains("taken back");
        assertOldBox("the folder is lost");
    }

    @Test
    void anEmptyFolderBecomesTheBox() throws IOException {
        old.clear();
        for (int step = 1; ; step++) {
            begin();
            boolean cut = isCut(step);
            if (cut) assertThat(Exchange.of(data).finish()).contains("finished");
            assertThat(box(data)).isEqualTo(restored);
            assertThat(data.resolve(KEPT)).doesNotExist();
            if (!cut) break;
        }
    }

    /// Neither way: whoever asks hears why, and nothing is lost.
    @Test
    void whatIsInTheWayOfBothIsSaid() throws IOException {
        isCut(5);
        Path inTheWay = data.resolve("tls/stranger");
        assertThat(data.resolve(KEPT).resolve("tls")).exists();
        Files.createDirectories(inTheWay);
        assertThatThrownBy(() -> Exchange.of(data).finish())
                .isInstanceOf(DataFolderException.class)
                .hasMessageContaining("a restore of this box was cut off, and can be neither finished nor taken back")
                .hasMessageContaining("tls");
        assertThat(Exchange.of(data).isMarked()).isTrue();
        Files.delete(inTheWay);
        assertThat(Exchange.of(data).finish()).contains("finished");
        assertRestoredBox("nothing is in the way any more");
    }

    @Test
    void whoeverHoldsTheFolderIsNotDisturbed() throws IOException {
        isCut(5);
        try (DataFolder _ = DataFolder.open(data)) {
            assertThatThrownBy(() -> Exchange.of(data).finish())
                    .isInstanceOfSatisfying(
                            DataFolderException.class,
                            e -> assertThat(e.inUse()).isTrue());
        }
        assertThat(Exchange.of(data).finish()).contains("finished");
    }

    /// Root reads it, in a folder of whoever took over the box's process.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "before-restore-of-1 | ../etc | names ../etc",
                "before-restore-of-1 | .. | names ..",
                "../before-restore-of-1 | keys | names no folder of before",
                "before-restore-of-1/../.. | keys | names no folder of before"
            })
    void noNameOfAMarkLeadsOutOfTheFolder(String before, String name, String said) throws IOException {
        Files.writeString(
                data.resolve(Exchange.MARKER),
                "{\"format\":1,\"what\":\"x\",\"before\":\"" + before + "\",\"old\":[\"" + name + "\"],\"new\":[]}");
        assertThatThrownBy(() -> Exchange.of(data).finish()).hasMessageContaining(said);
        assertThatThrownBy(() -> Exchange.of(data).takeBack()).hasMessageContaining(said);
    }

    @Test
    void noFolderThatIsALinkIsMovedInto() throws IOException {
        isCut(1);
        Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
        Path before = Files.createSymbolicLink(data.resolve(KEPT), elsewhere);
        assertThatThrownBy(() -> Exchange.of(data).finish()).hasMessageContaining("it is a link");
        assertThat(elsewhere).isEmptyDirectory();
        Files.delete(before);
        assertThat(Objects.requireNonNull(Exchange.of(data).finish())).contains("finished");
    }

    @Test
    void aDamagedMarkIsSaid() throws IOException {
        for (String text : new String[] {"", "{", "{\"before\":\"" + KEPT + "\"}"}) {
            Files.writeString(data.resolve(Exchange.MARKER), text);
            assertThatThrownBy(() -> Exchange.of(data).finish())
                    .isInstanceOf(DataFolderException.class)
                    .hasMessageContaining("neither finished nor taken back");
        }
    }
}
