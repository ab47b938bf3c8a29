package dev.lintel.controller.hub;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Approvals;
import dev.lintel.controller.access.Approvals.Asked;
import dev.lintel.controller.door.DoorOrders.Outcome;
import dev.lintel.controller.store.ApprovalQueries;
import dev.lintel.controller.store.ApprovalQueries.Open;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The persons who wait for an operator at this hub's own doors and at those of the boxes that follow. Any thread that
/// may block.
///
/// ```
///   APPROVAL_REQUESTED of a box ─► the hub's log ─► GET /approvals, the page Live
///   POST /approvals/ID/approve  ─► here ─► Link ─► the box's own ApprovalDesk, which decides in time or not
/// ```
final class RemoteApprovals implements ApprovalDesk {
    private static final long WINDOW_MS = TimeUnit.NANOSECONDS.toMillis(Approvals.WINDOW_NS);
    /// By which the clock of a box may be behind: its requests are sought so much longer ago. The box says whether a
    /// request is over.
    private static final long SKEW_MS_MAX = TimeUnit.SECONDS.toMillis(10);

    private final Hub hub;
    private final Links links;
    private final ApprovalDesk own;

    /// @param own of the doors of this box
    RemoteApprovals(Hub hub, ApprovalDesk own) {
        this.hub = hub;
        this.links = hub.links();
        this.own = own;
    }

    @Override
    public List<Asked> asked() {
        var all = new ArrayList<>(own.asked());
        long nowMs = hub.time().nowMs();
        for (Open one : elsewhere()) all.add(asked(one, nowMs));
        return List.copyOf(all);
    }

    private Asked asked(Open one, long nowMs) {
        long leftMs = Math.clamp(one.occurredAtMs() + WINDOW_MS - nowMs, 0, WINDOW_MS);
        long untilNs = hub.time().nowNs() + TimeUnit.MILLISECONDS.toNanos(leftMs);
        return new Asked(
                one.id(), one.channelId(), one.side(), one.personId(), one.personName(), untilNs, one.duress());
    }

    @Override
    public Outcome decide(long id, boolean approved, String by) {
        Outcome here = own.decide(id, approved, by);
        if (!(here instanceof Outcome.Refused)) return here;
        List<Open> found = elsewhere().stream().filter(one -> one.id() == id).toList();
        // Two boxes asked in the same millisecond: the operator decides at one of them, and not about another person.
        if (found.size() != 1) return here;
        var came = links.order(
                found.getFirst().channelId(), approved ? "approve" : "deny", Map.of("approval_id", id), null, by);
        return RemoteDoors.outcome(came);
    }

    private List<Open> elsewhere() {
        if (!hub.isHub()) return List.of();
        long sinceMs = hub.time().nowMs() - WINDOW_MS - SKEW_MS_MAX;
        return hub.database().read(sql -> ApprovalQueries.since(sql, sinceMs)).stream()
                .filter(one -> links.isElsewhere(one.channelId()))
                .toList();
    }
}
