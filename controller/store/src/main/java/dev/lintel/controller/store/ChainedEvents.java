package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All events of a database with their links of the chain, oldest first, and the signed heads: for `lintel events
/// verify` and `export`. Reads beside a process that writes to it, or where none runs; changes nothing. One thread.
public final class ChainedEvents implements AutoCloseable {
    /// Rows of one read transaction: a long one would keep the write-ahead log from being taken over.
    private static final int STEP = 2_000;

    private static final String EVENTS = """
            SELECT id, kind, channel_id, person_id, name_mac, credential_id, credentials_number, pin, occurred_at,
                   boot_id, monotonic_ns, additional, hash, person_name
              FROM event
             WHERE id > ? AND id <= ?
             ORDER BY id
             LIMIT ?""";

    private static final Bytes NOTHING = Bytes.copyOf(new byte[32]);

    private final Connection connection;
    private final Sql sql;
    private final EventChain chain;

    private ChainedEvents(Connection connection, byte[] nameKey) {
        this.connection = connection;
        this.sql = new Sql(connection);
        this.chain = new EventChain(nameKey);
    }

    /// Throws [StoreException] for what is no database of this version, or cannot be read.
    public static ChainedEvents open(Path database) {
        return open(database, new byte[1]); // the chain covers the hashes of names as they are stored
    }

    /// As [#open(Path)], for [#hasItsName].
    ///
    /// @param nameKey of the names' keyed hashes ([#nameKey])
    public static ChainedEvents open(Path database, byte[] nameKey) {
        Connection connection = Database.connectToRead(database);
        var events = new ChainedEvents(connection, nameKey);
        try {
            int version = Migrations.refuseNewer(events.sql, Migrations.BOX);
            if (version == Migrations.LATEST) return events;
            throw new StoreException(
                    StoreException.Reason.OTHER, "the database is of an older version: start Lintel once", null);
        } catch (StoreException e) {
            events.close();
            throw e;
        }
    }

    /// One event.
    ///
    /// @param fields what its hash covers after the hash before it, in that order
    /// @param personName not covered, only its keyed hash is; null: none, or erased
    public record Link(
            Map<String, @Nullable Object> fields, @Nullable String personName, Bytes hash) {
        public long id() {
            return fields.get("id") instanceof Long id ? id : 0;
        }
    }

    /// The newest event's id; 0: there is none.
    public long head() {
        return sql.get("SELECT coalesce(max(id), 0) FROM event", row -> row.number(1));
    }

    /// The oldest event's id; 0: there is none.
    public long first() {
        return sql.get("SELECT coalesce(min(id), 0) FROM event", row -> row.number(1));
    }

    /// The hash that the hash of event `id` covers, which is the log's first. Null: it is not known.
    public @Nullable Bytes beforeFirst(long id) {
        if (id <= 1) return NOTHING;
        return sql.one("SELECT hash FROM event_before WHERE event_id = ?", row -> row.blob(1), id);
    }

    /// The hash of one event; null: it is not in the log.
    public @Nullable Bytes hashOf(long id) {
        return sql.one("SELECT hash FROM event WHERE id = ?", row -> row.blob(1), id);
    }

    /// Hands over each event up to `head`.
    public void each(long head, Consumer<Link> take) {
        long last = 0;
        List<Link> some = step(last, head);
        while (!some.isEmpty()) {
            some.forEach(take);
            last = some.getLast().id();
            some = step(last, head);
        }
    }

    private List<Link> step(long after, long head) {
        return sql.list(EVENTS, ChainedEvents::link, after, head, STEP);
    }

    /// What an event with these fields has as its hash, after an event with the hash `before`.
    public Bytes hash(Bytes before, Link link) {
        return chain.stored(before, new ArrayList<>(link.fields.values()));
    }

    /// The key of the names' keyed hashes, of a box's data folder.
    public static byte[] nameKey(Path data) throws IOException {
        return Files.readAllBytes(data.resolve("keys").resolve(Database.NAME_KEY));
    }

    /// Whether the event's name is the one whose keyed hash the event's hash covers. An erased name fits.
    public boolean hasItsName(Link link) {
        Bytes mac = chain.nameMac(link.personName);
        return mac == null || mac.hex().equals(link.fields.get("name_mac"));
    }

    /// The heads that are kept here, by event.
    public List<EventHeadStore.Head> heads() {
        return EventHeadStore.after(sql, 0, Integer.MAX_VALUE);
    }

    private static Link link(Row row) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("id", row.number(1));
        fields.put("kind", row.number(2));
        fields.put("channel_id", row.nullableNumber(3));
        fields.put("person_id", row.nullableNumber(4));
        Bytes nameMac = row.nullableBlob(5);
        fields.put("name_mac", nameMac == null ? null : nameMac.hex());
        fields.put("credential_id", row.nullableNumber(6));
        fields.put("credentials_number", row.nullableText(7));
        fields.put("pin", row.flag(8));
        fields.put("occurred_at", row.number(9));
        fields.put("boot_id", row.text(10));
        fields.put("monotonic_ns", row.number(11));
        fields.put("additional", row.text(12));
        return new Link(fields, row.nullableText(14), row.blob(13));
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw Sql.failed("close the database", e);
        }
    }
}
