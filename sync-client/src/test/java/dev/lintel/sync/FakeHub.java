package dev.lintel.sync;

import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.LinkMessage;
import dev.lintel.sync.wire.LogMark;
import dev.lintel.sync.wire.StateHash;
import dev.lintel.sync.wire.UpLine;
import dev.lintel.sync.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// A hub in memory over real TLS, with faults to be switched on.
final class FakeHub implements AutoCloseable {
    static final String ID = "hub-1";

    private final TinyServer server;
    private final TreeMap<Long, DownLine> people = new TreeMap<>();
    private final Set<String> eras = ConcurrentHashMap.newKeySet();
    private String era = "e1";
    private long revision;
    private @Nullable String policy;
    final HubLog log = new HubLog();
    final List<WsPeer> links = new CopyOnWriteArrayList<>();
    final List<String> asked = new CopyOnWriteArrayList<>();
    final AtomicInteger opened = new AtomicInteger();

    /// Ends the next stream that has so many bytes after these bytes of its body; below 0: none.
    final AtomicLong cutAfter = new AtomicLong(-1);
    /// Hears of what was sent of a stream that is about to end so.
    volatile Consumer<byte[]> beforeCut = _ -> {};
    /// So many answers to uploads are lost after the hub has done its part.
    final AtomicInteger answersLost = new AtomicInteger();
    /// What it says of itself.
    volatile String id = ID;
    volatile boolean gzip = true;
    volatile boolean linkOn = true;
    volatile boolean pulses = true;
    /// Off: as while it holds back.
    volatile boolean compares = true;
    volatile int chunk = 2_000;
    volatile int part = 2_000;
    volatile @Nullable String approved;
    /// Another answer to a path; null: the usual one.
    volatile Function<TinyServer.Request, @Nullable Canned> instead = _ -> null;
    /// The lines of a stream, as they are to be sent.
    volatile UnaryOperator<List<String>> spoil = lines -> lines;
    volatile BiFunction<Long, Long, DownLine.@Nullable Check> lie = (_, _) -> null;

    record Canned(int status, Map<String, String> headers, String body) {
        static Canned error(int status, String code) {
            return new Canned(
                    status, Map.of(), "{\"error\":\"" + code + "\",\"error_description\":\"no: " + code + "\"}");
        }
    }

    FakeHub() throws IOException {
        this("hub");
    }

    /// @param alias of the certificate that it shows
    FakeHub(String alias) throws IOException {
        eras.add(era);
        server = new TinyServer(Certificates.server(alias), this::handle);
    }

    FakeHub(InetAddress address) throws IOException {
        eras.add(era);
        server = new TinyServer(Certificates.server("hub"), address, this::handle);
    }

    URI address() {
        return server.address();
    }

    int port() {
        return server.port();
    }

    synchronized void put(long id, String name) {
        revision++;
        people.put(id, Rows.person(id, name, revision));
    }

    /// In those groups.
    synchronized void put(long id, String name, List<Long> groups) {
        revision++;
        people.put(id, Rows.member(id, name, groups, revision));
    }

    synchronized void remove(long id) {
        revision++;
        people.put(id, new DownLine.Gone(id, revision));
    }

    synchronized void policy(String text) {
        revision++;
        policy = text;
    }

    synchronized Cursor head() {
        return new Cursor(era, revision);
    }

    /// As a start from an older backup: cursors of before mean nothing.
    synchronized void newEra(String name, boolean known) {
        if (!known) eras.clear();
        era = name;
        eras.add(name);
    }

    void news() {
        for (WsPeer link : links) link.say(new LinkMessage.News(head(), approved));
    }

    /// News with all that came after `after`, as a hub gives them of little.
    void newsWith(Cursor after) {
        List<DownLine> lines;
        synchronized (this) {
            lines = people.values().stream()
                    .filter(line -> revision(line) > after.revision())
                    .sorted(Comparator.comparingLong(FakeHub::revision))
                    .toList();
        }
        say(new LinkMessage.News(head(), approved, new LinkMessage.Few(after, lines)));
    }

    private static long revision(DownLine line) {
        return line instanceof DownLine.PersonLine person ? person.revision() : ((DownLine.Gone) line).revision();
    }

    void say(LinkMessage message) {
        for (WsPeer link : links) link.say(message);
    }

    void drop() {
        server.drop();
    }

    synchronized Map<Long, DownLine.PersonLine> standing() {
        var standing = new HashMap<Long, DownLine.PersonLine>();
        people.forEach((id, line) -> {
            if (line instanceof DownLine.PersonLine person) standing.put(id, person);
        });
        return standing;
    }

    private boolean handle(TinyServer.Exchange exchange) throws IOException {
        TinyServer.Request request = exchange.request();
        asked.add(request.method() + " " + request.path());
        Canned canned = instead.apply(request);
        if (canned != null) {
            exchange.answer(canned.status, canned.headers, canned.body.getBytes(StandardCharsets.UTF_8));
            return true;
        }
        URI uri = URI.create(request.path());
        Map<String, String> query = query(uri.getRawQuery());
        return switch (uri.getPath()) {
            case Wire.CHANGES -> stream(exchange, changes(query));
            case Wire.SNAPSHOT -> stream(exchange, snapshot(query));
            case Wire.EVENTS -> request.method().equals("GET") ? mark(exchange, query) : upload(exchange, query);
            case Wire.BRANCH -> {
                if (!log.fork(markOf(query))) yield json(exchange, 409, "{}");
                yield json(exchange, 200, log.newest().toJson());
            }
            case Wire.LINK -> link(exchange);
            default -> json(exchange, 404, "{\"error\":\"not_found\"}");
        };
    }

    private static Map<String, String> query(@Nullable String text) {
        var query = new HashMap<String, String>();
        if (text == null) return query;
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            query.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return query;
    }

    private static LogMark markOf(Map<String, String> query) {
        return new LogMark(Long.parseLong(query.getOrDefault("after", "0")), query.getOrDefault("hash", ""));
    }

    private boolean json(TinyServer.Exchange exchange, int status, String body) throws IOException {
        exchange.answer(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
        return true;
    }

    private boolean mark(TinyServer.Exchange exchange, Map<String, String> query) throws IOException {
        String at = query.get("at");
        return json(exchange, 200, (at == null ? log.newest() : log.at(Long.parseLong(at))).toJson());
    }

    private boolean upload(TinyServer.Exchange exchange, Map<String, String> query) throws IOException {
        var lines = exchange.request().body().lines().map(UpLine::parse).toList();
        if (!log.upload(markOf(query), lines)) return json(exchange, 409, "{\"error\":\"conflict\"}");
        if (answersLost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            TinyServer.abort(exchange.socket());
            return false;
        }
        return json(exchange, 200, log.newest().toJson());
    }

    /// Null: 410.
    private synchronized @Nullable List<String> changes(Map<String, String> query) {
        Cursor after = Cursor.parse(query.getOrDefault("after", era + ".0"));
        if (!eras.contains(after.era()) || after.revision() > revision) return null;
        var lines = new ArrayList<DownLine>();
        lines.add(new DownLine.Begin(id, after, "9"));
        String text = policy;
        if (text != null) lines.add(new DownLine.PolicyLine(text, revision));
        List<DownLine> due = people.values().stream()
                .filter(line -> Rows.revision(line) > after.revision())
                .sorted(Comparator.comparingLong(Rows::revision))
                .toList();
        boolean more = due.size() > chunk;
        if (more) due = due.subList(0, chunk);
        lines.addAll(due);
        long upTo = more ? Rows.revision(due.getLast()) : revision;
        boolean check = query.containsKey("check") && !more && compares;
        lines.add(
                new DownLine.Head(new Cursor(era, upTo), more, System.currentTimeMillis(), check ? checkNow() : null));
        return texts(lines);
    }

    private synchronized DownLine.Check checkNow() {
        var hash = new StateHash();
        for (DownLine.PersonLine line : standing().values()) hash.add(line.row().id(), line.revision());
        DownLine.Check right = hash.check();
        DownLine.Check other = lie.apply(right.count(), revision);
        return other == null ? right : other;
    }

    private synchronized @Nullable List<String> snapshot(Map<String, String> query) {
        Cursor from = Cursor.parse(query.getOrDefault("from", era + "." + revision));
        long after = Long.parseLong(query.getOrDefault("after", "0"));
        if (!eras.contains(from.era())) return null;
        var lines = new ArrayList<DownLine>();
        lines.add(new DownLine.Begin(id, from, "9"));
        lines.add(new DownLine.PolicyLine("site", revision));
        List<DownLine.PersonLine> due = new TreeMap<>(standing())
                .tailMap(after, false).values().stream().toList();
        boolean last = due.size() <= part;
        if (!last) due = due.subList(0, part);
        lines.addAll(due);
        MessageDigest sha256 = Rows.sha256();
        for (DownLine line : due) sha256.update((line.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
        long upTo = due.isEmpty() ? after : due.getLast().row().id();
        String hash = HexFormat.of().formatHex(sha256.digest());
        lines.add(new DownLine.Part(upTo, last, due.size(), hash));
        return texts(lines);
    }

    private static List<String> texts(List<DownLine> lines) {
        return lines.stream().map(DownLine::toJson).toList();
    }

    private boolean stream(TinyServer.Exchange exchange, @Nullable List<String> lines) throws IOException {
        if (lines == null) return json(exchange, 410, "{\"error\":\"cursor_unknown\"}");
        byte[] body = (String.join("\n", spoil.apply(lines)) + "\n").getBytes(StandardCharsets.UTF_8);
        boolean packed = gzip
                && exchange.request()
                        .headers()
                        .getOrDefault("accept-encoding", "")
                        .contains("gzip");
        if (packed) body = pack(body);
        Map<String, String> headers = packed ? Map.of("Content-Encoding", "gzip") : Map.of();
        exchange.head(200, headers, "Transfer-Encoding: chunked");
        long cut = cutAfter.get();
        boolean cuts = cut >= 0 && cut <= body.length && cutAfter.compareAndSet(cut, -1);
        int length = cuts ? (int) cut : body.length;
        exchange.chunk(body, length);
        exchange.out().flush();
        if (cuts) { // at its length, what ends the chunks is missing
            beforeCut.accept(Arrays.copyOf(body, length));
            TinyServer.abort(exchange.socket());
            return false;
        }
        exchange.end();
        return true;
    }

    static byte[] pack(byte[] body) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(body);
        }
        return bytes.toByteArray();
    }

    private boolean link(TinyServer.Exchange exchange) throws IOException {
        if (!linkOn) return json(exchange, 503, "{}");
        opened.incrementAndGet();
        var peer = new WsPeer(exchange);
        try {
            while (true) {
                switch (peer.next()) {
                    case LinkMessage.Hello _ -> {
                        peer.say(new LinkMessage.Welcome(id, "9", System.currentTimeMillis(), head()));
                        links.add(peer);
                    }
                    case LinkMessage.Beat _ -> {
                        if (pulses) peer.say(new LinkMessage.Pulse(System.currentTimeMillis()));
                    }
                    default -> {} // a test looks into what was heard
                }
            }
        } finally {
            links.remove(peer);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
