package dev.lintel.controller.fleet;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.PersonKeys;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.PersonRow.CredentialRow;
import dev.lintel.sync.wire.PersonRow.GroupReservationRow;
import dev.lintel.sync.wire.PersonRow.ReservationRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Writes people as a hub tells of them, each whole and under the hub's ids, in one of the writer's
/// transactions: made in it and used within it alone. Who stands just so already is not written, for a disk may
/// be an SD card.
///
/// A card, a PIN, an address or an id that another row here still has is taken from that row: its own change
/// follows. A service may give one to two people in a batch: [DuplicateValues].
///
/// What refers to a group, role, channel or kind of credential that is not here is left out, and the
/// person counts as standing at revision 0, so that they are known to differ from the hub's.
public final class PeopleIn {
    /// People whose rows are read together.
    private static final int TOGETHER = 500;
    /// Who stands here as no revision of the hub's.
    static final long PARTLY = 0;

    private static final List<String> COLUMNS = columns();
    private static final String PERSON = person();
    private static final String RESERVATION = """
            INSERT INTO reservation (id, person_id, start_at, end_at, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?)""";
    private static final String GROUP_RESERVATION = """
            INSERT INTO group_reservation (id, person_id, start_at, end_at, ended_at, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)""";
    private static final String SYNCED = """
            INSERT INTO person_synced (person_id, revision)
            SELECT CAST(key AS INTEGER), value FROM json_each(?) WHERE true
            ON CONFLICT (person_id) DO UPDATE SET revision = excluded.revision WHERE revision <> excluded.revision""";
    private static final String LEFT =
            "DELETE FROM group_reservation WHERE person_id IN (SELECT value FROM json_each(?))";
    private static final String REVISIONS =
            "SELECT person_id, revision FROM person_synced WHERE person_id IN (SELECT value FROM json_each(?))";

    private final Sql sql;
    private final long nowMs;
    private final boolean counted;
    private final PeopleHere.Known known;
    private final ImagesIn images;
    private final CredentialsIn credentials;
    /// Of whom what was read before does not hold any more.
    private final Set<Long> touched = new HashSet<>();

    /// Whether somebody of those who are written now is to get what another one has.
    private boolean clash;

    private long written;

    /// Who does not get what a service gives to two people.
    private final List<DuplicateValues.Loss> losses = new ArrayList<>();

    /// `counted`: revisions rise with each change, as a hub's do. What is older than what was known here
    /// gives nothing
    /// then, and takes all the same: the hub was restored from a backup.
    public PeopleIn(Sql sql, long nowMs, boolean counted) {
        this.sql = sql;
        this.nowMs = nowMs;
        this.counted = counted;
        this.known = PeopleHere.Known.of(sql);
        this.images = new ImagesIn(sql, nowMs);
        this.credentials = new CredentialsIn(sql, touched);
    }

    /// Those of `people` who do not stand here just so, or not at that revision: whom [#put] would write.
    public static List<PersonLine> differing(Sql sql, List<PersonLine> people) {
        var known = PeopleHere.Known.of(sql);
        List<Long> ids = ids(people);
        Map<Long, PersonRow> here = PeopleHere.of(sql, ids);
        Map<Long, Long> revisions = revisions(sql, ids);
        Map<Long, String> shown = ImagesIn.named(sql, ids);
        var differing = new ArrayList<PersonLine>();
        for (PersonLine line : people) {
            PersonRow row = line.row();
            boolean same = PeopleHere.normal(row, known).equals(here.get(row.id()))
                    && Objects.equals(revisions.get(row.id()), revision(line, known))
                    && Objects.equals(shown.get(row.id()), row.image());
            // Who refers to what is not known yet may well do so once the policy stands.
            if (!same || !PeopleHere.whole(row, known)) differing.add(line);
        }
        return differing;
    }

    /// How somebody who came from whom is followed stands; null: they are not here, or were here before. Whoever
    /// was, has that number by chance, and is not the one of whom a hub tells.
    public static @Nullable PersonLine standing(Sql sql, long id) {
        PersonRow here = PeopleHere.of(sql, List.of(id)).get(id);
        Long revision = revisions(sql, List.of(id)).get(id);
        if (here == null || revision == null) return null;
        return new PersonLine(here.pictured(ImagesIn.named(sql, List.of(id)).get(id)), revision);
    }

    /// Writes those who do not stand just so.
    public void put(List<PersonLine> people) {
        for (int from = 0; from < people.size(); from += TOGETHER) {
            List<PersonLine> some = people.subList(from, Math.min(people.size(), from + TOGETHER));
            write(counted ? PeopleReturns.without(sql, known, some) : some);
        }
    }

    private void write(List<PersonLine> people) {
        List<Long> ids = ids(people);
        Map<Long, PersonRow> here = PeopleHere.of(sql, ids);
        Map<Long, Long> revisions = revisions(sql, ids);
        images.look(ids);
        List<PersonRow> all = people.stream()
                .map(line -> PeopleHere.normal(line.row(), known))
                .toList();
        clash = Claims.clash(sql, all);
        if (clash && !counted) all = DuplicateValues.settled(all, losses);
        List<Long> absent = ids.stream().filter(id -> !here.containsKey(id)).toList();
        // Those who were deleted here before may have left reservations that had ended.
        if (!absent.isEmpty()) sql.run(LEFT, absent.toString());
        var stand = new LinkedHashMap<String, Long>();
        for (int i = 0; i < people.size(); i++) {
            PersonLine line = people.get(i);
            long id = line.row().id();
            PersonRow wanted = all.get(i);
            PersonRow now =
                    touched.contains(id) ? PeopleHere.of(sql, List.of(id)).get(id) : here.get(id);
            if (!wanted.equals(now)) {
                write(wanted, now);
                touched.add(id);
                written++;
            }
            images.put(id, line.row().image());
            long revision = revision(line, known);
            if (!Objects.equals(revisions.get(id), revision)) stand.put(String.valueOf(id), revision);
        }
        if (!stand.isEmpty()) sql.run(SYNCED, Json.write(stand));
    }

    /// They are gone, or have nothing to do with this box any more. Their events stay. Nothing happens where
    /// there is no such person.
    ///
    /// @param revision of the hub's, at which they went
    public void gone(long id, long revision) {
        if (counted) PeopleKnown.gone(sql, id, revision);
        if (PersonStore.delete(sql, id, nowMs)) written++;
        sql.run("DELETE FROM person_synced WHERE person_id = ?", id);
        sql.run("DELETE FROM image_synced WHERE person_id = ?", id);
        touched.add(id);
        images.forget(id);
    }

    /// They are not in a whole snapshot: gone, or of no concern to this box. Nothing says at which revision that came
    /// about, so that the highest at which they were known here stays.
    public void absent(long id) {
        gone(id, PARTLY);
    }

    /// After a whole snapshot: marks people whose rights this box keeps revoked and whom the snapshot does not contain.
    public void untold(List<Long> ids) {
        if (counted) PeopleKnown.later(sql, ids);
    }

    /// Takes from those who came from the hub what `lines` do not give them any more; adds nothing and makes nobody.
    public void narrow(List<DownLine> lines) {
        for (int from = 0; from < lines.size(); from += TOGETHER) {
            List<DownLine> some = lines.subList(from, Math.min(lines.size(), from + TOGETHER));
            var less = PeopleLess.of(sql, some);
            var told = new HashMap<Long, Long>();
            for (DownLine line : some) {
                if (line instanceof PersonLine person) told.put(person.row().id(), person.revision());
                if (line instanceof DownLine.Gone gone) told.put(gone.id(), gone.revision());
            }
            for (long id : less.gone()) gone(id, told.getOrDefault(id, PARTLY));
            // They count as standing partly until they come whole: how far they were known is kept beside that.
            for (long id : counted ? ids(less.people()) : List.<Long>of()) {
                PeopleKnown.raise(sql, id, told.getOrDefault(id, PARTLY));
            }
            write(less.people());
        }
    }

    /// How many people were written or removed.
    public long written() {
        return written;
    }

    /// Who does not get what a service gives to two people.
    public List<DuplicateValues.Loss> losses() {
        return List.copyOf(losses);
    }

    private void write(PersonRow wanted, @Nullable PersonRow now) {
        long id = wanted.id();
        if (clash) {
            take(id, "email", wanted.texts().get("email"));
            take(id, "system_id", wanted.texts().get("system_id"));
        }
        if (now == null || !bare(wanted).equals(bare(now))) {
            sql.run(PERSON, values(wanted));
            PersonKeys.write(sql, id);
        }
        put("person_group", id, now == null ? List.of() : now.groups(), wanted.groups());
        put("person_role", id, now == null ? List.of() : now.roles(), wanted.roles());
        List<CredentialRow> held = now == null ? List.of() : now.credentials();
        credentials.put(id, held, wanted.credentials(), clash);
        List<ReservationRow> reserved = now == null ? List.of() : now.reservations();
        each("reservation", reserved, wanted.reservations(), ReservationRow::id, one -> insert(id, one));
        List<GroupReservationRow> ofGroups = now == null ? List.of() : now.groupReservations();
        each(
                "group_reservation",
                ofGroups,
                wanted.groupReservations(),
                GroupReservationRow::id,
                one -> insert(id, one));
    }

    private void put(String table, long id, List<Long> now, List<Long> wanted) {
        if (wanted.equals(now)) return;
        if (!now.isEmpty()) sql.run("DELETE FROM " + table + " WHERE person_id = ?", id);
        for (long one : wanted) sql.run("INSERT INTO " + table + " VALUES (?, ?)", id, one);
    }

    /// Takes the value from whoever else has it.
    private void take(long id, String column, @Nullable String value) {
        if (value == null) return;
        String others = " WHERE account_id = 1 AND deleted_at IS NULL AND " + column + " = ? AND id <> ?";
        List<Long> holders = sql.list("SELECT id FROM person" + others, row -> row.number(1), value, id);
        for (long holder : holders) {
            sql.run("UPDATE person SET " + column + " = NULL WHERE id = ?", holder);
            PersonKeys.write(sql, holder);
            touched.add(holder);
        }
    }

    /// Removes those of `now` that are not wanted just so, then adds what is wanted and was not there.
    private <T> void each(String table, List<T> now, List<T> wanted, ToLongFunction<T> id, Consumer<T> insert) {
        if (now.equals(wanted)) return;
        for (T one : now) {
            if (!wanted.contains(one)) sql.run("DELETE FROM " + table + " WHERE id = ?", id.applyAsLong(one));
        }
        for (T one : wanted) if (!now.contains(one)) insert.accept(one);
    }

    private void insert(long personId, ReservationRow one) {
        free("reservation", one.id());
        sql.run(
                RESERVATION,
                one.id(),
                personId,
                one.startMs(),
                one.endMs(),
                one.stamps().createdAtMs(),
                one.stamps().updatedAtMs());
        for (long channel : one.channels()) sql.run("INSERT INTO reservation_channel VALUES (?, ?)", one.id(), channel);
    }

    private void insert(long personId, GroupReservationRow one) {
        free("group_reservation", one.id());
        sql.run(
                GROUP_RESERVATION,
                one.id(),
                personId,
                one.startMs(),
                one.endMs(),
                one.endedMs(),
                one.stamps().createdAtMs(),
                one.stamps().updatedAtMs());
        for (long group : one.groups()) sql.run("INSERT INTO group_reservation_group VALUES (?, ?)", one.id(), group);
    }

    /// Another person's of before this box followed may have that id.
    private void free(String table, long id) {
        Long holder = sql.one("SELECT person_id FROM " + table + " WHERE id = ?", row -> row.number(1), id);
        if (holder == null) return;
        sql.run("DELETE FROM " + table + " WHERE id = ?", id);
        touched.add(holder);
    }

    static long revision(PersonLine line, PeopleHere.Known known) {
        return PeopleHere.whole(line.row(), known) ? line.revision() : PARTLY;
    }

    static Map<Long, Long> revisions(Sql sql, List<Long> ids) {
        var revisions = new HashMap<Long, Long>();
        sql.each(REVISIONS, row -> revisions.put(row.number(1), row.number(2)), ids.toString());
        return revisions;
    }

    private static List<Long> ids(List<PersonLine> people) {
        return people.stream().map(line -> line.row().id()).toList();
    }

    /// What stands in the person's own row.
    private static List<@Nullable Object> bare(PersonRow row) {
        return Arrays.asList(values(row));
    }

    private static List<String> columns() {
        var columns = new ArrayList<>(List.of(
                "id",
                "enabled",
                "valid_from",
                "valid_to",
                "extended_unlock",
                "first_responder",
                "created_at",
                "updated_at"));
        columns.addAll(PersonStore.TEXTS);
        return List.copyOf(columns);
    }

    private static String person() {
        String names = String.join(", ", COLUMNS);
        String marks = String.join(", ", Collections.nCopies(COLUMNS.size(), "?"));
        String sets = String.join(
                ", ",
                COLUMNS.stream()
                        .filter(name -> !name.equals("id"))
                        .map(name -> name + " = excluded." + name)
                        .toList());
        return "INSERT INTO person (" + names + ", account_id) VALUES (" + marks + ", 1)"
                + " ON CONFLICT (id) DO UPDATE SET " + sets + ", deleted_at = NULL";
    }

    private static @Nullable Object[] values(PersonRow row) {
        var values = new ArrayList<@Nullable Object>();
        values.add(row.id());
        values.add(row.enabled());
        values.add(row.validFrom());
        values.add(row.validTo());
        values.add(row.extendedUnlock());
        values.add(row.firstResponder());
        values.add(row.stamps().createdAtMs());
        values.add(row.stamps().updatedAtMs());
        for (String name : PersonStore.TEXTS) {
            String text = row.texts().get(name);
            boolean needed = name.equals("first_name") || name.equals("last_name");
            values.add(text == null && needed ? "" : text);
        }
        return values.toArray();
    }
}
