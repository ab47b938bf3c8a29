package dev.lintel.controller.api;

import dev.lintel.controller.event.Basis;
import dev.lintel.controller.event.EventCodes;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.EventQueries;
import dev.lintel.controller.store.Sql;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads a request's filters of events. Codes are those of the client's listing; kinds those that its scopes show.
final class EventFilters {
    /// Channels or codes in one filter: more than a box has.
    private static final int VALUES_MAX = 500;

    private static final EventQueries.People NO_FILTER = new EventQueries.People(null, List.of(), List.of(), null);

    private EventFilters() {}

    static EventQueries.Filter read(Sql sql, Request request) {
        Listing listing = request.signedIn().listing();
        var seen = EventSight.of(request.signedIn().scopes());
        Set<Integer> codes = codes(request);
        var kinds = EnumSet.noneOf(EventKind.class);
        var pinOnly = EnumSet.noneOf(EventKind.class);
        var cardOnly = EnumSet.noneOf(EventKind.class);
        var bases = new EnumMap<EventKind, Set<Basis>>(EventKind.class);
        boolean all = debug(request);
        for (EventKind kind : EventKind.values()) {
            Integer card = kind.code(listing, false);
            Integer pin = kind.code(listing, true);
            if (card == null || pin == null || !seen.contains(kind.eventClass())) continue;
            if (codes.isEmpty()) {
                if (all || kind.isActivity()) kinds.add(kind);
                continue;
            }
            boolean forCard = codes.contains(card);
            boolean forPin = codes.contains(pin);
            Set<Basis> wanted = bases(kind, listing, codes);
            if (forCard || forPin || !wanted.isEmpty()) kinds.add(kind);
            if (!wanted.isEmpty() && !wanted.equals(kind.bases())) bases.put(kind, wanted);
            if (forPin && !forCard) pinOnly.add(kind);
            if (forCard && !forPin) cardOnly.add(kind);
        }
        refuseUnknown(codes, listing);
        return new EventQueries.Filter(
                new TreeSet<>(kinds),
                new TreeSet<>(pinOnly),
                new TreeSet<>(cardOnly),
                bases,
                ids(request, "channel_id", "channels", "door_controllers"),
                people(request),
                from(sql, request),
                time(request, "until_utc"));
    }

    /// Those that have one of the codes. Where they differ in a listing, a PIN makes no difference there.
    private static Set<Basis> bases(EventKind kind, Listing listing, Set<Integer> codes) {
        Set<Basis> wanted = EnumSet.noneOf(Basis.class);
        for (Basis basis : kind.bases()) {
            Integer code = kind.code(listing, false, basis);
            if (code != null && codes.contains(code)) wanted.add(basis);
        }
        return wanted;
    }

    private static boolean debug(Request request) {
        String level = request.query("level");
        if (level == null || level.isBlank()) return false;
        if (!level.equals("debug")) throw RefusedException.badRequest("level must be debug");
        return true;
    }

    private static Set<Integer> codes(Request request) {
        var codes = new TreeSet<Integer>();
        for (Long code : ids(request, "event_code", "event_codes")) codes.add(Math.toIntExact(Math.min(code, 1 << 30)));
        return codes;
    }

    private static void refuseUnknown(Set<Integer> codes, Listing listing) {
        Set<Integer> known = EventCodes.of(listing);
        var unknown = codes.stream()
                .filter(code -> !known.contains(code))
                .map(String::valueOf)
                .toList();
        if (unknown.isEmpty()) return;
        throw RefusedException.badRequest(
                "The following event codes are not valid for this method: " + String.join(", ", unknown));
    }

    /// Values of parameters that may repeat, and of which each may be a list with commas.
    private static List<Long> ids(Request request, String... names) {
        var ids = new TreeSet<Long>();
        for (String name : names) {
            for (String values : request.queryAll(name)) {
                for (String value : values.split(",", VALUES_MAX + 1)) {
                    if (value.isBlank()) continue;
                    Long id = Fields.wholeNumber(value.strip());
                    if (id == null || id < 0) throw RefusedException.badRequest(name + " must be whole numbers");
                    ids.add(id);
                }
            }
            if (ids.size() > VALUES_MAX) throw RefusedException.badRequest(name + " has too many values");
        }
        return List.copyOf(ids);
    }

    /// The people asked for, or null when none are.
    private static EventQueries.@Nullable People people(Request request) {
        var people = new EventQueries.People(
                request.number("person_id"),
                TextFilter.readings(request, "first_name"),
                TextFilter.readings(request, "last_name"),
                TextFilter.email(request, "email"));
        return people.equals(NO_FILTER) ? null : people;
    }

    private static @Nullable String text(Request request, String name) {
        String text = request.query(name);
        return text == null || text.isBlank() ? null : text.strip();
    }

    private static @Nullable Long from(Sql sql, Request request) {
        String since = text(request, "since");
        Long utc = time(request, "since_utc");
        if (since == null) return utc;
        long local = AccountTimes.of(sql).parse("since", since);
        return utc == null ? local : Math.max(local, utc);
    }

    private static @Nullable Long time(Request request, String name) {
        String text = text(request, name);
        return text == null ? null : (Long) AccountTimes.parseUtc(name, text);
    }
}
