package dev.lintel.controller.sync;

import dev.lintel.controller.config.UpstreamConfig;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.Snapshots;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.reader.Bytes;
import dev.lintel.sync.wire.JoinAnswer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The wiring of following a hub, or by [FollowingService] a service: made with the box, opened once its
/// doors work, and begun anew when it joins one while it runs. Joining and leaving come one at a time
/// (`this` guards them).
public final class Following implements Membership, AutoCloseable {
    /// A certificate is renewed when less is left of its 397 days.
    private static final Duration RENEW_BEFORE = Duration.ofDays(132);

    private static final Logger LOG = System.getLogger(Following.class.getName());

    private final Upstream upstream;
    private final SideDatabase side;
    private final StageStore stage;
    private final Renewals renewals = new Renewals();
    private final FollowingService service;
    private final DataFolder folder;
    private final Time time;
    private final AtomicReference<@Nullable Line> line = new AtomicReference<>();
    private final AtomicReference<@Nullable Contact> contact = new AtomicReference<>();
    private @Nullable Parts parts;
    private @Nullable Uplines uplines;
    private @Nullable Planned planned;

    /// What there is of the box once doors work.
    ///
    /// @param clock the box's
    public record Parts(
            Database database,
            Health health,
            PolicyCatalog policy,
            DoorViews doors,
            ImageShelf shelf,
            Supplier<ClockReading> clock,
            Targets targets,
            About about) {}

    /// The box, as whom it follows sees it.
    ///
    /// @param version of this program
    /// @param units numbers of its channels' wiring
    /// @param upstream whom its configuration names; null: nobody
    public record About(
            String version, List<Long> units, @Nullable UpstreamConfig upstream) {
        public About {
            units = List.copyOf(units);
        }
    }

    /// What is followed writes here, and the log hears of it. Made by the wiring, which knows the doors.
    public interface Targets {
        /// As it was when this process began.
        SyncState state();

        /// What following tells the log, of each door of this box.
        ///
        /// @param clock hears what time it is there
        Reports reports(Whom whom, SyncState state, Contact contact, Reports.HubClock clock);

        /// What the library writes to.
        ///
        /// @param key signs this box's log; null: it is sent to nobody
        BoxTarget target(StageStore stage, Whom whom, @Nullable BoxKey key, Reports reports);

        /// Hears what time it is at a hub.
        Reports.HubClock hubClock();
    }

    /// What joining would do, and whom it would join.
    private record Planned(Plan plan, Upstream.Joined joined) {}

    /// What follows one hub.
    private record Line(HubLine upline, SyncDesk desk, HubImages images, DoorWatch doors) implements AutoCloseable {
        @Override
        public void close() {
            doors.close();
            upline.close();
            desk.end();
        }
    }

    public Following(DataFolder folder, Time time) {
        this.folder = folder;
        this.time = time;
        this.upstream = new Upstream(folder);
        this.side = SideDatabase.sync(folder);
        this.stage = new StageStore(side);
        this.service = new FollowingService(folder, stage, upstream::elsewhere, time);
    }

    /// Where people are changed, in a sentence; null: here.
    @Nullable
    public String elsewhere() {
        String hub = upstream.elsewhere();
        return hub != null ? hub : service.elsewhere();
    }

    /// Where the policy is changed, in a sentence; null: here, also where people come from a service.
    @Nullable
    public String policyElsewhere() {
        return upstream.elsewhere();
    }

    public FollowingService service() {
        return service;
    }

    /// By this clock the last contact of before the start is judged. Before anybody decides. Files that
    /// cannot be read make no silence shorter.
    public void judgedBy(Supplier<ClockReading> clock) {
        Upstream.Joined joined = upstream.joined();
        if (joined != null) contact.set(new Contact(stage, clock, time, joined.joinedAtMs()));
        else if (upstream.fault() != null) contact.set(new Contact(stage, clock, time, Contact.NEVER_MS));
        else service.judgedBy(clock);
    }

    /// For decisions: whether this box follows, and how long ago that was there. Any thread; waits for
    /// nothing.
    public dev.lintel.controller.access.Contact contact() {
        Contact hub = contact.get();
        Contact now = hub == null ? service.contact() : hub;
        return now == null
                ? dev.lintel.controller.access.Contact.STANDALONE
                : dev.lintel.controller.access.Contact.following(now.age());
    }

    /// Follows from now on, where a hub has taken this box in.
    public synchronized void open(Parts opened, Housekeeping housekeeping) {
        parts = opened;
        Health health = opened.health;
        health.add("sync", this::fault);
        health.add("sync.db", side::fault);
        Upstream.Joined joined = upstream.joined();
        if (joined != null) begin(joined);
        service.open(opened);
        housekeeping.every("contact", CONTACT_EVERY, CONTACT_EVERY, this::keepContact);
        housekeeping.every("pictures of the hub", IMAGES_EVERY, IMAGES_EVERY, this::fetchImages);
        housekeeping.every("box certificate", RENEW_AFTER, RENEW_EVERY, () -> renewals.apart(() -> renew(false)));
    }

    private static final String STARTING = "the box is still starting: try again in a moment";
    private static final Duration CONTACT_EVERY = Duration.ofMinutes(1);
    private static final Duration IMAGES_EVERY = Duration.ofSeconds(5);
    private static final Duration RENEW_AFTER = Duration.ofMinutes(10);
    private static final Duration RENEW_EVERY = Duration.ofHours(12);

    private @Nullable String fault() {
        String broken = upstream.fault();
        if (broken != null) return broken;
        Line now = line.get();
        if (now != null) return now.desk.fault();
        return upstream.joined() == null ? service.fault() : null;
    }

    /// Lines to hubs are made by `lines` from now on. Whoever is followed already is followed anew.
    public synchronized void through(Uplines lines) {
        uplines = lines;
        Upstream.Joined joined = upstream.joined();
        if (joined == null || parts == null) return;
        Line before = line.getAndSet(null);
        if (before != null) before.close();
        begin(joined);
    }

    private void begin(Upstream.Joined joined) {
        Parts opened = opened();
        var configured = opened.about.upstream instanceof UpstreamConfig.Hub(URI url) ? url : null;
        Upstream.Joined at = configured == null ? joined : joined.at(configured);
        Whom whom = Whom.hub(at);
        Targets targets = opened.targets;
        SyncState state = targets.state();
        Contact before = contact.get();
        var since = before != null ? before : new Contact(stage, opened.clock, time, joined.joinedAtMs());
        contact.set(since);
        Reports reports = targets.reports(whom, state, since, targets.hubClock());
        HubLine upline = lines().open(at, targets.target(stage, whom, at.key(), reports));
        var desk = new SyncDesk(new SyncDesk.Parts(whom, upline, state, since, reports, stage));
        line.set(new Line(
                upline,
                desk,
                new HubImages(opened.database, opened.shelf, upline, time),
                new DoorWatch(opened.doors, upline)));
        upline.start();
    }

    /// Lines to hubs are made by these.
    public Uplines lines() {
        Uplines now = uplines;
        if (now == null) throw UplineException.forNow(STARTING);
        return now;
    }

    private Parts opened() {
        Parts now = parts;
        if (now == null) throw UplineException.forNow(STARTING);
        return now;
    }

    /// What a snapshot is put together in, for a test in the same process.
    public SideDatabase staging() {
        return side;
    }

    @Override
    public @Nullable SyncDesk desk() {
        Line now = line.get();
        return now == null ? service.desk() : now.desk;
    }

    @Override
    public @Nullable String waiting() {
        if (desk() != null) return null;
        String broken = upstream.fault();
        return broken == null && upstream.joined() == null ? service.fault() : broken;
    }

    @Override
    public synchronized Plan plan(URI hub, String code) {
        Parts opened = opened();
        refuseTwo();
        drop(null);
        BoxKey key = BoxKey.create();
        byte[] csr = key.csr();
        JoinAnswer answer = lines().join(new Uplines.Joining(
                hub, code, Bytes.copyOf(csr), BoxKey.pem(csr), opened.about.version, opened.about.units));
        Upstream.Joined joined = Upstream.Joined.of(hub, key, answer, time.nowMs());
        var replaced = opened.database.read(FollowStore::replaced);
        var plan = new Plan(
                hub,
                joined.hubName(),
                BoxKey.fingerprint(joined.authority()),
                joined.boxName(),
                replaced.people(),
                replaced.roles());
        planned = new Planned(plan, joined);
        return plan;
    }

    private void refuseTwo() {
        Upstream.Joined before = upstream.joined();
        if (before != null) {
            throw new UplineException("this box follows the hub " + before.hubName() + " (" + before.url()
                    + ") already: 'lintel leave' first");
        }
        String other = service.elsewhere();
        if (other != null) throw new UplineException(other);
        if (opened().about.upstream instanceof UpstreamConfig.Api api) {
            throw new UplineException("controller.yaml names the service " + api.url()
                    + " to be followed ('upstream'): take that out, and restart lintel");
        }
        String boxes = opened().database.read(BoxStore::followers);
        if (boxes.isEmpty()) return;
        throw new UplineException("this lintel is a hub that boxes follow (" + boxes
                + "), and a hub follows nobody: 'lintel hub revoke' them first");
    }

    @Override
    public synchronized @Nullable Plan planned() {
        Planned now = planned;
        return now == null ? null : now.plan;
    }

    @Override
    public synchronized Path confirm(Seen seen, String by) {
        Planned now = planned;
        if (now == null || !now.plan.seen().equals(seen)) throw new UplineException(OTHER);
        Upstream.Joined joined = now.joined;
        refuseTwo();
        var database = opened().database;
        try {
            Path copy = new Snapshots(folder, time).takeBeside("before-join");
            stage.end();
            database.write(sql -> {
                FollowStore.beginAnew(sql, joined.membership());
                return true;
            });
            upstream.join(joined);
            contact.set(new Contact(stage, opened().clock, time, joined.joinedAtMs()));
            planned = null;
            database.events().append(joined.told("joined", by, time));
            begin(joined);
            return copy;
        } catch (StoreException | DataFolderException e) {
            throw new UplineException("it was not brought to its end, so join once more: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void drop(@Nullable Seen seen) {
        Planned now = planned;
        if (now != null && seen != null && !now.plan.seen().equals(seen)) return;
        planned = null;
        Parts opened = parts;
        if (now == null || opened == null) return;
        Upstream.Joined joined = now.joined;
        Targets targets = opened.targets;
        Whom whom = Whom.hub(joined);
        var untouched = new Contact(stage, opened.clock, time, time.nowMs());
        Reports reports = targets.reports(whom, new SyncState(null), untouched, (_, _) -> {});
        try (HubLine line = lines().open(joined, targets.target(stage, whom, joined.key(), reports))) {
            line.leave(); // never started
        } catch (UplineException e) {
            LOG.log(Level.WARNING, "the hub keeps a box that did not join: revoke it there (" + e.getMessage() + ")");
        }
    }

    @Override
    public synchronized @Nullable String leave(String by) {
        Upstream.Joined joined = upstream.joined();
        if (joined == null && !service.isLeft()) return service.leave(by);
        var standing = opened().database.read(FollowStore::get); // a kill may have kept it there
        boolean alone = joined == null && upstream.fault() == null && standing == null;
        if (alone) throw new UplineException("this box follows no hub");
        Line now = line.getAndSet(null);
        String fault = upstream.fault();
        String untold = now == null && (joined != null || fault != null) ? unreached(fault) : null;
        if (now != null) {
            try {
                now.desk.leave();
            } catch (UplineException e) {
                untold = e.getMessage();
            }
            now.close();
        }
        try {
            upstream.leave();
            contact.set(null); // not before: what was not left goes on ending
            stage.end();
            var database = opened().database;
            database.write(sql -> {
                FollowStore.end(sql);
                database.events().append(Upstream.left(joined, by, time));
                return true;
            });
        } catch (StoreException | DataFolderException e) {
            throw new UplineException("the box has not left altogether: " + e.getMessage(), e);
        }
        return untold;
    }

    /// Why nobody there can be told.
    static String unreached(@Nullable String fault) {
        return fault == null ? "it is not followed at this moment" : fault;
    }

    public void keepContact() {
        SyncDesk desk = desk();
        if (desk != null) desk.contact().keep();
        else service.retry();
        Line now = line.get(); // by this box's clock it may be years from its end
        if (now != null && now.upline.saidCertificateEnded()) renewals.apart(() -> renew(true));
    }

    /// Beside housekeeping: a hub that answers slowly must not hold it up.
    public void fetchImages() {
        Line now = line.get();
        if (now == null) return;
        if (now.upline.saidNewKey()) renewals.apart(() -> makeKey(now));
        Thread.ofVirtual().name("hub-images").start(now.images::step);
    }

    /// Has the hub sign a new certificate where the present one ends soon.
    ///
    /// @param ended by the hub's clock, whatever this box's says
    public synchronized void renew(boolean ended) {
        Line now = line.get();
        Upstream.Joined joined = upstream.joined();
        if (now == null || joined == null) return;
        var end = joined.chain().getFirst().getNotAfter().toInstant();
        if (!ended && time.now().plus(RENEW_BEFORE).isBefore(end)) return;
        begin(now, renewals.renewed(upstream, joined, now.upline));
    }

    private synchronized void makeKey(Line now) {
        if (now.equals(line.get())) begin(now, renewals.rekeyed(upstream, now.upline));
    }

    private void begin(Line before, Upstream.@Nullable Joined renewed) {
        if (renewed == null) return;
        line.set(null);
        before.close();
        begin(renewed);
    }

    @Override
    public void close() {
        SyncDesk desk = desk();
        Line now = line.getAndSet(null);
        try {
            if (desk != null) desk.contact().keepNow();
            if (now != null) now.close();
            service.close();
        } finally {
            side.close();
        }
    }
}
