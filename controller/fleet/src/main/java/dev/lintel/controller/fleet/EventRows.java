package dev.lintel.controller.fleet;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.Row;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.EventRow;
import dev.lintel.sync.wire.LogMark;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The log as it goes up to a hub: every column, with its link of the chain. Callable from any thread but an
/// event loop.
public final class EventRows {
    private static final String SELECT = """
            SELECT id, kind, occurred_at, created_at, boot_id, monotonic_ns, channel_id, person_id, person_name,
                   credential_id, credentials_number, pin, additional, hash
              FROM event
             WHERE id > ?
             ORDER BY id
             LIMIT ?""";

    private final Database database;

    public EventRows(Database database) {
        this.database = database;
    }

    /// Events after `id`, oldest first, at most `max` (up to [EventStore#BATCH_MAX]).
    public List<EventRow> after(long id, int max) {
        int limit = Math.min(max, EventStore.BATCH_MAX);
        return database.read(sql -> sql.list(SELECT, EventRows::row, id, limit));
    }

    /// The newest; [LogMark#NONE] where there is none.
    public LogMark head() {
        LogMark head =
                database.read(sql -> sql.one("SELECT id, hash FROM event ORDER BY id DESC LIMIT 1", EventRows::mark));
        return head == null ? LogMark.NONE : head;
    }

    /// Null when there is no such event.
    public @Nullable LogMark mark(long id) {
        return database.read(sql -> sql.one("SELECT id, hash FROM event WHERE id = ?", EventRows::mark, id));
    }

    private static LogMark mark(Row row) {
        return new LogMark(row.number(1), hex(row.blob(2)));
    }

    private static EventRow row(Row row) {
        return new EventRow(
                row.number(1),
                row.integer(2),
                row.number(3),
                row.number(4),
                row.text(5),
                row.number(6),
                row.nullableNumber(7),
                row.nullableNumber(8),
                row.nullableText(9),
                row.nullableNumber(10),
                row.nullableText(11),
                row.flag(12),
                Json.parseObject(row.text(13)),
                hex(row.blob(14)));
    }

    private static String hex(Bytes hash) {
        return HexFormat.of().formatHex(hash.toArray());
    }
}
