package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.PEOPLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.contract.Hook.Posted;
import dev.lintel.controller.mobile.TestPhone;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 6.1 Webhooks, as an application of each variant receives them over the network from a running box.
@ParameterizedClass
@EnumSource(Variant.class)
class Section61WebhooksTest {
    private static final String ACCESS = "account.event.access.readonly";
    private static final String PERIMETERS = "account.event.perimeters.readonly";
    private static final String PEOPLE_SCOPE = "account.person.readonly";
    /// Of a person without a role: a card that nobody holds would soon have no event of its own.
    private static final AtomicReference<@Nullable String> CARD = new AtomicReference<>();

    private final Variant variant;
    private final Hook hook = new Hook();

    Section61WebhooksTest(Variant variant) {
        this.variant = variant;
    }

    @BeforeEach
    void enroll() {
        if (CARD.get() != null) return;
        String card = Long.toString(Client.number());
        Contract.client(variant).person(Map.of("card", card, "role_ids", List.of(), "group_ids", List.of()));
        CARD.set(card);
    }

    @AfterEach
    void end() {
        hook.close();
    }

    private Visit visit(String... scopes) {
        return new Visit(variant, String.join(" ", scopes), hook.url());
    }

    private static Predicate<Map<String, Object>> of(String type, Object id) {
        return item ->
                type.equals(item.get("resource_type")) && String.valueOf(id).equals(item.get("resource_id"));
    }

    private static Object rejected() {
        return String.valueOf(
                Contract.box().card(1, Objects.requireNonNull(CARD.get())).get("event_id"));
    }

    @Test
    @Spec({"6.1-1", "6.1-2", "6.1-5", "6.1-6", "6.1-7", "6.1-8", "6.1-9", "6.1-10", "6.1-13"})
    void anEventIsAnnouncedAsAnObjectInAnArray() {
        Visit visit = visit(ACCESS);
        Client client = visit.client(visit.connect());
        Object event = rejected();
        Posted posted = hook.next();
        assertThat(posted.method()).isEqualTo("POST");
        assertThat(posted.header("content-type")).isEqualTo("application/json");
        Map<String, Object> item = posted.items().getFirst();
        assertThat(item.keySet())
                .isEqualTo(Set.of("action", "resource", "resource_type", "resource_id", "account_id", "ack_token"));
        String token = String.valueOf(item.get("ack_token"));
        assertThat(item)
                .containsEntry("action", "CREATE")
                .containsEntry("resource_type", "Event")
                .containsEntry("resource_id", event)
                .containsEntry("account_id", "1");
        String resource = String.valueOf(item.get("resource"));
        assertThat(resource).endsWith("/api/3/events/" + event + "?ack_token=" + token);
        Answer fetched = client.get(resource.substring(resource.indexOf("/api/")));
        assertThat(fetched.status()).isEqualTo(200);
        assertThat(String.valueOf(fetched.object().get("id"))).isEqualTo(event);
    }

    @Test
    @Spec({"6.1-16", "6.1-17"})
    void theSignatureIsOverTheTimestampADotAndTheBytes() throws GeneralSecurityException {
        Visit visit = visit(ACCESS);
        visit.connect();
        rejected();
        Posted posted = hook.next();
        long timestamp = Long.parseLong(posted.header("timestamp"));
        assertThat(Instant.ofEpochSecond(timestamp))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(5));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(visit.webhookSecret().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
        assertThat(posted.header("signature"))
                .isEqualTo(HexFormat.of().formatHex(mac.doFinal(posted.body().toArray())));
    }

    @Test
    @Spec("6.1-4")
    void aDeliveryThatIsNotTakenComesAgain() {
        Visit visit = visit(ACCESS);
        visit.connect();
        hook.answersOnce(500);
        rejected();
        Posted first = hook.next();
        Posted second = hook.next();
        assertThat(second.body()).isEqualTo(first.body());
        long apart = Long.parseLong(second.header("timestamp")) - Long.parseLong(first.header("timestamp"));
        assertThat(apart).isBetween(3L, 15L);
    }

    @Test
    @Spec({"6.1-11", "6.1-5", "6.1-7", "4.3-16"})
    void whatBecomesOfACredentialIsAnnounced() {
        Visit visit = visit(PEOPLE_SCOPE);
        visit.connect();
        Client writer = Contract.client(variant);
        long person = writer.person();
        String path = PEOPLE + "/" + person + "/credentials";
        long number = Client.number();
        Answer made = writer.post(path, Map.of("credential_type_id", 1, "value", number));
        String id = String.valueOf(Client.one(made).get("id"));
        writer.put(path + "/" + id, Map.of("value", Client.number()));
        writer.delete(path + "/" + id);
        for (String action : List.of("CREATE", "UPDATE", "DESTROY")) {
            Map<String, Object> item = hookItem(id, action);
            assertThat(String.valueOf(item.get("resource")))
                    .contains("/api/3/people/" + person + "/credentials/" + id + "?ack_token=");
        }
    }

    @Test
    @Spec({"6.1-11", "6.1-5", "3.2-3", "3.2-6"})
    void aPhoneThatTakesItsCodeAndAPassInAWalletAreAnnounced() {
        Visit visit = visit(PEOPLE_SCOPE);
        visit.connect();
        Client writer = Contract.client(variant);
        String path = PEOPLE + "/" + writer.person() + "/credentials";
        var invited = Client.one(writer.post(path, Map.of("credential_type_id", writer.type("mobile_credential"))));
        String id = String.valueOf(invited.get("id"));
        var phone = new TestPhone(writer.http());
        assertThat(phone.redeem(String.valueOf(invited.get("invitation_code"))).status())
                .isEqualTo(200);
        hookItem(id, "CREATE");
        hookItem(id, "DESTROY");
        hookItem(phone.credential, "CREATE");

        var pass = Client.one(writer.post(path, Map.of("credential_type_id", writer.type("wallet_pass"))));
        String passId = String.valueOf(pass.get("id"));
        hookItem(passId, "CREATE");
        String url = String.valueOf(pass.get("url"));
        String link = url.substring(url.indexOf("/pass/"));
        assertThat(writer.http().get(link + "/lintel.pkpass").status()).isEqualTo(200);
        Answer done =
                writer.http().post(link + "/done", "wallet=apple", "Content-Type", "application/x-www-form-urlencoded");
        assertThat(done.status()).as(done.text()).isEqualTo(200);
        hookItem(passId, "UPDATE");
    }

    private final java.util.ArrayDeque<Map<String, Object>> seen = new java.util.ArrayDeque<>();

    /// The next announcement of this credential. Those of other credentials stay: they come in any order.
    private Map<String, Object> hookItem(String id, String action) {
        while (true) {
            var found = seen.stream().filter(of("PersonCredential", id)).findFirst();
            if (found.isPresent()) {
                seen.remove(found.get());
                assertThat(found.get()).containsEntry("action", action);
                return found.get();
            }
            seen.addAll(hook.next().items());
        }
    }

    @Test
    @Spec({"6.1-12", "6.1-3", "6.1-14"})
    void eachScopeHearsOfItsOwnKindUntilItsTokenIsGone() {
        Visit visit = visit(PERIMETERS);
        Answer made = visit.connect();
        rejected();
        Contract.box().door(2, Map.of("rex", true));
        Map<String, Object> pressed = hook.next(item -> true);
        Client reader = Contract.client(variant);
        Answer event = reader.get("/api/3/events/" + pressed.get("resource_id"));
        assertThat(event.object()).containsEntry("channel_id", 2L);
        assertThat(visit.revoke(visit.secret(), Visit.of(made, "refresh_token")).status())
                .isEqualTo(200);
        // Another application hears of what this one would have heard of, had it not ended: then it was not told.
        try (var other = new Hook()) {
            var witness = new Visit(variant, PERIMETERS, other.url());
            witness.connect();
            drain();
            Contract.box().door(2, Map.of("tamper", "on"));
            String later = String.valueOf(other.next(item -> true).get("resource_id"));
            Contract.box().door(2, Map.of("tamper", "off"));
            assertThat(drain()).noneMatch(of("Event", later));
        }
    }

    /// What has been posted by now.
    private List<Map<String, Object>> drain() {
        return hook.taken().stream().flatMap(one -> one.items().stream()).toList();
    }

    @Test
    @Spec({"6.1-15", "4.8-18", "8-11"})
    void aGetWithTheTokenRedeemsAlsoWhereNothingIsLeft() {
        Visit visit = visit(PEOPLE_SCOPE);
        Client client = visit.client(visit.connect());
        Client writer = Contract.client(variant);
        long person = writer.person();
        String path = PEOPLE + "/" + person + "/credentials";
        Answer made = writer.post(path, Map.of("credential_type_id", 1, "value", Client.number()));
        String id = String.valueOf(Client.one(made).get("id"));
        String resource = String.valueOf(hookItem(id, "CREATE").get("resource"));
        writer.delete(path + "/" + id);
        String gone = String.valueOf(hookItem(id, "DESTROY").get("resource"));
        double before = Contract.box().metric("lintel_webhook_acknowledged_total");
        assertThat(client.get(resource.substring(resource.indexOf("/api/"))).status())
                .isEqualTo(404);
        assertThat(client.get(gone.substring(gone.indexOf("/api/"))).status()).isEqualTo(404);
        Contract.box().awaitMetric("lintel_webhook_acknowledged_total", before + 2);
    }

    @Test
    @Spec("6.1-18")
    void theAccountIsThatOfTheTokenInfoCall() {
        Visit visit = visit(ACCESS);
        Client client = visit.client(visit.connect());
        rejected();
        Object account = hook.next().items().getFirst().get("account_id");
        assertThat(String.valueOf(client.get("/oauth/token/info").object().get("account_id")))
                .isEqualTo(account);
    }
}
