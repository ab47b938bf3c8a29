package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.lintel.controller.fleet.BoxStore.Terms;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// For how long a join code is good, what uses it up, and how often it may be tried.
class JoinCodeTest {
    @TempDir
    Path path;

    private HubRig rig;

    @BeforeEach
    void open() {
        rig = new HubRig(path);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /// Its answer was lost, or the box went out before it came: it asks once more by the same code.
    @Test
    void aCodeIsUsedUpByWhoComesAndNotByWhoseAnswerIsLost() {
        String code =
                rig.hub.desk().code("Gate", new Terms(false, false), "olga").code();
        TestBoxClient lost = rig.stranger();
        lost.join(code);
        assertThat(rig.hub.desk().expected())
                .extracting(HubDesk.Expected::box, HubDesk.Expected::code)
                .containsExactly(tuple("Gate", false));
        rig.time.advance(Duration.ofMinutes(5));
        assertThat(rig.hub.desk().expected())
                .as("the code holds still, for whoever has it")
                .extracting(HubDesk.Expected::minutes)
                .containsExactly(10L);
        TestBoxClient box = rig.stranger();
        box.join(code);
        assertThat(rig.hub.desk().expected())
                .extracting(HubDesk.Expected::minutes)
                .containsExactly(10L);
        box.post("/sync/1/leave", ""); // the plan was looked at, and dropped
        assertThat(rig.hub.desk().expected()).extracting(HubDesk.Expected::code).containsExactly(true);
        box.join(code);
        assertThat(lost.get("/sync/1/changes").statusCode())
                .as("another has taken its place")
                .isEqualTo(401);
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
        assertThat(rig.stranger().askToJoin(code).statusCode()).isEqualTo(403);
        assertThat(rig.hub.desk().boxes()).hasSize(1);
        assertThat(rig.hub.desk().expected()).isEmpty();
    }

    @Test
    void aCodeEndsAfterAQuarterOfAnHour() {
        String code =
                rig.hub.desk().code("Gate", new Terms(false, false), "olga").code();
        rig.stranger().join(code);
        rig.time.advance(Duration.ofMinutes(15));
        assertThat(rig.stranger().askToJoin(code).statusCode()).isEqualTo(403);
        assertThat(rig.hub.desk().expected())
                .extracting(HubDesk.Expected::code, HubDesk.Expected::minutes)
                .containsExactly(tuple(false, 0L));
    }

    /// A card is made days before its box is there.
    @Test
    void aCodeForACardIsGoodForDays() {
        HubDesk.Code code = rig.hub.desk().code("Gate", new Terms(false, false), "olga", 3);
        assertThat(code.life()).isEqualTo("3 days");
        rig.time.advance(Duration.ofDays(3).minusHours(1));
        assertThat(rig.hub.desk().expected()).extracting(HubDesk.Expected::life).containsExactly("60 minutes");
        rig.stranger().join(code.code());
        HubDesk.Code late = rig.hub.desk().code("Barn", new Terms(false, false), "olga", 30);
        rig.time.advance(Duration.ofDays(30));
        HttpResponse<String> refused = rig.stranger().askToJoin(late.code());
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("is over: a restart of the hub ends all");
        for (long days : List.of(0L, -1L, 31L, Long.MAX_VALUE)) {
            assertThatThrownBy(() -> rig.hub.desk().code("Gate", new Terms(false, false), "olga", days))
                    .hasMessage("a code is good for 1 to 30 days, not " + days);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1,1 minute",
        "15,15 minutes",
        "119,119 minutes",
        "120,2 hours",
        "1439,23 hours",
        "1440,1 day",
        "1500,1 day and 1 hour",
        "4319,2 days and 23 hours",
        "4320,3 days",
        "43200,30 days"
    })
    void howLongIsSaidInWordsAndNeverMoreThanThereIs(long minutes, String words) {
        assertThat(CodeLife.words(minutes)).isEqualTo(words);
    }

    @Test
    void attemptsAreCounted() {
        rig.hub.desk().code("Gate", new Terms(false, false), "olga");
        TestBoxClient box = rig.stranger();
        String nonsense = "{\"salt\":\"00\",\"proof\":\"00\",\"csr\":\"\",\"version\":\"1\"}";
        for (int i = 0; i < 10; i++) {
            assertThat(box.post("/sync/1/join", nonsense).statusCode()).isEqualTo(400);
        }
        HttpResponse<String> refused = box.post("/sync/1/join", nonsense);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    }

    /// What each attempt costs is counted: a small hub has doors to see to.
    @Test
    void manyCodesAllowFewAttemptsInAMinute() {
        for (int i = 0; i < 20; i++) rig.hub.desk().code("Box " + i, new Terms(false, false), "olga");
        TestBoxClient box = rig.stranger();
        String nonsense = "{\"salt\":\"00\",\"proof\":\"00\",\"csr\":\"\",\"version\":\"1\"}";
        for (int i = 0; i < 2; i++) {
            assertThat(box.post("/sync/1/join", nonsense).statusCode()).isEqualTo(400);
        }
        assertThat(box.post("/sync/1/join", nonsense).statusCode()).isEqualTo(429);
        rig.time.advance(Duration.ofMinutes(1));
        assertThat(box.post("/sync/1/join", nonsense).statusCode()).isEqualTo(400);
    }

    @Test
    void twentyCodesStandAtMost() {
        for (int i = 0; i < 20; i++) rig.hub.desk().code("Box " + i, new Terms(false, false), "olga");
        assertThatThrownBy(() -> rig.hub.desk().code("One more", new Terms(false, false), "olga"))
                .hasMessageContaining("20 codes");
        rig.hub.desk().code("Box 3", new Terms(false, false), "olga"); // in place of its other one
        assertThatThrownBy(() -> rig.hub.desk().code("a/b", new Terms(false, false), "olga"))
                .hasMessageContaining("name");
    }
}
