package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.store.PlaceStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `/api/3/areas` over TLS. [ScopesApiTest] checks the permissions.
class AreasApiTest {
    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    @Test
    void areasHaveTheirPeopleAndLimits() {
        assertThat(client.get("/api/3/areas").array()).isEmpty();
        box.database.write(
                sql -> sql.run("UPDATE channel SET passback_from = 'street', passback_to = 'lab' WHERE id = 1"));
        box.database.write(sql -> sql.run("INSERT INTO area_limit VALUES (1, 'lab', 1, NULL)"));
        new PlaceStore(box.database).moved(7, new Place("lab", Instant.EPOCH), Set.of("street", "lab"));
        box.database.write(_ -> true);
        assertThat(client.get("/api/3/areas").array())
                .isEqualTo(List.of(area("lab", 1, 1L, "full"), area("street", 0, null, "empty")));
    }

    private static Map<String, @Nullable Object> area(String name, long people, @Nullable Long max, String state) {
        var area = new LinkedHashMap<String, @Nullable Object>();
        area.put("name", name);
        area.put("people", people);
        area.put("max", max);
        area.put("min", null);
        area.put("state", state);
        return area;
    }
}
