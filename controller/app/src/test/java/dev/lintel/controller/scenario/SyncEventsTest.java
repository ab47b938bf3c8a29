package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the hub's log has of a box's following, for each of its two doors, and of its presence.
class SyncEventsTest {
    private static final int DOORS = 2;
    /// 5 ms each: longer than a word takes that is on its way.
    private static final int LOOKS = 400;
    private static final String OF_BOX = """
            SELECT count(*) FROM event
             WHERE kind = ? AND channel_id IN (1, 2) AND json_extract(additional, '$.box') = 'Gate'
               AND json_extract(additional, '$.box_event_id') IS NOT NULL AND additional LIKE '%' || ? || '%'""";
    /// The hub's own about the box.
    private static final String OF_HUB = """
            SELECT count(*) FROM event
             WHERE kind = ? AND channel_id IN (1, 2) AND json_extract(additional, '$.box') = 'Gate'
               AND json_extract(additional, '$.box_event_id') IS NULL""";

    @TempDir
    Path folder;

    private static long arrived(SyncPair pair, EventKind kind, String word) {
        return pair.hub.database().read(sql -> sql.get(OF_BOX, row -> row.number(1), kind.number(), word));
    }

    private static long presence(SyncPair pair, EventKind kind) {
        return pair.hub.database().read(sql -> sql.get(OF_HUB, row -> row.number(1), kind.number()));
    }

    private static long atBox(SyncPair pair, EventKind kind) {
        return Agreement.told(pair.box.database(), kind.number(), "");
    }

    private static void ask(SyncPair pair) {
        var asked = pair.box.client().post("/api/3/sync", "{}");
        assertThat(asked.status()).as(asked.text()).isEqualTo(200);
    }

    /// Lets 90 s pass until the hub has told it. Once is enough, unless the box's last word was on its way when the
    /// line fell silent and is heard after the clock has gone on: then they begin there.
    private static void silence(SyncPair pair, long told) {
        var looks = new AtomicInteger();
        Await.until("3 is told", () -> {
            if (looks.getAndIncrement() % LOOKS == 0) pair.hub.time.pass(Duration.ofSeconds(90));
            return presence(pair, EventKind.CHANNEL_CONTACT_LOST) == told;
        });
    }

    @Test
    void theHubHearsOfEachDoorWhatCameOfASync() {
        try (var pair = SyncPair.joined(folder)) {
            ask(pair);
            Await.until(
                    "101 has arrived",
                    () -> arrived(pair, EventKind.SYNC_NOT_REQUIRED, "\"by\":\"ops@example.com\"") == DOORS);

            long started = arrived(pair, EventKind.SYNC_STARTED, "");
            long completed = arrived(pair, EventKind.SYNC_COMPLETED, "");
            pair.people(1_000, 600, 1); // more than is an everyday change
            Await.until("100 has arrived", () -> arrived(pair, EventKind.SYNC_STARTED, "") == started + DOORS);
            Await.until("105 has arrived", () -> arrived(pair, EventKind.SYNC_COMPLETED, "") == completed + DOORS);
            assertThat(arrived(pair, EventKind.SYNC_COMPLETED, "\"lines\":60")).isEqualTo(DOORS);

            long failed = arrived(pair, EventKind.SYNC_FAILED, "");
            pair.proxy.close(true);
            Await.until("106 is in the box's log", () -> atBox(pair, EventKind.SYNC_FAILED) == failed + DOORS);
            assertThat(arrived(pair, EventKind.SYNC_FAILED, "")).isEqualTo(failed);
            pair.proxy.close(false);
            Await.until("106 has arrived", () -> arrived(pair, EventKind.SYNC_FAILED, "\"reason\"") == failed + DOORS);
            Await.until("it works again", () -> arrived(pair, EventKind.SYNC_COMPLETED, "") == completed + 2 * DOORS);
            pair.agree();
            assertThat(arrived(pair, EventKind.SYNC_FAILED, "")).isEqualTo(failed + DOORS);
            assertThat(arrived(pair, EventKind.SYNC_TIMING_OUT, "")).isZero();
        }
    }

    @Test
    void aDownloadThatStandsStillForHalfAMinuteIsTimingOut() {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.stop();
            pair.box.start(); // with the waits of every day
            pair.agree();
            pair.proxy.drip = 32;
            pair.people(1_000, 5_000, 1);
            Await.until(
                    "it is in the middle of it",
                    () -> String.valueOf(pair.status().get("doing")).startsWith("changes"));
            pair.proxy.holdingDown = true;
            pair.box.time.pass(Duration.ofSeconds(31));
            Await.until("107 is in the box's log", () -> atBox(pair, EventKind.SYNC_TIMING_OUT) == DOORS);
            pair.proxy.heal();
            Await.until("107 has arrived", () -> arrived(pair, EventKind.SYNC_TIMING_OUT, "\"hub\"") == DOORS);
            pair.agree();
            assertThat(arrived(pair, EventKind.SYNC_TIMING_OUT, "")).isEqualTo(DOORS);
            assertThat(arrived(pair, EventKind.SYNC_FAILED, "")).isZero(); // it was slow, and came
        }
    }

    /// The line ends nowhere: nothing comes, and nobody hears that it does not.
    @Test
    void aBoxThatIsSilentForNinetySecondsIsLostOnceAndBackOnce() {
        try (var pair = SyncPair.joined(folder)) {
            long lost = presence(pair, EventKind.CHANNEL_CONTACT_LOST);
            long back = presence(pair, EventKind.CHANNEL_STARTED);
            pair.proxy.close(true);
            pair.hub.time.pass(Duration.ofSeconds(30)); // which is nothing
            pair.proxy.close(false);
            pair.people(31, 1, 1);
            pair.agree();
            assertThat(presence(pair, EventKind.CHANNEL_CONTACT_LOST)).isEqualTo(lost);

            pair.proxy.holdingUp = true;
            pair.proxy.holdingDown = true;
            silence(pair, lost + DOORS);
            assertThat(pair.hub.asked(Map.of("command", "hub boxes"))).containsEntry("lost", true);
            assertThat(pair.hub.client().get("/api/3/channels/1").object()).containsEntry("status", "offline");
            assertThat(presence(pair, EventKind.CHANNEL_STARTED)).isEqualTo(back);
            pair.hub.time.pass(Duration.ofMinutes(10));
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");

            pair.proxy.drop();
            pair.proxy.heal();
            Await.until("1 is told", () -> presence(pair, EventKind.CHANNEL_STARTED) == back + DOORS);
            pair.people(32, 1, 1);
            pair.agree();
            assertThat(presence(pair, EventKind.CHANNEL_CONTACT_LOST)).isEqualTo(lost + DOORS);
            assertThat(presence(pair, EventKind.CHANNEL_STARTED)).isEqualTo(back + DOORS);
        }
    }
}
