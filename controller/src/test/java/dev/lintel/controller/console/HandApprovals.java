package dev.lintel.controller.console;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Approvals;
import dev.lintel.controller.door.DoorOrders.Outcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Takes what operators decide about the request 7, once.
final class HandApprovals implements ApprovalDesk {
    final List<String> decided = new CopyOnWriteArrayList<>();

    @Override
    public List<Approvals.Asked> asked() {
        return List.of();
    }

    @Override
    public Outcome decide(long id, boolean approved, String by) {
        if (id != 7 || !decided.isEmpty()) return new Outcome.Refused(OVER);
        decided.add((approved ? "approved by " : "denied by ") + by);
        return new Outcome.Done();
    }
}
