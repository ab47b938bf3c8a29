package dev.lintel.controller.api;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.access.Approvals.Asked;
import dev.lintel.controller.door.DoorOrders.Outcome;
import java.util.ArrayList;
import java.util.List;

/// Persons who wait, as a test says, until they are decided on.
final class FakeApprovals implements ApprovalDesk {
    final List<Asked> waiting = new ArrayList<>();
    final List<String> decided = new ArrayList<>();

    @Override
    public List<Asked> asked() {
        return List.copyOf(waiting);
    }

    @Override
    public Outcome decide(long id, boolean approved, String by) {
        Asked asked = waiting.stream().filter(one -> one.id() == id).findFirst().orElse(null);
        if (asked == null || !waiting.remove(asked)) return new Outcome.Refused(OVER);
        decided.add(id + (approved ? " approved by " : " denied by ") + by);
        return new Outcome.Done();
    }
}
