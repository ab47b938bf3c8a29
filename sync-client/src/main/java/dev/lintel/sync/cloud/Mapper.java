package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import dev.lintel.sync.wire.PersonRow.Stamps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes rows of what a service tells of people. What cannot be read gives fewer rights, never more, and is
/// counted. One thread.
final class Mapper {
    private final View view;
    private final Memberships memberships;
    private final Cuts cuts;
    private final long nowMs;

    /// @param nowMs the service's clock, Unix milliseconds: what has ended is left out
    Mapper(View view, Memberships memberships, Cuts cuts, long nowMs) {
        this.view = view;
        this.memberships = memberships;
        this.cuts = cuts;
        this.nowMs = nowMs;
    }

    /// Whether the service says that they are deleted.
    static boolean isDeleted(Map<String, @Nullable Object> json) {
        return Boolean.TRUE.equals(Json.flag(json, "deleted")) || Json.text(json, "deleted_at") != null;
    }

    /// A person, with the first 63 bits of the SHA-256 of their row as the revision: equal rows are equal.
    PersonLine line(Map<String, @Nullable Object> json, long id) {
        PersonRow row = row(json, id);
        return new PersonLine(row, Json.hash(new PersonLine(row, 0).toJson()));
    }

    PersonRow row(Map<String, @Nullable Object> json, long id) {
        var stamps = new Stamps(stamp(json, "created_at"), stamp(json, "updated_at"));
        boolean isReadable = isReadable(json, "valid_from") && isReadable(json, "valid_to");
        if (!isReadable) cuts.day();
        PersonRow keeping = view.keeping(id);
        List<GroupReservationRow> given = given(id, keeping);
        return new PersonRow(
                id,
                texts(json),
                isReadable && isEnabled(json),
                day(json, "valid_from"),
                day(json, "valid_to"),
                Boolean.TRUE.equals(Json.flag(json, "extended_unlock")),
                Boolean.TRUE.equals(Json.flag(json, "first_responder")),
                null,
                stamps,
                kept(Cuts.Kind.GROUP, groups(json, id, keeping), view.facts().groups()),
                kept(
                        Cuts.Kind.ROLE,
                        Objects.requireNonNullElse(Json.ids(json, "roles", "role_ids"), List.of()),
                        view.facts().roles()),
                credentials(json, new Whose(id, stamps, keeping)),
                reservations(id, keeping),
                groupReservations(given));
    }

    /// Without those that a running reservation gives. Where reservations are not told of, a group that somebody did
    /// not have here before may be of one, and would not end with it.
    private List<Long> groups(Map<String, @Nullable Object> json, long id, @Nullable PersonRow keeping) {
        List<Long> shown = Objects.requireNonNullElse(Json.ids(json, "groups", "group_ids"), List.of());
        if (view.reservations().areGroupsSure()) return memberships.own(id, shown, given(id, keeping), nowMs);
        return keeping == null
                ? List.of()
                : shown.stream().filter(keeping.groups()::contains).toList();
    }

    private List<GroupReservationRow> given(long id, @Nullable PersonRow keeping) {
        var told = view.reservations().groups();
        if (told != null) return told.getOrDefault(id, List.of());
        return keeping == null ? List.of() : keeping.groupReservations();
    }

    /// True unless it is said or cannot be read: the field is a plain flag that defaults to true.
    private static boolean isEnabled(Map<String, @Nullable Object> json) {
        return json.get("enabled") == null || Boolean.TRUE.equals(Json.flag(json, "enabled"));
    }

    private static Map<String, String> texts(Map<String, @Nullable Object> json) {
        var texts = new LinkedHashMap<String, String>();
        for (String name : PersonRow.TEXTS) {
            String text = Json.text(json, name);
            if (text == null) continue;
            texts.put(name, text.length() <= Limits.TEXT_CHARS_MAX ? text : text.substring(0, Limits.TEXT_CHARS_MAX));
        }
        return texts;
    }

    private long stamp(Map<String, @Nullable Object> json, String name) {
        Long ms = Times.ms(Json.text(json, name), view.facts().zone());
        return ms == null ? 0 : ms;
    }

    private boolean isReadable(Map<String, @Nullable Object> json, String name) {
        return json.get(name) == null || "".equals(json.get(name)) || day(json, name) != null;
    }

    private @Nullable String day(Map<String, @Nullable Object> json, String name) {
        String text = Json.text(json, name);
        return text == null ? null : Times.day(text, view.facts().zone());
    }

    private List<Long> kept(Cuts.Kind kind, List<Long> ids, Set<Long> known) {
        var kept = new ArrayList<Long>(ids.size());
        for (long id : ids) {
            if (known.contains(id)) kept.add(id);
            else cuts.missing(kind, id);
        }
        return kept;
    }

    /// Whose credentials.
    private record Whose(long id, Stamps stamps, @Nullable PersonRow keeping) {}

    private List<CredentialRow> credentials(Map<String, @Nullable Object> json, Whose whose) {
        var rows = new LinkedHashMap<Long, CredentialRow>();
        // a credential has no times of its own in this API; those of a change would make each person's change theirs
        long made = whose.stamps.createdAtMs();
        var stamps = new Stamps(made, made);
        List<Told> listed = listed(json, whose.id);
        if (listed == null) {
            List<CredentialRow> stand = view.cards().areKept() ? standing(whose) : List.of();
            if (!stand.isEmpty() || !view.cards().areOlder()) return stand;
            view.slugs()
                    .forEach((slug, type) -> add(rows, type, new Shown(slug(json, whose.id, slug), stamps, whose.id)));
            return ordered(rows);
        }
        for (Told one : listed) {
            Known.CredentialType type = type(one.typeId());
            if (type == null || !one.isOn()) continue;
            if (one.value() == null) cuts.value();
            else add(rows, type, new Shown(new Value(one.id(), one.value()), stamps, whose.id));
        }
        return ordered(rows);
    }

    /// A credential on its way to this box.
    private record Shown(@Nullable Value value, Stamps stamps, long personId) {}

    /// The PIN of that type that this box has of a person; null: none.
    private @Nullable CredentialRow known(long personId, Known.CredentialType type) {
        PersonRow known = view.here().person(personId);
        if (known == null) return null;
        for (CredentialRow one : known.credentials()) if (one.typeId() == type.id()) return one;
        return null;
    }

    private record Value(long id, String text) {}

    /// Those of a list that is not let out any more: the older fields may have others, and none of them says whether
    /// it is enabled.
    private List<CredentialRow> standing(Whose whose) {
        PersonRow keeping = whose.keeping;
        if (keeping == null) return List.of();
        List<CredentialRow> stand = keeping.credentials();
        Set<String> slugs = view.slugs().keySet();
        if (view.cards().areOlder() && stand.stream().allMatch(one -> View.isOlder(slugs, whose.id, one))) {
            return List.of();
        }
        if (!stand.isEmpty()) cuts.kept();
        return stand;
    }

    /// Those of a person; null: nothing lists them, so that the older fields are all there is.
    private @Nullable List<Told> listed(Map<String, @Nullable Object> json, long personId) {
        if (json.get("credentials") instanceof List<?>) {
            return Told.readAll(json.get("credentials"));
        }
        Map<Long, List<Told>> all = view.cards().listed();
        return all == null ? null : all.getOrDefault(personId, List.of());
    }

    private Known.@Nullable CredentialType type(@Nullable Long id) {
        Known.CredentialType type = id == null ? null : view.types().get(id);
        if (type == null && id != null && !view.valueless().contains(id)) cuts.missing(Cuts.Kind.TYPE, id);
        return type;
    }

    /// The older field that stands for a type: its slug, and `card` for the usual card.
    private static @Nullable Value slug(Map<String, @Nullable Object> json, long personId, String slug) {
        String text = Json.text(json, slug);
        if (text == null && slug.equals("credentials_number")) text = Json.text(json, "card");
        return text == null ? null : new Value(Json.opaque(personId + "/" + slug), text);
    }

    private void add(Map<Long, CredentialRow> rows, Known.CredentialType type, Shown shown) {
        if (shown.value == null) return;
        Long number = number(shown.value.text);
        if (number == null && type.isMaskable() && shown.value.text.equals(Known.CredentialType.MASK)) {
            CredentialRow kept = known(shown.personId, type); // the service masks PINs
            if (kept == null || kept.id() != shown.value.id) { // a PIN with another id is another PIN
                cuts.unknownPin();
                return;
            }
            cuts.keptPin();
            rows.putIfAbsent(type.id(), kept);
            return;
        }
        if (number == null) {
            cuts.value();
            return;
        }
        var row = new CredentialRow(
                shown.value.id,
                type.id(),
                Long.toUnsignedString(number),
                type.isCard() ? number : null,
                type.isPin() ? number : null,
                "active",
                shown.stamps);
        if (rows.putIfAbsent(type.id(), row) != null) cuts.twice();
    }

    /// A plain unsigned number of at most 64 bits; null: it is none.
    static @Nullable Long number(String text) {
        if (!text.matches("[0-9]{1,20}")) return null;
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static List<CredentialRow> ordered(Map<Long, CredentialRow> rows) {
        return rows.values().stream()
                .sorted(Comparator.comparingLong(CredentialRow::id))
                .toList();
    }

    private List<ReservationRow> reservations(long personId, @Nullable PersonRow keeping) {
        var told = view.reservations().channels();
        List<ReservationRow> stand = keeping == null ? List.of() : keeping.reservations();
        var kept = new ArrayList<ReservationRow>();
        for (ReservationRow one : told == null ? stand : told.getOrDefault(personId, List.of())) {
            if (one.endMs() <= nowMs) continue;
            List<Long> channels =
                    kept(Cuts.Kind.CHANNEL, one.channels(), view.facts().channels());
            if (channels.isEmpty()) continue;
            kept.add(new ReservationRow(one.id(), one.startMs(), one.endMs(), channels, one.stamps()));
        }
        return kept;
    }

    private List<GroupReservationRow> groupReservations(List<GroupReservationRow> given) {
        var kept = new ArrayList<GroupReservationRow>();
        for (GroupReservationRow one : given) {
            if (one.endMs() <= nowMs) continue;
            List<Long> groups = kept(Cuts.Kind.GROUP, one.groups(), view.facts().groups());
            if (groups.isEmpty()) continue;
            kept.add(new GroupReservationRow(one.id(), one.startMs(), one.endMs(), null, groups, one.stamps()));
        }
        return kept;
    }
}
