package dev.lintel.controller.api;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PersonStore.Filter;
import dev.lintel.controller.store.Sql;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/api/3/people`: who may hold credentials.
final class PeopleResource {
    static final Access READ = Access.anyOf(Scope.PERSON_READONLY, Scope.PERSON);
    static final Access WRITE = Access.anyOf(Scope.PERSON);

    private final ApiParts parts;
    private final Images images;
    private final PersonWriter people;

    PeopleResource(ApiParts parts, Images images) {
        this.parts = parts;
        this.images = images;
        this.people = new PersonWriter(parts.values(), parts.time());
    }

    void mount(Endpoints endpoints) {
        endpoints.bodyMax("/api/3/people", 12 << 20); // an image as Base64; nothing else may be as long
        endpoints.on(Method.GET, "/api/3/people", READ, this::list);
        endpoints.on(Method.POST, "/api/3/people", WRITE, this::create);
        endpoints.on(Method.GET, "/api/3/people/:id", READ, this::show);
        endpoints.on(Method.PUT, "/api/3/people/:id", WRITE, this::update);
        endpoints.on(Method.PATCH, "/api/3/people/:id", WRITE, this::update);
        endpoints.on(Method.DELETE, "/api/3/people/:id", WRITE, this::delete);
    }

    private Reply list(Request request) {
        var people = new People(parts.json(), filter(request), parts.time().nowMs(), request.base());
        return new LongList(parts.database(), people).answer(request, Paging.LONG_ROWS);
    }

    private Filter filter(Request request) {
        String since = request.query("since");
        String sinceUtc = request.query("since_utc");
        Long sinceMs = null;
        if (since != null && !since.isBlank()) {
            sinceMs = parts.database().read(AccountTimes::of).parse("since", since);
        }
        if (sinceUtc != null && !sinceUtc.isBlank()) {
            long utc = AccountTimes.parseUtc("since_utc", sinceUtc);
            sinceMs = sinceMs == null ? utc : Math.max(sinceMs, utc);
        }
        return new Filter(sinceMs, TextFilter.email(request, "email"), TextFilter.readings(request, "system_id"));
    }

    private Reply show(Request request) {
        Map<String, @Nullable Object> person = parts.database().read(sql -> json(sql, request, request.id(), Map.of()));
        return person == null
                ? new Reply.NotFound("person")
                : Shapes.of(request).person(person);
    }

    private Reply create(Request request) {
        try (var body = PersonBody.read(request, images, parts.database())) {
            var pins = new HashMap<Long, String>();
            Map<String, @Nullable Object> person = parts.once()
                    .create(
                            request,
                            sql -> insert(sql, request, body.fields(), pins),
                            (sql, made) -> json(sql, request, made.id(), pins));
            return person == null ? new Reply.NotFound("person") : new Reply.Created(person);
        }
    }

    /// Puts PINs that it sets into `pins`: a repetition of the request sets none, and is not shown them.
    private long insert(Sql sql, Request request, Fields fields, Map<Long, String> pins) {
        PersonWriter.Draft draft = draft(sql, request, fields, null);
        BoxReach reach = BoxReach.of(sql, request.signedIn());
        if (reach != null) reach.requireOwn(draft.input());
        Audit.Change made = people.create(sql, draft);
        pins.putAll(PersonSlugs.pinsSet(draft.credentials()));
        parts.audit().tell(request.signedIn(), made);
        return made.id();
    }

    private Reply update(Request request) {
        try (var body = PersonBody.read(request, images, parts.database())) {
            return update(request, body.fields());
        }
    }

    private Reply update(Request request, Fields fields) {
        var pins = new HashMap<Long, String>();
        Map<String, @Nullable Object> person = parts.database().write(sql -> {
            Person before = PersonStore.get(sql, request.id());
            BoxReach reach = BoxReach.of(sql, request.signedIn());
            if (before == null || (reach != null && !reach.reaches(before.id()))) return null;
            PersonWriter.Draft draft = draft(sql, request, fields, before);
            if (reach != null) draft = reach.within(before.id(), draft, people.differences(sql, before, draft));
            Audit.Change changed = people.update(sql, before, draft);
            pins.putAll(PersonSlugs.pinsSet(draft.credentials()));
            // The answer shows the person to the box: the log has that too.
            if (!changed.details().isEmpty() || reach != null) parts.audit().tell(request.signedIn(), changed);
            return json(sql, request, before.id(), pins);
        });
        return person == null
                ? new Reply.NotFound("person")
                : Shapes.of(request).personUpdated(person);
    }

    /// Throws [RefusedException] with 422 when anything is wrong.
    private PersonWriter.Draft draft(Sql sql, Request request, Fields fields, @Nullable Person before) {
        parts.pinRefusals().admit(sql, request, fields);
        var errors = new Errors();
        PersonWriter.Draft draft = people.read(sql, fields, before, errors);
        parts.pinRefusals().refuseIfAny(request, errors, "person", before == null ? 0 : before.id());
        return draft;
    }

    private Reply delete(Request request) {
        boolean deleted = parts.database().write(sql -> {
            BoxReach reach = BoxReach.of(sql, request.signedIn());
            if (reach != null && !reach.mayChange(request.id())) return false;
            Audit.Change gone = people.delete(sql, request.id());
            if (gone != null) parts.audit().tell(request.signedIn(), gone);
            return gone != null;
        });
        images.worker().wake(); // for the files of their image
        return deleted ? new Reply.Ok(Map.of("result", "ok")) : new Reply.NotFound("person");
    }

    private @Nullable Map<String, @Nullable Object> json(Sql sql, Request request, long id, Map<Long, String> pinsSet) {
        Person person = PersonStore.get(sql, id);
        if (person == null) return null;
        var pins = PinView.of(sql, pinsSet);
        var json = new PersonJson(sql, parts.json(), parts.time().nowMs(), request.base(), pins).of(person);
        BoxReach reach = BoxReach.of(sql, request.signedIn());
        return reach == null ? json : reach.shown(json);
    }

    /// @param nowMs when the list begins: by it group reservations are active or not
    /// @param base of addresses
    private record People(CredentialJson credentials, Filter filter, long nowMs, String base)
            implements LongList.Source {
        @Override
        public long count(Sql sql) {
            return PersonStore.count(sql, filter);
        }

        @Override
        public long highestId(Sql sql) {
            return PersonStore.highestId(sql);
        }

        @Override
        public List<LongList.Row> page(Sql sql, int limit, long offset) {
            return rows(sql, PersonStore.page(sql, filter, limit, offset));
        }

        @Override
        public List<LongList.Row> chunk(Sql sql, long afterId, long lastId, int limit) {
            return rows(sql, PersonStore.chunk(sql, filter, afterId, lastId, limit));
        }

        private List<LongList.Row> rows(Sql sql, List<Person> people) {
            List<Map<String, @Nullable Object>> json = new PersonJson(sql, credentials, nowMs, base).of(people);
            var rows = new ArrayList<LongList.Row>(people.size());
            for (int i = 0; i < people.size(); i++) {
                rows.add(new LongList.Row(people.get(i).id(), json.get(i)));
            }
            return rows;
        }
    }
}
