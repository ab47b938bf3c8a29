package dev.lintel.controller.hub;

import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.EraStore;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.controller.tls.BoxTrust;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.Wire;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// The hub's half of syncing: routes, one thread, and what both share. Made, started and closed by the wiring.
/// It is asleep until the first join code is made: no thread, no row, and clients are asked for no certificate.
public final class Hub implements AutoCloseable {
    /// Silence and what is to be kept are looked at so often.
    private static final long LOOK_MS = 1_000;
    /// News of many commits within this time goes out once.
    private static final long GAP_MS = 20;
    /// Reservations that ended are told for so long, so that a door can say that one has.
    private static final long ENDED_MS = TimeUnit.DAYS.toMillis(1);
    /// A box that has joined and has not come for so long was never confirmed.
    private static final long PLANNED_MS = TimeUnit.DAYS.toMillis(1);
    private static final long ENDED_EVERY_NS = TimeUnit.HOURS.toNanos(1);
    private static final int ERA_BYTES = 9;
    /// Why nobody joins; where people and policy come from belongs behind it.
    static final String NOT_HANDED_ON = "boxes follow the hub itself, and not one that follows: ";
    private static final String ENDED = "boxes wait: the hub's thread has ended; restart lintel";
    private static final long CLOSE_MS_MAX = 2_000;
    private static final Logger LOG = System.getLogger(Hub.class.getName());

    private final Parts parts;
    private final Codes codes;
    private final HubLog log;
    private final Restored restored;
    private final ClonedBoxes cloned = new ClonedBoxes(this);
    private final Contacts contacts;
    private final Publication publication;
    private final Links links;
    private final BoxDoor door;
    private final UploadedEvents events;
    private final Overlong overlong = new Overlong();
    private final Urgents urgents;
    private final ThreatOrders threats;
    private final HubDesk desk;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Semaphore woken = new Semaphore(0);
    private volatile String id = "";
    private volatile String era = "";
    private volatile boolean active;
    /// That the web server asks clients for certificates; `showing` guards the asking, not `this`: it takes a while.
    private volatile boolean shown;
    private final Object showing = new Object();
    private volatile boolean closing;
    private volatile Runnable onBecome = () -> {};
    private volatile @Nullable Thread thread;
    private volatile @Nullable String fault;
    private volatile long endedNs;

    /// What a hub is made of.
    ///
    /// @param version of this program
    /// @param name what people call this Lintel
    /// @param id names the hub, the same for ever: letters and digits; asked once it is a hub
    /// @param certificates signs those of boxes
    /// @param guard how many people may be taken away at once
    /// @param around what it asks of the rest of this Lintel
    public record Parts(
            Database database,
            Time time,
            String version,
            String name,
            Supplier<String> id,
            BoxCertificates certificates,
            ImageShelf images,
            MassGuard guard,
            Around around) {}

    /// What a hub asks of the rest of its Lintel. Any thread.
    ///
    /// @param clockTrusted whether `time` is to be believed
    /// @param elsewhere the hub that this Lintel itself follows, in a sentence; null: none
    /// @param heapBytes what the process may use
    public record Around(BooleanSupplier clockTrusted, Supplier<@Nullable String> elsewhere, long heapBytes) {
        /// Of a Lintel that is alone and whose clock is right.
        public static final Around ALONE = new Around(() -> true, () -> null);

        /// In this process.
        public Around(BooleanSupplier clockTrusted, Supplier<@Nullable String> elsewhere) {
            this(clockTrusted, elsewhere, Runtime.getRuntime().maxMemory());
        }
    }

    public Hub(Parts parts) {
        this.parts = parts;
        this.codes = new Codes(parts.time);
        this.restored = new Restored(this, parts.guard);
        this.log = new HubLog(parts.database, parts.time);
        this.contacts = new Contacts(parts.database, parts.time);
        this.publication = new Publication(parts.database, parts.guard, parts.time);
        this.links = new Links(this);
        this.door = new BoxDoor(contacts, () -> active, new FirstContacts(this), cloned, parts);
        this.events = new UploadedEvents(parts.database, parts.time);
        this.urgents = new Urgents(parts.database, links, overlong, parts.time);
        this.threats = new ThreatOrders(parts.database, links, parts.time);
        this.desk = new HubDesk(this);
    }

    /// Mounts every route of `/sync/1/`. `endpoints` also answers what boxes forward.
    public void mount(Endpoints endpoints) {
        new JoinResource(this).mount(endpoints);
        new ChangesResource(this).mount(endpoints);
        new LogResource(this, events).mount(endpoints);
        new ForwardResource(this, endpoints).mount();
        new ImageResource(this, parts.images).mount(endpoints);
        links.mount(endpoints);
        var uncertain = List.of(new Reply.Header(Wire.CLOCK, Wire.UNCERTAIN)); // a box may go by the Date of answers
        endpoints.headers(Wire.ROOT, () -> isClockTrusted() ? List.of() : uncertain);
    }

    /// Begins, where this has been a hub before. Throws `StoreException` when the disk takes nothing; may be repeated.
    public void start() {
        boolean was = parts.database.read(sql -> EraStore.any(sql) || BoxStore.any(sql));
        if (was) become();
    }

    /// Is run when this becomes a hub: the web server has to ask clients for certificates from then on.
    public void onBecome(Runnable hook) {
        onBecome = hook;
    }

    /// Whether boxes follow this one, or may.
    public boolean isHub() {
        return active;
    }

    /// Which certificates of clients are good; null while this is no hub.
    public @Nullable X509ExtendedTrustManager clients() {
        return active ? new BoxTrust(parts.certificates.authority()) : null;
    }

    /// What operators see and do.
    public HubDesk desk() {
        return desk;
    }

    /// Who is there, and what they can be asked.
    public Links links() {
        return links;
    }

    /// For /health: what is wrong with boxes, without what [Restored#fault] says; null: nothing. From memory.
    public @Nullable String fault() {
        return joined(stopped(), overlong.fault(), cloned.fault(), links.room().fault(), contacts.skewed());
    }

    /// Why boxes get nothing, or not all; null while they do. From memory.
    @Nullable
    String held() {
        return joined(stopped(), restored.fault(), overlong.fault());
    }

    private static @Nullable String joined(@Nullable String... faults) {
        var all = new StringJoiner("; and ");
        for (String one : faults) if (one != null) all.add(one);
        return all.length() == 0 ? null : all.toString();
    }

    /// Why boxes get nothing; null while they do.
    private @Nullable String stopped() {
        String held = publication.fault();
        if (held != null) return held;
        Thread running = thread;
        return running != null && !running.isAlive() && !closing ? ENDED : fault;
    }

    /// From now on it is a hub. Where it could not be one to the web server, the next call asks that again:
    /// until then whoever joins would be refused for want of a certificate.
    void become() {
        if (active && shown) return;
        begin();
        synchronized (showing) {
            if (shown) return;
            onBecome.run();
            shown = true;
        }
    }

    private synchronized void begin() {
        if (active) return;
        id = parts.id.get();
        byte[] name = new byte[ERA_BYTES];
        new SecureRandom().nextBytes(name);
        era = HexFormat.of().formatHex(name);
        contacts.begin(parts.database.write(sql -> {
            EraStore.begin(sql, era);
            return BoxStore.joined(sql);
        }));
        publication.begin();
        cloned.begin();
        restored.begin();
        endOld();
        active = true;
        parts.database.onCommit(this::wake);
        thread = Thread.ofPlatform().name("hub").daemon(true).start(this::run);
    }

    private void run() {
        try {
            tried(this::takeUnknown);
            while (!closing) {
                tried(this::look);
                if (woken.tryAcquire(LOOK_MS, TimeUnit.MILLISECONDS)) woken.drainPermits();
                if (ending.await(GAP_MS, TimeUnit.MILLISECONDS)) return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it closes
        }
    }

    private void takeUnknown() {
        int taken = events.takeUnknown();
        if (taken > 0)
            LOG.log(Level.INFO, taken + " events of boxes that an older version did not know are in the log");
    }

    private void tried(Runnable work) {
        try {
            work.run();
            fault = null;
        } catch (RuntimeException
                | Error e) { // the disk's refusal, no memory, or a fault of ours: the next look does it
            String before = fault;
            fault = e instanceof Error ? "boxes wait: " + e : "boxes wait: " + e.getMessage();
            if (before == null && !closing) LOG.log(Level.ERROR, "the hub's look around failed", e);
        }
    }

    /// What is to be done now and then, and after each commit. One thread at a time.
    synchronized void look() {
        var held = publication.look();
        threats.look(); // first: it may be urgent
        links.news(latest(), parts.time.nowMs());
        if (held != null) urgents.tell();
        links.closeSilent();
        contacts.look();
        restored.look();
        publication.keep();
        if (parts.time.nowNs() - endedNs >= ENDED_EVERY_NS) endOld();
    }

    /// By a clock that is years ahead the reservations of everybody would be over, at every box.
    private void endOld() {
        if (!isClockTrusted()) return;
        endedNs = parts.time.nowNs();
        long before = Math.max(0, parts.time.nowMs() - ENDED_MS);
        parts.database.write(sql -> {
            BoxStore.forgetPlanned(sql, parts.time.nowMs() - PLANNED_MS);
            return RevisionQueries.endBefore(sql, before);
        });
    }

    /// Has the hub's thread look around; from any thread, at once.
    void wake() {
        if (woken.availablePermits() == 0) woken.release();
    }

    ThreatOrders threats() {
        return threats;
    }

    Restored restored() {
        return restored;
    }

    /// A box follows no more.
    void ended(long boxId, String why) {
        restored.reports().ended(boxId);
        cloned.ended(boxId);
        links.dismiss(boxId, why);
        contacts.ended(boxId);
    }

    /// What boxes can have now.
    Cursor latest() {
        return new Cursor(era, parts.database.read(publication::limit));
    }

    ClonedBoxes cloned() {
        return cloned;
    }

    HubLog log() {
        return log;
    }

    Database database() {
        return parts.database;
    }

    long heapBytes() {
        return parts.around.heapBytes;
    }

    boolean isClockTrusted() {
        return parts.around.clockTrusted.getAsBoolean();
    }

    /// The hub that this Lintel itself follows, in a sentence; null: none.
    @Nullable
    String elsewhere() {
        return parts.around.elsewhere.get();
    }

    /// Nobody joins a Lintel that follows one itself, also not by a code of before. Throws [RefusedException].
    void requireAlone() {
        String elsewhere = elsewhere();
        if (elsewhere != null)
            throw new RefusedException(new Reply.Forbidden("hub_follows", NOT_HANDED_ON + elsewhere));
    }

    Time time() {
        return parts.time;
    }

    BoxCertificates certificates() {
        return parts.certificates;
    }

    String version() {
        return parts.version;
    }

    String name() {
        return parts.name;
    }

    String id() {
        return id;
    }

    String era() {
        return era;
    }

    Codes codes() {
        return codes;
    }

    Contacts contacts() {
        return contacts;
    }

    Overlong overlong() {
        return overlong;
    }

    Publication publication() {
        return publication;
    }

    BoxDoor door() {
        return door;
    }

    /// After the web server: nobody asks any more.
    @Override
    public void close() {
        closing = true;
        ending.countDown();
        links.close();
        Thread running = thread;
        if (running == null) return;
        running.interrupt();
        try {
            running.join(CLOSE_MS_MAX);
            contacts.keepNow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
