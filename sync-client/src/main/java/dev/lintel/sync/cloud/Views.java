package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Lists what stands beside the people: credential types, credentials where people do not carry theirs,
/// reservations, and the names of roles, groups and channels. One thread.
final class Views {
    /// Reservations in other states give nothing. Null: a service that has no states.
    private static final Set<String> RUNNING = Set.of("pending", "active");

    private static final String CREDENTIALS = "/api/3/credentials";

    /// Lists that were let out since the start.
    private final Set<String> readable = new HashSet<>();
    /// Lists that are there and never were let out.
    private final Set<String> refused = new TreeSet<>();

    private final Service service;
    private final Pages pages;
    private final Known known;

    Views(Service service, Pages pages, Known known) {
        this.service = service;
        this.pages = pages;
        this.known = known;
    }

    View load() throws InterruptedException {
        Known.Facts facts = known.facts();
        var types = new HashMap<Long, Known.CredentialType>();
        var slugs = new HashMap<String, Known.CredentialType>();
        var valueless = new HashSet<Long>();
        var rows = new ArrayList<Map<String, @Nullable Object>>();
        pages.walk(
                new Pages.Wanted("/api/3/credential_types", "", List.of("credential_types", "credential_type")),
                (row, _) -> rows.add(row));
        for (Map<String, @Nullable Object> row : rows) {
            Long id = Json.id(row.get("id"));
            Long code = Json.id(row.get("code"));
            if (id == null || code == null) continue;
            String slug = Objects.requireNonNullElse(Json.text(row, "slug"), "");
            boolean isOnly = rows.stream()
                            .filter(one -> code.equals(Json.id(one.get("code"))))
                            .count()
                    == 1;
            Known.CredentialType type = here(facts.types(), slug, code, isOnly);
            if (code == 800 || code == 1001) valueless.add(id);
            else if (type != null) {
                types.put(id, type);
                if (!slug.isEmpty()) slugs.put(slug, type);
            }
        }
        return new View(facts, types, slugs, valueless, credentials(slugs.keySet()), reservations(facts.zone()));
    }

    /// The type of this box with that slug and class; else the only one of its class on both sides.
    private static Known.@Nullable CredentialType here(
            List<Known.CredentialType> types, String slug, long code, boolean isOnly) {
        List<Known.CredentialType> ofCode = types.stream()
                .filter(one -> one.code() == code && one.hasValue())
                .toList();
        for (Known.CredentialType one : ofCode) if (one.slug().equals(slug)) return one;
        return isOnly && ofCode.size() == 1 ? ofCode.getFirst() : null;
    }

    /// By person, where people carry none of their own; null: they do, or their older fields are all there is.
    private @Nullable Map<Long, List<Told>> credentials(Set<String> slugs) throws InterruptedException {
        Http.Reply first = service.get("/api/3/people?page=1&per_page=1");
        List<Map<String, @Nullable Object>> people = Json.rows(Json.parse(first.body()), "people", "person");
        if (people.isEmpty() || people.getFirst().get("credentials") instanceof List<?>) return null;
        try {
            Map<Long, List<Told>> all = allCredentials();
            readable.add(CREDENTIALS);
            return all;
        } catch (CloudException e) {
            if (!isNone(CREDENTIALS, e)) throw e;
        }
        Set<String> fields = people.getFirst().keySet();
        if (fields.contains("card") || slugs.stream().anyMatch(fields::contains)) return null;
        throw new CloudException(CloudException.Kind.ODD, "it tells nobody's credentials");
    }

    Map<Long, List<Told>> allCredentials() throws InterruptedException {
        var byPerson = new HashMap<Long, List<Told>>();
        pages.walk(new Pages.Wanted(CREDENTIALS, "", Told.names()), (row, _) -> {
            Long person = Json.id(row.get("person_id"));
            Told one = Told.read(row);
            if (person == null || one == null) return;
            byPerson.computeIfAbsent(person, _ -> new ArrayList<>(2)).add(one);
        });
        return byPerson;
    }

    View.Reservations reservations(ZoneId zone) throws InterruptedException {
        var channels = new HashMap<Long, List<ReservationRow>>();
        var groups = new HashMap<Long, List<GroupReservationRow>>();
        optional(
                new Pages.Wanted("/api/3/group_reservations", "", List.of("group_reservations", "group_reservation")),
                (row, id) -> {
                    Span span = Span.read(row, zone);
                    List<Long> ids = Json.ids(row, "group_ids", "groups");
                    if (span == null || ids == null) return;
                    groups.computeIfAbsent(span.personId, _ -> new ArrayList<>(1))
                            .add(new GroupReservationRow(id, span.startMs, span.endMs, null, ids, span.stamps));
                });
        optional(new Pages.Wanted("/api/3/reservations", "", List.of("reservations", "reservation")), (row, id) -> {
            Span span = Span.read(row, zone);
            List<Long> ids = Json.ids(row, "channel_ids", "door_controller_ids", "channels");
            if (span == null || ids == null) return;
            channels.computeIfAbsent(span.personId, _ -> new ArrayList<>(1))
                    .add(new ReservationRow(id, span.startMs, span.endMs, ids, span.stamps));
        });
        return new View.Reservations(channels, groups);
    }

    /// Whose and when.
    private record Span(long personId, long startMs, long endMs, Stamps stamps) {
        /// Null: it cannot be read, or gives nothing in its state.
        static @Nullable Span read(Map<String, @Nullable Object> row, ZoneId zone) {
            Long person = Json.id(row.get("person_id"));
            Long start = Times.ms(Json.text(row, "start_time"), zone);
            Long end = Times.ms(Json.text(row, "end_time"), zone);
            String state = Json.text(row, "state");
            if (person == null || start == null || end == null || end <= start) return null;
            if (state != null && !RUNNING.contains(state)) return null;
            Long made = Times.ms(Json.text(row, "created_at"), zone);
            Long changed = Times.ms(Json.text(row, "updated_at"), zone);
            var stamps = new Stamps(made == null ? 0 : made, changed == null ? 0 : changed);
            return new Span(person, start, end, stamps);
        }
    }

    /// What the service calls its roles, groups, channels and credential types: for sentences only.
    Map<Cuts.Kind, Map<Long, String>> names() throws InterruptedException {
        var names = new EnumMap<Cuts.Kind, Map<Long, String>>(Cuts.Kind.class);
        names.put(Cuts.Kind.ROLE, named("/api/3/roles", "roles", "role"));
        names.put(Cuts.Kind.GROUP, named("/api/3/groups", "groups", "group"));
        names.put(Cuts.Kind.CHANNEL, named("/api/3/channels", "channels", "channel"));
        names.put(Cuts.Kind.TYPE, named("/api/3/credential_types", "credential_types", "credential_type"));
        return names;
    }

    private Map<Long, String> named(String path, String... names) throws InterruptedException {
        var found = new HashMap<Long, String>();
        try {
            pages.walk(new Pages.Wanted(path, "", List.of(names)), (row, id) -> {
                String name = Json.text(row, "name");
                if (name == null) name = Json.text(row, "label");
                if (name != null) found.put(id, name.substring(0, Math.min(100, name.length())));
            });
            return found;
        } catch (CloudException e) {
            if (!e.isMissing() && e.status() != 403 && e.kind() != CloudException.Kind.MOVED) throw e;
            return Map.of();
        }
    }

    /// A list that not every service has, or lets every application read. Throws where it was let out before: what it
    /// told then does not end because nobody may read it any more.
    private void optional(Pages.Wanted wanted, Pages.Taker taker) throws InterruptedException {
        try {
            pages.walk(wanted, taker);
            readable.add(wanted.path());
            refused.remove(wanted.path());
        } catch (CloudException e) {
            if (!isNone(wanted.path(), e)) throw e;
            if (!e.isMissing()) refused.add(wanted.path());
        }
    }

    private boolean isNone(String path, CloudException e) {
        return e.isMissing() || (e.status() == 403 && !readable.contains(path));
    }

    /// What the service lets nobody read who comes as this box does, in words.
    List<String> refusals() {
        return refused.stream()
                .map(path -> "The service does not let this box read " + path + ": nothing of it counts here."
                        + " Where it has a scope for that, write it into upstream.scope and authorise anew")
                .toList();
    }
}
