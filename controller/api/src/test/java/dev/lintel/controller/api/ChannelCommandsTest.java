package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.Strike;
import dev.lintel.controller.store.DoorStateStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands over TLS to real doors: 1 with a mechanical exit, 2 that only the box lets people out of.
class ChannelCommandsTest {
    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private Strike front;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        front = RealDoors.hangInto(box).front();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private static String mode(ApiClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        return String.valueOf(answer.object().get("mode"));
    }

    /// How many events of that code there are, once `all` events are on disk.
    private int events(int code, int all) throws InterruptedException {
        box.database.events().awaitHeadAbove(all - 1L, 5_000);
        return client.get("/api/3/events?event_code=" + code).array().size();
    }

    @Test
    void aDoorIsUnlockedUntilATimeAndBackToNormal() throws InterruptedException {
        var answer = client.post("/api/3/channels/1/unlock", "{\"relock_at\":\"2026-03-02T12:30:00+01:00\"}");
        assertThat(mode(answer)).contains("description=unlock", "relock_at=2026-03-02T12:30:00.000+01:00");
        assertThat(front.released()).isTrue();
        assertThat(mode(client.post("/api/3/channel/1/normal", ""))).contains("description=normal");
        assertThat(front.released()).isFalse();
        for (String nothing : List.of("", "{}")) {
            assertThat(mode(client.post("/api/3/channels/1/unlock", nothing))).contains("relock_at=null");
        }
        assertThat(events(340, 5)).isEqualTo(2);
        assertThat(events(341, 5)).isOne();
    }

    @Test
    void aTimeThatIsOverOrNoneIsRefusedAndNothingIsUnlocked() {
        assertThat(client.post("/api/3/channels/1/unlock", "{\"relock_at\":\"2026-03-02T10:00:00Z\"}")
                        .status())
                .isEqualTo(400);
        var answer = client.post("/api/3/channels/1/unlock", "{\"relock_at\":\"soon\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("relock_at");
        assertThat(front.released()).isFalse();
    }

    @Test
    void aLockdownWithoutABodyIsOfCards() throws InterruptedException {
        var locked = client.post("/api/3/channels/1/lockdown", "").object();
        assertThat(String.valueOf(locked.get("lockdown")))
                .contains("card_lockdown={state=true}", "rex_lockdown={state=false}", "aux_lockdown={state=false}");
        assertThat(client.get("/api/3/channel/1").object().get("lockdown")).isEqualTo(locked.get("lockdown"));
        assertThat(client.post("/api/3/channels/1/unlockdown", "").object()).containsEntry("lockdown", null);
        assertThat(events(342, 4)).isOne();
        assertThat(events(343, 4)).isOne();
    }

    private int refused(String command, String body, String... words) {
        var answer = client.post("/api/3/channels/1/" + command, body);
        assertThat(answer.text()).as(body).contains(words);
        return answer.status();
    }

    @Test
    void aLockdownIsNeverLiftedByABodyThatNamesNothingToLock() throws InterruptedException {
        client.post("/api/3/channels/1/lockdown", "");
        assertThat(refused("lockdown", "{\"card_lock\":true}", "card_lock is not known"))
                .isEqualTo(400);
        assertThat(refused("lockdown", "{\"card_lockdown\":true,\"rex\":true}", "rex is not known"))
                .isEqualTo(400);
        assertThat(refused("lockdown", "{\"card_lockdown\":false}", "unlockdown"))
                .isEqualTo(400);
        assertThat(refused("lockdown", "{\"card_lockdown\":null}", "unlockdown"))
                .isEqualTo(400);
        assertThat(refused("lockdown", "{\"card_lockdown\":{\"state\":true}}", "card_lockdown"))
                .isEqualTo(400);
        assertThat(refused("lockdown", "[]", "")).isEqualTo(400);
        assertThat(refused("unlockdown", "{\"rex_lockdown\":true}", "rex_lockdown is not known"))
                .isEqualTo(400);
        assertThat(lockdown(client.get("/api/3/channels/1"))).contains("card_lockdown={state=true}");
        assertThat(events(343, 3)).isZero();
    }

    @Test
    void whatALockdownDoesNotNameStaysAsItIs() {
        client.post("/api/3/channels/1/lockdown", "{}");
        var both = client.post("/api/3/channels/1/lockdown", "{\"rex_lockdown\":\"true\",\"aux_lockdown\":null}");
        assertThat(lockdown(both)).contains("card_lockdown={state=true}", "rex_lockdown={state=true}");
        var other = client.post("/api/3/channels/1/lockdown", "{\"card_lockdown\":false,\"aux_lockdown\":1}");
        assertThat(lockdown(other))
                .contains("card_lockdown={state=false}", "rex_lockdown={state=true}", "aux_lockdown={state=true}");
        assertThat(lockdown(client.post("/api/3/channels/1/lockdown", " ")))
                .contains("card_lockdown={state=true}", "rex_lockdown={state=true}");
        assertThat(lockdown(client.post("/api/3/channels/1/unlockdown", "{}"))).isEqualTo("null");
    }

    private static String lockdown(ApiClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        return String.valueOf(answer.object().get("lockdown"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"relock_att\":\"2026-03-02T12:30:00Z\"}",
                "{\"relock_at\":\"2026-03-02T12:30:00Z\",\"relock\":1}",
                "{\"relock_at\":\"\"}",
                "{\"relock_at\":\"  \"}",
                "{\"relock_at\":true}",
                "{\"relock_at\":1772452800}",
                "{\"relock_at\":[]}",
                "{\"relock_at\":\"+999999-12-31T23:59:59Z\"}",
                "{\"relock_at\":\"9999-12-31T23:59:59Z\"}",
                "null",
                "{"
            })
    void nothingIsUnlockedForEverByMistake(String body) {
        assertThat(refused("unlock", body, "bad_request")).isEqualTo(400);
        assertThat(front.released()).isFalse();
    }

    @Test
    void whatIsSaidMayStandInAnObjectThatNamesTheChannel() {
        assertThat(mode(client.post(
                        "/api/3/channels/1/unlock", "{\"channel\":{\"relock_at\":\"2026-03-02T12:30:00+01:00\"}}")))
                .contains("relock_at=2026-03-02T12:30:00.000+01:00");
        assertThat(mode(client.post("/api/3/channels/1/normal", "{\"channel\":{}}")))
                .contains("description=normal");
        assertThat(lockdown(client.post("/api/3/channels/1/lockdown", "{\"channel\":{\"rex_lockdown\":true}}")))
                .contains("card_lockdown={state=false}", "rex_lockdown={state=true}");
        assertThat(lockdown(client.post("/api/3/channels/1/unlockdown", "{\"channel\":{}}")))
                .isEqualTo("null");
        var hours = client.post("/api/3/channels/1/auto_unlock", "{\"channel\":{\"shift_id\":3}}");
        assertThat(String.valueOf(hours.object().get("auto_unlock"))).contains("shift_id=3");
        for (String body : List.of(
                "{\"channel\":{},\"relock_at\":\"2026-03-02T12:30:00Z\"}", // else it would be passed over
                "{\"channel\":{\"relock_att\":\"2026-03-02T12:30:00Z\"}}",
                "{\"channel\":{\"channel\":{}}}",
                "{\"channel\":null}",
                "{\"channel\":1}",
                "{\"channel\":[]}")) {
            assertThat(refused("unlock", body, "is not known here")).isEqualTo(400);
        }
        assertThat(front.released()).isFalse();
    }

    @Test
    void onlyNothingOrNullIsUntilToldOtherwise() {
        assertThat(mode(client.post("/api/3/channels/1/unlock", "{\"relock_at\":null}")))
                .contains("relock_at=null");
        assertThat(mode(client.post("/api/3/channels/1/unlock", "{\"relock_at\":\"9999-12-31T22:59:59Z\"}")))
                .contains("relock_at=9999-12-31T23:59:59.000+01:00");
        assertThat(mode(client.post("/api/3/channels/1/unlock", "\n"))).contains("relock_at=null");
    }

    @Test
    void hoursAreNotEndedByABodyThatDoesNotSaySo() {
        client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":3}");
        assertThat(refused("auto_unlock", "{\"shift_id\":\"\"}", "shift_id")).isEqualTo(400);
        assertThat(refused("auto_unlock", "{\"shift\":3}", "shift is not known"))
                .isEqualTo(400);
        assertThat(refused("auto_unlock", "", "shift_id is missing")).isEqualTo(400);
        assertThat(String.valueOf(client.get("/api/3/channels/1").object().get("auto_unlock")))
                .contains("shift_id=3");
    }

    @Test
    void aDoorIsSecuredUntilATimeOrUntilItsHoursAreOver() throws InterruptedException {
        var until = client.post("/api/3/channels/1/secure", "{\"until\":\"2026-03-02T12:30:00+01:00\"}");
        assertThat(mode(until)).as("for clients that know two modes").contains("description=normal", "relock_at=null");
        assertThat(until.object().get("secure")).isEqualTo(Map.of("until", "2026-03-02T12:30:00.000+01:00"));
        assertThat(client.get("/api/3/channel/1").object().get("secure"))
                .isEqualTo(until.object().get("secure"));
        for (String nothing : List.of("", "{}", "{\"until\":null}")) {
            var answer = client.post("/api/3/channel/1/secure", nothing);
            assertThat(String.valueOf(answer.object().get("secure"))).isEqualTo("{until=null}");
        }
        assertThat(client.post("/api/3/channels/1/normal", "").object()).containsEntry("secure", null);
        assertThat(events(362, 4)).isEqualTo(2);
        assertThat(events(341, 4)).isOne();
        assertThat(refused("secure", "{\"until\":\"2026-03-02T10:00:00Z\"}", "over already"))
                .isEqualTo(400);
        assertThat(refused("secure", "{\"untill\":\"2026-03-02T12:30:00Z\"}", "untill is not known"))
                .isEqualTo(400);
        assertThat(refused("secure", "{\"until\":\"\"}", "until")).isEqualTo(400);
        assertThat(refused("secure", "{\"relock_at\":null}", "relock_at is not known"))
                .isEqualTo(400);
    }

    @Test
    void anAlarmIsAcknowledgedWithANote() throws InterruptedException {
        assertThat(refused("acknowledge", "", "has no alarm")).isEqualTo(400);
        RealDoors.force(box, client);
        assertThat(client.get("/api/3/channels/1").object().get("alarm"))
                .isEqualTo(Map.of("cause", "forced", "acknowledged", false, "latched", false, "reminders", 0L));
        assertThat(refused("acknowledge", "{\"note\":\"a\\nb\"}", "note must have no line breaks"))
                .isEqualTo(400);
        assertThat(refused("acknowledge", "{\"note\":\"" + "a".repeat(501) + "\"}", "note must have at most 500"))
                .isEqualTo(400);
        assertThat(refused("acknowledge", "{\"notes\":\"a\"}", "notes is not known"))
                .isEqualTo(400);
        var known = client.post("/api/3/channels/1/acknowledge", "{\"note\":\" Wind. Door closer is ordered. \"}");
        assertThat(known.status()).isEqualTo(200);
        assertThat(String.valueOf(known.object().get("alarm"))).contains("acknowledged=true");
        assertThat(events(361, 2)).isOne();
        var event = client.get("/api/3/events?event_code=361&form=extended&page=1");
        assertThat(event.text()).contains("\"note\":\"Wind. Door closer is ordered.\"", "\"alarm\":\"forced\"");
        assertThat(refused("acknowledge", "", "acknowledged already")).isEqualTo(400);
        assertThat(client.get("/api/3/channels/2").object()).containsEntry("alarm", null);
    }

    @Test
    void whatEgressDependsOnCannotBeLockedDown() {
        var refused = client.post("/api/3/channels/2/lockdown", "{\"card_lockdown\":true,\"rex_lockdown\":true}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("lock people in");
        assertThat(client.get("/api/3/channel/2").object()).containsEntry("lockdown", null);
        assertThat(client.post("/api/3/channels/2/lockdown", "{\"card_lockdown\":\"yes\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void hoursOfAnOperatorHoldInPlaceOfThePolicys() {
        var set =
                client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":3}").object();
        assertThat(String.valueOf(set.get("auto_unlock"))).contains("shift_id=3", "name=Hours");
        assertThat(client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":null}")
                        .object())
                .containsEntry("auto_unlock", null);
        var unknown = client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":9}");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.object()).containsEntry("error", "bad_request");
        var sdk = box.client(box.sdkKey).post("/api/3/channels/1/auto_unlock", "{\"shift_id\":9}");
        assertThat(sdk.status()).isEqualTo(400);
        assertThat(sdk.object())
                .containsEntry("success", false)
                .containsEntry("message", "No shift found for shift_id - 9");
        assertThat(client.post("/api/3/channels/1/auto_unlock", "{}").status()).isEqualTo(400);
    }

    @Test
    void changedHoursAreToldWithWhatTheyWereAndByWhom() throws InterruptedException {
        box.database.write(sql -> {
            sql.run("UPDATE channel SET auto_unlock_first_card = 1 WHERE id = 1");
            return true;
        });
        client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":3}");
        client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":3,\"first_card\":false}");
        client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":3,\"first_card\":false}"); // changes nothing
        client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":null}");
        assertThat(events(350, 5)).isEqualTo(3);
        var told = client.get("/api/3/events?event_code=350&form=extended&skip_pagination=true&sort=ASC")
                .text();
        assertThat(told).contains("\"what\":\"auto_unlock\"", "\"by\":\"ops@example.com\"");
        assertThat(told)
                .containsSubsequence(
                        "\"old\":\"none, by the site's policy\"",
                        "\"old\":\"shift 3 after a card, by an operator\"",
                        "\"old\":\"shift 3, by an operator\"");
        assertThat(told)
                .containsSubsequence(
                        "\"new\":\"shift 3 after a card, by an operator\"",
                        "\"new\":\"shift 3, by an operator\"",
                        "\"new\":\"none, by an operator\"");
    }

    @Test
    void theChangeStampMovesWithModeLockdownAndHours() {
        String before = stamp(client.get("/api/3/channels/1"));
        for (String command : List.of("lockdown", "unlockdown", "unlock", "normal")) {
            box.time.advance(Duration.ofSeconds(1));
            String after = stamp(client.post("/api/3/channels/1/" + command, ""));
            assertThat(after).as(command).isGreaterThan(before);
            box.time.advance(Duration.ofSeconds(1));
            assertThat(stamp(client.post("/api/3/channels/1/" + command, "")))
                    .as("nothing changed")
                    .isEqualTo(after);
            before = after;
        }
        box.time.advance(Duration.ofSeconds(1));
        var hours = client.post("/api/3/channels/1/auto_unlock", "{\"shift_id\":3}");
        assertThat(stamp(hours)).isGreaterThan(before);
        assertThat(String.valueOf(hours.object().get("auto_unlock"))).contains("id=3", "shift_id=3");
    }

    private static String stamp(ApiClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        return String.valueOf(answer.object().get("mode")).replaceAll(".*change_stamp=([^,}]*).*", "$1");
    }

    private static boolean await(CountDownLatch held) {
        try {
            return held.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCommandThatTheDiskDoesNotTakeHoldsAtTheDoorAndIsNotCalledDone() {
        var held = new CountDownLatch(1);
        box.database.writeLater(_ -> await(held)); // the writer waits for its disk
        var answer = client.post("/api/3/channels/1/unlock", "");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text()).contains("the door has done it", "after a restart");
        assertThat(answer.header("Retry-After")).isNotEmpty();
        assertThat(front.released()).isTrue();
        held.countDown();
        assertThat(mode(client.post("/api/3/channels/1/unlock", ""))).contains("description=unlock");
        assertThat(box.database.read(DoorStateStore::load).get(1L))
                .isNotNull()
                .matches(kept -> kept.standing().unlock());
    }

    @Test
    void anUnknownChannelIsNotFoundAndALaneWithoutRoomIsToldOf() {
        assertThat(client.post("/api/3/channels/77/lockdown", "").status()).isEqualTo(404);
        for (String command : List.of("lockdown", "unlock", "auto_unlock")) {
            assertThat(client.post("/api/3/channels/77/" + command, "{\"relock_at\": 1,")
                            .status())
                    .as(command)
                    .isEqualTo(404); // whatever it says
            assertThat(client.post("/api/3/channels/1/" + command, "{\"relock_at\": 1,")
                            .status())
                    .as(command)
                    .isEqualTo(400);
        }
        box.lane.set(_ -> false);
        var answer = client.post("/api/3/channels/1/lockdown", "");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isNotEmpty();
    }
}
