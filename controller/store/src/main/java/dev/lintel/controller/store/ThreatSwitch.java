package dev.lintel.controller.store;

import org.jspecify.annotations.Nullable;

/// A wired button or key switch as it acts on the threat level of its site. Immutable.
///
/// @param name as events name it, such as `threat switch Desk`
/// @param level from 0 to 5
/// @param lowers whether it also sets a level that is lower than the present one
/// @param untilReleased whether its release ends what it set: a key; else only an operator does: a button
/// @param back the level after the release of a key; null: the level before
public record ThreatSwitch(
        String name,
        int level,
        boolean lowers,
        boolean untilReleased,
        @Nullable Integer back) {
    /// The level of the site with this switch on.
    int after(int before) {
        return after(before, level, lowers);
    }

    static int after(int before, int level, boolean lowers) {
        return lowers ? level : Math.max(before, level);
    }
}
