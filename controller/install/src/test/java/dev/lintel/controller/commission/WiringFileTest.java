package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.DemoConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WiringFileTest {
    private static final String OTHER = DemoConfig.TEXT.replace("line: 17", "line: 2");
    private static final String FAULTY = DemoConfig.TEXT
            .replace("line: 17", "line: lots")
            .replace("unit: 2", "unit: 1")
            .replace("release: [1, 2]", "release: [1]");

    @TempDir
    Path folder;

    private WiringFile begun() {
        return WiringFile.of(folder, DemoConfig.TEXT, _ -> List.of());
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aBoxWithoutAFileBeginsWithTheTextOfItsKindAndWritesNothing() throws IOException {
        assertThat(begun().text()).isEqualTo(DemoConfig.TEXT);
        assertThat(begun().changed()).isFalse();
        assertThat(files()).isEmpty();
    }

    @Test
    void everyFaultIsToldAndNothingIsWritten() throws IOException {
        WiringFile file = begun();
        assertThatThrownBy(() -> file.write(FAULTY))
                .isInstanceOfSatisfying(
                        CommissionException.class,
                        e -> assertThat(e.sentences())
                                .hasSize(2)
                                .allMatch(sentence -> sentence.startsWith("controller.yaml:")));
        assertThat(files()).isEmpty();
    }

    @Test
    void aChangeIsOnTrialUntilABoxHasStartedWithIt() throws IOException {
        WiringFile file = begun();
        file.write(OTHER);
        assertThat(file.changed()).isTrue();
        assertThat(files()).containsExactly("controller.yaml", "controller.yaml.before");
        WiringFile next = begun();
        next.keep();
        assertThat(next.changed()).isFalse();
        assertThat(files()).containsExactly("controller.yaml");
        assertThat(Files.getPosixFilePermissions(next.path())).hasSize(2);
    }

    @Test
    void whatNoBoxStartsWithIsPutAsideWithTheReasonAndTheOneBeforeStandsAgain() throws IOException {
        begun().write(OTHER);
        begun().keep();
        WiringFile running = begun();
        running.write(DemoConfig.TEXT.replace("line: 17", "line: 3"));
        running.write(DemoConfig.TEXT.replace("line: 17", "line: 4")); // before any start: still goes back to the first
        assertThat(begun().goBack("line 4 is\nnot there")).isTrue();
        WiringFile again = begun();
        assertThat(again.text()).isEqualTo(OTHER);
        assertThat(again.refusal()).isEqualTo("line 4 is not there");
        assertThat(Files.readString(folder.resolve("controller.yaml.refused"))).contains("line: 4");
        assertThat(again.goBack("once more"))
                .as("there is nothing to go back to")
                .isFalse();
    }

    @Test
    void theFirstChangeThatDoesNotStartLeavesNoFile() throws IOException {
        begun().write(OTHER);
        assertThat(begun().goBack("no")).isTrue();
        assertThat(files()).containsExactly("controller.yaml.refused");
        assertThat(begun().text()).isEqualTo(DemoConfig.TEXT);
    }

    @Test
    void goingBackThatWasCutShortIsFinishedByTheNextStart() throws IOException {
        begun().write(OTHER);
        begun().keep();
        begun().write(DemoConfig.TEXT.replace("line: 17", "line: 3"));
        byte[] trial = Files.readAllBytes(folder.resolve("controller.yaml"));
        // Cut after the refused text was written, before the move.
        Files.write(folder.resolve("controller.yaml.refused"), trial);
        assertThat(begun().goBack("why")).isTrue();
        assertThat(begun().text()).isEqualTo(OTHER);
        assertThat(begun().refusal()).isEqualTo("why");
    }

    @Test
    void whatAPersonChangedByHandIsTriedWithAWayBack() throws IOException {
        begun().write(OTHER);
        begun().keep();
        WiringFile running = begun();
        Files.writeString(running.path(), FAULTY);
        assertThatThrownBy(running::tryOut).isInstanceOf(CommissionException.class);
        assertThat(files()).containsExactly("controller.yaml");
        Files.writeString(running.path(), DemoConfig.TEXT.replace("line: 17", "line: 44"));
        running.tryOut();
        assertThat(begun().goBack("line 44")).isTrue();
        assertThat(begun().text()).isEqualTo(OTHER);
    }

    @Test
    void changesAreForgottenUntilAStart() throws IOException {
        WiringFile file = begun();
        file.write(OTHER);
        assertThat(file.drop()).isTrue();
        assertThat(files()).isEmpty();
        assertThat(file.drop()).isFalse();
        assertThat(file.refusal()).isNull();
    }

    /// Whatever became of it: a JVM that broke down, a hang that was killed, a power cut.
    @Test
    void aStartThatLeftNoWordIsGoneBackFromByTheNext() throws IOException {
        assertThat(begun().tried()).as("nothing is on trial").isNull();
        begun().write(OTHER);
        begun().keep();
        begun().write(DemoConfig.TEXT.replace("line: 17", "line: 3"));
        assertThat(begun().tried()).as("the first start with it").isNull();
        assertThat(begun().text()).contains("line: 3");
        assertThat(begun().tried()).isEqualTo("a box that was started with it did not come up");
        assertThat(begun().text()).isEqualTo(OTHER);
        assertThat(begun().refusal()).contains("did not come up");
        assertThat(files()).containsExactly("controller.yaml", "controller.yaml.refused");
    }

    @Test
    void aStartThatCameUpIsNotHeldAgainstTheNextChange() throws IOException {
        begun().write(OTHER);
        begun().tried();
        begun().keep();
        assertThat(files()).containsExactly("controller.yaml");
        begun().write(DemoConfig.TEXT);
        assertThat(begun().tried()).isNull();
    }

    /// A box works for long, and somebody has written a change that no start has seen yet.
    @Test
    void whatWasWrittenSinceTheStartKeepsItsWayBack() throws IOException {
        begun().write(OTHER);
        WiringFile running = begun();
        running.write(DemoConfig.TEXT.replace("line: 17", "line: 3"));
        running.keep();
        assertThat(files()).containsExactly("controller.yaml", "controller.yaml.before");
        assertThat(Files.readString(folder.resolve("controller.yaml.before")))
                .as("it has come up with that")
                .isEqualTo(OTHER);
        assertThat(begun().goBack("line 3")).isTrue();
        assertThat(begun().text()).isEqualTo(OTHER);
    }

    @Test
    void anotherTextThanTheOneThatDidNotComeUpIsTried() throws IOException {
        begun().write(OTHER);
        begun().keep();
        begun().write(DemoConfig.TEXT.replace("line: 17", "line: 3"));
        assertThat(begun().tried()).isNull();
        Files.writeString(folder.resolve("controller.yaml"), DemoConfig.TEXT); // by hand, or from a card
        assertThat(begun().tried()).as("it is another one").isNull();
        assertThat(begun().tried()).contains("did not come up");
    }

    @Test
    void aStartThatSaidNothingOfTheWiringIsNoTry() throws IOException {
        begun().write(OTHER);
        assertThat(begun().tried()).isNull();
        WiringFile.forgetTry(folder);
        assertThat(begun().tried()).isNull();
        assertThat(begun().text()).isEqualTo(OTHER);
    }

    @Test
    void aFileThatIsNoTextIsGoneBackFromAndForgotten() throws IOException {
        begun().write(OTHER);
        begun().keep();
        WiringFile running = begun();
        byte[] latin = "name: Tür\n".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(running.path(), latin);
        assertThat(running.faults()).isNotEmpty();
        running.haveWayBack();
        assertThat(begun().goBack("no text")).isTrue();
        assertThat(begun().text()).isEqualTo(OTHER);
        assertThat(begun().refusal()).isEqualTo("no text");
        assertThat(Files.readAllBytes(folder.resolve("controller.yaml.refused")))
                .endsWith(latin);
        WiringFile next = begun();
        Files.write(next.path(), latin);
        assertThat(next.drop()).isTrue();
        assertThat(begun().text()).isEqualTo(OTHER);
        assertThat(files()).containsExactly("controller.yaml");
    }

    @Test
    void withoutRoomForTheNoteItGoesBackAllTheSame() throws IOException {
        begun().write(OTHER);
        begun().keep();
        begun().write(DemoConfig.TEXT);
        Files.createDirectories(folder.resolve("controller.yaml.refused/full")); // nothing can be written there
        assertThat(begun().goBack("why")).isTrue();
        assertThat(begun().text()).isEqualTo(OTHER);
    }

    @Test
    void whereThePageWouldOpenIsCompared() throws IOException {
        begun().write(OTHER);
        begun().keep();
        assertThat(begun().isReachedOtherwise()).as("nothing is on trial").isFalse();
        begun().write(DemoConfig.TEXT);
        assertThat(begun().isReachedOtherwise()).isFalse();
        begun().write("listen: {https: 9443}\n" + DemoConfig.TEXT);
        assertThat(begun().isReachedOtherwise()).isTrue();
    }
}
