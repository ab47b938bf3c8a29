package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.time.Await;
import dev.lintel.controller.tls.ClientTrust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// A Lintel whose public API and OAuth are all that is used of it, and a box that follows it as any service, both
/// whole, with a network between them that can be broken.
///
/// ```
///   roles 1 (channels 1, 2) and 2 (channel 2), groups 1 and 2 of them, at both; role 9 only there
/// ```
final class ServicePair implements AutoCloseable {
    static final String EMAIL = "olga@example.com";
    static final String PASSWORD = "seven quiet harbours";
    static final String REDIRECT = "http://127.0.0.1/lintel";
    static final String SITE = """
            account: {name: Yard, time_zone: UTC}
            sites: [{id: 1, name: Yard, time_zone: UTC}]
            roles:
              - {id: 1, name: Both, channels: [1, 2]}
              - {id: 2, name: A week, channels: [2], max_stale: 7d}
            groups: [{id: 1, name: Staff, roles: [1]}, {id: 2, name: Office, roles: [2]}]
            channels:
              - {id: 1, unit: 1, name: Front, site: 1}
              - {id: 2, unit: 2, name: Back, site: 1}
            """;
    private static final String SERVICE = "service.yaml";
    private static final String BOX = "box.yaml";
    private static final String MORE = "  - {id: 2, name: A week, channels: [2], max_stale: 7d}\n";

    /// Where nobody listens.
    private static final int NOWHERE = 1;

    /// One for all pairs, one after another: its address is in the files that a copy has.
    private static final FaultProxy PROXY = new FaultProxy(NOWHERE);

    /// By the shape.
    private static final Map<String, First> FIRST = new HashMap<>();

    final WholeLintel service;
    final WholeLintel box;
    final FaultProxy proxy = PROXY;
    final Path folder;
    private String clientId = "";
    private String clientSecret = "";
    private String webhookSecret = "";
    private @Nullable HttpClient hooks;

    private ServicePair(Path folder) {
        this.folder = folder;
        service = new WholeLintel(folder.resolve("service"));
        box = new WholeLintel(folder.resolve("box"));
    }

    /// Both run; the box has the service in its controller.yaml and no permission yet.
    static ServicePair begun(Path folder, String shape) {
        var pair = new ServicePair(folder);
        try {
            Files.createDirectories(folder);
            pair.box.start(); // its certificates are there then
            pair.box.stop();
            pair.service.config = Files.writeString(
                    folder.resolve(SERVICE),
                    "name: Service\nwebhooks: {allow_networks: [127.0.0.0/8, '::1/128'], trust: ['"
                            + pair.box.data.resolve("tls/ca.crt") + "']}\n");
            pair.service.publicUrl = pair.proxy.address().toString();
            pair.startService();
            pair.site(pair.service, SITE.replace(MORE, MORE + "  - {id: 9, name: Archive, channels: [1]}\n"));
            pair.service.ask(Map.of("command", "user create", "email", EMAIL, "password", PASSWORD, "kind", "user"));
            pair.register(shape);
            pair.box.config = Files.writeString(folder.resolve(BOX), """
                    upstream:
                      kind: api
                      url: %s
                      client_id: %s
                      authorities: %s
                      scope: account.person account.role.readonly account.channel.readonly
                    """.formatted(
                            pair.proxy.address(), pair.clientId, pair.service.data.resolve("tls/ca.crt")));
            pair.box.start();
            pair.site(pair.box, SITE);
            return pair;
        } catch (IOException e) {
            pair.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException | AssertionError e) {
            pair.close();
            throw e;
        }
    }

    /// As [#begun], and the box follows with some people. That takes a second, so it is done once and each
    /// test has a copy.
    static ServicePair following(Path folder, String shape) {
        First first = first(shape);
        var pair = new ServicePair(folder);
        try {
            Files.createDirectories(folder);
            pair.service.restoreFrom(first.folder.resolve("service/data"));
            pair.box.restoreFrom(first.folder.resolve("box/data"));
            pair.service.config = Files.copy(first.folder.resolve(SERVICE), folder.resolve(SERVICE));
            pair.box.config = Files.copy(first.folder.resolve(BOX), folder.resolve(BOX));
            pair.service.publicUrl = pair.proxy.address().toString();
            pair.clientId = first.clientId;
            pair.clientSecret = first.clientSecret;
            pair.webhookSecret = first.webhookSecret;
            pair.startService();
            pair.startBox();
            pair.sync();
            return pair;
        } catch (IOException e) {
            pair.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException | AssertionError e) {
            pair.close();
            throw e;
        }
    }

    /// The pair that others are copies of.
    private record First(Path folder, String clientId, String clientSecret, String webhookSecret) {}

    private static synchronized First first(String shape) {
        return FIRST.computeIfAbsent(shape, ServicePair::makeFirst);
    }

    private static First makeFirst(String shape) {
        try {
            Path folder = Files.createTempDirectory("lintel-service-pair");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> WholeLintel.delete(folder)));
            try (var pair = begun(folder, shape)) {
                pair.people(1, 3);
                pair.follow();
                return new First(folder, pair.clientId, pair.clientSecret, pair.webhookSecret);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void startService() {
        service.start();
        proxy.hubPort = service.port();
    }

    /// The service lets each token ask so often in a minute from now on.
    void limit(int requests) {
        service.stop();
        service.rateLimit = requests;
        startService();
    }

    /// Time goes by for both.
    void pass(Duration time) {
        service.time.pass(time);
        box.time.pass(time);
    }

    /// The service is away from now on, and the box has seen it.
    void away() {
        proxy.refusing = true;
        Await.until("it is away", () -> {
            proxy.drop(); // again and again: one may have come in just before
            return problem().contains("it cannot be reached");
        });
        proxy.drop(); // and may have been made use of meanwhile
        // What came in before counts when it is read: until the box has heard nothing for longer than it may be silent.
        Await.until("nothing is heard any more", () -> {
            box.time.pass(Duration.ofMinutes(2));
            return Boolean.FALSE.equals(
                    box.asked(Map.of("command", "sync status")).get("online"));
        });
    }

    void back() {
        proxy.refusing = false;
    }

    /// Registers the box's program anew with the box's own address for webhooks, before it follows.
    void registerHooks() {
        service.ask(Map.of("command", "app delete", "client_id", clientId));
        String before = clientId;
        register("documented", "https://localhost:" + box.port() + "/sync/hook");
        try {
            Path config = folder.resolve(BOX);
            Files.writeString(config, Files.readString(config).replace(before, clientId));
            int port = box.port();
            box.stop();
            box.startAt(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Posts a webhook to the box, signed with that; the status that is answered.
    int hook(String body, String secret) {
        String timestamp = Long.toString(service.time.nowMs() / 1000);
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] signed = mac.doFinal((timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
            var request = HttpRequest.newBuilder(URI.create("https://localhost:" + box.port() + "/sync/hook"))
                    .header("Timestamp", timestamp)
                    .header("Signature", HexFormat.of().formatHex(signed))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .timeout(Duration.ofSeconds(30));
            return hooks().send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Sends webhooks to the box: one for all, so that a flood takes one connection.
    private HttpClient hooks() {
        HttpClient known = hooks;
        if (known != null) return known;
        var made = HttpClient.newBuilder()
                .sslContext(ClientTrust.in(box.data.resolve("tls/ca.crt")))
                .build();
        hooks = made;
        return made;
    }

    private void register(String shape) {
        register(shape, "https://localhost:1/sync/hook");
    }

    private void register(String shape, String hooks) {
        Map<String, @Nullable Object> made = service.asked(Map.of(
                "command",
                "app create",
                "name",
                "Box",
                "redirect_uris",
                List.of(REDIRECT),
                "state",
                "live",
                "shape",
                shape,
                "webhook_url",
                hooks));
        clientId = String.valueOf(made.get("client_id"));
        clientSecret = String.valueOf(made.get("client_secret"));
        webhookSecret = String.valueOf(made.get("webhook_secret"));
    }

    String clientId() {
        return clientId;
    }

    String clientSecret() {
        return clientSecret;
    }

    String webhookSecret() {
        return webhookSecret;
    }

    void site(WholeLintel where, String text) {
        String applied = where.ask(Map.of("command", "site apply", "name", "site.yaml", "text", text));
        assertThat(applied).doesNotContain("error").doesNotContain("\"exit\":1");
    }

    /// Goes to the address that the box shows, signs in, allows it; the address that the browser ends at.
    String allowed() {
        Map<String, @Nullable Object> begun = box.asked(Map.of("command", "service begin"));
        assertThat(begun).containsKey("address");
        URI address = URI.create(String.valueOf(begun.get("address")));
        try (var browser = new ServiceBrowser(service.data.resolve("tls/ca.crt"), proxy.address())) {
            return browser.allow(address, EMAIL, PASSWORD);
        }
    }

    /// From the browser to following.
    void follow() {
        Map<String, @Nullable Object> plan =
                box.asked(Map.of("command", "service plan", "address", allowed(), "client_secret", clientSecret));
        assertThat(plan).doesNotContainKey("error");
        assertThat(box.ask("service confirm")).contains("\"follows\":true");
        box.hurryService();
        sync();
    }

    void startBox() {
        box.start();
        box.hurryService();
    }

    /// Waits until the box has had a full listing.
    void sync() {
        assertThat(box.ask(Map.of("command", "sync now", "wait", true))).contains("\"completed\":true");
    }

    /// Somebody new at the service with role 1 and a card; their id.
    long person(String name, long card) {
        return person(service.client(), name, card);
    }

    /// Several new people P1, P2 and so on with cards 10001, 10002 and so on, by one client.
    void people(int first, int last) {
        var client = service.client();
        for (int i = first; i <= last; i++) person(client, "P" + i, 10_000 + i);
    }

    private static long person(ApiClient client, String name, long card) {
        String named = "{\"first_name\":\"" + name + "\",\"last_name\":\"L\",\"role_ids\":[1]}";
        long id = client.create("/api/3/people", named);
        String credential = "{\"credential_type_id\":1,\"value\":\"" + card + "\"}";
        var made = client.post("/api/3/people/" + id + "/credentials", credential);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return id;
    }

    /// What the door says to a card.
    String door(long channel, long card) {
        return String.valueOf(box.card(channel, card).get("decision"));
    }

    /// What `lintel sync status` says.
    Map<String, @Nullable Object> status() {
        return box.asked(Map.of("command", "sync status"));
    }

    String problem() {
        return Objects.toString(status().get("problem"), "");
    }

    /// Events of that kind at the box with `word` in what they say.
    long told(int kind, String word) {
        return Agreement.told(box.database(), kind, word);
    }

    ApiClient boxClient() {
        return box.client();
    }

    @Override
    public void close() {
        try {
            box.close();
        } finally {
            HttpClient open = hooks;
            if (open != null) open.close();
            service.close();
            proxy.heal();
            proxy.drop();
            proxy.hubPort = NOWHERE;
        }
    }
}
