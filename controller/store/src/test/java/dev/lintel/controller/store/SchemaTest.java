package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds what the migrations make to the schema that is checked in: a change to one shows as a change to the other.
class SchemaTest {
    private static final String SCHEMA = """
            SELECT sql
              FROM sqlite_schema
             WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'
             ORDER BY tbl_name, type = 'table' DESC, name""";

    /// Whoever changes what a migration does shuts out each database that it made: write the next one instead.
    @Test
    void whatAMigrationDoesNeverChanges() {
        assertThat(IntStream.rangeClosed(1, Migrations.LATEST)
                        .map(number -> Migrations.checksum(Migrations.BOX, number)))
                .containsExactly(
                        -922_870_943,
                        1_642_165_602,
                        1_277_228_831,
                        1_508_503_479,
                        -1_334_788_082,
                        472_306_317,
                        530_354_842,
                        1_552_553_521,
                        1_254_952_684,
                        84_944_100,
                        -1_226_050_771,
                        1_631_634_895,
                        -1_461_135_220,
                        -1_404_585_104,
                        -1_997_465_942,
                        -525_014_319,
                        -1_723_400_989,
                        93_134_884,
                        1_820_624_938,
                        241_298_866,
                        -686_475_701,
                        -53_593_377,
                        1_680_857_879,
                        491_473_069,
                        -2_078_855_369,
                        2_009_898_505,
                        -315_728_545,
                        706_573_870,
                        -1_173_259_269,
                        -972_954_614,
                        -272_658_443,
                        -446_076_564,
                        1_674_190_047,
                        1_045_385_458,
                        287_872_433);
    }

    @Test
    void boxThatKeepsRevocations_getsAllPeopleAgainWithMigration20(@TempDir Path folder) {
        Sql sql = Database.connect(folder.resolve("lintel.db"), false, Database.OTHERS_CACHE_KIB);
        try {
            Migrations.run(sql, new Migrations.Series("", 19), null);
            sql.run("INSERT INTO sync_cursor (id, upstream, cursor) VALUES (1, 'hub/1', 'e.5')");
            sql.run("INSERT INTO person_known VALUES (7, 5, 4)");
            Migrations.run(sql, Migrations.BOX, null);
            assertThat(sql.list("SELECT coalesce(cursor, 'none') FROM sync_cursor", row -> row.text(1)))
                    .containsExactly("none");
        } finally {
            sql.close();
        }
    }

    /// A version before this one takes over where people are by the name that it knows.
    @Test
    void migration25_keepsPlacesAndShowsThemToAnEarlierVersion(@TempDir Path folder) {
        Sql sql = Database.connect(folder.resolve("lintel.db"), false, Database.OTHERS_CACHE_KIB);
        try {
            Migrations.run(sql, new Migrations.Series("", 24), null);
            sql.run("INSERT INTO place VALUES (7, 'inside', 5)");
            Migrations.run(sql, Migrations.BOX, null);
            sql.run("INSERT INTO person_area VALUES (7, 'yard', 6)");
            assertThat(sql.list("SELECT area FROM person_area ORDER BY since", row -> row.text(1)))
                    .containsExactly("inside", "yard");
            assertThat(sql.list("SELECT person_id || area || since FROM place", row -> row.text(1)))
                    .containsExactly("7yard6");
        } finally {
            sql.close();
        }
    }

    /// As above, for the databases beside the box's own.
    @Test
    void whatAMigrationOfTheOthersDoesNeverChanges() {
        assertThat(List.of(
                        Migrations.checksum(Migrations.OAUTH, 1),
                        Migrations.checksum(Migrations.OAUTH, 2),
                        Migrations.checksum(Migrations.OAUTH, 3),
                        Migrations.checksum(Migrations.WEBHOOKS, 1),
                        Migrations.checksum(Migrations.SYNC, 1),
                        Migrations.checksum(Migrations.SYNC, 2),
                        Migrations.checksum(Migrations.SYNC, 3)))
                .containsExactly(
                        1_914_513_689,
                        -1_583_344_914,
                        370_650_892,
                        -1_725_344_400,
                        -1_581_859_125,
                        844_702_788,
                        534_044_283);
    }

    @Test
    void theMigrationsMakeTheSchemaThatIsCheckedIn(@TempDir Path folder) throws IOException {
        String made = made(folder);
        Path copy = Files.writeString(Path.of("target", "schema.sql"), made);
        assertThat(made)
                .as("copy %s over src/test/resources/dev/lintel/controller/store/schema.sql if it is as meant", copy)
                .isEqualTo(checkedIn());
    }

    /// The table of credentials was made anew: rows, their ids and the next one's are as they were.
    @Test
    void credentialsOfAnOlderBoxKeepTheirIds(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("old.db"));
        Sql sql = Database.connect(file, false, 1_000);
        try {
            Migrations.run(sql, new Migrations.Series("", 9), null);
            sql.script("""
                    INSERT INTO account VALUES (1, 'Yard', 'UTC', 0, 0);
                    INSERT INTO credential_type (id, account_id, label, slug, code)
                      VALUES (1, 1, 'Card', 'card', 200), (5, 1, 'Phone', 'phone', 800);
                    INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
                      VALUES (1, 1, 'Ada', 'North', 1, 0, 0);
                    INSERT INTO credential VALUES (7, 1, 1, 1, '1001', 1001, NULL, 'active', 11, 12);
                    INSERT INTO credential VALUES (9, 1, 1, 5, '', NULL, NULL, 'active', 13, 14);
                    DELETE FROM credential WHERE id = 9""");
            Migrations.run(sql, Migrations.BOX, null);
            assertThat(sql.list(
                            "SELECT id || value || card_number || created_at || updated_at FROM credential",
                            row -> row.text(1)))
                    .containsExactly("71001100111" + "12");
            String phone =
                    "INSERT INTO credential (account_id, person_id, credential_type_id, value, status, created_at,"
                            + " updated_at) VALUES (1, 1, 5, '', ?, 0, 0)";
            assertThat(sql.insert(phone, "revoked")).isEqualTo(10); // 9 was given once
            assertThat(sql.insert(phone, "revoked")).isEqualTo(11);
            sql.insert(phone, "active");
            assertThatThrownBy(() -> sql.insert(phone, "invited")).isInstanceOf(StoreException.class);
            assertThat(sql.list("SELECT action FROM change_log ORDER BY revision", row -> row.text(1)))
                    .endsWith("create", "create", "create");
            long broken = sql.get("SELECT count(*) FROM pragma_foreign_key_check", row -> row.number(1));
            assertThat(broken).isZero();
        } finally {
            sql.close();
        }
    }

    /// `account.notification_rule` became sensitive: an application that uses it needs approval, and has it if the
    /// command line of the box made the application.
    @Test
    void applicationsAreApprovedForNotificationRulesAsTheyWereForPeople(@TempDir Path folder) throws IOException {
        Sql sql = Database.connect(Files.createFile(folder.resolve("oauth.db")), false, 1_000);
        try {
            Migrations.run(sql, new Migrations.Series("oauth/", 2), null);
            sql.script("""
                    INSERT INTO application (id, client_id, webhook_secret, name, state, shape, listing, owner_id,
                                             created_at, updated_at)
                      VALUES (1, 'box', 's', 'Box', 'live', 'documented', 'A', NULL, 0, 5),
                             (2, 'portal', 's', 'Portal', 'live', 'documented', 'A', 7, 0, 5),
                             (3, 'other', 's', 'Other', 'live', 'documented', 'A', 7, 0, 5);
                    INSERT INTO application_scope VALUES (1, 'account.person', 5), (2, 'account.person', 5);
                    INSERT INTO permission (application_id, user_id, account_id, scope, created_at)
                      VALUES (1, 7, 1, 'account.person account.notification_rule', 0),
                             (2, 7, 1, 'account.notification_rule', 0),
                             (2, 8, 1, 'account.notification_rule account.person', 0),
                             (3, 7, 1, 'account.event.readonly', 0)""");
            Migrations.run(sql, Migrations.OAUTH, null);
            assertThat(sql.list(
                            "SELECT application_id || ' ' || coalesce(approved_at, 'asked') FROM application_scope"
                                    + " WHERE scope = 'account.notification_rule' ORDER BY application_id",
                            row -> row.text(1)))
                    .containsExactly("1 5", "2 asked");
        } finally {
            sql.close();
        }
    }

    private static String made(Path folder) {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            List<String> statements = database.read(sql -> sql.list(SCHEMA, row -> row.text(1)));
            return String.join(";\n\n", statements) + ";\n";
        }
    }

    private static String checkedIn() throws IOException {
        try (InputStream file = Objects.requireNonNull(SchemaTest.class.getResourceAsStream("schema.sql"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
