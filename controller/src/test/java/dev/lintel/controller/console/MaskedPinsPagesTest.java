package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No page shows a PIN, also where the account has `pins: shown`.
class MaskedPinsPagesTest {
    private static final String PIN = "27182";

    @TempDir
    Path folder;

    private Rig rig;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, new HandTime("2026-11-26T10:00:00Z"), false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        for (String row : List.of(
                "INSERT INTO person (id, account_id, first_name, last_name, email, enabled, created_at, updated_at)"
                        + " VALUES (7001, 1, 'Ada', 'Zephyr', 'ada@example.com', 1, 0, 0)",
                "INSERT INTO credential (account_id, person_id, credential_type_id, value, pin_number, status,"
                        + " created_at, updated_at) SELECT 1, 7001, id, '" + PIN + "', " + PIN + ", 'active', 0, 0"
                        + " FROM credential_type WHERE code = 10")) {
            rig.database.write(sql -> sql.run(row));
        }
    }

    @AfterEach
    void stop() {
        olga.close();
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/people", "/people/export", "/phones", "/phones?person_id=7001", "/site", "/commission"})
    void noPageShowsAPin(String path) throws Exception {
        HttpResponse<String> page = olga.get(path);
        assertThat(page.statusCode()).as(path).isEqualTo(200);
        assertThat(page.body()).as(path).doesNotContain(PIN);
        if (path.equals("/people/export")) assertThat(page.body()).contains("Zephyr");
    }
}
