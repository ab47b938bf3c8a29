package dev.lintel.controller.access;

import dev.lintel.controller.access.Uses.Use;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Passages;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import java.time.Instant;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The event log as the door lane sees it: admissions by credentials with limits are counted. Any thread.
///
/// The count changes right before its event is appended, in one act of the lane, so both reach the disk together.
public final class UseLog implements EventLog, Passages {
    private static final String ENTRY = "entry";

    private final EventLog log;
    private final Passages passages;
    private final UseCounts counts;

    /// @param changed takes each new count of a credential on its way to the disk; never waits
    public UseLog(EventLog log, Passages passages, ObjLongConsumer<Use> changed) {
        this.log = log;
        this.passages = passages;
        this.counts = new UseCounts(changed);
    }

    /// Reads the newest rows of the table into memory, for a disk that gives nothing later.
    ///
    /// @param newest so many rows of it
    public void remember(IntFunction<Map<Long, Use>> newest) {
        counts.fill(newest.apply(UseCounts.KNOWN_MAX + 1));
    }

    /// Uses for one thread, or several that take turns.
    ///
    /// @param table uses of a credential on disk; [Uses#UNREAD] where that gives nothing
    /// @param nowNs the monotonic clock
    public Uses with(LongFunction<Use> table, LongSupplier nowNs) {
        return new Uses() {
            @Override
            public Use of(Holder holder, long channelId) {
                Long id = holder.credentialId();
                if (id == null) return Use.NEVER;
                Use use = counts.of(id, channelId, holder.personId(), nowNs.getAsLong());
                if (use != null) return use;
                Use read = table.apply(id);
                if (UNREAD.equals(read)) return read;
                counts.read(id, read);
                use = counts.of(id, channelId, holder.personId(), nowNs.getAsLong());
                return use == null ? read : use;
            }

            @Override
            public void decided(EventDraft admission, Holder holder) {
                // The lane has turned away a person whose decision took too long.
                boolean late = nowNs.getAsLong() - admission.monotonicNs() > Doors.DECISION_MAX_NS;
                if (late || !holder.limits().isCounted()) return;
                UseCounts.Move move = move(admission, holder);
                if (move != null) counts.decided(move);
            }

            private UseCounts.@Nullable Move move(EventDraft admission, Holder holder) {
                Long credentialId = holder.credentialId();
                Long channelId = admission.subject().channelId();
                if (credentialId == null || channelId == null) return null;
                return new UseCounts.Move(
                        channelId,
                        holder.personId(),
                        credentialId,
                        isEntry(admission) ? holder.limits().entries() : null,
                        Instant.ofEpochMilli(admission.occurredAtMs()),
                        admission.monotonicNs(),
                        Use.NEVER);
            }
        };
    }

    /// As [LimitCheck] has it.
    private static boolean isEntry(EventDraft admission) {
        Map<String, Object> trace = admission.additional();
        return ENTRY.equals(trace.get(Trace.READER)) || trace.containsKey(EventDraft.PHONE_REQUEST);
    }

    @Override
    public void append(EventDraft draft, LongConsumer onDurable) {
        Long channelId = draft.subject().channelId();
        Long personId = draft.subject().personId();
        if (draft.kind().isRejected()) counts.turnedAway(channelId, draft.monotonicNs());
        else if (channelId != null && personId != null) follow(draft, channelId, personId);
        log.append(draft, onDurable);
    }

    private void follow(EventDraft draft, long channelId, long personId) {
        if (draft.kind().isAdmitted()) {
            counts.admitted(channelId, personId, draft.subject().credentialId(), draft.monotonicNs());
        } else if (draft.kind() == EventKind.ADMITTED_NOT_USED) {
            counts.notUsed(channelId, personId);
        }
    }

    @Override
    public void shared(EventDraft admitted) {
        passages.shared(admitted);
    }

    @Override
    public void passed(EventDraft admitted) {
        passages.passed(admitted);
        ended(admitted);
    }

    @Override
    public void passedTogether(EventDraft admitted) {
        passages.passedTogether(admitted);
        ended(admitted);
    }

    private void ended(EventDraft admitted) {
        Long channelId = admitted.subject().channelId();
        Long personId = admitted.subject().personId();
        if (channelId != null && personId != null) counts.passed(channelId, personId);
    }

    @Override
    public void stands(long channelId, Standing standing) {
        passages.stands(channelId, standing);
    }

    @Override
    public long head() {
        return log.head();
    }

    @Override
    public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
        return log.refused(wanted);
    }

    @Override
    public long awaitHeadAbove(long id, long timeoutMs) throws InterruptedException {
        return log.awaitHeadAbove(id, timeoutMs);
    }
}
