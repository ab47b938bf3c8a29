package dev.lintel.sync.cloud;

import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.cloud.CloudException.Kind;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// What is done when: a full listing, what is newer, people named by webhooks. All on one thread, a turn at a
/// time.
///
/// ```
///   every 10 s    people by since_utc              every minute   reservations: whose changed is fetched
///   every 15 min  everything                       at once        what a webhook or somebody at the box asks for
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
    private final Standing standing = new Standing();
    private final Backoff listBackoff = new Backoff();
    private final Backoff pollBackoff = new Backoff();
    private final Map<Long, Integer> late = new LinkedHashMap<>(); // who was asked for in vain, and how often
    private final Map<Long, String> unfetched = new LinkedHashMap<>(); // whom the service does not tell of singly
    private volatile @Nullable View view; // written by the poller's thread, read by writes
    private volatile @Nullable Long sinceS; // written by the poller's thread, read by whoever asks for the cursor
    private long nextListNs;
    private long nextPollNs;
    private long nextReservationsNs;
    private long hookedListNs;
    private int goneSingly;
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
            BooleanSupplier stopping) {}

    Poller(SyncTarget target, String hub, Parts parts, Wishes wishes) {
        this.target = target;
        this.hub = hub;
        this.parts = parts;
        this.wishes = wishes;
        this.plain = new Pages(parts.service, () -> {});
        var between = new Pages(parts.service, this::between);
        this.views = new Views(parts.service, between, parts.known);
        this.catalog = new Catalog(parts.service, views, parts.clock);
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

    /// What a listing found.
    ///
    /// @param isAsked somebody wanted it
    /// @param cuts in words, what could not be taken over
    /// @param unreadable credentials whose value is no number
    record Listed(Listing.Outcome outcome, boolean isAsked, List<String> cuts, int unreadable) {}

    /// Whether a full listing is due.
    boolean isListingDue() {
        return wishes.isSyncAsked() || parts.pace.nowNs() - nextListNs >= 0;
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
        try {
            View loaded = views.load();
            view = loaded;
            var cuts = new Cuts();
            Listing.Outcome outcome = listing.run(loaded, cuts, wishes.approved());
            if (outcome.held() == null) since(outcome.dateMs());
            goneSingly = 0;
            unfetched.clear();
            isFailing = false;
            listBackoff.reset();
            nextListNs = parts.pace.nowNs() + jittered(parts.limits.listNs());
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

    /// The design's 15 minutes are the longest: up to a tenth less.
    private long jittered(long ns) {
        return (long) (ns * (1 - 0.1 * parts.pace.random()));
    }

    private List<String> sentences(Cuts cuts, View loaded, Listing.Outcome outcome) throws InterruptedException {
        Map<Cuts.Kind, Map<Long, String>> names = views.names();
        var sentences = new ArrayList<>(cuts.sentences(names));
        sentences.addAll(views.refusals());
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
        for (Step step : List.<Step>of(this::errands, this::hooks, this::reservations, this::singles, this::newer)) {
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
        long due = nextListNs;
        if (view != null) due = earlier(earlier(due, nextPollNs), nextReservationsNs);
        return due;
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }

    /// Between two pages of a listing, which may take many minutes.
    private void between() throws InterruptedException {
        if (view == null || target.cursor(hub) == null) return;
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
        if (now == null || last == null || target.cursor(hub) == null) return 0;
        if (!isNudged && parts.pace.nowNs() - nextPollNs < 0) return 0;
        nextPollNs = parts.pace.nowNs() + parts.limits.pollNs();
        long from = last - Limits.OVERLAP_S;
        Catalog.Newer newer = catalog.since(plain, now, from);
        int lines = apply(newer.lines(), newer.dateMs());
        if (newer.dateMs() != null && newer.dateMs() / 1000 < from) {
            wishes.sync(); // its clock was set back: what changes by it now lies before what was asked for
        }
        since(newer.dateMs());
        return lines;
    }

    /// Those of `lines` that are news, in one batch or some.
    private int apply(List<DownLine> lines, @Nullable Long dateMs) {
        List<DownLine> news = lines.stream().filter(standing::isNews).toList();
        for (int from = 0; from < news.size(); from += Listing.BATCH) {
            List<DownLine> batch = news.subList(from, Math.min(news.size(), from + Listing.BATCH));
            boolean isLast = from + Listing.BATCH >= news.size();
            target.apply(hub, batch, isLast && dateMs != null ? Listing.cursor(dateMs) : null);
            standing.applied(batch);
        }
        return news.size();
    }

    /// Lists reservations anew: a person's `updated_at` need not move with them.
    private int reservations() throws InterruptedException {
        View now = view;
        if (now == null || parts.pace.nowNs() - nextReservationsNs < 0) return 0;
        nextReservationsNs = parts.pace.nowNs() + parts.limits.reservationsNs();
        View.Reservations newer = views.reservations(now.facts().zone());
        View.Reservations older = now.reservations();
        view = now.with(newer);
        wishes.people(differing(older.channels(), newer.channels()));
        wishes.people(differing(older.groups(), newer.groups()));
        return 0;
    }

    private static <T> Set<Long> differing(Map<Long, List<T>> older, Map<Long, List<T>> newer) {
        var people = new HashSet<Long>();
        for (Long id : older.keySet()) if (!Objects.equals(older.get(id), newer.get(id))) people.add(id);
        for (Long id : newer.keySet()) if (!older.containsKey(id)) people.add(id);
        return people;
    }

    /// People who were named: by a webhook, by a reservation.
    private int singles() throws InterruptedException {
        View now = view;
        if (now == null || target.cursor(hub) == null) return 0;
        if (parts.pace.nowNs() - nextPollNs >= 0) wishes.later(late.keySet());
        int applied = 0;
        for (Long id = wishes.takePerson(); id != null; id = wishes.takePerson()) {
            try {
                DownLine line = catalog.one(now, id);
                late.remove(id);
                if (line instanceof DownLine.Gone && ++goneSingly > Limits.GONE_MAX) {
                    wishes.sync(); // the guard of the swap decides
                    continue;
                }
                applied += apply(List.of(line), null);
            } catch (CloudException e) {
                if (e.kind() == Kind.STOPPED) throw later(id, e);
                if (e.kind() != Kind.AWAY || late.merge(id, 1, Integer::sum) > Limits.LATE_MAX) {
                    late.remove(id);
                    if (unfetched.size() < Limits.SINGLES_MAX) unfetched.put(id, e.getMessage());
                    continue;
                }
                nextPollNs = parts.pace.nowNs(); // is it the service that is away, or only this one?
                return applied;
            } catch (RuntimeException e) {
                throw later(id, e);
            }
        }
        return applied;
    }

    private RuntimeException later(long id, RuntimeException because) {
        wishes.later(Set.of(id));
        return because;
    }

    /// Who could not be fetched since the last full listing, in words.
    List<String> notes() {
        var notes = new ArrayList<String>();
        unfetched.forEach((id, why) -> notes.add(
                "Person " + id + " cannot be fetched (" + why + "): what changed comes with the next full listing"));
        return notes;
    }

    /// People for whom somebody waits, and with them whoever else was named.
    private int errands() throws InterruptedException {
        List<Wishes.Errand> errands = wishes.takeErrands();
        if (errands.isEmpty()) return 0;
        boolean isDone = false;
        for (Wishes.Errand errand : errands) wishes.people(errand.people());
        try {
            if (errands.stream().anyMatch(Wishes.Errand::reservations)) {
                nextReservationsNs = parts.pace.nowNs();
                reservations();
            }
            int applied = singles();
            isDone = view != null
                    && target.cursor(hub) != null
                    && errands.stream().flatMap(one -> one.people().stream()).noneMatch(late::containsKey);
            return applied;
        } finally {
            for (Wishes.Errand errand : errands) errand.done().complete(isDone);
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
            if (person != null) wishes.people(new LinkedHashSet<>(List.of(person)));
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

    /// Somebody's credential is gone, and nothing tells whose.
    private void hookedListing() {
        long now = parts.pace.nowNs();
        if (now - hookedListNs >= Limits.HOOKED_LIST_NS) {
            hookedListNs = now;
            wishes.sync();
        } else {
            nextListNs = earlier(nextListNs, hookedListNs + Limits.HOOKED_LIST_NS);
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
