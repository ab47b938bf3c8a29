package dev.lintel.controller.hub;

import static dev.lintel.controller.hub.RevocationRig.card;
import static dev.lintel.controller.hub.RevocationRig.isDisabled;
import static dev.lintel.controller.hub.RevocationRig.isRefused;
import static dev.lintel.controller.hub.RevocationRig.lost;
import static dev.lintel.controller.hub.RevocationRig.opens;
import static dev.lintel.controller.hub.RevocationRig.remembering;
import static dev.lintel.controller.hub.RevocationRig.remembers;
import static dev.lintel.controller.hub.RevocationRig.report;
import static dev.lintel.controller.hub.RevocationRig.shows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.access.Holder;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.LinkMessage.Beat;
import dev.lintel.sync.wire.LinkMessage.Pulse;
import dev.lintel.sync.wire.RevocationReport;
import dev.lintel.sync.wire.RevokedRights;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A hub that was restored from a backup, and what its boxes report of that.
class RevocationReportTest {
    /// As a box of an earlier version that reports nothing.
    private static final RevocationReport UNREPORTED = new RevocationReport(List.of(), 0, false, 0, List.of());

    @TempDir
    Path path;

    @Test
    void whatABoxDoesNotTakeSinceARestoreIsListedAndGivenBackByName() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            Cursor latest = link.greet().latest();
            assertThat(rig.hub.restored().view().isNothing()).isTrue();
            var revocations = new RevocationReport(List.of(1L, 2L, 77L), 4, true, latest.revision() + 30, null);
            link.say(new Beat(latest, "trusted", 0L, 0, null, null, List.of(), revocations));
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
            assertThatThrownBy(() -> rig.hub.restored().giveBackAll("olga"))
                    .hasMessage("no box keeps anything revoked");
        }
    }

    @Test
    void aPersonWhomABoxReportsAsGoneIsRefusedAtTheHubAndAtOtherBoxes() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = remembering(rig, "Gate");
            TestLink link = gate.link();
            link.greet();
            TestBoxClient barn = rig.join("Barn");
            assertThat(isDisabled(barn, 2)).isFalse();
            report(rig, link, List.of(2L));
            assertThat(isRefused(rig, 2)).isTrue();
            assertThat(isDisabled(barn, 2)).as("it joined after the backup").isTrue();
            assertThat(isDisabled(gate, 2))
                    .as("it knows of the revocation itself")
                    .isFalse();
            remembers(rig, barn);
            assertThat(isDisabled(barn, 2))
                    .as("it remembers other changes: it was off at this one")
                    .isTrue();
            assertThat(rig.hub.restored().fault()).contains("restored from a backup");
        }
    }

    @Test
    void aPersonWhoIsRefusedIsSoOverARestartAndUntilTheyAreGivenBackOrDeleted() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, List.of(1L, 2L));
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

    @Test
    void cardThatABoxReportsAsRevoked_opensNoDoorOfTheHubNorOfOtherBoxesUntilItIsGivenBack() {
        try (var rig = new HubRig(path)) {
            card(rig, 51, 2);
            rig.database.write(sql -> sql.run("INSERT INTO credential_type (id, account_id, label, slug, code)"
                    + " VALUES (7, 1, 'Fob', 'fob', 201)"));
            card(rig, 52, 2, 7);
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            TestBoxClient barn = rig.join("Barn");
            assertThat(barn.get("/sync/1/snapshot").body()).contains("\"card\":51");
            report(rig, link, lost(2, List.of(51L), List.of()));
            assertThat(opens(rig, 51)).isFalse();
            assertThat(opens(rig, 52)).as("another card of the same person").isTrue();
            assertThat(isRefused(rig, 2)).isFalse();
            assertThat(barn.get("/sync/1/snapshot").body())
                    .as("a box that joined after the backup")
                    .contains("\"card\":52")
                    .doesNotContain("\"card\":51");
        }
        try (var rig = new HubRig(path)) {
            assertThat(opens(rig, 51)).as("after a restart of the hub").isFalse();
            assertThat(rig.hub.restored().fault()).contains("restored from a backup");
            assertThat(rig.hub.restored().view().people())
                    .extracting(Restored.Kept::id)
                    .containsExactly(2L);
            rig.hub.restored().giveBack(2, "olga");
            assertThat(opens(rig, 51)).isTrue();
            assertThat(rig.hub.restored().fault()).isNull();
        }
    }

    @Test
    void cardThatTheBoxNoLongerReports_staysRefusedUntilTheHubRevokesIt() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, lost(1, List.of(1L), List.of(2L)));
            report(rig, link);
            rig.hub.look();
            assertThat(opens(rig, 4711)).isFalse();
            assertThat(rightsAtTheHub(rig, 1)).containsExactly("1/null");
            rig.database.write(sql -> sql.run("UPDATE credential SET status = 'disabled' WHERE id = 1"));
            rig.database.write(sql -> sql.run("DELETE FROM person_role WHERE person_id = 1 AND role_id = 2"));
            rig.hub.look();
            assertThat(rig.hub.restored().fault()).as("decided").isNull();
            rig.database.write(sql -> sql.run("UPDATE credential SET status = 'active' WHERE id = 1"));
            assertThat(opens(rig, 4711)).isTrue();
        }
    }

    @Test
    void rightsThatOneReportAddsToAnother_areAllRefused() {
        try (var rig = new HubRig(path)) {
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, lost(1, List.of(1L), List.of()));
            report(rig, link, lost(1, List.of(), List.of(2L))); // an older database, or a copy of the box
            assertThat(opens(rig, 4711)).isFalse();
            assertThat(rightsAtTheHub(rig, 1)).containsExactly("1/null");
        }
    }

    @Test
    void boxThatRemembersOtherChanges_getsNoRightsThatAnotherBoxReports() {
        try (var rig = new HubRig(path)) {
            card(rig, 51, 2);
            card(rig, 52, 2, 3);
            TestLink gate = remembering(rig, "Gate").link();
            gate.greet();
            TestBoxClient barn = remembering(rig, "Barn");
            report(rig, gate, lost(2, List.of(51L, 52L), List.of()));
            TestLink link = barn.link(); // not open while a minute passes: it would be silent for too long
            link.greet();
            assertThat(barn.get("/sync/1/snapshot").body()).doesNotContain("\"id\":51", "\"id\":52");
            report(rig, link, lost(2, List.of(52L), List.of()));
            assertThat(barn.get("/sync/1/snapshot").body())
                    .as("it reports the second itself")
                    .contains("\"id\":52")
                    .doesNotContain("\"id\":51");
        }
    }

    private static List<String> rightsAtTheHub(HubRig rig, long person) {
        return RightsStore.ask(
                rig.database,
                rights -> rights.at(person, 1).stream()
                        .map(right -> right.roleId() + "/" + right.groupId())
                        .toList());
    }

    @Test
    void rolesGroupsReservationsAndDaysThatABoxReportsAsRevoked_countNoLongerAtTheHubsDoors() {
        try (var rig = new HubRig(path)) {
            rig.database.write(sql -> {
                sql.run("INSERT INTO role_channel VALUES (2, 1), (3, 1)");
                return sql.run("UPDATE person SET first_responder = 1, valid_to = '2026-12-24' WHERE id = 1");
            });
            TestLink gate = remembering(rig, "Gate").link();
            gate.greet();
            TestBoxClient barn = remembering(rig, "Barn");
            assertThat(rightsAtTheHub(rig, 1)).containsExactlyInAnyOrder("1/null", "2/null");
            assertThat(rightsAtTheHub(rig, 2)).containsExactlyInAnyOrder("1/1", "3/3");
            assertThat(rightsAtTheHub(rig, 5)).hasSize(1);
            assertThat(rightsAtTheHub(rig, 6)).hasSize(2);
            List<Long> none = List.of();
            report(
                    rig,
                    gate,
                    new RevokedRights(1, none, none, List.of(2L), none, none, "2026-03-01", "2026-11-30", false, true),
                    new RevokedRights(2, none, List.of(3L), none, none, none, null, null, false, false),
                    new RevokedRights(6, none, none, none, none, List.of(1L), null, null, false, false));
            TestLink later = barn.link(); // not open while another minute passes: it would be silent for too long
            later.greet();
            report(rig, later, new RevokedRights(5, none, none, none, List.of(1L), none, null, null, false, false));
            assertThat(rightsAtTheHub(rig, 1)).containsExactly("1/null");
            assertThat(rightsAtTheHub(rig, 2)).containsExactly("1/1");
            assertThat(rightsAtTheHub(rig, 5)).isEmpty();
            assertThat(rightsAtTheHub(rig, 6)).isEmpty();
            Holder holder = RightsStore.ask(rig.database, rights -> Objects.requireNonNull(rights.card(4711)));
            assertThat(holder.validFrom()).isEqualTo("2026-03-01");
            assertThat(holder.validTo()).isEqualTo("2026-11-30");
            assertThat(holder.firstResponder()).isFalse();
        }
    }

    /// Its database is in memory, possibly a snapshot of yesterday: the same as a restore.
    @Test
    void hubThatRefusesChangesOfClients_notesWhatItsBoxesKnow() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            rig.database.refuseChanges("the disk fails");
            remembers(rig, gate);
            TestLink link = gate.link();
            link.greet();
            report(rig, link, List.of(2L));
            assertThat(isRefused(rig, 2)).isTrue();
        }
    }

    @Test
    void boxesOfAnEarlierVersion_areNamedAfterARestore() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            report(rig, link, List.of()); // no single rights
            assertThat(rig.hub.restored().view().isNothing()).isFalse();
            remembers(rig, gate);
            link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), UNREPORTED));
            while (!(link.hearsWhileOpen() instanceof Pulse)) {}
            assertThat(rig.hub.restored().fault())
                    .contains("earlier version", "Gate", "update them", "'lintel hub restored --checked'");
            report(rig, link, new RevokedRights[0]);
            assertThat(rig.hub.restored().fault()).isNull();
        }
    }

    @Test
    void boxesOfAnEarlierVersion_areNotNamedAfterAnOperatorHasCheckedUntilTheNextRestore() {
        TestBoxClient gate;
        try (var rig = new HubRig(path)) {
            gate = rig.join("Gate");
            assertThatThrownBy(() -> rig.hub.restored().checked("olga")).hasMessageContaining("no box of an earlier");
            claimsAsEarlierVersion(rig, gate);
            assertThat(rig.hub.restored().silentFault()).contains("Boxes: Gate").hasSizeLessThan(300);
            rig.hub.restored().checked("olga");
            assertThat(rig.hub.restored().fault()).isNull();
        }
        try (var rig = new HubRig(path)) {
            TestLink link = gate.at(rig.server.publicUrl()).link();
            link.greet();
            link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), UNREPORTED));
            while (!(link.hearsWhileOpen() instanceof Pulse)) {}
            assertThat(rig.hub.restored().fault()).as("after a restart").isNull();
            claimsAsEarlierVersion(rig, gate);
            assertThat(rig.hub.restored().silentFault()).contains("Boxes: Gate");
        }
    }

    private static void claimsAsEarlierVersion(HubRig rig, TestBoxClient box) {
        shows(box, new Cursor("lost", rig.hub.latest().revision() + 5)); // without a proof
        TestLink link = box.link();
        link.greet();
        link.say(new Beat(null, "trusted", 0L, 0, null, null, List.of(), UNREPORTED));
        while (!(link.hearsWhileOpen() instanceof Pulse)) {}
    }

    /// The link opens before the box asks for changes. The marks of an earlier restore were lost with the database.
    @Test
    void reportBeforeTheFirstRequestOfTheBox_countsOnceTheBoxHasAsked() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            report(rig, link, List.of(2L));
            assertThat(isRefused(rig, 2)).isFalse();
            shows(gate, lost(rig, rig.hub.latest().revision())); // the hub does not count further for it
            report(rig, link, List.of(2L));
            assertThat(isRefused(rig, 2)).isTrue();
        }
    }

    /// A box that was stolen.
    @Test
    void rightsOutsideOfTheBoxesScope_areNotRevoked() {
        try (var rig = new HubRig(path)) {
            card(rig, 51, 3);
            TestLink link = remembering(rig, "Gate").link();
            link.greet();
            report(rig, link, lost(3, List.of(51L), List.of(1L)), lost(1, List.of(51L), List.of(1L)));
            assertThat(opens(rig, 51)).isTrue();
            assertThat(rightsAtTheHub(rig, 3)).isNotEmpty();
            assertThat(rightsAtTheHub(rig, 1)).isNotEmpty();
            assertThat(rig.hub.restored().view().people()).isEmpty();
        }
    }

    /// A box that was stolen.
    @Test
    void aBoxReportsNobodyWhoDoesNotConcernItOrBeforeItKnewMoreThanTheHub() {
        try (var rig = new HubRig(path)) {
            TestBoxClient gate = rig.join("Gate");
            TestLink link = gate.link();
            link.greet();
            report(rig, link, List.of(1L));
            assertThat(isRefused(rig, 1)).isFalse();
            remembers(rig, gate);
            report(rig, link, List.of(1L, 3L)); // 3 has the hub's own door alone
            assertThat(isRefused(rig, 1)).isTrue();
            assertThat(isRefused(rig, 3)).isFalse();
        }
    }
}
