package dev.lintel.controller.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.system.Answer.State;
import dev.lintel.controller.system.SystemRequest.DropNetwork;
import dev.lintel.controller.system.SystemRequest.KeepNetwork;
import dev.lintel.controller.system.SystemRequest.TryNetwork;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Another network never locks the installer out for longer than five minutes.
class NetworkTrialTest {
    private static final NetworkPlan OLD = new NetworkPlan("north", "10.0.0.5/24", "10.0.0.1", List.of());
    private static final NetworkPlan NEW =
            new NetworkPlan("south", "192.168.7.20/24", "192.168.7.1", List.of("9.9.9.9"));

    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-11-24T00:00:00Z");
    private MachineRig rig;

    @BeforeEach
    void begin() throws IOException {
        rig = new MachineRig(temp.resolve("machine"), temp.resolve("data"), time);
        // As usr/lib/lintel-os/first-boot leaves it.
        Files.createDirectories(rig.own("."));
        Files.writeString(rig.own("wired.network"), OLD.text());
        start();
    }

    /// What `first-boot` does at each start.
    private void start() throws IOException {
        Files.createDirectories(rig.inUse().getParent());
        Files.copy(rig.own("wired.network"), rig.inUse());
        Path name = rig.own("hostname");
        if (Files.exists(name)) Files.copy(name, kernelName(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        rig.works().serve();
    }

    private Path kernelName() {
        return rig.folders.root().resolve("proc/sys/kernel/hostname");
    }

    private Answer served(SystemRequest request) {
        rig.desk().ask(request);
        rig.works().serve();
        return Objects.requireNonNull(rig.desk().answer());
    }

    private MachineState.@Nullable Trial trial() {
        return Objects.requireNonNull(Objects.requireNonNull(rig.desk().state()).image())
                .trial();
    }

    private void assertOld() throws IOException {
        assertThat(rig.inUse()).hasContent(OLD.text());
        assertThat(rig.own("wired.network")).hasContent(OLD.text());
        assertThat(rig.own("hostname")).doesNotExist();
        assertThat(Files.readString(kernelName()).strip()).isEqualTo("north");
        assertThat(trial()).isNull();
    }

    @Test
    void aNetworkThatNobodyKeepsEndsByItself() throws IOException {
        assertThat(served(new TryNetwork(NEW)).state()).isEqualTo(State.DONE);
        assertThat(rig.inUse()).hasContent(NEW.text());
        assertThat(rig.own("wired.network")).hasContent(OLD.text());
        assertThat(Files.readString(kernelName())).isEqualTo("south");
        assertThat(Objects.requireNonNull(trial()).plan()).isEqualTo(NEW);
        assertThat(rig.desk().secondsLeft(Objects.requireNonNull(trial()))).isEqualTo(300);
        time.advance(NetworkTrial.PATIENCE.minusSeconds(1));
        rig.works().serve();
        assertThat(rig.inUse()).hasContent(NEW.text());
        time.advance(Duration.ofSeconds(1));
        rig.works().serve();
        assertOld();
        assertThat(rig.machine.ran).containsExactly("wake", "network", "network", "sleep");
    }

    /// The wall clock may be set meanwhile, by hand or by a time service that the new network reaches.
    @Test
    void theWallClockNeitherKeepsNorEndsATrial() throws IOException {
        served(new TryNetwork(NEW));
        time.setWall("2036-01-01T00:00:00Z");
        rig.works().serve();
        assertThat(trial()).isNotNull();
        time.setWall("2016-01-01T00:00:00Z");
        time.advance(NetworkTrial.PATIENCE);
        rig.works().serve();
        assertOld();
    }

    @Test
    void aPowerCutBringsTheOldOneBack() throws IOException {
        served(new TryNetwork(NEW));
        rig.powerCut();
        Files.writeString(kernelName(), "north\n"); // from the boot entry
        start();
        assertOld();
    }

    @Test
    void aNetworkThatIsKeptOutlivesAPowerCut() throws IOException {
        served(new TryNetwork(NEW));
        assertThat(served(new KeepNetwork(Objects.requireNonNull(trial()).id())).state())
                .isEqualTo(State.DONE);
        assertThat(trial()).isNull();
        time.advance(Duration.ofMinutes(10));
        rig.works().serve();
        assertThat(rig.inUse()).hasContent(NEW.text());
        assertThat(rig.machine.ran).containsExactly("wake", "network", "sleep");
        rig.powerCut();
        start();
        assertThat(rig.inUse()).hasContent(NEW.text());
        assertThat(Files.readString(kernelName()).strip()).isEqualTo("south");
        var image = Objects.requireNonNull(
                Objects.requireNonNull(rig.desk().state()).image());
        assertThat(image.network()).isEqualTo(NEW);
    }

    @Test
    void itIsLeftAtOnceWhereSomebodySaysSo() throws IOException {
        served(new TryNetwork(NEW));
        served(new DropNetwork(Objects.requireNonNull(trial()).id()));
        assertOld();
    }

    @Test
    void aTrialThatIsOverIsNotKept() throws IOException {
        served(new TryNetwork(NEW));
        String id = Objects.requireNonNull(trial()).id();
        time.advance(NetworkTrial.PATIENCE);
        Answer late = served(new KeepNetwork(id)); // its time is looked at first
        assertThat(late.state()).isEqualTo(State.REFUSED);
        assertThat(late.text()).contains("the one of before is back");
        assertOld();
        served(new TryNetwork(NEW));
        assertThat(served(new KeepNetwork(id)).text()).contains("not being tried any more"); // an old page
        assertThat(served(new TryNetwork(NEW)).text()).contains("being tried already");
    }

    @Test
    void aNetworkThatCannotBeSetUpIsNotBegun() throws IOException {
        rig.machine.broken = "network";
        rig.machine.times = 1;
        Answer answer = served(new TryNetwork(NEW));
        assertThat(answer.state()).isEqualTo(State.REFUSED);
        assertThat(answer.text()).isEqualTo("the network was not changed: network does not work");
        assertOld();
    }

    /// Without what ends it, it is not begun.
    @Test
    void aTrialThatNobodyWouldEndIsNotBegun() throws IOException {
        rig.machine.broken = "wake";
        assertThat(served(new TryNetwork(NEW)).text()).contains("wake does not work");
        assertThat(rig.machine.ran).doesNotContain("wake");
        assertOld();
    }

    @Test
    void aWayBackThatDoesNotWorkIsTriedAgain() throws IOException {
        served(new TryNetwork(NEW));
        time.advance(NetworkTrial.PATIENCE);
        rig.machine.broken = "network";
        rig.machine.times = 2;
        rig.works().serve();
        rig.works().serve();
        assertThat(trial()).isNotNull();
        assertThat(rig.machine.ran).doesNotContain("sleep");
        rig.works().serve();
        assertOld();
    }

    /// A box that nobody has given a network of its own goes back to the image's.
    @Test
    void backToDhcpOfTheImage() throws IOException {
        Files.delete(rig.own("wired.network"));
        Files.delete(rig.inUse());
        served(new TryNetwork(NEW));
        assertThat(rig.inUse()).exists();
        time.advance(NetworkTrial.PATIENCE);
        rig.works().serve();
        assertThat(rig.inUse()).doesNotExist();
        assertThat(rig.own("wired.network")).doesNotExist();
    }
}
