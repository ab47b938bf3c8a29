package dev.lintel.tools.box;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.SystemTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// A webhook's receiver at its worst, by a seed: deliveries fail in every way at their first attempt and some at their
/// second, never more often, so that 5 and 30 seconds bring each through. It writes down what it was sent and what it
/// answered, and checks each signature over the bytes as they came, with code of its own. Any thread.
final class HostileReceiver implements AutoCloseable {
    /// Longer than a box waits.
    private static final long HANG_S = 17;
    private static final long SLOW_NS = TimeUnit.SECONDS.toNanos(2);
    /// Signed when it is sent: what is read later waited on a busy machine.
    private static final long AGE_S_MAX = 20;
    /// One of each fault in so many deliveries.
    private final int deck;
    /// Whether a second attempt may fail.
    private final boolean twice;
    private final Random random;
    private final String secret;
    private final int port;
    private final SystemTime time = new SystemTime();
    private final CountDownLatch over = new CountDownLatch(1);
    /// Answers are written while it is read-locked: it stops between two of them, not within one.
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
    private final AtomicLong delivered = new AtomicLong();

    // Guarded by `this`.
    private final List<Reception> receptions = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final Deque<Fault> dealt = new ArrayDeque<>();
    private final Map<Long, Deque<Fault>> planned = new HashMap<>();
    private final Map<Long, String> bodies = new HashMap<>();
    private final Map<Fault, Integer> played = new HashMap<>();

    private HttpServer server;

    /// How an attempt fails.
    enum Fault {
        NONE,
        ERROR_500,
        BUSY_503,
        CLOSED,
        SLOW,
        HUNG
    }

    /// One element of a body.
    record Told(String action, String resource, String type, String id, String token) {}

    /// One body that came.
    ///
    /// @param answeredNs when its answer began to be written
    /// @param status 0: none was, or it did not go through
    record Reception(long delivery, int attempt, long atNs, long answeredNs, int status, List<Told> told) {
        boolean taken() {
            return status == 204;
        }
    }

    HostileReceiver(int port, String secret, int deck, boolean twice, long seed) {
        this.secret = secret;
        this.deck = deck;
        this.twice = twice;
        this.random = new Random(seed);
        this.port = port;
        this.server = open(port);
    }

    private HttpServer open(int at) {
        try {
            var opened = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 0);
            opened.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            opened.createContext("/hook", this::received);
            opened.start();
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Gone for a while, and then there again.
    void restart(long awayNs) {
        gate.writeLock().lock();
        try {
            server.stop(0);
        } finally {
            gate.writeLock().unlock();
        }
        LockSupport.parkNanos(awayNs);
        server = open(port);
    }

    private void received(HttpExchange exchange) throws IOException {
        long atNs = System.nanoTime();
        byte[] body = exchange.getRequestBody().readAllBytes();
        long delivery = Long.parseLong(exchange.getRequestHeaders().getFirst("Delivery"));
        int attempt = Integer.parseInt(exchange.getRequestHeaders().getFirst("Attempt"));
        check(exchange, body, delivery);
        List<Told> told = told(body);
        Fault fault = plan(delivery, attempt);
        long answeredNs = System.nanoTime();
        int status = 0;
        try {
            if (fault == Fault.SLOW) LockSupport.parkNanos(SLOW_NS);
            if (fault == Fault.HUNG) hang();
            gate.readLock().lock();
            try {
                answeredNs = System.nanoTime();
                status = answer(exchange, fault);
            } finally {
                gate.readLock().unlock();
            }
        } catch (IOException e) { // the box was killed meanwhile, or this has stopped
            exchange.close();
        }
        synchronized (this) {
            receptions.add(new Reception(delivery, attempt, atNs, answeredNs, status, told));
        }
        if (status == 204) delivered.addAndGet(told.size());
    }

    private void hang() {
        try {
            boolean _ = over.await(HANG_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns the status that went out; 0: none.
    private static int answer(HttpExchange exchange, Fault fault) throws IOException {
        int status = switch (fault) {
            case NONE, SLOW -> 204;
            case ERROR_500 -> 500;
            case BUSY_503 -> 503;
            case CLOSED, HUNG -> 0;
        };
        if (status == 503) exchange.getResponseHeaders().set("Retry-After", "1");
        if (status != 0) exchange.sendResponseHeaders(status, -1);
        exchange.close();
        return status;
    }

    /// What is seen only at its second attempt found nobody at its first, which was its fault.
    private synchronized Fault plan(long delivery, int attempt) {
        Deque<Fault> plan = planned.computeIfAbsent(delivery, _ -> attempt == 1 ? deal() : new ArrayDeque<>());
        Fault fault = Objects.requireNonNullElse(plan.poll(), Fault.NONE);
        played.merge(fault, 1, Integer::sum);
        return fault;
    }

    private Deque<Fault> deal() {
        if (dealt.isEmpty()) {
            var fresh = new ArrayList<>(List.of(Fault.values()));
            while (fresh.size() < deck) fresh.add(Fault.NONE);
            Collections.shuffle(fresh, random);
            dealt.addAll(fresh);
        }
        var plan = new ArrayDeque<Fault>();
        Fault first = dealt.remove();
        if (first == Fault.NONE) return plan;
        plan.add(first);
        if (twice && random.nextInt(6) == 0) plan.add(random.nextBoolean() ? Fault.ERROR_500 : Fault.CLOSED);
        return plan;
    }

    private void check(HttpExchange exchange, byte[] body, long delivery) {
        String timestamp = String.valueOf(exchange.getRequestHeaders().getFirst("Timestamp"));
        String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Signature"));
        String hash = sha256(body);
        boolean good = MessageDigest.isEqual(
                hmac(timestamp + ".", body).getBytes(StandardCharsets.US_ASCII),
                signature.getBytes(StandardCharsets.US_ASCII));
        long ageS = time.nowMs() / 1_000 - Long.parseLong(timestamp);
        synchronized (this) {
            if (!good) faults.add("delivery " + delivery + " is not signed by " + signature);
            if (ageS < 0 || ageS > AGE_S_MAX) faults.add("delivery " + delivery + " was signed " + ageS + " s ago");
            String before = bodies.putIfAbsent(delivery, hash);
            if (before != null && !before.equals(hash)) faults.add("delivery " + delivery + " has changed");
        }
    }

    private String hmac(String prefix, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update(prefix.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String sha256(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Told> told(byte[] body) {
        var told = new ArrayList<Told>();
        Object json = Json.parse(new String(body, StandardCharsets.UTF_8));
        for (Object element : (List<?>) Objects.requireNonNull(json)) {
            Map<?, ?> one = (Map<?, ?>) Objects.requireNonNull(element);
            told.add(new Told(
                    text(one, "action"),
                    text(one, "resource"),
                    text(one, "resource_type"),
                    text(one, "resource_id"),
                    text(one, "ack_token")));
        }
        return told;
    }

    private static String text(Map<?, ?> json, String name) {
        @Nullable Object value = json.get(name);
        return String.valueOf(value);
    }

    /// Items that were answered with a 2xx, so far; what came twice counts twice.
    long delivered() {
        return delivered.get();
    }

    synchronized List<Reception> receptions() {
        return List.copyOf(receptions);
    }

    /// Wrong signatures, old ones, and bodies that changed.
    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /// How often each fault was played.
    synchronized Map<Fault, Integer> played() {
        return Map.copyOf(played);
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
    }
}
