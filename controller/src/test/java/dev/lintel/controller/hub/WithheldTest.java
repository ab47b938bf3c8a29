package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.Withheld;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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
            var withheld = new Withheld(List.of(1L, 2L, 77L), 4, true, latest.revision() + 30, null);
            link.say(new Beat(latest, "trusted", 0L, 0, null, null, List.of(), withheld));
            assertThat(link.hears()).isInstanceOf(Pulse.class);
            Restored.View view = rig.hub.restored().view();
            assertThat(view.people()).extracting(Restored.Kept::words).containsExactly("P1 Q (1)", "P2 Q (2)");
            assertThat(view.count()).isEqualTo(4);
            assertThat(rig.hub.restored().fault()).contains("restored from a backup", "lintel hub restored");
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

    /// A box that knows changes of after the backup.
    private static TestBoxClient remembering(HubRig rig, String name) {
        TestBoxClient box = rig.join(name);
        Cursor beyond = new Cursor("lost", rig.hub.latest().revision() + 5);
        assertThat(box.get("/sync/1/changes?after=" + beyond).statusCode()).isEqualTo(410);
        return box;
    }

    private static void report(TestLink link, List<Long> gone) {
        var withheld = new Withheld(gone, Math.max(1, gone.size()), false, 0, gone);
        link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), withheld));
        while (!(link.hears() instanceof Pulse)) {} // news of the people come before it
    }

    private static boolean isDisabled(TestBoxClient box, long person) {
        return box.get("/sync/1/snapshot")
                .body()
                .lines()
                .filter(line -> line.startsWith("{\"person\":{\"id\":" + person + ","))
                .anyMatch(line -> line.contains("\"disabled\":true"));
    }

    private static boolean isRefused(HubRig rig, long person) {
        return !RightsStore.ask(
                rig.database,
                rights -> Objects.requireNonNull(rights.person(person)).enabled());
    }

    @Test
    void aPersonWhomABoxReportsAsGoneIsRefusedAtTheHubAndAtBoxesThatDoNotRemember() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = remembering(rig, "Gate");
            TestLink link = gate.link();
            link.greet();
            TestBoxClient barn = rig.join("Barn");
            assertThat(isDisabled(barn, 2)).isFalse();
            report(link, List.of(2L));
            assertThat(isRefused(rig, 2)).isTrue();
            assertThat(isDisabled(barn, 2)).as("it joined after the backup").isTrue();
            assertThat(isDisabled(gate, 2)).as("it withholds them itself").isFalse();
            Cursor beyond = new Cursor("lost", rig.hub.latest().revision() + 5);
            assertThat(barn.get("/sync/1/changes?after=" + beyond).statusCode()).isEqualTo(410);
            assertThat(isDisabled(barn, 2)).as("it remembers").isFalse();
            assertThat(rig.hub.restored().fault()).contains("restored from a backup");
            report(link, List.of()); // the hub gives the box no more than it has
            assertThat(isRefused(rig, 2)).isFalse();
        }
    }

    @Test
    void aPersonWhoIsRefusedIsSoOverARestartAndUntilTheyAreGivenBackOrDeleted() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(link, List.of(1L, 2L));
            rig.hub.desk().revoke("Gate", "olga"); // nobody remembers any more
        }
        try (var rig = new HubRig(path)) {
            assertThat(isRefused(rig, 1)).isTrue();
            assertThat(rig.hub.restored().fault()).contains("restored from a backup");
            assertThat(rig.hub.restored().view().people())
                    .extracting(Restored.Kept::id)
                    .containsExactly(1L, 2L);
            rig.hub.restored().giveBack(1, "olga");
            assertThat(isRefused(rig, 1)).isFalse();
            assertThat(isRefused(rig, 2)).isTrue();
            rig.database.write(sql -> PersonStore.delete(sql, 2, rig.time.nowMs()));
            rig.hub.look();
            assertThat(rig.hub.restored().fault()).isNull();
        }
    }

    /// A box that was stolen.
    @Test
    void aBoxReportsNobodyWhoDoesNotConcernItOrBeforeItKnewMoreThanTheHub() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            report(link, List.of(1L));
            assertThat(isRefused(rig, 1)).isFalse();
            Cursor beyond = new Cursor("lost", rig.hub.latest().revision() + 5);
            assertThat(gate.get("/sync/1/changes?after=" + beyond).statusCode()).isEqualTo(410);
            report(link, List.of(1L, 3L)); // 3 has the hub's own door alone
            assertThat(isRefused(rig, 1)).isTrue();
            assertThat(isRefused(rig, 3)).isFalse();
        }
    }
}
