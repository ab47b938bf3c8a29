package dev.lintel.controller.proof;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.proof.HeadLine.Kept;
import dev.lintel.controller.store.ChainedEvents;
import dev.lintel.controller.store.ChainedEvents.Link;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.controller.store.LostEvents;
import dev.lintel.controller.store.LostEvents.Range;
import dev.lintel.reader.Bytes;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Verifies all events of a log: the chain of hashes from the first event to the last, the names of people, the heads
/// that the box signed, and heads that were kept elsewhere. Stops at the first fault. One thread, one use.
///
/// Events that a damaged disk did not give back are no fault where a signed event of the box names them:
///
/// ```
///   ... 118 119 [ gap ] 142 ...      hash of 142 covers a hash that is lost: 142 is not verified, 143 is
///   ... 1000900 STORAGE_FAULT "events 120 to 141 cannot be read"      signed: the gap is recorded
/// ```
///
/// A head covers the events before it up to the gap before it. Events between the last head before a gap and the gap
/// are not verified, because the hash that covers them is lost.
public final class LogVerifier {
    private static final String HERE = "this log";
    /// A disk that loses more has lost the log.
    private static final int GAPS_MAX = 1_000;

    private final ChainedEvents events;
    private final PublicKey key;
    private final Set<Bytes> formerKeys;
    private final long namesFrom;
    private final Map<Long, Bytes> wanted = new HashMap<>();
    private @Nullable Bytes before;
    private @Nullable String fault;
    private boolean provesFirst;
    private long first;
    private long last;
    private long count;
    private long former;
    /// Ranges of ids that are not in the log, and after which the chain continues with an unknown hash.
    private final List<Range> gaps = new ArrayList<>();
    private final List<Recorded> recorded = new ArrayList<>();
    /// What storage faults since the last head, or since the gap after it, name as lost: no head covers them yet.
    private final List<Recorded> uncovered = new ArrayList<>();
    private final List<Range> unproven = new ArrayList<>();
    /// Events whose head proves those before it.
    private final Set<Long> proving = new HashSet<>();
    /// The newest event that a head covers, or that is lost.
    private long proven;

    private LogVerifier(ChainedEvents events, Keys keys) {
        this.events = events;
        this.key = keys.key;
        this.formerKeys = keys.former;
        this.namesFrom = keys.namesFrom;
    }

    /// The keys that may have signed heads.
    ///
    /// @param key of the box
    /// @param former fingerprints of keys that it had before and that were lost or replaced: signatures of theirs
    ///     cannot be verified, but the hashes that they signed still have to be those of the log
    /// @param namesFrom the first event whose person's name is verified: those before it have a key that was lost
    public record Keys(PublicKey key, Set<Bytes> former, long namesFrom) {
        public Keys {
            former = Set.copyOf(former);
        }

        boolean has(Bytes fingerprint) {
            return former.contains(fingerprint) || LogKey.fingerprint(key).equals(fingerprint);
        }
    }

    /// What was found.
    ///
    /// @param fault what is wrong, as a sentence; null: nothing
    /// @param count how many events were looked at
    /// @param provesFirst whether the hash before the first event is known: then that event is verified, too
    /// @param signed the newest event that a head of the key covers, not of a former one; 0: none
    /// @param kept the newest event of this log whose head was kept elsewhere; 0: none
    /// @param former how many heads are signed by a former key
    /// @param others how many heads that were kept elsewhere are of other boxes
    /// @param lost ids of events that are not in the log, and that a signed event of it names as lost to the disk
    /// @param unproven ids of events before such a gap that no head covers
    public record Found(
            @Nullable String fault,
            long count,
            long first,
            long last,
            boolean provesFirst,
            long signed,
            long kept,
            long former,
            int others,
            List<Range> lost,
            List<Range> unproven) {
        public Found {
            lost = List.copyOf(lost);
            unproven = List.copyOf(unproven);
        }

        /// How many events are lost.
        public long lostEvents() {
            return lost.stream()
                    .mapToLong(range -> range.last() - range.first() + 1)
                    .sum();
        }
    }

    /// Events that the box names as lost, in the event `id`.
    private record Recorded(long id, Range range) {
        boolean covers(Range gap) {
            return range.first() <= gap.first() && gap.last() <= Math.min(range.last(), id - 1);
        }
    }

    /// Checks all events and the heads that cover them.
    ///
    /// @param elsewhere heads of this box that a witness or a hub kept
    /// @param progress hears how many events were looked at
    public static Found verify(ChainedEvents events, Keys keys, KeptHeads elsewhere, LongConsumer progress) {
        return new LogVerifier(events, keys).run(elsewhere, progress);
    }

    private Found run(KeptHeads elsewhere, LongConsumer progress) {
        fault = elsewhere.fault();
        List<Head> here = events.heads(); // first: events that come meanwhile are after it
        long head = events.head();
        long signed = want(here.stream().map(LogVerifier::kept).toList(), HERE);
        if (fault == null && signed > 0) fault = later(here, signed);
        long kept = want(elsewhere.own(), "heads that were kept elsewhere");
        if (fault == null) {
            events.each(head, link -> take(link, progress));
            if (fault == null) fault = unrecorded();
            if (fault == null) fault = missing();
            if (fault == null && count > 0 && Math.max(inLog(signed), inLog(kept)) == 0) {
                fault = "nothing is signed: no head covers an event of this log. A box signs within seconds";
            }
        }
        return new Found(
                fault,
                count,
                first,
                last,
                provesFirst,
                inLog(signed),
                inLog(kept),
                former,
                elsewhere.others(),
                gaps,
                unproven);
    }

    /// A gap that no signed event names. Returns the fault, or null. Heads of events that are lost ask for nothing.
    private @Nullable String unrecorded() {
        for (Range gap : gaps) {
            if (recorded.stream().noneMatch(one -> one.covers(gap))) {
                return broken(gap.last() + 1);
            }
        }
        wanted.keySet().removeIf(id -> recorded.stream().anyMatch(one -> one.covers(new Range(id, id))));
        return null;
    }

    private long inLog(long id) {
        return id < first ? 0 : id;
    }

    /// An event whose head was signed and that is not here; those from before the log begins are not asked for.
    private @Nullable String missing() {
        long newest = 0;
        for (long id : wanted.keySet()) if (id > first) newest = Math.max(newest, id);
        if (newest == 0) return null;
        return newest > last
                ? "the end of the log is missing: event " + newest + " was signed, and the log ends at event " + last
                : "event " + newest + " was signed and is gone";
    }

    private static Kept kept(Head head) {
        return new Kept(head.eventId(), head.hash(), head, null);
    }

    /// The newest event that these heads prove; 0: none. A forger can also write heads of a former key, because their
    /// signatures are not verified: here they prove nothing. A head that was kept elsewhere proves by its place.
    private long want(List<Kept> all, String source) {
        long newest = 0;
        for (Kept one : all) {
            if (fault != null) return newest;
            Head head = one.signed();
            boolean isFormer = head != null && formerKeys.contains(head.key());
            if (isFormer) former++;
            else if (head != null && !LogKey.isSigned(key, head)) fault = wrong(head, source);
            Bytes hash = wanted.putIfAbsent(one.eventId(), one.hash());
            if (hash != null && !hash.equals(one.hash())) fault = rewritten(one.eventId());
            if (isFormer && source.equals(HERE)) continue;
            newest = Math.max(newest, one.eventId());
            proving.add(one.eventId());
        }
        return newest;
    }

    /// A former key signs nothing after the first head of the current key. Returns the fault, or null.
    private @Nullable String later(List<Head> here, long signed) {
        long first = here.stream()
                .filter(head -> !formerKeys.contains(head.key()))
                .mapToLong(Head::eventId)
                .min()
                .orElse(signed);
        return here.stream()
                .filter(head -> formerKeys.contains(head.key()) && head.eventId() > first)
                .findFirst()
                .map(head -> "the head of event " + head.eventId()
                        + " is of a former key, and the current key has signed" + " event " + first + " before it")
                .orElse(null);
    }

    private String wrong(Head head, String source) {
        String which = "the head of event " + head.eventId() + " in " + source;
        if (head.key().equals(LogKey.fingerprint(key))) return which + " has a wrong signature";
        return which + " is signed by another key, " + head.key()
                + "; if the box had that key before, add --former-key " + head.key();
    }

    private static String rewritten(long id) {
        return "event " + id + " is not the event whose hash was signed or kept: the log was rewritten";
    }

    private static String broken(long id) {
        return "the chain of events is broken at event " + id + ": it, or one before it, was altered or is gone";
    }

    /// Keeps what this event names as lost. Events of other boxes, which a hub keeps, name those of other logs.
    private void record(Link link) {
        boolean isFault = link.fields().get("kind") instanceof Long kind && kind == EventKind.STORAGE_FAULT.number();
        if (!isFault || !(link.fields().get("additional") instanceof String json)) return;
        try {
            Map<String, @Nullable Object> additional = Json.parseObject(json);
            if (additional.containsKey("box") || !(additional.get("reason") instanceof String reason)) return;
            for (Range range : LostEvents.parse(reason).ranges()) uncovered.add(new Recorded(link.id(), range));
        } catch (JsonException e) { // it names nothing
            return;
        }
    }

    private void take(Link link, LongConsumer progress) {
        if (fault != null) return;
        long id = link.id();
        if (count == 0) {
            first = id;
            before = events.beforeFirst(id);
            provesFirst = before != null;
            proven = id - 1;
        }
        Bytes known = before;
        if (known != null && events.hash(known, link).equals(link.hash())) record(link);
        else if (known != null) gap(id);
        Bytes signed = wanted.remove(id);
        if (fault == null && signed != null && !signed.equals(link.hash())) fault = rewritten(id);
        if (signed != null && proving.contains(id)) {
            recorded.addAll(uncovered);
            uncovered.clear();
            proven = id;
        }
        if (fault == null && id >= namesFrom && !events.hasItsName(link)) {
            fault = "the name of the person in event " + id
                    + " is not the one that was recorded. If keys/event-names was"
                    + " lost or replaced, add --names-from with the first event after that";
        }
        before = link.hash();
        last = id;
        count++;
        progress.accept(count);
    }

    /// Event `id` does not continue the chain. It may be forged itself, and records nothing.
    private void gap(long id) {
        if (count == 0 || id == last + 1 || gaps.size() == GAPS_MAX) {
            fault = broken(id);
            return;
        }
        if (proven < last) unproven.add(new Range(proven + 1, last));
        uncovered.clear();
        gaps.add(new Range(last + 1, id - 1));
        proven = id - 1;
    }
}
