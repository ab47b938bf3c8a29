package dev.lintel.tools.bench;

import java.util.Arrays;

/// Durations of one kind, in nanoseconds. Not safe for use by two threads.
final class Samples {
    private static final int FIRST_SIZE = 1024;

    private long[] values = new long[FIRST_SIZE];
    private int count;
    private boolean sorted;

    void add(long ns) {
        if (count == values.length) values = Arrays.copyOf(values, count * 2);
        values[count++] = ns;
        sorted = false;
    }

    /// All of `others`, each moved by `ns`.
    void addShifted(Samples others, long ns) {
        for (int i = 0; i < others.count; i++) add(others.values[i] + ns);
    }

    int count() {
        return count;
    }

    /// The smallest value that `share` (0 to 1) of all do not exceed. Throws `IllegalStateException` when empty.
    long percentile(double share) {
        if (count == 0) throw new IllegalStateException("nothing was measured");
        if (!sorted) Arrays.sort(values, 0, count);
        sorted = true;
        int rank = (int) Math.ceil(share * count);
        return values[Math.clamp(rank - 1, 0, count - 1)];
    }

    long median() {
        return percentile(0.5);
    }

    long max() {
        return percentile(1);
    }

    double mean() {
        long sum = 0;
        for (int i = 0; i < count; i++) sum += values[i];
        return count == 0 ? 0 : (double) sum / count;
    }
}
