package dev.lintel.controller.reset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErasingTest {
    private static final List<String> BOX = List.of(
            "lintel.db",
            "lintel.db-wal",
            "lintel.db.schema-7",
            "lintel.db.damaged-1",
            "controller.yaml.before",
            "controller.yaml.refused",
            "commissioning.json",
            "system/bundle",
            "oauth.db",
            "webhooks.db",
            "sync.db",
            "tls/ca.key",
            "keys/event-names",
            "images/7/large.jpg",
            "before-restore-of-20261101T000000Z/keys/old",
            "files.restoring/keys/new",
            "restoring",
            "snapshots/policy-1.db",
            "test-account/lintel.db",
            "copying.lock",
            "crash.log",
            "claim",
            "event-floor",
            "controller.yaml");

    @TempDir
    Path temp;

    private Path data = Path.of("set before each");

    /// The power goes.
    private static final class Cut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @BeforeEach
    void box() throws IOException {
        data = temp.resolve("data");
        fill();
    }

    private void fill() throws IOException {
        for (String name : BOX) {
            Files.createDirectories(data.resolve(name).getParent());
            Files.writeString(data.resolve(name), "secret of " + name);
        }
    }

    private Set<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(data)) {
            var names = new TreeSet<String>();
            all.filter(Files::isRegularFile)
                    .forEach(file -> names.add(data.relativize(file).toString()));
            names.remove("lintel.lock");
            return names;
        }
    }

    @Test
    void aFolderThatNobodyMarkedIsLeftAlone() throws IOException {
        assertThat(Erasing.of(data).finish()).isFalse();
        assertThat(files()).containsExactlyInAnyOrderElementsOf(BOX);
    }

    @Test
    void aMarkedFolderIsEmptiedAndMarkedNoMore() throws IOException {
        Erasing.of(data).mark(false, false);
        assertThat(Erasing.of(data).isMarked()).isTrue();
        assertThat(Erasing.of(data).finish()).isTrue();
        assertThat(files()).isEmpty();
        assertThat(Erasing.of(data).finish()).isFalse();
    }

    /// Wherever it is cut: the next start erases the rest before a box begins, and leaves a new one alone.
    @Test
    void aCutAtEveryStepEndsInANewBox() throws IOException {
        int cuts = 0;
        for (int step = 0; ; step++) {
            fill();
            Erasing.of(data).mark(true, false);
            int[] left = {step};
            try {
                Erasing.of(data, _ -> {
                            if (left[0]-- == 0) throw new Cut();
                        })
                        .finish();
                break; // all steps were tried
            } catch (Cut e) {
                cuts++;
                assertThat(Erasing.of(data).isMarked())
                        .as("after step %d", step)
                        .isTrue();
            }
            assertThat(Erasing.of(data).finish()).as("after step %d", step).isTrue();
            assertThat(files()).as("after step %d", step).containsExactly("controller.yaml");
            Files.writeString(data.resolve("lintel.db"), "of the new box");
            assertThat(Erasing.of(data).finish()).isFalse();
            assertThat(Files.readString(data.resolve("lintel.db"))).isEqualTo("of the new box");
        }
        assertThat(cuts).isGreaterThan(BOX.size());
    }

    /// A mark that was cut is none: `writeDurably` gives a file its name last.
    @Test
    void aMarkThatIsOnlyBegunLeavesTheOldBox() throws IOException {
        Files.writeString(data.resolve("resetting.part"), "every");
        assertThat(Erasing.of(data).finish()).isFalse();
        assertThat(files()).hasSize(BOX.size() + 1);
    }

    @Test
    void whatIsNotLintelsIsNamedAndStaysInADevelopersFolder() throws IOException {
        Files.writeString(data.resolve("notes.txt"), "of somebody");
        Files.createDirectories(data.resolve("holiday"));
        assertThat(Erasing.of(data).foreign()).containsExactly("holiday", "notes.txt");
        Erasing.of(data).mark(false, false);
        Erasing.of(data).finish();
        assertThat(files()).containsExactly("notes.txt");
    }

    @Test
    void ofABoardEverythingGoesButWhatALinkPointsTo() throws IOException {
        Path outside = Files.createDirectories(temp.resolve("outside"));
        Files.writeString(outside.resolve("precious"), "stays");
        Files.createSymbolicLink(data.resolve("images/link"), outside);
        Files.writeString(data.resolve("people.csv"), "of somebody");
        Erasing.of(data).mark(false, true);
        Erasing.of(data).finish();
        assertThat(files()).isEmpty();
        assertThat(outside.resolve("precious")).exists();
    }

    @Test
    void aFolderThatAnotherProcessHoldsIsNotErased() throws IOException {
        Erasing.of(data).mark(false, false);
        try (DataFolder _ = DataFolder.open(data)) {
            assertThatThrownBy(() -> Erasing.of(data).finish())
                    .isInstanceOf(DataFolderException.class)
                    .hasMessageContaining("another Lintel process");
        }
        assertThat(files()).hasSize(BOX.size() + 1);
    }

    @Test
    void wiringThatNoStartHasSeenIsNotWhatIsKept() throws IOException {
        Files.writeString(data.resolve("controller.yaml.before"), "what works");
        Erasing.of(data).mark(true, true);
        Erasing.of(data).finish();
        assertThat(data.resolve("controller.yaml")).hasContent("what works");
        assertThat(files()).containsExactly("controller.yaml");
        Files.writeString(data.resolve("controller.yaml.before"), ""); // there was none
        Erasing.of(data).mark(true, true);
        Erasing.of(data).finish();
        assertThat(files()).isEmpty();
    }
}
