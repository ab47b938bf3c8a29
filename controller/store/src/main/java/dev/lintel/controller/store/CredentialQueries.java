package dev.lintel.controller.store;

import dev.lintel.controller.event.EventKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What reports ask of credentials: all there are, and those that nobody uses. A PIN is never even read, nor
/// more of a card's number than is shown. Callable from any thread but an event loop.
public final class CredentialQueries {
    /// Credentials that one read transaction looks at, with a seek or two in the log for each: some ten
    /// milliseconds.
    private static final int BLOCK = 2_000;

    private static final String USED = " INDEXED BY event_person WHERE e.person_id = c.person_id AND e.kind IN ("
            + ReportQueries.numbers(EventKind::isActivity) + ") AND e.credential_id = c.id";
    private static final String COLUMNS = """
            c.id, CASE WHEN t.code IN (181, 200, 203) THEN substr(c.value, -4) END, c.status, c.created_at,
            c.updated_at, c.person_id, trim(p.first_name || ' ' || p.last_name), p.enabled, t.id, t.label, t.code""";
    private static final String FROM = """

              FROM credential c NOT INDEXED
              JOIN person p ON p.id = c.person_id
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE c.account_id = 1 AND c.id > ? AND c.id <= ?""";
    static final String BLOCK_END =
            "SELECT id FROM credential NOT INDEXED WHERE id > ? AND id <= ? ORDER BY id LIMIT 1 OFFSET ?";

    private final Database database;

    public CredentialQueries(Database database) {
        this.database = database;
    }

    /// Which credentials.
    ///
    /// @param typeId null: any
    /// @param status null: any
    /// @param unused null: used or not
    public record Wanted(
            @Nullable Long typeId,
            @Nullable String status,
            @Nullable Unused unused) {}

    /// Not presented at any door since, and not made since either. Multi-factor PINs are left out: events name the
    /// credential that was presented with them.
    ///
    /// @param since in the log; its end is that of the log
    public record Unused(ReportQueries.Span since) {}

    /// One credential.
    ///
    /// @param ending the last four digits of a card's number; null for others
    public record Item(long id, @Nullable String ending, String status, Times times, Holder holder, Kind type) {}

    /// In milliseconds since 1970.
    ///
    /// @param lastUsedMs when it was presented last, or null; looked for only where unused ones are wanted
    public record Times(
            long createdAtMs, long updatedAtMs, @Nullable Long lastUsedMs) {}

    public record Holder(long personId, String name, boolean enabled) {}

    public record Kind(long id, String label, int code) {}

    /// The last credential there is.
    public long highestId() {
        return database.read(CredentialStore::highestId);
    }

    public long count(Wanted wanted, long lastId) {
        return walk(wanted, lastId).total();
    }

    /// Hands on `limit` credentials behind the first `offset`, by id.
    public void each(Wanted wanted, long lastId, long offset, long limit, ReportQueries.Sink<Item> sink)
            throws IOException {
        walk(wanted, lastId).each(offset, limit, sink);
    }

    private BlockWalk<Item> walk(Wanted wanted, long lastId) {
        return new BlockWalk<>(new Credentials(database, wanted), 0, lastId);
    }

    private record Credentials(Database database, Wanted wanted) implements BlockWalk.Source<Item> {
        @Override
        public long blockEnd(long afterId, long lastId) {
            Long end = database.<@Nullable Long>read(
                    sql -> sql.one(BLOCK_END, row -> row.number(1), afterId, lastId, BLOCK - 1));
            return end == null ? lastId : end;
        }

        @Override
        public long count(long afterId, long upToId) {
            var query = query("count(*)", wanted, afterId, upToId);
            return database.read(sql -> sql.get(query.sql(), row -> row.number(1), query.values()));
        }

        @Override
        public List<Item> rows(long afterId, long upToId, int limit, long offset) {
            var query = list(wanted, afterId, upToId);
            query.arguments().addAll(List.of(limit, offset));
            return database.read(sql -> sql.list(query.sql(), CredentialQueries::item, query.values()));
        }

        @Override
        public long id(Item item) {
            return item.id;
        }
    }

    /// Puts the list's statement together, all but the arguments of limit and offset.
    static EventSql.Query list(Wanted wanted, long afterId, long upToId) {
        String lastUsed = wanted.unused == null
                ? "NULL"
                : "(SELECT e.occurred_at FROM event e" + USED + " ORDER BY e.id DESC LIMIT 1)";
        var query = query(COLUMNS + ", " + lastUsed, wanted, afterId, upToId);
        return new EventSql.Query(query.sql() + " ORDER BY c.id LIMIT ? OFFSET ?", query.arguments());
    }

    private static EventSql.Query query(String what, Wanted wanted, long afterId, long upToId) {
        var where = new ArrayList<String>();
        var arguments = new ArrayList<@Nullable Object>(List.of(afterId, upToId));
        if (wanted.typeId != null) where.add(" AND c.credential_type_id = ?");
        if (wanted.typeId != null) arguments.add(wanted.typeId);
        if (wanted.status != null) where.add(" AND c.status = ?");
        if (wanted.status != null) arguments.add(wanted.status);
        if (wanted.unused != null) {
            var since = wanted.unused.since;
            where.add(" AND c.created_at < ? AND t.code <> " + CredentialType.MULTI_FACTOR_PIN);
            where.add(" AND NOT EXISTS (SELECT 1 FROM event e" + USED + " AND e.id > ? AND e.occurred_at >= ?)");
            arguments.addAll(List.of(since.fromMs(), since.afterId(), since.fromMs()));
        }
        return new EventSql.Query("SELECT " + what + FROM + String.join("", where), arguments);
    }

    private static Item item(Row row) {
        return new Item(
                row.number(1),
                row.nullableText(2),
                row.text(3),
                new Times(row.number(4), row.number(5), row.nullableNumber(12)),
                new Holder(row.number(6), row.text(7), row.flag(8)),
                new Kind(row.number(9), row.text(10), row.integer(11)));
    }
}
