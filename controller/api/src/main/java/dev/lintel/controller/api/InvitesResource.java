package dev.lintel.controller.api;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import java.util.Map;

/// `POST /api/3/people/:id/passport_invite`: invites the person, by the email on record, to the companion
/// service for mobile access: a letter tells of this box's page for phones. A body is ignored.
final class InvitesResource {
    /// Letters go out in seconds, where a server takes them.
    private static final int RETRY_AFTER_S = 60;

    private final ApiParts parts;

    InvitesResource(ApiParts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.POST, "/api/3/people/:id/passport_invite", PeopleResource.WRITE, this::invite);
    }

    private Reply invite(Request request) {
        parts.once().make(request, sql -> {
            write(sql, request);
            parts.audit().tell(request.signedIn(), new Audit.Change("person", "invite", request.id(), Map.of()));
            return new Once.Outcome(202, request.id());
        });
        parts.mobile().posted();
        return new Reply.Accepted(Map.of("result", "ok"));
    }

    /// An email that is on record is well-formed: it was looked at as it came.
    private void write(Sql sql, Request request) {
        Person person = PersonStore.get(sql, request.id());
        BoxReach reach = BoxReach.of(sql, request.signedIn());
        if (person == null || (reach != null && !reach.mayChange(person.id())))
            throw new RefusedException(new Reply.NotFound("person"));
        var errors = new Errors();
        if (person.text("email") == null) errors.add("email", Errors.BLANK);
        errors.refuseIfAny();
        Principal by = request.signedIn();
        try {
            parts.mobile().tellOfPage(sql, person, new MobileDesk.By(by.email(), by.credential()));
        } catch (MobileException e) { // too many letters
            throw new RefusedException(new Reply.Unavailable(String.valueOf(e.getMessage()), RETRY_AFTER_S));
        }
    }
}
