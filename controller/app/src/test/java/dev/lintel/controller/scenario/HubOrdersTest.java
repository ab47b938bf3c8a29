package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.mobile.TestPhone;
import dev.lintel.controller.time.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the hub's API asks of a box's door.
class HubOrdersTest {
    private static final String FRONT = "/api/3/channels/1";

    @TempDir
    Path folder;

    private static Answer order(ApiClient hub, String name, String body) {
        return hub.post(FRONT + "/" + name, body);
    }

    private static void obeyed(ApiClient hub, String name, String body) {
        Answer answer = order(hub, name, body);
        assertThat(answer.status()).as(name + answer.text()).isEqualTo(200);
    }

    private static Object mode(ApiClient client) {
        var mode = (Map<?, ?>) Objects.requireNonNull(client.get(FRONT).object().get("mode"));
        return Objects.requireNonNull(mode.get("description"));
    }

    private static Object decision(SyncPair pair) {
        return Objects.requireNonNull(pair.box.card(1, 10_001).get("decision"));
    }

    private static Map<String, ?> atHub(SyncPair pair) {
        return pair.hub.asked(Map.of("command", "hub boxes"));
    }

    private static void awaitOnline(SyncPair pair, boolean online) {
        Await.until(
                "online " + online,
                () -> Boolean.valueOf(online).equals(atHub(pair).get("online")));
    }

    /// Its key is at the hub, its door at the box, which decides.
    @Test
    void aPhoneOfTheHubOpensTheDoorOfABox() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient hub = pair.hub.client();
            awaitOnline(pair, true);
            assertThat(hub.put("/api/3/people/1", "{\"email\": \"p1@example.com\"}")
                            .status())
                    .isEqualTo(200);
            var invited = pair.hub.asked(Map.of("command", "mobile invite", "person", 1));
            var phone = new TestPhone(hub);
            assertThat(phone.redeem(String.valueOf(invited.get("code"))).status())
                    .isEqualTo(200);
            pair.agree(); // the box knows the new credential
            assertThat(String.valueOf(phone.doors().object().get("doors")))
                    .contains("Front", "Back")
                    .doesNotContain("Office");
            assertThat(phone.open(1).object()).containsEntry("opened", true);
            obeyed(hub, "lockdown", "{\"card_lockdown\":true}");
            assertThat(phone.open(1).object()).containsEntry("error", "This door is locked down.");
            assertThat(phone.open(3).object()).containsEntry("error", "This is no door of yours.");
            pair.agree();
            int admitted = EventKind.ADMITTED_MOBILE.number();
            assertThat(Agreement.told(pair.box.database(), admitted, "phone_request"))
                    .isOne();
            assertThat(Agreement.told(pair.hub.database(), admitted, "\"box\":\"Gate\""))
                    .isOne();
            pair.box.stop();
            awaitOnline(pair, false);
            assertThat(phone.open(1).object()).containsEntry("opened", false);
        }
    }

    private void configured(SyncPair pair, String config) throws IOException {
        pair.box.stop();
        awaitOnline(pair, false);
        pair.box.config = Files.writeString(folder.resolve("box.yaml"), config);
        pair.startBox();
        // Who looks for the hub sooner, as started here, begins anew: the link of before may be there for a moment.
        Await.until("the link of now", () -> Boolean.TRUE.equals(pair.status().get("online")));
        awaitOnline(pair, true);
    }

    private static TestPhone bound(SyncPair pair) {
        var invited = pair.hub.asked(Map.of("command", "mobile invite", "person", 1));
        var phone = new TestPhone(pair.hub.client());
        assertThat(phone.redeem(String.valueOf(invited.get("code"))).status()).isEqualTo(200);
        pair.agree(); // the box knows the new credential
        return phone;
    }

    /// Which readers it has nobody at the hub knows: the box refuses where there is none to leave by.
    @Test
    void whoCameInByPhoneLeavesByItAtADoorOfABoxToo() throws Exception {
        try (var pair = SyncPair.joined(folder)) {
            String kept = ", passback: {mode: hard, from: outside, to: inside}";
            String site = SyncPair.SITE
                    .replace("Front, site: 1", "Front, site: 1" + kept)
                    .replace("Back, site: 1", "Back, site: 1" + kept);
            assertThat(pair.hub.ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                    .contains("\"done\":true");
            configured(pair, PhoneBox.DOORS);
            TestPhone phone = bound(pair);
            assertThat(phone.open(1).object()).containsEntry("opened", true);
            assertThat(String.valueOf(phone.doors().object().get("doors"))).contains("name=Front", "leave=true");
            assertThat(String.valueOf(phone.open(1).object().get("error"))).contains("Leave on this page");
            assertThat(phone.leave(2).object())
                    .containsEntry("error", "This door is not left by phone: use its reader, or its button.");
            assertThat(phone.leave(1).object()).containsEntry("opened", true);
            assertThat(phone.open(1).object()).containsEntry("opened", true);
            configured(pair, PhoneBox.DOORS + "mobile: {remote_unlock: off}\n");
            assertThat(phone.leave(1).object()).containsEntry("error", "Phones do not open this door.");
        }
    }

    /// The box knows nothing of phones that were taken off, so the hub's log tells who tries one there.
    @Test
    void whoTriesALostPhoneAtADoorOfABoxIsSeen() throws Exception {
        try (var pair = SyncPair.joined(folder)) {
            awaitOnline(pair, true);
            TestPhone phone = bound(pair);
            pair.hub.ask(Map.of("command", "mobile revoke", "id", Long.parseLong(phone.credential)));
            assertThat(phone.open(1).status()).isEqualTo(403);
            Map<String, Object> event =
                    pair.hub.client().get("/api/3/events?channel_id=1").array().getFirst();
            assertThat(String.valueOf(event)).contains("P1 Q");
            int kind = EventKind.REJECTED_CREDENTIAL_DISABLED.number();
            assertThat(Agreement.told(pair.hub.database(), kind, "\"reason\":\"credential_disabled\""))
                    .isOne();
            assertThat(Agreement.told(pair.box.database(), kind, "")).isZero();
        }
    }

    @Test
    void theDoorDoesWhatTheHubIsAskedFor() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient hub = pair.hub.client();
            ApiClient box = pair.box.client();
            awaitOnline(pair, true);
            obeyed(hub, "unlock", "{}");
            assertThat(mode(box)).isEqualTo("unlock");
            assertThat(mode(hub)).isEqualTo("unlock");
            obeyed(hub, "normal", "{}");
            assertThat(mode(box)).isEqualTo("normal");
            assertThat(mode(hub)).isEqualTo("normal");
            obeyed(hub, "secure", "{\"until\":\"2199-01-01T00:00:00Z\"}");
            for (ApiClient either : List.of(box, hub)) {
                assertThat(mode(either)).isEqualTo("normal");
                assertThat(either.get("/api/3/channels/1").object().get("secure"))
                        .isEqualTo(Map.of("until", "2199-01-01T00:00:00.000+00:00"));
            }
            assertThat(order(hub, "acknowledge", "{\"note\":\"seen\"}").text()).contains("the door has no alarm");
            obeyed(hub, "normal", "{}");
            assertThat(hub.get("/api/3/channels/1").object()).containsEntry("secure", null);
            obeyed(hub, "lockdown", "{\"card_lockdown\":true}");
            assertThat(decision(pair)).isEqualTo("rejected");
            obeyed(hub, "unlockdown", "{}");
            assertThat(decision(pair)).isEqualTo("admitted");

            Answer anybody = order(hub, "admit", "{}");
            assertThat(anybody.status()).as(anybody.text()).isEqualTo(202);
            assertThat(anybody.object()).containsEntry("status", "admitted");
            Answer person = order(hub, "admit_person", "{\"person_id\":1}");
            assertThat(person.object()).as(person.text()).containsEntry("status", "admitted");
            pair.agree();
            int admitted = EventKind.ADMITTED_MANUAL.number();
            assertThat(Agreement.told(pair.box.database(), admitted, "\"by\":\"ops@example.com\""))
                    .isEqualTo(2);
            assertThat(Agreement.told(pair.hub.database(), admitted, "\"box\":\"Gate\""))
                    .isEqualTo(2);
        }
    }

    @Test
    void aBoxThatIsAwayIsOfflineAndItsDoorStaysAsItIs() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient hub = pair.hub.client();
            pair.proxy.close(true);
            awaitOnline(pair, false);
            for (String name : new String[] {"unlock", "normal", "lockdown", "unlockdown"}) {
                Answer answer = order(hub, name, "{}");
                assertThat(answer.status()).as(name).isEqualTo(503);
                assertThat(answer.text()).contains("the box of this channel is not in contact");
            }
            Answer admit = order(hub, "admit", "{}");
            assertThat(admit.status()).isEqualTo(202);
            assertThat(admit.object()).containsEntry("status", "offline");
            pair.proxy.close(false);
            awaitOnline(pair, true);
            pair.people(50, 1, 1); // what waited would have come before
            pair.agree();
            assertThat(mode(pair.box.client())).isEqualTo("normal");
            assertThat(decision(pair)).isEqualTo("admitted");
            assertThat(Agreement.told(pair.box.database(), EventKind.ADMITTED_MANUAL.number(), ""))
                    .isZero();
        }
    }

    /// Whoever asked for it has heard `timeout`, and may have gone: the door does not open for nobody.
    @Test
    void anOrderThatTheNetworkKeptForAWhileIsNotCarriedOut() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient hub = pair.hub.client();
            awaitOnline(pair, true);
            pair.proxy.holdingDown = true;
            assertThat(order(hub, "unlock", "{}").text()).contains("the box did not answer within 2 s");
            assertThat(order(hub, "admit", "{}").object()).containsEntry("status", "offline");
            pair.proxy.heal();
            obeyed(hub, "lockdown", "{\"card_lockdown\":true}"); // after those two, over the same link
            assertThat(decision(pair)).isEqualTo("rejected");
            assertThat(mode(pair.box.client())).isEqualTo("normal");
            assertThat(Agreement.told(pair.box.database(), EventKind.ADMITTED_MANUAL.number(), ""))
                    .isZero();
        }
    }

    /// The order arrives and its answer does not: nobody knows until the box is heard of again.
    @Test
    void aBoxThatDoesNotAnswerWithinTwoSecondsIsATimeout() {
        try (var pair = SyncPair.joined(folder)) {
            ApiClient hub = pair.hub.client();
            ApiClient box = pair.box.client();
            awaitOnline(pair, true);
            pair.proxy.holdingUp = true;
            long fromNs = pair.hub.time.nowNs();
            Answer answer = order(hub, "unlock", "{}");
            assertThat(answer.status()).as(answer.text()).isEqualTo(503);
            assertThat(answer.text()).contains("the box did not answer within 2 s");
            assertThat(Duration.ofNanos(pair.hub.time.nowNs() - fromNs))
                    .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(10));
            Await.until("the door has done it", () -> mode(box).equals("unlock"));
            assertThat(mode(hub)).isEqualTo("normal"); // as it was last heard of
            pair.proxy.heal();
            Await.until("the hub hears of it", () -> mode(hub).equals("unlock"));

            obeyed(hub, "normal", "{}");
            pair.proxy.holdingUp = true;
            Answer admit = order(hub, "admit", "{}");
            assertThat(admit.status()).as(admit.text()).isEqualTo(202);
            assertThat(admit.object()).containsEntry("status", "offline");
            assertThat(Agreement.told(pair.hub.database(), EventKind.ADMISSION_OFFLINE.number(), "within 2 s"))
                    .isEqualTo(1);
            pair.proxy.heal();
            pair.agree();
            assertThat(Agreement.told(pair.hub.database(), EventKind.ADMITTED_MANUAL.number(), "\"box\":\"Gate\""))
                    .isEqualTo(1);
        }
    }

    /// The person waits at the box; the operator is at the hub.
    @Test
    void approvalsAreAskedForAtTheHub() {
        try (var pair = SyncPair.joined(folder)) {
            String site = SyncPair.SITE.replace("name: Front, site: 1}", "name: Front, site: 1, approval: {}}");
            assertThat(pair.hub.ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                    .contains("\"exit\":0");
            pair.agree();
            awaitOnline(pair, true);
            ApiClient hub = pair.hub.client();

            Object first = waiting(pair, hub, 10_001);
            assertThat(hub.post("/api/3/approvals/" + first + "/approve", "").status())
                    .isEqualTo(200);
            awaitTold(pair, EventKind.ADMITTED_CARD, first);
            assertThat(hub.get("/api/3/approvals").array()).isEmpty();
            assertThat(hub.post("/api/3/approvals/" + first + "/approve", "").status())
                    .isEqualTo(404);

            Object second = waiting(pair, hub, 10_002);
            assertThat(hub.post("/api/3/approvals/" + second + "/deny", "").status())
                    .isEqualTo(200);
            awaitTold(pair, EventKind.REJECTED_NOT_APPROVED, second);

            Object third = waiting(pair, hub, 10_003);
            pair.proxy.close(true);
            awaitOnline(pair, false);
            Answer late = hub.post("/api/3/approvals/" + third + "/approve", "");
            assertThat(late.status()).as(late.text()).isEqualTo(503);
            assertThat(late.text()).contains("the box of this channel is not in contact");
        }
    }

    /// The id of the request, as the hub lists it.
    private static Object waiting(SyncPair pair, ApiClient hub, long card) {
        assertThat(String.valueOf(pair.box.card(1, card))).contains("an operator's approval is awaited");
        Await.until(
                "the hub has the request",
                () -> !hub.get("/api/3/approvals").array().isEmpty());
        Map<String, Object> asked = hub.get("/api/3/approvals").array().getFirst();
        assertThat(asked.get("channel")).isEqualTo(Map.of("id", 1L, "name", "Front"));
        assertThat(String.valueOf(asked.get("person"))).contains("id=" + (card - 10_000));
        return Objects.requireNonNull(asked.get("id"));
    }

    private static void awaitTold(SyncPair pair, EventKind kind, Object approval) {
        Await.until(
                kind + " of " + approval,
                () -> Agreement.told(pair.hub.database(), kind.number(), "\"approval_id\":" + approval) == 1);
    }
}
