package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.Withheld;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A hub that was restored from a backup, and what its boxes report of that.
class WithheldTest {
    @TempDir
    Path path;

    @Test
    void whatABoxDoesNotTakeSinceARestoreIsListedAndGivenBackByName() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            Cursor latest = link.greet().latest();
            assertThat(rig.hub.restored().view().isNothing()).isTrue();
            var withheld = new Withheld(List.of(1L, 2L, 77L), 4, true, latest.revision() + 30);
            link.say(new Beat(latest, "trusted", 0L, 0, null, null, List.of(), withheld));
            assertThat(link.hears()).isInstanceOf(Pulse.class);
            Restored.View view = rig.hub.restored().view();
            assertThat(view.people()).extracting(Restored.Kept::words).containsExactly("P1 Q (1)", "P2 Q (2)");
            assertThat(view.count()).isEqualTo(4);
            assertThat(rig.hub.fault()).contains("restored from a backup", "lintel hub restored");
            assertThatThrownBy(() -> rig.hub.restored().giveBack(3, "olga")).hasMessageContaining("person 3");
            rig.hub.restored().giveBack(1, "olga");
            assertThat(gate.get("/sync/1/changes?after=" + latest).statusCode()).isEqualTo(200);
            // above all that the box knows of
            assertThat(rig.hub.latest().revision()).isEqualTo(latest.revision() + 31);
            assertThat(gate.get("/sync/1/changes?after=" + latest).body())
                    .contains("\"given\":" + (latest.revision() + 31));
            assertThat(rig.hub.restored().giveBackAll("olga")).isEqualTo(2);
            assertThat(rig.hub.latest().revision()).isEqualTo(latest.revision() + 34); // and the policy
            link.say(new Beat(latest, "trusted", 0L, 0, null, null, List.of()));
            HubRig.await(() -> rig.hub.restored().view().isNothing());
            assertThatThrownBy(() -> rig.hub.restored().giveBackAll("olga")).hasMessage("no box withholds anything");
        }
    }
}
