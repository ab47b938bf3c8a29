package dev.lintel.controller.access;

import java.util.List;

/// Where operators see who waits at a door for their approval, and decide. Any thread; never blocks.
public interface ApprovalDesk {
    /// No person ever waits.
    ApprovalDesk NONE = new ApprovalDesk() {
        @Override
        public List<Approvals.Asked> asked() {
            return List.of();
        }

        @Override
        public boolean decide(long id, boolean approved, String by) {
            return false;
        }
    };

    /// The persons who wait, in the order of asking.
    List<Approvals.Asked> asked();

    /// An operator approves, or denies, the request of that id. Returns whether it will be looked at: it is not where
    /// the request is over, or there is no room. The log has what comes of it.
    boolean decide(long id, boolean approved, String by);
}
