package dev.lintel.controller.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/// Counts the changes of what decisions read, and remembers the people of the last ones: answers of [RightsMemory]
/// about other people stay valid. A change of a role, a door or a schedule concerns all. Any thread.
final class RightsChanges {
    /// Of people with a change of their own, 64 bytes each. One more, and the change concerns all: memory reads
    /// everybody again then.
    static final int PEOPLE_MAX = 4_000;

    private final Map<Long, Long> lastOf = new HashMap<>();
    private long lastOfAll;
    private long settled;
    private volatile long generation;

    /// How many changes there were.
    long generation() {
        return generation;
    }

    /// Counts a change of these people or of their rights. After the commit, before the writer answers.
    synchronized void concern(Collection<Long> people) {
        long now = generation + 1;
        if (lastOf.size() + people.size() > PEOPLE_MAX) {
            concernAll();
            return;
        }
        for (long person : people) lastOf.put(person, now);
        generation = now;
    }

    synchronized void concernAll() {
        lastOf.clear();
        lastOfAll = generation + 1;
        generation = lastOfAll;
    }

    /// The generation of the last change that concerned this person; an answer of an earlier one is void.
    synchronized long of(long person) {
        return Math.max(lastOfAll, lastOf.getOrDefault(person, 0L));
    }

    /// Forgets the changes of people whose answers in memory are all newer. Answers of generations before this call
    /// must not be kept any more: see [#isSettled].
    ///
    /// @param hasOlder whether memory has something that is older than the person's last change
    synchronized void settle(LongPredicate hasOlder) {
        settled = generation;
        lastOf.keySet().removeIf(person -> !hasOlder.test(person));
    }

    /// Whether changes after that generation may be forgotten: the people of those changes are not known any more.
    synchronized boolean isSettled(long answer) {
        return answer < settled;
    }
}
