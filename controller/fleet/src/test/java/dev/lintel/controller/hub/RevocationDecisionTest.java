package dev.lintel.controller.hub;

import static dev.lintel.controller.hub.RevocationRig.isRefused;
import static dev.lintel.controller.hub.RevocationRig.remembering;
import static dev.lintel.controller.hub.RevocationRig.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.ReportedRevocations;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.RevocationReport;
import dev.lintel.sync.wire.RevokedRights;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What ends a refusal that a box reports after a restore of the hub, and what does not.
class RevocationDecisionTest {
    @TempDir
    Path path;

    @Test
    void personWhoIsGivenBack_passesThoughTheBoxStillReportsThem() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, List.of(1L, 2L));
            rig.hub.restored().giveBack(2, "olga");
            report(rig, link, List.of(1L, 2L));
            report(rig, link, List.of(2L));
            report(
                    rig,
                    link,
                    new RevokedRights(
                            2, List.of(), List.of(3L), List.of(), List.of(), List.of(), null, null, false, false));
            assertThat(isRefused(rig, 2)).isFalse();
            assertThat(rig.hub.restored().view().people())
                    .extracting(Restored.Kept::id)
                    .contains(1L);
            assertThat(rig.database.read(ReportedRevocations::count)).isEqualTo(1);
        }
    }

    @Test
    void doorsThatAreMovedFromTheBox_leaveThePersonRefused() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, List.of(2L));
            rig.database.write(sql -> sql.run("DELETE FROM channel_box"));
            report(rig, link, List.of(2L));
            report(rig, link, List.of());
            rig.hub.look();
            assertThat(isRefused(rig, 2)).isTrue();
            assertThat(rig.hub.restored().fault()).contains("restored from a backup");
        }
    }

    @Test
    void boxThatIsRolledBackToAnEarlierVersion_leavesThePersonRefused() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, List.of(2L));
            var unsaid = new RevocationReport(List.of(), 0, false, 0, null); // the beat has no such field
            assertThat(new Beat(null, "trusted", 0L, 0, null, null, List.of(), unsaid).toJson())
                    .doesNotContain("withheld");
            link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), unsaid));
            while (!(link.hearsWhileOpen() instanceof Pulse)) {}
            assertThat(isRefused(rig, 2)).isTrue();
        }
    }

    @Test
    void boxWithAnOlderDatabaseOrThatIsStolen_leavesPeopleRefused() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, List.of(1L, 2L));
            report(rig, link, List.of(1L));
            assertThat(isRefused(rig, 2)).isTrue();
            report(rig, link, List.of());
            assertThat(isRefused(rig, 1)).isTrue();
            assertThat(isRefused(rig, 2)).isTrue();
        }
    }

    /// A copied data folder: one of the two has an older database.
    @Test
    void twoBoxesWithOneIdentity_doNotAlternateAtTheHubsDoors() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = remembering(rig, "Gate");
            TestLink one = gate.link();
            one.greet();
            report(rig, one, List.of(2L));
            TestLink copy = gate.link();
            copy.greet();
            report(rig, copy, List.of());
            assertThat(isRefused(rig, 2)).isTrue();
            report(rig, copy, List.of(1L));
            assertThat(isRefused(rig, 1)).isTrue();
            assertThat(isRefused(rig, 2)).isTrue();
        }
    }

    @Test
    void personWhomAnOperatorDisables_isDecided() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, List.of(1L, 2L));
            rig.database.write(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id IN (1, 2)"));
            report(rig, link, List.of(1L)); // of a person who is disabled nothing is kept
            rig.hub.look();
            assertThat(rig.database.read(ReportedRevocations::count)).isZero();
            rig.database.write(sql -> sql.run("UPDATE person SET enabled = 1 WHERE id IN (1, 2)"));
            assertThat(isRefused(rig, 2)).isFalse();
            report(rig, link, List.of(1L)); // whom the box still keeps revoked
            assertThat(isRefused(rig, 1)).isTrue();
        }
    }
}
