package dev.lintel.controller.store;

import dev.lintel.controller.access.Holder;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What decisions read last, for a disk that gives nobody any more. An answer is good while nobody changed what
/// decisions read: `generation` counts those changes. [RightsStore] keeps and recalls, housekeeping reads again what a
/// change made old. Any thread.
///
/// That a number is nobody's has a small room of its own: anybody can show unknown numbers as often as they like, which
/// must not push out people.
final class RightsMemory {
    /// The share of the heap that answers may take: 3.2 MB of 64 MB, for all answers about 1,400 people with one card
    /// each at two doors. The one that was asked for longest ago is dropped.
    private static final int HEAP_SHARE = 20;

    /// However large the heap is: after each change housekeeping reads all of it again.
    static final long BYTES_MAX = 8 << 20;

    /// One answer may take this share of it: a person may have thousands of reservations.
    private static final int ANSWER_SHARE = 32;

    private static final int ROOM_SHARE = 8;

    /// What an answer takes of the heap, measured on a 64-bit JVM: its entry, and what it consists of.
    private static final int ENTRY_BYTES = 160;

    private static final int HOLDER_BYTES = 160;
    private static final int CHARACTER_BYTES = 2;
    private static final int RIGHT_BYTES = 215;
    private static final int NUMBER_BYTES = 24;

    /// The numbers that were shown last: enough for who tries the same card again.
    static final int NOBODY_MAX = 500;

    private final long bytesMax;
    private final Map<Asked, Known> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes; // of the entries
    private final Map<Asked, Known> nobody = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<Long> suspended = new HashSet<>();
    private Filled filled = new Filled(0, 0, -1);

    static RightsMemory ofHeap() {
        return new RightsMemory(Runtime.getRuntime().maxMemory());
    }

    /// @param heapBytes what the process may use
    RightsMemory(long heapBytes) {
        this.bytesMax = Math.min(heapBytes / HEAP_SHARE, BYTES_MAX);
    }

    /// A query of [RightsStore] with its arguments.
    ///
    /// @param second 0 where it has one argument
    record Asked(String query, long first, long second) {}

    record Known(@Nullable Object value, long generation) {}

    /// How many people the memory was filled with, and how many there were.
    record Filled(int people, int of, long generation) {}

    /// @param isNobody whether a number or an id is nobody's
    synchronized void keep(Asked asked, Known known, boolean isNobody) {
        Known before = find(asked);
        if (before != null && before.generation > known.generation) return; // read meanwhile, and newer
        drop(asked);
        nobody.remove(asked);
        if (isNobody) {
            nobody.put(asked, known);
            if (nobody.size() > NOBODY_MAX)
                nobody.remove(nobody.keySet().iterator().next());
        } else if (bytes(known) <= bytesMax / ANSWER_SHARE) {
            entries.put(asked, known);
            bytes += bytes(known);
            while (bytes > bytesMax) drop(entries.keySet().iterator().next());
        }
    }

    private void drop(Asked asked) {
        Known dropped = entries.remove(asked);
        if (dropped != null) bytes -= bytes(dropped);
    }

    private static long bytes(Known known) {
        return ENTRY_BYTES
                + switch (known.value) {
                    case null -> 0;
                    case Holder holder ->
                        HOLDER_BYTES
                                + CHARACTER_BYTES
                                        * ((long) holder.personName().length()
                                                + holder.credentialType().length());
                    case List<?> rights -> NUMBER_BYTES + (long) RIGHT_BYTES * rights.size();
                    default -> NUMBER_BYTES;
                };
    }

    private @Nullable Known find(Asked asked) {
        Known known = entries.get(asked);
        return known == null ? nobody.get(asked) : known;
    }

    /// Null where nobody is known, or it is older than the newest change.
    synchronized @Nullable Known recall(Asked asked, long generation) {
        Known known = find(asked);
        return known == null || known.generation < generation ? null : known;
    }

    /// Whether another person's answers fit, at several doors, and push nobody out.
    synchronized boolean hasRoom() {
        return bytes < bytesMax - bytesMax / ROOM_SHARE;
    }

    synchronized boolean has(Asked asked) {
        return find(asked) != null;
    }

    /// What a change has made old, of people.
    synchronized List<Asked> olderThan(long generation) {
        nobody.values().removeIf(known -> known.generation < generation);
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().generation < generation)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Forgets all that these people are known by, and their rights: they may have lost something that the disk did not
    /// take. Until it is read again the disk has to answer.
    synchronized void forget(Collection<Long> people) {
        Set<Long> gone = new HashSet<>(people);
        List<Asked> theirs = entries.entrySet().stream()
                .filter(entry -> gone.contains(person(entry.getKey(), entry.getValue())))
                .map(Map.Entry::getKey)
                .toList();
        theirs.forEach(this::drop);
        nobody.clear();
    }

    /// More than a hub takes at once without an operator's word; beyond them lost contact alone ends rights.
    static final int SUSPENDED_MAX = 10_000;

    /// These people are nobody until [#resume].
    synchronized void suspend(Collection<Long> people) {
        for (long person : people) if (suspended.size() < SUSPENDED_MAX) suspended.add(person);
    }

    synchronized void resume(Collection<Long> people) {
        if (!suspended.isEmpty()) people.forEach(suspended::remove);
    }

    synchronized void resumeAll() {
        suspended.clear();
    }

    synchronized boolean isSuspended(long person) {
        return suspended.contains(person);
    }

    private static long person(Asked asked, Known known) {
        return known.value instanceof Holder holder ? holder.personId() : asked.first;
    }

    synchronized void filled(Filled now) {
        filled = now;
    }

    synchronized Filled filled() {
        return filled;
    }
}
