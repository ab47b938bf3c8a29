package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.ForwardRequest;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaskedPinsTest {
    private static final String BOTH = "{\"person\":{\"first_name\":\"A\",\"pin\":\"******\",\"mf_pin\":\"******\"}}";

    private static final List<String> ROWS = List.of(
            "INSERT INTO account VALUES (1, 'Yard', 'UTC', 0, 0)",
            "INSERT INTO account_limits VALUES (1, 1000, 'masked')",
            "INSERT INTO credential_type (id, account_id, label, slug, code)"
                    + " VALUES (1, 1, 'Card', 'card', 200), (3, 1, 'PIN', 'pin', 10), (4, 1, 'MF', 'mf_pin', 11)",
            "INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                    + " VALUES (7, 1, 'Ada', 'North', 1, 0, 0)",
            "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number,"
                    + " pin_number, status, created_at, updated_at)"
                    + " VALUES (11, 1, 7, 3, '4711', NULL, 4711, 'active', 0, 0)",
            "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number,"
                    + " pin_number, status, created_at, updated_at)"
                    + " VALUES (12, 1, 7, 1, '1001', 1001, NULL, 'active', 0, 0)");

    @TempDir
    Path folder;

    private DataFolder data;
    private Database database;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = Database.open(data, new HandTime("2026-03-02T10:00:00Z"));
        database.write(sql -> {
            for (String row : ROWS) sql.run(row);
            return true;
        });
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    private @Nullable String sent(String method, String path, @Nullable String body) {
        var by = new ForwardRequest.By("KEY", "c", "e@x.example", "documented", "A", true, List.of(), "https://box");
        return MaskedPins.without(new ForwardRequest(method, path, body, null, by), database);
    }

    @Test
    void aMaskForAPinThatThePersonHasIsNotSent() {
        assertThat(sent("PUT", "/api/3/people/7", BOTH))
                .as("mf_pin asks for a PIN: there is none")
                .isEqualTo("{\"person\":{\"first_name\":\"A\",\"mf_pin\":\"******\"}}");
        assertThat(sent("PATCH", "/api/3/people/7.json?x=1", "{\"pin\":\" ****** \"}"))
                .isEqualTo("{}");
        assertThat(sent("PUT", "/api/3/credentials/11", "{\"value\":\"******\"}"))
                .isEqualTo("{}");
        assertThat(sent("PUT", "/api/3/people/7/credentials/11", "{\"value\":\"******\"}"))
                .isEqualTo("{}");
    }

    @Test
    void allElseIsSentAsItIs() {
        String value = "{\"value\":\"******\"}";
        assertThat(sent("POST", "/api/3/people", BOTH)).isEqualTo(BOTH);
        assertThat(sent("PUT", "/api/3/people/8", BOTH)).isEqualTo(BOTH);
        assertThat(sent("PUT", "/api/3/credentials/12", value)).as("a card").isEqualTo(value);
        assertThat(sent("PUT", "/api/3/people/7", "{\"pin\" : 4712}")).isEqualTo("{\"pin\" : 4712}");
        assertThat(sent("PUT", "/api/3/people/7", "{ ******")).isEqualTo("{ ******");
        assertThat(sent("DELETE", "/api/3/people/7", null)).isNull();
        database.write(sql -> sql.run("UPDATE account_limits SET pins = 'shown'"));
        assertThat(sent("PUT", "/api/3/people/7", BOTH)).isEqualTo(BOTH);
    }
}
