package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.fleet.BoxLogStore;
import dev.lintel.controller.fleet.EventRows;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.PeopleOut;
import dev.lintel.controller.fleet.ScopeCheck;
import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.Row;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Await;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.PersonRow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/// Whether a hub and a box have the same, as their databases say.
final class Agreement {
    private static final int ALL = 1_000_000;
    private static final String EVENTS = """
            SELECT CAST(id AS TEXT), CAST(kind AS TEXT), CAST(channel_id AS TEXT), CAST(person_id AS TEXT),
                   lower(hex(name_mac)), CAST(credential_id AS TEXT), credentials_number,
                   CASE pin WHEN 1 THEN 'true' ELSE 'false' END, CAST(occurred_at AS TEXT), boot_id,
                   CAST(monotonic_ns AS TEXT), additional, hash, name_mac IS NULL
              FROM event ORDER BY id""";
    private static final int HASH = 13;
    private static final int MAC = 5;
    private static final String OF_BOX = """
            SELECT json_extract(additional, '$.box_event_id'), json_extract(additional, '$.box_boot'),
                   json_extract(additional, '$.box_monotonic_ns')
              FROM event
             WHERE json_extract(additional, '$.box') = ? AND json_extract(additional, '$.box_event_id') IS NOT NULL
             ORDER BY id""";
    private static final String COUNTS = """
            SELECT (SELECT count(*) FROM (SELECT DISTINCT event_id, hash FROM box_event WHERE box_id = b.id)),
                   (SELECT count(*) FROM box_event_unknown WHERE box_id = b.id)
              FROM box b WHERE b.id = ?""";

    private final WholeLintel wholeHub;
    private final WholeLintel wholeBox;
    private final Database hub;
    private final Database box;
    private final String name;

    Agreement(WholeLintel hub, WholeLintel box, String name) {
        this.wholeHub = hub;
        this.wholeBox = box;
        this.hub = hub.database();
        this.box = box.database();
        this.name = name;
    }

    /// What makes an event of a box the same one.
    private record Sent(long id, String boot, long ns) {}

    /// Waits until the box has all and the hub has every event; then looks at each row.
    void require() {
        Await.until(
                "the box has all: " + hubCheck() + ", it has " + boxCheck(),
                () -> hubCheck().equals(boxCheck()));
        requireRows();
        assertThat(boxRows()).isEqualTo(hubRows());
        List<String> own = box.read(sql -> policies(sql, ""));
        List<String> given = hub.read(sql -> policies(sql, "AND c.id IN (SELECT channel_id FROM channel_box)"));
        assertThat(own).isEqualTo(given);
        requireEvents();
        requireChain(hub);
        requireChain(box);
    }

    /// Waits until the tables of both have the same of each kind of row, the policy as its text, too, and pictures with
    /// what is in their files.
    void requireRows() {
        Await.until("the hub has made its pictures", () -> !making());
        Await.same("the policy's text", this::boxPolicy, this::hubPolicy);
        Tables atBox = Tables.atBox(wholeBox, wholeHub);
        Tables atHub = Tables.atHub(wholeHub, name);
        Await.same("the policy's rows", atBox::policy, atHub::policy);
        Await.same("people's rows", atBox::people, atHub::people);
        Await.same("pictures", () -> fetched(atBox), atHub::pictures);
    }

    private boolean making() {
        return hub.read(
                sql -> sql.get("SELECT count(*) FROM person_image WHERE wanted IS NOT NULL", row -> row.number(1) > 0));
    }

    private String boxPolicy() {
        return box.read(PolicyStore::policy).toText();
    }

    private String hubPolicy() {
        return hub.read(PolicyStore::policy).forBox(name).toText();
    }

    /// Pictures that wait are fetched by and by, and one that could not be fetched later: here at once.
    private List<String> fetched(Tables atBox) {
        long dueMs =
                box.read(sql -> sql.get("SELECT coalesce(min(next_at), 0) FROM image_synced", row -> row.number(1)));
        long waitMs = dueMs - wholeBox.time.nowMs();
        if (waitMs > 0) wholeBox.time.pass(Duration.ofMillis(waitMs));
        if (dueMs > 0) wholeBox.fetchImages();
        return atBox.pictures();
    }

    /// Each event of the box is at the hub once, in its order.
    void requireEvents() {
        var rows = new EventRows(box);
        Await.until("the hub has all events", () -> newest().equals(rows.head()));
        long upTo = newest().id();
        var own = new ArrayList<Sent>();
        for (var event : rows.after(0, ALL)) {
            if (event.id() > upTo) break;
            own.add(new Sent(event.id(), event.bootId(), event.monotonicNs()));
            LogMark there =
                    hub.read(sql -> BoxLogStore.at(sql, boxId(sql), BoxLogStore.current(sql, boxId(sql)), event.id()));
            assertThat(there).isEqualTo(new LogMark(event.id(), event.hash()));
        }
        List<Sent> taken =
                hub.read(sql -> sql.list(OF_BOX, row -> new Sent(row.number(1), row.text(2), row.number(3)), name));
        assertThat(taken).doesNotHaveDuplicates();
        var wanted = new HashSet<>(own);
        long unknown = counts(2);
        List<Sent> found = taken.stream().filter(wanted::contains).toList();
        if (unknown == 0) assertThat(found).isEqualTo(own);
        else assertThat(own).containsSubsequence(found).hasSize(found.size() + (int) unknown);
        assertThat(taken.size() + unknown).isGreaterThanOrEqualTo(own.size());
    }

    private long counts(int column) {
        return hub.read(sql -> sql.get(COUNTS, row -> row.number(column), boxId(sql)));
    }

    private LogMark newest() {
        return hub.read(sql -> BoxLogStore.newest(sql, boxId(sql), BoxLogStore.current(sql, boxId(sql))));
    }

    /// Histories of the box's log beside the first.
    long branches() {
        return hub.read(sql -> BoxLogStore.current(sql, boxId(sql)).number());
    }

    /// Events that the hub has of it, of all branches.
    long eventsAtHub() {
        return counts(1);
    }

    private long boxId(Sql sql) {
        return sql.get("SELECT id FROM box WHERE name = ? AND state = 'joined'", row -> row.number(1), name);
    }

    Check hubCheck() {
        return hub.read(sql -> ScopeCheck.of(sql, BoxScope.of(sql, name, false)));
    }

    Check boxCheck() {
        return box.read(FollowStore::check);
    }

    List<PersonRow> hubRows() {
        return hub.read(sql -> {
            BoxScope scope = BoxScope.of(sql, name, false);
            return PeopleOut.read(sql, scope, scope.after(sql, 0, ALL));
        });
    }

    List<PersonRow> boxRows() {
        long ended = hub.read(RevisionQueries::endedBeforeMs);
        return box.read(sql ->
                PeopleOut.read(sql, new BoxScope(true, "[]", "[]", "[]", ended), FollowStore.people(sql, 0, ALL)));
    }

    private static List<String> policies(Sql sql, String which) {
        return sql.list(
                "SELECT DISTINCT r.id || ' ' || r.name || ' ' || coalesce(r.max_stale_ms, '') || ' ' || c.name"
                        + " FROM role r JOIN role_channel x ON x.role_id = r.id JOIN channel c ON c.id = x.channel_id "
                        + which + " ORDER BY 1",
                row -> row.text(1));
    }

    /// Goes through a log's hashes, as the first comment of the store's `EventChain` draws them.
    static void requireChain(Database log) {
        var before = new byte[1][32];
        long[] newest = {0};
        log.read(sql -> {
            sql.each(EVENTS, row -> {
                assertThat(row.text(1)).isEqualTo(String.valueOf(++newest[0]));
                byte[] hash = row.blob(HASH).toArray();
                assertThat(hash).as("hash of event " + newest[0]).isEqualTo(hash(before[0], row));
                before[0] = hash;
            });
            return true;
        });
    }

    private static byte[] hash(byte[] before, Row row) {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(before);
            for (int column = 1; column < HASH; column++) {
                boolean none = column == MAC && row.flag(HASH + 1);
                String field = none ? null : row.nullableText(column);
                if (field != null) sha256.update(field.getBytes(StandardCharsets.UTF_8));
                sha256.update((byte) 0x1F);
            }
            return sha256.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// How often the box's log has told of this kind, with `word` in what it says.
    static long told(Database log, int kind, String word) {
        return Objects.requireNonNull(log.read(sql -> sql.get(
                "SELECT count(*) FROM event WHERE kind = ? AND additional LIKE '%' || ? || '%'",
                row -> row.number(1), kind, word)));
    }
}
