package dev.lintel.controller.reference;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Chance, always the same from one seed.
record Dice(Random random) {
    static Dice of(long seed) {
        return new Dice(new Random(seed));
    }

    /// 0 up to, not including, `below`.
    int up(int below) {
        return random.nextInt(below);
    }

    boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /// Each by itself, with a chance of one in `in`.
    <T> Set<T> some(Iterable<T> all, int in) {
        Set<T> some = new LinkedHashSet<>();
        for (T one : all) if (one(in)) some.add(one);
        return some;
    }

    /// So many ids, not always the lowest.
    List<Long> ids(int count) {
        var ids = new ArrayList<Long>();
        for (long id = 1; id <= count + 3L; id++) ids.add(id);
        while (ids.size() > count) ids.remove(random.nextInt(ids.size()));
        return ids;
    }
}
