package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
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
import org.jspecify.annotations.Nullable;

/// Lists what stands beside the people: credential types, credentials where people do not carry theirs,
/// reservations, and the names of roles, groups and channels. One thread.
final class Views {
    /// Reservations in other states give nothing. Null: a service that has no states.
    private static final Set<String> RUNNING = Set.of("pending", "active");

    private static final String CREDENTIALS = "/api/3/credentials";
    private static final Pages.Wanted TYPES =
            new Pages.Wanted("/api/3/credential_types", "", List.of("credential_types", "credential_type"));
    private static final Pages.Wanted GROUP_RESERVATIONS =
            new Pages.Wanted("/api/3/group_reservations", "", List.of("group_reservations", "group_reservation"));
    private static final Pages.Wanted RESERVATIONS =
            new Pages.Wanted("/api/3/reservations", "", List.of("reservations", "reservation"));

    private static final String ALL_RESERVATIONS = "The list of reservations";

    private final Service service;
    private final Pages pages;
    private final Known known;
    private final View.Here here;
    private final Asides asides;
    private List<Map<String, @Nullable Object>> types = List.of(); // as they were last let out
    private @Nullable Map<Long, List<Told>> listed; // credentials, as they were last let out
    private View.Reservations reservations = View.Reservations.UNKNOWN;

    /// @param here who stands at this box
    /// @param asides reads what must keep nobody from being listed
    Views(Service service, Pages pages, Known known, View.Here here, Asides asides) {
        this.service = service;
        this.pages = pages;
        this.known = known;
        this.here = here;
        this.asides = asides;
    }

    View load() throws InterruptedException {
        Known.Facts facts = known.facts();
        var types = new HashMap<Long, Known.CredentialType>();
        var slugs = new HashMap<String, Known.CredentialType>();
        var valueless = new HashSet<Long>();
        List<Map<String, @Nullable Object>> rows = types();
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
        View.Cards cards = cards(slugs.keySet());
        asides.readElse(ALL_RESERVATIONS, null, () -> reservations(facts.zone()));
        return new View(facts, types, slugs, valueless, cards, reservations, here);
    }

    /// Nothing can be told without them; those of before are better than none.
    private List<Map<String, @Nullable Object>> types() throws InterruptedException {
        if (types.isEmpty()) {
            types = allTypes();
            return types;
        }
        List<Map<String, @Nullable Object>> now = asides.read(TYPES.path(), this::allTypes);
        if (now != null) types = now;
        return types;
    }

    private List<Map<String, @Nullable Object>> allTypes() throws InterruptedException {
        var rows = new ArrayList<Map<String, @Nullable Object>>();
        pages.walk(TYPES, (row, _) -> rows.add(row));
        return rows;
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

    private View.Cards cards(Set<String> slugs) throws InterruptedException {
        Http.Reply first = service.get("/api/3/people?page=1&per_page=1");
        List<Map<String, @Nullable Object>> people = Json.rows(Json.parse(first.body()), "people", "person");
        if (people.isEmpty() || people.getFirst().get("credentials") instanceof List<?>) {
            asides.found(CREDENTIALS);
            return View.Cards.CARRIED;
        }
        var now = asides.readElse(CREDENTIALS, null, () -> asides.read(CREDENTIALS, this::allCredentials));
        if (now != null) listed = now;
        if (listed != null) return new View.Cards(listed, false, false);
        Set<String> fields = people.getFirst().keySet();
        boolean hasOlder = fields.contains("card") || slugs.stream().anyMatch(fields::contains);
        if (hasOlder || asides.hasFollowed()) return new View.Cards(null, true, areOlder(slugs));
        throw new CloudException(CloudException.Kind.ODD, "it tells nobody's credentials");
    }

    /// Whether the older fields count: not where anybody here has a credential of a list, for then who has none has
    /// none. A list that is refused or fails exists; one that is not there never was, as far as is known.
    private boolean areOlder(Set<String> slugs) throws InterruptedException {
        boolean isOlderBox = false;
        if (asides.hasFollowed()) {
            Http.Reply some = service.get("/api/3/people?page=1&per_page=" + Limits.PER_PAGE);
            for (Map<String, @Nullable Object> row : Json.rows(Json.parse(some.body()), "people", "person")) {
                Long id = Json.id(row.get("id"));
                PersonRow person = id == null ? null : here.person(id);
                if (person == null) continue;
                for (CredentialRow one : person.credentials()) {
                    if (!View.isOlder(slugs, person.id(), one)) return false;
                    isOlderBox = true;
                }
            }
        }
        return isOlderBox || asides.isSure(CREDENTIALS);
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
        View.Reservations before = reservations;
        reservations = before.unsure(); // stays so where reading fails: a group that is new may be of one
        var groups = asides.read(GROUP_RESERVATIONS.path(), () -> groupReservations(zone));
        var channels = asides.read(RESERVATIONS.path(), () -> channelReservations(zone));
        reservations = new View.Reservations(
                channels == null ? before.channels() : channels,
                groups == null ? before.groups() : groups,
                asides.isSure(GROUP_RESERVATIONS.path()));
        asides.found(ALL_RESERVATIONS);
        return reservations;
    }

    /// Reservations as they were last let out.
    View.Reservations lastReservations() {
        return reservations;
    }

    /// Why some of what people have is not brought up to date, though all else is; null: all is.
    @Nullable
    String problem() {
        return asides.problem();
    }

    /// What cannot be read, in words.
    List<String> notes() {
        List<String> notes = asides.notes();
        boolean hasFailed = !reservations.areGroupsSure() && !reservations.equals(View.Reservations.UNKNOWN);
        if (hasFailed || !asides.isSure(GROUP_RESERVATIONS.path())) {
            notes.add("The service does not tell now which groups are given for a time only:"
                    + " who was in a group here stays in it, and nobody comes into one");
        }
        return notes;
    }

    private Map<Long, List<GroupReservationRow>> groupReservations(ZoneId zone) throws InterruptedException {
        var groups = new HashMap<Long, List<GroupReservationRow>>();
        pages.walk(GROUP_RESERVATIONS, (row, id) -> {
            Span span = Span.read(row, zone);
            List<Long> ids = Json.ids(row, "group_ids", "groups");
            if (span == null || ids == null) return;
            groups.computeIfAbsent(span.personId, _ -> new ArrayList<>(1))
                    .add(new GroupReservationRow(id, span.startMs, span.endMs, null, ids, span.stamps));
        });
        return groups;
    }

    private Map<Long, List<ReservationRow>> channelReservations(ZoneId zone) throws InterruptedException {
        var channels = new HashMap<Long, List<ReservationRow>>();
        pages.walk(RESERVATIONS, (row, id) -> {
            Span span = Span.read(row, zone);
            List<Long> ids = Json.ids(row, "channel_ids", "door_controller_ids", "channels");
            if (span == null || ids == null) return;
            channels.computeIfAbsent(span.personId, _ -> new ArrayList<>(1))
                    .add(new ReservationRow(id, span.startMs, span.endMs, ids, span.stamps));
        });
        return channels;
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
            if (e.kind() == CloudException.Kind.STOPPED) throw e;
            return Map.of(); // sentences have numbers then
        }
    }
}
