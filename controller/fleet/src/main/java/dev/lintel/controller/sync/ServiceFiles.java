package dev.lintel.controller.sync;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.cloud.Grant;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An operator's permission at a service, in files of the data folder for its owner only. Any thread; changes one at a
/// time.
///
/// ```
///   service/service.json      the service's address, this box's client id there, since when and by whom
///   service/permission.json   the refresh token, see ServiceGrant
///   service/client-secret     where `lintel sync authorise` was given one
///   service/webhook-secret    signs the service's webhooks, where there is one
///   service.part/             the same while it waits to be confirmed
/// ```
///
/// The folder appears whole, by one renaming, and goes whole.
public final class ServiceFiles {
    private static final String FOLDER = "service";
    private static final String PART = FOLDER + ".part";
    private static final String STATE = "service.json";
    private static final String PERMISSION = "permission.json";
    private static final String SECRET = "client-secret";
    private static final String WEBHOOKS = "webhook-secret";

    private static final Logger LOG = System.getLogger(ServiceFiles.class.getName());

    private final DataFolder folder;
    private final AtomicReference<@Nullable Standing> standing = new AtomicReference<>();
    private volatile @Nullable String fault;

    /// What was allowed.
    ///
    /// @param name what people call the service
    /// @param sinceMs Unix milliseconds, by the box's clock
    /// @param account the service's id of whose people these are; null: it did not tell
    /// @param by who brought the permission
    public record Allowed(
            URI url, String clientId, String name, @Nullable String account, long sinceMs, String by) {
        public Whom whom() {
            return Whom.service(name, url);
        }
    }

    private record Standing(
            Allowed allowed,
            ServiceGrant grant,
            @Nullable String clientSecret,
            @Nullable String webhookSecret) {}

    /// A permission that waits to be confirmed; a restart lets go of it.
    ///
    /// @param clientSecret that came with it; null: it is elsewhere
    public record Pending(Grant grant, @Nullable String clientSecret) {
        /// No secret.
        @Override
        public String toString() {
            return "Pending[]";
        }
    }

    /// Reads what there is. Files that cannot be read are a [#fault()]: the box works on by what stands.
    public ServiceFiles(DataFolder folder) {
        this.folder = folder;
        try {
            finish();
            remove(folder.path().resolve(PART));
            remove(folder.path().resolve(FOLDER + ".gone"));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "a permission that was not confirmed cannot be removed: " + e.getMessage());
        }
        if (!Files.exists(path())) return;
        try {
            standing.set(read());
        } catch (IOException | JsonException | IllegalArgumentException e) {
            fault = "the files in " + path()
                    + " cannot be read, so no service is followed until they are put back and lintel is restarted, or"
                    + " 'lintel leave': " + e.getMessage();
        }
    }

    /// Null: no service has allowed this box.
    public @Nullable Allowed allowed() {
        Standing now = standing.get();
        return now == null ? null : now.allowed;
    }

    /// For /health; null while all is well.
    public @Nullable String fault() {
        return fault;
    }

    /// The refresh token of what is allowed. Throws [IllegalStateException] where nothing is.
    public Grant grant() {
        return standing().grant;
    }

    /// As it was given with the permission; null: it was not.
    public @Nullable String clientSecret() {
        Standing now = standing.get();
        return now == null ? null : now.clientSecret;
    }

    /// What signs the service's webhooks; null: none are taken.
    public @Nullable String webhookSecret() {
        Standing now = standing.get();
        return now == null ? null : now.webhookSecret;
    }

    /// From now on webhooks are signed with that; null: none are taken.
    public synchronized void webhookSecret(@Nullable String secret) {
        Standing now = standing();
        written(() -> {
            if (secret == null) Files.deleteIfExists(path().resolve(WEBHOOKS));
            else DataFolder.writeDurably(path().resolve(WEBHOOKS), bytes(secret));
            return true;
        });
        standing.set(new Standing(now.allowed, now.grant, now.clientSecret, secret));
    }

    /// Begins with a permission that is not confirmed; one of before is let go of.
    public synchronized Pending begin(String refreshToken, @Nullable String clientSecret) {
        Path part = folder.path().resolve(PART);
        return written(() -> {
            remove(part);
            folder.folder(PART);
            if (clientSecret != null) DataFolder.writeDurably(part.resolve(SECRET), bytes(clientSecret));
            return new Pending(ServiceGrant.create(part.resolve(PERMISSION), refreshToken), clientSecret);
        });
    }

    /// What began is what stands from now on, and after a restart. In place of a permission of the same service its
    /// webhooks' secret stays.
    public synchronized void confirm(Allowed allowed) {
        Path part = folder.path().resolve(PART);
        String webhooks = webhookSecret();
        written(() -> {
            DataFolder.writeDurably(part.resolve(STATE), state(allowed));
            if (webhooks != null) DataFolder.writeDurably(part.resolve(WEBHOOKS), bytes(webhooks));
            replace(part);
            standing.set(read());
            return true;
        });
        fault = null;
    }

    /// What began is nothing.
    public synchronized void drop() {
        written(() -> {
            remove(folder.path().resolve(PART));
            return true;
        });
    }

    /// Forgets the permission and every secret of it.
    public synchronized void leave() {
        written(() -> {
            remove(folder.path().resolve(PART));
            Path gone = folder.path().resolve(FOLDER + ".gone");
            remove(gone);
            if (Files.exists(path())) Files.move(path(), gone, StandardCopyOption.ATOMIC_MOVE);
            standing.set(null);
            fault = null;
            DataFolder.force(folder.path());
            remove(gone);
            return true;
        });
    }

    /// After a kill between the two renamings of [#replace]: the new one takes its place now.
    private void finish() throws IOException {
        Path part = folder.path().resolve(PART);
        boolean isBetween = !Files.exists(path()) && Files.exists(folder.path().resolve(FOLDER + ".gone"));
        if (isBetween && Files.exists(part.resolve(STATE))) replace(part);
    }

    /// The old folder goes aside first: no name can be given to a folder that has files in it.
    private void replace(Path part) throws IOException {
        Path gone = folder.path().resolve(FOLDER + ".gone");
        if (Files.exists(path())) {
            remove(gone);
            Files.move(path(), gone, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(part, path(), StandardCopyOption.ATOMIC_MOVE);
        DataFolder.force(folder.path());
        remove(gone);
    }

    private Standing standing() {
        Standing now = standing.get();
        if (now == null) throw new IllegalStateException("no service is followed");
        return now;
    }

    private Path path() {
        return folder.path().resolve(FOLDER);
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> T written(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new DataFolderException("the folder " + path() + " cannot be written: " + e.getMessage(), e);
        } catch (TargetException e) {
            throw new DataFolderException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void remove(Path there) throws IOException {
        if (!Files.exists(there)) return;
        try (Stream<Path> files = Files.list(there)) {
            for (Path file : files.toList()) Files.delete(file);
        }
        Files.delete(there);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] state(Allowed allowed) {
        var state = new LinkedHashMap<String, Object>();
        state.put("url", allowed.url.toString());
        state.put("client_id", allowed.clientId);
        state.put("name", allowed.name);
        if (allowed.account != null) state.put("account", allowed.account);
        state.put("since", allowed.sinceMs);
        state.put("by", allowed.by);
        return bytes(Json.write(state) + "\n");
    }

    private Standing read() throws IOException {
        Map<String, @Nullable Object> state =
                Json.parseObject(Files.readString(path().resolve(STATE)).strip());
        if (!(state.get("since") instanceof Long since)) throw new IllegalArgumentException(STATE + " has no since");
        var allowed = new Allowed(
                URI.create(text(state, "url")),
                text(state, "client_id"),
                text(state, "name"),
                state.get("account") instanceof String account ? account : null,
                since,
                text(state, "by"));
        return new Standing(
                allowed, ServiceGrant.read(path().resolve(PERMISSION)), optional(SECRET), optional(WEBHOOKS));
    }

    private @Nullable String optional(String name) throws IOException {
        Path file = path().resolve(name);
        return Files.exists(file) ? Files.readString(file) : null;
    }

    private static String text(Map<String, @Nullable Object> state, String name) {
        if (state.get(name) instanceof String text) return text;
        throw new IllegalArgumentException(STATE + " has no " + name);
    }
}
