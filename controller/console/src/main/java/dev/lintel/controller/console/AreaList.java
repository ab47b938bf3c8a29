package dev.lintel.controller.console;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.store.AreaStore;
import dev.lintel.controller.store.AreaStore.Area;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import java.util.List;
import java.util.Map;

/// `GET /live/areas`: the people in areas with a limit, in words for the live page.
final class AreaList {
    private final Database database;
    private final Time time;

    AreaList(Database database, Time time) {
        this.database = database;
        this.time = time;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.on(Method.GET, "/live/areas", gate.call((_, _) -> new Reply.Ok(Map.of("areas", shown()))));
    }

    private List<Map<String, String>> shown() {
        return AreaStore.limited(database, time.now()).stream()
                .map(area -> Map.of("words", words(area), "state", area.state()))
                .toList();
    }

    /// Such as `Lab: 3 of 12 people, at least 2`.
    static String words(Area area) {
        Integer max = area.limit().max();
        Integer min = area.limit().min();
        String count = max == null ? "" + area.people() : area.people() + " of " + max;
        String people = count + (max == null && area.people() == 1 ? " person" : " people");
        return Visible.line(area.name()) + ": " + people + (min == null ? "" : ", at least " + min);
    }
}
