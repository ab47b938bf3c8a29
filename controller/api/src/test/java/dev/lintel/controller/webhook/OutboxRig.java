package dev.lintel.controller.webhook;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.oauth.Applications;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.CredentialStore;
import dev.lintel.controller.store.CredentialType;
import dev.lintel.controller.store.CredentialTypeStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PermissionStore;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.PermissionStore.Code;
import dev.lintel.controller.store.PermissionStore.NewCode;
import dev.lintel.controller.store.PermissionStore.NewPair;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.webhook.FakeSender.Sent;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// An outbox on real files, whose clock and receivers a test holds in its hands: the demo site, applications, events.
final class OutboxRig implements AutoCloseable {
    static final String ACCESS = "account.event.access.readonly";
    static final String PERIMETERS = "account.event.perimeters.readonly";
    static final String PEOPLE = "account.person.readonly";
    static final String BASE = "https://box.example";
    /// What comes within it goes together.
    static final Duration WINDOW = Duration.ofMillis(250);
    private static final Duration FEED = Duration.ofMillis(50);

    final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    final FakeSender sender = new FakeSender();
    final List<String> told = new ArrayList<>();
    final Counters counters = new Counters();
    private final Tokens tokens = new Tokens();
    private final Limits limits;
    private final DataFolder folder;
    Database box;
    SideDatabase outboxDatabase;
    private SideDatabase oauthDatabase;
    OAuth oauth;
    Audience audience;
    Inbox inbox;
    private Outbox outbox;
    DeliveryDesk desk;
    private @Nullable Database shown;

    OutboxRig(Path path) {
        this(path, Limits.USUAL);
    }

    OutboxRig(Path path, Limits limits) {
        this.limits = limits;
        folder = DataFolder.open(path.resolve("data"));
        box = TestDatabase.open(folder, time);
        new PolicyCatalog(new PolicyStore(box, time), time, _ -> {}).begin(FirstSite.demo());
        open();
    }

    private void open() {
        shown = box;
        oauthDatabase = SideDatabase.oauth(folder);
        oauth = new OAuth(oauthDatabase, box, time);
        outboxDatabase = SideDatabase.webhooks(folder);
        audience = new Audience(oauth);
        inbox = new Inbox();
        var source = new BoxSource();
        outbox = new Outbox(
                new Outbox.Parts(
                        outboxDatabase,
                        new Feed(List.of(source), audience),
                        audience,
                        sender,
                        new RetryPlan(() -> 0.5),
                        counters,
                        limits,
                        (key, what) -> told.add(key.kind() + " " + key.ownerId() + " " + what),
                        () -> BASE,
                        time),
                inbox);
        desk = new DeliveryDesk(outboxDatabase, inbox, time);
    }

    private final class BoxSource implements Source {
        @Override
        public long accountId() {
            return 1;
        }

        @Override
        public @Nullable Database database() {
            return shown;
        }

        @Override
        public void open() {
            shown = box;
        }
    }

    /// As after a kill: what is in memory is gone, what is on disk is there. What was under way never comes back.
    void restart() {
        outboxDatabase.close();
        oauthDatabase.close();
        sender.take();
        open();
    }

    Application application(String name, String... scopes) {
        var details = new Details(
                name,
                "documented",
                Listing.A,
                "https://" + name + ".example/hook",
                List.of("https://desk.example/back"),
                Set.of());
        Applications applications = oauth.applications();
        Application made = applications
                .register(details, false, State.LIVE, By.COMMAND_LINE)
                .application();
        if (scopes.length > 0) allow(made, 7, scopes);
        return made;
    }

    /// Returns the permission's id.
    long allow(Application application, long userId, String... scopes) {
        String scope = String.join(" ", scopes);
        Bytes hash = Tokens.hash(tokens.make());
        return oauthDatabase.write(sql -> {
            var allowed = new Allowed(application.id(), userId, 1, scope);
            PermissionStore.allow(sql, allowed, new NewCode(hash, "https://desk.example/back", null), time.nowMs(), 0);
            Code code = Objects.requireNonNull(PermissionStore.code(sql, hash));
            PermissionStore.spend(sql, code, time.nowMs());
            var pair = new NewPair(Tokens.hash(tokens.make()), Tokens.hash(tokens.make()), scope);
            PermissionStore.issue(sql, code.permissionId(), pair, time.nowMs());
            return code.permissionId();
        });
    }

    void revoke(long permissionId) {
        oauthDatabase.write(sql -> PermissionStore.revoke(sql, permissionId, "test", time.nowMs()));
    }

    /// Something happens at a channel; returns the event's id once it is on disk.
    long event(EventKind kind, long channelId) {
        var subject = new EventDraft.Subject(channelId, null, null, null, null, false);
        var id = new CompletableFuture<Long>();
        box.events().append(new EventDraft(kind, time.nowMs(), time.nowNs(), subject, Map.of()), id::complete);
        return id.join();
    }

    List<Long> events(EventKind kind, int count) {
        var ids = new ArrayList<Long>();
        for (int i = 0; i < count; i++) ids.add(event(kind, 1));
        return ids;
    }

    /// A new credential of person 2, of the type with that id.
    long credential(long typeId, long number) {
        return box.write(sql -> {
            CredentialType type = Objects.requireNonNull(CredentialTypeStore.get(sql, typeId));
            return CredentialStore.insert(sql, 2, type, number, time.nowMs());
        });
    }

    void renumber(long credentialId, long number) {
        box.write(sql -> {
            var credential = Objects.requireNonNull(CredentialStore.get(sql, credentialId));
            CredentialStore.update(sql, credentialId, credential.type(), number, time.nowMs());
            return null;
        });
    }

    void removeCredential(long credentialId) {
        box.write(sql -> {
            CredentialStore.delete(sql, credentialId);
            return null;
        });
    }

    /// Takes turns until there is nothing to do now; what was written is read, which takes its 50 ms.
    void settle() {
        inbox.wake(); // as each commit does, at its own time
        for (int i = 0; i < 1_000; i++) {
            if (outbox.turn(false) == 0 || inbox.hasWork()) continue;
            if (!inbox.isWoken()) return;
            time.advance(FEED);
        }
        throw new AssertionError("the outbox finds no rest");
    }

    /// One turn, which throws what it meets.
    long turn() {
        return outbox.turn(false);
    }

    /// Lets time pass and does what is due.
    void after(Duration time) {
        this.time.advance(time);
        settle();
    }

    /// What leaves once what was noted may go.
    List<Sent> sent() {
        settle();
        after(WINDOW);
        return sender.take();
    }

    /// The only delivery that leaves.
    Sent one() {
        List<Sent> sent = sent();
        if (sent.size() != 1) throw new AssertionError("there left " + sent.size() + " deliveries, not one");
        return sent.getFirst();
    }

    /// From now on the outbox's file has no page left, as on a full disk.
    void fill() {
        outboxDatabase.write(sql -> sql.get("PRAGMA max_page_count = 1", row -> row.number(1))); // as many as there are
    }

    void makeRoom() {
        outboxDatabase.write(sql -> sql.get("PRAGMA max_page_count = 1000000", row -> row.number(1)));
    }

    /// Takes one turn; returns whether the disk refused it.
    boolean refused() {
        try {
            outbox.turn(false);
            return false;
        } catch (StoreException e) {
            return e.reason() == StoreException.Reason.FULL;
        }
    }

    @Override
    public void close() {
        outboxDatabase.close();
        oauthDatabase.close();
        box.close();
        folder.close();
    }
}
