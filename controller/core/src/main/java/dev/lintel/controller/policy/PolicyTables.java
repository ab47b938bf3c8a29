package dev.lintel.controller.policy;

import dev.lintel.controller.event.EventDraft;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// The tables behind the policy. Implemented by the store; blocks, so never called on an event loop or the door
/// lane.
public interface PolicyTables {
    /// The policy that stands, seen in one read transaction. Its cost does not grow with the number of people.
    Policy policy();

    /// Ids of the roles that people hold themselves, beside those of their groups.
    Set<Long> rolesOfPeople();

    /// What applying `wanted` would change, seen in one read transaction.
    SitePlan plan(Policy wanted);

    /// In one write transaction: makes the plan and, unless it is refused or empty, writes its changes and appends
    /// `event`. Returns the plan; then [#policy] is `wanted` to the letter, until the next change.
    SitePlan change(Policy wanted, Function<SitePlan, EventDraft> event);

    /// In one write transaction: writes the first policy and people of a box, unless an account is there already.
    /// Returns whether it wrote.
    boolean begin(Policy policy, List<FirstPerson> people);
}
