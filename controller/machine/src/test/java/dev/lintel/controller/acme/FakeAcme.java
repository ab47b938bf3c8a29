package dev.lintel.controller.acme;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.lintel.controller.acme.SignedRequests.Answer;
import dev.lintel.controller.acme.SignedRequests.Signed;
import dev.lintel.controller.acme.SignedRequests.Wrong;
import dev.lintel.controller.tls.TestAuthority;
import dev.lintel.controller.tls.TestAuthority.Wish;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An authority that speaks ACME over real HTTPS and believes nothing: signatures, nonces, addresses, requests and the
/// box's answer over plain HTTP are checked as RFC 8555 has it. Its troubles are switched on by a test.
public final class FakeAcme implements AutoCloseable {
    /// What a step of the protocol runs into, by the name of the resource: `directory`, `nonce`, `account`, `newOrder`,
    /// `order`, `authorization`, `challenge`, `finalize`, `certificate`.
    public final Map<String, Trouble> troubles = new ConcurrentHashMap<>();
    /// Every resource that was asked for, in order.
    public final List<String> asked = new CopyOnWriteArrayList<>();
    /// How often a nonce is refused though it is good.
    public final AtomicInteger refusedNonces = new AtomicInteger();
    /// How often the order is said to be in the works still.
    public final AtomicInteger processing = new AtomicInteger();
    /// How long the certificates hold.
    public volatile Duration life = Duration.ofDays(90);
    /// `Retry-After` of orders that are in the works.
    public volatile @Nullable String retryAfter;
    /// For names other than those asked for; null: those.
    public volatile @Nullable String otherName;

    private final HttpsServer server;
    private final TestAuthority root;
    private final TestAuthority signer;
    private final Supplier<Instant> now;
    private final Map<String, PublicKey> accounts = new ConcurrentHashMap<>();
    private final SignedRequests requests;
    private final Map<String, Order> orders = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final HttpClient looker = HttpClient.newHttpClient();
    private volatile int httpPort;

    /// What goes wrong, until it is taken out of [#troubles].
    public enum Trouble {
        /// The connection ends without an answer.
        CUT,
        /// It is done, and the connection ends without an answer.
        LOST,
        /// A body without end.
        HUGE,
        /// HTML under 200.
        PAGE,
        /// 500 without a word.
        FAILED,
        /// 429 with `Retry-After` of an hour.
        TOO_OFTEN,
        /// 403 with words.
        REFUSED,
        /// 404.
        GONE
    }

    private static final class Order {
        final List<String> names = new ArrayList<>();
        final Map<String, String> tokens = new LinkedHashMap<>();
        final Set<String> proved = new HashSet<>();
        String account = "";
        final Map<String, String> wrong = new ConcurrentHashMap<>();
        volatile @Nullable String chain;
        volatile String status = "pending";
    }

    /// `now`: the time by which it signs.
    public FakeAcme(Supplier<Instant> now) {
        this(now, InetAddress.getLoopbackAddress(), TestAuthority.create("Test Root"));
    }

    /// The same at an address, with a known root, whose key need not be made.
    FakeAcme(Supplier<Instant> now, InetAddress address, TestAuthority root) {
        this.now = now;
        this.root = root;
        this.signer = root.below("Test Between");
        this.requests = new SignedRequests(this::base, accounts, refusedNonces);
        try {
            server = HttpsServer.create(new InetSocketAddress(address, 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setHttpsConfigurator(new HttpsConfigurator(root.server(Wish.of("localhost", "127.0.0.1", "::1"))));
        server.createContext("/", this::handle);
        server.setExecutor(runnable -> Thread.ofVirtual().start(runnable));
        server.start();
    }

    /// Where plain HTTP of every name is.
    public FakeAcme looksAt(int port) {
        httpPort = port;
        return this;
    }

    public URI directory() {
        return URI.create(base() + "/directory");
    }

    /// Its own authority's certificate, for who is to trust it.
    public Path trust(Path file) throws IOException {
        return Files.writeString(file, TestAuthority.pem(root.certificate()));
    }

    public TestAuthority root() {
        return root;
    }

    public int accounts() {
        return accounts.size();
    }

    /// Of all orders.
    public List<String> tokens() {
        return orders.values().stream()
                .flatMap(order -> order.tokens.values().stream())
                .toList();
    }

    public int orders() {
        return orders.size();
    }

    private String base() {
        InetAddress address = server.getAddress().getAddress();
        String host = address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : "localhost";
        return "https://" + host + ":" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String resource = path.split("/", 3)[1];
        asked.add(resource);
        Trouble trouble = troubles.get(resource);
        if (trouble == Trouble.CUT) {
            exchange.close();
            return;
        }
        if (trouble == Trouble.HUGE) {
            exchange.sendResponseHeaders(200, 0);
            try (var out = exchange.getResponseBody()) {
                for (int i = 0; i < 1000; i++) out.write(new byte[1 << 20]);
            } catch (IOException e) {
                exchange.close(); // the box has had enough
            }
            return;
        }
        Answer answer;
        try {
            answer = trouble == null || trouble == Trouble.LOST ? answer(exchange, resource, path) : troubled(trouble);
        } catch (Wrong e) {
            answer = e.answer;
        } catch (GeneralSecurityException | RuntimeException e) {
            answer = SignedRequests.problem(400, "malformed", e.toString());
        }
        if (trouble == Trouble.LOST) exchange.close();
        else send(exchange, answer);
    }

    private void send(HttpExchange exchange, Answer answer) throws IOException {
        String nonce = "n" + numbers.incrementAndGet();
        requests.brought(nonce);
        exchange.getResponseHeaders().set("Replay-Nonce", nonce);
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), head || body.length == 0 ? -1 : body.length);
        if (!head && body.length > 0) exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static Answer troubled(Trouble trouble) {
        return switch (trouble) {
            case PAGE -> new Answer(200, "text/html", "<html>hello</html>", Map.of());
            case FAILED -> new Answer(500, "text/plain", "", Map.of());
            case TOO_OFTEN ->
                SignedRequests.problem(429, "rateLimited", "too many certificates already issued")
                        .with("Retry-After", "3600");
            case REFUSED -> SignedRequests.problem(403, "rejectedIdentifier", "policy\n\u001b[31mforbids it");
            case GONE -> SignedRequests.problem(404, "malformed", "no such thing");
            case CUT, LOST, HUGE -> throw new IllegalStateException("dealt with");
        };
    }

    private Answer answer(HttpExchange exchange, String resource, String path)
            throws IOException, GeneralSecurityException {
        if (exchange.getRequestHeaders().getFirst("User-Agent") == null) throw new Wrong(400, "malformed", "no agent");
        switch (resource) {
            case "directory" -> {
                return Answer.json(
                        200,
                        Map.of(
                                "newNonce", base() + "/nonce",
                                "newAccount", base() + "/account",
                                "newOrder", base() + "/newOrder"));
            }
            case "nonce" -> {
                return new Answer(200, "text/plain", "", Map.of());
            }
            default -> {}
        }
        Signed signed = requests.of(exchange, resource);
        String id = path.substring(resource.length() + 1);
        return switch (resource) {
            case "account" -> account(signed);
            case "newOrder" -> newOrder(signed);
            case "order" -> order(id.substring(1), signed);
            case "authorization" -> authorization(id.substring(1), signed);
            case "challenge" -> challenge(id.substring(1), signed);
            case "finalize" -> finalise(id.substring(1), signed);
            case "certificate" ->
                new Answer(
                        200,
                        "application/pem-certificate-chain",
                        String.valueOf(of(id.substring(1), signed).chain),
                        Map.of());
            default -> SignedRequests.problem(404, "malformed", path);
        };
    }

    private Answer account(Signed signed) {
        var payload = signed.payload();
        if (payload == null || !Boolean.TRUE.equals(payload.get("termsOfServiceAgreed"))) {
            return SignedRequests.problem(403, "userActionRequired", "terms");
        }
        if (!(payload.get("contact") instanceof List<?> contact)
                || !contact.toString().contains("mailto:")) {
            return SignedRequests.problem(400, "invalidContact", "contact");
        }
        for (var known : accounts.entrySet()) {
            if (known.getValue().equals(signed.key())) {
                return Answer.json(200, Map.of("status", "valid")).with("Location", known.getKey());
            }
        }
        String at = base() + "/account/" + numbers.incrementAndGet();
        accounts.put(at, signed.key());
        return Answer.json(201, Map.of("status", "valid")).with("Location", at);
    }

    /// As when an authority was set up anew.
    public void forgetAccounts() {
        accounts.clear();
    }

    private Answer newOrder(Signed signed) {
        var order = new Order();
        order.account = signed.account();
        var payload = signed.payload();
        if (payload == null || !(payload.get("identifiers") instanceof List<?> identifiers)) {
            return SignedRequests.problem(400, "malformed", "identifiers");
        }
        for (Object one : identifiers) order.names.add(String.valueOf(((Map<?, ?>) one).get("value")));
        String id = Integer.toString(numbers.incrementAndGet());
        for (String name : order.names) order.tokens.put(name, "token-of-order-" + id + "-" + order.tokens.size());
        orders.put(id, order);
        return Answer.json(201, json(id, order)).with("Location", base() + "/order/" + id);
    }

    private Map<String, Object> json(String id, Order order) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("status", order.status);
        List<String> authorizations = new ArrayList<>();
        for (int i = 0; i < order.names.size(); i++) authorizations.add(base() + "/authorization/" + id + "-" + i);
        json.put("authorizations", authorizations);
        json.put("finalize", base() + "/finalize/" + id);
        if (order.status.equals("valid")) json.put("certificate", base() + "/certificate/" + id);
        return json;
    }

    private Order of(String id, Signed signed) {
        Order order = orders.get(id.split("-", 2)[0]);
        if (order == null) throw new Wrong(404, "malformed", "no such order");
        if (!order.account.equals(signed.account())) throw new Wrong(401, "unauthorized", "another's order");
        return order;
    }

    private Answer order(String id, Signed signed) {
        Order order = of(id, signed);
        if (order.status.equals("processing") && processing.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            order.status = "valid";
        }
        return Answer.json(200, json(id, order)).with("Retry-After", order.status.equals("valid") ? null : retryAfter);
    }

    private Answer authorization(String id, Signed signed) {
        Order order = of(id, signed);
        String name = order.names.get(Integer.parseInt(id.split("-", 2)[1]));
        return Answer.json(200, authorization(id, order, name));
    }

    private Map<String, Object> authorization(String id, Order order, String name) {
        String status = order.wrong.containsKey(name) ? "invalid" : order.proved.contains(name) ? "valid" : "pending";
        Map<String, Object> challenge = challenge(id, order, name, status);
        return Map.of(
                "status", status,
                "identifier", Map.of("type", "dns", "value", name),
                "challenges", List.of(Map.of("type", "dns-01", "status", "pending"), challenge));
    }

    private Map<String, Object> challenge(String id, Order order, String name, String status) {
        Map<String, Object> challenge = new LinkedHashMap<>();
        challenge.put("type", "http-01");
        challenge.put("url", base() + "/challenge/" + id);
        challenge.put("token", String.valueOf(order.tokens.get(name)));
        challenge.put("status", status);
        String wrong = order.wrong.get(name);
        if (wrong != null) challenge.put("error", Map.of("type", SignedRequests.URN + "unauthorized", "detail", wrong));
        return challenge;
    }

    /// Looks at the box at once, as public authorities do from several places.
    private Answer challenge(String id, Signed signed) throws GeneralSecurityException {
        Order order = of(id, signed);
        String name = order.names.get(Integer.parseInt(id.split("-", 2)[1]));
        if (signed.payload() == null || !signed.payload().isEmpty())
            throw new Wrong(400, "malformed", "an empty object");
        String token = String.valueOf(order.tokens.get(name));
        String found = look(name, token);
        String expected = token + "." + SignedRequests.thumbprint((ECPublicKey) signed.key());
        if (found.equals(expected)) order.proved.add(name);
        else
            order.wrong.put(
                    name,
                    "Invalid response from http://" + name + "/.well-known/acme-challenge/" + token + ": " + found);
        if (!order.wrong.isEmpty()) order.status = "invalid";
        else if (order.proved.containsAll(order.names)) order.status = "ready";
        return Answer.json(200, challenge(id, order, name, order.wrong.isEmpty() ? "valid" : "invalid"));
    }

    private String look(String name, String token) {
        var at = URI.create("http://127.0.0.1:" + httpPort + "/.well-known/acme-challenge/" + token);
        try {
            var answer = looker.send(HttpRequest.newBuilder(at).build(), HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? answer.body() : String.valueOf(answer.statusCode());
        } catch (IOException e) {
            return "cannot connect";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted while " + name + " was looked at";
        }
    }

    private Answer finalise(String id, Signed signed) throws GeneralSecurityException {
        Order order = of(id, signed);
        if (!order.status.equals("ready")) return SignedRequests.problem(403, "orderNotReady", order.status);
        byte[] csr = SignedRequests.bytes(
                String.valueOf(signed.payload() == null ? "" : signed.payload().get("csr")));
        List<String> names = TestAuthority.namesOf(csr);
        if (!names.equals(order.names)) return SignedRequests.problem(400, "badCSR", names + ", not " + order.names);
        PublicKey key = TestAuthority.keyOf(csr);
        if (key.equals(signed.key())) return SignedRequests.problem(400, "badCSR", "the account's own key");
        String other = otherName;
        Wish wish = Wish.of(other == null ? names.toArray(String[]::new) : new String[] {other})
                .from(now.get().minus(Duration.ofHours(1)), life);
        order.chain = TestAuthority.pem(signer.sign(key, wish), signer.certificate());
        order.status = "processing";
        if (processing.get() == 0) order.status = "valid";
        return Answer.json(200, json(id, order)).with("Retry-After", retryAfter);
    }

    @Override
    public void close() {
        looker.shutdownNow();
        server.stop(0);
    }
}
