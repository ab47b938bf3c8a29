package dev.lintel.controller.sync;

import static dev.lintel.controller.sync.FollowingBox.HUB;
import static dev.lintel.controller.sync.FollowingBox.card;
import static dev.lintel.controller.sync.FollowingBox.disabled;
import static dev.lintel.controller.sync.FollowingBox.person;
import static dev.lintel.controller.sync.FollowingBox.pictured;
import static dev.lintel.controller.sync.FollowingBox.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.ImagesIn;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.sync.Progress;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.wire.CredentialLimits;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Gone;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.DownLine.PolicyLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import dev.lintel.sync.wire.StateHash;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a hub tells in changes, and what then stands.
class ApplyTest {
    private static final Map<String, String> ADA = Map.of("first_name", "Ada", "last_name", "L", "email", "ada@x.org");
    private static final Stamps STAMPS = new Stamps(1, 2);

    @TempDir
    Path folder;

    @Test
    void policyPeopleAndCursorStandTogether() throws Exception {
        try (var box = new FollowingBox(folder)) {
            assertThat(box.target.cursor(HUB)).isNull();
            var ada = person(7, 12, ADA, List.of(card(70, 1001)), List.of(1L, 2L));
            box.target.apply(HUB, List.of(policy(11), ada), new Cursor("e", 12));
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 12));
            assertThat(box.target.cursor("another")).isNull();
            assertThat(box.one("SELECT first_name || email || created_at || updated_at FROM person WHERE id = 7"))
                    .isEqualTo("Adaada@x.org10002000");
            assertThat(box.cards()).containsExactly("7:1001");
            assertThat(box.target.person(7)).isEqualTo(ada.row());
            assertThat(box.target.person(9)).isNull();
            assertThat(box.all("SELECT group_id FROM person_group ORDER BY group_id"))
                    .containsExactly("1", "2");
            assertThat(box.catalog.snapshot().policy().groups()).hasSize(2);
            var hash = new StateHash();
            hash.add(7, 12);
            assertThat(box.target.check()).isEqualTo(hash.check());
            var told = box.told(EventKind.CONFIGURATION_CHANGED);
            assertThat(told.getLast().draft().additional())
                    .containsEntry("what", "sync")
                    .containsEntry("by", "hub Head Office");
        }
    }

    @Test
    void whoStandsJustSoIsNotWritten() {
        try (var box = new FollowingBox(folder)) {
            var ada = person(7, 12, ADA, List.of(card(70, 1001)), List.of(1L));
            var ben = person(8, 13);
            box.target.apply(HUB, List.of(policy(11), ada, ben), new Cursor("e", 13));
            String before = box.one("SELECT value FROM sync_revision");
            box.target.apply(HUB, List.of(policy(11), ada, ben), new Cursor("e", 13));
            box.target.apply(HUB, List.of(new PersonLine(ada.row(), 20)), new Cursor("e", 20));
            assertThat(box.one("SELECT value FROM sync_revision")).isEqualTo(before); // triggers count each write
            assertThat(box.one("SELECT revision FROM person_synced WHERE person_id = 7"))
                    .isEqualTo("20");
            box.target.apply(HUB, List.of(disabled(ben, 21)), new Cursor("e", 21));
            assertThat(box.one("SELECT enabled FROM person WHERE id = 8")).isEqualTo("0");
        }
    }

    @Test
    void whoIsGoneIsGoneWithAllThatIsTheirsAndMayComeAgain() {
        try (var box = new FollowingBox(folder)) {
            var ada = person(7, 12, ADA, List.of(card(70, 1001)), List.of(1L));
            box.target.apply(HUB, List.of(policy(11), ada), new Cursor("e", 12));
            box.target.apply(HUB, List.of(new Gone(7, 13), new Gone(99, 14)), new Cursor("e", 14));
            assertThat(box.cards()).isEmpty();
            assertThat(box.target.check()).isEqualTo(new StateHash().check());
            assertThat(box.one("SELECT count(*) FROM person_synced")).isEqualTo("0");
            box.target.apply(HUB, List.of(new PersonLine(ada.row(), 15)), new Cursor("e", 15));
            assertThat(box.cards()).containsExactly("7:1001");
            assertThat(box.one("SELECT deleted_at IS NULL FROM person WHERE id = 7"))
                    .isEqualTo("1");
            box.target.apply(HUB, List.of(new Gone(7, 16), new PersonLine(ada.row(), 17)), new Cursor("e", 17));
            assertThat(box.cards()).containsExactly("7:1001");
        }
    }

    @Test
    void aValueThatAnotherStillHasIsTakenFromThem() {
        try (var box = new FollowingBox(folder)) {
            var ada = person(7, 12, ADA, List.of(card(70, 1001)), List.of(1L));
            var ben = person(8, 13, Map.of("first_name", "Ben"), List.of(card(80, 2002)), List.of());
            box.target.apply(HUB, List.of(policy(11), ada, ben), new Cursor("e", 13));
            // The two swap cards and an address, each in a line of its own.
            var benNow = person(
                    8, 14, Map.of("first_name", "Ben", "email", "ADA@x.org"), List.of(card(80, 1001)), List.of());
            box.target.apply(HUB, List.of(benNow), new Cursor("e", 14));
            assertThat(box.cards()).containsExactly("8:1001");
            assertThat(box.one("SELECT coalesce(email, 'none') FROM person WHERE id = 7"))
                    .isEqualTo("none");
            var adaNow = person(7, 15, Map.of("first_name", "Ada"), List.of(card(70, 2002)), List.of(1L));
            box.target.apply(HUB, List.of(adaNow), new Cursor("e", 15));
            assertThat(box.cards()).containsExactly("7:2002", "8:1001");
        }
    }

    /// A chunk may tell of somebody as they were, and of another as they are: who is robbed in between is looked at
    /// again.
    @Test
    void whoIsRobbedWithinOneChunkGetsBackWhatTheirOwnLineSays() {
        try (var box = new FollowingBox(folder)) {
            var ada = person(7, 12, ADA, List.of(card(70, 1001)), List.of(1L));
            box.target.apply(HUB, List.of(policy(11), ada), new Cursor("e", 12));
            var ben = person(8, 13, Map.of("first_name", "Ben"), List.of(card(80, 1001)), List.of());
            box.target.apply(HUB, List.of(ben, new PersonLine(ada.row(), 14)), new Cursor("e", 14));
            assertThat(box.cards()).containsExactly("7:1001");
        }
    }

    @Test
    void rowsOfBeforeMakeRoomForTheIdsOfTheHub() {
        try (var box = new FollowingBox(folder)) {
            box.database.write(sql -> {
                sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                        + " VALUES (1, 1, 'Local', 'One', 1, 0, 0)");
                sql.run("INSERT INTO reservation VALUES (5, 1, 0, 1, 0, 0)");
                return sql.run(
                        "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number,"
                                + " pin_number, status, created_at, updated_at)"
                                + " VALUES (70, 1, 1, 1, '9', 9, NULL, 'active', 0, 0)");
            });
            var ada = person(7, 12, ADA, List.of(card(70, 1001)), List.of(1L)).row();
            var row = new PersonRow(
                    7,
                    ada.texts(),
                    true,
                    "2026-01-01",
                    "2026-12-31",
                    true,
                    true,
                    null,
                    ada.stamps(),
                    List.of(),
                    List.of(2L),
                    ada.credentials(),
                    List.of(new ReservationRow(5, 10, 20, List.of(1L), STAMPS)),
                    List.of(new GroupReservationRow(6, 10, 20, null, List.of(2L), STAMPS)));
            box.target.apply(HUB, List.of(policy(11), new PersonLine(row, 12)), new Cursor("e", 12));
            assertThat(box.one("SELECT person_id FROM reservation WHERE id = 5"))
                    .isEqualTo("7");
            assertThat(box.one("SELECT channel_id FROM reservation_channel")).isEqualTo("1");
            assertThat(box.one("SELECT group_id FROM group_reservation_group")).isEqualTo("2");
            assertThat(box.cards()).containsExactly("7:1001");
            assertThat(box.target.check().count()).isEqualTo(2); // the local one shows, so that a snapshot is taken
            String before = box.one("SELECT value FROM sync_revision");
            box.target.apply(HUB, List.of(new PersonLine(row, 12)), new Cursor("e", 12));
            assertThat(box.one("SELECT value FROM sync_revision")).isEqualTo(before);
        }
    }

    @Test
    void limits_comeWithTheCardAndLeaveItsUses() {
        try (var box = new FollowingBox(folder)) {
            var three = new CredentialLimits(null, 90_000L, "2026-03-04", null, 3L, 5_000L, 30L, 6_000L);
            box.target.apply(
                    HUB, List.of(policy(11), person(7, 12, ADA, limited(three), List.of())), new Cursor("e", 12));
            assertThat(box.one("SELECT valid_to_at || suspended_from || uses_max || uses_from || unused_days"
                            + " || unused_from FROM credential"))
                    .isEqualTo("90000" + "2026-03-04" + "3" + "5000" + "30" + "6000");
            box.database.write(sql -> sql.run("INSERT INTO credential_use VALUES (70, 5000, 2, 7000)"));
            var five = new CredentialLimits(null, null, null, null, 5L, 5_000L, null, null);
            box.target.apply(HUB, List.of(person(7, 13, ADA, limited(five), List.of())), new Cursor("e", 13));
            assertThat(box.one("SELECT uses_max || ':' || uses FROM credential, credential_use"))
                    .isEqualTo("5:2");
            box.target.narrow(HUB, List.of(person(7, 14, ADA, limited(three), List.of())));
            assertThat(box.one("SELECT uses_max || ':' || valid_to_at FROM credential"))
                    .isEqualTo("3:90000");
            box.target.apply(HUB, List.of(person(7, 15, ADA, List.of(card(70, 1002)), List.of())), new Cursor("e", 15));
            assertThat(box.one("SELECT count(*) FROM credential_use"))
                    .as("another card")
                    .isEqualTo("0");
        }
    }

    private static List<CredentialRow> limited(CredentialLimits limits) {
        return List.of(new CredentialRow(70, FollowingBox.CARD, "1001", 1001L, null, "active", STAMPS, limits));
    }

    @Test
    void aNewerHubsKeysArePassedOver() {
        String newer = FollowingBox.SITE.replace("name: Front", "name: Front\n    colour: [blue, 3]")
                + "weather:\n  rain: true\n";
        assertThat(SiteFile.parse("site.yaml", newer)).isInstanceOf(Checked.Faulty.class);
        assertThat(SiteFile.told("site.yaml", newer).passedOver()).containsExactly("channels[0].colour", "weather");
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(new PolicyLine(newer, 11), person(7, 12)), new Cursor("e", 12));
            assertThat(box.catalog.snapshot().policy().groups()).hasSize(2);
            assertThat(box.reports.problem()).isNull();
        }
    }

    @Test
    void aPolicyThatTheWiringForbidsIsRefusedWholeAndPeopleGoOn() throws InterruptedException {
        var forbids = new AtomicBoolean(true);
        try (var box = new FollowingBox(
                folder,
                policy ->
                        forbids.get() && !policy.policy().groups().isEmpty() ? List.of("channel 1: no") : List.of())) {
            var ada = person(7, 12, ADA, List.of(card(70, 1001)), List.of(2L));
            box.target.apply(HUB, List.of(policy(11), ada, disabled(person(8, 13), 13)), new Cursor("e", 13));
            assertThat(box.catalog.snapshot().policy().groups()).noneMatch(group -> group.id() == 2);
            assertThat(box.reports.problem()).contains("channel 1: no");
            assertThat(box.one("SELECT enabled FROM person WHERE id = 8")).isEqualTo("0");
            assertThat(box.one("SELECT revision FROM person_synced WHERE person_id = 7"))
                    .isEqualTo("0");
            // Each start tries again from nothing, and so does a policy that is taken.
            assertThat(box.target.cursor(HUB)).isNull();
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 13));
            forbids.set(false);
            box.target.apply(HUB, List.of(policy(14)), new Cursor("e", 14));
            assertThat(box.reports.problem()).isNull();
            assertThat(box.target.cursor(HUB)).isNull();
            box.target.staging().begin(HUB, new Cursor("e", 14), false);
            box.target.staging().keep(List.of(ada), 7, policy(14), true);
            assertThat(box.target.staging().swap(null, () -> false)).isNull();
            assertThat(box.all("SELECT group_id FROM person_group")).containsExactly("2");
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 14));
            box.target.apply(HUB, List.of(policy(14), person(9, 15)), new Cursor("e", 15));
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 15));
        }
    }

    /// The library asks for the cursor after each batch: that is no start.
    @Test
    void aPolicyThatIsRefusedWhileTheBoxFollowsLeavesTheCursor() {
        var forbids = new AtomicBoolean();
        try (var box = new FollowingBox(folder, _ -> forbids.get() ? List.of("channel 1: no") : List.of())) {
            assertThat(box.target.cursor(HUB)).isNull();
            box.target.apply(HUB, List.of(policy(11), person(7, 12)), new Cursor("e", 12));
            forbids.set(true);
            String other = FollowingBox.SITE.replace("Cleaners", "Others");
            box.target.apply(HUB, List.of(new PolicyLine(other, 13)), new Cursor("e", 13));
            assertThat(box.reports.problem()).contains("channel 1: no");
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 13));
        }
    }

    @Test
    void narrowingTakesAwayAndGivesNothing() {
        try (var box = new FollowingBox(folder)) {
            var pin = new CredentialRow(71, FollowingBox.PIN, "1234", null, 1234L, "active", STAMPS);
            var ada = pictured(person(7, 12, ADA, List.of(card(70, 1001), pin), List.of(1L)), "aa11", 12);
            box.target.apply(HUB, List.of(policy(11), ada, person(8, 13), person(9, 14)), new Cursor("e", 14));
            box.database.write(
                    sql -> sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at,"
                            + " updated_at) VALUES (50, 1, 'Local', 'One', 1, 0, 0)"));
            var told = person(7, 20, Map.of("first_name", "Eve"), List.of(card(72, 1), pin), List.of(1L, 2L));
            box.target.narrow(HUB, List.of(told, person(60, 21), new Gone(8, 22), new Gone(50, 23), person(9, 24)));
            assertThat(box.all("SELECT id FROM credential")).containsExactly("71");
            assertThat(box.all("SELECT person_id || ':' || group_id FROM person_group ORDER BY 1"))
                    .containsExactly("7:1", "9:1");
            assertThat(box.all("SELECT id FROM person WHERE deleted_at IS NULL ORDER BY id"))
                    .containsExactly("7", "9", "50");
            assertThat(box.one("SELECT first_name FROM person WHERE id = 7")).isEqualTo("Ada");
            assertThat(box.all("SELECT person_id || ':' || revision FROM person_synced ORDER BY 1"))
                    .as("who has less is known to differ")
                    .containsExactly("7:0", "9:14");
            assertThat(box.one("SELECT name FROM image_synced")).isEqualTo("aa11");
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 14));
        }
    }

    @Test
    void aKindOfCredentialThatGoesTakesItsCredentialsAlong() {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(
                    HUB,
                    List.of(policy(11), person(7, 12, ADA, List.of(card(70, 1001)), List.of())),
                    new Cursor("e", 12));
            String types = "credential_types:\n  - id: 3\n    label: PIN\n    slug: pin\n    code: 10\n";
            box.target.apply(HUB, List.of(new PolicyLine(FollowingBox.SITE + types, 13)), new Cursor("e", 13));
            assertThat(box.cards()).isEmpty();
            assertThat(box.catalog.snapshot().policy().credentialTypes()).hasSize(1);
        }
    }

    @Test
    void whileTheBoxFollowsNothingElseChangesThePolicy() {
        try (var box = new FollowingBox(folder)) {
            box.catalog.ruledBy(() -> "this box follows the hub Head Office");
            var wanted = ((Checked.Valid<Policy>) SiteFile.parse("site.yaml", FollowingBox.SITE)).value();
            assertThat(box.catalog.apply(wanted, "somebody").refusals())
                    .containsExactly("this box follows the hub Head Office");
            assertThat(box.catalog.snapshot().policy()).isNotEqualTo(wanted);
            box.target.apply(HUB, List.of(policy(11)), new Cursor("e", 11));
            assertThat(box.catalog.snapshot().policy()).isEqualTo(wanted);
        }
    }

    @Test
    void aFullDiskKeepsNothingOfACallAndSaysSo() {
        try (var box = new FollowingBox(folder)) {
            box.target.apply(HUB, List.of(policy(11), person(7, 12)), new Cursor("e", 12));
            box.database.growTo(4096);
            var many = new ArrayList<DownLine>();
            for (int id = 100; id < 1_000; id++) many.add(person(id, id));
            assertThatThrownBy(() -> box.target.apply(HUB, many, new Cursor("e", 1_000)))
                    .isInstanceOf(TargetException.class)
                    .hasMessageContaining("no room");
            assertThat(box.target.cursor(HUB)).isEqualTo(new Cursor("e", 12));
            assertThat(box.one("SELECT count(*) FROM person WHERE id >= 100")).isEqualTo("0");
            box.database.growTo(1L << 30);
            box.target.apply(HUB, many, new Cursor("e", 1_000));
            assertThat(box.target.check().count()).isEqualTo(901);
        }
    }

    @Test
    void picturesAreNotedUntilTheirFilesAreHere() {
        try (var box = new FollowingBox(folder)) {
            var ada = pictured(person(7, 12), "aa11", 12);
            box.target.apply(HUB, List.of(policy(11), ada), new Cursor("e", 12));
            assertThat(box.one("SELECT name FROM image_synced")).isEqualTo("aa11");
            box.database.write(sql -> {
                var due = ImagesIn.due(sql, box.time.nowMs(), Long.MAX_VALUE);
                return ImagesIn.arrived(sql, Objects.requireNonNull(due));
            });
            assertThat(box.one("SELECT shown FROM person_image")).isEqualTo("aa11");
            box.target.apply(HUB, List.of(new PersonLine(ada.row(), 13)), new Cursor("e", 13));
            assertThat(box.one("SELECT count(*) FROM image_synced")).isEqualTo("0");
            box.target.apply(HUB, List.of(pictured(ada, "bb22", 14)), new Cursor("e", 14));
            assertThat(box.one("SELECT shown FROM person_image")).isEqualTo("aa11"); // until the other is here
            box.target.apply(HUB, List.of(pictured(ada, null, 15)), new Cursor("e", 15));
            assertThat(box.one("SELECT count(*) FROM person_image")).isEqualTo("0");
            assertThat(box.one("SELECT count(*) FROM image_synced")).isEqualTo("0");
            assertThat(box.all("SELECT name FROM image_dropped")).containsExactly("aa11");
        }
    }

    @Test
    void revocationThatTheDiskDoesNotTake_turnsAwayAtOnceAndLetsContactAge() {
        try (var box = new FollowingBox(folder)) {
            var ada = person(7, 12, ADA, List.of(card(70, 1001)), List.of(1L));
            var ben =
                    person(8, 13, Map.of("first_name", "Ben", "last_name", "L"), List.of(card(80, 2002)), List.of(1L));
            box.target.apply(HUB, List.of(policy(11), ada, ben), new Cursor("e", 13));
            box.target.progress(new Progress.Present());
            box.database.growTo(0);
            var much = person(
                    9,
                    14,
                    Map.of("first_name", "C", "last_name", "L", "notes", "x".repeat(50_000)),
                    List.of(),
                    List.of());
            List<DownLine> lines = List.of(new Gone(7, 15), disabled(ben, 16), much);
            assertThatThrownBy(() -> box.target.apply(HUB, lines, new Cursor("e", 16)))
                    .isInstanceOf(TargetException.class);
            assertThat(RightsStore.<Boolean>ask(box.database, rights -> rights.card(1001) == null))
                    .isTrue();
            assertThat(RightsStore.<Boolean>ask(box.database, rights -> rights.card(2002) == null))
                    .isTrue();
            box.time.advance(Duration.ofHours(2));
            box.target.progress(new Progress.Present());
            assertThat(box.contact.age()).isEqualTo(Duration.ofHours(2));
            box.database.growTo(1 << 30);
            box.target.apply(HUB, lines.subList(0, 2), new Cursor("e", 16));
            box.target.progress(new Progress.Present());
            assertThat(box.contact.age()).isZero();
            box.target.apply(HUB, List.of(ben), new Cursor("e", 17));
            assertThat(RightsStore.<Boolean>ask(box.database, rights -> rights.card(2002) == null))
                    .isFalse();
        }
    }
}
