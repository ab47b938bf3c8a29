package dev.lintel.sync.pull;

import dev.lintel.sync.Backoff;
import dev.lintel.sync.Gear;
import dev.lintel.sync.HubState.Work;
import dev.lintel.sync.SyncTarget.Staged;
import dev.lintel.sync.TargetException;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.http.LineReader.TooLong;
import dev.lintel.sync.pull.Round.Kind;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.Head;
import dev.lintel.sync.wire.LinkMessage.News;
import dev.lintel.sync.wire.WireException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Brings down what is new: on news, when asked, by the minute while there is no link, and compares once a
/// day. One thread runs it; the other methods may be called by any.
public final class Puller implements Runnable {
    /// Urgent lines that are kept until the cursor has passed them: a snapshot made before them is not to
    /// undo them.
    private static final int URGENT_KEPT_MAX = 1_000;

    /// Of one go; more of them wait longer each time.
    private static final int SNAPSHOTS_MAX = 2;

    /// Where the hub does not compare now, as while it holds back what it publishes: somebody is to look at
    /// that first, so it takes a while.
    private static final long CHECK_AGAIN_MS = 600_000;

    private final Gear gear;
    private final Wants wants = new Wants();
    private final Reading reading;
    private final Changes changes;
    private final Snapshot snapshot;
    private final Unread unread;
    private final Changes.Sink standing = new Standing();
    private final Backoff backoff;
    private final Backoff anew;
    private final List<DownLine> urgent = new ArrayList<>();
    /// Following from the cursor does not do: there is none, the hub does not know it, or the target has let
    /// go of it because it wants all of it anew.
    private boolean lost;
    /// A snapshot is to be brought, or is under way.
    private boolean wanted;
    private boolean returning = true;
    /// The failures that were told, and no completion since.
    private final Set<Kind> told = EnumSet.noneOf(Kind.class);
    private @Nullable Long retryNs;
    private long pollNs;
    private long checkNs;
    private boolean checkDue;
    private boolean begun;
    /// The first urgent line could not be applied: it waits out the back-off, too.
    private boolean stuck;
    private @Nullable String approved;
    private volatile @Nullable Cursor cursor;
    private volatile @Nullable String held;

    public Puller(Gear gear) {
        this.gear = gear;
        reading = new Reading(gear, this::between);
        changes = new Changes(gear, reading);
        unread = new Unread(gear);
        snapshot = new Snapshot(gear, reading, changes, unread, wants::isClosed);
        backoff = new Backoff(gear.limits().backoffMs(), gear.limits().backoffMaxMs());
        anew = new Backoff(gear.limits().anewMs(), gear.limits().anewMaxMs());
        cursor = gear.target().cursor(gear.hub());
        lost = cursor == null;
        pollNs = gear.pace().nowNs();
        planCheck();
    }

    /// Somebody asks for a sync; what comes of it is told as progress. Asked for while a snapshot is held
    /// back, it tries that once more: an operator may have let it through at the box.
    public void ask() {
        wants.ask();
    }

    /// The link stands.
    public void returned(Cursor latest) {
        wants.returned(latest);
    }

    /// The hub has something new.
    public void news(News news) {
        wants.news(news);
    }

    /// A person or that somebody is gone, applied ahead of everything; waits where too many wait.
    public void urgent(DownLine line) throws InterruptedException {
        if (!(line instanceof DownLine.PersonLine || line instanceof DownLine.Gone)) {
            throw new WireException("only a person is urgent");
        }
        wants.urgent(line);
    }

    /// True once this box has all that it can have up to `to`, and something was fetched after this call or
    /// need not be; false after `ms`.
    public boolean await(Cursor to, long ms) throws InterruptedException {
        if (has(to)) return true;
        return wants.awaitDone(wants.ticket(to), ms) || has(to);
    }

    private boolean has(Cursor to) {
        Cursor here = cursor;
        return here != null && here.era().equals(to.era()) && here.revision() >= to.revision();
    }

    /// Up to where this box has followed; null: nothing yet.
    public @Nullable Cursor cursor() {
        return cursor;
    }

    /// Names a snapshot that is held back; null: none.
    public @Nullable String held() {
        return held;
    }

    @Override
    public void run() {
        try {
            while (!wants.isClosed() && gear.state().dismissed() == null) turn();
        } catch (InterruptedException _) {
            // closed
        } finally {
            wants.close(); // nobody is to wait for what will not be done
        }
    }

    private void turn() throws InterruptedException {
        Wants.Wish wish = wants.take(waitMs(), retryNs == null, !stuck);
        if (wants.isClosed() || gear.state().dismissed() != null) return;
        if (wish.approved() != null) approved = wish.approved();
        boolean due = waitMs() == 0;
        if (gear.pace().nowNs() - checkNs >= 0) {
            checkDue = true;
            planCheck();
        }
        var round = new Round(gear.target(), wish.asked(), returning, told);
        try {
            begin();
            between();
            if (wanted && snapshot.ended(round)) ended();
            if (!wish.asked() && !wish.fetch() && !due) return;
            if (due || !taken(wish.told(), round)) pull(round);
            completed(round, wish);
        } catch (UpstreamException e) {
            if (e.isDismissal()) gear.state().dismiss(String.valueOf(e.getMessage()));
            else failed(round, Kind.AWAY, e, backoff.failed(gear.pace().random(), e.retryAfterMs()));
        } catch (Disagreement e) {
            failed(round, Kind.ANSWER, e, anew.failed(gear.pace().random(), 0));
        } catch (WireException e) {
            failed(round, Kind.ANSWER, e, backoff.failed(gear.pace().random(), 0));
        } catch (TargetException e) {
            failed(round, Kind.HERE, e, backoff.failed(gear.pace().random(), 0));
        } catch (RuntimeException e) {
            // A fault of the program's: a box that stops following without a word would be worse than one that says so.
            var fault = new TargetException("an unexpected fault: " + e, e);
            failed(round, Kind.HERE, fault, backoff.failed(gear.pace().random(), 0));
        } finally {
            reading.phase(Work.IDLE, null);
        }
    }

    /// A snapshot that a process before this one had begun is gone on with.
    private void begin() {
        if (begun) return;
        wanted = lost || gear.target().staging().standing(gear.hub()) != null;
        begun = true;
    }

    /// Whether all that is new came with the news, and is applied: nothing else is to be fetched.
    private boolean taken(Wants.@Nullable Told news, Round round) {
        if (news == null || lost || wanted || held != null || checkDue || !urgent.isEmpty()) return false;
        Cursor here = cursor;
        if (here == null || !isUpTo(news.few().after(), here)) return false;
        if (isUpTo(news.to(), here)) return true; // fetched meanwhile
        // What is here already may be newer than what is told of it: news of before and after were joined.
        List<DownLine> lines = news.few().lines().stream()
                .filter(line -> revision(line) > here.revision())
                .toList();
        for (int i = 0; i < lines.size(); i++) round.came();
        standing.take(lines, news.to());
        return !lost;
    }

    /// Whether what has come up to `from` is here. A box that is further does not lose by hearing it once
    /// more: each line is whole, and as new as the end of the news.
    private static boolean isUpTo(Cursor from, Cursor here) {
        return from.era().equals(here.era()) && from.revision() <= here.revision();
    }

    private void pull(Round round) throws InterruptedException {
        boolean lets = held != null && (round.asked() || held.equals(approved));
        if (lets && isUpToDate(gear.target().staging().standing(gear.hub())) && letThrough(round)) stands();
        if (!lost) follow(round);
        for (int i = 0; wanted && i < SNAPSHOTS_MAX; i++) {
            held = snapshot.bring(approved, round);
            if (held != null) return;
            stands();
            follow(round);
        }
        if (wanted) throw new Disagreement("what was fetched does not do already; it is fetched anew");
        anew.succeeded();
    }

    /// Whether what is held back is no older than what stands; else it is brought up to date first, by
    /// [Snapshot#bring].
    private boolean isUpToDate(@Nullable Staged staged) {
        if (staged == null || !staged.complete()) return false;
        Cursor here = cursor;
        if (here == null || lost) return true;
        return staged.from().era().equals(here.era()) && staged.from().revision() >= here.revision();
    }

    /// What was held back stands now.
    private boolean letThrough(Round round) throws InterruptedException {
        round.snapshot();
        held = gear.target().staging().swap(approved, wants::isClosed);
        return held == null;
    }

    /// What a process before this one was about to make stand does. Where that was of another version, it has no
    /// cursor: all of it is fetched anew then.
    private void ended() {
        lost = gear.target().cursor(gear.hub()) == null;
        if (!lost) stands();
    }

    private void stands() {
        held = null;
        Cursor here = gear.target().cursor(gear.hub());
        lost = here == null;
        wanted = lost;
        if (here == null) throw new Disagreement("a snapshot stands, and this box has no cursor of it");
        cursor = here;
        urgent.removeIf(line -> revision(line) <= here.revision());
        if (!urgent.isEmpty()) gear.target().apply(gear.hub(), List.copyOf(urgent), null);
    }

    private void follow(Round round) throws InterruptedException {
        Cursor after = cursor;
        if (after == null) throw new IllegalStateException("nothing to follow from");
        try {
            if (!checkDue || !urgent.isEmpty()) {
                changes.all(after, standing, round);
                return;
            }
            Head head = changes.checked(after, standing, round);
            if (!urgent.isEmpty()) return; // one came meanwhile, and is not in the hub's count
            checkDue = false;
            if (head.check() == null) {
                checkNs = gear.pace().nowNs()
                        + jittered(Math.min(CHECK_AGAIN_MS, gear.limits().checkMs()));
            } else if (!unread.agree(gear.target().check(), head.check(), gear.target()::revision)) {
                wanted = true;
            }
        } catch (UpstreamException e) {
            if (!e.isCursorUnknown()) throw e;
            lost = true;
            wanted = true;
            urgent.clear(); // of a time that the hub has forgotten
            unread.clear();
        }
    }

    /// What comes goes to what stands.
    private final class Standing implements Changes.Sink {
        @Override
        public void take(List<DownLine> lines, @Nullable Cursor to) {
            apply(lines, to);
            unread.read(lines);
        }

        @Override
        public void tooLong(TooLong line) {
            unread.add(line);
        }
    }

    private void apply(List<DownLine> lines, @Nullable Cursor to) {
        if (lines.isEmpty() && (to == null || to.equals(cursor))) return;
        // Once everything is to be fetched anew, the target's cursor stays gone, so that a kill does not undo it.
        Cursor moved = lost ? null : to;
        gear.target().apply(gear.hub(), withoutUrgent(lines), moved);
        if (moved == null) return;
        if (gear.target().cursor(gear.hub()) == null) {
            lost = true;
            wanted = true;
            return;
        }
        cursor = moved;
        urgent.removeIf(line -> revision(line) <= moved.revision());
    }

    /// A chunk that was made before somebody was taken away must not bring them back.
    private List<DownLine> withoutUrgent(List<DownLine> lines) {
        if (urgent.isEmpty()) return lines;
        return lines.stream()
                .filter(line -> urgent.stream()
                        .noneMatch(newer -> person(newer) == person(line) && revision(newer) > revision(line)))
                .toList();
    }

    private void completed(Round round, Wants.Wish wish) {
        retryNs = null;
        pollNs = gear.pace().nowNs() + jittered(gear.limits().pollMs());
        backoff.succeeded();
        String back = held;
        if (back != null) {
            String reason = "a snapshot that takes away many people is held back until somebody lets it through";
            gear.state().pullProblem(reason);
            if (round.failed(Kind.HELD, reason)) told.add(Kind.HELD);
            wants.done(wish.ticket());
            return;
        }
        gear.state().pullProblem(unread.problem());
        round.completed();
        told.clear();
        returning = false;
        wants.done(wish.ticket());
    }

    private void failed(Round round, Kind kind, RuntimeException fault, long waitMs) {
        if (wants.isClosed()) return;
        String reason = String.valueOf(fault.getMessage());
        gear.state().pullProblem(reason);
        if (round.failed(kind, reason)) told.add(kind);
        returning = true;
        retryNs = gear.pace().nowNs() + TimeUnit.MILLISECONDS.toNanos(waitMs);
    }

    /// Until something is due of itself; 0: it is.
    private long waitMs() {
        Long retry = retryNs;
        long atNs = checkNs;
        if (retry != null) atNs = retry;
        else if (!gear.state().online() && pollNs - atNs < 0) atNs = pollNs;
        long leftNs = atNs - gear.pace().nowNs();
        // Not longer than between polls: the link may go meanwhile. Rounded up, so as not to turn in vain.
        return Math.clamp(
                leftNs / 1_000_000 + (leftNs > 0 ? 1 : 0), 0, gear.limits().pollMs());
    }

    private void planCheck() {
        checkNs = gear.pace().nowNs() + jittered(gear.limits().checkMs());
    }

    /// Half as long to half as long again, ns.
    private long jittered(long ms) {
        return Math.round(TimeUnit.MILLISECONDS.toNanos(ms) * (0.5 + gear.pace().random()));
    }

    /// Urgent lines come before whatever else is being brought.
    private void between() {
        if (wants.isClosed()) throw new UpstreamException("following has ended");
        for (DownLine line = wants.firstUrgent(); line != null; line = wants.firstUrgent()) {
            stuck = true;
            // Who stands here before the first snapshot, or since the hub lost this box's cursor, may be other people
            // of the same numbers, under another policy.
            if (lost) gear.target().narrow(gear.hub(), List.of(line));
            else gear.target().apply(gear.hub(), List.of(line), null);
            stuck = false;
            wants.urgentDone();
            Cursor here = cursor;
            if (here != null && revision(line) <= here.revision()) continue;
            if (urgent.size() == URGENT_KEPT_MAX) urgent.removeFirst();
            urgent.add(line);
        }
    }

    /// 0: it is of nobody.
    private static long person(DownLine line) {
        return switch (line) {
            case DownLine.PersonLine person -> person.row().id();
            case DownLine.Gone gone -> gone.id();
            default -> 0;
        };
    }

    private static long revision(DownLine line) {
        return switch (line) {
            case DownLine.PersonLine person -> person.revision();
            case DownLine.Gone gone -> gone.revision();
            default -> 0;
        };
    }

    /// Ends it between two batches; does not wait.
    public void close() {
        wants.close();
    }
}
