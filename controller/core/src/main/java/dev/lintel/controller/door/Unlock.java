package dev.lintel.controller.door;

import dev.lintel.controller.door.Passages.Opening;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.TraceWords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The right to open a door within a time, which an admission or an exit gives; see [Pending]. The door lane only.
final class Unlock {
    final Owner owner;
    final Way way;
    final long givenNs;
    long untilNs;
    boolean exit; // an exit has given it, or has joined it
    boolean longer; // a person needs longer
    boolean used; // an opening has used it up, and nobody can tell whether its persons opened
    boolean shared; // the leaf has opened, and nobody can tell for whom
    final List<Admission> admissions = new ArrayList<>(); // of persons who have not passed

    /// The owner of an unlock has one at most: another one renews it.
    ///
    /// @param persons who pass together
    /// @param exit the input of an exit, or null
    record Owner(Set<Long> persons, @Nullable Exit exit) {
        /// Owns any number of unlocks.
        static final Owner ANYBODY = new Owner(Set.of(), null);

        static Owner of(Exit exit) {
            return new Owner(Set.of(), exit);
        }

        /// The persons of an admission.
        static Owner of(EventDraft admission) {
            Long person = admission.subject().personId();
            if (person == null) return ANYBODY;
            Map<String, Object> trace = admission.additional();
            Set<Long> persons = new HashSet<>(Set.of(person));
            if (trace.get(TraceWords.COMPANION_ID) instanceof Number id) persons.add(id.longValue());
            if (trace.get(TraceWords.COMPANION_IDS) instanceof List<?> ids) {
                for (Object id : ids) if (id instanceof Number number) persons.add(number.longValue());
            }
            return new Owner(Set.copyOf(persons), null);
        }

        boolean isRenewedBy(Owner other) {
            return equals(other) && !equals(ANYBODY);
        }
    }

    enum Exit {
        REX,
        AUX
    }

    /// Where the persons of an unlock go.
    enum Way {
        IN,
        /// Out, where people can leave without this box. One person who leaves may use an exit reader, a
        /// motion sensor and a button: an exit joins the unlock that somebody has for leaving, so that none
        /// is left over for a person outside.
        OUT,
        /// Out, where only this box lets people out: each exit has an unlock of its own, and no lockdown ends
        /// one.
        OUT_BY_BOX
    }

    /// The time of an unlock.
    ///
    /// @param longer a person needs longer
    record Given(long atNs, long untilNs, boolean longer, Way way) {}

    /// @param side of the reader
    /// @param firstMs when the person was admitted first, by an admission that this one renews, Unix milliseconds
    record Admission(EventDraft event, String side, long firstMs) {
        boolean isOf(@Nullable Long person) {
            return person != null && Objects.equals(event.subject().personId(), person);
        }
    }

    Unlock(Owner owner, Given given) {
        this.owner = owner;
        this.way = given.way;
        this.givenNs = given.atNs;
        this.untilNs = given.untilNs;
        this.exit = owner.exit != null;
        this.longer = given.longer;
    }

    /// Whether its persons may have opened the leaf at that time: its contact may lag.
    boolean runs(long atNs) {
        return givenNs <= atNs && !isOver(atNs);
    }

    boolean isOver(long atNs) {
        return atNs > untilNs + DoorBody.CONTACT_LAG_NS;
    }

    boolean releases(long atNs) {
        return !used && untilNs > atNs;
    }

    /// Whose opening it is that uses it up, where there is no other unlock.
    Opening opening() {
        if (!owner.persons.isEmpty()) return Opening.ADMITTED;
        return exit ? Opening.EXIT : Opening.UNKNOWN;
    }

    /// Whether it is that of one of several persons who pass together.
    boolean isAloneOf(Owner several) {
        boolean alone = owner.persons.size() == 1 && several.persons.size() > 1;
        return alone && several.persons.containsAll(owner.persons);
    }

    /// Whether the exit or the reader of `later` is used by the person who has this one.
    boolean isJoinedBy(Unlock later) {
        boolean leaves = way == Way.OUT && later.way == Way.OUT && releases(later.givenNs);
        return leaves && (later.owner.exit != null || owner.exit != null);
    }
}
