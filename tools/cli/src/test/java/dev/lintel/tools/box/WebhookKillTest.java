package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.box.HostileReceiver.Reception;
import dev.lintel.tools.box.HostileReceiver.Told;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Webhooks to a receiver that fails, hangs, dawdles and goes away, from a box that is killed again and again: every
/// event and every change of a card arrives, in its order, and again only where a kill came between answer and disk.
class WebhookKillTest {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String SCOPE =
            "account.event.access.readonly account.event.perimeters.readonly account.person.readonly";

    @TempDir
    Path folder;

    /// @param deck one of each fault in so many deliveries
    /// @param twice whether second attempts may fail, too
    /// @param away how often the receiver goes away
    private record Plan(int items, int kills, int deck, boolean twice, int away, long seconds) {}

    @Test
    void nothingIsLostOverTwoKillsAndABadReceiver() throws Exception {
        storm(new Plan(1_000, 2, 15, false, 1, 120));
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @Test
    void aHundredThousandArriveOverTenKillsAndABadReceiver() throws Exception {
        storm(new Plan(100_000, 10, 60, true, 5, 1_800));
    }

    private void storm(Plan plan) throws Exception {
        long seed = Long.getLong("lintel.seed", new Random().nextLong(1_000_000));
        System.out.println("webhooks: seed " + seed + " (-Dlintel.seed)");
        Path data = Box.prepared(folder.resolve("data"));
        int port = freePort();
        var storm = new WebhookStorm(plan.items, seed);
        var kills = new ArrayList<Long>();
        long begunNs = System.nanoTime();
        Box box = Box.start(data);
        try {
            BoxOAuth desk = BoxOAuth.listening(box, SCOPE, "http://127.0.0.1:" + port + "/hook");
            desk.connect();
            long first = box.api().newest();
            try (var receiver = new HostileReceiver(port, desk.webhookSecret(), plan.deck, plan.twice, seed)) {
                box = drive(box, plan, storm, receiver, kills);
                drain(data, plan, begunNs);
                double seconds = (System.nanoTime() - begunNs) / 1e9;
                judge(box, storm, receiver, new Ledger(receiver.receptions(), kills), first);
                tell(data, receiver, kills, seconds);
            }
        } finally {
            box.close();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// Kills the box each time another share has arrived, and sends the receiver away in between; returns the last box.
    private Box drive(Box first, Plan plan, WebhookStorm storm, HostileReceiver receiver, List<Long> kills)
            throws InterruptedException {
        Box box = first;
        storm.at(box);
        int away = 0;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(plan.seconds);
        while (!storm.isOver() || kills.size() < plan.kills) {
            LockSupport.parkNanos(LOOK_NS);
            long share = receiver.delivered();
            assertThat(System.nanoTime())
                    .as(
                            "time for the storm: %d made, %d delivered, %d kills, %s",
                            storm.made(), share, kills.size(), receiver.played())
                    .isLessThan(deadline);
            if (away < plan.away && share >= (long) plan.items * away / plan.away + 100) {
                away++;
                receiver.restart(TimeUnit.SECONDS.toNanos(2));
            }
            if (kills.size() < plan.kills && share >= (long) plan.items * (kills.size() + 1) / (plan.kills + 1)) {
                box.kill();
                kills.add(System.nanoTime());
                storm.join();
                box = Box.start(box.data);
                storm.at(box);
            }
        }
        storm.join();
        return box;
    }

    /// Waits until the box has told all of it.
    private static void drain(Path data, Plan plan, long begunNs) throws SQLException {
        var file = new WebhookFile(data);
        long deadline = begunNs + TimeUnit.SECONDS.toNanos(plan.seconds);
        while (file.waiting() > 0 || !isRead(file)) {
            assertThat(System.nanoTime()).as(file.waiting() + " wait").isLessThan(deadline);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /// Whether the outbox has read what there is in both logs. What is neither told nor changes anything it writes down
    /// with the next thing that is.
    private static boolean isRead(WebhookFile file) throws SQLException {
        long read = file.number("webhooks.db", "SELECT event_id FROM source WHERE account_id = 1");
        long changes = file.number("webhooks.db", "SELECT change_revision FROM source WHERE account_id = 1");
        return file.events(read).isEmpty()
                && file.number(
                                "lintel.db",
                                "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'change_log'")
                        == changes;
    }

    private static void judge(Box box, WebhookStorm storm, HostileReceiver receiver, Ledger ledger, long first)
            throws SQLException {
        var file = new WebhookFile(box.data);
        assertThat(receiver.faults()).as("signatures, their age, and bodies").isEmpty();
        assertThat(ledger.events()).as("events that arrived").isEqualTo(file.events(first));
        assertThat(ledger.changes()).as("changes that arrived").isEqualTo(file.changes(storm.chains()));
        assertThat(ledger.faults()).as("order, tokens, and what came again").isEmpty();
        assertThat(file.deliveries()).containsOnlyKeys("delivered");
        assertThat(file.number("webhooks.db", "SELECT count(*) FROM dropped")).isZero();
        redeem(box, file, receiver.receptions());
    }

    /// An acknowledgement by each kind of thing, gone ones, too.
    private static void redeem(Box box, WebhookFile file, List<Reception> receptions) throws SQLException {
        BoxApi api = box.api();
        int fetched = 0;
        for (String wanted : List.of("Event CREATE", "PersonCredential CREATE", "PersonCredential DESTROY")) {
            Told told = receptions.stream()
                    .flatMap(one -> one.told().stream())
                    .filter(each -> wanted.equals(each.type() + " " + each.action()))
                    .reduce((_, last) -> last)
                    .orElseThrow(() -> new AssertionError(wanted));
            URI resource = URI.create(told.resource());
            int status = api.get(resource.getRawPath() + "?" + resource.getRawQuery())
                    .statusCode();
            assertThat(status).isIn(wanted.endsWith("DESTROY") ? List.of(404) : List.of(200, 404)); // gone since
            fetched++;
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (file.number("webhooks.db", "SELECT count(*) FROM item WHERE acked_at IS NOT NULL") < fetched) {
            assertThat(System.nanoTime()).as("time for acknowledgements").isLessThan(deadline);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private static void tell(Path data, HostileReceiver receiver, List<Long> kills, double seconds)
            throws SQLException {
        var file = new WebhookFile(data);
        var ledger = new Ledger(receiver.receptions(), kills);
        System.out.printf(
                "webhooks: %.0f s, %d kills, %d events and %d changes of %d cards in %d deliveries, %d attempts"
                        + " on disk, %d bodies received %s; %d came again around a kill, at most %d ms before it%n",
                seconds,
                kills.size(),
                ledger.events().size(),
                ledger.changes().values().stream().mapToInt(List::size).sum(),
                ledger.changes().size(),
                file.number("webhooks.db", "SELECT count(*) FROM delivery"),
                file.number("webhooks.db", "SELECT count(*) FROM attempt"),
                receiver.receptions().size(),
                receiver.played(),
                ledger.again(),
                ledger.beforeKillMs());
    }
}
