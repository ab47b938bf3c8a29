package dev.lintel.controller.access;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Whether this box follows a hub, and how long ago it last had contact with it. Immutable.
///
/// ```
///   0 ........... 90 s ................ a role's max_stale ..........
///      online     |      offline         |  the role opens nothing
/// ```
///
/// @param age since the last contact, never negative; null: the box follows nobody
public record Contact(@Nullable Duration age) {
    /// Out of contact after so long, as the hub too counts a box that is silent: four beats of the link are missing.
    public static final Duration LOST = Duration.ofSeconds(90);

    /// Follows nobody: this box is the master of all it has.
    public static final Contact STANDALONE = new Contact(null);

    public Contact {
        if (age != null && age.isNegative()) age = Duration.ZERO;
    }

    /// Follows a hub, with which it last had contact `age` ago.
    public static Contact following(Duration age) {
        return new Contact(age);
    }

    /// Whether it follows a hub and is out of contact.
    public boolean lost() {
        return age != null && age.compareTo(LOST) > 0;
    }

    /// Whether what holds for `limitMs` without contact holds no more; null: it always does.
    boolean tooOldFor(@Nullable Long limitMs) {
        return limitMs != null && age != null && age.compareTo(Duration.ofMillis(limitMs)) > 0;
    }

    /// `standalone`, `online` or `offline`, as events have it.
    public String word() {
        if (age == null) return "standalone";
        return lost() ? "offline" : "online";
    }
}
