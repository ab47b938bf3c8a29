package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.cloud.CloudHook.Item;
import dev.lintel.sync.cloud.CloudHook.Kind;
import dev.lintel.sync.cloud.CloudHook.Verdict;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CloudHookTest {
    private static final URI BASE = URI.create("https://api.example.com");
    private static final String SECRET = "hook secret";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String sign(String timestamp, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(bytes(SECRET), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(bytes(timestamp + "." + body)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSignatureHoldsForItsTimeAndBodyOnly() {
        String right = sign("1700000000", "[]");
        long now = 1_700_000_000_000L;
        assertThat(CloudHook.verify(SECRET, "1700000000", right, bytes("[]"), now))
                .isEqualTo(Verdict.GENUINE);
        assertThat(CloudHook.verify(SECRET, "1700000000", right, bytes("[] "), now))
                .isEqualTo(Verdict.FORGED);
        assertThat(CloudHook.verify(SECRET, "1700000001", right, bytes("[]"), now))
                .isEqualTo(Verdict.FORGED);
        assertThat(CloudHook.verify("other", "1700000000", right, bytes("[]"), now))
                .isEqualTo(Verdict.FORGED);
        assertThat(CloudHook.verify(SECRET, "1700000000", "", bytes("[]"), now)).isEqualTo(Verdict.FORGED);
        assertThat(CloudHook.verify(SECRET, null, right, bytes("[]"), now)).isEqualTo(Verdict.UNSIGNED);
        assertThat(CloudHook.verify(SECRET, "1700000000", null, bytes("[]"), now))
                .isEqualTo(Verdict.UNSIGNED);
        assertThat(CloudHook.verify(null, "1700000000", right, bytes("[]"), now))
                .isEqualTo(Verdict.UNSIGNED);
        assertThat(CloudHook.verify("", "1700000000", right, bytes("[]"), now)).isEqualTo(Verdict.UNSIGNED);
        assertThat(CloudHook.verify(SECRET, "1700000000", right, bytes("[]"), now + 301_000))
                .isEqualTo(Verdict.STALE);
        assertThat(CloudHook.verify(SECRET, "1700000000", right, bytes("[]"), now - 301_000))
                .isEqualTo(Verdict.STALE);
        assertThat(CloudHook.verify(SECRET, "1700000000", right, bytes("[]"), null))
                .isEqualTo(Verdict.GENUINE);
    }

    @Test
    void bothShapesOfABodyAreRead() {
        String item = """
                {"action":"UPDATE","resource":"https://api.example.com/api/3/people/7/credentials/x1?ack_token=abc",
                 "resource_type":"PersonCredential","resource_id":"x1","account_id":"7","ack_token":"abc"}""";
        var wanted = new Item(Kind.CREDENTIAL, false, 7L, "/api/3/people/7/credentials/x1?ack_token=abc", "7");
        assertThat(CloudHook.parse(bytes(item), BASE)).containsExactly(wanted);
        assertThat(CloudHook.parse(bytes("[" + item + "," + item + "]"), BASE)).containsExactly(wanted, wanted);
        assertThat(CloudHook.parse(bytes("[]"), BASE)).isEmpty();
        assertThat(wanted.toString()).doesNotContain("abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/api/3/events/1?ack_token=a",
                "http://api.example.com/api/3/events/1?ack_token=a",
                "https://api.example.com:8443/api/3/events/1?ack_token=a",
                "https://api.example.com@evil.example/api/3/events/1?ack_token=a",
                "https://me@api.example.com/api/3/events/1?ack_token=a",
                "https://api.example.com/oauth/token?ack_token=a",
                "https://api.example.com/api/3/../../x?ack_token=a",
                "https://api.example.com/api/3/events/1",
                "https://api.example.com/api/3/events/1?ack_token=",
                "//evil.example/api/3/events/1?ack_token=a",
                "file:///api/3/events/1?ack_token=a",
                "not an address \\u0000"
            })
    void aTokenIsRedeemedAtTheServiceOnly(String resource) {
        String body = "{\"resource_type\":\"Event\",\"resource\":\"" + resource + "\"}";
        assertThat(CloudHook.parse(bytes(body), BASE).getFirst().resource()).isNull();
    }

    @Test
    void aServiceBelowAPathIsRedeemedBelowIt() {
        String body = "{\"resource_type\":\"Event\",\"resource\":\"https://x.example/a/api/3/events/1?ack_token=t\"}";
        assertThat(CloudHook.parse(bytes(body), URI.create("https://x.example/a"))
                        .getFirst()
                        .resource())
                .isEqualTo("/api/3/events/1?ack_token=t");
    }

    @Test
    void whatIsNoWebhookIsRefused() {
        for (String bad : List.of("", "x", "1", "[1]", "[[]]", "\"a\"", "{", "[{},]", "[".repeat(100))) {
            assertThatThrownBy(() -> CloudHook.parse(bytes(bad), BASE))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> CloudHook.parse(new byte[CloudHook.BODY_MAX + 1], BASE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void nothingButTheSignatureOpens(@ForAll String timestamp, @ForAll String signature, @ForAll byte[] body) {
        assertThat(CloudHook.verify(SECRET, timestamp, signature, body, null)).isNotEqualTo(Verdict.GENUINE);
    }

    @Property
    void whateverComesIsReadOrRefused(@ForAll byte[] body) {
        try {
            assertThat(CloudHook.parse(body, BASE)).isNotNull();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("JSON");
        }
    }

    private static String hook(Rig rig, String type, String path) {
        return "[{\"action\":\"UPDATE\",\"resource_type\":\"" + type + "\",\"account_id\":\"7\",\"resource\":\""
                + rig.service.base() + path + "\"}]";
    }

    private static int deliver(Rig rig, String body) {
        String timestamp = Long.toString(rig.service.nowS);
        return rig.follower.webhook(timestamp, sign(timestamp, body), null, bytes(body));
    }

    @Test
    void aWebhookFetchesWhomItConcernsAtOnceAndIsRedeemed() throws InterruptedException {
        try (var rig = new Rig()) {
            rig.service.person(1, "One");
            rig.turn();
            rig.service.of(1).put("credentials", List.of(FakeService.card(1, "77")));
            String body = hook(rig, "PersonCredential", "/api/3/people/1/credentials/c1?ack_token=t1");
            assertThat(deliver(rig, body)).isEqualTo(200);
            assertThat(deliver(rig, body)).as("a copy").isEqualTo(200);
            rig.turn();
            assertThat(rig.target.row(1).credentials().getFirst().value()).isEqualTo("77");
            assertThat(rig.service.asked.stream()
                            .filter(one -> one.query("ack_token", "").equals("t1")))
                    .hasSize(1);
        }
    }

    @Test
    void whoseCredentialItIsMayBeInItsAnswerOrNowhere() throws InterruptedException {
        try (var rig = new Rig()) {
            rig.service.person(1, "One");
            rig.turn();
            rig.service.of(1).put("credentials", List.of(FakeService.card(1, "78")));
            rig.service.fail(
                    "/api/3/credentials/c1",
                    new FakeService.Fault(200, Map.of(), "{\"id\":\"c1\",\"person_id\":1}", -1));
            assertThat(deliver(rig, hook(rig, "PersonCredential", "/api/3/credentials/c1?ack_token=t2")))
                    .isEqualTo(200);
            rig.turn();
            assertThat(rig.target.row(1).credentials().getFirst().value()).isEqualTo("78");
            rig.service.of(1).put("credentials", List.of());
            deliver(rig, hook(rig, "PersonCredential", "/api/3/credentials/c2?ack_token=t3")); // 404: deleted
            rig.turn();
            rig.turn();
            assertThat(rig.target.row(1).credentials()).isEmpty();
        }
    }

    @Test
    void aDeletedPersonsWebhookRemovesThemButNotABuildingFull() throws InterruptedException {
        try (var rig = new Rig()) {
            for (long id = 1; id <= 40; id++) {
                rig.service.person(id, "P").put("updated_at", "2026-02-01T00:00:00Z");
            }
            rig.turn();
            rig.service.script = one -> one.path().startsWith("/api/3/people/")
                    ? new FakeService.Fault(404, Map.of(), "{\"error\":\"not_found\"}", -1)
                    : null;
            for (long id = 1; id <= 40; id++) {
                deliver(rig, hook(rig, "PersonCredential", "/api/3/people/" + id + "/credentials/c?ack_token=" + id));
            }
            rig.turn();
            assertThat(rig.target.people).hasSize(30);
        }
    }

    /// Who waits at the box's API comes first, and a thousand webhooks are not a thousand requests.
    @Test
    void manyWebhooksUseUpNoMinute() throws InterruptedException {
        try (var rig = new Rig()) {
            rig.service.person(1, "One");
            rig.turn();
            rig.service.of(1).put("credentials", List.of());
            long asked = rig.service.asked.size();
            for (int i = 0; i < 500; i++) {
                deliver(rig, hook(rig, "PersonCredential", "/api/3/people/1/credentials/c1?ack_token=t" + i));
            }
            rig.turn();
            assertThat(rig.target.row(1).credentials()).isEmpty();
            assertThat(rig.service.asked.size() - asked).isLessThanOrEqualTo(Limits.REDEEMED_MAX + 3);
        }
    }

    @Test
    void otherAccountsForgersAndJunkDoNothing() throws InterruptedException {
        try (var rig = new Rig()) {
            rig.service.person(1, "One");
            rig.turn();
            int asked = rig.service.asked.size();
            String body = hook(rig, "Event", "/api/3/events/1?ack_token=t");
            assertThat(rig.follower.webhook("1", "00", null, bytes(body))).isEqualTo(401);
            assertThat(rig.follower.webhook(null, null, null, bytes(body))).isEqualTo(401);
            assertThat(rig.follower.webhook("1", "00", null, new byte[CloudHook.BODY_MAX + 1]))
                    .isEqualTo(413);
            assertThat(deliver(rig, "no json")).isEqualTo(400);
            assertThat(deliver(rig, body.replace("\"7\"", "\"8\""))).isEqualTo(200);
            rig.turn();
            assertThat(rig.service.asked).hasSize(asked);
        }
    }

    @Test
    void whileASecretChangesTheOtherSignatureCountsToo() {
        try (var rig = new Rig()) {
            String timestamp = Long.toString(rig.service.nowS);
            String next = "00," + sign(timestamp, "[]");
            assertThat(rig.follower.webhook(timestamp, "00", next, bytes("[]"))).isEqualTo(200);
            assertThat(rig.follower.webhook(timestamp, "00", "00,11", bytes("[]")))
                    .isEqualTo(401);
            assertThat(rig.follower.webhook(timestamp, "00", ",,," + sign(timestamp, "[]"), bytes("[]")))
                    .as("no more than two are looked at")
                    .isEqualTo(401);
            assertThat(CloudHook.given("x", ",".repeat(300))).hasSize(3);
            assertThat(rig.follower.webhook(timestamp, "00", ",".repeat(1000), bytes("[]")))
                    .isEqualTo(401);
        }
    }
}
