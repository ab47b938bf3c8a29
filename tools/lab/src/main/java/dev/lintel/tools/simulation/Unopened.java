package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Admissions at one door for which the leaf has not opened: each is reported once the strike has relocked.
final class Unopened {
    private final List<Admission> waiting = new ArrayList<>();
    private final List<Admission> doubtful = new ArrayList<>();
    private boolean opened; // since the lane had heard of all moves
    private boolean unsure; // the last opening may have been by force
    private boolean reported; // admissions that were not used, since the last doubtful one

    /// @param person null for anybody whom an operator let in
    /// @param untilNs when the time is over
    /// @param opened the leaf has opened since, and the lane may not have heard of it, or takes it for forced
    /// @param perhaps it opened after the strike had relocked, and the log has yet to say whether it was forced; or
    ///     nobody can say whether the lane heard of the opening before the admission
    private record Admission(@Nullable Long person, long untilNs, boolean opened, boolean perhaps) {}

    void begins() {
        waiting.clear();
        doubtful.clear();
        opened = false;
        unsure = false;
        reported = false;
    }

    /// An earlier admission of the same person is this one. Each one of anybody counts by itself; the doubtful ones
    /// among them end with the next report, which names all that wait.
    ///
    /// @param leafOpen the leaf has opened, and the lane may not have heard of it
    void admitted(@Nullable Long person, boolean leafOpen, long untilNs) {
        if (person != null) waiting.removeIf(one -> person.equals(one.person));
        if (person != null || reported) doubtful.removeIf(one -> Objects.equals(person, one.person));
        boolean perhaps = opening(leafOpen) != Opening.NONE; // the lane takes the leaf for opened before the admission
        waiting.add(new Admission(person, untilNs, perhaps, perhaps));
    }

    /// Whether the leaf has opened that the lane takes for the opening of a person who is admitted now.
    Opening opening(boolean leafOpen) {
        if (!leafOpen && !opened) return Opening.NONE;
        return unsure || !leafOpen ? Opening.PERHAPS : Opening.SURELY;
    }

    /// An opening that the lane may not have heard of.
    enum Opening {
        NONE,
        PERHAPS,
        SURELY
    }

    /// All have passed: nothing tells when they pass.
    void opens() {
        opened = true;
        unsure = false;
        waiting.replaceAll(one -> new Admission(one.person, one.untilNs, true, false));
    }

    /// The leaf opens. A person whose time was over before has not passed.
    ///
    /// @param surely the lane hears of it, and does not take it for forced
    void opens(long nowNs, boolean surely) {
        opened = true;
        unsure = !surely;
        waiting.replaceAll(one -> {
            if (surely && nowNs - Turns.LAG_NS > one.untilNs) return one;
            return surely || !one.opened ? new Admission(one.person, one.untilNs, true, !surely) : one;
        });
    }

    /// The time of these persons is longer.
    void until(Set<Long> persons, long untilNs) {
        waiting.replaceAll(one -> one.person != null && persons.contains(one.person)
                ? new Admission(one.person, Math.max(one.untilNs, untilNs), one.opened, one.perhaps)
                : one);
    }

    /// The log says that the leaf was forced: those who wait may wait still.
    void forced() {
        List<Admission> perhaps = waiting.stream().filter(Admission::opened).toList();
        doubtful.removeIf(one -> !one.perhaps);
        doubtful.addAll(perhaps);
        reported = false;
    }

    /// The log says that the leaf did not open for this person. Returns whether that may be.
    boolean unused(EventDraft event) {
        Long person = event.subject().personId();
        reported = true;
        return take(waiting, person, false) || take(doubtful, person, true);
    }

    /// @param opened whether one for which the leaf has opened may be taken
    private static boolean take(List<Admission> from, @Nullable Long person, boolean opened) {
        for (Admission one : from) {
            if ((one.opened && !one.perhaps && !opened) || !Objects.equals(person, one.person)) continue;
            from.remove(one);
            return true;
        }
        return false;
    }

    /// The lane has heard of all moves. Returns whether somebody still waits.
    boolean settled() {
        opened = false;
        for (Admission one : waiting) {
            if (!one.perhaps) continue;
            doubtful.add(one);
            reported = false;
        }
        waiting.removeIf(Admission::opened);
        return !waiting.isEmpty();
    }
}
