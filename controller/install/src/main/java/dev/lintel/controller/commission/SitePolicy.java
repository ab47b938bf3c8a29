package dev.lintel.controller.commission;

import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicyDoors;
import dev.lintel.controller.policy.SitePlan;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The site's policy as installers change it: names, place, a door's channel. Where somebody else makes it nothing is
/// changed. Any thread that may block.
final class SitePolicy {
    private final PolicyCatalog catalog;
    private final Supplier<@Nullable String> elsewhere;

    SitePolicy(PolicyCatalog catalog, Supplier<@Nullable String> elsewhere) {
        this.catalog = catalog;
        this.elsewhere = elsewhere;
    }

    /// What stands.
    Policy policy() {
        return catalog.snapshot().policy();
    }

    /// Who makes it, in a sentence; null: this box.
    @Nullable
    String elsewhere() {
        return elsewhere.get();
    }

    /// Throws [CommissionException] with every reason why this would not be applied.
    void check(UnaryOperator<Policy> edit) {
        if (elsewhere() != null) return;
        Policy wanted = valid(edit.apply(policy()));
        refuse(catalog.plan(wanted));
    }

    /// Throws [CommissionException] as [#check]: then nothing has changed.
    void change(UnaryOperator<Policy> edit, String by) {
        if (elsewhere() != null) return;
        refuse(catalog.change(stands -> valid(edit.apply(stands)), by));
    }

    private static Policy valid(Policy wanted) {
        List<String> faults = PolicyDoors.faults(wanted);
        if (!faults.isEmpty()) throw new CommissionException(faults);
        return wanted;
    }

    private static void refuse(SitePlan plan) {
        if (!plan.refusals().isEmpty()) throw new CommissionException(plan.refusals());
    }
}
