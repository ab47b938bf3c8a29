package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a database that comes back gives rights and doors, against what its replacement gave.
class ReturnedRightsTest {
    private final ReturningDatabase box;

    ReturnedRightsTest(@TempDir Path folder, @TempDir Path memory) {
        box = new ReturningDatabase(folder, memory);
    }

    @AfterEach
    void close() {
        box.close();
    }

    @BeforeEach
    void begin() {
        box.run(sql -> {
            sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)");
            sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                    + " VALUES (1, 1, 'Kept', 'Person', 1, 0, 0)");
            sql.run("INSERT INTO site VALUES (1, 1, 'Site', 'UTC', '', 0, 0)");
            sql.run("INSERT INTO role (id, account_id, name, created_at, updated_at) VALUES (1, 1, 'Staff', 0, 0)");
            for (int channel = 1; channel <= 3; channel++) addChannel(sql, channel);
            return door(sql, 1, 0, 0);
        });
        box.snapshot();
    }

    private static void addChannel(Sql sql, long id) {
        sql.run(
                "INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,"
                        + " extended_open_ms, warning_ms, relock, forced, created_at, updated_at)"
                        + " VALUES (?1, 1, 1, ?1, 'Door', 'door', 1, 1, 1, 1, 'open', 1, 0, 0)",
                id);
    }

    private static int door(Sql sql, long channel, int unlock, int lockdown) {
        return sql.run(
                "INSERT OR REPLACE INTO door_state (channel_id, unlock, card_lockdown, rex_lockdown, aux_lockdown,"
                        + " hours_overridden, hours_first_card, hours_on, changed_at)"
                        + " VALUES (?, ?, ?, 0, 0, 0, 0, 0, 0)",
                channel,
                unlock,
                lockdown);
    }

    private void update(Sql sql, String column, int value) {
        box.time.advance(Duration.ofSeconds(1));
        sql.run("UPDATE person SET " + column + " = ?, updated_at = ? WHERE id = 1", value, box.time.nowMs());
    }

    @Test
    void doorStates_areThoseOfTheReplacement() throws Exception {
        box.bothChange(
                sql -> {
                    addChannel(sql, 4);
                    return door(sql, 1, 1, 0) + door(sql, 2, 0, 0) + door(sql, 3, 1, 0) + door(sql, 4, 0, 1);
                },
                sql -> {
                    sql.run("DELETE FROM door_state WHERE channel_id = 3");
                    return door(sql, 1, 0, 0) + door(sql, 2, 0, 1);
                });
        assertThat(box.all("SELECT channel_id || ' ' || unlock || card_lockdown FROM door_state ORDER BY channel_id"))
                .as("unlocked and set back to normal, locked down, reset, and of a door that only one has")
                .containsExactly("1 00", "2 01", "4 01");
    }

    @Test
    void revocationOnTheReplacement_staysWhereItsValueIsThatOfTheSnapshot() throws Exception {
        box.run(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id = 1"));
        box.snapshot();
        box.bothChange(
                sql -> {
                    update(sql, "enabled", 1);
                    update(sql, "first_responder", 1);
                    sql.run("INSERT INTO person_role VALUES (1, 1)");
                    return sql.run("INSERT INTO role_channel VALUES (1, 2)");
                },
                sql -> {
                    update(sql, "enabled", 1);
                    update(sql, "enabled", 0);
                    return sql.run("UPDATE role SET updated_at = 1");
                });
        assertThat(box.all("SELECT enabled || ' ' || first_responder FROM person"))
                .containsExactly("0 0");
        assertThat(box.all("SELECT role_id FROM person_role UNION SELECT channel_id FROM role_channel"))
                .isEmpty();
        assertThat(box.aside()).as("has what was left out").hasSize(1);
        assertThat(box.all("SELECT additional FROM event WHERE kind = 353 ORDER BY id DESC LIMIT 1")
                        .getFirst())
                .contains("left out", "person 1", "person_role 1", "role_channel 1");
    }

    @Test
    void revocationBeforeTheLoss_staysWhereTheReplacementChangedSomethingElse() throws Exception {
        box.bothChange(
                sql -> {
                    update(sql, "enabled", 0);
                    return sql.run("UPDATE person SET valid_to = '2026-01-01' WHERE id = 1");
                },
                sql -> sql.run("UPDATE person SET notes = 'seen', updated_at = 5 WHERE id = 1"));
        assertThat(box.all("SELECT enabled || ' ' || valid_to || ' ' || notes FROM person"))
                .containsExactly("0 2026-01-01 seen");
    }

    @Test
    void cardNumbersThatChangeHands_areThoseOfTheReplacement() throws Exception {
        String card =
                "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, status,"
                        + " created_at, updated_at) VALUES (?1, 1, ?1, 1, ?2, ?2, 'active', 0, 0)";
        box.run(sql -> {
            sql.run("INSERT INTO credential_type VALUES (1, 1, 'Card', 'card', 200, NULL)");
            sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                    + " VALUES (2, 1, 'Second', 'Person', 1, 0, 0)");
            sql.run(card, 1, 11);
            return sql.run(card, 2, 22);
        });
        box.snapshot();
        box.bothChange(sql -> sql.run("UPDATE person SET notes = 'before' WHERE id = 2"), sql -> {
            sql.run("UPDATE credential SET card_number = NULL WHERE id = 2");
            sql.run("UPDATE credential SET card_number = 22, updated_at = 1 WHERE id = 1");
            return sql.run("UPDATE credential SET card_number = 11, updated_at = 1 WHERE id = 2");
        });
        assertThat(box.all("SELECT id || ' ' || card_number FROM credential ORDER BY id"))
                .containsExactly("1 22", "2 11");
        assertThat(box.all("SELECT notes FROM person WHERE id = 2")).containsExactly("before");
    }

    @Test
    void ofABoxThatFollows_peopleAndRightsAreThoseOfTheReplacement() throws Exception {
        box.run(sql -> sql.run("INSERT INTO sync_cursor (id, upstream, cursor) VALUES (1, 'hub/1', 'e.5')"));
        box.snapshot();
        box.bothChange(
                sql -> {
                    sql.run("UPDATE sync_cursor SET cursor = 'e.7'");
                    sql.run("INSERT INTO person_role VALUES (1, 1)");
                    sql.run("INSERT INTO person_synced VALUES (1, 7)");
                    return sql.run("INSERT INTO user (account_id, email, created_at, updated_at)"
                            + " VALUES (1, 'before@example.com', 0, 0)");
                },
                sql -> {
                    sql.run("UPDATE sync_cursor SET cursor = 'e.9'");
                    return sql.run("INSERT INTO person_synced VALUES (1, 9)");
                });
        assertThat(box.all("SELECT role_id FROM person_role"))
                .as("taken by the hub at revision 9")
                .isEmpty();
        assertThat(box.all("SELECT revision FROM person_synced")).containsExactly("9");
        assertThat(box.all("SELECT cursor FROM sync_cursor")).containsExactly("e.9");
        assertThat(box.aside()).as("has what the replacement did not").hasSize(1);
        assertThat(box.all("SELECT email FROM user")).containsExactly("before@example.com");
    }

    private static int credential(Sql sql, long id) {
        return sql.run(
                "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, status,"
                        + " created_at, updated_at) VALUES (?1, 1, 1, ?1, ?1 + 5000, ?1 + 5000, 'active', 1, 1)",
                id);
    }

    private static int uses(Sql sql, long credential, int uses) {
        return sql.run(
                "INSERT OR REPLACE INTO credential_use (credential_id, uses_from, uses, last_used_at)"
                        + " VALUES (?, 100, ?, ?)",
                credential,
                uses,
                1_000 + uses);
    }

    @Test
    void usesOfCredentials_areTheHigherCountOfEither() throws Exception {
        box.run(sql -> {
            for (int id = 11; id <= 13; id++)
                sql.run("INSERT INTO credential_type VALUES (?1, 1, 'Card ' || ?1, 'card' || ?1, 200, NULL)", id);
            return credential(sql, 11) + credential(sql, 12) + uses(sql, 11, 1);
        });
        box.snapshot();
        box.bothChange(
                sql -> uses(sql, 11, 5) + uses(sql, 12, 2),
                sql -> uses(sql, 11, 3) + uses(sql, 12, 4) + credential(sql, 13) + uses(sql, 13, 7));
        assertThat(box.all("SELECT credential_id || ' ' || uses || ' ' || last_used_at FROM credential_use"))
                .as("the last one is a credential that the replacement alone has")
                .containsExactly("11 5 1005", "12 4 1004", "13 7 1007");
    }

    private static int threat(Sql sql, int level, int version) {
        return sql.run(
                "INSERT OR REPLACE INTO site_threat VALUES (1, ?, ?2, 'olga', '', ?2, NULL, 0, '')", level, version);
    }

    private static int follow(Sql sql) {
        return sql.run("INSERT INTO sync_cursor (id, upstream, cursor) VALUES (1, 'hub/1', 'e.5')");
    }

    private List<String> threats() {
        return box.all("SELECT level || ' ' || version FROM site_threat");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threatLevel_isThatOfTheReplacementWhereItWasSetThereAlone(boolean follows) throws Exception {
        box.run(sql -> threat(sql, 4, 10));
        if (follows) box.run(ReturnedRightsTest::follow);
        box.snapshot();
        box.bothChange(sql -> door(sql, 1, 0, 1), sql -> threat(sql, 1, 20));
        assertThat(threats()).containsExactly("1 20");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threatLevel_isTheHigherOneWhereBothSetIt(boolean follows) throws Exception {
        if (follows) box.run(ReturnedRightsTest::follow);
        box.snapshot();
        box.bothChange(sql -> threat(sql, 3, 10), sql -> threat(sql, 2, 20));
        assertThat(threats()).containsExactly("3 10");
    }

    @Test
    void threatLevel_isThatOfBeforeTheLossWhereTheReplacementHasNone() throws Exception {
        box.bothChange(sql -> threat(sql, 3, 10), sql -> door(sql, 1, 0, 1));
        assertThat(threats()).containsExactly("3 10");
    }

    @Test
    void ofABoxThatFollows_revocationsStayWhereTheReplacementIsBehind() throws Exception {
        box.run(sql -> {
            sql.run("INSERT INTO person_role VALUES (1, 1)");
            return sql.run("INSERT INTO sync_cursor (id, upstream, cursor) VALUES (1, 'hub/1', 'e.700')");
        });
        box.snapshot();
        box.bothChange(
                sql -> {
                    sql.run("UPDATE sync_cursor SET cursor = 'e.900'");
                    sql.run("INSERT INTO hub_known (id, hub, cursor, policy_revision) VALUES (1, 'hub', 'e.900', 3)");
                    sql.run("INSERT INTO person_known VALUES (1, 900, NULL, NULL), (2, 800, 0, NULL), (3, 5, 4, 'a')");
                    return sql.run("DELETE FROM person_role");
                },
                sql -> {
                    sql.run("INSERT INTO person_known VALUES (1, 700, 6, 'b'), (2, 850, NULL, NULL), (4, 7, 0, NULL)");
                    return sql.run("UPDATE person SET notes = 'seen', updated_at = 1");
                });
        assertThat(box.all("SELECT role_id FROM person_role")).isEmpty();
        assertThat(box.all("SELECT cursor FROM sync_cursor UNION ALL SELECT cursor FROM hub_known"))
                .containsExactly("e.900", "e.900");
        assertThat(box.all("SELECT person_id || ' ' || revision || ' ' || coalesce(withheld, '-')"
                        + " || coalesce(rights, '') FROM person_known"
                        + " ORDER BY person_id"))
                .containsExactly("1 900 6b", "2 850 0", "3 5 4a", "4 7 0");
    }

    @Test
    void sessionsOfBefore_endAndPasswordsAreThoseOfTheReplacement() throws Exception {
        box.run(sql -> sql.run("INSERT INTO user (account_id, email, password_hash, created_at, updated_at)"
                + " VALUES (1, 'ops@example.com', 'old', 0, 0)"));
        box.snapshot();
        String session = "INSERT INTO session (token_hash, user_id, csrf_token, created_at, last_seen_at)"
                + " VALUES (?, 1, 'x', 0, 0)";
        box.bothChange(
                sql -> {
                    sql.run("INSERT INTO totp VALUES (1, x'01', 0)");
                    return sql.run(session, Bytes.of(1));
                },
                sql -> {
                    sql.run("UPDATE user SET password_hash = 'new', updated_at = 1");
                    return sql.run(session, Bytes.of(2));
                });
        assertThat(box.all("SELECT hex(token_hash) FROM session")).containsExactly("02");
        assertThat(box.all("SELECT password_hash FROM user")).containsExactly("new");
        assertThat(box.all("SELECT user_id FROM totp")).as("the second factor").containsExactly("1");
    }

    @Test
    void changesOfAUser_stayWhereTheReplacementChangedSomethingElse() throws Exception {
        String user = "INSERT INTO user (account_id, email, password_hash, kind, keys_enabled, created_at, updated_at)"
                + " VALUES (1, ?, 'old', ?, 1, 0, 0)";
        box.run(sql -> {
            sql.run(user, "demoted@example.com", "operator");
            sql.run(user, "renamed@example.com", "operator");
            return sql.run(user, "promoted@example.com", "user");
        });
        box.snapshot();
        box.bothChange(
                sql -> {
                    sql.run("UPDATE user SET kind = 'developer', keys_enabled = 0, updated_at = 1 WHERE id = 1");
                    sql.run("UPDATE user SET password_hash = 'new', updated_at = 1 WHERE id = 2");
                    return sql.run("UPDATE user SET kind = 'operator', updated_at = 1 WHERE id = 3");
                },
                sql -> {
                    sql.run("UPDATE user SET last_name = 'Seen', updated_at = 2");
                    return sql.run("UPDATE user SET kind = 'user', updated_at = 2 WHERE id = 2");
                });
        assertThat(box.all("SELECT id || ' ' || kind || ' ' || keys_enabled || ' ' || password_hash || ' ' || last_name"
                        + " FROM user ORDER BY id"))
                .containsExactly("1 developer 0 old Seen", "2 user 1 new Seen", "3 user 1 old Seen");
    }

    @Test
    void changesOfACredential_stayWhereTheReplacementChangedSomethingElse() throws Exception {
        box.run(sql -> {
            sql.run("INSERT INTO credential_type VALUES (1, 1, 'Phone', 'phone', 200, NULL)");
            for (int id = 1; id <= 3; id++) {
                sql.run(
                        "INSERT OR IGNORE INTO person (id, account_id, first_name, last_name, enabled, created_at,"
                                + " updated_at) VALUES (?1, 1, 'Some', 'Person', 1, 0, 0)",
                        id);
                sql.run(
                        "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number,"
                                + " status, created_at, updated_at) VALUES (?1, 1, ?1, 1, ?1, ?1, 'active', 0, 0)",
                        id);
            }
            return 0;
        });
        box.snapshot();
        box.bothChange(
                sql -> {
                    sql.run("UPDATE credential SET status = 'revoked', updated_at = 1 WHERE id = 1");
                    sql.run("UPDATE credential SET card_number = 22, updated_at = 1 WHERE id = 2");
                    return sql.run("UPDATE credential SET status = 'revoked', updated_at = 1 WHERE id = 3");
                },
                sql -> {
                    sql.run("UPDATE credential SET value = 'new' WHERE id <= 2");
                    return sql.run("UPDATE credential SET status = 'revoking' WHERE id = 3");
                });
        assertThat(box.all("SELECT id || ' ' || status || ' ' || card_number || ' ' || value FROM credential"
                        + " ORDER BY id"))
                .containsExactly("1 revoked 1 new", "2 active 22 new", "3 revoked 3 3");
    }
}
