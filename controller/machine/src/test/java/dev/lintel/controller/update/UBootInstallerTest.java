package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Installs on a folder that stands for a Raspberry Pi, whose slots U-Boot chooses; as [InstallerTest] does for boards
/// with UEFI.
class UBootInstallerTest {
    @TempDir
    Path temp;

    private final SigningKey key = SigningKey.make("release");
    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private Bundles bundles;
    private BoardFolder board;

    /// In place of the power.
    private static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectories(temp.resolve("work"));
        bundles = new Bundles(temp.resolve("work"), key);
        board = board("board");
    }

    private BoardFolder board(String name) throws IOException {
        return BoardFolder.pi(temp.resolve(name), Bundles.trust(1, 1, List.of(key), List.of(key)));
    }

    private Installer installer() {
        return new Installer(board.root, time, _ -> {});
    }

    private Path slot(String path) {
        return board.root.resolve("efi/lintel").resolve(path);
    }

    @Test
    void aNewVersionIsTriedAndKept() throws IOException {
        assertThat(installer().install(bundles.signed(2), List.of()).slot()).isEqualTo('b');
        assertThat(slot("b/trial")).hasContent("generation=2\ntries=3\n");
        assertThat(slot("b/entry"))
                .hasContent("""
                title=Lintel 0.2 (b)
                options=root=PARTUUID=%s ro quiet boot=%s var=%s %s
                """.formatted(BoardFolder.ROOT_B, BoardFolder.BOOT, BoardFolder.DATA, BoardFolder.OWN));
        assertThat(board.start()).isEqualTo(2);
        assertThat(installer().status().onTrial()).isTrue();
        installer().keep();
        assertThat(slot("b/good")).hasContent("generation=2\n");
        assertThat(slot("b/trial")).doesNotExist();
        assertThat(board.start()).isEqualTo(2);
        assertThat(installer().install(bundles.signed(3), List.of()).slot()).isEqualTo('a');
        assertThat(slot("a/good")).doesNotExist();
        assertThat(board.start()).isEqualTo(3);
    }

    @Test
    void aVersionThatNeverComesUpIsLeftAfterThreeTries() throws IOException {
        installer().install(bundles.signed(2), List.of());
        for (int tries = 0; tries < 3; tries++) assertThat(board.start()).isEqualTo(2);
        assertThat(installer().status().onTrial()).as("also at its last try").isTrue();
        assertThat(board.start()).isEqualTo(1);
        assertThat(Objects.requireNonNull(installer().notice()).why()).isEqualTo("it did not start");
        installer().install(bundles.signed(2), List.of());
        assertThat(board.start()).as("the same bundle may be tried again").isEqualTo(2);
    }

    @Test
    void aVersionThatFailsItsTestIsLeftAtOnce() throws IOException {
        installer().install(bundles.signed(2), List.of());
        assertThat(board.start()).isEqualTo(2);
        installer().giveUp("HTTPS does not answer");
        assertThat(slot("b/trial")).hasContent("generation=2\ntries=0\n");
        assertThat(board.start()).isEqualTo(1);
        assertThat(Objects.requireNonNull(installer().notice()).why()).isEqualTo("HTTPS does not answer");
    }

    @Test
    void goingBackIsATrialToo() throws IOException {
        installer().install(bundles.signed(2), List.of());
        board.start();
        installer().keep();
        assertThat(installer().rollback(List.of())).isEqualTo(new Installer.Back("Lintel 0.1 (a)", true));
        assertThat(slot("a/trial")).hasContent("generation=3\ntries=3\n");
        for (int tries = 0; tries < 3; tries++) assertThat(board.start()).isEqualTo(1);
        assertThat(board.start())
                .as("the old one does not start any more either")
                .isEqualTo(2);
    }

    @Test
    void anUpdateThatWasNotTriedYetIsTakenBack() throws IOException {
        installer().install(bundles.signed(2), List.of());
        assertThat(installer().rollback(List.of()).next()).isFalse();
        assertThat(slot("b/trial")).doesNotExist();
        assertThat(slot("b/entry")).doesNotExist();
        assertThat(board.start()).isEqualTo(1);
    }

    @Test
    void whatIsGoodAndOnTrialAfterACutIsGood() throws IOException {
        installer().install(bundles.signed(2), List.of());
        board.start();
        Files.writeString(slot("b/good"), "generation=2\n"); // kept, and no power before the trial was removed
        assertThat(installer().status().onTrial()).isFalse();
        assertThat(board.start()).isEqualTo(2);
        installer().install(bundles.signed(3), List.of());
        assertThat(board.start()).isEqualTo(3);
    }

    @Test
    void aStateThatIsDamagedIsNoSlot() throws IOException {
        installer().install(bundles.signed(2), List.of());
        Files.writeString(slot("b/trial"), "\0\0\0\0");
        assertThat(board.entries()).isEqualTo("lintel-a.conf");
        assertThat(board.start()).isEqualTo(1);
    }

    @Test
    void withoutPowerAtAnyStepAWholeVersionStartsAndTheInstallSucceedsAfterwards() throws IOException {
        Path bundle = bundles.signed(2);
        var told = new ArrayList<String>();
        new Installer(board("counted").root, time, told::add).install(bundle, List.of());
        assertThat(told).hasSizeGreaterThan(10);
        for (int cut = 0; cut < told.size(); cut++) {
            board = board("cut-" + cut);
            int[] left = {cut};
            var cutShort = new Installer(board.root, time, _ -> {
                if (left[0]-- == 0) throw new PowerCut();
            });
            assertThatThrownBy(() -> cutShort.install(bundle, List.of())).isInstanceOf(PowerCut.class);
            assertThat(board.start()).as("after '%s'", told.get(cut)).isEqualTo(1);
            installer().notice();
            installer().install(bundle, List.of());
            assertThat(board.start()).isEqualTo(2);
            installer().keep();
            assertThat(board.start()).isEqualTo(2);
        }
    }
}
