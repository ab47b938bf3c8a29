package dev.lintel.controller.sync;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.fleet.DuplicateValues;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.Progress;
import dev.lintel.sync.Progress.Shared.Value;
import dev.lintel.sync.wire.RevocationReport;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells of following: to the log, per channel, to [SyncState] and to [Contact]. Any thread; waits for no disk.
///
/// A hub that is away for a month is tried every minute: the log hears of the first failure, and again when its
/// reason is another one, when somebody asked for a sync, and after it has worked.
public final class Reports {
    private static final Logger LOG = System.getLogger(Reports.class.getName());

    /// In the library's own words for a snapshot that [#held] tells of.
    private static final String HELD = "held back";

    /// A card of flash memory lasts years at this rate; after a kill nobody needs it closer.
    private static final long KEEP_NS = TimeUnit.MINUTES.toNanos(10);

    /// People, or names, in a sentence; the event has all of them.
    private static final int NAMED_MAX = 10;

    /// Kept so that each is reported once; beyond it some are reported again.
    private static final int LOST_MAX = 10_000;

    private final Parts parts;
    private final Set<DuplicateValues.Loss> lost = new HashSet<>();

    private @Nullable String problem;
    private RevocationReport revocations = RevocationReport.NOTHING;
    private @Nullable String passedOver;
    private Set<Long> unread = Set.of();
    private List<Value> shared = List.of();
    private @Nullable String failed;
    private @Nullable String heldTold;
    private @Nullable String heldWords;
    private @Nullable Asker asker;
    /// When the box last had all there was, where the disk has an older time.
    private @Nullable Long unkeptMs;

    private @Nullable Long keptNs;
    private boolean downloading;
    private boolean ended;
    private volatile boolean unwritten;

    /// What it is made of.
    ///
    /// @param channels ids of this box's own doors
    /// @param clock hears what time it is at the hub
    public record Parts(
            Database database,
            EventLog log,
            Supplier<List<Long>> channels,
            SyncState state,
            Contact contact,
            HubClock clock,
            Whom whom,
            Time time) {}

    /// Hears what time it is at the hub: Unix milliseconds, give or take `errorMs`. Must be short.
    @FunctionalInterface
    public interface HubClock {
        void is(long hubMs, long errorMs);
    }

    /// Who asked for a sync.
    ///
    /// @param by an email, or `command line`
    public record Asker(String by, @Nullable String credential) {}

    public Reports(Parts parts) {
        this.parts = parts;
    }

    /// A sync was asked for: whatever comes of it is told.
    synchronized void asked(Asker who) {
        asker = who;
        failed = null;
    }

    /// The box leaves: that its hub turns it away then is nothing to be told.
    synchronized void end() {
        ended = true;
    }

    synchronized void tell(Progress progress) {
        if (ended) return;
        switch (progress) {
            case Progress.Started(boolean snapshot) -> started(snapshot);
            case Progress.NotRequired() -> {
                events(EventKind.SYNC_NOT_REQUIRED, Map.of());
                completed(0, false);
            }
            case Progress.Completed(long lines) -> completed(lines, true);
            case Progress.UpToDate() -> upToDate();
            case Progress.Failed(String reason) -> {
                // Of a snapshot that is held back #held has said more already; to whoever asks it is said again.
                String words = parts.state.view().held() == null || !reason.contains(HELD) ? null : heldWords;
                if (words == null) failed(reason);
                else if (asker != null) failed(words);
                else parts.state.failed(words); // nothing is under way any more
            }
            case Progress.TimingOut() -> {
                if (failed == null) events(EventKind.SYNC_TIMING_OUT, Map.of());
            }
            case Progress.Contact(long _, long hubMs, long errorMs) -> {
                parts.clock.is(hubMs, errorMs); // first: the contact is judged by the clock
                touch();
            }
            case Progress.Present _, Progress.Reached _ -> touch();
            case Progress.Lost(String reason) ->
                LOG.log(Level.INFO, "the link to the " + parts.whom.kind() + " is gone: " + reason);
            case Progress.Skipped _ -> {} // PassedOver tells of it, with what was passed over before
            case Progress.Unread(Set<Long> people) -> unread(people);
            case Progress.Shared(List<Value> values) -> shared = SharedReport.of(shared, values);
            case Progress.Dismissed(String why) -> dismissed(why);
            case Progress.Delivered _ -> {}
            case Progress.Forked(long id) ->
                LOG.log(
                        Level.WARNING,
                        "the hub has another history of this box after event " + id
                                + ": this box's log goes on there beside it");
        }
    }

    /// What the hub sends does not get to disk from now on: it may have taken rights, so contact with it
    /// counts as lost.
    void unwritten() {
        if (!unwritten) LOG.log(Level.ERROR, "what the " + parts.whom.kind() + " sends cannot be written here");
        unwritten = true;
    }

    /// It gets there again.
    void written() {
        unwritten = false;
    }

    private void touch() {
        if (!unwritten) parts.contact.touch();
    }

    private void started(boolean snapshot) {
        parts.state.started();
        if (failed != null) return; // tried again, as it was told
        downloading = true;
        events(EventKind.SYNC_STARTED, Map.of("snapshot", snapshot));
    }

    private void nothingIsHeld() {
        heldTold = null;
        heldWords = null;
    }

    private void completed(long lines, boolean told) {
        nothingIsHeld();
        RightsStore.resumeAll(parts.database);
        written();
        if (told && (downloading || failed != null || asker != null)) {
            events(EventKind.SYNC_COMPLETED, Map.of("lines", lines));
        }
        downloading = false;
        failed = null;
        asker = null;
        long nowMs = parts.time.nowMs();
        parts.state.completed(nowMs, trouble());
        keep(nowMs);
    }

    /// As after each change at the hub: in memory at once, on disk seldom.
    private void upToDate() {
        nothingIsHeld();
        RightsStore.resumeAll(parts.database);
        written();
        long nowMs = parts.time.nowMs();
        parts.state.upToDate(nowMs, trouble());
        Long before = keptNs;
        if (before == null || parts.time.nowNs() - before >= KEEP_NS) keep(nowMs);
        else unkeptMs = nowMs;
    }

    private void keep(long completedMs) {
        unkeptMs = null;
        keptNs = parts.time.nowNs();
        parts.database.writeLater(sql -> {
            FollowStore.completed(sql, completedMs);
            return true;
        });
    }

    /// Writes down when the box last had all there was: before the end. Does not wait.
    synchronized void keep() {
        Long unkept = unkeptMs;
        if (unkept != null) keep(unkept);
    }

    private void failed(String reason) {
        parts.state.failed(reason);
        downloading = false;
        if (reason.equals(failed)) return;
        LOG.log(Level.WARNING, "following the " + parts.whom.kind() + " failed: " + reason);
        events(EventKind.SYNC_FAILED, Map.of("reason", reason));
        failed = reason;
        asker = null;
    }

    private void dismissed(String why) {
        parts.state.dismissed(why);
        configuration(Map.of("action", "turned away", "reason", why));
        LOG.log(Level.ERROR, "the hub has turned this box away; what stands goes on: " + why);
    }

    /// The policy holds.
    synchronized void policyTaken() {
        problem = null;
    }

    /// The hub is newer, and `version` passes over what it does not know: `all` by now, `fresh` for the first time.
    synchronized void passedOver(String version, List<String> fresh, List<String> all) {
        passedOver = all.isEmpty() ? null : passed(version, all);
        if (fresh.isEmpty() || ended) return;
        String reason = passed(version, fresh);
        LOG.log(Level.WARNING, reason);
        configuration(Map.of("action", "passed over", "reason", reason, "passed_over", fresh));
    }

    private static String passed(String version, List<String> what) {
        return "the hub is newer than this box and tells of what Lintel " + version + " does not know: "
                + String.join(", ", what.subList(0, Math.min(NAMED_MAX, what.size())))
                + (what.size() > NAMED_MAX ? ", …" : "")
                + "; it is passed over, and fetched once a newer Lintel runs here";
    }

    /// What cannot be taken over though all goes well, in words; null: nothing.
    synchronized @Nullable String notice() {
        return passedOver;
    }

    /// What is not taken of a hub that was restored. The log hears of it once, and of each that is added.
    synchronized void revocations(RevocationReport now) {
        RevocationReport before = revocations;
        revocations = now;
        if (now.count() <= before.count() || ended) return;
        LOG.log(Level.ERROR, words(now));
        configuration(Map.of("action", "withheld", "reason", words(now), "people", now.people()));
    }

    private static String words(RevocationReport revocations) {
        return "the hub was restored from a backup of before it took rights from " + revocations.count()
                + (revocations.count() == 1 ? " person" : " people")
                + ": they stay taken here until 'lintel hub restored'"
                + " there gives them back";
    }

    /// As [#revocations(RevocationReport)] has it.
    synchronized RevocationReport revocations() {
        return revocations;
    }

    synchronized void policyRefused(String why) {
        if (!why.equals(problem)) {
            LOG.log(Level.ERROR, why);
            configuration(Map.of("action", "policy refused", "reason", why));
        }
        problem = why;
    }

    /// Of these people nothing new can be taken: told once of each.
    private void unread(Set<Long> people) {
        List<Long> fresh =
                people.stream().filter(id -> !unread.contains(id)).sorted().toList();
        unread = people;
        if (fresh.isEmpty()) return;
        LOG.log(Level.ERROR, tooLong(fresh));
        configuration(Map.of("action", "people passed over", "reason", tooLong(fresh), "people", fresh));
    }

    /// A service gives the same address, id, card or PIN to two people: reported once for each who does not get it.
    synchronized void lost(List<DuplicateValues.Loss> losses) {
        List<DuplicateValues.Loss> fresh =
                losses.stream().filter(one -> !lost.contains(one)).distinct().toList();
        if (fresh.isEmpty() || ended) return;
        if (lost.size() + fresh.size() > LOST_MAX) lost.clear();
        lost.addAll(fresh);
        String reason = "the service gives the same to two people, of whom the one with the lower number has it here: "
                + fresh.stream().limit(NAMED_MAX).map(Reports::words).collect(Collectors.joining("; "))
                + (fresh.size() > NAMED_MAX ? "; …" : "");
        LOG.log(Level.WARNING, reason);
        List<Long> people = fresh.stream()
                .map(DuplicateValues.Loss::person)
                .distinct()
                .sorted()
                .toList();
        configuration(Map.of("action", "given to two people", "reason", reason, "people", people));
    }

    private static String words(DuplicateValues.Loss loss) {
        return loss.what() + " of person " + loss.person() + ", which person " + loss.holder() + " has";
    }

    private static String tooLong(Collection<Long> people) {
        return "what the hub tells of person "
                + people.stream().sorted().limit(NAMED_MAX).map(String::valueOf).collect(Collectors.joining(", "))
                + (people.size() > NAMED_MAX ? ", …" : "")
                + " is too long to be taken: they stand here as they did; look at their reservations there";
    }

    /// A snapshot is held back because it would turn away `taken` of `enabled` people; null: none is any more.
    /// The log hears of each once.
    synchronized void held(@Nullable String name, long taken, long enabled) {
        boolean again = Objects.equals(name, heldTold);
        parts.state.held(name, again ? heldWords : null); // another failure may have come between
        if (name == null) nothingIsHeld();
        if (name == null || again) return;
        heldTold = name;
        String until =
                parts.whom.isHub() ? "'lintel hub approve' there or 'lintel sync accept' here" : "'lintel sync accept'";
        String what = parts.whom.isHub() ? "the hub's snapshot" : "what the service has";
        String reason = what + " would remove or disable " + taken + " of " + enabled
                + " people: it is held back until " + until;
        heldWords = reason;
        failed(reason);
        configuration(Map.of(
                "action",
                "a snapshot is held back",
                "snapshot",
                name,
                "reason",
                reason,
                "people",
                taken,
                "of",
                enabled));
    }

    /// What keeps the box from having all of what the hub tells though it follows, in words; null: nothing.
    synchronized @Nullable String problem() {
        String trouble = trouble();
        return trouble == null ? SharedReport.words(shared) : trouble;
    }

    private @Nullable String trouble() {
        if (problem != null) return problem;
        if (revocations.count() > 0) return words(revocations);
        return unread.isEmpty() ? null : tooLong(unread);
    }

    private void events(EventKind kind, Map<String, Object> more) {
        var additional = new HashMap<>(more);
        additional.put(parts.whom.kind(), parts.whom.name());
        Asker who = asker;
        if (who != null) {
            additional.put("by", who.by);
            if (who.credential != null) additional.put("credential", who.credential);
        }
        long nowMs = parts.time.nowMs();
        long nowNs = parts.time.nowNs();
        for (long channel : parts.channels.get()) {
            parts.log.append(new EventDraft(kind, nowMs, nowNs, Subject.channel(channel), additional));
        }
    }

    private void configuration(Map<String, Object> more) {
        var additional = new HashMap<>(more);
        additional.put("what", "sync");
        additional.put("by", parts.whom.words());
        parts.log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, parts.time.nowMs(), parts.time.nowNs(), Subject.NOBODY, additional));
    }
}
