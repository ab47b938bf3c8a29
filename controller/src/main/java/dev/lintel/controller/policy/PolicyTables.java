package dev.lintel.controller.policy;

import dev.lintel.controller.event.EventDraft;
import java.util.List;
import java.util.function.Function;

/// The tables behind the policy. Implemented by the store; blocks, so never called on an event loop or the door lane.
public interface PolicyTables {
    /// What stands, seen in one read transaction.
    Standing standing();

    /// In one write transaction: hands what stands to `planner` and, unless its plan is refused or empty, writes the
    /// plan's changes and appends `event`. Returns the plan.
    SitePlan change(Function<Standing, SitePlan> planner, Function<SitePlan, EventDraft> event);

    /// In one write transaction: writes the first policy and people of a box, unless an account is there already.
    /// Returns whether it wrote.
    boolean begin(Policy policy, List<FirstPerson> people);
}
