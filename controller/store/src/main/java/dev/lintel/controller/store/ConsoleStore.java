package dev.lintel.controller.store;

import dev.lintel.controller.event.TraceWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the console's pages show beside events: names, read across tables. Callable from any thread but an event
/// loop.
public final class ConsoleStore {
    /// Cards laid out on the simulator's page; more would not fit a table top.
    private static final int DEMO_CARDS_MAX = 12;

    private static final String DEMO_CARDS = """
            SELECT p.first_name, t.code, c.card_number
              FROM credential c
              JOIN person p ON p.id = c.person_id
              JOIN credential_type t ON t.id = c.credential_type_id
             WHERE c.card_number IS NOT NULL AND p.deleted_at IS NULL AND t.code IN (181, 200)
             ORDER BY p.id, c.id
             LIMIT ?
            """;

    private final Database database;

    public ConsoleStore(Database database) {
        this.database = database;
    }

    /// A channel's place and name.
    public record ChannelName(long id, int unit, String name) {}

    /// A card or fob that a person of the demo site holds.
    ///
    /// @param code the credential type's code: 200 for a card, 181 for a fob
    public record DemoCard(String firstName, int code, long number) {}

    /// By id, ascending.
    public Map<Long, ChannelName> channels() {
        var channels = new LinkedHashMap<Long, ChannelName>();
        database.read(sql -> sql.list(
                        "SELECT id, unit, name FROM channel ORDER BY id",
                        row -> new ChannelName(row.number(1), row.integer(2), row.text(3))))
                .forEach(channel -> channels.put(channel.id(), channel));
        return channels;
    }

    /// Names by id, for the trace that an event carries.
    public TraceWords.Names traceNames() {
        return database.read(sql -> new TraceWords.Names(
                names(sql, "SELECT id, name FROM role"),
                names(sql, "SELECT id, name FROM people_group"),
                names(sql, "SELECT id, name FROM shift")));
    }

    private static Map<Long, String> names(Sql sql, String select) {
        var names = new LinkedHashMap<Long, String>();
        sql.each(select, row -> names.put(row.number(1), row.text(2)));
        return names;
    }

    public List<DemoCard> demoCards() {
        return database.read(sql ->
                sql.list(DEMO_CARDS, row -> new DemoCard(row.text(1), row.integer(2), row.number(3)), DEMO_CARDS_MAX));
    }
}
