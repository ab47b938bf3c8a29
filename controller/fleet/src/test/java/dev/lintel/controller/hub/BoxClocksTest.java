package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.sync.FollowingDesk;
import dev.lintel.sync.Progress;
import dev.lintel.sync.wire.LinkMessage.Beat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clocks of hub and box that are far apart are in `/health` of both.
class BoxClocksTest {
    private static final long OFF_MS = Duration.ofDays(800).toMillis();

    @TempDir
    Path path;

    @Test
    void hubReportsABoxWhoseClockIsFarOff() {
        try (var rig = new HubRig(path)) {
            var link = rig.join("Gate").link();
            link.greet();
            link.say(new Beat(null, "trusted", 29_000L, 0, null, null, List.of()));
            link.hears();
            assertThat(rig.hub.fault()).isNull();
            link.say(new Beat(null, "trusted", OFF_MS, 0, null, null, List.of()));
            link.hears();
            assertThat(rig.hub.fault()).contains("Gate is 800 days ahead of this hub's");
            link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of()));
            link.hears();
            assertThat(rig.hub.fault()).isNull();
        }
    }

    @Test
    void boxReportsThatItsClockIsFarOffTheHubs() {
        try (var rig = new HubRig(path);
                var side = SideDatabase.sync(rig.folder)) {
            var box = FollowingDesk.service(rig.database, new StageStore(side), rig.time);
            box.reports(new Progress.Contact(0, rig.time.nowMs(), 0));
            box.line.skewMs = 29_000;
            assertThat(box.desk.fault()).isNull();
            box.line.skewMs = -OFF_MS;
            assertThat(box.desk.fault()).contains("this box's clock is 800 days behind that of the");
        }
    }
}
