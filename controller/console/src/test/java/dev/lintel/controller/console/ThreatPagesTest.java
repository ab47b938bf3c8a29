package dev.lintel.controller.console;

import static dev.lintel.controller.console.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page `/threat-levels` over real TLS.
class ThreatPagesTest {
    @TempDir
    Path folder;

    private Rig rig;
    private Visitor olga;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, new HandTime("2026-11-26T10:00:00Z"), false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        olga = new Visitor(rig);
        olga.signIn(Rig.EMAIL, Rig.PASSWORD);
        olga.get(ThreatPages.PATH);
    }

    @AfterEach
    void stop() {
        olga.close();
        rig.close();
    }

    private int level() {
        return rig.database.threats().levels().of(1);
    }

    @Test
    void aChangeIsShownBeforeItIsMade() throws Exception {
        rig.database.write(sql -> sql.run("UPDATE role SET threat_level_max = 1 WHERE id = 1"));
        rig.database.write(sql -> sql.run("INSERT INTO role_channel VALUES (1, 1)"));
        HttpResponse<String> plan = olga.post(ThreatPages.PATH, "site", "1", "level", "3", "note", "Smoke <b>");
        assertThat(plan.statusCode()).isEqualTo(200);
        assertThat(plan.body()).contains("Set threat level 3 at", "not valid at the doors", "Set level 3");
        assertThat(level()).isZero();
        HttpResponse<String> set =
                olga.post(ThreatPages.PATH, "site", "1", "level", "3", "note", "Smoke <b>", "confirmed", "yes");
        assertThat(location(set)).isEqualTo(ThreatPages.PATH + "?done=1");
        assertThat(level()).isEqualTo(3);
        assertThat(olga.get(ThreatPages.PATH + "?done=1").body())
                .contains("is at threat level 3", "by " + Rig.EMAIL + ": Smoke &lt;b&gt;");
        assertThat(olga.get("/").body()).contains("Threat level: ");
        assertThat(olga.get("/live/threat-levels").body()).contains(" 3");
    }

    @Test
    void wrongFormsAreRefused() throws Exception {
        assertThat(olga.post(ThreatPages.PATH, "site", "9", "level", "3").statusCode())
                .isEqualTo(404);
        assertThat(olga.post(ThreatPages.PATH, "site", "1", "level", "6").statusCode())
                .isEqualTo(422);
        assertThat(olga.post(ThreatPages.PATH, "site", "1", "level", "x").statusCode())
                .isEqualTo(422);
        assertThat(olga.post(ThreatPages.PATH, "site", "1", "level", "1", "note", "n".repeat(501), "confirmed", "yes")
                        .statusCode())
                .isEqualTo(422);
        assertThat(level()).isZero();
    }

    @Test
    void thePageIsForOperatorsAlone() throws Exception {
        try (var stranger = new Visitor(rig)) {
            assertThat(location(stranger.get(ThreatPages.PATH))).startsWith("/sign-in");
        }
        rig.desk.create(By.COMMAND_LINE, new NewPerson("uma@example.com", "", "", Kind.USER), Rig.PASSWORD);
        try (var uma = new Visitor(rig)) {
            uma.signIn("uma@example.com", Rig.PASSWORD);
            assertThat(uma.get(ThreatPages.PATH).statusCode()).isEqualTo(403);
            assertThat(uma.get("/live/threat-levels").statusCode()).isEqualTo(200);
        }
    }
}
