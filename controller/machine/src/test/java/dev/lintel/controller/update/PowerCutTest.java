package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.update.CutFiles.How;
import dev.lintel.controller.update.CutFiles.PowerCut;
import dev.lintel.controller.update.Journal.State;
import dev.lintel.controller.update.Settlement.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever is decided about a version, the power goes at each step of it: before the step, in the middle of it, and
/// the disk refuses it. [BoardFolder#start] fails the test whenever something starts that is not whole.
class PowerCutTest {
    private static final String WHY = "doors: one stands still";

    /// More than a box ever starts by itself until it is settled.
    private static final int STARTS_MAX = 6;

    enum Loader {
        SYSTEMD_BOOT,
        U_BOOT
    }

    private interface Step {
        void on(Installer installer) throws IOException;
    }

    private interface Check {
        void after(String cut) throws IOException;
    }

    @TempDir
    Path temp;

    private final SigningKey key = SigningKey.make("release");
    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    /// Releases whose test was run, in turn.
    private final List<Long> tested = new ArrayList<>();

    private int boards;
    private Path second;
    private Path third;
    private BoardFolder board;

    @BeforeEach
    void begin() throws IOException {
        var bundles = new Bundles(Files.createDirectories(temp.resolve("work")), key);
        second = bundles.signed(2);
        third = bundles.signed(3);
        board = board(Loader.SYSTEMD_BOOT);
    }

    private BoardFolder board(Loader loader) throws IOException {
        Path root = temp.resolve("board-" + boards++);
        Trust trust = Bundles.trust(1, 1, List.of(key), List.of(key));
        return loader == Loader.U_BOOT ? BoardFolder.pi(root, trust) : new BoardFolder(root, trust);
    }

    private Path data() {
        return board.root.resolve("var/lib/lintel");
    }

    private Installer installer() {
        return new Installer(board.root, data(), time, _ -> {}, CutFiles.never());
    }

    private Journal last() {
        return Objects.requireNonNull(installer().status().last());
    }

    /// A board of its own for each step of `decision`, in each way.
    private void cutEach(Loader loader, Step before, Step decision, Check check) throws IOException {
        board = board(loader);
        before.on(installer());
        BoardFolder template = board;
        for (How how : How.values()) {
            int steps = 0;
            for (boolean cut = true; cut; steps++) {
                board = template.copy(temp.resolve("board-" + boards++));
                tested.clear();
                var files = new CutFiles(how, steps);
                cut(files, decision);
                cut = files.isCut();
                check.after(cut ? how + " step " + steps : "no cut");
            }
            assertThat(steps).as("steps, and once without a cut").isGreaterThan(2);
        }
    }

    private void cut(CutFiles files, Step decision) throws IOException {
        try {
            decision.on(new Installer(board.root, data(), time, _ -> {}, files));
        } catch (PowerCut e) {
            assertThat(files.isCut()).isTrue();
        } catch (UpdateException e) {
            assertThat(e).hasMessageContaining("the disk reports a fault");
        }
    }

    /// One start as a board makes it: the test of a version says the same each time.
    private Settlement settle(long release, List<Long> broken) {
        return Settlement.of(installer(), _ -> {
            tested.add(release);
            return broken.contains(release) ? WHY : null;
        });
    }

    /// Starts for as long as the box restarts by itself.
    ///
    /// @param broken releases that fail their test
    /// @return the release that it stays with
    private long settled(List<Long> broken) throws IOException {
        for (int starts = 0; starts < STARTS_MAX; starts++) {
            long release = board.start();
            Settlement settled = settle(release, broken);
            if (settled.outcome() != Outcome.LEAVING) return release;
        }
        throw new AssertionError("it restarts for ever");
    }

    private void tried(Installer installer) throws IOException {
        installer.install(second, List.of());
        assertThat(board.start()).isEqualTo(2);
    }

    private void kept(Installer installer) throws IOException {
        tried(installer);
        installer.keep();
    }

    /// Nothing is on trial for whoever asks, nor for an install.
    private void isFree(String cut) {
        Installer.Status status = installer().status();
        assertThat(status.onTrial()).as(cut).isFalse();
        BootEntry running =
                BootEntries.at(board.root.resolve("efi"), CutFiles.never()).of(status.slot());
        assertThat(Objects.requireNonNull(running).isCounted()).as(cut).isFalse();
    }

    /// Once that is decided it counts, though its test passes now and then: it is not run again.
    @ParameterizedTest
    @EnumSource(Loader.class)
    void aVersionThatFailedItsTestIsLeft(Loader loader) throws IOException {
        cutEach(loader, this::tried, installer -> installer.giveUp(WHY), cut -> {
            boolean decided = last().state() == State.LEAVING;
            assertThat(settled(decided ? List.of() : List.of(2L))).as(cut).isEqualTo(1);
            assertThat(tested).as(cut).hasSize(decided ? 0 : 1);
            assertThat(last().state()).as(cut).isEqualTo(State.FAILED);
            assertThat(last().why()).as(cut).isEqualTo(WHY);
            isFree(cut);
        });
    }

    @ParameterizedTest
    @EnumSource(Loader.class)
    void aSecondCutWhileTheFirstIsMadeGoodChangesNothing(Loader loader) throws IOException {
        Step twice = installer -> {
            tried(installer);
            cut(new CutFiles(How.BEFORE, 1), first -> first.giveUp(WHY));
            assertThat(board.start()).isEqualTo(2);
        };
        Step start = installer -> Settlement.of(installer, _ -> "it is not asked");
        cutEach(loader, twice, start, cut -> {
            assertThat(settled(List.of())).as(cut).isEqualTo(1);
            assertThat(last().why()).as(cut).isEqualTo(WHY);
            isFree(cut);
        });
    }

    @ParameterizedTest
    @EnumSource(Loader.class)
    void aVersionThatPassedItsTestIsKept(Loader loader) throws IOException {
        cutEach(loader, this::tried, Installer::keep, cut -> {
            assertThat(settled(List.of())).as(cut).isEqualTo(2);
            assertThat(last().state()).as(cut).isEqualTo(State.KEPT);
            assertThat(board.start()).as(cut).isEqualTo(2);
            assertThat(board.root.resolve("var/lib/lintel-os/update/newest.json"))
                    .content()
                    .contains("\"0.2\"");
            isFree(cut);
        });
    }

    /// Three cuts at the wrong moment take its three tries.
    @ParameterizedTest
    @EnumSource(Loader.class)
    void aVersionThatCannotBeKeptInThreeStartsIsNotCalledKept(Loader loader) throws IOException {
        board = board(loader);
        installer().install(second, List.of());
        for (int tries = 0; tries < BootEntry.TRIES; tries++) {
            assertThat(board.start()).isEqualTo(2);
            int notes = tries == 0 ? 3 : 2; // of the update, of keys, and once of the newest: then comes the boot entry
            cut(new CutFiles(How.BEFORE, notes), Installer::keep);
        }
        assertThat(last().state()).isEqualTo(State.KEPT);
        assertThat(board.start()).isEqualTo(1);
        assertThat(settle(1, List.of()).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(last().state()).isEqualTo(State.FAILED);
        installer().install(second, List.of());
        assertThat(settled(List.of())).isEqualTo(2);
        installer().install(third, List.of());
        assertThat(settled(List.of())).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(Loader.class)
    void goingBackHappensOrIsSaidNotToHaveBegun(Loader loader) throws IOException {
        cutEach(loader, this::kept, installer -> installer.rollback(List.of()), cut -> {
            boolean noted = last().state() != State.KEPT;
            if (board.start() == 2) { // nothing is on trial: nobody settles anything at this start
                assertThat(installer().status().onTrial()).as(cut).isFalse();
                assertThat(last().state()).as(cut).isEqualTo(noted ? State.FAILED : State.KEPT);
                if (noted) assertThat(last().why()).as(cut).contains("did not begin");
                assertThat(settle(2, List.of()).outcome()).as(cut).isEqualTo(Outcome.SETTLED);
                assertThat(installer().rollback(List.of()).next()).isTrue();
            }
            assertThat(settled(List.of())).as(cut).isEqualTo(1);
            assertThat(last().state()).as(cut).isEqualTo(State.KEPT);
            isFree(cut);
        });
    }

    /// The old version does not work any more either.
    @ParameterizedTest
    @EnumSource(Loader.class)
    void aVersionThatWasGoneBackToAndFailsIsLeft(Loader loader) throws IOException {
        cutEach(loader, this::kept, installer -> installer.rollback(List.of()), cut -> {
            assertThat(settled(List.of(1L))).as(cut).isEqualTo(2);
            assertThat(board.start()).as(cut).isEqualTo(2);
            isFree(cut);
        });
    }

    @ParameterizedTest
    @EnumSource(Loader.class)
    void anUpdateThatIsTakenBackIsGoneOrTried(Loader loader) throws IOException {
        Step waits = installer -> installer.install(second, List.of());
        cutEach(loader, waits, installer -> installer.rollback(List.of()), cut -> {
            boolean gone = installer().status().entries().size() == 1;
            assertThat(settled(List.of())).as(cut).isEqualTo(gone ? 1 : 2);
            assertThat(last().state()).as(cut).isEqualTo(gone ? State.FAILED : State.KEPT);
            isFree(cut);
        });
    }
}
