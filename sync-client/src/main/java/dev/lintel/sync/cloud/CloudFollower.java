package dev.lintel.sync.cloud;

import dev.lintel.sync.Progress;
import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.cloud.CloudException.Kind;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.WireException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Follows a service that offers only the public API. One thread, `sync-cloud`; made, started and closed by the
/// wiring. Everything else may be called from any thread and waits for nothing.
public final class CloudFollower implements AutoCloseable {
    /// Signatures of webhooks that are remembered, so that a copy does nothing: what comes within their age.
    private static final int SIGNATURES_MAX = 1_000;
    /// What a service's own stop has left, and a refresh takes at most when it is slow.
    private static final Duration LAST_REQUEST = Duration.ofSeconds(5);

    private static final String HELD = "What the service has now would take away too many people at once:"
            + " it is held back until an operator lets it through";

    private final Settings settings;
    private final SyncTarget target;
    private final CloudPace pace;
    private final Waker waker;
    private final Wishes wishes;
    private final Notices notices;
    private final Http http;
    private final ServiceClock clock;
    private final Service service;
    private final Poller poller;
    private final Set<String> signatures = new LinkedHashSet<>();
    private @Nullable Thread thread;
    private volatile Phase phase = Phase.IDLE;
    private volatile boolean online;
    private volatile @Nullable String problem;
    private volatile @Nullable String held;
    private volatile boolean stopped;
    private List<String> listedNotices = List.of(); // of the last full listing
    private boolean failed; // told of, and nothing has worked since
    private volatile long people;
    private volatile int unreadable;
    private List<Progress.Shared.Value> shared = List.of(); // the follower's thread

    /// Where and as whom.
    ///
    /// @param base address of the service, https; plain http on loopback only. Paths are below it
    /// @param secret of the application at the service; asked for at each renewal, never kept
    /// @param webhookSecret signs webhooks; null or empty: none are taken
    /// @param account whose webhooks count; empty: any
    /// @param authorities believed besides the JDK's own
    public record Settings(
            URI base,
            String clientId,
            Supplier<String> secret,
            Supplier<@Nullable String> webhookSecret,
            String account,
            List<X509Certificate> authorities) {
        /// Throws [IllegalArgumentException] for an address that cannot be followed.
        public Settings {
            authorities = List.copyOf(authorities);
            check(base);
            base = URI.create(base.toString().replaceFirst("/+$", ""));
        }

        /// Names this upstream to the target.
        public String hub() {
            return "api:" + base;
        }

        private static void check(URI base) {
            boolean isPlain = "http".equalsIgnoreCase(base.getScheme()) && isLoopback(base.getHost());
            if (base.getHost() == null || !("https".equalsIgnoreCase(base.getScheme()) || isPlain)) {
                throw new IllegalArgumentException("the service's address must begin with https://");
            }
            if (base.getRawQuery() != null || base.getRawFragment() != null || base.getRawUserInfo() != null) {
                throw new IllegalArgumentException("the service's address must have neither user, query nor fragment");
            }
        }

        private static boolean isLoopback(@Nullable String host) {
            if (host == null || !host.matches("localhost|127\\.[0-9.]+|\\[::1]")) return false;
            try {
                return InetAddress.getByName(host).isLoopbackAddress();
            } catch (UnknownHostException e) {
                return false;
            }
        }
    }

    /// What the controller gives.
    public record Parts(SyncTarget target, Grant grant, Known known, CloudPace pace, Words words) {}

    /// What it is doing.
    public enum Phase {
        IDLE,
        /// Reads everything.
        LISTING
    }

    /// How it goes.
    ///
    /// @param online the last request was answered
    /// @param lastContactNs when all that the service told of people was here, on the pace's clock; null: never yet
    /// @param cursor up to where the service's changes are here
    /// @param problem why it does not go on just now, in words
    /// @param isStopped it waits for an operator, and asks the service for nothing
    /// @param held names what the guard holds back, for [#approve(String)]
    /// @param people that the service has, as last listed
    /// @param unreadable credentials left out because their value is no number, as last listed
    /// @param notices what cannot be taken over, in words
    /// @param skewMs this box's clock less the service's
    public record Status(
            boolean online,
            @Nullable Long lastContactNs,
            @Nullable Cursor cursor,
            @Nullable String problem,
            boolean isStopped,
            @Nullable String held,
            Phase phase,
            long people,
            int unreadable,
            List<String> notices,
            long skewMs) {
        public Status {
            notices = List.copyOf(notices);
        }
    }

    public CloudFollower(Settings settings, Parts parts) {
        this(settings, parts, Limits.USUAL, null);
    }

    /// With other limits, for tests that are in a hurry.
    public CloudFollower(Settings settings, Parts parts, Limits limits) {
        this(settings, parts, limits, null);
    }

    /// @param waits null: waits for good
    CloudFollower(Settings settings, Parts parts, Limits limits, @Nullable Waits waits) {
        this.settings = settings;
        this.target = parts.target;
        this.pace = parts.pace;
        this.waker = new Waker(pace);
        this.wishes = new Wishes(waker);
        this.notices = new Notices(parts.words);
        this.clock = new ServiceClock(pace);
        this.http = new Http(Trust.context(settings.authorities), limits, pace);
        Waits patience = waits == null ? waker : waits;
        var budget = new Budget(limits.perMinute(), pace, patience);
        var tokens = new Tokens(
                URI.create(settings.base + "/oauth/token"),
                settings.clientId,
                settings.secret,
                parts.grant,
                new Tokens.Parts(http, pace, budget));
        this.service = new Service(
                settings.base,
                http,
                tokens,
                budget,
                new Service.Heard(pace, patience, this::heard, () -> target.progress(new Progress.TimingOut())));
        this.poller = new Poller(
                target,
                settings.hub(),
                new Poller.Parts(service, clock, pace, limits, parts.known, waker::isClosed, budget),
                wishes);
    }

    public void start() {
        thread = Thread.ofPlatform().name("sync-cloud").daemon().start(this::run);
    }

    /// A full listing now. Progress tells `NotRequired` where nothing was to be done.
    public void syncNow() {
        wishes.sync();
    }

    /// Roles, groups, channels or credential types of this box are others now: a full listing, which takes nothing for
    /// known, because what was removed took with it what people had of it.
    public void policyChanged() {
        wishes.anew();
    }

    /// Lets through what the swap's guard holds back under this name.
    public void approve(String name) {
        wishes.approve(name);
    }

    /// Takes a webhook, as it came over HTTP. Returns the status to answer with: 200, 400 for no JSON of a
    /// webhook, 401 for one that is not the service's, 413 for one that is too long. What it tells of is
    /// fetched on the poller's thread.
    ///
    /// @param timestamp header `Timestamp`
    /// @param signature header `Signature`
    /// @param next header `Signature-Next`, which a Lintel sends while its secret changes: signatures with
    /// commas between
    public int webhook(@Nullable String timestamp, @Nullable String signature, @Nullable String next, byte[] body) {
        if (body.length > CloudHook.BODY_MAX) return 413;
        var verdict = CloudHook.verifyAny(
                settings.webhookSecret.get(), timestamp, CloudHook.given(signature, next), body, clock.known());
        if (verdict != CloudHook.Verdict.GENUINE) return 401;
        try {
            List<CloudHook.Item> items = CloudHook.parse(body, settings.base).stream()
                    .filter(item -> settings.account.isEmpty()
                            || item.accountId().isEmpty()
                            || item.accountId().equals(settings.account))
                    .toList();
            if (isFirst(timestamp + "." + Json.hash(new String(body, StandardCharsets.UTF_8)))) wishes.hooks(items);
            return 200;
        } catch (IllegalArgumentException e) {
            return 400;
        }
    }

    private boolean isFirst(String signature) {
        synchronized (signatures) {
            if (!signatures.add(signature)) return false;
            if (signatures.size() > SIGNATURES_MAX)
                signatures.remove(signatures.iterator().next());
            return true;
        }
    }

    /// Has the service do what somebody asks of this box, and returns its answer once the box has what it tells of,
    /// or after 10 s. Blocks. Throws [UpstreamException] where the service is not there, and
    /// [IllegalArgumentException] in words for what it cannot be asked.
    public CloudWrite.Answer write(CloudWrite write) {
        View view = poller.view();
        if (view == null) throw new UpstreamException("this box has not listed yet what the service has");
        CloudWrite there = write.there(view.types());
        try {
            Http.Reply reply = service.write(there);
            CloudWrite.Answer answer = CloudWrite.answer(reply, view);
            if (reply.status() / 100 == 2) await(there, answer);
            return answer;
        } catch (CloudException e) {
            throw new UpstreamException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpstreamException("this box is stopping", e);
        }
    }

    private void await(CloudWrite write, CloudWrite.Answer answer) throws InterruptedException {
        var errand = new Wishes.Errand(write.people(answer), write.isReservation(), new CompletableFuture<>());
        wishes.errand(errand);
        try {
            if (errand.done().get(Limits.FETCH_WAIT_MS, TimeUnit.MILLISECONDS)) return;
        } catch (TimeoutException | ExecutionException e) {
            // as where it cannot be fetched
        }
        wishes.nudge(); // done there all the same: it comes with what is newer
    }

    public Status status() {
        String rests = service.rests();
        return new Status(
                online,
                poller.contactNs(),
                poller.cursor(),
                rests == null ? problem : rests,
                stopped,
                held,
                phase,
                people,
                unreadable,
                notices.standing(),
                clock.skewMs());
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                turn();
                waker.idle(poller.dueNs());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /// One turn: whatever is due. A fault is told and tried again later.
    void turn() throws InterruptedException {
        boolean isListing = poller.isListingDue();
        boolean isAsked = wishes.isSyncAsked();
        try {
            phase = isListing ? Phase.LISTING : Phase.IDLE;
            if (isListing) listed(poller.list());
            else small();
            stopped = false;
            if (poller.isListingFailing()) return;
            problem = poller.problem();
            if (failed && held == null) target.progress(new Progress.Completed(0)); // a poll that works again
            failed = false;
        } catch (CloudException e) {
            stopped = e.kind() == Kind.STOPPED;
            if (stopped) poller.stopped();
            fault(e.getMessage(), e.kind() == Kind.AWAY || stopped, isAsked);
        } catch (TargetException | WireException e) {
            fault(e.getMessage(), false, isAsked);
        } catch (RuntimeException e) {
            // the thread must go on
            fault("a fault of this program: " + e.getClass().getSimpleName(), false, isAsked);
        } finally {
            phase = Phase.IDLE;
        }
    }

    private void small() throws InterruptedException {
        try {
            poller.small();
        } finally {
            note();
        }
    }

    private void note() {
        var sentences = new ArrayList<>(listedNotices);
        sentences.addAll(poller.notes());
        notices.set(sentences);
    }

    private void listed(Poller.Listed listed) {
        Listing.Outcome outcome = listed.outcome();
        people = outcome.people();
        unreadable = listed.unreadable();
        held = outcome.held();
        if (!outcome.shared().equals(shared)) target.progress(new Progress.Shared(outcome.shared()));
        shared = outcome.shared();
        var sentences = new ArrayList<>(listed.cuts());
        if (held != null) sentences.add(HELD);
        listedNotices = List.copyOf(sentences);
        note();
        boolean hasStarted = poller.takeStarted();
        if (held != null) {
            if (hasStarted || listed.isAsked()) target.progress(new Progress.Failed(HELD));
            return;
        }
        failed = false;
        if (!outcome.changed() && listed.isAsked()) target.progress(new Progress.NotRequired());
        else target.progress(new Progress.Completed(outcome.changed() ? outcome.people() : 0));
    }

    /// Told once, not at each attempt, unless somebody waits for this one or heard of its beginning.
    private void fault(@Nullable String why, boolean isAway, boolean isAsked) {
        String words = why == null ? "it failed" : why;
        boolean isNew = !words.equals(problem);
        if (isAway && online && isNew) target.progress(new Progress.Lost(words));
        if (isAway) online = false;
        if (poller.takeStarted() || isAsked || isNew) target.progress(new Progress.Failed(words));
        failed = true;
        problem = words;
    }

    private void heard(Http.Reply reply) {
        online = true;
        clock.heard(reply);
    }

    /// Milliseconds until the next turn is due; for tests.
    long dueMs() {
        return TimeUnit.NANOSECONDS.toMillis(poller.dueNs() - pace.nowNs());
    }

    /// Lets a request that is under way end, for some seconds: a refresh whose answer is lost may cost the
    /// permission.
    @Override
    public void close() {
        waker.close();
        Thread running = thread;
        if (running != null && !running.equals(Thread.currentThread())) {
            try {
                if (!running.join(LAST_REQUEST)) {
                    running.interrupt();
                    running.join(LAST_REQUEST);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        http.close();
    }
}
