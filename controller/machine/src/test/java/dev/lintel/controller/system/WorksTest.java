package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.system.Answer.State;
import dev.lintel.controller.system.MachineState.Image;
import dev.lintel.controller.system.SystemRequest.Install;
import dev.lintel.controller.system.SystemRequest.Restart;
import dev.lintel.controller.system.SystemRequest.Rollback;
import dev.lintel.controller.system.SystemRequest.SetClock;
import dev.lintel.controller.system.SystemRequest.TimeServers;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.BundleLook;
import dev.lintel.controller.update.Bundles;
import dev.lintel.controller.update.Installer;
import dev.lintel.controller.update.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the box asks for, and what root makes of it, on true files.
class WorksTest {
    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private MachineRig rig;

    @BeforeEach
    void begin() throws IOException {
        rig = new MachineRig(temp.resolve("machine"), temp.resolve("data"), time);
        rig.works().serve(); // at the start of the machine
    }

    private Answer served(SystemRequest request) {
        String id = rig.desk().ask(request);
        rig.works().serve();
        Answer answer = Objects.requireNonNull(rig.desk().answer());
        assertThat(answer.id()).isEqualTo(id);
        return answer;
    }

    private Image image() {
        return Objects.requireNonNull(Objects.requireNonNull(rig.desk().state()).image());
    }

    @Test
    void theBoxIsToldHowItsMachineStands() throws IOException {
        Image image = image();
        assertThat(image.board()).isEqualTo("virt-arm64");
        assertThat(image.version()).isEqualTo("0.1");
        assertThat(image.slot()).isEqualTo("a");
        assertThat(image.slots()).containsExactly(new MachineState.Slot("a", "Lintel 0.1 (a)", "good"));
        assertThat(image.hostName()).isEqualTo("north");
        assertThat(image.network()).isEqualTo(new NetworkPlan("north", "", "", List.of()));
        assertThat(Files.readString(rig.folders.published().resolve("state.json")))
                .doesNotContain("PRIVATE");
        assertThat(rig.desk().hindrance()).isNull();
        assertThat(rig.desk().answer()).isNull();
    }

    @Test
    void aBundleIsUploadedLookedAtInstalledAndKept() throws IOException {
        rig.upload(rig.bundles.signed(2));
        BundleLook look = Objects.requireNonNull(rig.desk().look());
        assertThat(look.refusal()).isNull();
        assertThat(look.signers()).containsExactly("release 2026");
        Answer answer = served(new Install(look.manifest().release(), true));
        assertThat(answer.state()).isEqualTo(State.RESTARTING);
        assertThat(answer.text()).isEqualTo("Lintel 0.2 is in slot b: the box restarts into it now");
        assertThat(rig.machine.ran).containsExactly("restart");
        assertThat(rig.board.entries()).isEqualTo("lintel-b+3.conf lintel-a.conf");
        assertThat(rig.folders.requests()).isEmptyDirectory();
        assertThat(rig.folders.workroom()).isEmptyDirectory();
        assertThat(image().slots().getFirst().state()).isEqualTo("to be tried");
        assertThat(rig.board.start()).isEqualTo(2);
        rig.powerCut(); // as any restart: /run is empty
        assertThat(rig.desk().hindrance()).contains("has not told yet");
        rig.works().serve();
        assertThat(image().onTrial()).isTrue();
        assertThat(Objects.requireNonNull(image().last()).state()).isEqualTo("trying");
        new Installer(rig.folders.root(), time, _ -> {}).keep();
        rig.works().serve();
        assertThat(image().onTrial()).isFalse();
        assertThat(Objects.requireNonNull(image().last()).state()).isEqualTo("kept");
    }

    @Test
    void itIsTriedLaterWhereNobodyWantsARestart() throws IOException {
        rig.upload(rig.bundles.signed(2));
        assertThat(served(new Install(2, false)).state()).isEqualTo(State.DONE);
        assertThat(rig.machine.ran).isEmpty();
        // And is taken back before that.
        Answer back = served(new Rollback());
        assertThat(back.text()).contains("is not any more");
        assertThat(rig.machine.ran).isEmpty();
        assertThat(rig.board.entries()).isEqualTo("lintel-a.conf");
    }

    @Test
    void theVersionBeforeIsGoneBackTo() throws IOException {
        rig.upload(rig.bundles.signed(2));
        served(new Install(2, true));
        rig.board.start();
        assertThat(served(new Rollback()).text()).contains("on trial still");
        new Installer(rig.folders.root(), time, _ -> {}).keep();
        Answer answer = served(new Rollback());
        assertThat(answer.state()).isEqualTo(State.RESTARTING);
        assertThat(rig.machine.ran).containsExactly("restart", "restart");
        assertThat(rig.board.start()).isEqualTo(1);
    }

    @Test
    void aBundleOfAStrangerIsRefusedByRootToo() throws IOException {
        var strangers = new Bundles(Files.createDirectories(temp.resolve("strange")), SigningKey.make("stranger"));
        rig.upload(strangers.signed(2));
        BundleLook look = Objects.requireNonNull(rig.desk().look());
        assertThat(look.signers()).isEmpty();
        assertThat(look.refusal()).contains("is not signed by 1 of the 1 keys");
        Answer answer = served(new Install(2, true));
        assertThat(answer.state()).isEqualTo(State.REFUSED);
        assertThat(answer.text()).contains("is not signed by 1 of the 1 keys");
        assertThat(rig.machine.ran).isEmpty();
        assertThat(rig.board.entries()).isEqualTo("lintel-a.conf");
        assertThat(rig.folders.workroom()).isEmptyDirectory();
    }

    @Test
    void whatIsNoBundleAnotherOneOrDamagedIsRefused() throws IOException {
        Path text = Files.writeString(temp.resolve("text"), "no bundle");
        rig.upload(text);
        assertThatThrownBy(() -> rig.desk().look()).hasMessageContaining("too short for a bundle");
        assertThat(served(new Install(2, true)).text()).contains("too short for a bundle");
        assertThat(served(new Install(2, true)).text()).contains("has to be uploaded first");
        rig.upload(rig.bundles.signed(3));
        assertThat(served(new Install(2, true)).text()).contains("another one than was looked at");
        Path damaged = rig.bundles.signed(4);
        Bundles.patch(damaged, Files.size(damaged) - 9, new byte[] {1, 2, 3});
        rig.upload(damaged);
        assertThat(Objects.requireNonNull(rig.desk().look()).refusal()).contains("is not the one that its manifest");
        assertThat(served(new Install(4, true)).text()).contains("is not the one that its manifest");
        rig.upload(rig.bundles.signed(1));
        assertThat(Objects.requireNonNull(rig.desk().look()).refusal()).contains("is what runs already");
        assertThat(rig.board.entries()).isEqualTo("lintel-a.conf");
        assertThat(rig.machine.ran).isEmpty();
    }

    private static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// At the `left`th look at it the power goes.
    private final class CutTime implements Time {
        private int left;

        CutTime(int left) {
            this.left = left;
        }

        @Override
        public long nowNs() {
            if (left-- <= 0) throw new PowerCut();
            return time.nowNs();
        }

        @Override
        public Instant now() {
            return time.now();
        }

        @Override
        public void pause(long ns) {
            time.pause(ns);
        }
    }

    /// Whenever the power goes while root works, something whole starts, and the box may ask again.
    @Test
    void aPowerCutAtAnyStepLeavesABoxThatStarts() throws IOException {
        int cuts = 0;
        for (int left = 1; ; left++) {
            Path place = Files.createDirectories(temp.resolve("cut" + left));
            rig = new MachineRig(place.resolve("machine"), place.resolve("data"), time);
            rig.works().serve();
            rig.upload(rig.bundles.signed(2));
            rig.desk().ask(new Install(2, true));
            try {
                rig.works(new CutTime(left)).serve();
                break;
            } catch (PowerCut e) {
                cuts++;
            }
            rig.powerCut();
            assertThat(rig.board.start()).isIn(1L, 2L);
            rig.works().serve();
            assertThat(rig.folders.workroom()).isEmptyDirectory();
            assertThat(rig.desk().isBusy()).isFalse();
        }
        assertThat(cuts).isGreaterThan(10);
        assertThat(rig.board.start()).isEqualTo(2);
    }

    /// A process that is killed, without a restart: whoever waits is told.
    @Test
    void aRunThatWasCutOffIsToldAtTheNext() throws IOException {
        rig.upload(rig.bundles.signed(2));
        rig.desk().ask(new Install(2, true));
        assertThatThrownBy(() -> rig.works(new CutTime(10)).serve()).isInstanceOf(PowerCut.class);
        assertThat(rig.desk().isBusy()).isTrue();
        rig.works().serve();
        assertThat(Objects.requireNonNull(rig.desk().answer()).state()).isEqualTo(State.REFUSED);
        assertThat(Objects.requireNonNull(rig.desk().answer()).text()).startsWith("it was cut off: ");
        assertThat(rig.desk().isBusy()).isFalse();
    }

    @Test
    void aRequestOfBeforeAPowerCutIsNotCarriedOut() throws IOException {
        rig.desk().ask(new Restart());
        rig.powerCut();
        rig.works().serve();
        assertThat(rig.machine.ran).isEmpty();
        assertThat(Objects.requireNonNull(rig.desk().answer()).text()).contains("too long ago");
    }

    @Test
    void aRequestThatHasWaitedTooLongIsNotCarriedOut() {
        rig.desk().ask(new Restart());
        time.advance(Works.AGE_MAX.plusSeconds(1));
        rig.works().serve();
        assertThat(rig.machine.ran).isEmpty();
        // The wall clock has no say in it.
        rig.desk().ask(new Restart());
        time.setWall("2031-01-01T00:00:00Z");
        rig.works().serve();
        assertThat(rig.machine.ran).containsExactly("restart");
    }

    @Test
    void oneRequestAtATime() {
        rig.desk().ask(new Restart());
        assertThatThrownBy(() -> rig.desk().ask(new Rollback())).hasMessageContaining("something else is being done");
        // Nobody takes it: root's side is gone.
        time.advance(Duration.ofSeconds(31));
        rig.desk().ask(new Rollback());
        rig.works().serve();
        assertThat(rig.machine.ran).isEmpty(); // there is nothing to go back to
        assertThat(Objects.requireNonNull(rig.desk().answer()).kind()).isEqualTo("rollback");
    }

    @Test
    void whatCannotBeReadIsAnsweredInWordsAndGone() throws IOException {
        Files.createDirectories(rig.folders.requests());
        Files.writeString(rig.folders.requests().resolve("request.json"), "{\"format\":1,\"kind\":\"rm -rf\"}");
        rig.works().serve();
        assertThat(rig.folders.requests()).isEmptyDirectory();
        assertThat(Objects.requireNonNull(rig.desk().answer()).text()).isEqualTo("request: id is missing or no text");
    }

    @Test
    void theClockIsSetByHandWhereNoTimeServiceDoes() throws IOException {
        rig.desk().ask(new SetClock(Instant.parse("2026-12-24T10:00:00Z")));
        time.advance(Duration.ofSeconds(3)); // until root is there
        Path said = SystemFolders.clockSet(rig.folders.root());
        assertThat(said).doesNotExist();
        rig.works().serve();
        assertThat(rig.machine.ran).containsExactly("clock 2026-12-24T10:00:03Z", "chip");
        assertThat(said)
                .as("for the box, until the machine restarts")
                .hasContent("2026-12-24T10:00:03Z " + time.nowNs() + "\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(said)))
                .isEqualTo("rw-r--r--");
        Files.delete(said);
        assertThat(served(new SetClock(Instant.parse("2020-01-01T00:00:00Z"))).text())
                .contains("this version was made");
        assertThat(served(new SetClock(Instant.parse("2199-01-01T00:00:00Z"))).text())
                .contains("too far ahead");
        Files.createDirectories(rig.folders.root().resolve("run/systemd/timesync"));
        Files.createFile(rig.folders.root().resolve("run/systemd/timesync/synchronized"));
        Answer refused = served(new SetClock(Instant.parse("2026-12-24T10:00:00Z")));
        assertThat(refused.state()).isEqualTo(State.REFUSED);
        assertThat(refused.text()).contains("a time service sets this machine's clock");
        assertThat(rig.machine.ran).hasSize(2);
        assertThat(said).as("nothing was set").doesNotExist();
        assertThat(served(new SetClock(time.now().plusSeconds(301))).text()).contains("it knows better");
        assertThat(served(new SetClock(time.now().minusSeconds(299))).text())
                .isEqualTo(
                        "a time service sets this machine's clock, which was left as it is: its time counts as right");
        assertThat(said)
                .as("a person says that the service's time is right")
                .hasContent(time.now() + " " + time.nowNs() + "\n");
        assertThat(rig.machine.ran).as("and it is left to the service").hasSize(2);
    }

    @Test
    void aClockWithABatteryThatTakesNothingLeavesTheOtherSetAndBelieved() {
        rig.machine.broken = "chip";
        Answer answer = served(new SetClock(Instant.parse("2026-12-24T10:00:00Z")));
        assertThat(answer.text()).isEqualTo("the clock is set, and the box believes it, but chip does not work");
        assertThat(SystemFolders.clockSet(rig.folders.root())).exists();
    }

    @Test
    void timeServersAreKeptOverARestart() throws IOException {
        Path inUse = rig.folders.root().resolve("run/systemd/timesyncd.conf.d/50-lintel.conf");
        served(new TimeServers(List.of("192.168.7.1", "pool.ntp.org")));
        assertThat(inUse).hasContent("[Time]\nNTP=192.168.7.1 pool.ntp.org\n");
        assertThat(Objects.requireNonNull(rig.desk().state()).timeServers())
                .containsExactly("192.168.7.1", "pool.ntp.org");
        rig.powerCut();
        assertThat(inUse).doesNotExist();
        rig.works().serve();
        assertThat(inUse).hasContent("[Time]\nNTP=192.168.7.1 pool.ntp.org\n");
        rig.works().serve();
        served(new TimeServers(List.of()));
        assertThat(inUse).doesNotExist();
        assertThat(rig.machine.ran).containsExactly("time servers", "time servers", "time servers");
        Files.delete(rig.folders.root().resolve("usr/lib/systemd/systemd-timesyncd"));
        assertThat(served(new TimeServers(List.of("a"))).text()).contains("not set by systemd-timesyncd");
    }

    @Test
    void aMachineWithoutAnImageRestartsAndHasAClockOnly() throws IOException {
        Files.delete(rig.folders.root().resolve("usr/lib/lintel-os/release.json"));
        rig.works().serve();
        assertThat(Objects.requireNonNull(rig.desk().state()).image()).isNull();
        assertThat(rig.desk().hindrance()).isNull();
        rig.upload(rig.bundles.signed(2));
        assertThat(rig.desk().look()).isNull();
        assertThat(served(new Install(2, true)).text()).contains("does not run from a Lintel image");
        assertThat(served(new Rollback()).text()).contains("does not run from a Lintel image");
        assertThat(served(new SystemRequest.TryNetwork(new NetworkPlan("north", "", "", List.of())))
                        .text())
                .contains("does not run from a Lintel image");
        assertThat(served(new Restart()).state()).isEqualTo(State.RESTARTING);
        assertThat(rig.machine.ran).containsExactly("restart");
    }

    @Test
    void nothingIsAskedWhereNobodyIsThere() throws IOException {
        MachineRig.removeTree(rig.folders.root().resolve("usr/lib/systemd"));
        MachineRig.removeTree(rig.folders.root().resolve("run"));
        assertThat(rig.desk().hindrance()).contains("neither made by a Lintel image nor");
        assertThatThrownBy(() -> rig.desk().ask(new Restart())).hasMessageContaining("neither made by");
        assertThat(rig.folders.requests()).doesNotExist();
    }

    /// A developer's box beside an installed one.
    @Test
    void theMachineOfAnotherBoxIsNotOurs() throws IOException {
        Path other = Files.createDirectories(temp.resolve("developer"));
        var desk = new SystemDesk(new SystemFolders(rig.folders.root(), other), time);
        assertThat(desk.state()).isNull();
        assertThat(desk.hindrance()).contains("neither made by");
    }
}
