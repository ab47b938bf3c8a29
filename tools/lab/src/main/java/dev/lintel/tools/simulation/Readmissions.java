package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Persons whom a door has admitted by the log and who have not passed it: the same reader admits them again without
/// other people and without an operator. After a leaf that opened for them, a door that is unlocked, or
/// ADMITTED_NOT_USED it does not. Where the box may know less of the leaf than the wires, both are possible.
final class Readmissions {
    private final Map<PersonAt, Admission> unused = new HashMap<>();
    private final Set<PersonAt> passed = new HashSet<>(); // or perhaps, since the lane had heard of all moves
    private final LongSupplier clock;

    private record PersonAt(long person, long channelId) {}

    /// An admission.
    ///
    /// @param others who were admitted together with the person
    /// @param by the operator who approved it, or null
    record Before(String side, List<Long> others, @Nullable Object by) {}

    private static final class Admission {
        private final Before before;
        private boolean sure;
        private long untilNs = Long.MIN_VALUE;
        private boolean opened; // by this person, and the lane may not have heard of it
        private boolean mayShare; // the leaf has opened for somebody else
        private boolean shared; // the same, and the lane has heard of it

        Admission(Before before, boolean sure) {
            this.before = before;
            this.sure = sure;
        }
    }

    Readmissions(LongSupplier clock) {
        this.clock = clock;
    }

    void begins() {
        unused.clear();
        passed.clear();
    }

    /// The log says that the person was admitted; `sure`: the door works, and the leaf has not opened meanwhile.
    void admitted(long person, long channelId, Before before, boolean sure) {
        unused.put(new PersonAt(person, channelId), new Admission(before, sure));
    }

    /// The person has passed at once: nothing tells when.
    void passed(long person, long channelId) {
        var at = new PersonAt(person, channelId);
        unused.remove(at);
        passed.add(at);
    }

    /// The unlock of these persons lasts until then.
    void given(long channelId, Set<Long> persons, long untilNs) {
        for (long person : persons) {
            Admission one = unused.get(new PersonAt(person, channelId));
            if (one != null) one.untilNs = Math.max(one.untilNs, untilNs);
        }
    }

    /// The unlocks at the door end.
    void ends(long channelId) {
        unused.forEach((at, one) -> one.sure &= at.channelId != channelId);
    }

    /// The leaf opens, unless it is forced.
    void opens(long channelId, Turns.Taken taken) {
        unused.forEach((at, one) -> {
            if (at.channelId != channelId) return;
            boolean own = taken.persons().contains(at.person);
            if (!taken.sure()) one.sure = false;
            one.opened |= own;
            one.mayShare |= !own;
            if (own || !taken.sure()) passed.add(at);
        });
    }

    /// All at the door have passed.
    void opens(long channelId) {
        for (PersonAt at : List.copyOf(unused.keySet())) {
            if (at.channelId == channelId) passed(at.person, channelId);
        }
    }

    /// The log says that the leaf was forced.
    void forced(long channelId) {
        unused.forEach((at, one) -> {
            if (at.channelId != channelId || !one.opened) return;
            one.opened = false;
            one.sure = false;
        });
    }

    /// The log says that the person has not passed.
    void unused(EventDraft event) {
        Long person = event.subject().personId();
        Long channelId = event.subject().channelId();
        if (person != null && channelId != null) unused.remove(new PersonAt(person, channelId));
    }

    /// The lane has heard of all moves. Returns who has certainly passed.
    Set<Long> settled(long channelId) {
        var gone = new HashSet<Long>();
        for (Map.Entry<PersonAt, Admission> each : List.copyOf(unused.entrySet())) {
            PersonAt at = each.getKey();
            Admission one = each.getValue();
            if (at.channelId != channelId) continue;
            one.shared = one.mayShare;
            if (!one.opened) continue;
            unused.remove(at);
            gone.add(at.person);
        }
        passed.removeIf(at -> at.channelId == channelId && !unused.containsKey(at));
        return gone;
    }

    /// Whether the box may have seen the person pass a moment ago.
    boolean mayHavePassed(long person, long channelId) {
        var at = new PersonAt(person, channelId);
        Admission one = unused.get(at);
        boolean over = one != null && one.mayShare && clock.getAsLong() >= one.untilNs;
        return over || passed.contains(at);
    }

    /// Whether that reader admits the person again.
    Certainty waits(long person, long channelId, String side) {
        Admission one = unused.get(new PersonAt(person, channelId));
        if (one == null || !one.before.side.equals(side)) return Certainty.NO;
        return one.sure && !one.opened && clock.getAsLong() < one.untilNs ? Certainty.YES : Certainty.PERHAPS;
    }

    /// The admission that is not used.
    Before before(long person, long channelId) {
        return Objects.requireNonNull(unused.get(new PersonAt(person, channelId))).before;
    }

    /// Whether the new admission names the persons of the one before: not after the leaf has opened for somebody else.
    Certainty named(long person, long channelId) {
        Admission one = Objects.requireNonNull(unused.get(new PersonAt(person, channelId)));
        if (!one.sure || one.opened || one.mayShare != one.shared) return Certainty.PERHAPS;
        return one.shared ? Certainty.NO : Certainty.YES;
    }
}
