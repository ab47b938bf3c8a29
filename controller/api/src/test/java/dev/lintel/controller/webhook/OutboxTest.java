package dev.lintel.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.webhook.FakeSender.Sent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who is told of what, in what order and together with what.
class OutboxTest {
    @TempDir
    Path path;

    private OutboxRig rig;

    @BeforeEach
    void begin() {
        rig = new OutboxRig(path);
    }

    @AfterEach
    void end() {
        rig.close();
    }

    @Test
    void theBodyIsTheSpecificationsAndSignedOverItsBytes() {
        Application desk = rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        long id = rig.event(EventKind.ADMITTED_CARD, 1);
        Sent sent = rig.one();
        Map<String, ?> item = sent.items().getFirst();
        String token = String.valueOf(item.get("ack_token"));
        assertThat(sent.body())
                .isEqualTo(Json.write(List.of(ordered(
                        "action",
                        "CREATE",
                        "resource",
                        "https://box.example/api/3/events/" + id + "?ack_token=" + token,
                        "resource_type",
                        "Event",
                        "resource_id",
                        Long.toString(id),
                        "account_id",
                        "1",
                        "ack_token",
                        token))));
        assertThat(token).matches("[A-Za-z0-9_-]{32}");
        Map<String, String> headers = sent.post().headers();
        assertThat(headers).containsEntry("Content-Type", "application/json").containsKeys("Timestamp", "Signature");
        long timestamp = Long.parseLong(headers.get("Timestamp"));
        assertThat(timestamp).isEqualTo(rig.time.nowMs() / 1_000);
        String secret = desk.secrets().webhook();
        assertThat(headers)
                .containsEntry(
                        "Signature",
                        Signature.of(secret, timestamp, sent.post().body().toArray()))
                .doesNotContainKey("Signature-Next");
        assertThat(sent.post().to()).hasToString("https://desk.example/hook");
    }

    private static Map<String, Object> ordered(String... pairs) {
        var map = new java.util.LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) map.put(pairs[i], pairs[i + 1]);
        return map;
    }

    @Test
    void whatComesWithinTheWindowGoesTogetherAHundredAtMost() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        List<Long> ids = rig.events(EventKind.ADMITTED_CARD, 120);
        rig.settle();
        List<Sent> full = rig.sender.take();
        assertThat(full).as("a hundred wait for nothing").hasSize(1);
        assertThat(full.getFirst().items()).hasSize(100);
        List<Sent> rest = rig.sent();
        assertThat(rest).hasSize(1);
        assertThat(rest.getFirst().ids())
                .isEqualTo(ids.subList(100, 120).stream().map(String::valueOf).toList());
    }

    @Test
    void nothingLeavesBeforeTheWindowEnds() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.settle();
        rig.after(Duration.ofMillis(240));
        assertThat(rig.sender.take()).isEmpty();
        rig.event(EventKind.ADMITTED_CARD, 1);
        rig.after(Duration.ofMillis(10));
        rig.after(Duration.ofMillis(50));
        assertThat(rig.sender.take()).hasSize(1);
    }

    @Test
    void eachHearsOfWhatItsScopesLetIt() {
        rig.application("access", OutboxRig.ACCESS);
        rig.application("doors", OutboxRig.PERIMETERS);
        rig.application("people", OutboxRig.PEOPLE);
        rig.application("reader", "account.event.readonly account.channel.readonly");
        rig.settle();
        long admitted = rig.event(EventKind.ADMITTED_CARD, 1);
        long forced = rig.event(EventKind.FORCED_OPEN, 1);
        rig.event(EventKind.CHANNEL_STARTED, 1);
        long card = rig.credential(1, 5_000);
        Map<String, List<String>> told = rig.sent().stream()
                .collect(
                        java.util.stream.Collectors.toMap(one -> one.post().to().getHost(), Sent::actions));
        assertThat(told)
                .isEqualTo(Map.of(
                        "access.example", List.of("CREATE " + admitted),
                        "doors.example", List.of("CREATE " + forced),
                        "people.example", List.of("CREATE " + card)));
    }

    @Test
    void whatBecameOfACredentialIsToldInItsOrder() {
        rig.application("people", OutboxRig.PEOPLE);
        rig.settle();
        long card = rig.credential(1, 5_000);
        rig.renumber(card, 5_001);
        rig.renumber(card, 5_001); // nothing changed
        rig.removeCredential(card);
        Sent sent = rig.one();
        assertThat(sent.actions()).containsExactly("CREATE " + card, "UPDATE " + card, "DESTROY " + card);
        Map<String, ?> last = sent.items().getLast();
        assertThat(last.get("resource_type")).isEqualTo("PersonCredential");
        assertThat(last.get("resource"))
                .isEqualTo("https://box.example/api/3/people/2/credentials/" + card + "?ack_token="
                        + last.get("ack_token"));
    }

    @Test
    void laterChangesOfACredentialWaitForEarlierOnesAndNothingElseDoes() {
        rig.application("people", OutboxRig.PEOPLE, OutboxRig.ACCESS);
        rig.settle();
        long card = rig.credential(1, 5_000);
        Sent first = rig.one();
        rig.renumber(card, 5_001);
        long event = rig.event(EventKind.ADMITTED_CARD, 1);
        long pin = rig.credential(3, 9_876);
        Sent other = rig.one();
        assertThat(other.actions()).containsExactlyInAnyOrder("CREATE " + event, "CREATE " + pin);
        other.arrives();
        first.fails();
        assertThat(rig.sent()).as("the change waits for the one before").isEmpty();
        rig.after(Duration.ofSeconds(5));
        Sent again = rig.sender.take().getFirst();
        assertThat(again.body()).isEqualTo(first.body());
        again.arrives();
        assertThat(rig.one().actions()).containsExactly("UPDATE " + card);
    }

    @Test
    void aRestartForgetsNothingAndSendsAgainWhatWasUnderWay() {
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        List<Long> ids = rig.events(EventKind.ADMITTED_CARD, 3);
        Sent lost = rig.one();
        rig.restart();
        rig.events(EventKind.ADMITTED_CARD, 2);
        rig.settle();
        List<Sent> sent = rig.sent();
        assertThat(sent.getFirst().body()).as("with the same tokens").isEqualTo(lost.body());
        assertThat(sent.getFirst().ids())
                .isEqualTo(ids.stream().map(String::valueOf).toList());
        assertThat(sent.getLast().items()).hasSize(2);
        for (Sent one : sent) one.arrives();
        rig.settle();
        rig.restart();
        assertThat(rig.sent()).as("what arrived is not sent again").isEmpty();
    }

    @Test
    void whatHappensWhileNobodyIsToldIsNotToldLater() {
        rig.events(EventKind.ADMITTED_CARD, 3);
        rig.settle();
        rig.application("desk", OutboxRig.ACCESS);
        rig.settle();
        long id = rig.event(EventKind.ADMITTED_CARD, 1);
        assertThat(rig.one().ids()).containsExactly(Long.toString(id));
    }

    @Test
    void whoMayHearNoMoreIsToldNoMoreAndItIsWrittenDown() {
        Application desk = rig.application("desk");
        long permission = rig.allow(desk, 7, OutboxRig.ACCESS);
        rig.settle();
        rig.events(EventKind.ADMITTED_CARD, 3);
        rig.one().fails();
        rig.events(EventKind.ADMITTED_CARD, 2);
        rig.settle();
        rig.revoke(permission);
        rig.settle();
        rig.after(Duration.ofSeconds(30));
        assertThat(rig.sender.take()).isEmpty();
        var health = rig.desk.endpoints().getFirst();
        assertThat(health.waiting()).isZero();
        assertThat(health.given()).hasSize(1);
        assertThat(health.given().getFirst().items()).isEqualTo(5);
        assertThat(health.given().getFirst().why()).isEqualTo(Step.UNHEARD);
    }
}
