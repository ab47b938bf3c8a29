package dev.lintel.controller.commission;

import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicyPasses;
import dev.lintel.controller.policy.PolicyPasses.Pass;
import dev.lintel.controller.policy.PolicyPasses.Wish;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.yaml.Checked;
import dev.lintel.controller.yaml.Fault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The site's policy as operators change it in a browser: a group's doors one by one, or all of it as its file. Any
/// thread that may block.
///
/// ```
///   "Staff", Gate, always ──┐
///                           ├─> checked as site.yaml is ─> one transaction ─> doors know it
///   text of site.yaml ──────┘        └─ faults, or somebody was first: nothing is changed
/// ```
public final class SiteDesk {
    /// A text that is longer is kept in a file, and goes by way of the command line.
    public static final int TEXT_MAX = 100_000;

    private static final int NAME_MAX = 100;

    private final PolicyCatalog catalog;
    private final SitePolicy site;

    SiteDesk(PolicyCatalog catalog, SitePolicy site) {
        this.catalog = catalog;
        this.site = site;
    }

    /// Who makes the policy, in a sentence; null: this box.
    public @Nullable String elsewhere() {
        return site.elsewhere();
    }

    /// What stands.
    public Policy policy() {
        return site.policy();
    }

    /// Which groups pass which doors of this box.
    public List<Pass> passes() {
        return PolicyPasses.of(policy(), catalog.rolesOfPeople());
    }

    /// Names of the doors of this box that no group passes.
    public List<String> barred() {
        return PolicyPasses.barred(policy()).stream().map(Channel::name).toList();
    }

    /// Has a group pass doors as it is wished, and returns what it passes then. Throws
    /// [CommissionException]: then nothing has changed.
    ///
    /// @param seen the mark of what somebody has looked at; null where nobody has
    public List<Pass> pass(Wish wish, @Nullable String seen, String by) {
        requireHere();
        String name = wish.group().strip();
        if (name.isEmpty()) throw new CommissionException("the group's name is missing");
        if (name.length() > NAME_MAX) {
            throw new CommissionException("the group's name has " + NAME_MAX + " characters at most");
        }
        var stripped = new Wish(name, wish.role(), wish.doors(), wish.more(), wish.hours());
        site.change(
                stands -> {
                    if (seen != null && !mark(stands.toText()).equals(seen)) throw CommissionException.late();
                    require(stands, stripped);
                    return PolicyPasses.with(stands, stripped, catalog.rolesOfPeople());
                },
                by);
        Group group = PolicyPasses.find(catalog.snapshot().policy(), name);
        return passes().stream()
                .filter(pass -> group != null && pass.group().id() == group.id())
                .toList();
    }

    /// The id of the group that a wish with this name means; 0: there is none.
    public long group(String name) {
        return policy().groups().stream()
                .filter(group -> group.name().equals(name.strip()))
                .mapToLong(Group::id)
                .findFirst()
                .orElse(0);
    }

    private static void require(Policy stands, Wish wish) {
        Set<Long> doors = new HashSet<>();
        for (Channel channel : stands.channels()) if (channel.box() == null) doors.add(channel.id());
        for (long door : wish.doors()) {
            if (!doors.contains(door)) throw new CommissionException("this box has no channel " + door);
        }
        Group group = PolicyPasses.find(stands, wish.group());
        if ((group == null || wish.more()) && wish.role() == 0 && wish.doors().isEmpty()) {
            throw new CommissionException("tick a door, or name a unit: nothing is asked for");
        }
        if (wish.role() != 0 && (group == null || !group.roles().contains(wish.role()))) {
            throw new CommissionException(wish.group() + " has no role " + wish.role() + " any more: look once more");
        }
        Long shift = wish.hours().shift();
        if (shift != null && stands.shifts().stream().noneMatch(one -> one.id() == shift)) {
            throw new CommissionException("there is no shift " + shift);
        }
    }

    /// All of it, as `site.yaml`.
    public String text() {
        return catalog.export();
    }

    /// Names a text: [#plan] and [#apply] refuse one that was written upon another than what stands.
    public static String mark(String text) {
        return WiringFile.mark(text);
    }

    /// What applying `text` would change. Throws [CommissionException] with every fault of it, and where it was written
    /// upon something else than what stands.
    ///
    /// @param seen the mark of what it was written upon
    public SitePlan plan(String text, String seen) {
        requireHere();
        Policy wanted = read(text);
        if (!mark(text()).equals(seen)) throw CommissionException.late();
        SitePlan plan = catalog.plan(wanted);
        if (!plan.refusals().isEmpty()) throw new CommissionException(plan.refusals());
        return plan;
    }

    /// What is no fault of `text` and probably not meant, in sentences with their lines; and what is not with this
    /// box's wiring.
    public List<String> warnings(String text) {
        SiteFile.Read read = SiteFile.read("site.yaml", text);
        var warnings = new ArrayList<String>();
        for (Fault fault : read.warnings()) warnings.add(fault.toString());
        if (read.policy() instanceof Checked.Valid<Policy>(Policy policy)) warnings.addAll(catalog.warnings(policy));
        return warnings;
    }

    /// Applies `text`. Throws as [#plan]: then nothing has changed.
    public SitePlan apply(String text, String seen, String by) {
        requireHere();
        Policy wanted = read(text);
        SitePlan plan = catalog.change(
                stands -> {
                    if (!mark(stands.toText()).equals(seen)) throw CommissionException.late();
                    return wanted;
                },
                by);
        if (!plan.refusals().isEmpty()) throw new CommissionException(plan.refusals());
        return plan;
    }

    private void requireHere() {
        String elsewhere = elsewhere();
        if (elsewhere != null) throw new CommissionException(elsewhere);
    }

    private static Policy read(String text) {
        if (text.length() > TEXT_MAX) {
            throw new CommissionException(
                    "a text of more than " + TEXT_MAX + " characters is applied by 'lintel site apply FILE'");
        }
        return switch (SiteFile.parse("site.yaml", text)) {
            case Checked.Valid<Policy>(Policy policy) -> policy;
            case Checked.Faulty<Policy>(var faults) ->
                throw new CommissionException(
                        faults.stream().map(Fault::toString).toList());
        };
    }
}
