package dev.lintel.controller.acme;

import dev.lintel.controller.acme.AcmeException.Kind;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.CertificateNames;
import dev.lintel.controller.tls.KeyAndChain;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The certificate that an authority elsewhere gives this box for its names: ordered when there is none, when it does
/// not have all names, and when two thirds of its life are over. [#step] by one thread at a time, which may wait for
/// the network; everything else by any thread, at once. `this` guards changes of what is remembered.
public final class Acme {
    private static final Logger LOG = System.getLogger(Acme.class.getName());

    /// After a fault of the network, doubled with each further one.
    static final Duration AWAY_FIRST = Duration.ofMinutes(1);
    static final Duration AWAY_MAX = Duration.ofHours(6);
    /// After a refusal: Let's Encrypt takes five in an hour for a name, and some authorities fewer.
    static final Duration REFUSED_FIRST = Duration.ofMinutes(15);
    static final Duration REFUSED_MAX = Duration.ofHours(24);
    /// Boxes that lost the same authority at the same moment do not come back at the same moment.
    static final double JITTER = 0.25;
    /// Between looks at an order, where the authority does not say; doubled each time.
    static final Duration LOOK_FIRST = Duration.ofSeconds(2);
    static final Duration LOOK_MAX = Duration.ofMinutes(1);
    /// An authority that has not settled by then will not.
    static final Duration ORDER_MAX = Duration.ofHours(2);
    /// Somebody who asks by hand may do so as often.
    static final Duration BY_HAND_EVERY = Duration.ofMinutes(1);

    /// The part of its life after which a certificate is renewed.
    private static final long RENEW_THIRDS = 2;
    /// With less than this part of its life left, a renewal that fails is told in /health.
    private static final long WORRY_QUARTERS = 1;

    private final Terms terms;
    private final AcmeFiles files;
    private final Supplier<ClockReading> clock;
    private final Time time;
    private final DoubleSupplier random;
    private final Challenges challenges = new Challenges();
    private volatile AcmeState state;
    private volatile @Nullable KeyAndChain current;
    private int looks;
    private volatile @Nullable Long lastTryMs;

    /// What is asked for.
    ///
    /// @param directory the authority's
    /// @param email for what the authority has to say
    /// @param names at least one
    /// @param trust PEM of who may vouch for the authority's server; null: those that Java trusts
    /// @param agent how the box calls itself
    public record Terms(
            URI directory,
            String email,
            List<String> names,
            @Nullable Path trust,
            String agent) {
        public Terms {
            names = List.copyOf(names);
        }
    }

    /// Reads what the folder holds; asks nobody.
    ///
    /// @param tlsFolder where its files are
    /// @param random from 0 to 1
    public Acme(Terms terms, Path tlsFolder, Supplier<ClockReading> clock, Time time, DoubleSupplier random) {
        this.terms = terms;
        this.files = new AcmeFiles(tlsFolder);
        this.clock = clock;
        this.time = time;
        this.random = random;
        this.state = files.state(terms.directory.toString());
        this.current = files.current();
    }

    /// What is shown to who asks for its names; null: there is none yet, or it has ended.
    public @Nullable KeyAndChain certificate() {
        KeyAndChain found = current;
        if (found == null) return null;
        ClockReading now = clock.get();
        boolean isOver = !now.now().isBefore(end(found));
        return isOver && now.trust() == ClockTrust.TRUSTED ? null : found;
    }

    /// What the box answers while it is looked at.
    public Challenges challenges() {
        return challenges;
    }

    /// Whether [#step] has something to do now.
    public boolean isDue() {
        if (clock.get().trust() != ClockTrust.TRUSTED) return false;
        AcmeState now = state;
        boolean wanted = now.order() != null || now.wanted() || lacks();
        return wanted && isTime(now.nextMs());
    }

    /// A time that is further away than anything is ever put off was set by a clock that was wrong.
    private boolean isTime(long atMs) {
        long waitMs = atMs - time.nowMs();
        return waitMs <= 0 || waitMs > Duration.ofSeconds(RetryAfter.MAX_S * 2).toMillis();
    }

    /// Whether a certificate should be ordered, whatever has been tried.
    private boolean lacks() {
        KeyAndChain found = current;
        if (found == null || !covers(found)) return true;
        return !time.now().isBefore(renewal(found));
    }

    private boolean covers(KeyAndChain pair) {
        var names = CertificateNames.of(pair.leaf());
        return terms.names.stream().allMatch(names::covers);
    }

    private static Instant renewal(KeyAndChain pair) {
        Instant begin = pair.leaf().getNotBefore().toInstant();
        return begin.plus(
                Duration.between(begin, end(pair)).multipliedBy(RENEW_THIRDS).dividedBy(3));
    }

    private static Instant end(KeyAndChain pair) {
        return pair.leaf().getNotAfter().toInstant();
    }

    /// Does what is due, as far as it goes without waiting for somebody. Never throws for what an authority, the
    /// network or the disk do: it is told, and tried again later.
    ///
    /// @return whether there is a new certificate
    public boolean step() {
        if (!isDue()) return false;
        lastTryMs = time.nowMs();
        try {
            return go();
        } catch (AcmeException e) {
            failed(e);
            return false;
        }
    }

    private boolean go() {
        BoxKey account = files.accountKey();
        try (var http = new AcmeHttp(terms.trust, terms.agent)) {
            var session = new AcmeSession(http, terms.directory, account, state.account(), new RetryAfter(time));
            if (state.account() == null) {
                URI signedUp = session.signUp(terms.email);
                keep(now -> now.withAccount(signedUp));
            }
            if (state.order() == null) begin(session);
            URI order = java.util.Objects.requireNonNull(state.order(), "begun");
            return switch (new AcmeOrder(session, account, challenges).step(order, files.nextKey(), state.names())) {
                case AcmeOrder.Next.Wait wait -> await(wait.seconds());
                case AcmeOrder.Next.Signed signed -> take(signed.chain());
            };
        }
    }

    private void begin(AcmeSession session) {
        files.newNextKey();
        URI order = session.order(terms.names).location();
        looks = 0;
        keep(now -> now.withOrder(order, terms.names, time.nowMs()));
        LOG.log(Level.INFO, "a certificate for {0} is ordered from {1}", list(), host());
    }

    /// Looks again later.
    private boolean await(long seconds) {
        if (time.nowMs() - state.orderedMs() > ORDER_MAX.toMillis()) {
            throw new AcmeException(Kind.REFUSED, "the authority did not settle the order within two hours");
        }
        long usualMs = Math.min(LOOK_FIRST.toMillis() << Math.min(looks, 10), LOOK_MAX.toMillis());
        looks++;
        keep(now -> now.next(time.nowMs() + Math.max(seconds * 1000, usualMs)));
        return false;
    }

    private boolean take(String chain) {
        KeyAndChain pair = files.take(chain, terms.names, time.now());
        current = pair;
        challenges.clear();
        keep(AcmeState::done);
        LOG.log(Level.INFO, "the certificate for {0} from {1} holds until {2}", list(), host(), end(pair));
        return true;
    }

    private synchronized void failed(AcmeException e) {
        AcmeState before = state;
        AcmeState told = after(e, before);
        if (told.order() == null) challenges.clear();
        if (!String.valueOf(told.fault()).equals(before.fault())) {
            LOG.log(Level.WARNING, "no certificate for {0} yet: {1}", list(), told.fault());
        }
        state = told; // what is in memory holds until the process ends, also when the disk does not take it
        try {
            told.write(files.stateFile());
        } catch (AcmeException disk) {
            LOG.log(Level.WARNING, disk.getMessage());
        }
    }

    private AcmeState after(AcmeException e, AcmeState before) {
        long now = time.nowMs();
        AcmeState after = switch (e.kind()) {
            case REFUSED -> before.withoutOrder();
            case GONE -> before.withoutOrder().withAccount(null);
            case AWAY, HERE -> now - before.orderedMs() > ORDER_MAX.toMillis() ? before.withoutOrder() : before;
        };
        long aloneMs = e.waitS() == 0 ? 0 : now + e.waitS() * 1000;
        long waitMs = Math.max(backOff(e.kind(), before.failures()).toMillis(), e.waitS() * 1000);
        return after.failed(String.valueOf(e.getMessage()), now + waitMs, aloneMs);
    }

    private Duration backOff(Kind kind, int failures) {
        boolean isRefused = kind == Kind.REFUSED || kind == Kind.GONE;
        Duration first = isRefused ? REFUSED_FIRST : AWAY_FIRST;
        Duration most = isRefused ? REFUSED_MAX : AWAY_MAX;
        long waitMs = Math.min(first.toMillis() << Math.min(failures, 20), most.toMillis());
        return Duration.ofMillis((long) (waitMs * (1 + JITTER * random.getAsDouble())));
    }

    private synchronized void keep(UnaryOperator<AcmeState> change) {
        AcmeState next = change.apply(state);
        next.write(files.stateFile());
        state = next;
    }

    /// Somebody wants a new certificate now, due or not.
    ///
    /// @return why that has to wait, in words; null: it is tried now
    public @Nullable String ask() {
        ClockReading now = clock.get();
        if (now.trust() != ClockTrust.TRUSTED) return clockFault(now.trust());
        AcmeState before = state;
        if (!isTime(before.leftAloneMs())) {
            return "the authority asked to be left alone until " + Instant.ofEpochMilli(before.leftAloneMs()) + ": "
                    + before.fault();
        }
        Long last = lastTryMs;
        if (last != null && time.nowMs() - last < BY_HAND_EVERY.toMillis()) {
            return "it was tried less than a minute ago: " + outcome();
        }
        try {
            keep(AcmeState::asked);
            return null;
        } catch (AcmeException e) {
            return e.getMessage();
        }
    }

    private String outcome() {
        AcmeState now = state;
        String why = now.fault();
        if (why != null) return why;
        return now.order() == null ? "it is done" : "the order is under way";
    }

    private static String clockFault(ClockTrust trust) {
        return "the clock is " + trust.name().toLowerCase(Locale.ROOT)
                + " and not to be believed, so no certificate is ordered; set it, or wait for a time service";
    }

    /// Why there is no certificate, or soon none any more; null: all is well.
    public @Nullable String fault() {
        KeyAndChain found = certificate();
        if (found == null || !covers(found)) {
            String what = "there is no certificate for " + list() + " from " + host() + " yet";
            String why = whyNot();
            return what + ": " + (why == null ? "the order is under way" : why);
        }
        String why = isWorrying(found) ? whyNot() : null;
        return why == null
                ? null
                : "the certificate for " + list() + " ends " + end(found) + " and is not renewed yet: " + why;
    }

    /// What keeps an order from coming about; null: nothing that is known of.
    private @Nullable String whyNot() {
        ClockTrust trust = clock.get().trust();
        if (trust != ClockTrust.TRUSTED) return clockFault(trust);
        AcmeState now = state;
        return now.fault() == null ? null : now.fault() + "; tried again at " + Instant.ofEpochMilli(now.nextMs());
    }

    private boolean isWorrying(KeyAndChain pair) {
        Instant begin = pair.leaf().getNotBefore().toInstant();
        Duration last =
                Duration.between(begin, end(pair)).multipliedBy(WORRY_QUARTERS).dividedBy(4);
        return !time.now().isBefore(end(pair).minus(last));
    }

    /// What is known of it.
    ///
    /// @param under whether an order is under way
    /// @param fault why the last try failed; null: it did not
    /// @param next when it is tried again or renewed; null: nothing is planned
    public record Status(
            URI directory,
            List<String> names,
            boolean under,
            @Nullable String fault,
            @Nullable Instant next) {}

    public Status status() {
        AcmeState now = state;
        KeyAndChain found = current;
        boolean isNow = now.order() != null || now.wanted() || lacks();
        Instant next = isNow ? Instant.ofEpochMilli(Math.max(now.nextMs(), 0)) : found == null ? null : renewal(found);
        return new Status(terms.directory, terms.names, now.order() != null, now.fault(), next);
    }

    private String list() {
        return String.join(", ", terms.names);
    }

    private String host() {
        return String.valueOf(terms.directory.getHost());
    }
}
