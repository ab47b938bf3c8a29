package dev.lintel.controller.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.EraStore;
import dev.lintel.controller.hub.TestBoxClient.TestLink;
import dev.lintel.controller.json.Json;
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

    @Test
    void beforeTheFirstCodeThereIsNoHubAndNothingIsWritten() {
        assertThat(rig.stranger().get("/sync/1/changes").statusCode()).isEqualTo(404);
        assertThat(rig.stranger().askToJoin("7KQ2-M9XD").statusCode()).isEqualTo(404);
        assertThat(rig.hub.clients()).isNull();
        assertThat(rig.database.read(EraStore::any)).isFalse();
    }

    @Test
    void aCodeLetsOneBoxInOnce() {
        HubDesk.Code code = rig.hub.desk().code("Gate", new Terms(false, false), "olga");
        assertThat(code.code()).matches("[A-Z0-9]{4}-[A-Z0-9]{4}");
        assertThat(code.channels()).isEqualTo(2);
        TestBoxClient box = rig.stranger();
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(401);
        JoinAnswer answer = box.join(code.code().toLowerCase(java.util.Locale.ROOT));
        assertThat(answer.hub()).isEqualTo("hub1");
        assertThat(answer.boxName()).isEqualTo("Gate");
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
        HttpResponse<String> again = rig.stranger().askToJoin(code.code());
        assertThat(again.statusCode()).isEqualTo(403);
        assertThat(again.body()).contains("code_unknown");
        List<Event> events = new EventStore(rig.database).newest(10);
        assertThat(events).anySatisfy(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.CONFIGURATION_CHANGED);
            assertThat(event.draft().additional()).containsEntry("box", "Gate").containsEntry("by", "olga");
        });
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

    /// A copy of a box could take its place with a key of its own, and the hub would forget the box's certificate.
    @Test
    void aRenewalForAnotherKeyIsRefused() {
        TestBoxClient box = rig.join("Gate");
        HttpResponse<String> refused = box.post("/sync/1/renew", rig.stranger().csr());
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("key_changed");
        box.shows(certificate(box.post("/sync/1/renew", box.csr())));
        box.link().greet();
        assertThat(box.get("/sync/1/changes").statusCode()).isEqualTo(200);
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
        TestBoxClient box = rig.stranger();
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
        TestBoxClient box = rig.stranger();
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
        assertThat(rig.stranger().askToJoin(code.code()).statusCode()).isEqualTo(403);
        assertThat(rig.hub.desk().expected()).extracting(HubDesk.Expected::box).containsExactly("Barn");
    }

    @Test
    void aCodeIsWithdrawnWithWhoHasUsedItAndTheBoxThatFollowsGoesOn() {
        TestBoxClient gate = rig.join("Gate");
        TestBoxClient planned = planned();
        HubDesk.Code code = rig.hub.desk().code("Gate", new Terms(false, false), "olga");
        rig.hub.desk().withdraw("Gate", "olga");
        assertThat(rig.stranger().askToJoin(code.code()).statusCode()).isEqualTo(403);
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
            TestBoxClient box = rig.stranger();
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
