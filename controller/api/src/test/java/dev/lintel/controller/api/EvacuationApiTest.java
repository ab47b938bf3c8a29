package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.Strike;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Evacuations over TLS, of real doors: 1 and 2 of site 1. [ScopesApiTest] checks the permissions.
class EvacuationApiTest {
    private static final String SITE = "/api/3/sites/1/";

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

    private void keepSecondDoor() {
        box.database.write(sql -> sql.run("UPDATE channel SET evacuation = 0 WHERE id = 2"));
    }

    private static List<?> doors(ApiClient.Answer answer) {
        return (List<?>) Objects.requireNonNull(answer.object().get("doors"));
    }

    private int events(int code) {
        return client.get("/api/3/events?n=100&event_code=" + code).array().size();
    }

    @Test
    void oneDoor_isEvacuatedInSpiteOfALockdown() {
        client.post("/api/3/channels/1/lockdown", "");
        var answer = client.post("/api/3/channels/1/evacuate", "{\"note\": \" Gas leak \"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.object()).containsEntry("evacuated", true);
        assertThat(front.released()).isTrue();
        assertThat(client.get("/api/3/events?event_code=390&form=extended&page=1")
                        .text())
                .contains("\"note\":\"Gas leak\"", "\"by\":\"ops@example.com\"");
        assertThat(client.post("/api/3/channels/1/evacuate", "").status()).isEqualTo(200);
        assertThat(client.post("/api/3/channels/1/end_evacuation", "").object()).containsEntry("evacuated", false);
        assertThat(front.released()).isFalse();
        assertThat(String.valueOf(client.get("/api/3/channels/1").object().get("lockdown")))
                .contains("card_lockdown={state=true}");
        assertThat(events(390)).isOne();
        assertThat(events(391)).isOne();
    }

    @Test
    void wrongBodies_areRefusedAndUnlockNothing() {
        for (String path : List.of("/api/3/channels/1/evacuate", SITE + "evacuate", SITE + "end_evacuation")) {
            for (String body : List.of("{\"notes\":\"a\"}", "{\"note\":\"a\\nb\"}", "[]")) {
                assertThat(client.post(path, body).status()).as(path + body).isEqualTo(400);
            }
            String tooLong = "{\"note\":\"" + "n".repeat(501) + "\"}";
            assertThat(client.post(path, tooLong).text()).contains("note must have at most 500");
        }
        assertThat(client.post("/api/3/sites/99/evacuate", "").status()).isEqualTo(404);
        assertThat(client.get("/api/3/sites/99/evacuation").status()).isEqualTo(404);
        assertThat(front.released()).isFalse();
        assertThat(events(390)).isZero();
    }

    @Test
    void site_unlocksTheDoorsThatTakePart_andAnswersWhatCameOfEach() {
        keepSecondDoor();
        var before = client.get(SITE + "evacuation");
        assertThat(before.object()).containsEntry("evacuated", 0L).doesNotContainKey("complete");
        assertThat(String.valueOf(doors(before)))
                .contains("channel_id=1", "evacuation=unlock", "channel_id=2", "evacuation=off");
        var answer = client.post(SITE + "evacuate", "{\"note\":\"Drill\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.object()).containsEntry("complete", true).containsEntry("evacuated", 1L);
        assertThat(doors(answer)).hasSize(2);
        assertThat(String.valueOf(doors(answer).getFirst())).contains("evacuated=true", "result=done");
        assertThat(String.valueOf(doors(answer).get(1))).contains("evacuated=false", "result=off");
        assertThat(client.post("/api/3/channels/2/evacuate", "").status())
                .as("the policy counts for single doors, too; this policy changed behind the door's back")
                .isEqualTo(200);
        assertThat(client.get(SITE + "evacuation").object()).containsEntry("evacuated", 2L);
        var ended = client.post(SITE + "end_evacuation", "");
        assertThat(ended.object()).containsEntry("complete", true).containsEntry("evacuated", 0L);
        assertThat(front.released()).isFalse();
    }

    @Test
    void sameRequestAgain_changesNothingAndShowsThePresentState() {
        String[] key = {"Idempotency-Key", "evacuate-1"};
        var first = client.send("POST", SITE + "evacuate", "", key);
        assertThat(first.object()).containsEntry("complete", true);
        client.post(SITE + "end_evacuation", "");
        var again = client.send("POST", SITE + "evacuate", "", key);
        assertThat(again.object()).containsEntry("complete", false).containsEntry("evacuated", 0L);
        assertThat(String.valueOf(doors(again))).contains("the door has had another order since");
        assertThat(front.released()).isFalse();
        assertThat(client.post(SITE + "evacuate", "").object()).containsEntry("complete", true);
    }

    @Test
    void doorThatIsNotThere_isListedWithTheReason() {
        box.database.write(sql -> sql.run("INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms,"
                + " extended_unlock_ms, warning_ms, extended_open_ms, relock, forced, created_at, updated_at)"
                + " SELECT 9, account_id, site_id, 9, 'Shed', kind, unlock_ms, extended_unlock_ms, warning_ms,"
                + " extended_open_ms, relock, forced, created_at, updated_at FROM channel WHERE id = 1"));
        String[] key = {"Idempotency-Key", "evacuate-2"};
        var answer = client.send("POST", SITE + "evacuate", "", key);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.object()).containsEntry("complete", false);
        assertThat(String.valueOf(doors(answer).getLast()))
                .contains("channel_id=9", "evacuated=null", "result=refused", "there is no door at this channel");
    }

    @Test
    void databaseInMemory_evacuates() {
        box.database.refuseChanges("the database is in memory only");
        assertThat(client.send("POST", SITE + "evacuate", "", "Idempotency-Key", "e")
                        .status())
                .isEqualTo(200);
        assertThat(front.released()).isTrue();
    }
}
