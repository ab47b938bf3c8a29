package dev.lintel.controller.policy;

import dev.lintel.controller.access.Contact;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.yaml.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Which roles soon hold no longer, or do so no more, for this box has no contact with the hub that it follows. Pure.
public final class StaleWarnings {
    /// Percent of a role's limit after which it is warned of: of 30 days six are left to mend a line.
    static final int WARN_PERCENT = 80;

    private StaleWarnings() {}

    /// One role.
    ///
    /// @param endsAt until when it holds, by the wall clock as it is now
    /// @param ended whether that has passed: it opens nothing at this box until there is contact again
    public record Warning(Role role, Instant endsAt, boolean ended) {
        /// For people, without its full stop.
        public String sentence() {
            String limit = role.maxStale() == null ? "" : Durations.format(role.maxStale());
            String title = "role " + role.id() + " " + role.name();
            return ended
                    ? title + " opens nothing: no contact with the hub for longer than its max_stale of " + limit
                    : title + " opens nothing from " + endsAt + " on unless there is contact with the hub before";
        }
    }

    /// Those past 80 % of their limit, the one that ends first leading. Empty while the box is in contact or follows
    /// nobody.
    ///
    /// @param now the wall clock
    public static List<Warning> of(List<Role> roles, Contact contact, Instant now) {
        Duration age = contact.age();
        if (age == null || !contact.lost()) return List.of();
        var warnings = new ArrayList<Warning>();
        for (Role role : roles) {
            Duration limit = role.maxStale();
            if (limit == null || age.compareTo(limit.multipliedBy(WARN_PERCENT).dividedBy(100)) < 0) continue;
            Instant endsAt = now.minus(age).plus(limit);
            warnings.add(new Warning(role, endsAt, age.compareTo(limit) > 0));
        }
        warnings.sort(Comparator.comparing(Warning::endsAt).thenComparingLong(warning -> warning.role.id()));
        return warnings;
    }
}
