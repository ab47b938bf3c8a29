package dev.lintel.tools.bench;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Joined;
import dev.lintel.controller.fleet.BoxStore.Known;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.controller.fleet.EraStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.Follower;
import dev.lintel.sync.Follower.Identity;
import dev.lintel.sync.Limits;
import dev.lintel.sync.Pace;
import dev.lintel.sync.http.HubClient;
import dev.lintel.sync.tls.PinnedTrust;
import dev.lintel.sync.tls.Tls;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Boxes that have joined a hub long ago: their rows and certificates are made while the hub is off. Each that is
/// awakened is a whole [Follower] of the library, with its own connections, keys and threads, in this process.
final class Fleet {
    /// How names of its boxes begin.
    static final String NAME = "Box ";

    private static final String ERA = "bench";
    private static final long ONLINE_NS_MAX = TimeUnit.SECONDS.toNanos(120);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final List<Member> members;
    private final X509Certificate authority;
    private final Cursor from;
    private final Time time;

    private record Member(long box, Identity identity) {}

    private Fleet(List<Member> members, X509Certificate authority, Cursor from, Time time) {
        this.members = List.copyOf(members);
        this.authority = authority;
        this.from = from;
        this.time = time;
    }

    private static long joined(Sql sql, String name, long nowMs) {
        var told = new Told("1", List.of(1L), null, null, null, null, null, null);
        long id = BoxStore.plan(sql, name, new Terms(true, false), new Joined(nowMs, "bench"), told);
        BoxStore.confirm(sql, Objects.requireNonNull(BoxStore.get(sql, id)), nowMs);
        return id;
    }

    /// Has `count` boxes join the hub on `folder`, which must not run and has its CA. They get everybody, and have
    /// all there is.
    static Fleet join(Path folder, int count, Time time) {
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            var certificates = new BoxCertificates(folder.resolve("tls"), time);
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            var members = new ArrayList<Member>();
            for (int i = 0; i < count; i++) {
                KeyPair keys = generator.generateKeyPair();
                String name = NAME + i;
                long id = database.write(sql -> joined(sql, name, time.nowMs()));
                // What is signed is the key; the request's own bytes are for who joins by a code.
                var csr = new BoxCertificates.Csr(Bytes.copyOf(keys.getPublic().getEncoded()), keys.getPublic());
                X509Certificate certificate = certificates.sign(csr, id);
                Bytes fingerprint =
                        Bytes.copyOf(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
                var known = new Known(
                        fingerprint,
                        Bytes.copyOf(keys.getPublic().getEncoded()),
                        time.nowMs(),
                        certificate.getNotAfter().toInstant().toEpochMilli());
                database.write(sql -> {
                    BoxStore.addCertificate(sql, id, known, null);
                    return id;
                });
                members.add(new Member(id, new Identity(keys.getPrivate(), List.of(certificate))));
            }
            long revision = database.write(sql -> {
                EraStore.begin(sql, ERA);
                return sql.get("SELECT value FROM sync_revision", row -> row.number(1));
            });
            return new Fleet(members, certificates.authority(), new Cursor(ERA, revision), time);
        } catch (GeneralSecurityException e) {
            throw new BenchException("certificates of boxes cannot be made", e);
        }
    }

    /// Boxes that follow.
    record Awake(List<Follower> followers, List<MemoryTarget> targets) implements AutoCloseable {
        @Override
        public void close() {
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Follower one : followers) threads.execute(one::close);
            }
        }
    }

    /// The first `count` of them follow the hub at `page` and are linked to it when this returns.
    Awake wake(int count, URI page, MemoryTarget.Hearing hearing) {
        String hub = hubId(page);
        var followers = new ArrayList<Follower>();
        var targets = new ArrayList<MemoryTarget>();
        for (Member one : members.subList(0, count)) {
            var target = new MemoryTarget(one.box, one.identity.key(), from, time, hearing);
            var settings = new Follower.Settings(page, hub, one.identity, authority, "1", List.of(1L));
            targets.add(target);
            followers.add(new Follower(settings, target, new Ticking(time)));
        }
        for (Follower one : followers) one.start();
        var awake = new Awake(List.copyOf(followers), List.copyOf(targets));
        long deadlineNs = time.nowNs() + ONLINE_NS_MAX;
        for (Follower one : followers) {
            while (!one.status().online()) {
                if (time.nowNs() - deadlineNs > 0) {
                    String problem = String.valueOf(one.status().problem());
                    awake.close();
                    throw new BenchException("not all boxes reach the hub: " + problem);
                }
                LockSupport.parkNanos(LOOK_NS);
            }
        }
        return awake;
    }

    /// What the hub calls itself to boxes.
    private String hubId(URI page) {
        Member one = members.getFirst();
        var trust = new PinnedTrust(authority, new Ticking(time));
        var tls = Tls.mutual(one.identity.key(), one.identity.chain(), trust);
        try (var client = new HubClient(page, tls, Limits.USUAL, null);
                var lines = new BufferedReader(new InputStreamReader(
                        client.stream(Wire.CHANGES + "?after=" + from), StandardCharsets.UTF_8))) {
            String first = lines.readLine();
            if (first != null && DownLine.parse(first) instanceof DownLine.Begin begin) return begin.hub();
            throw new BenchException("the hub's changes do not begin");
        } catch (IOException e) {
            throw new BenchException("the hub's changes cannot be read: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted", e);
        }
    }

    /// The machine's clock, which is right.
    private record Ticking(Time time) implements Pace {
        @Override
        public long nowNs() {
            return time.nowNs();
        }

        @Override
        public long nowMs() {
            return time.nowMs();
        }

        @Override
        public Instant judge() {
            return time.now();
        }

        @Override
        public boolean clockBehind() {
            return false;
        }

        @Override
        public double random() {
            return ThreadLocalRandom.current().nextDouble();
        }
    }
}
