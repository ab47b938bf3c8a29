package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.AreaRule;
import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.store.AreaStore.Area;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The people in areas on the page Live, over real TLS.
class AreaListTest {
    @TempDir
    Path folder;

    @Test
    void livePageHasThePeopleInAreasWithALimit() throws Exception {
        var rig = new Rig(folder, new HandTime("2026-11-26T10:00:00Z"), false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        try (rig;
                var olga = new Visitor(rig)) {
            assertThat(olga.get("/live/areas").statusCode()).as("not signed in").isEqualTo(401);
            olga.signIn(Rig.EMAIL, Rig.PASSWORD);
            assertThat(olga.get("/live/areas").body()).isEqualTo("{\"areas\":[]}");
            rig.database.write(
                    sql -> sql.run("UPDATE channel SET passback_from = 'street', passback_to = '<lab>' WHERE id = 1"));
            rig.database.write(sql -> sql.run("INSERT INTO area_limit VALUES (1, '<lab>', 2, NULL)"));
            var store = new PlaceStore(rig.database);
            var areas = new AreaSet(Set.of("street", "<lab>"), List.of(1L));
            store.count(List.of(new AreaRule(new AreaLimit("<lab>", 2, null), areas, List.of(), true)));
            store.moved(7, new Place("<lab>", Instant.EPOCH), areas.areas());
            assertThat(olga.get("/live/areas").body()).contains("<lab>: 1 of 2 people", "normal");
            assertThat(olga.get("/").body()).contains("People in areas");
        }
    }

    @Test
    void wordsHaveTheCountAndTheLimits() {
        assertThat(AreaList.words(new Area(new AreaLimit("Lab", 12, 2), 3)))
                .isEqualTo("Lab: 3 of 12 people, at least 2");
        assertThat(AreaList.words(new Area(new AreaLimit("Lab", null, 2), 1))).isEqualTo("Lab: 1 person, at least 2");
        assertThat(AreaList.words(new Area(new AreaLimit("Lab", null, 2), 0))).isEqualTo("Lab: 0 people, at least 2");
    }
}
