package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.number;
import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 6.2 Event codes and 6.3, what events are: as a real door makes them. Each code with its words is held to the
/// specification in `EventCodesTest`, those that a healthy box never makes as well.
@ParameterizedClass
@EnumSource(Variant.class)
class Section62CodesTest {
    private static final String EVENTS = "/api/3/events";
    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(10);
    private static final long LAG_NS = TimeUnit.MILLISECONDS.toNanos(400);

    private final Client client;

    Section62CodesTest(Variant variant) {
        this.client = Contract.client(variant);
    }

    @AfterEach
    void leaveTheDoorAsItWas() {
        order("unlockdown");
        order("normal");
    }

    private void order(String name) {
        status(client.post("/api/3/channels/1/" + name, Map.of()), 200);
    }

    private long newest() {
        return Client.whole(
                client.get(EVENTS + "?n=1&level=debug").array().getFirst().get("id"));
    }

    private void decided(Map<String, @Nullable Object> decision, long a, long b) {
        Object id = Objects.requireNonNull(decision.get("event_id"));
        assertThat(client.get(EVENTS + "/" + id).object())
                .containsEntry("event_code", client.variant().isA() ? a : b);
    }

    /// Waits until an event of this code is there that was not before.
    private void awaits(long code, long after) {
        long deadlineNs = System.nanoTime() + AWAIT_NS_MAX;
        String query = EVENTS + "?n=1&channel_id=1&after_id=" + after + "&event_code=" + code;
        while (client.get(query).array().isEmpty()) {
            assertThat(System.nanoTime()).as("event %d after %d", code, after).isLessThan(deadlineNs);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /// Until the strike has held for so long that an opening takes force.
    private void awaitSecured() {
        long deadlineNs = System.nanoTime() + AWAIT_NS_MAX;
        long heldNs = System.nanoTime();
        while (System.nanoTime() - heldNs < LAG_NS) {
            boolean holds = "secured".equals(client.box().door(1, Map.of()).get("strike"));
            if (!holds) heldNs = System.nanoTime();
            assertThat(System.nanoTime()).as("the strike is secured").isLessThan(deadlineNs);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private void moves(Map<String, Object> what, long a, long b) {
        long before = newest();
        client.box().door(1, what);
        long code = client.variant().isA() ? a : b;
        if (code > 0) awaits(code, before);
    }

    @Test
    @Spec({"6.2-1", "6.2-6", "6.2-7", "6.2-29", "6.2-33"})
    void admissions() {
        String card = Long.toString(number());
        long person = client.person(Map.of("card", card, "pin", "******", "group_ids", List.of(1)));
        decided(client.box().card(1, card), 10, 10);
        decided(client.box().pin(1, String.valueOf(client.read(person).get("pin"))), 11, 15);
        client.delete(Client.PEOPLE + "/" + person);
    }

    @Test
    @Spec({"6.2-11", "6.2-12", "6.2-13", "6.2-15", "6.2-36", "6.2-38", "6.2-39", "6.2-40"})
    void rejections() {
        String card = Long.toString(number());
        decided(client.box().card(1, card), 20, 25);
        long person = client.person(Map.of("card", card));
        decided(client.box().card(1, card), 20, 23);
        client.change(person, Map.of("role_ids", List.of(4)));
        decided(client.box().card(1, card), 21, 24);
        client.change(person, Map.of("enabled", false));
        decided(client.box().card(1, card), 20, 21);
        decided(client.box().pin(2, "31999"), 24, 25);
        client.change(person, Map.of("enabled", true, "role_ids", List.of(1)));
        order("lockdown");
        decided(client.box().card(1, card), 22, 20);
    }

    @Test
    @Spec({"6.2-9", "6.2-10", "6.2-17", "6.2-18", "6.2-19", "6.2-48"})
    void whoLeavesAndWhoForcesTheDoor() {
        awaitSecured();
        moves(Map.of("contact", "open"), 32, 46);
        moves(Map.of("contact", "closed"), 31, 0);
        long pressed = newest();
        moves(Map.of("rex", true), 30, 0);
        if (client.variant().isA()) awaits(13, pressed);
        moves(Map.of("aux", true), 14, 0);
        long before = newest();
        order("unlock");
        client.box().door(1, Map.of("contact", "open"));
        client.box().door(1, Map.of("contact", "closed"));
        order("normal");
        assertThat(client.get(EVENTS + "?level=debug&channel_id=1&after_id=" + before)
                        .column("event_code"))
                .as("it stood unlocked")
                .doesNotContain(client.variant().isA() ? 32L : 46L);
    }

    @Test
    @Spec({"6.2-23", "6.2-47", "6.2-44", "6.2-45", "6.2-46"})
    void modesAndTampering() {
        moves(Map.of("tamper", "on"), 90, 45);
        client.box().door(1, Map.of("tamper", "off"));
        if (client.variant().isA()) return;
        long before = newest();
        order("unlock");
        awaits(43, before);
        order("normal");
        awaits(42, before);
        order("lockdown");
        awaits(44, before);
    }

    @Test
    @Spec({"6.2-3", "6.2-42", "6.2-53"})
    void startAndConfiguration() {
        if (client.variant().isA()) {
            assertThat(client.get(EVENTS + "?event_code=1").column("channel_id"))
                    .contains(1L, 2L);
            return;
        }
        assertThat(client.get(EVENTS + "?event_code=40").column("channel_id")).contains(1L, 2L);
        long before = newest();
        client.person();
        Answer changed = client.get(EVENTS + "?event_code=70&after_id=" + before);
        assertThat(changed.array()).hasSize(1);
    }

    @Test
    @Spec({"6.3-1", "6.3-2", "6.3-3"})
    void eventsAreTheSystemsOwn() {
        String card = Long.toString(number());
        long id = Client.whole(client.box().card(1, card).get("event_id"));
        Map<String, Object> before = client.get(EVENTS + "/" + id).object();
        for (String path : List.of(EVENTS, EVENTS + "/" + id)) {
            for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
                String body = method.equals("DELETE") ? null : "{\"event\":{\"event_code\":10}}";
                Answer refused = client.http().send(method, path, body);
                status(refused, 405);
                assertThat(refused.object()).containsEntry("error", "method_not_allowed");
                assertThat(refused.header("Allow")).isEqualTo("GET, HEAD");
            }
        }
        assertThat(client.get(EVENTS + "/" + id).object()).isEqualTo(before);
    }

    @Test
    @Spec({"6.3-2", "6.3-4"})
    void eventsOutlastWhoTheyAreOf() {
        String card = Long.toString(number());
        long person = client.person(Map.of("card", card, "group_ids", List.of(1)));
        long id = Client.whole(client.box().card(1, card).get("event_id"));
        Map<String, Object> before = client.get(EVENTS + "/" + id).object();
        client.change(person, Map.of("last_name", "Other", "card", Long.toString(number())));
        assertThat(client.get(EVENTS + "/" + id).object()).isEqualTo(before);
        client.delete(Client.PEOPLE + "/" + person);
        assertThat(client.get(EVENTS + "/" + id).object()).isEqualTo(before);
        assertThat(client.get(EVENTS + "?person_id=" + person).column("id")).containsExactly(id);
    }

    @Test
    @Spec("6.3-6")
    void noRangeOfTimeIsTooLong() {
        String range = "?since_utc=1970-01-01T00:00:00Z&until_utc=9999-12-31T23:59:59Z";
        assertThat(client.get(EVENTS + range).column("id"))
                .isEqualTo(client.get(EVENTS + "?n=50").column("id"));
    }
}
