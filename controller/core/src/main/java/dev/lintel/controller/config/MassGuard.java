package dev.lintel.controller.config;

import java.util.function.LongSupplier;

/// How many people may be taken away at once without anybody having to look at it: at a hub, of those who are
/// deleted or disabled before its boxes hear of it; at a box, of those whom a snapshot would take away. Immutable.
///
/// @param percent of all who were enabled; 100: any number may go
public record MassGuard(int percent) {
    /// So many may always go: a small site has no shares.
    public static final long PEOPLE_MAX = 10;

    static final int PERCENT_MAX = 100;
    public static final MassGuard DEFAULT = new MassGuard(20);

    /// Throws `IllegalArgumentException` where it is no share: with none at all an ordinary day would be held back.
    public MassGuard {
        if (percent < 1 || percent > PERCENT_MAX) throw new IllegalArgumentException("no share: " + percent);
    }

    /// Whether `taken` are too many.
    ///
    /// @param all who were enabled, the `taken` among them; counted only where it matters
    public boolean isTooMany(long taken, LongSupplier all) {
        return taken > PEOPLE_MAX && taken * 100 > percent * all.getAsLong();
    }
}
