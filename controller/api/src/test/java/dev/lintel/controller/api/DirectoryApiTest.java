package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.http.RateLimit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryApiTest {
    @TempDir
    static Path folder;

    private static ApiBox box;
    private static ApiClient client;

    @BeforeAll
    static void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    @Test
    void rolesAndGroupsAreOrderedByName() {
        assertThat(client.get("/api/3/roles").column("name")).containsExactly("always", "Zebra");
        assertThat(client.get("/api/3/roles/2").object())
                .containsEntry("shift_id", null)
                .containsEntry("created_at", "1970-01-01T01:00:00.000+01:00");
        assertThat(client.get("/api/3/groups.json").array().getFirst())
                .containsEntry("name", "Staff")
                .containsEntry("role_ids", List.of(2L));
        assertThat(client.get("/api/3/groups/9").status()).isEqualTo(404);
        assertThat(client.post("/api/3/roles", "{}").header("Allow")).isEqualTo("GET, HEAD");
        assertThat(client.get("/api/3/credential_types").column("slug"))
                .containsExactly("credentials_number", "key_fob_number", "pin", "mf_pin", "mobile_credential");
        assertThat(client.get("/api/3/credential_types?per_page=2&page=3").column("id"))
                .containsExactly(5L);
    }

    @Test
    void channelsShowTheirFieldsAndLiveState() {
        var channel = client.get("/api/3/channel/2").object();
        assertThat(channel)
                .containsOnlyKeys(
                        "id",
                        "name",
                        "mac_address",
                        "status",
                        "encryption_key",
                        "unit",
                        "model",
                        "model_long",
                        "serial_number",
                        "card_format",
                        "pin_format",
                        "freescale_version",
                        "pic_version",
                        "reader_device_class_name",
                        "site_id",
                        "created_at",
                        "updated_at",
                        "sync",
                        "lockdown",
                        "mode",
                        "auto_unlock",
                        "alarm",
                        "evacuated",
                        "secure")
                .containsEntry("status", "offline")
                .containsEntry("freescale_version", "0.1.0")
                .containsEntry("mac_address", "b8:27:eb:01:02:03")
                .containsEntry("serial_number", "10000000a1b2c3d4")
                .containsEntry("card_format", "")
                .containsEntry("pic_version", "")
                .containsEntry("reader_device_class_name", null);
        assertThat(client.get("/api/3/channels/1").object())
                .containsEntry("card_format", "h10301, raw")
                .containsEntry("pic_version", "1.2.3")
                .containsEntry("reader_device_class_name", "OSDP");
        assertThat((Map<?, ?>) channel.get("mode")).extracting("description").isEqualTo("unlock");
        assertThat(client.get("/api/3/channels/2").object()).isEqualTo(channel);
        assertThat(client.get("/api/3/channels").column("status")).containsExactly("online", "offline");
        assertThat(client.get("/api/3/channels?site_id=2").array()).isEmpty();
        assertThat(client.get("/api/3/channels?site_id=x").status()).isEqualTo(400);
    }

    @Test
    void aChannelOfAnotherBoxIsListedWithThatBoxesUnitAndIsOffline() {
        box.database.write(sql -> {
            sql.run("UPDATE channel SET unit = -id WHERE id = 2");
            return sql.run("INSERT INTO channel_box (channel_id, box, unit) VALUES (2, 'Lab', 1)");
        });
        assertThat(client.get("/api/3/channels").column("unit")).containsExactly(1L, 1L);
        assertThat(client.get("/api/3/channel/2").object())
                .containsEntry("status", "offline")
                .containsEntry("mac_address", "")
                .containsEntry("serial_number", "")
                .containsEntry("freescale_version", "");
        assertThat(client.get("/api/3/channels?site_id=1").column("id")).containsExactly(1L, 2L);
        box.database.write(sql -> {
            sql.run("DELETE FROM channel_box");
            return sql.run("UPDATE channel SET unit = 2 WHERE id = 2");
        });
    }

    @Test
    void aChannelThatUnlocksByItselfShowsTheShiftAndItsTimes() {
        box.database.write(sql -> {
            sql.run("INSERT INTO shift (id, account_id, name, created_at, updated_at) VALUES (4, 1, 'Market', 0, 0)");
            sql.run("INSERT INTO shift_time VALUES (4, 0, 32, 480, 780)");
            return sql.run("UPDATE channel SET auto_unlock_shift_id = 4 WHERE id = 1");
        });
        Map<String, Object> market = Map.of(
                "day", "Saturday",
                "description", "range",
                "start_time", "08:00 Europe/Berlin",
                "end_time", "13:00 Europe/Berlin",
                "shift_time", "08:00-13:00");
        assertThat(client.get("/api/3/channel/1").object().get("auto_unlock"))
                .isEqualTo(Map.of(
                        "id",
                        4L,
                        "shift_id",
                        4L,
                        "name",
                        "Market",
                        "created_at",
                        "1970-01-01T01:00:00.000+01:00",
                        "updated_at",
                        "1970-01-01T01:00:00.000+01:00",
                        "times",
                        List.of(market)));
        assertThat(client.get("/api/3/channel/2").object()).containsEntry("auto_unlock", null);
    }

    @Test
    void theAccountShowsTheKeysUser() {
        assertThat(client.get("/api/3/account").object())
                .containsEntry("name", "Test")
                .containsEntry("time_zone", "Europe/Berlin")
                .containsEntry(
                        "user", Map.of("id", 1L, "first_name", "Olga", "last_name", "Ops", "email", "ops@example.com"));
    }

    @Test
    void withoutAKeyNothingIsToldNotEvenWhichPathsThereAre() {
        for (String key : List.of("", "wrong", box.documentedKey + "x")) {
            for (String path : List.of("/api/3/people", "/api/3/nothing")) {
                var answer = box.client(key).get(path);
                assertThat(answer.status()).isEqualTo(401);
                assertThat(answer.object()).containsEntry("error", "invalid_token");
                assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer ");
            }
        }
        assertThat(client.get("/api/3/nothing").status()).isEqualTo(404);
    }

    @Test
    @Spec("7.1-7")
    void aRevokedKeyIsNoKeyAndItsUseIsNotedOncePerMinute() {
        var keys = box.database.apiKeys();
        String secret = keys.create(1, "sdk", dev.lintel.controller.event.Listing.B);
        ApiClient mine = box.client(secret);
        assertThat(mine.get("/api/3/account").status()).isEqualTo(200);
        long first = box.time.nowMs();
        box.time.advance(Duration.ofSeconds(30));
        mine.get("/api/3/account");
        box.database.write(sql -> 0); // what was to be written a little later is written now
        var key = keys.list().getLast();
        assertThat(key.lastUsedAtMs()).isEqualTo(first);
        assertThat(keys.revoke(key.id())).isTrue();
        assertThat(mine.get("/api/3/account").status()).isEqualTo(401);
    }

    @Test
    @Spec("8-2")
    void aCredentialHasItsRequestsAMinute() {
        var limit = new RateLimit(2, box.time);
        assertThat(limit.count("a").remaining()).isEqualTo(1);
        assertThat(limit.count("a").over()).isFalse();
        var over = limit.count("a");
        assertThat(over.over()).isTrue();
        assertThat(over.resetInS()).isEqualTo(60);
        assertThat(limit.count("b").over()).isFalse();
        box.time.advance(Duration.ofSeconds(60));
        assertThat(limit.count("a").over()).isFalse();
    }

    @Test
    void strangersWhoCallThemselvesAnythingFillNoMemory() {
        var limit = new RateLimit(2, box.time);
        assertThat(limit.count("mine").remaining()).isEqualTo(1);
        assertThat(limit.count("mine").over()).isFalse();
        for (int i = 1; i < 10_000; i++) limit.count("stranger " + i);
        for (String more : List.of("one too many", "another", "a third")) {
            assertThat(limit.count(more).remaining()).as("a window of its own").isEqualTo(1);
            assertThat(limit.count(more).over()).isFalse();
            assertThat(limit.count(more).over()).isTrue();
        }
        assertThat(limit.count("mine").over()).isTrue();
        box.time.advance(Duration.ofSeconds(60));
        assertThat(limit.count("a third").remaining()).isEqualTo(1);
        assertThat(limit.count("mine").remaining()).isEqualTo(1);
    }

    @Test
    void beyondTheLimitIs429WithEveryHeader(@TempDir Path other) {
        try (var limited = new ApiBox(other, 2, _ -> {})) {
            ApiClient busy = limited.client();
            assertThat(busy.get("/api/3/account").header("X-RateLimit-Remaining"))
                    .isEqualTo("1");
            assertThat(busy.get("/api/3/nothing").header("X-RateLimit-Remaining"))
                    .isEqualTo("0");
            var refused = busy.get("/api/3/account");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.object())
                    .containsEntry("error", "rate_limit_exceeded")
                    .containsEntry("retry_after", 60L);
            assertThat(refused.header("Retry-After")).isEqualTo("60");
            assertThat(refused.header("X-RateLimit-Limit")).isEqualTo("2");
            assertThat(refused.header("X-RateLimit-Reset"))
                    .isEqualTo("" + (limited.time.nowMs() / 1000 + 61)); // 60 s from 123 ms past a second, rounded up
            assertThat(client.get("/api/3/account").header("X-RateLimit-Limit")).isEmpty();
        }
    }
}
