package dev.lintel.controller.console;

import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page `/evacuation` over real TLS.
class EvacuationPagesTest {
    @TempDir
    Path folder;

    private Rig rig;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, new HandTime("2026-11-26T10:00:00Z"), false);
        for (long door = 1; door <= 2; door++) rig.doors.set(door, "secure", false, false, true);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get(EvacuationPages.PATH);
    }

    @AfterEach
    void stop() {
        olga.close();
        rig.close();
    }

    private boolean evacuated(long door) {
        return Objects.requireNonNull(rig.doors.of(door)).standing().evacuated();
    }

    private HttpResponse<String> post(String act, String note, boolean confirmed) throws Exception {
        return confirmed
                ? olga.post(EvacuationPages.PATH, "site", "1", "act", act, "note", note, "confirmed", "yes")
                : olga.post(EvacuationPages.PATH, "site", "1", "act", act, "note", note);
    }

    @Test
    void orderIsShownBeforeItIsGiven() throws Exception {
        rig.database.write(sql -> sql.run("UPDATE channel SET evacuation = 0 WHERE id = 2"));
        assertThat(olga.get(EvacuationPages.PATH).body())
                .contains("No evacuation", "Takes part", "Stays as it is", "Start evacuation")
                .doesNotContain("End evacuation");
        HttpResponse<String> plan = post("start", "Gas <b>", false);
        assertThat(plan.statusCode()).isEqualTo(200);
        assertThat(plan.body())
                .contains("Evacuate Main Office?", "Front Door", "Doors that stay as they are: Back Door.");
        assertThat(evacuated(1)).isFalse();
        HttpResponse<String> done = post("start", "Gas <b>", true);
        assertThat(done.body()).contains("Evacuation of Main Office: 1 door unlocked.", "1 of 2 doors unlocked");
        assertThat(evacuated(1)).isTrue();
        assertThat(evacuated(2)).isFalse();
        var asked = Objects.requireNonNull(rig.doors.asked.poll());
        assertThat(asked.command()).isEqualTo(new DoorCommand.Evacuate("Gas <b>"));
        assertThat(asked.by()).isEqualTo(Rig.EMAIL);
        assertThat(post("end", "", false).body()).contains("End the evacuation of Main Office?", "Front Door");
        assertThat(post("end", "", true).body()).contains("has ended at 1 door.", "No evacuation");
        assertThat(evacuated(1)).isFalse();
    }

    @Test
    void operatorEvacuatesOneDoor_onTheLivePage() throws Exception {
        HttpResponse<String> done =
                olga.send("/live/doors/1", "application/json", "{\"command\":\"evacuate\",\"note\":\"Gas\"}");
        assertThat(done.statusCode()).isEqualTo(200);
        assertThat(evacuated(1)).isTrue();
        assertThat(evacuated(2)).isFalse();
        assertThat(Objects.requireNonNull(rig.doors.asked.poll()).command()).isEqualTo(new DoorCommand.Evacuate("Gas"));
    }

    @Test
    void doorThatRefuses_isNamedWithTheReason() throws Exception {
        rig.doors.refusal = "the lock is on fire <b>";
        assertThat(post("start", "", true).body())
                .contains("0 doors unlocked", "The order did not reach each door", "the lock is on fire &lt;b&gt;.");
    }

    @Test
    void wrongForms_areRefused() throws Exception {
        assertThat(olga.post(EvacuationPages.PATH, "site", "9", "act", "start").statusCode())
                .isEqualTo(404);
        assertThat(post("open", "", true).statusCode()).isEqualTo(422);
        assertThat(post("start", "n".repeat(501), true).statusCode()).isEqualTo(422);
        assertThat(rig.doors.asked).isEmpty();
    }

    @Test
    void oneDoor_isEndedFromTheLivePage() throws Exception {
        post("start", "", true);
        rig.doors.asked.clear();
        var answer =
                olga.send("/live/doors/1", "application/json", "{\"command\":\"end_evacuation\",\"note\":\"Clear\"}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(evacuated(1)).isFalse();
        assertThat(evacuated(2)).isTrue();
    }

    @Test
    void pageIsForThoseWhoMayControlDoors() throws Exception {
        try (var stranger = new Visitor(rig)) {
            assertThat(location(stranger.get(EvacuationPages.PATH))).startsWith("/sign-in");
        }
        rig.desk.create(By.COMMAND_LINE, new NewPerson("uma@example.com", "", "", Kind.USER), Rig.PASSWORD);
        rig.desk.create(By.COMMAND_LINE, new NewPerson("dev@example.com", "", "", Kind.DEVELOPER), Rig.PASSWORD);
        try (var uma = new Visitor(rig);
                var dora = new Visitor(rig)) {
            uma.signIn("uma@example.com", Rig.PASSWORD);
            assertThat(uma.get(EvacuationPages.PATH).statusCode()).isEqualTo(200);
            dora.signIn("dev@example.com", Rig.PASSWORD);
            assertThat(dora.get(EvacuationPages.PATH).statusCode()).isEqualTo(403);
        }
    }
}
