package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.HandTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No page shows a PIN, also where the account has `pins: shown`.
class MaskedPinsPagesTest {
    private static final String PIN = "27182";
    private static final String SECOND_PIN = "3141";
    private static final long ADA = 7_001;

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
                "INSERT INTO credential_type (id, account_id, label, slug, code) VALUES (2, 1, 'PIN', 'pin', 10)",
                "INSERT INTO credential_type (id, account_id, label, slug, code) VALUES (3, 1, 'MF', 'mf_pin', 11)",
                "INSERT INTO person (id, account_id, first_name, last_name, email, enabled, created_at, updated_at)"
                        + " VALUES (7001, 1, 'Ada', 'Zephyr', 'ada@example.com', 1, 0, 0)",
                "INSERT INTO credential (account_id, person_id, credential_type_id, value, pin_number, status,"
                        + " created_at, updated_at) VALUES (1, 7001, 2, '27182', 27182, 'active', 0, 0)",
                "INSERT INTO credential (account_id, person_id, credential_type_id, value, status,"
                        + " created_at, updated_at) VALUES (1, 7001, 3, '3141', 'active', 0, 0)")) {
            rig.database.write(sql -> sql.run(row));
        }
        rig.append(EventKind.ADMITTED_PIN, new EventDraft.Subject(1L, ADA, "Ada Zephyr", 1L, null, true), Map.of());
        assertThat(rig.database.awaitDisk(60_000)).isTrue();
    }

    @AfterEach
    void stop() {
        olga.close();
        rig.close();
    }

    private static void hasNoPin(String path, HttpResponse<String> page) {
        assertThat(page.body()).as(path).doesNotContain(PIN).doesNotContainPattern("\\b" + SECOND_PIN + "\\b");
    }

    /// Streams never end; their events are those of the live page.
    @Test
    void noPageShowsAPin() throws Exception {
        List<String> pages = rig.routes.stream()
                .filter(route -> route.startsWith("GET /") && !route.endsWith("/stream"))
                .map(route -> route.substring(4).replaceAll(":[a-z_]+", Long.toString(ADA)))
                .toList();
        var shown = new ArrayList<String>();
        for (String path : pages) {
            HttpResponse<String> page = olga.get(path);
            hasNoPin(path, page);
            if (page.statusCode() == 200) shown.add(path);
            if (page.body().contains("Zephyr")) shown.add("Ada in " + path);
        }
        assertThat(shown)
                .contains("/", "/people", "/people/export", "/phones", "/site", "/commission", "/sim/state", "/users")
                .contains("Ada in /people/export");
        HttpResponse<String> hers = olga.get("/phones?person_id=" + ADA);
        assertThat(hers.statusCode()).isEqualTo(200);
        hasNoPin("/phones", hers);
    }

    /// The answer has the rows that are refused as they were sent, and nothing of the person whom they name.
    @Test
    void theAnswerToAnImportShowsNoPin() throws Exception {
        olga.get("/account"); // for the token
        for (String query : List.of("", "?dry_run=true")) {
            HttpResponse<String> answer = olga.send(
                    "/people/import" + query,
                    "text/csv",
                    "id,last_name,pin,mf_pin\n7001,North,12,******\n7001,North,******,12\n");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("must be between 1000 and", "\"refused\":2");
            hasNoPin(query, answer);
        }
    }
}
