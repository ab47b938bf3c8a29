package dev.lintel.controller.door;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// Which fire zones of the box hold one strike released: any of them does. Lock-free, and allocates nothing where a
/// zone begins or ends, for the inputs' thread releases strikes by it.
public final class FireHold {
    /// A bit each.
    public static final int ZONES_MAX = Long.SIZE;

    private final AtomicLong burning = new AtomicLong();
    private final AtomicLong burnt = new AtomicLong(); // since the log was told
    private final AtomicReferenceArray<String> names = new AtomicReferenceArray<>(ZONES_MAX);

    FireHold() {}

    /// What the zone is called in the log; a zone without a name is not named there. Before its line is opened.
    public void named(int zone, String name) {
        names.set(zone, name);
    }

    /// Returns whether this begins or ends the fire at this strike.
    boolean set(int zone, boolean on) {
        long bit = 1L << zone;
        if (on) burnt.getAndAccumulate(bit, FireHold::with);
        long before =
                on ? burning.getAndAccumulate(bit, FireHold::with) : burning.getAndAccumulate(bit, FireHold::without);
        return on ? before == 0 : before == bit;
    }

    private static long with(long zones, long bit) {
        return zones | bit;
    }

    private static long without(long zones, long bit) {
        return zones & ~bit;
    }

    boolean any() {
        return burning.get() != 0;
    }

    /// The names of the zones that have burnt since this was asked last, and of those that burn now.
    List<String> taken() {
        long now = burning.get();
        return named(burnt.getAndSet(now) | now);
    }

    private List<String> named(long zones) {
        var named = new ArrayList<String>();
        for (int zone = 0; zone < ZONES_MAX; zone++) {
            String name = names.get(zone);
            if ((zones & 1L << zone) != 0 && name != null && !name.isEmpty()) named.add(name);
        }
        return List.copyOf(named);
    }
}
