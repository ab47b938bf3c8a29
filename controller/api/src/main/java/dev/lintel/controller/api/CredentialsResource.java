package dev.lintel.controller.api;

import dev.lintel.controller.access.Limits;
import dev.lintel.controller.api.CredentialValues.Entered;
import dev.lintel.controller.api.Once.Outcome;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paging;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.store.Credential;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/api/3/credentials` and `/api/3/people/:person_id/credentials`: what people show at a reader. The same verbs on
/// both; under a person only that person's are found.
final class CredentialsResource {
    /// Stands for any person in [#find].
    private static final long ANYONE = 0;
    /// Letters go out in seconds, where a server takes them.
    private static final int RETRY_AFTER_S = 60;

    private final ApiParts parts;
    private final AckTokens acks;

    CredentialsResource(ApiParts parts, AckTokens acks) {
        this.parts = parts;
        this.acks = acks;
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/api/3/credentials", PeopleResource.READ, this::listAll);
        endpoints.on(Method.POST, "/api/3/credentials", PeopleResource.WRITE, request -> create(request, null));
        endpoints.on(Method.GET, "/api/3/people/:person_id/credentials", PeopleResource.READ, this::listOfPerson);
        endpoints.on(
                Method.POST,
                "/api/3/people/:person_id/credentials",
                PeopleResource.WRITE,
                request -> create(request, request.id("person_id")));
        both(endpoints, "/api/3/credentials/:id", false);
        both(endpoints, "/api/3/people/:person_id/credentials/:id", true);
    }

    private void both(Endpoints endpoints, String path, boolean ofPerson) {
        endpoints.on(Method.GET, path, PeopleResource.READ, request -> show(request, owner(request, ofPerson)));
        endpoints.on(Method.PUT, path, PeopleResource.WRITE, request -> update(request, owner(request, ofPerson)));
        endpoints.on(Method.PATCH, path, PeopleResource.WRITE, request -> update(request, owner(request, ofPerson)));
        endpoints.on(Method.DELETE, path, PeopleResource.WRITE, request -> delete(request, owner(request, ofPerson)));
    }

    private static long owner(Request request, boolean ofPerson) {
        return ofPerson ? request.id("person_id") : ANYONE;
    }

    private Reply listAll(Request request) {
        return new LongList(parts.database(), new All(parts.json())).answer(request, Paging.SHORT_ROWS);
    }

    /// A person has one credential a type at most: a handful, so a page is a cut of the whole.
    private Reply listOfPerson(Request request) {
        Paging.Wanted wanted = Paging.wanted(request, Paging.SHORT_ROWS);
        long personId = request.id("person_id");
        List<Credential> all = parts.database()
                .read(sql -> PersonStore.get(sql, personId) == null ? null : CredentialStore.of(sql, personId));
        if (all == null) return new Reply.NotFound("person");
        var page = all.stream().skip(wanted.offset()).limit(wanted.all() ? all.size() : wanted.perPage());
        return new Reply.Listed(
                page.map(parts.json()::of).toList(), new Paging.Position(wanted, all.size(), request.listUrl()));
    }

    private Reply show(Request request, long owner) {
        acks.fetched(request, "credential", request.id());
        Credential credential = parts.database().read(sql -> find(sql, request, request.id(), owner));
        return credential == null
                ? new Reply.NotFound("credential")
                : new Reply.Ok(parts.json().of(credential));
    }

    /// A value before and after; empty: none.
    private record Values(String old, String now) {}

    private Reply create(Request request, @Nullable Long personOfPath) {
        Fields fields = request.fields("person_credential", "credential");
        var pins = new HashMap<Long, String>();
        Made made = parts.once()
                .make(
                        request,
                        sql -> insert(sql, request, fields, new Making(personOfPath, pins)),
                        (sql, outcome) -> made(sql, request, outcome, pins));
        if (made == null) return new Reply.NotFound("credential"); // of an earlier request, and deleted since
        if (isPhone(made.type)) parts.mobile().posted();
        Shapes shapes = Shapes.of(request);
        boolean alone = isMobile(made.type) && personOfPath == null;
        return made.status == 201
                ? shapes.credentialCreated(made.json, alone)
                : shapes.credentialExists(made.json, alone);
    }

    /// What a request has made, or an earlier one of its key.
    private record Made(int status, CredentialType type, Map<String, Object> json) {}

    private @Nullable Made made(Sql sql, Request request, Outcome outcome, Map<Long, String> pins) {
        Credential credential = find(sql, request, outcome.id(), ANYONE);
        if (credential == null) return null;
        return new Made(outcome.status(), credential.type(), json(sql, request, credential, pins));
    }

    /// What a request makes.
    ///
    /// @param personOfPath null: the body names the person
    /// @param pins those that it sets, by the id of their type, for [PinView]; a repetition sets none
    private record Making(@Nullable Long personOfPath, Map<Long, String> pins) {}

    private Outcome insert(Sql sql, Request request, Fields fields, Making making) {
        Long personOfPath = making.personOfPath;
        if (personOfPath != null && !isThere(sql, request, personOfPath)) {
            throw new RefusedException(new Reply.NotFound("person"));
        }
        var errors = new Errors();
        Long personId = personOfPath == null ? fields.number("person_id") : personOfPath;
        if (personId == null) errors.add("person_id", Errors.BLANK);
        else if (!isThere(sql, request, personId)) errors.add("person_id", Errors.INVALID);
        Long typeId = fields.number("credential_type_id");
        CredentialType type = typeId == null ? null : CredentialTypeStore.get(sql, typeId);
        if (typeId == null) errors.add("credential_type_id", Errors.BLANK);
        else if (type == null || !(type.hasValue() || isMobile(type))) errors.add("credential_type_id", Errors.INVALID);
        errors.refuseIfAny();
        long owner = Objects.requireNonNull(personId);
        requireChange(sql, request, owner);
        CredentialType known = Objects.requireNonNull(type);
        Credential existing = CredentialStore.ofType(sql, owner, known.id());
        if (existing != null) recordUnchanged(sql, request, existing);
        if (existing != null && !isMobile(known)) return new Outcome(200, existing.id());
        var limits = new LimitsChange(Limits.NONE, limits(sql, fields, errors).read(known, Limits.NONE));
        if (isMobile(known)) {
            errors.refuseIfAny();
            Outcome invited = invite(sql, request, owner, known, existing);
            if (invited.status() == 201) write(sql, request, invited.id(), limits);
            return invited;
        }
        parts.pinRefusals().admit(sql, request, known, value(fields));
        Long number = parts.values().read(sql, known, new Entered(value(fields), 0, "value"), errors);
        parts.pinRefusals().refuseIfAny(request, errors, "person", owner);
        long id = CredentialStore.insert(
                sql, owner, known, Objects.requireNonNull(number), parts.time().nowMs());
        Credential created = Objects.requireNonNull(CredentialStore.get(sql, id));
        if (known.isPin()) making.pins.put(known.id(), created.value());
        tell(sql, request, "create", created, new Values("", created.value()));
        write(sql, request, id, limits);
        return new Outcome(201, id);
    }

    /// Limits before and after.
    private record LimitsChange(Limits old, Limits now) {}

    private LimitsInput limits(Sql sql, Fields fields, Errors errors) {
        return new LimitsInput(
                fields, AccountTimes.of(sql), Instant.ofEpochMilli(parts.time().nowMs()), errors);
    }

    private void write(Sql sql, Request request, long id, LimitsChange limits) {
        if (limits.old.equals(limits.now)) return;
        CredentialStore.limit(sql, id, limits.now, parts.time().nowMs());
        Credential credential = Objects.requireNonNull(CredentialStore.get(sql, id));
        AccountTimes times = AccountTimes.of(sql);
        var details = new LinkedHashMap<>(details(credential));
        Audit.compare(
                details, "limits", LimitsInput.audited(limits.old, times), LimitsInput.audited(limits.now, times));
        PersonStore.update(sql, credential.personId(), Map.of(), parts.time().nowMs());
        parts.audit().tell(request.signedIn(), new Audit.Change("credential", "limit", id, details));
    }

    /// An object or an array is an invalid value, and no malformed request: published clients expect 422.
    private static @Nullable String value(Fields fields) {
        if (fields.isStructure("value")) throw new RefusedException(new Reply.Invalid("value", Errors.INVALID));
        return fields.text("value");
    }

    private static boolean isThere(Sql sql, Request request, long personId) {
        BoxReach reach = BoxReach.of(sql, request.signedIn());
        return PersonStore.get(sql, personId) != null && (reach == null || reach.reaches(personId));
    }

    /// Throws [RefusedException] with 403 for a box that may not change that person.
    private static void requireChange(Sql sql, Request request, long personId) {
        BoxReach reach = BoxReach.of(sql, request.signedIn());
        if (reach != null && !reach.mayChange(personId)) throw new RefusedException(new Reply.NotFound("person"));
    }

    private static boolean isPhone(CredentialType type) {
        return type.code() == CredentialType.VENDOR_MOBILE;
    }

    /// Whether it is of a phone: its key, or a pass in its wallet.
    private static boolean isMobile(CredentialType type) {
        return isPhone(type) || type.isPass();
    }

    /// A phone's has no value: one that is sent is ignored. Where a code goes out by mail it takes an address.
    private Outcome invite(Sql sql, Request request, long owner, CredentialType type, @Nullable Credential existing) {
        Person person = Objects.requireNonNull(PersonStore.get(sql, owner), "looked at a moment ago");
        Principal principal = request.signedIn();
        var by = new MobileDesk.By(principal.email(), principal.credential());
        try {
            long id = type.isPass()
                    ? parts.wallet().invite(sql, person, type, existing, by)
                    : parts.mobile().invite(sql, person, type, existing, by);
            return new Outcome(existing == null ? 201 : 200, id);
        } catch (MobileException e) {
            if (e.reason() == MobileException.Reason.NO_EMAIL) {
                throw new RefusedException(new Reply.Invalid("email", Errors.BLANK));
            }
            throw new RefusedException(new Reply.Unavailable(String.valueOf(e.getMessage()), RETRY_AFTER_S));
        }
    }

    private Reply update(Request request, long owner) {
        Fields fields = request.fields("person_credential", "credential");
        var pins = new HashMap<Long, String>();
        Map<String, Object> after = parts.database().write(sql -> {
            Credential before = find(sql, request, request.id(), owner);
            if (before == null) return null;
            requireChange(sql, request, before.personId());
            boolean limited = LimitsInput.isIn(fields);
            if (!before.type().hasValue() && (fields.has("value") || !limited)) { // a phone's has none for clients
                throw new RefusedException(new Reply.Invalid("value", Errors.INVALID));
            }
            boolean valued = fields.has("value") && !PinView.isKept(sql, before, value(fields));
            var errors = new Errors();
            var limits = new LimitsChange(
                    before.limits(), limits(sql, fields, errors).read(before.type(), before.limits()));
            if (valued) {
                String set = change(sql, request, before, new Setting(value(fields), errors));
                if (set != null && before.type().isPin()) pins.put(before.type().id(), set);
            }
            errors.refuseIfAny();
            boolean same = limits.old.equals(limits.now);
            if (same && !valued) recordUnchanged(sql, request, before);
            write(sql, request, before.id(), limits);
            Credential now = Objects.requireNonNull(CredentialStore.get(sql, before.id()));
            return json(sql, request, now, pins);
        });
        return after == null
                ? new Reply.NotFound("credential")
                : Shapes.of(request).credentialUpdated(after);
    }

    /// A value as it was sent, and what is wrong with the request so far.
    private record Setting(@Nullable String text, Errors errors) {}

    /// Returns the value, or null where it is the one of before. Throws where anything of the request is wrong.
    private @Nullable String change(Sql sql, Request request, Credential before, Setting set) {
        CredentialType type = before.type();
        parts.pinRefusals().admit(sql, request, type, set.text);
        Long number = parts.values().read(sql, type, new Entered(set.text, before.id(), "value"), set.errors);
        parts.pinRefusals().refuseIfAny(request, set.errors, "credential", before.id());
        long value = Objects.requireNonNull(number);
        CredentialStore.update(sql, before.id(), type, value, parts.time().nowMs());
        String text = Long.toString(value);
        if (before.value().equals(text)) {
            recordUnchanged(sql, request, before);
            return null;
        }
        tell(sql, request, "update", before, new Values(before.value(), text));
        return text;
    }

    private Map<String, Object> json(Sql sql, Request request, Credential credential, Map<Long, String> pinsSet) {
        Map<String, Object> json = parts.json().of(credential, AccountTimes.of(sql), PinView.of(sql, pinsSet));
        return request.signedIn().via() == null ? json : BoxReach.withoutInvitation(json);
    }

    private Reply delete(Request request, long owner) {
        Credential deleted = parts.database().write(sql -> {
            Credential before = find(sql, request, request.id(), owner);
            if (before == null) return null;
            requireChange(sql, request, before.personId());
            CredentialStore.delete(sql, before.id());
            tell(sql, request, "delete", before, new Values(before.value(), ""));
            return before;
        });
        if (deleted == null) return new Reply.NotFound("credential");
        boolean withdrawn = isPhone(deleted.type()) && deleted.isInvited();
        return withdrawn ? new Reply.Accepted(Map.of("result", "ok")) : new Reply.NoContent();
    }

    private static @Nullable Credential find(Sql sql, Request request, long id, long owner) {
        Credential credential = CredentialStore.get(sql, id);
        if (credential == null || (owner != ANYONE && owner != credential.personId())) return null;
        BoxReach reach = BoxReach.of(sql, request.signedIn());
        return reach == null || reach.reaches(credential.personId()) ? credential : null;
    }

    /// The audit event, and the person's time of change: who follows people by `since` sees their credentials there.
    private void tell(Sql sql, Request request, String action, Credential credential, Values values) {
        PersonStore.update(sql, credential.personId(), Map.of(), parts.time().nowMs());
        CredentialType type = credential.type();
        String before = values.old.isEmpty() ? "" : PersonSlugs.shown(type, values.old);
        String after = values.now.isEmpty() ? "" : PersonSlugs.shown(type, values.now);
        Map<String, Object> details = Map.of(
                "person_id", credential.personId(), "type", type.label(), "value", Map.of("old", before, "new", after));
        parts.audit().tell(request.signedIn(), new Audit.Change("credential", action, credential.id(), details));
    }

    /// The audit event of a box's write that changes nothing: the answer shows the credential to the box. A write that
    /// no box forwarded has no such event.
    private void recordUnchanged(Sql sql, Request request, Credential credential) {
        if (BoxReach.of(sql, request.signedIn()) == null) return;
        parts.audit()
                .tell(
                        request.signedIn(),
                        new Audit.Change("credential", "update", credential.id(), details(credential)));
    }

    private static Map<String, Object> details(Credential credential) {
        return Map.of(
                "person_id", credential.personId(), "type", credential.type().label());
    }

    /// Everybody's.
    private record All(CredentialJson json) implements LongList.Source {
        @Override
        public long count(Sql sql) {
            return CredentialStore.count(sql);
        }

        @Override
        public long highestId(Sql sql) {
            return CredentialStore.highestId(sql);
        }

        @Override
        public List<LongList.Row> page(Sql sql, int limit, long offset) {
            return rows(sql, CredentialStore.page(sql, limit, offset));
        }

        @Override
        public List<LongList.Row> chunk(Sql sql, long afterId, long lastId, int limit) {
            return rows(sql, CredentialStore.chunk(sql, afterId, lastId, limit));
        }

        private List<LongList.Row> rows(Sql sql, List<Credential> credentials) {
            AccountTimes times = AccountTimes.of(sql);
            PinView pins = PinView.of(sql);
            return credentials.stream()
                    .map(one -> new LongList.Row(one.id(), json.of(one, times, pins)))
                    .toList();
        }
    }
}
