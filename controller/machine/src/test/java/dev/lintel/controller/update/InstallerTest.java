package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.update.Installer.Installed;
import dev.lintel.controller.update.Journal.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Installs on a folder that stands for a board, with true files. [BoardFolder#start] fails the test
/// whenever the boot loader would start something that is not whole.
class InstallerTest {
    @TempDir
    Path temp;

    private final SigningKey key = SigningKey.make("release");
    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private Bundles bundles;
    private BoardFolder board;

    /// In place of the power: at the `left`th thing that the installer tells.
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
        return new BoardFolder(temp.resolve(name), Bundles.trust(1, 1, List.of(key), List.of(key)));
    }

    private Installer installer() {
        return new Installer(board.root, time, _ -> {});
    }

    private Journal last() {
        return Objects.requireNonNull(installer().status().last());
    }

    @Test
    void aNewVersionIsTriedAndKept() throws IOException {
        Installed installed = installer().install(bundles.signed(2), List.of());
        assertThat(installed.slot()).isEqualTo('b');
        assertThat(board.entries()).isEqualTo("lintel-b+3.conf lintel-a.conf");
        assertThat(installer().status().onTrial()).isFalse(); // a runs still
        assertThat(board.start()).isEqualTo(2);
        assertThat(installer().status().onTrial()).isTrue();
        assertThat(installer().notice()).isNull();
        installer().keep();
        assertThat(board.entries()).isEqualTo("lintel-b.conf lintel-a.conf");
        assertThat(last().state()).isEqualTo(State.KEPT);
        assertThat(board.start()).isEqualTo(2);
        // The next one goes where the first was.
        assertThat(installer().install(bundles.signed(3), List.of()).slot()).isEqualTo('a');
        assertThat(board.start()).isEqualTo(3);
        installer().keep();
        assertThat(board.entries()).isEqualTo("lintel-a.conf lintel-b.conf");
    }

    @Test
    void whatTheBoxWasGivenStaysItsOwn() throws IOException {
        installer().install(bundles.signed(2), List.of());
        assertThat(board.root.resolve("efi/loader/entries/lintel-b+3.conf"))
                .hasContent("""
                title Lintel 0.2 (b)
                version 2
                sort-key lintel
                linux /lintel/b/linux
                initrd /lintel/b/initrd
                options root=PARTUUID=%s ro quiet boot=%s var=%s %s
                """.formatted(BoardFolder.ROOT_B, BoardFolder.BOOT, BoardFolder.DATA, BoardFolder.OWN));
    }

    @Test
    void aVersionThatNeverComesUpIsLeftAfterThreeTries() throws IOException {
        installer().install(bundles.signed(2), List.of());
        for (int tries = 0; tries < 3; tries++) assertThat(board.start()).isEqualTo(2);
        assertThat(board.entries()).isEqualTo("lintel-a.conf lintel-b+0-3.conf");
        assertThat(board.start()).isEqualTo(1);
        Journal failed = Objects.requireNonNull(installer().notice());
        assertThat(failed.why()).isEqualTo("it did not start");
        assertThat(installer().notice()).as("told once").isNull();
        assertThat(last().state()).isEqualTo(State.FAILED);
        assertThatThrownBy(() -> installer().rollback(List.of())).hasMessageContaining("did not pass its test");
        // The same bundle may be tried again.
        installer().install(bundles.signed(2), List.of());
        assertThat(board.start()).isEqualTo(2);
    }

    @Test
    void aVersionThatFailsItsTestIsLeftAtOnce() throws IOException {
        installer().install(bundles.signed(2), List.of());
        assertThat(board.start()).isEqualTo(2);
        installer().giveUp("HTTPS does not answer");
        assertThat(board.entries()).isEqualTo("lintel-a.conf lintel-b+0-1.conf");
        assertThat(board.start()).isEqualTo(1);
        Journal failed = Objects.requireNonNull(installer().notice());
        assertThat(failed.why()).isEqualTo("HTTPS does not answer");
    }

    @Test
    void theLastTryIsATrialToo() throws IOException {
        installer().install(bundles.signed(2), List.of());
        for (int tries = 0; tries < 3; tries++) assertThat(board.start()).isEqualTo(2); // two of them lost their power
        assertThat(board.entries()).isEqualTo("lintel-a.conf lintel-b+0-3.conf");
        assertThat(installer().status().onTrial()).isTrue();
        Path next = bundles.signed(3);
        assertThatThrownBy(() -> installer().install(next, List.of())).hasMessageContaining("on trial still");
        assertThat(board.releaseIn('a')).as("the version that is known to work").isEqualTo(1);
        installer().keep();
        assertThat(board.entries()).isEqualTo("lintel-b.conf lintel-a.conf");
        assertThat(installer().status().onTrial()).isFalse();
        assertThat(board.start()).isEqualTo(2);
    }

    @Test
    void aVersionThatIsLeftIsOnTrialNoMore() throws IOException {
        installer().install(bundles.signed(2), List.of());
        board.start();
        installer().giveUp("doors: one stands still");
        assertThat(installer().status().onTrial()).isFalse();
        assertThat(last().state()).isEqualTo(State.LEAVING);
    }

    @Test
    void anUpdateThatWasNotTriedYetIsTakenBack() throws IOException {
        installer().install(bundles.signed(2), List.of());
        assertThat(installer().rollback(List.of())).isEqualTo(new Installer.Back("Lintel 0.2 (b)", false));
        assertThat(board.entries()).isEqualTo("lintel-a.conf");
        assertThat(board.start()).isEqualTo(1);
        assertThat(last().why()).isEqualTo("taken back before it was tried");
    }

    @Test
    void ofTwoNamesOfOneEntryTheBetterOneCounts() throws IOException {
        installer().install(bundles.signed(2), List.of());
        board.start();
        Path entries = board.root.resolve("efi/loader/entries");
        Files.copy(entries.resolve("lintel-b+2-1.conf"), entries.resolve("lintel-b.conf")); // a rename that was cut
        BootEntry better = Objects.requireNonNull(
                BootEntries.at(board.root.resolve("efi"), new DurableFiles()).of('b'));
        assertThat(better.isCounted()).isFalse();
    }

    /// A Mac leaves such a file beside each that it writes, with bytes that are no text.
    @Test
    void filesOfOthersBesideTheEntriesHarmNothing() throws IOException {
        Path entries = board.root.resolve("efi/loader/entries");
        Files.write(entries.resolve("._lintel-a.conf"), new byte[] {0, 5, 0x16, 7, (byte) 0xB0, (byte) 0xFF});
        Files.write(entries.resolve("lintel-a.conf.bak"), new byte[] {(byte) 0xFF});
        assertThat(board.entries()).isEqualTo("lintel-a.conf");
    }

    @Test
    void keysOfARootStayWhenAnotherOneRuns() throws IOException {
        SigningKey next = SigningKey.make("next");
        installer().install(bundles.signed(2), List.of());
        board.start();
        Trust second = Bundles.trust(2, 1, List.of(next), List.of(key, next));
        Files.writeString(board.root.resolve(TrustedKeys.IN_ROOT), second.write()); // what slot b came with
        installer().keep();
        assertThat(board.trustKept()).isEqualTo(second.write());
    }

    @Test
    void theOnlyVersionIsNeverGivenUp() {
        assertThatThrownBy(() -> installer().giveUp("whatever"))
                .hasMessageContaining("no other version that would start");
    }

    @Test
    void goingBackIsATrialToo() throws IOException {
        assertThatThrownBy(() -> installer().rollback(List.of())).hasMessageContaining("the other slot is empty");
        installer().install(bundles.signed(2), List.of());
        board.start();
        assertThatThrownBy(() -> installer().rollback(List.of())).hasMessageContaining("on trial still");
        assertThatThrownBy(() -> installer().install(bundles.signed(3), List.of()))
                .hasMessageContaining("on trial still");
        installer().keep();
        assertThat(installer().rollback(List.of())).isEqualTo(new Installer.Back("Lintel 0.1 (a)", true));
        assertThat(board.entries()).isEqualTo("lintel-a+3.conf lintel-b.conf");
        assertThat(board.start()).isEqualTo(1);
        for (int tries = 0; tries < 2; tries++) board.start();
        assertThat(board.start())
                .as("the old one does not start any more either")
                .isEqualTo(2);
    }

    @Test
    void whatIsThereAlreadyIsNotWritten() throws IOException {
        Installed first = installer().install(bundles.signed(2), List.of());
        assertThat(first.writtenBytes()).isEqualTo(Bundles.ROOT_BYTES);
        assertThat(installer().install(bundles.signed(2), List.of()).writtenBytes())
                .isZero();
        assertThat(installer().install(bundles.signed(3), List.of()).writtenBytes())
                .isBetween(1L, Bundles.ROOT_BYTES * 2L / 3);
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

    @Test
    void aCardThatKeepsSomethingElseIsCaught() throws IOException {
        Path bundle = bundles.signed(2);
        var worn = new Installer(board.root, time, told -> {
            if (!told.startsWith("reading the slot")) return;
            try {
                Bundles.patch(board.slot('b'), 100_000, new byte[] {42, 42});
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThatThrownBy(() -> worn.install(bundle, List.of()))
                .hasMessageContaining("does not hold what was written to it");
        assertThat(board.entries()).isEqualTo("lintel-a.conf");
        assertThat(board.start()).isEqualTo(1);
    }

    @Test
    void aRootThatIsLargerThanTheSlotIsRefusedBeforeAnythingIsWritten() throws IOException {
        Path size = board.root.resolve("sys/devices/platform/vda/vda3/size");
        Files.writeString(size, Bundles.ROOT_BYTES / 512 - 1 + "\n");
        assertThatThrownBy(() -> installer().install(bundles.signed(2), List.of()))
                .hasMessageContaining("larger than this box's slot");
        assertThat(Files.readAllBytes(board.slot('b'))).containsOnly(0);
    }

    /// A boot partition with room for the new kernels, were it not for what a power cut left of others.
    @Test
    void whatACutInstallLeftOfItsKernelsTakesNoRoomFromTheNext() throws IOException, InterruptedException {
        assumeThat(System.getProperty("user.name")).as("who mounts").isEqualTo("root");
        Path boot = Files.createDirectories(temp.resolve("full/efi"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=1280k", "tmpfs", boot.toString()))
                .as("no mounts here")
                .isZero();
        try {
            board = board("full");
            Path slot = Files.createDirectories(boot.resolve("lintel/b"));
            for (String left : List.of("linux.new", "initrd.new")) Files.write(slot.resolve(left), new byte[100_000]);
            installer().install(bundles.signed(2), List.of());
            assertThat(slot).isDirectoryNotContaining("glob:**.new");
            assertThat(board.start()).isEqualTo(2);
        } finally {
            run("umount", boot.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    @Test
    void aSecondCardInTheMachineIsNotTouched() throws IOException {
        board.disk("vdb", BoardFolder.ROOT_A.replace('a', '9'), "99", "98", "97");
        board.disk("uba", BoardFolder.ROOT_A.replace('a', '8'), "89", "88", "87");
        installer().install(bundles.signed(2), List.of());
        assertThat(board.start()).isEqualTo(2);
        assertThat(board.root.resolve("dev/vdb3")).doesNotExist();
    }

    @Test
    void aCardWithTheSameIdsInTheMachineIsNoticed() throws IOException {
        board.disk("vdb", BoardFolder.ROOT_A, BoardFolder.ROOT_B, BoardFolder.BOOT, BoardFolder.DATA);
        Path bundle = bundles.signed(2);
        assertThatThrownBy(() -> installer().install(bundle, List.of()))
                .hasMessageContaining("is there another disk with the same ids?");
        assertThat(Files.readAllBytes(board.slot('b'))).containsOnly(0);
    }

    @Test
    void aMachineThatNoImageMadeIsToldHowItGetsVersions() throws IOException {
        Path plain = Files.createDirectories(temp.resolve("plain"));
        Path bundle = bundles.signed(2);
        assertThatThrownBy(() -> new Installer(plain, time, _ -> {}).install(bundle, List.of()))
                .hasMessageContaining("does not run from a Lintel image")
                .hasMessageContaining("apt or dpkg");
    }

    /// A bundle's root may be built without any: the box goes on to trust whom its image trusted.
    @Test
    void keysOfTheFirstImageAreTrustedWhateverRootRunsAfterAnUpdate() throws IOException {
        installer().install(bundles.signed(2), List.of());
        Files.delete(board.root.resolve(TrustedKeys.IN_ROOT));
        assertThat(installer().trusted()).isNotNull();
    }

    @Test
    void aBoxWithoutKeysTakesNothingUntilItIsGivenSome() throws IOException {
        Files.delete(board.root.resolve(TrustedKeys.IN_ROOT));
        Path bundle = bundles.signed(2);
        assertThatThrownBy(() -> installer().install(bundle, List.of())).hasMessageContaining("trusts no keys");
        Path file = temp.resolve("trust.json");
        Files.writeString(file, Bundles.trust(1, 1, List.of(key), List.of()).write());
        assertThatThrownBy(() -> installer().trust(file)).hasMessageContaining("not signed by its own keys");
        Files.writeString(file, Bundles.trust(1, 1, List.of(key), List.of(key)).write());
        installer().trust(file);
        installer().install(bundle, List.of());
        assertThat(board.start()).isEqualTo(2);
    }

    @Test
    void twoAtOnceAreOne() throws IOException {
        Path bundle = bundles.signed(2);
        var second = new ArrayList<String>();
        var first = new Installer(board.root, time, _ -> {
            if (!second.isEmpty()) return;
            try {
                installer().install(bundle, List.of());
            } catch (UpdateException e) {
                second.add(e.getMessage());
            }
        });
        first.install(bundle, List.of());
        assertThat(second).containsExactly("another update is being installed");
    }

    @Test
    void aDamagedNoteIsNoReasonNotToStart() throws IOException {
        installer().install(bundles.signed(2), List.of());
        Path note = board.root.resolve("var/lib/lintel-os/update/last.json");
        Files.writeString(note, "{\"format\":", StandardCharsets.UTF_8);
        assertThat(board.start()).isEqualTo(2);
        assertThat(installer().notice()).isNull();
        installer().keep();
        assertThat(board.entries()).startsWith("lintel-b.conf");
    }
}
