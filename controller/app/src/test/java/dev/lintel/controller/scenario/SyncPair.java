package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.sync.Agreed;
import dev.lintel.controller.time.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A hub and a box that follows it, both whole, with a network between them that can be broken.
///
/// ```
///   hub: channel 3, its own     box Gate: channels 1 and 2
///   role 1: 1, 2     role 2: 2, for a week     role 3: 3     group 1: role 1     group 2: role 3
/// ```
final class SyncPair implements AutoCloseable {
    static final String BOX = "Gate";
    static final int PEOPLE = 30;
    static final String SITE = """
            account: {name: Yard, time_zone: UTC}
            sites: [{id: 1, name: Yard, time_zone: UTC}]
            roles:
              - {id: 1, name: Gate, channels: [1, 2]}
              - {id: 2, name: A week, channels: [2], max_stale: 7d}
              - {id: 3, name: Hub, channels: [3]}
            groups: [{id: 1, name: Staff, roles: [1]}, {id: 2, name: Office, roles: [3]}]
            channels:
              - {id: 1, unit: 1, box: Gate, name: Front, site: 1}
              - {id: 2, unit: 2, box: Gate, name: Back, site: 1}
              - {id: 3, unit: 1, name: Office, site: 1}
            """;
    private static final String PERSON = """
            INSERT INTO person (id, account_id, first_name, last_name, department, enabled, created_at, updated_at)
            SELECT value, 1, 'P' || value, 'Q', 'D' || (value % 7), 1, 1000, 2000
              FROM generate(?1, ?2)""".replace(
                    "generate(?1, ?2)",
                    "(WITH RECURSIVE n(value) AS (SELECT ?1 UNION ALL"
                            + " SELECT value + 1 FROM n WHERE value < ?2) SELECT value FROM n)");
    private static final String CARD = """
            INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number, status, created_at,
                                    updated_at)
            SELECT 1, id, (SELECT id FROM credential_type WHERE account_id = 1 AND code = 200), 10000 + id, 10000 + id,
                   'active', 0, 0
              FROM person WHERE id BETWEEN ? AND ?""";

    final WholeLintel hub;
    final WholeLintel box;
    final FaultProxy proxy = new FaultProxy(1);
    final Path folder;

    private SyncPair(Path folder) {
        this.folder = folder;
        hub = new WholeLintel(folder.resolve("hub"));
        box = new WholeLintel(folder.resolve("box"));
    }

    /// A hub with 30 people of role 1, and a box that has them all. Joining is slow on purpose, so it is done once and
    /// each test has a copy.
    static SyncPair joined(Path folder) {
        Path first = First.get();
        var pair = new SyncPair(folder);
        try {
            pair.hub.restoreFrom(first.resolve("hub/data"));
            pair.box.restoreFrom(first.resolve("box/data"));
            Path upstream = pair.box.data.resolve("sync/upstream.json");
            String moved = Files.readString(upstream)
                    .replaceFirst(
                            "https://localhost:[0-9]+", pair.proxy.address().toString());
            Files.writeString(upstream, moved);
            pair.startHub();
            pair.startBox();
            pair.agree(); // as they did before they were started: the line may still be on its way
            Await.until(
                    "the link stands", () -> Boolean.TRUE.equals(pair.status().get("online")));
            return pair;
        } catch (IOException e) {
            pair.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException | AssertionError e) {
            pair.close();
            throw e;
        }
    }

    /// The pair that others are copies of.
    private static final class First {
        private static @Nullable Path folder;

        static synchronized Path get() {
            Path made = folder;
            if (made != null) return made;
            try {
                Path fresh = Files.createTempDirectory("lintel-pair");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> WholeLintel.delete(fresh)));
                try (var pair = begun(fresh, PEOPLE)) {
                    pair.join();
                    pair.agree();
                }
                folder = fresh;
                return fresh;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// The same before the box joins.
    static SyncPair begun(Path folder, int people) {
        var pair = new SyncPair(folder);
        try {
            pair.startHub();
            String applied = pair.hub.ask(Map.of("command", "site apply", "name", "site.yaml", "text", SITE));
            assertThat(applied).doesNotContain("error");
            pair.people(1, people, 1);
            pair.startBox();
            return pair;
        } catch (RuntimeException | AssertionError e) {
            pair.close();
            throw e;
        }
    }

    /// The hub was restored, and an operator gives back what the box does not take since.
    void giveBack() {
        Await.until("the box keeps a revocation", this::isKeepingRevocations);
        Await.until("everything is given back", () -> {
            hub.ask(Map.of("command", "hub restored", "all", true));
            return !isKeepingRevocations();
        });
    }

    private boolean isKeepingRevocations() {
        return box.database()
                .read(sql -> sql.get(
                        "SELECT EXISTS (SELECT 1 FROM person_known WHERE withheld > 0)"
                                + " OR EXISTS (SELECT 1 FROM sync_cursor WHERE policy_refused IS NOT NULL)",
                        row -> row.flag(1)));
    }

    void join() {
        var code = hub.asked(Map.of("command", "hub code", "box", BOX, "may_write", true));
        var planned = box.asked(Map.of(
                "command", "join plan", "url", proxy.address().toString(), "code", String.valueOf(code.get("code"))));
        assertThat(planned).containsKey("fingerprint");
        assertThat(box.ask(Agreed.to("join confirm", planned))).contains("before-join");
        box.hurry();
    }

    void startHub() {
        hub.start();
        proxy.hubPort = hub.port();
    }

    void startBox() {
        box.start();
        box.hurry();
    }

    /// Adds people with a role and a card of number 10000 + id, to the hub.
    void people(int first, int count, int role) {
        people(hub, first, count, role);
    }

    /// The same anywhere.
    static void people(WholeLintel where, int first, int count, int role) {
        where.database().write(sql -> {
            sql.run(PERSON, first, first + count - 1);
            sql.run(CARD, first, first + count - 1);
            return sql.run(
                    "INSERT INTO person_role SELECT id, ? FROM person WHERE id BETWEEN ? AND ?",
                    role,
                    first,
                    first + count - 1);
        });
    }

    /// Changes something of these people at the hub.
    void rename(int first, int count, String name) {
        hub.database()
                .write(sql -> sql.run(
                        "UPDATE person SET first_name = ?, updated_at = updated_at + 1 WHERE id BETWEEN ? AND ?",
                        name,
                        first,
                        first + count - 1));
    }

    /// Deletes people at the hub, in one go.
    void delete(int first, int count) {
        long nowMs = hub.time.nowMs();
        hub.database()
                .write(sql -> sql.run(
                        "UPDATE person SET deleted_at = ?1, updated_at = ?1 WHERE id BETWEEN ?2 AND ?3",
                        nowMs,
                        first,
                        first + count - 1));
    }

    Agreement agreement() {
        return new Agreement(hub, box, BOX);
    }

    /// Waits until both have the same, and looks at each row.
    void agree() {
        agreement().require();
    }

    /// Nobody gets through from now on, and the box has seen it: what came in before counts when it is read.
    void away() {
        proxy.close(true);
        Await.until(
                "the box has seen it",
                () -> Boolean.FALSE.equals(status().get("online")) && status().get("problem") != null);
    }

    /// What `lintel sync status` says.
    Map<String, Object> status() {
        @SuppressWarnings("unchecked") // values may be null, which a test that asks for one sees
        var status = (Map<String, Object>) (Map<String, ?>) box.asked(Map.of("command", "sync status"));
        return status;
    }

    @Override
    public void close() {
        try {
            box.close();
        } finally {
            hub.close();
            proxy.close();
        }
    }
}
