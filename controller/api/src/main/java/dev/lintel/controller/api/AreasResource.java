package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.AreaStore;
import dev.lintel.controller.store.AreaStore.Area;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `GET /api/3/areas`: the areas that doors of this box name in `passback`, by name, with the people in each and the
/// limits. An extension of ours.
///
/// ```
///   name, people, max (null: none), min (null: none), state: empty, below_minimum, normal or full
/// ```
final class AreasResource {
    private static final Access READ = Access.anyOf(Scope.REPORTS_READONLY);

    private final Database database;
    private final Time time;

    AreasResource(Database database, Time time) {
        this.database = database;
        this.time = time;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/areas", READ, _ -> list());
    }

    private Reply list() {
        return new Reply.Ok(AreaStore.all(database, time.now()).stream()
                .map(AreasResource::json)
                .toList());
    }

    private static Map<String, @Nullable Object> json(Area area) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("name", area.name());
        json.put("people", area.people());
        json.put("max", area.limit().max());
        json.put("min", area.limit().min());
        json.put("state", area.state());
        return json;
    }
}
