package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.BoxStore;
import dev.lintel.controller.store.BoxStore.Terms;
import dev.lintel.controller.store.EraStore;
import dev.lintel.controller.store.EventStore;
import dev.lintel.sync.wire.JoinAnswer;
import dev.lintel.sync.wire.LinkMessage;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How a box comes to be known, over real TLS, and ceases to be.
class JoinTest {
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

    private TestBoxClient stranger() {
        return new TestBoxClient(rig.server.publicUrl(), rig.authority);
    }

    @Test
    void beforeTheFirstCodeThereIsNoHubAndNothingIsWritten() {
        assertThat(stranger().get("/sync/1/changes").statusCode()).isEqualTo(404);
        assertThat(stranger().askToJoin("7KQ2-M9XD").statusCode()).isEqualTo(404);
        assertThat(rig.hub.clients()).isNull();
        assertThat(rig.database.read(EraStore::any)).isFalse();
    }

    @Test
    void aCodeLetsOneBoxInOnce() {
        HubDesk.Code code = rig.hub.desk().code("Gate", new Terms(false, false), "olga");
        assertThat(code.code()).matches("[A-Z0-9]{4}-[A-Z0-9]{4}");
        assertThat(code.channels()).isEqualTo(2);
        TestBoxClient box = stranger();
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(401);
        JoinAnswer answer = box.join(code.code().toLowerCase(java.util.Locale.ROOT));
        assertThat(answer.hub()).isEqualTo("hub1");
        assertThat(answer.boxName()).isEqualTo("Gate");
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
        HttpResponse<String> again = stranger().askToJoin(code.code());
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(again.body()).contains("code_unknown");
        List<Event> events = new EventStore(rig.database).newest(10);
        assertThat(events).anySatisfy(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.CONFIGURATION_CHANGED);
            assertThat(event.draft().additional()).containsEntry("box", "Gate").containsEntry("by", "olga");
        });
    }

    /// Its answer was lost, or the box went out before it came: it asks once more by the same code.
    @Test
    void aCodeIsUsedUpByWhoComesAndNotByWhoseAnswerIsLost() {
        String code =
                rig.hub.desk().code("Gate", new Terms(false, false), "olga").code();
        TestBoxClient lost = stranger();
        lost.join(code);
        assertThat(rig.hub.desk().expected())
                .extracting(HubDesk.Expected::box, HubDesk.Expected::code)
                .containsExactly(tuple("Gate", false));
        TestBoxClient box = stranger();
        box.join(code);
        assertThat(rig.hub.desk().expected()).hasSize(1);
        box.post("/sync/1/leave", ""); // the plan was looked at, and dropped
        assertThat(rig.hub.desk().expected())
                .extracting(HubDesk.Expected::code)
                .containsExactly(true);
        box.join(code);
        assertThat(lost.get("/sync/1/changes").statusCode())
                .as("another has taken its place")
                .isEqualTo(401);
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
        assertThat(stranger().askToJoin(code).statusCode()).isEqualTo(403);
        assertThat(rig.hub.desk().boxes()).hasSize(1);
        assertThat(rig.hub.desk().expected()).isEmpty();
    }

    @Test
    void aCodeEndsAfterAQuarterOfAnHour() {
        String code =
                rig.hub.desk().code("Gate", new Terms(false, false), "olga").code();
        rig.time.advance(Duration.ofMinutes(15));
        assertThat(stranger().askToJoin(code).statusCode()).isEqualTo(403);
    }

    /// A card is made days before its box is there.
    @Test
    void aCodeForACardIsGoodForDays() {
        HubDesk.Code code = rig.hub.desk().code("Gate", new Terms(false, false), "olga", 3);
        assertThat(code.life()).isEqualTo("3 days");
        rig.time.advance(Duration.ofDays(3).minusHours(1));
        assertThat(rig.hub.desk().expected()).extracting(HubDesk.Expected::life).containsExactly("60 minutes");
        stranger().join(code.code());
        HubDesk.Code late = rig.hub.desk().code("Barn", new Terms(false, false), "olga", 30);
        rig.time.advance(Duration.ofDays(30));
        HttpResponse<String> refused = stranger().askToJoin(late.code());
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
        TestBoxClient box = stranger();
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
        TestBoxClient box = stranger();
        String nonsense = "{\"salt\":\"00\",\"proof\":\"00\",\"csr\":\"\",\"version\":\"1\"}";
        for (int i = 0; i < 6; i++) {
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

    @Test
    void aCertificateThatHasEndedIsOnlyGoodToBeRenewed() {
        TestBoxClient box = rig.join("Gate");
        rig.time.advance(Duration.ofDays(400));
        HttpResponse<String> refused = box.get("/sync/1/changes");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("certificate_ended");
        HttpResponse<String> renewed = box.post("/sync/1/renew", box.csr());
        assertThat(renewed.statusCode()).isEqualTo(200);
        box.shows(String.valueOf(
                Objects.requireNonNull(Json.parseObject(renewed.body()).get("certificate"))));
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
        assertThat(box.post("/sync/1/renew", "no csr").statusCode()).isEqualTo(400);
    }

    @Test
    void whoLeavesOrIsTurnedAwayIsTold() {
        TestBoxClient gate = rig.join("Gate");
        TestBoxClient barn = rig.join("Barn");
        rig.hub.desk().revoke("Gate", "olga");
        HttpResponse<String> refused = gate.get("/sync/1/changes");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("dismissed");
        assertThat(gate.post("/sync/1/renew", gate.csr()).statusCode()).isEqualTo(403);
        assertThat(barn.post("/sync/1/leave", "").statusCode()).isEqualTo(200);
        assertThat(barn.get("/sync/1/changes").statusCode()).isEqualTo(403);
        assertThat(rig.hub.desk().boxes()).isEmpty();
        assertThatThrownBy(() -> rig.hub.desk().revoke("Gate", "olga")).hasMessageContaining("no box follows");
    }

    @Test
    void anotherBoxUnderTheSameNameTakesItsPlace() {
        TestBoxClient old = rig.join("Gate");
        TestBoxClient fresh = rig.join("Gate");
        assertThat(old.get("/sync/1/changes").statusCode()).isEqualTo(403);
        assertThat(fresh.get("/sync/1/changes").statusCode()).isEqualTo(200);
    }

    private TestBoxClient planned() {
        HubDesk.Code code = rig.hub.desk().code("Gate", new Terms(false, false), "olga");
        TestBoxClient box = stranger();
        box.join(code.code());
        return box;
    }

    @Test
    void theOneBeforeGoesOnUntilTheNewOneComes() {
        TestBoxClient old = rig.join("Gate");
        TestLink link = old.link();
        link.greet();
        TestBoxClient fresh = planned();
        assertThat(old.get("/sync/1/changes").statusCode()).isEqualTo(200);
        assertThat(rig.hub.desk().boxes()).hasSize(1).allMatch(HubDesk.View::online);
        assertThat(fresh.post("/sync/1/renew", fresh.csr()).statusCode()).isEqualTo(200); // that is not to come
        assertThat(old.get("/sync/1/changes").statusCode()).isEqualTo(200);
        fresh.link().greet();
        assertThat(link.hears()).isInstanceOf(LinkMessage.Dismissed.class);
        assertThat(old.get("/sync/1/changes").statusCode()).isEqualTo(403);
        assertThat(rig.hub.desk().boxes()).hasSize(1);
    }

    @Test
    void aPlanThatIsDroppedOrForgottenIsAsIfItHadNeverBeen() {
        TestBoxClient old = rig.join("Gate");
        TestBoxClient dropped = planned();
        assertThat(dropped.post("/sync/1/leave", "").statusCode()).isEqualTo(200);
        assertThat(dropped.get("/sync/1/changes").statusCode()).isEqualTo(401);
        TestBoxClient never = planned();
        rig.time.advance(Duration.ofHours(25));
        rig.hub.look();
        assertThat(never.get("/sync/1/changes").statusCode()).isEqualTo(401);
        assertThat(old.get("/sync/1/changes").statusCode()).isEqualTo(200);
        assertThat(rig.hub.desk().boxes()).hasSize(1);
    }

    @Test
    void whoJoinsIsRefusedOnceThisOneFollowsItself() {
        String code =
                rig.hub.desk().code("Gate", new Terms(false, false), "olga").code();
        TestBoxClient box = stranger();
        rig.elsewhere = "this box follows the hub Yard";
        HttpResponse<String> refused = box.askToJoin(code);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("hub_follows", "this box follows the hub Yard");
        rig.elsewhere = null;
        box.join(code);
        rig.elsewhere = "this box follows the hub Yard";
        HttpResponse<String> late = box.get("/sync/1/changes");
        assertThat(late.statusCode()).isEqualTo(403);
        assertThat(late.body()).contains("hub_follows");
        assertThat(rig.hub.desk().boxes()).isEmpty();
        rig.elsewhere = null;
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
    }

    @Test
    void whoHasJoinedAndNotComeYetCountsAsAFollowerAndCanBeTurnedAway() {
        TestBoxClient box = planned();
        assertThat(rig.database.read(BoxStore::followers)).isEqualTo("Gate");
        rig.hub.desk().revoke("Gate", "olga");
        assertThat(rig.database.read(BoxStore::followers)).isEmpty();
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(401);
        assertThatThrownBy(() -> rig.hub.desk().revoke("Gate", "olga")).hasMessageContaining("no box follows");
    }

    @Test
    void whoIsTurnedAwayComesBackByNoOtherDoor() {
        TestBoxClient gate = rig.join("Gate");
        TestBoxClient planned = planned();
        HubDesk.Code code = rig.hub.desk().code("Gate", new Terms(true, false), "olga");
        rig.hub.desk().code("Barn", new Terms(false, false), "olga");
        assertThat(rig.hub.desk().expected())
                .extracting(HubDesk.Expected::box, HubDesk.Expected::code, HubDesk.Expected::minutes)
                .containsExactly(tuple("Gate", true, 15L), tuple("Barn", true, 15L), tuple("Gate", false, 0L));
        rig.hub.desk().revoke("Gate", "olga");
        assertThat(gate.get("/sync/1/changes").statusCode()).isEqualTo(403);
        assertThat(planned.get("/sync/1/changes").statusCode()).isEqualTo(401);
        assertThat(stranger().askToJoin(code.code()).statusCode()).isEqualTo(403);
        assertThat(rig.hub.desk().expected()).extracting(HubDesk.Expected::box).containsExactly("Barn");
    }

    @Test
    void aCodeIsWithdrawnWithWhoHasUsedItAndTheBoxThatFollowsGoesOn() {
        TestBoxClient gate = rig.join("Gate");
        TestBoxClient planned = planned();
        HubDesk.Code code = rig.hub.desk().code("Gate", new Terms(false, false), "olga");
        rig.hub.desk().withdraw("Gate", "olga");
        assertThat(stranger().askToJoin(code.code()).statusCode()).isEqualTo(403);
        assertThat(planned.get("/sync/1/changes").statusCode()).isEqualTo(401);
        assertThat(gate.get("/sync/1/changes").statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> rig.hub.desk().withdraw("Gate", "olga")).hasMessageContaining("no code stands");
    }

    @Test
    void theBoxThatWasShownIsTurnedAwayAndNotTheOneInItsPlace() {
        rig.join("Gate");
        long shown = rig.hub.desk().boxes().getFirst().box().id();
        TestBoxClient next = rig.join("Gate");
        assertThatThrownBy(() -> rig.hub.desk().revoke(shown, "olga")).hasMessageContaining("follows no more");
        assertThat(next.get("/sync/1/changes").statusCode()).isEqualTo(200);
        rig.hub.desk().revoke(rig.hub.desk().boxes().getFirst().box().id(), "olga");
        assertThat(next.get("/sync/1/changes").statusCode()).isEqualTo(403);
    }

    /// The web server could not be told when the first code was made.
    @Test
    void aHubThatTheWebServerDoesNotKnowOfIsShownToItWithTheNextCode() {
        var refusals = new AtomicInteger(1);
        rig.hub.onBecome(() -> {
            if (refusals.getAndDecrement() > 0) throw new IllegalStateException("not now");
            rig.server.askClients();
        });
        assertThatThrownBy(() -> rig.join("Gate")).hasMessage("not now");
        assertThat(rig.join("Gate").get("/sync/1/changes").statusCode()).isEqualTo(200);
        rig.hub.desk().code("Barn", new Terms(false, false), "olga"); // and then no more
        assertThat(refusals).hasValue(-1);
    }

    private static String certificate(HttpResponse<String> renewed) {
        assertThat(renewed.statusCode()).isEqualTo(200);
        return String.valueOf(
                Objects.requireNonNull(Json.parseObject(renewed.body()).get("certificate")));
    }

    @Test
    void renewalsWhoseAnswersAreLostShutNobodyOut() {
        TestBoxClient box = rig.join("Gate");
        for (int i = 0; i < 5; i++) {
            rig.time.advance(Duration.ofHours(12));
            assertThat(box.post("/sync/1/renew", box.csr()).statusCode()).isEqualTo(200);
        }
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
        List<BoxStore.Known> known = rig.database.read(sql -> BoxStore.certificates(sql, 1));
        assertThat(known).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void aHubThatHasForgottenARenewalKnowsTheBoxByItsKey() {
        TestBoxClient box = rig.join("Gate");
        String first = box.joined().certificate();
        rig.time.advance(Duration.ofHours(1));
        String renewed = certificate(box.post("/sync/1/renew", box.csr()));
        box.shows(renewed);
        // As a backup from before the renewal has it.
        rig.database.write(sql -> sql.run("DELETE FROM box_certificate WHERE made_at > ?", rig.time.nowMs() - 1000));
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
        HubRig.await(
                () -> rig.database.read(sql -> BoxStore.certificates(sql, 1)).size() == 2);
        assertThat(certificate(box.post("/sync/1/renew", box.csr()))).isNotEqualTo(first);
        rig.hub.desk().revoke("Gate", "olga");
        rig.database.write(sql -> sql.run("DELETE FROM box_certificate WHERE made_at > ?", rig.time.nowMs() - 1000));
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(403); // the key does not let it in again
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aCertificateOfAnotherHubEndsTheHandshake(String protocol, @TempDir Path elsewhere) throws IOException {
        try (var other = new HubRig(elsewhere)) {
            TestBoxClient theirs = other.join("Gate");
            TestBoxClient ours = rig.join("Gate");
            TestBoxClient box = stranger();
            assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(401); // without one
            assertThat(theirs.get("/sync/1/changes").statusCode()).isEqualTo(200);
            theirs.at(rig.server.publicUrl());
            try (TlsTalk talk = theirs.talk(rig.authority, protocol)) {
                assertThatThrownBy(talk::status)
                        .isInstanceOf(SSLHandshakeException.class)
                        .hasMessageContaining("alert: certificate_unknown");
            }
            try (TlsTalk talk = ours.talk(rig.authority, protocol)) {
                assertThat(talk.status()).isEqualTo("HTTP/1.1 200 OK");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aHubOfAnotherAuthorityEndsTheHandshake(String protocol, @TempDir Path elsewhere) throws IOException {
        try (var other = new HubRig(elsewhere)) {
            TestBoxClient theirs = other.join("Gate");
            try (TlsTalk talk = theirs.talk(other.authority, protocol)) {
                assertThat(talk.status()).isEqualTo("HTTP/1.1 200 OK");
            }
            rig.join("Gate"); // so that it asks for certificates
            try (TlsTalk talk = theirs.at(rig.server.publicUrl()).talk(other.authority, protocol)) {
                assertThatThrownBy(talk::status)
                        .isInstanceOf(SSLHandshakeException.class)
                        .hasStackTraceContaining("another authority signed its certificate");
            }
        }
    }
}
