package dev.lintel.controller.api;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PlaceStore;
import java.util.Map;

/// `POST /api/3/people/:id/forgive_passback`: the person may begin in any area again. An extension of ours; a body is
/// ignored.
final class PassbackResource {
    private final ApiParts parts;
    private final PlaceStore places;

    PassbackResource(ApiParts parts, PlaceStore places) {
        this.parts = parts;
        this.places = places;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.POST, "/api/3/people/:id/forgive_passback", PeopleResource.WRITE, this::forgive);
    }

    private Reply forgive(Request request) {
        // A person at a door must get in also while the database is in memory only.
        ClientWork.losable(() -> parts.once().make(request, sql -> {
            if (PersonStore.get(sql, request.id()) == null) throw new RefusedException(new Reply.NotFound("person"));
            places.forgive(sql, request.id());
            var change = new Audit.Change("person", PlaceStore.FORGIVE, request.id(), Map.of());
            parts.audit().tellRegardless(request.signedIn(), change); // forgiven it is
            return new Once.Outcome(200, request.id());
        }));
        return new Reply.Ok(Map.of("result", "ok"));
    }
}
