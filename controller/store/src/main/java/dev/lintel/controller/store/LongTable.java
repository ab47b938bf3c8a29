package dev.lintel.controller.store;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Finds values by a number that each of them has. An open hash table of references: 6 to 11 bytes for each value,
/// where a `HashMap` takes 64. Not safe for threads.
final class LongTable<V> {
    private static final int SLOTS_MIN = 16;
    private static final int REFERENCE_BYTES = 4;
    /// 2 to the power of 64, divided by the golden ratio: numbers in a row come to places far apart.
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final ToLongFunction<V> key;
    /// Their number is a power of two; at most three in four are used.
    private @Nullable Object[] slots = new @Nullable Object[SLOTS_MIN];

    private int size;

    /// @param key the number of a value, which never changes
    LongTable(ToLongFunction<V> key) {
        this.key = key;
    }

    int size() {
        return size;
    }

    /// What it takes of the heap, without the values.
    long bytes() {
        return (long) slots.length * REFERENCE_BYTES;
    }

    @Nullable
    V find(long number) {
        return value(slot(number));
    }

    /// Replaces the value of the same number.
    void put(V value) {
        int slot = slot(key.applyAsLong(value));
        if (slots[slot] == null && ++size > slots.length / 4 * 3) {
            grow();
            slot = slot(key.applyAsLong(value));
        }
        slots[slot] = value;
    }

    void remove(long number) {
        int hole = slot(number);
        if (slots[hole] == null) return;
        size--;
        int mask = slots.length - 1;
        // Later values move into the hole, unless their own place is behind it.
        for (int next = (hole + 1) & mask; slots[next] != null; next = (next + 1) & mask) {
            int own = place(next);
            if (((next - own) & mask) < ((next - hole) & mask)) continue;
            slots[hole] = slots[next];
            hole = next;
        }
        slots[hole] = null;
    }

    private void grow() {
        @Nullable Object[] before = slots;
        slots = new @Nullable Object[before.length * 2];
        for (int i = 0; i < before.length; i++) if (before[i] != null) slots[slot(keyOf(before[i]))] = before[i];
    }

    /// Where the value of the number is, or would be.
    private int slot(long number) {
        int slot = place(number);
        while (slots[slot] != null && keyOf(slots[slot]) != number) slot = (slot + 1) & (slots.length - 1);
        return slot;
    }

    private int place(int slot) {
        return place(keyOf(slots[slot]));
    }

    private int place(long number) {
        return (int) ((number * SPREAD) >>> Integer.SIZE) & (slots.length - 1);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // only [#put] fills slots
    private long keyOf(@Nullable Object value) {
        return key.applyAsLong((V) value);
    }

    @SuppressWarnings("unchecked") // only [#put] fills slots
    private @Nullable V value(int slot) {
        return (V) slots[slot];
    }
}
