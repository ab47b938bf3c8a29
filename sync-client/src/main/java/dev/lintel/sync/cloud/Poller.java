package dev.lintel.sync.cloud;

import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.cloud.CloudException.Kind;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.PersonRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// What is done when: a full listing, what is newer, people named by webhooks. All on one thread, a turn at a
/// time.
///
/// ```
///   every 10 s    people by since_utc              every minute   reservations: whose changed is fetched
///   45 s..15 min  everything                       at once        what a webhook or somebody at the box asks for
/// ```
///
/// A listing that takes long does the rest between two of its pages.
final class Poller {
    private final SyncTarget target;
    private final String hub;
    private final Parts parts;
    private final Wishes wishes;
    private final Views views;
    private final Catalog catalog;
    private final Pages plain;
    private final Listing listing;
    private final Singles singles;
    private final Standing standing;
    private final ListPace listPace;
    private final Backoff listBackoff = new Backoff();
    private final Backoff pollBackoff = new Backoff();
    private volatile @Nullable View view; // written by the poller's thread, read by writes
    private volatile @Nullable Long sinceS; // written by the poller's thread, read by whoever asks for the cursor
    private volatile @Nullable Long contactNs; // written by the poller's thread
    private long nextListNs;
    private long nextPollNs;
    private long nextReservationsNs;
    private long hookedListNs;
    private @Nullable Long hookedDueNs; // when the next that webhooks ask for is due; null: they ask for none
    private boolean isAsked;
    private boolean isBusy;
    private boolean isFailing;

    /// What it works with.
    record Parts(
            Service service,
            ServiceClock clock,
            CloudPace pace,
            Limits limits,
            Known known,
            BooleanSupplier stopping,
            Budget budget) {}

    Poller(SyncTarget target, String hub, Parts parts, Wishes wishes) {
        this.target = target;
        this.hub = hub;
        this.parts = parts;
        this.wishes = wishes;
        this.standing = new Standing(target, hub);
        this.listPace = new ListPace(parts.limits, parts.budget);
        this.plain = new Pages(parts.service, () -> {});
        var between = new Pages(parts.service, this::between);
        this.views = new Views(parts.service, between, parts.known, this::here, new Asides(this::hasFollowed));
        this.catalog = new Catalog(parts.service, views, parts.clock);
        this.singles = new Singles(wishes, catalog, standing);
        this.listing =
                new Listing(target, hub, new Listing.Parts(catalog, between, parts.clock, standing, parts.stopping));
        Cursor cursor = target.cursor(hub);
        this.sinceS = cursor == null || cursor.revision() == 0 ? null : cursor.revision();
        long now = parts.pace.nowNs();
        nextListNs = now;
        nextPollNs = now;
        nextReservationsNs = now + parts.limits.reservationsNs();
        hookedListNs = now - Limits.HOOKED_LIST_NS;
    }

    private boolean hasFollowed() {
        return target.cursor(hub) != null;
    }

    /// Nobody where nothing of the service stands yet: people of before have the same numbers.
    private @Nullable PersonRow here(long id) {
        return hasFollowed() ? target.person(id) : null;
    }

    /// What a listing found.
    ///
    /// @param isAsked somebody wanted it
    /// @param cuts in words, what could not be taken over
    /// @param unreadable credentials whose value is no number
    record Listed(Listing.Outcome outcome, boolean isAsked, List<String> cuts, int unreadable) {}

    /// Whether a full listing is due.
    boolean isListingDue() {
        return wishes.isSyncAsked() || parts.pace.nowNs() - dueListNs() >= 0;
    }

    /// Whether the last full listing did not end well.
    boolean isListingFailing() {
        return isFailing;
    }

    boolean takeStarted() {
        return listing.takeStarted();
    }

    /// A full listing.
    Listed list() throws InterruptedException {
        isAsked |= wishes.takeSync();
        if (wishes.takeAnew()) standing.forget();
        hookedDueNs = null;
        listPace.begin();
        try {
            listing.end();
            View loaded = views.load();
            view = loaded;
            var cuts = new Cuts();
            Listing.Outcome outcome = listing.run(() -> latest(loaded), cuts, wishes.approved());
            wishes.people(latest(loaded).reservations().differing(loaded.reservations()));
            if (outcome.held() == null) since(outcome.dateMs());
            followed();
            singles.listed();
            catalog.listed();
            isFailing = false;
            listBackoff.reset();
            nextListNs = parts.pace.nowNs() + jittered(listPace.gapNs());
            nextReservationsNs = parts.pace.nowNs() + parts.limits.reservationsNs();
            nextPollNs = parts.pace.nowNs() + parts.limits.pollNs();
            boolean wasAsked = isAsked;
            isAsked = false;
            return new Listed(outcome, wasAsked, sentences(cuts, loaded, outcome), cuts.unreadableValues());
        } catch (RuntimeException e) {
            isFailing = true;
            nextListNs = parts.pace.nowNs() + listBackoff.nextNs(parts.pace.random());
            throw e;
        }
    }

    /// Reservations are listed between two pages, too.
    private View latest(View loaded) {
        View now = view;
        return now == null ? loaded : now;
    }

    /// Whoever was turned away at the service until now is turned away here: `max_stale` counts from then. An
    /// answer that says nothing of people is no contact, and neither is a list of them that cannot be read.
    private void followed() {
        contactNs = parts.pace.nowNs();
        target.progress(parts.clock.contact());
    }

    /// When [#followed] last was, on the pace's clock; null: never yet. Any thread.
    @Nullable
    Long contactNs() {
        return contactNs;
    }

    /// The design's 15 minutes are the longest: up to a tenth less.
    private long jittered(long ns) {
        return (long) (ns * (1 - 0.1 * parts.pace.random()));
    }

    private List<String> sentences(Cuts cuts, View loaded, Listing.Outcome outcome) throws InterruptedException {
        Map<Cuts.Kind, Map<Long, String>> names = views.names();
        var sentences = new ArrayList<>(cuts.sentences(names));
        unknownThere(sentences, "Role", loaded.facts().roles(), names.get(Cuts.Kind.ROLE));
        unknownThere(sentences, "Group", loaded.facts().groups(), names.get(Cuts.Kind.GROUP));
        if (outcome.dateMs() == null) {
            sentences.add(
                    "The service does not say what time it has: what changes is seen at the next full listing only");
        }
        return sentences;
    }

    private static void unknownThere(
            List<String> sentences, String word, Set<Long> here, @Nullable Map<Long, String> there) {
        if (there == null || there.isEmpty()) return; // it does not list them
        for (long id : here) {
            if (!there.containsKey(id)) {
                sentences.add(word + " " + id + " of site.yaml is not the service's: nobody gets it");
            }
        }
    }

    private void since(@Nullable Long dateMs) {
        if (dateMs != null) sinceS = dateMs / 1000;
    }

    /// What is due beside a listing. Returns how many people were applied.
    int small() throws InterruptedException {
        if (isBusy) return 0; // between two pages of a list that this very work reads
        isBusy = true;
        try {
            int lines = all();
            pollBackoff.reset();
            return lines;
        } catch (RuntimeException e) {
            nextPollNs = parts.pace.nowNs() + pollBackoff.nextNs(parts.pace.random());
            throw e;
        } finally {
            isBusy = false;
        }
    }

    /// One that fails does not keep what is newer from being asked for.
    private int all() throws InterruptedException {
        int lines = 0;
        CloudException fault = null;
        for (Step step : List.<Step>of(
                this::errands, this::hooks, this::reservations, () -> singles().applied(), this::newer)) {
            try {
                lines += step.run();
            } catch (CloudException e) {
                if (e.kind() == Kind.STOPPED) throw e;
                if (fault == null) fault = e;
            }
        }
        if (fault != null) throw fault;
        return lines;
    }

    /// Returns how many people were applied.
    private interface Step {
        int run() throws InterruptedException;
    }

    /// When the next turn is due, on the pace's clock.
    long dueNs() {
        if (wishes.isSyncAsked()) return parts.pace.nowNs();
        long due = dueListNs();
        if (view != null) due = earlier(earlier(due, nextPollNs), nextReservationsNs);
        return due;
    }

    private long dueListNs() {
        Long hooked = hookedDueNs;
        return hooked == null ? nextListNs : earlier(nextListNs, hooked);
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }

    /// Between two pages of a listing, which may take many minutes.
    private void between() throws InterruptedException {
        if (view == null || !hasFollowed()) return;
        try {
            small();
        } catch (CloudException e) {
            if (e.kind() == Kind.STOPPED) throw e; // else it is tried again when it is due, and told of then
        }
    }

    private int newer() throws InterruptedException {
        View now = view;
        boolean isNudged = wishes.takeNudge();
        Long last = sinceS;
        if (now == null || last == null || !hasFollowed()) return 0;
        if (!isNudged && parts.pace.nowNs() - nextPollNs < 0) return 0;
        nextPollNs = parts.pace.nowNs() + parts.limits.pollNs();
        long from = last - Limits.OVERLAP_S;
        Catalog.Newer newer = catalog.since(plain, now, from);
        int lines = standing.apply(newer.lines(), newer.dateMs() == null ? null : Listing.cursor(newer.dateMs()));
        followed();
        if (newer.dateMs() != null && newer.dateMs() / 1000 < from) {
            wishes.sync(); // its clock was set back: what changes by it now lies before what was asked for
        }
        since(newer.dateMs());
        return lines;
    }

    /// Lists reservations anew: a person's `updated_at` need not move with them.
    private int reservations() throws InterruptedException {
        View now = view;
        if (now == null || parts.pace.nowNs() - nextReservationsNs < 0) return 0;
        nextReservationsNs = parts.pace.nowNs() + parts.limits.reservationsNs();
        View.Reservations newer;
        try {
            newer = views.reservations(now.facts().zone());
        } finally {
            view = now.with(views.lastReservations());
        }
        if (newer.areGroupsSure() && !now.reservations().areGroupsSure())
            hookedListing(); // who came into one meanwhile
        wishes.people(newer.differing(now.reservations()));
        return 0;
    }

    /// People who were named: by a webhook, by a reservation.
    private Singles.Fetched singles() throws InterruptedException {
        View now = view;
        if (now == null || !hasFollowed()) return Singles.Fetched.NOBODY;
        if (parts.pace.nowNs() - nextPollNs >= 0) singles.again();
        Singles.Fetched fetched = singles.fetch(now);
        if (fetched.isCutShort()) nextPollNs = parts.pace.nowNs(); // is it the service that is away, or only this one?
        return fetched;
    }

    /// Why some of what people have is not brought up to date, though all else is; null: all is.
    @Nullable
    String problem() {
        return views.problem();
    }

    /// What cannot be read, and who could not be fetched since the last full listing, in words.
    List<String> notes() {
        var notes = new ArrayList<>(views.notes());
        notes.addAll(singles.notes());
        notes.addAll(catalog.notes());
        return notes;
    }

    /// People for whom somebody waits, and with them whoever else was named.
    private int errands() throws InterruptedException {
        List<Wishes.Errand> errands = wishes.takeErrands();
        if (errands.isEmpty()) return 0;
        for (Wishes.Errand errand : errands) singles.name(errand.people());
        Singles.Fetched fetched = Singles.Fetched.NOBODY;
        try {
            if (errands.stream().anyMatch(Wishes.Errand::reservations)) {
                nextReservationsNs = parts.pace.nowNs();
                reservations();
            }
            fetched = singles();
            return fetched.applied();
        } finally {
            for (Wishes.Errand errand : errands) errand.done().complete(fetched.has(errand));
        }
    }

    /// What webhooks tell: whom it concerns is fetched; the first of many are redeemed. One that names
    /// nobody, and is not redeemed, is for a full listing.
    private int hooks() throws InterruptedException {
        int redeemed = 0;
        for (CloudHook.Item item = wishes.takeHook(); item != null; item = wishes.takeHook()) {
            Long person = item.personId();
            if (item.resource() != null && redeemed++ < Limits.REDEEMED_MAX) {
                Long told = redeem(item.resource());
                if (person == null) person = told;
            }
            boolean concerns = item.kind() == CloudHook.Kind.PERSON || item.kind() == CloudHook.Kind.CREDENTIAL;
            if (!concerns) continue;
            wishes.nudge();
            if (person != null) singles.name(Set.of(person));
            else hookedListing();
        }
        return 0;
    }

    /// Returns whose credential it is, where the answer tells. Redeeming is never required: a failure is passed
    /// over.
    private @Nullable Long redeem(String resource) throws InterruptedException {
        try {
            Http.Reply reply = parts.service.getOnce(resource);
            return Json.id(Json.object(Json.parse(reply.body()), "person_credential", "credential")
                    .get("person_id"));
        } catch (CloudException e) {
            if (e.kind() == Kind.STOPPED) throw e;
            return null;
        }
    }

    /// Somebody's credential is gone, or somebody's group was not taken over, and nothing tells whose.
    private void hookedListing() {
        long now = parts.pace.nowNs();
        if (now - hookedListNs >= Limits.HOOKED_LIST_NS) {
            hookedListNs = now;
            wishes.sync();
        } else {
            hookedDueNs = hookedListNs + Limits.HOOKED_LIST_NS; // also where a listing runs, which may have read them
        }
    }

    /// What the service has, as it was last listed; null: never yet. Any thread.
    @Nullable
    View view() {
        return view;
    }

    /// Nothing works until somebody has done something: looked at again after a while, without asking the
    /// service.
    void stopped() {
        long later = parts.pace.nowNs() + TimeUnit.MINUTES.toNanos(1);
        nextListNs = later;
        nextPollNs = later;
        nextReservationsNs = later;
    }

    @Nullable
    Cursor cursor() {
        Long seconds = sinceS;
        return seconds == null ? null : Listing.cursor(seconds * 1000);
    }
}
