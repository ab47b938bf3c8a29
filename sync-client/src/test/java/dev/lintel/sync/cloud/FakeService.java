package dev.lintel.sync.cloud;

import dev.lintel.sync.wire.Tree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A service with an account in memory, over a real socket: the JDK's server writes a `Date` of its own, and
/// cannot cut an answer short.
final class FakeService implements AutoCloseable {
    /// How answers look.
    enum Shape {
        DOCUMENTED,
        SDK
    }

    /// What is said instead of an answer, or done to it.
    record Fault(
            int status,
            Map<String, String> headers,
            @Nullable String body,
            int cutAt) {
        static Fault status(int status) {
            return new Fault(status, Map.of(), "{\"error\":\"internal_server_error\"}", -1);
        }

        static Fault later(int seconds) {
            return new Fault(429, Map.of("Retry-After", "" + seconds), "{\"error\":\"rate_limit_exceeded\"}", -1);
        }

        static Fault cut(int after) {
            return new Fault(200, Map.of(), null, after);
        }

        static Fault body(String body) {
            return new Fault(200, Map.of(), body, -1);
        }
    }

    /// A request as it came.
    record Asked(String method, String path, Map<String, String> query, Map<String, String> headers, String body) {
        String query(String name, String otherwise) {
            return query.getOrDefault(name, otherwise);
        }
    }

    final Map<Long, Map<String, Object>> people = new TreeMap<>();
    final Map<String, List<Map<String, Object>>> lists = new ConcurrentHashMap<>();
    final List<Asked> asked = new CopyOnWriteArrayList<>();
    final Map<String, ArrayDeque<Fault>> faults = new ConcurrentHashMap<>();
    volatile Shape shape = Shape.DOCUMENTED;
    volatile boolean tellsTotals = true;
    volatile boolean tellsLinks = true;
    volatile boolean tellsTime = true;
    volatile boolean wantsBasic;
    volatile boolean silent;
    /// Before each body, such as a byte order mark.
    volatile String mark = "";
    volatile int perPageMax = 500;
    volatile long nowS = 1_800_000_000L;
    volatile String refresh = "refresh-0";
    volatile String access = "none";
    volatile @Nullable Function<Asked, @Nullable Fault> script;
    private final Map<String, Instant> instants = new ConcurrentHashMap<>();
    private final ServerSocket socket;
    private int rotations;

    FakeService() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().name("fake-service").start(this::serve);
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    /// Throws at the next requests of `path`, in order.
    void fail(String path, Fault... next) {
        faults.computeIfAbsent(path, _ -> new ArrayDeque<>()).addAll(List.of(next));
    }

    Map<String, Object> person(long id, String name) {
        var person = new LinkedHashMap<String, Object>();
        person.put("id", id);
        person.put("first_name", name);
        person.put("last_name", "Example");
        person.put("enabled", true);
        person.put("groups", List.of());
        person.put("roles", List.of(1L));
        person.put("created_at", "2026-01-01T08:00:00Z");
        person.put("updated_at", utc(nowS));
        person.put("credentials", List.of(card(id, Long.toString(1_000_000 + id))));
        people.put(id, person);
        return person;
    }

    /// Changes a field now, by the service's clock.
    void change(long id, String field, Object value) {
        Map<String, Object> person = of(id);
        person.put(field, value);
        person.put("updated_at", utc(nowS));
    }

    Map<String, Object> of(long id) {
        return Objects.requireNonNull(people.get(id), "person " + id);
    }

    /// Time goes by there.
    synchronized void passes(long seconds) {
        nowS = nowS + seconds;
    }

    static Map<String, Object> card(long person, String value) {
        return new LinkedHashMap<>(Map.of(
                "id", "c" + person, "person_id", person, "credential_type_id", 5L, "label", "Card", "value", value));
    }

    static String utc(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }

    long count(String path) {
        return asked.stream().filter(one -> one.path.equals(path)).count();
    }

    private void serve() {
        while (true) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().name("fake-connection").start(() -> answerAll(connection));
            } catch (SocketException e) {
                return; // closed
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void answerAll(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            var in = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
            for (Asked one = read(in); one != null; one = read(in)) {
                asked.add(one);
                if (silent) continue;
                if (!answer(one, connection.getOutputStream())) return;
            }
        } catch (IOException e) {
            return; // the follower hung up
        }
    }

    private static @Nullable Asked read(BufferedReader in) throws IOException {
        String first = in.readLine();
        if (first == null) return null;
        var headers = new HashMap<String, String>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        var body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
        for (int at = 0; at < body.length; ) {
            int read = in.read(body, at, body.length - at);
            if (read < 0) return null;
            at += read;
        }
        String[] words = first.split(" ", -1);
        URI uri = URI.create(words[1]);
        return new Asked(words[0], uri.getPath(), form(uri.getRawQuery()), headers, new String(body));
    }

    static Map<String, String> form(@Nullable String text) {
        var map = new LinkedHashMap<String, String>();
        if (text == null || text.isEmpty()) return map;
        for (String pair : text.split("&", -1)) {
            String[] sides = pair.split("=", 2);
            map.put(sides[0], URLDecoder.decode(sides.length == 2 ? sides[1] : "", StandardCharsets.UTF_8));
        }
        return map;
    }

    /// Returns whether the connection goes on.
    private boolean answer(Asked one, OutputStream out) throws IOException {
        var headers = new LinkedHashMap<String, String>();
        if (tellsTime) {
            headers.put(
                    "Date",
                    DateTimeFormatter.RFC_1123_DATE_TIME.format(
                            Instant.ofEpochSecond(nowS).atOffset(ZoneOffset.UTC)));
        }
        Fault fault = script == null ? null : script.apply(one);
        if (fault == null) {
            ArrayDeque<Fault> queue = faults.get(one.path);
            fault = queue == null ? null : queue.poll();
        }
        Answer answer =
                fault != null && fault.body != null ? new Answer(fault.status, fault.body) : answer(one, headers);
        if (fault != null) headers.putAll(fault.headers);
        byte[] body = (mark + answer.body).getBytes(StandardCharsets.UTF_8);
        var head = new StringBuilder("HTTP/1.1 " + answer.status + " X\r\nContent-Type: application/json\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        out.write(head.toString().getBytes(StandardCharsets.UTF_8));
        int upTo = fault != null && fault.cutAt >= 0 ? Math.min(fault.cutAt, body.length) : body.length;
        out.write(body, 0, upTo);
        out.flush();
        return upTo == body.length;
    }

    record Answer(int status, String body) {}

    private synchronized Answer answer(Asked one, Map<String, String> headers) {
        if (one.path.equals("/oauth/token")) return token(one);
        if (!("Bearer " + access).equals(one.headers.get("authorization"))) {
            return new Answer(401, "{\"error\":\"invalid_token\"}");
        }
        String path = one.path.substring("/api/3/".length());
        if (path.equals("people")) return list(one, newer(one), headers);
        if (path.startsWith("people/")) return ofPerson(path.split("/", -1));
        List<Map<String, Object>> list = lists.get(path);
        return list == null ? new Answer(404, "{\"error\":\"not_found\"}") : list(one, list, headers);
    }

    private Answer token(Asked one) {
        Map<String, String> form = form(one.body);
        boolean isBasic = one.headers.getOrDefault("authorization", "").startsWith("Basic ");
        boolean isClient = wantsBasic ? isBasic : "secret&1".equals(form.get("client_secret"));
        if (!isClient) return new Answer(401, "{\"error\":\"invalid_client\"}");
        if (!refresh.equals(form.get("refresh_token"))) return new Answer(400, "{\"error\":\"invalid_grant\"}");
        rotations++;
        refresh = "refresh-" + rotations;
        access = "access-" + rotations;
        return new Answer(
                200,
                Tree.write(Map.of(
                        "access_token",
                        access,
                        "refresh_token",
                        refresh,
                        "token_type",
                        "Bearer",
                        "expires_in",
                        3600L)));
    }

    private List<Map<String, Object>> newer(Asked one) {
        String since = one.query("since_utc", "");
        if (since.isEmpty()) return List.copyOf(people.values());
        Instant from = Instant.parse(since);
        return people.values().stream()
                .filter(person ->
                        instant(String.valueOf(person.get("updated_at"))).compareTo(from) >= 0)
                .toList();
    }

    /// Parsed once for all people that share it: each poll compares every person.
    private Instant instant(String text) {
        return instants.computeIfAbsent(text, Instant::parse);
    }

    private Answer ofPerson(String[] parts) {
        Map<String, Object> person = people.get(Long.parseLong(parts[1]));
        if (person == null) return new Answer(404, "{\"error\":\"not_found\"}");
        if (parts.length == 2) {
            String json = Tree.write(shaped(person));
            return new Answer(200, shape == Shape.DOCUMENTED ? "[" + json + "]" : json);
        }
        List<?> credentials = (List<?>) person.getOrDefault("credentials", List.of());
        return new Answer(200, array(credentials));
    }

    private Map<String, Object> shaped(Map<String, Object> person) {
        if (shape == Shape.DOCUMENTED) return person;
        var bare = new LinkedHashMap<>(person); // the SDK's person has no credentials
        bare.remove("credentials");
        return bare;
    }

    private Answer list(Asked one, List<Map<String, Object>> rows, Map<String, String> headers) {
        int perPage = Math.min(perPageMax, Integer.parseInt(one.query("per_page", "50")));
        int page = Integer.parseInt(one.query("page", "1"));
        int from = Math.min(rows.size(), (page - 1) * perPage);
        int to = Math.min(rows.size(), from + perPage);
        if (tellsTotals) {
            headers.put(shape == Shape.SDK ? "Total" : "X-Total-Results", "" + rows.size());
            headers.put("Per-Page", "" + perPage);
        }
        if (tellsLinks) {
            String base = "<https://elsewhere.example" + one.path + "?";
            var links = new ArrayList<String>(List.of(base + "page=1&per_page=" + perPage + ">; rel=\"first\""));
            String since = one.query("since_utc", "");
            String more = since.isEmpty() ? "" : "&since_utc=" + since;
            if (to < rows.size())
                links.add(base + "page=" + (page + 1) + "&per_page=" + perPage + more + ">; rel=\"next\"");
            headers.put("Link", String.join(", ", links));
        }
        boolean arePeople = one.path.endsWith("/people");
        return new Answer(
                200,
                array(rows.subList(from, to).stream()
                        .map(row -> arePeople ? shaped(row) : row)
                        .toList()));
    }

    private static String array(List<?> rows) {
        String object = Tree.write(Map.of("rows", rows));
        return object.substring("{\"rows\":".length(), object.length() - 1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
