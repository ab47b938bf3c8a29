package dev.lintel.controller.http;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.server.StrangerBodies;
import dev.lintel.reader.Bytes;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One HTTP request, as its handler sees it. Confined to the request's virtual thread. What cannot be read throws
/// [RefusedException] with the 400 that says which part.
public final class Request {
    /// Stands for a path segment that is no id: no row has it.
    public static final long NO_ID = -1;

    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final Set<String> PAGING = Set.of("page", "per_page", "skip_pagination");

    /// What arrived before the body.
    ///
    /// @param query raw, without the question mark; empty when there is none
    /// @param headers finds a header by name in any case; null when it is not there
    /// @param base the address the server is known by, such as `https://box.example:8443`
    /// @param peer finds the client's certificate
    public record Head(
            Method method,
            String path,
            String query,
            Headers headers,
            String remoteAddress,
            String id,
            String base,
            Peer peer,
            String localAddress) {
        /// Of a client without one.
        public Head(
                Method method,
                String path,
                String query,
                Headers headers,
                String remoteAddress,
                String id,
                String base) {
            this(method, path, query, headers, remoteAddress, id, base, () -> null, "");
        }
    }

    /// The route that the path is one of.
    ///
    /// @param pattern as it was mounted, such as `/api/3/people/:id`
    /// @param variables by name, decoded
    public record Route(String pattern, Map<String, String> variables) {
        public Route {
            variables = Map.copyOf(variables);
        }
    }

    /// Finds a header's (first) value.
    @FunctionalInterface
    public interface Headers {
        @Nullable
        String get(String name);
    }

    /// Reads the body, waiting for it; one of the two is called, once at most.
    @FunctionalInterface
    public interface BodySource {
        /// All of it.
        Bytes read();

        /// All of it, of a client that has not signed in.
        default Bytes readOfStranger() {
            return read();
        }

        /// As it comes.
        default InputStream open() {
            return new ByteArrayInputStream(read().toArray());
        }
    }

    private final Head head;
    private final Route route;
    private final Map<String, List<String>> query;
    private final @Nullable Principal principal;
    private final Body body;

    /// The body, read once; shared by the copies of one request.
    private static final class Body {
        private final BodySource source;
        private @Nullable Bytes content;
        private @Nullable MessageDigest passing;
        private boolean opened;

        Body(BodySource source) {
            this.source = source;
        }

        InputStream open(boolean hashed) {
            Bytes read = content;
            if (read != null) return new ByteArrayInputStream(read.toArray());
            if (opened) throw new IllegalStateException("the body has been read as it came");
            opened = true;
            InputStream in = source.open();
            if (!hashed) return in;
            MessageDigest sha256 = sha256();
            passing = sha256;
            return new DigestInputStream(in, sha256);
        }

        Bytes hash() {
            MessageDigest digest = passing;
            return Bytes.copyOf(
                    digest == null ? sha256().digest(content(source::read).toArray()) : digest.digest());
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }

        private Bytes content(Supplier<Bytes> reading) {
            Bytes read = content;
            if (opened) throw new IllegalStateException("the body has been read as it came");
            if (read == null) {
                read = reading.get();
                content = read;
            }
            return read;
        }
    }

    public Request(Head head, Route route, BodySource source) {
        this(head, route, Query.parse(head.query), null, new Body(source));
    }

    private Request(Head head, Route route, Map<String, List<String>> query, @Nullable Principal principal, Body body) {
        this.head = head;
        this.route = route;
        this.query = query;
        this.principal = principal;
        this.body = body;
    }

    /// The same request at another table's route, with who asks.
    Request at(Route other) {
        return new Request(head, other, query, principal, body);
    }

    /// The same request with who asks, for the handlers after a [Filter] that signed them in.
    public Request withPrincipal(Principal who) {
        noteSignIn();
        return new Request(head, route, query, who, body);
    }

    /// Reports that the client has signed in: its connection does not give way to others, and its network gets more of
    /// them.
    public void noteSignIn() {
        head.peer.signedIn();
    }

    public Method method() {
        return head.method;
    }

    /// Raw: still percent-encoded.
    public String path() {
        return head.path;
    }

    /// The route that the path is one of: the same for every spelling of the path.
    public Route route() {
        return route;
    }

    /// Raw, without the question mark; empty when there is none.
    public String queryText() {
        return head.query;
    }

    /// The request's own id, as in `X-Request-Id` and the log.
    public String requestId() {
        return head.id;
    }

    /// The address the server is known by, without a slash at the end: the base of every absolute address.
    public String base() {
        return head.base;
    }

    /// The client's IP address.
    public String remoteAddress() {
        return head.remoteAddress;
    }

    /// The address of this box that the client has connected to: another one than any name or proxy before it says.
    /// Empty for a request that came inside another one.
    public String localAddress() {
        return head.localAddress;
    }

    /// The certificate that the client has shown over this connection, and the server has taken for good; null: none.
    public @Nullable X509Certificate peerCertificate() {
        return head.peer.certificate();
    }

    public @Nullable Principal principal() {
        return principal;
    }

    /// Who asks; for handlers behind a filter that lets nobody else in.
    public Principal signedIn() {
        if (principal == null) throw new IllegalStateException("no filter signed this request in: " + head.path);
        return principal;
    }

    /// The path's `:id`, or [#NO_ID].
    public long id() {
        return id("id");
    }

    /// A number of the path, or [#NO_ID] when it is none.
    public long id(String name) {
        Long number = Fields.wholeNumber(variable(name));
        return number == null || number < 0 ? NO_ID : number;
    }

    /// A segment of the path by the name the pattern gives it, decoded.
    public String variable(String name) {
        String value = route.variables.get(name);
        if (value == null) throw new IllegalStateException("the route has no :" + name);
        return value;
    }

    /// The first value of a query parameter, or null.
    public @Nullable String query(String name) {
        List<String> values = query.get(name);
        return values == null ? null : values.getFirst();
    }

    /// All values of a repeatable query parameter; `name[]` counts too.
    public List<String> queryAll(String name) {
        return query.getOrDefault(name, List.of());
    }

    /// Names of all query parameters.
    public Set<String> queryNames() {
        return query.keySet();
    }

    /// A whole number of the query; null when it is missing or empty.
    public @Nullable Long number(String name) {
        String text = query(name);
        if (text == null || text.isBlank()) return null;
        Long number = Fields.wholeNumber(text.strip());
        if (number == null) throw RefusedException.badRequest(name + " must be a whole number");
        return number;
    }

    /// As [#number]; one that is beyond an int is as large as an int can be.
    public @Nullable Integer integer(String name) {
        String text = query(name);
        if (text != null && text.strip().matches("0*[1-9][0-9]{18,}")) return Integer.MAX_VALUE;
        Long number = number(name);
        return number == null ? null : (Integer) Math.clamp(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /// A boolean of the query: true, false, 1, 0, in whatever case; a bare name is true.
    public boolean flag(String name, boolean otherwise) {
        String text = query(name);
        if (text == null) return otherwise;
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1", "" -> true;
            case "false", "0" -> false;
            default -> throw RefusedException.badRequest(name + " must be true or false");
        };
    }

    public @Nullable String header(String name) {
        return head.headers.get(name);
    }

    /// A cookie's value, or null.
    public @Nullable String cookie(String name) {
        String header = header("Cookie");
        if (header == null) return null;
        for (String pair : header.split(";", Query.PAIRS_MAX)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equals(name))
                return pair.substring(equals + 1).strip();
        }
        return null;
    }

    /// The body as it came.
    public Bytes body() {
        return body.content(body.source::read);
    }

    /// The same for a client that has not signed in, where a signature covers the body: see [StrangerBodies].
    public Bytes bodyOfStranger() {
        return body.content(body.source::readOfStranger);
    }

    /// The body as it comes, for a handler that takes in more than memory has room for; instead of [#body], once. It
    /// throws [RefusedException] where the rest does not come or is too long.
    public InputStream bodyStream() {
        return body.open(header(IDEMPOTENCY_KEY) != null);
    }

    /// SHA-256 of the body. Of one that was read as it came: once, when it has been read to its end by a request with
    /// an `Idempotency-Key`.
    public Bytes bodyHash() {
        return body.hash();
    }

    /// The body as UTF-8 text; 400 when it is none.
    public String bodyText() {
        try {
            var bytes = ByteBuffer.wrap(body.content(body.source::read).toArray());
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw RefusedException.badRequest("the body is not UTF-8");
        }
    }

    /// The body's JSON object; an empty body is an empty object. 400 when it is anything else.
    public Map<String, @Nullable Object> json() {
        String text = bodyText();
        if (Json.unmarked(text).isBlank()) return Map.of();
        try {
            return Json.parseObject(text);
        } catch (JsonException e) {
            throw RefusedException.badRequest("the body cannot be read: " + e.getMessage());
        }
    }

    /// The body's fields, whether they are the body itself or wrapped in an object under one of `wrappers`.
    public Fields fields(String... wrappers) {
        return Fields.within(json(), wrappers);
    }

    /// The fields of an order, for whom no field may be passed over: the body's own, or those of an object under
    /// `wrapper` that stands alone in it.
    public Fields order(String wrapper) {
        Map<String, @Nullable Object> json = json();
        boolean alone = json.size() == 1 && json.get(wrapper) instanceof Map<?, ?>;
        return alone ? fields(wrapper) : new Fields(json);
    }

    /// The body's form fields (`application/x-www-form-urlencoded`), in order.
    public Map<String, List<String>> form() {
        return Query.parse(bodyText());
    }

    /// The first value of a form field, or null.
    public @Nullable String form(String name) {
        List<String> values = form().get(name);
        return values == null ? null : values.getFirst();
    }

    /// The address of this list with every parameter but those of paging: what page links are made of.
    public String listUrl() {
        return listUrl(Set.of());
    }

    /// As [#listUrl()], also without parameters called one of `names`.
    public String listUrl(Set<String> names) {
        var kept = new ArrayList<String>();
        for (String pair : head.query.split("&", Query.PAIRS_MAX)) {
            Set<String> name = Query.parse(pair).keySet();
            boolean left = name.stream().anyMatch(one -> PAGING.contains(one) || names.contains(one));
            if (!pair.isEmpty() && !left) kept.add(escape(pair));
        }
        String url = head.base + escape(head.path);
        return kept.isEmpty() ? url : url + "?" + String.join("&", kept);
    }

    /// Percent-encodes what must not stand in a header's `<…>`; what is encoded already stays.
    private static String escape(String raw) {
        var safe = new StringBuilder(raw.length());
        for (byte b : raw.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b > ' ' && b < 0x7F && b != '<' && b != '>' && b != '"';
            if (plain) safe.append((char) b);
            else
                safe.append('%').append(java.util.HexFormat.of().withUpperCase().toHexDigits(b));
        }
        return safe.toString();
    }
}
