package dev.lintel.controller.sync;

import dev.lintel.controller.config.UpstreamConfig;
import dev.lintel.controller.config.UpstreamConfig.Api;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.Snapshots;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.sync.ServiceFiles.Allowed;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.cloud.CloudFollower;
import dev.lintel.sync.cloud.CloudPermission;
import dev.lintel.sync.cloud.CloudPermission.Asking;
import dev.lintel.sync.cloud.Limits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The wiring of following a service that offers only the public API: whom `controller.yaml` names, once an
/// operator has brought its permission. Permissions come and go one at a time (`this` guards them).
public final class FollowingService implements ServiceDesk, AutoCloseable {
    private static final String STARTING = "the box is still starting: try again in a moment";
    private static final Logger LOG = System.getLogger(FollowingService.class.getName());

    private final ServiceFiles files;
    private final StageStore stage;
    private final DataFolder folder;
    private final Time time;
    private final ServicePace pace;
    private final Tokens secrets = new Tokens();
    private final Supplier<@Nullable String> hub;
    private final AtomicReference<@Nullable Line> line = new AtomicReference<>();
    private final AtomicReference<@Nullable Contact> contact = new AtomicReference<>();
    private volatile Following.@Nullable Parts box;
    private final AtomicBoolean retrying = new AtomicBoolean();
    private volatile @Nullable String broken;
    private volatile boolean closed;
    private Limits limits = Limits.USUAL;
    private @Nullable Asking asking;
    private @Nullable Planned planned;

    /// What would be followed, and what it shows of itself.
    private record Planned(Plan plan, Api api, CloudPermission.Seen seen) {}

    private record Line(CloudLine cloud, SyncDesk desk) {}

    /// `hub`: the hub that this box follows, in a sentence; null: none.
    FollowingService(DataFolder folder, StageStore stage, Supplier<@Nullable String> hub, Time time) {
        this.folder = folder;
        this.stage = stage;
        this.hub = hub;
        this.time = time;
        this.pace = new ServicePace(time);
        this.files = new ServiceFiles(folder);
    }

    /// Where people are changed, in a sentence; null: here, or at a hub. Where the files of a service cannot
    /// be read there still is one.
    @Nullable
    String elsewhere() {
        Allowed allowed = files.allowed();
        return allowed == null ? files.fault() : allowed.whom().elsewhere();
    }

    /// By this clock the last contact of before the start is judged, also where the files cannot be read.
    /// Before anybody decides.
    void judgedBy(Supplier<ClockReading> clock) {
        Allowed allowed = files.allowed();
        if (allowed == null && files.fault() == null) return;
        contact.set(new Contact(stage, clock, time, allowed == null ? Contact.NEVER_MS : allowed.sinceMs()));
    }

    /// When the service was last there; null: this box follows none.
    @Nullable
    Contact contact() {
        return contact.get();
    }

    /// Null while this box follows no service.
    @Nullable
    SyncDesk desk() {
        Line now = line.get();
        return now == null ? null : now.desk;
    }

    /// Follows from now on, where a service has allowed it.
    synchronized void open(Following.Parts opened) {
        box = opened;
        if (files.allowed() != null && hub.get() == null) follow();
    }

    /// Follows with these limits from now on, for tests that are in a hurry.
    public synchronized void within(Limits others) {
        limits = others;
        if (files.allowed() == null || box == null) return;
        end();
        follow();
    }

    /// Roles, groups, channels or credential types are others now.
    public void policyChanged() {
        Line now = line.get();
        if (now != null) now.cloud.policyChanged();
    }

    /// For /health; null while all is well.
    @Nullable
    String fault() {
        String unreadable = files.fault();
        if (unreadable != null) return unreadable;
        Api api = api();
        if (files.allowed() == null) {
            if (api == null) return null;
            String joined = hub.get();
            if (joined != null) return "controller.yaml names the service " + api.url() + ", but " + joined;
            return "the service " + api.url() + " has not allowed this box yet: 'lintel sync authorise'";
        }
        String why = broken;
        if (why != null) return why;
        SyncDesk desk = desk();
        return desk == null ? null : desk.fault();
    }

    /// Tries again what could not be begun: a file of certificates that is there now. Waits for nothing:
    /// whoever plans or leaves may be at the network for a while.
    void retry() {
        if (broken == null || !retrying.compareAndSet(false, true)) return;
        Thread.ofVirtual().name("service-retry").start(() -> {
            try {
                followAgain();
            } finally {
                retrying.set(false);
            }
        });
    }

    private synchronized void followAgain() {
        if (broken != null && files.allowed() != null && box != null) follow();
        if (closed) end();
    }

    private @Nullable Api api() {
        Following.Parts opened = box;
        UpstreamConfig configured = opened == null ? null : opened.about().upstream();
        return configured instanceof Api api ? api : null;
    }

    private void follow() {
        Following.Parts opened = opened();
        Allowed allowed = files.allowed();
        if (allowed == null) return;
        Contact before = contact.get();
        var since = before != null ? before : new Contact(stage, opened.clock(), time, allowed.sinceMs());
        contact.set(since);
        Api api = api();
        String mismatch = ServiceSettings.mismatch(api, allowed);
        if (api == null || mismatch != null) {
            broken = mismatch;
            return;
        }
        try {
            line.set(line(opened, api, allowed, since));
            broken = null;
        } catch (TargetException | IllegalArgumentException e) {
            broken = "the service " + allowed.name() + " is not followed: " + e.getMessage();
            LOG.log(Level.ERROR, String.valueOf(broken));
        }
    }

    private Line line(Following.Parts opened, Api api, Allowed allowed, Contact since) {
        Following.Targets targets = opened.targets();
        SyncState state = targets.state();
        // The box's own clock is only compared with the service's, which anybody may run.
        Reports reports = targets.reports(allowed.whom(), state, since, (_, _) -> {});
        var settings = ServiceSettings.of(
                api, files::clientSecret, () -> Objects.requireNonNullElse(files.webhookSecret(), ""));
        var parts = new CloudFollower.Parts(
                targets.target(stage, allowed.whom(), null, reports),
                files.grant(),
                new ServiceKnown(opened.policy()),
                pace,
                new ServiceWords());
        var follower = new CloudFollower(settings, parts, limits);
        var cloud = new CloudLine(follower, settings, files.grant(), pace, opened.database());
        var desk = new SyncDesk(new SyncDesk.Parts(allowed.whom(), cloud, state, since, reports, stage));
        cloud.start();
        return new Line(cloud, desk);
    }

    private void end() {
        Line now = line.getAndSet(null);
        if (now != null) now.cloud.close();
    }

    private Following.Parts opened() {
        Following.Parts now = box;
        if (now == null) throw new UplineException(STARTING);
        return now;
    }

    private Api configured() {
        opened();
        Api api = api();
        if (api != null) return api;
        throw new UplineException("controller.yaml names no service: upstream: {kind: api, url: …, client_id: …}");
    }

    private void refuseAnother(Api api) {
        String joined = hub.get();
        if (joined != null) throw new UplineException(joined);
        Allowed allowed = files.allowed();
        if (allowed == null) return;
        String mismatch = ServiceSettings.mismatch(api, allowed);
        if (mismatch != null) throw new UplineException(mismatch);
    }

    @Override
    public synchronized Begun begin() {
        Api api = configured();
        refuseAnother(api);
        var begun = new Asking(api.redirect(), api.scope(), secrets.make(), secrets.make());
        asking = begun;
        var settings = inWords(() -> ServiceSettings.of(api, () -> "", () -> ""));
        boolean isKnown = api.secretFile() != null || files.clientSecret() != null;
        return new Begun(api.url(), api.clientId(), CloudPermission.address(settings, begun), api.redirect(), !isKnown);
    }

    @Override
    public synchronized Plan plan(Given given) {
        Api api = configured();
        refuseAnother(api);
        drop();
        String secret = given.clientSecret() == null ? files.clientSecret() : given.clientSecret();
        if (secret == null && api.secretFile() == null) throw new UplineException("the client secret is missing");
        CloudPermission.Seen seen = inWords(() -> {
            var settings = ServiceSettings.of(api, () -> secret, () -> "");
            String token = given.refreshToken();
            if (token == null) token = redeemed(settings, given.address());
            var pending = files.begin(token, api.secretFile() == null ? secret : null);
            return CloudPermission.look(settings, pending.grant(), pace);
        });
        String other = ServiceSettings.otherAccount(api, files.allowed(), seen);
        if (other != null) {
            drop();
            throw new UplineException(other + ". Take that permission back at the service");
        }
        var replaced = opened().database().read(FollowStore::replaced);
        String name = ServiceSettings.name(api, seen);
        var plan = new Plan(api.url(), name, seen.people(), replaced.people(), files.allowed() != null);
        planned = new Planned(plan, api, seen);
        return plan;
    }

    private String redeemed(CloudFollower.Settings settings, @Nullable String address) {
        Asking now = asking;
        if (address == null) throw new UplineException("neither a refresh token nor an address was given");
        if (now == null) throw new UplineException("nothing was begun, or lintel was restarted since: begin again");
        String code = ServiceSettings.code(address, now.state());
        asking = null; // a code is good once
        return CloudPermission.redeem(settings, now, code, pace);
    }

    @Override
    public synchronized @Nullable Path confirm(String by) {
        Planned now = planned;
        if (now == null) throw new UplineException("nothing was planned, or lintel was restarted since: begin again");
        refuseAnother(now.api);
        Following.Parts opened = opened();
        Allowed before = files.allowed();
        var allowed = ServiceSettings.allowed(now.api, now.seen, before, time.nowMs(), by);
        boolean isFirst = before == null;
        try {
            Path copy = isFirst ? new Snapshots(folder, time).takeBeside("before-join") : null;
            end();
            if (isFirst) {
                String membership = ServiceSettings.membership(now.api);
                stage.end();
                opened.database().write(sql -> {
                    FollowStore.beginAnew(sql, membership);
                    return true;
                });
            }
            files.confirm(allowed);
            if (isFirst) contact.set(new Contact(stage, opened.clock(), time, allowed.sinceMs()));
            planned = null;
            opened.database()
                    .events()
                    .append(ServiceSettings.told(allowed, isFirst ? "joined" : "allowed again", by, time));
            follow();
            return copy;
        } catch (StoreException | DataFolderException e) {
            if (files.allowed() != null) follow();
            throw new UplineException("it was not brought to its end, so authorise once more: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void drop() {
        planned = null;
        try {
            files.drop();
        } catch (DataFolderException e) {
            throw new UplineException(String.valueOf(e.getMessage()), e);
        }
    }

    /// Ends it, and keeps what stands. Returns why the service could not be told; null when it was. Only
    /// where a service has allowed this box, or its files cannot be read.
    synchronized @Nullable String leave(String by) {
        if (isLeft()) throw new UplineException("this box follows nobody");
        Allowed allowed = files.allowed();
        Line now = line.getAndSet(null);
        String untold = now == null ? Following.unreached(files.fault()) : null;
        if (now != null) {
            try {
                now.desk.leave();
            } catch (UplineException e) {
                untold = e.getMessage();
            }
            now.cloud.close();
        }
        broken = null;
        try {
            files.leave();
            contact.set(null); // not before: what was not left goes on ending
            stage.end();
            var database = opened().database();
            database.write(sql -> {
                FollowStore.end(sql);
                database.events().append(ServiceSettings.left(allowed, by, time));
                return true;
            });
        } catch (StoreException | DataFolderException e) {
            throw new UplineException("the box has not left altogether: " + e.getMessage(), e);
        }
        return untold;
    }

    /// Whether there is nothing to leave. Contact goes on ending until its files are gone for good.
    boolean isLeft() {
        return files.allowed() == null && files.fault() == null && contact.get() == null;
    }

    @Override
    public synchronized void webhookSecret(@Nullable String secret) {
        if (files.allowed() == null) throw new UplineException("this box follows no service: 'lintel sync authorise'");
        inWords(() -> {
            files.webhookSecret(secret);
            return true;
        });
    }

    @Override
    public boolean takesWebhooks() {
        return line.get() != null;
    }

    @Override
    public int webhook(Hook hook) {
        Line now = line.get();
        return now == null ? 404 : now.cloud.webhook(hook);
    }

    private static <T> T inWords(Supplier<T> work) {
        try {
            return work.get();
        } catch (UpstreamException | TargetException | DataFolderException | IllegalArgumentException e) {
            throw new UplineException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        closed = true;
        end();
    }
}
