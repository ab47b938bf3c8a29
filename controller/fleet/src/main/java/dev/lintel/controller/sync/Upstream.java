package dev.lintel.controller.sync;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.sync.wire.JoinAnswer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whom this box follows, in files of the data folder. Any thread; changes one at a time.
///
/// ```
///   sync/upstream.json   the hub's address, id and name, this box's number and name there
///   sync/box.key         this box's key, for its owner only
///   sync/box.crt         its certificate by the hub's CA
///   sync/hub-ca.crt      that CA: the only one that is believed
/// ```
///
/// The folder appears whole, by one renaming, and goes whole.
public final class Upstream {
    private static final String FOLDER = "sync";
    /// The folder as it will be with another key. Whole once [#STATE] is in it, and moved then, at the next start at
    /// the latest.
    private static final String REKEYED = "sync.key";

    private static final String STATE = "upstream.json";
    private static final String KEY = "box.key";
    private static final String CERTIFICATE = "box.crt";
    private static final String AUTHORITY = "hub-ca.crt";

    private final DataFolder folder;
    private final AtomicReference<@Nullable Joined> joined = new AtomicReference<>();
    private volatile @Nullable String fault;

    /// A hub that has taken this box in.
    ///
    /// @param url where the hub is
    /// @param hub names it for ever
    /// @param hubName what its people call it
    /// @param box the hub's number of this box
    /// @param boxName as channels in the hub's site.yaml name it
    /// @param chain this box's certificate first
    /// @param authority the hub's CA
    public record Joined(
            URI url,
            String hub,
            String hubName,
            long box,
            String boxName,
            long joinedAtMs,
            BoxKey key,
            List<X509Certificate> chain,
            X509Certificate authority) {
        public Joined {
            chain = List.copyOf(chain);
        }

        /// What a hub has answered, at `nowMs`. Throws [UplineException] for what cannot be read, or is of another key.
        public static Joined of(URI hub, BoxKey key, JoinAnswer answer, long nowMs) {
            try {
                List<X509Certificate> chain = BoxKey.certificates(answer.certificate());
                if (!chain.getFirst().getPublicKey().equals(key.open())) {
                    throw new UplineException("the hub's certificate is for another key");
                }
                X509Certificate authority =
                        BoxKey.certificates(answer.authority()).getFirst();
                return new Joined(
                        hub,
                        answer.hub(),
                        answer.hubName(),
                        answer.box(),
                        answer.boxName(),
                        nowMs,
                        key,
                        chain,
                        authority);
            } catch (TlsException e) {
                throw new UplineException("the hub's answer cannot be read: " + e.getMessage(), e);
            }
        }

        /// What this box's cursor holds for.
        public String membership() {
            return FollowStore.membership(hub, box);
        }

        /// The same hub at another address.
        public Joined at(URI other) {
            return new Joined(other, hub, hubName, box, boxName, joinedAtMs, key, chain, authority);
        }

        private Joined with(BoxKey fresh, List<X509Certificate> renewed) {
            return new Joined(url, hub, hubName, box, boxName, joinedAtMs, fresh, renewed, authority);
        }

        /// For the log: that this box has `joined` or `left`, and by whom.
        public EventDraft told(String action, String by, Time time) {
            Map<String, Object> what =
                    Map.of("what", "sync", "action", action, "hub", hubName, "url", url.toString(), "by", by);
            return new EventDraft(
                    EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what);
        }

        /// Where what cannot be changed here is changed, in a sentence.
        public String elsewhere() {
            return Whom.hub(this).elsewhere();
        }
    }

    /// That the box left whom it followed.
    ///
    /// @param joined null: the files that said whom are gone, or cannot be read
    public static EventDraft left(@Nullable Joined joined, String by, Time time) {
        if (joined != null) return joined.told("left", by, time);
        Map<String, Object> what = Map.of("what", "sync", "action", "left", "by", by);
        return new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what);
    }

    /// Reads what there is. Files that cannot be read are a [#fault()]: the box works on by what stands, and
    /// follows nobody until they are mended.
    public Upstream(DataFolder folder) {
        this.folder = folder;
        try {
            if (Files.exists(folder.path().resolve(REKEYED).resolve(STATE))) replace(REKEYED);
            if (!Files.exists(path())) return;
            joined.set(read());
        } catch (IOException | JsonException | TlsException | IllegalArgumentException e) {
            fault = "the files in " + path()
                    + " cannot be read, so this box follows nobody until they are put back and lintel is restarted, or"
                    + " 'lintel leave': " + e.getMessage();
        }
    }

    /// Null: this box follows nobody.
    public @Nullable Joined joined() {
        return joined.get();
    }

    /// For /health; null while all is well.
    public @Nullable String fault() {
        return fault;
    }

    /// Where the policy and people are changed, in a sentence; null: here. What cannot be read may say elsewhere: what
    /// were changed here then would stand beside it.
    public @Nullable String elsewhere() {
        Joined now = joined.get();
        return now == null ? fault : now.elsewhere();
    }

    /// From now on, and after a restart, this box follows that hub.
    public synchronized void join(Joined fresh) {
        keep(fresh, FOLDER + ".part");
    }

    private void keep(Joined fresh, String name) {
        Path part = folder.path().resolve(name);
        try {
            remove(part);
            folder.folder(name);
            DataFolder.writePrivate(part.resolve(KEY), fresh.key.toPem());
            DataFolder.writePrivate(part.resolve(CERTIFICATE), pem(fresh.chain));
            DataFolder.writePrivate(part.resolve(AUTHORITY), pem(List.of(fresh.authority)));
            DataFolder.writePrivate(part.resolve(STATE), state(fresh));
            replace(name);
        } catch (IOException e) {
            throw new DataFolderException("the folder " + path() + " cannot be written: " + e.getMessage(), e);
        }
        joined.set(fresh);
        fault = null;
    }

    /// The box shows this certificate (PEM) from now on. Throws [TlsException] for one that is not of its key.
    public synchronized Joined renewed(String certificate) {
        Joined now = joined.get();
        if (now == null) throw new IllegalStateException("nobody is followed");
        List<X509Certificate> chain = BoxKey.certificates(certificate);
        if (!chain.getFirst().getPublicKey().equals(now.key.open())) {
            throw new TlsException("the hub sent a certificate of another key", null);
        }
        try {
            DataFolder.writePrivate(path().resolve(CERTIFICATE), pem(chain));
        } catch (IOException e) {
            throw new DataFolderException("the certificate cannot be written: " + e.getMessage(), e);
        }
        Joined fresh = now.with(now.key, chain);
        joined.set(fresh);
        return fresh;
    }

    /// The box has this key and certificate (PEM) from now on. Throws [TlsException] for one that is not of the key.
    public synchronized Joined rekeyed(BoxKey key, String certificate) {
        Joined now = joined.get();
        if (now == null) throw new IllegalStateException("nobody is followed");
        List<X509Certificate> chain = BoxKey.certificates(certificate);
        if (!chain.getFirst().getPublicKey().equals(key.open())) {
            throw new TlsException("the hub sent a certificate of another key", null);
        }
        Joined fresh = now.with(key, chain);
        keep(fresh, REKEYED);
        return fresh;
    }

    /// This box follows nobody from now on.
    public synchronized void leave() {
        Path gone = folder.path().resolve(FOLDER + ".gone");
        try {
            remove(gone);
            if (Files.exists(path())) Files.move(path(), gone, StandardCopyOption.ATOMIC_MOVE);
            joined.set(null);
            fault = null;
            remove(gone);
        } catch (IOException e) {
            throw new DataFolderException("the folder " + path() + " cannot be removed: " + e.getMessage(), e);
        }
    }

    private void replace(String name) throws IOException {
        remove(path());
        Files.move(folder.path().resolve(name), path(), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path path() {
        return folder.path().resolve(FOLDER);
    }

    private static void remove(Path there) throws IOException {
        if (!Files.exists(there)) return;
        try (Stream<Path> files = Files.list(there)) {
            for (Path file : files.toList()) Files.delete(file);
        }
        Files.delete(there);
    }

    private static byte[] state(Joined joined) {
        var state = new LinkedHashMap<String, Object>();
        state.put("url", joined.url.toString());
        state.put("hub", joined.hub);
        state.put("hub_name", joined.hubName);
        state.put("box", joined.box);
        state.put("box_name", joined.boxName);
        state.put("joined_at", joined.joinedAtMs);
        return (Json.write(state) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private Joined read() throws IOException {
        Map<String, @Nullable Object> state =
                Json.parseObject(Files.readString(path().resolve(STATE)).strip());
        List<X509Certificate> chain = BoxKey.certificates(Files.readString(path().resolve(CERTIFICATE)));
        List<X509Certificate> authority = BoxKey.certificates(Files.readString(path().resolve(AUTHORITY)));
        return new Joined(
                URI.create(text(state, "url")),
                text(state, "hub"),
                text(state, "hub_name"),
                number(state, "box"),
                text(state, "box_name"),
                number(state, "joined_at"),
                BoxKey.read(Files.readAllBytes(path().resolve(KEY)), chain),
                chain,
                authority.getFirst());
    }

    private static String text(Map<String, @Nullable Object> state, String name) {
        if (state.get(name) instanceof String text) return text;
        throw new IllegalArgumentException(STATE + " has no " + name);
    }

    private static long number(Map<String, @Nullable Object> state, String name) {
        if (state.get(name) instanceof Long number) return number;
        throw new IllegalArgumentException(STATE + " has no " + name);
    }

    private static byte[] pem(List<X509Certificate> certificates) {
        var text = new StringBuilder();
        for (X509Certificate certificate : certificates) {
            try {
                String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
                text.append("-----BEGIN CERTIFICATE-----\n").append(body).append("\n-----END CERTIFICATE-----\n");
            } catch (CertificateEncodingException e) {
                throw new TlsException("a certificate that was read cannot be written", e);
            }
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
