package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.DuressPin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// PINs that the box chooses.
class ChosenPinTest {
    private static final String PEOPLE = "/api/3/people";

    @TempDir
    Path folder;

    /// Every eighth PIN is in use, so that a quarter of the free ones is next to one of them.
    @Test
    void chosenPin_isNobodysPinUnderDuress() {
        try (var box = new ApiBox(folder)) {
            List<Long> used = use(box);
            var client = box.client();
            for (int i = 0; i < 30; i++) {
                long id = client.create(PEOPLE, "{\"first_name\":\"Ada\",\"last_name\":\"Demo\",\"pin\":\"******\"}");
                var person = client.get(PEOPLE + "/" + id).array().getFirst();
                long pin = Long.parseLong(String.valueOf(person.get("pin")));
                assertThat(used).doesNotContain(pin, DuressPin.of(pin), DuressPin.meant(pin));
                used.add(pin);
            }
        }
    }

    private static List<Long> use(ApiBox box) {
        var used = new ArrayList<Long>();
        box.database.write(sql -> {
            sql.run("INSERT INTO person (account_id, first_name, last_name, enabled, created_at, updated_at)"
                    + " VALUES (1, 'Many', 'PINs', 1, 0, 0)");
            long person = sql.get("SELECT max(id) FROM person", row -> row.number(1));
            for (long pin = 1000; pin < 32_760; pin += 8) {
                sql.run(
                        "INSERT INTO credential (account_id, person_id, credential_type_id, value, pin_number, status,"
                                + " created_at, updated_at) SELECT 1, ?1, id, ?2, ?2, 'revoked', 0, 0"
                                + " FROM credential_type WHERE code = 10",
                        person,
                        pin);
                used.add(pin);
            }
            return 0;
        });
        return used;
    }
}
