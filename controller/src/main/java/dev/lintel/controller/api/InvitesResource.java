package dev.lintel.controller.api;

import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import java.util.Map;

/// `POST /api/3/people/:id/passport_invite`: invites the person, by the email on record, to the companion
/// service for mobile access. A body is ignored.
///
/// Nothing is sent: this version knows neither a mail server nor a companion service. The invitation stands in the
/// log, which says who asked for it.
final class InvitesResource {
    private final ApiParts parts;

    InvitesResource(ApiParts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.POST, "/api/3/people/:id/passport_invite", PeopleResource.WRITE, this::invite);
    }

    private Reply invite(Request request) {
        parts.once().make(request, sql -> {
            refuseWithoutEmail(sql, request.id());
            parts.audit().tell(request.signedIn(), new Audit.Change("person", "invite", request.id(), Map.of()));
            return new Once.Outcome(202, request.id());
        });
        return new Reply.Accepted(Map.of("result", "ok"));
    }

    /// An email that is on record is well-formed: it was looked at as it came.
    private static void refuseWithoutEmail(Sql sql, long id) {
        Person person = PersonStore.get(sql, id);
        if (person == null) throw new RefusedException(new Reply.NotFound("person"));
        var errors = new Errors();
        if (person.text("email") == null) errors.add("email", Errors.BLANK);
        errors.refuseIfAny();
    }
}
