package dev.lintel.controller.api;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.access.Admissions.Asked;
import dev.lintel.controller.access.Admissions.Named;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Errors;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.AdmissionQueries;
import dev.lintel.controller.store.AdmissionQueries.Admission;
import dev.lintel.controller.store.ChannelStore;
import dev.lintel.controller.store.ChannelStore.Channel;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// `POST /api/3/channels/:id/admit` and `…/admit_person`, also under `/api/3/channel/:id/`: somebody is let in by
/// hand. `GET /api/3/admission_requests/:id`: what came of it.
///
/// ```
///   admit          no body. Anybody: only at a channel in its normal mode, not at an elevator
///   admit_person   {person_id}: as if they stood at the entry reader; their rights count
/// ```
///
/// Both are answered once the door has acted and that is on disk, or when it takes too long: then the request is
/// pending. As with commands, the body's fields may stand in an object `channel`, and a body that says something
/// else is refused: `admit` would pass over the person whose rights were meant.
///
/// With an `Idempotency-Key` no door opens twice: the key is on disk before the door hears of it. A retry, also
/// after a restart, is told what the log knows; where the box ended in between that is a time-out, and nobody
/// will be let in by that key any more.
final class AdmissionsResource {
    private static final Access ANYBODY = Access.anyOf(Scope.CHANNEL_ADMIT);
    private static final Access PERSON = Access.anyOf(Scope.CHANNEL_ADMIT_PERSON, Scope.CHANNEL_ADMIT);

    /// A door acts within seconds: what is not known by then never will be.
    private static final long TIMEOUT_MS = TimeUnit.MINUTES.toMillis(2);

    private static final int RETRY_AFTER_S = 5;
    private static final String CHANNEL = "channel";
    private static final String PERSON_ID = "person_id";
    private static final List<String> PATHS = List.of("/api/3/channels/:id/", "/api/3/channel/:id/");

    private final ApiParts parts;
    private final ChannelJson json;
    private final DoorViews doors;
    private final AdmissionDesk desk;

    AdmissionsResource(ApiParts parts, ChannelJson json, DoorViews doors, AdmissionDesk desk) {
        this.parts = parts;
        this.json = json;
        this.doors = doors;
        this.desk = desk;
    }

    void mount(Endpoints endpoints) {
        for (String path : PATHS) {
            endpoints.on(Method.POST, path + "admit", ANYBODY, this::admit);
            endpoints.on(Method.POST, path + "admit_person", PERSON, this::admitPerson);
        }
        endpoints.on(Method.GET, "/api/3/admission_requests/:id", PERSON, this::show);
    }

    private Reply admit(Request request) {
        Channel channel = parts.database().read(sql -> ChannelStore.get(sql, request.id()));
        if (channel == null) return new Reply.NotFound("channel");
        request.order(CHANNEL).allow();
        return once(request, () -> {
            if (channel.kind().equals("elevator")) {
                throw RefusedException.badRequest(
                        "an elevator lets go of floors that somebody may reach: admit_person");
            }
            DoorView door = doors.of(channel.id());
            if (door != null && !door.standing().admitsAnybody()) throw new RefusedException(notInNormalMode(request));
            return null;
        });
    }

    private Reply admitPerson(Request request) {
        Channel channel = parts.database().read(sql -> ChannelStore.get(sql, request.id()));
        if (channel == null) return new Reply.NotFound("channel");
        Fields fields = request.order(CHANNEL);
        fields.allow(PERSON_ID);
        Long personId = fields.number(PERSON_ID);
        if (personId == null) return new Reply.Invalid(PERSON_ID, Errors.BLANK);
        return once(request, () -> {
            Person person = parts.database().read(sql -> PersonStore.get(sql, personId));
            if (person == null) throw new RefusedException(new Reply.Invalid(PERSON_ID, Errors.INVALID));
            return new Named(personId, person.name());
        });
    }

    /// Who is to be let in; null for anybody. Throws [RefusedException] for what is refused before the log hears
    /// of it.
    @FunctionalInterface
    private interface Whom {
        @Nullable
        Named look();
    }

    /// What was asked is looked at again only where nothing was done about it before.
    private Reply once(Request request, Whom whom) {
        var beginning = new Beginning(request, whom);
        return parts.once().actAfter(request, beginning::begin, beginning::act, id -> answer(request, id));
    }

    /// One request between its two steps.
    private final class Beginning {
        private final Request request;
        private final Whom whom;
        private @Nullable Asked asked;

        Beginning(Request request, Whom whom) {
            this.request = request;
            this.whom = whom;
        }

        long begin() {
            Principal by = request.signedIn();
            long nowNs = parts.time().nowNs();
            var now = new Asked(request.id(), whom.look(), by.email(), by.credential(), nowNs);
            asked = now;
            long id = desk.request(now);
            if (id != AdmissionDesk.NOT_TAKEN) return id;
            throw new RefusedException(
                    new Reply.Unavailable("the disk takes no request: nobody was let in", RETRY_AFTER_S));
        }

        void act(long id) {
            Asked now = asked;
            if (now == null) throw new IllegalStateException("it acts before it began");
            desk.act(now, id);
        }
    }

    private Reply notInNormalMode(Request request) {
        return parts.database().read(sql -> {
            Channel channel = ChannelStore.get(sql, request.id());
            if (channel == null) return new Reply.NotFound("channel"); // deleted at this moment
            return Shapes.of(request).notInNormalMode(json.of(sql, channel, AccountTimes.of(sql)));
        });
    }

    private Reply answer(Request request, long id) {
        Admission found = parts.database().read(sql -> AdmissionQueries.find(sql, id));
        if (found == null) throw new IllegalStateException("request " + id + " is on disk");
        Event result = found.result();
        if (result != null && result.kind() == EventKind.ADMISSION_DENIED) {
            String reason = String.valueOf(result.draft().additional().get(Admissions.REASON));
            boolean anybody = result.subject().personId() == null;
            boolean abnormal = reason.equals("mode") || reason.equals("lockdown");
            if (anybody && abnormal) return notInNormalMode(request); // since it was looked at
            return Shapes.of(request).admissionRefused(reason);
        }
        var answer = new LinkedHashMap<String, Object>();
        answer.put(Admissions.REQUEST_ID, id);
        answer.put("status", status(found));
        return new Reply.Accepted(answer);
    }

    private Reply show(Request request) {
        return parts.database().read(sql -> {
            Admission found = AdmissionQueries.find(sql, request.id());
            return found == null ? new Reply.NotFound("admission request") : new Reply.Ok(shown(sql, found));
        });
    }

    private String status(Admission admission) {
        Event result = admission.result();
        if (result == null) {
            long agoMs = parts.time().nowMs() - admission.request().draft().occurredAtMs();
            return agoMs < TIMEOUT_MS ? "pending" : "timeout";
        }
        return switch (result.kind()) {
            case ADMITTED_MANUAL -> "admitted";
            case ADMISSION_DENIED -> "denied";
            default -> "offline";
        };
    }

    private Map<String, @Nullable Object> shown(Sql sql, Admission admission) {
        AccountTimes times = AccountTimes.of(sql);
        Event request = admission.request();
        Event result = admission.result();
        Subject subject = request.subject();
        Long channelId = subject.channelId();
        Long personId = subject.personId();
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("id", request.id());
        shown.put("status", status(admission));
        shown.put("channel_id", channelId);
        shown.put(PERSON_ID, personId);
        shown.put("requested_at", times.local(request.draft().occurredAtMs()));
        shown.put(
                "completed_at",
                result == null ? null : times.local(result.draft().occurredAtMs()));
        String channel = channelId == null ? null : ChannelStore.names(sql).get(channelId);
        shown.put("door_controller", idAndName(channelId, channel));
        shown.put("person", personId == null ? null : idAndName(personId, subject.personName()));
        return shown;
    }

    private static Map<String, @Nullable Object> idAndName(@Nullable Long id, @Nullable String name) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        map.put("id", id);
        map.put("name", name);
        return map;
    }
}
