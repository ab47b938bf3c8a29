package dev.lintel.controller.access;

import dev.lintel.controller.door.DoorOrders.Outcome;
import java.util.List;

/// Where operators see who waits at a door for their approval, and decide. Any thread that may block: a box that
/// follows this hub answers within two seconds.
public interface ApprovalDesk {
    /// The refusal of a decision on a request that has ended.
    String OVER = "too late: the person does not wait any more";

    /// No person ever waits.
    ApprovalDesk NONE = new ApprovalDesk() {
        @Override
        public List<Approvals.Asked> asked() {
            return List.of();
        }

        @Override
        public Outcome decide(long id, boolean approved, String by) {
            return new Outcome.Refused(OVER);
        }
    };

    /// The persons who wait, in the order of asking.
    List<Approvals.Asked> asked();

    /// An operator approves, or denies, the request of that id.
    ///
    /// - `Done`: the box of the door looks at it, and its log says whether the person is admitted.
    /// - `Refused`: the request is over.
    /// - `Unanswered`: the box of the door cannot be reached, or has no room.
    Outcome decide(long id, boolean approved, String by);
}
