package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A thief has a copy of a box, and invents runs so that the hub does not notice or the operator cannot decide.
class ClonedRunsTest {
    private static final String CLONED = "two boxes have one identity";

    @TempDir
    Path path;

    private static void invented(TestBoxClient box, String name) {
        for (int i = 1; i <= BoxIdentity.RUNS_MAX; i++) {
            TestLink link = box.link(name + i);
            link.greet();
            link.close(); // a box has 32 connections at most
        }
    }

    @Test
    void inventedRuns_doNotHideThatTheFirstReturns() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            gate.link("honest-1").greet();
            invented(gate, "thief-");
            gate.link("honest-1").greet();
            assertThat(rig.hub.fault()).contains(CLONED, "Gate");
        }
    }

    @Test
    void moreRunsWithinADayThanAreRemembered_areReported() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            gate.link("honest-1").greet();
            invented(gate, "thief-");
            assertThat(rig.hub.fault()).contains(CLONED);
        }
    }

    @Test
    void boxThatRestartsOnceADay_isNotReported() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            for (int i = 0; i < 20; i++) {
                rig.time.advance(Duration.ofDays(1));
                gate.link("run-" + i).greet();
            }
            assertThat(rig.hub.fault()).isNull();
        }
    }

    @Test
    void boxInContact_canBeKeptAfterManyInventedRuns() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            gate.link("honest-1").greet();
            gate.link("thief-0").greet();
            TestLink honest = gate.link("honest-1");
            honest.greet();
            assertThat(rig.hub.fault()).contains(CLONED);
            invented(gate, "thief-");
            invented(gate, "other-");
            assertThat(rig.hub.desk().keep("Gate", "honest-1", "olga").run()).isEqualTo("honest-1");
        }
    }

    /// As an earlier version does, which does not say its run.
    @Test
    void runThatReturnsAfterALinkWithoutOne_isOfASecondBox() {
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            gate = rig.join("Gate");
            gate.link("honest-1").greet();
            gate.link().greet();
            assertThat(rig.hub.fault()).as("rolled back to an earlier version").isNull();
        }
        try (var rig = new HubRig(path)) {
            gate.at(rig.server.publicUrl()).link("honest-1").greet();
            assertThat(rig.hub.fault()).contains(CLONED);
        }
    }

    @Test
    void boxThatIsUpdatedAgainAfterARollback_isNotReported() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            gate.link("run-1").greet();
            gate.link().greet();
            gate.link("run-2").greet();
            gate.link("run-2").greet();
            assertThat(rig.hub.fault()).isNull();
        }
    }
}
