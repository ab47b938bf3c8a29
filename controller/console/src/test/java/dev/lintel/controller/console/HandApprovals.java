package dev.lintel.controller.console;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Approvals;
import dev.lintel.controller.door.DoorOrders.Outcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Has the requests of persons who wait at doors, and takes what operators decide about the request 7, once.
final class HandApprovals implements ApprovalDesk {
    final List<String> decided = new CopyOnWriteArrayList<>();
    final List<Approvals.Asked> asked = new CopyOnWriteArrayList<>();

    @Override
    public List<Approvals.Asked> asked() {
        return List.copyOf(asked);
    }

    @Override
    public Outcome decide(long id, boolean approved, String by) {
        if (id != 7 || !decided.isEmpty()) return new Outcome.Refused(OVER);
        decided.add((approved ? "approved by " : "denied by ") + by);
        return new Outcome.Done();
    }
}
