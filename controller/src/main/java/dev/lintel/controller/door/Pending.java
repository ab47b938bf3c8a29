package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The unlocks of one door that no opening has used yet, and the persons who were admitted by them. Each admission
/// gives an unlock with a time of its own, and so does an exit that releases the strike. The door lane only.
///
/// ```
///   unlock --the oldest one as the leaf opens----------> used: its persons have passed
///      |----another one is used, then its time ends----> its persons have passed, too: nobody can tell
///      '----the strike has relocked, and no opening----> ADMITTED_NOT_USED
/// ```
final class Pending {
    private static final long RELEASED = Long.MIN_VALUE;
    /// More persons than wait in front of one door. An operator may admit somebody again and again: beyond it an
    /// admission shares the newest unlock.
    static final int UNLOCKS_MAX = 100;

    private final Passages passages;
    private final DoorLog log;
    private final List<Unlock> unlocks = new ArrayList<>(); // the one that was given or renewed last is the last one
    private final List<EventDraft> passed = new ArrayList<>(); // not reported yet
    private final List<EventDraft> shared = new ArrayList<>(); // the same
    private long securedNs = RELEASED; // when the strike was secured with admissions waiting

    Pending(Passages passages, DoorLog log) {
        this.passages = passages;
        this.log = log;
    }

    /// The owner of an unlock has one at most: another one renews it.
    ///
    /// @param persons who pass together
    /// @param exit the input of an exit, or null
    record Owner(Set<Long> persons, @Nullable Exit exit) {
        static final Owner REX = new Owner(Set.of(), Exit.REX);
        static final Owner AUX = new Owner(Set.of(), Exit.AUX);
        /// Owns any number of unlocks.
        static final Owner ANYBODY = new Owner(Set.of(), null);

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

        private boolean isRenewedBy(Owner other) {
            return equals(other) && !equals(ANYBODY);
        }
    }

    enum Exit {
        REX,
        AUX
    }

    /// @param side of the reader
    private record Admission(EventDraft event, String side) {
        boolean isOf(@Nullable Long person) {
            return person != null && Objects.equals(event.subject().personId(), person);
        }
    }

    private static final class Unlock {
        private final Owner owner;
        private final long givenNs;
        private long untilNs;
        private boolean longer; // a person needs longer
        private boolean shared; // the leaf has opened meanwhile for another unlock
        private final List<Admission> admissions = new ArrayList<>(); // of persons who have not passed

        Unlock(Owner owner, long givenNs, long untilNs, boolean longer) {
            this.owner = owner;
            this.givenNs = givenNs;
            this.untilNs = untilNs;
            this.longer = longer;
        }

        boolean runs(long atNs) {
            return atNs <= untilNs + DoorBody.CONTACT_LAG_NS;
        }
    }

    /// Gives an unlock at `atNs`, or renews that of the same owner.
    void give(Owner owner, long atNs, long untilNs, boolean longer) {
        var fresh = new Unlock(owner, atNs, untilNs, longer);
        for (Unlock one : List.copyOf(unlocks)) {
            if (!one.owner.isRenewedBy(owner)) continue;
            fresh.untilNs = Math.max(one.untilNs, fresh.untilNs);
            fresh.longer |= one.longer;
            fresh.shared |= one.shared;
            fresh.admissions.addAll(one.admissions);
            unlocks.remove(one);
        }
        if (unlocks.size() < UNLOCKS_MAX) {
            unlocks.add(fresh);
        } else {
            Unlock newest = unlocks.getLast();
            newest.untilNs = Math.max(newest.untilNs, untilNs);
            newest.longer |= longer;
        }
    }

    /// An exit is held: its unlock lasts until then at least, if it has not been used.
    void hold(long untilNs) {
        for (Unlock one : unlocks.reversed()) {
            if (one.owner.exit == null) continue;
            one.untilNs = Math.max(one.untilNs, untilNs);
            return;
        }
    }

    /// Whether there is one at that time: its contact may lag.
    boolean runs(long atNs) {
        return unlocks.stream().anyMatch(one -> one.givenNs <= atNs && one.runs(atNs));
    }

    /// Whether that owner has one.
    boolean has(Owner owner) {
        return unlocks.stream().anyMatch(one -> one.owner.equals(owner));
    }

    /// Logs an admission; its unlock is the one that was given last. An earlier admission of the same person is this
    /// one, unless the leaf has opened since and the person is at another reader now: then the person has passed.
    ///
    /// @param isSeen whether the door sees that the leaf opens for the person: not where it has no contact, say
    void admitted(EventDraft admission, String side, boolean isSeen) {
        Long person = admission.subject().personId();
        for (Unlock one : List.copyOf(unlocks)) {
            for (Admission before : List.copyOf(one.admissions)) {
                if (!before.isOf(person)) continue;
                if (one.shared && !before.side.equals(side)) passages.passed(before.event);
                one.admissions.remove(before);
                if (one.admissions.isEmpty() && one != unlocks.getLast()) unlocks.remove(one);
            }
        }
        log.append(admission);
        if (!isSeen || unlocks.isEmpty()) {
            passages.passed(admission);
            return;
        }
        unlocks.getLast().admissions.add(new Admission(admission, side));
        unlocks.getLast().shared = false;
    }

    /// The leaf opened at `atNs`: the oldest unlock that was given at `fromNs` or later is used up. Returns its owner,
    /// or null.
    @Nullable
    Owner use(long fromNs, long atNs) {
        List<Unlock> may = unlocks.stream()
                .filter(one -> one.givenNs >= fromNs && one.givenNs <= atNs && one.runs(atNs))
                .toList();
        Unlock lags = may.isEmpty() ? null : may.getFirst(); // its time is over, and its contact may lag
        Unlock used = may.stream().filter(one -> one.untilNs > atNs).findFirst().orElse(lags);
        if (used != null) {
            pass(used);
            unlocks.remove(used);
        }
        share();
        return used == null ? null : used.owner;
    }

    /// The leaf opened by something else than these unlocks.
    void share() {
        for (Unlock one : unlocks) {
            if (!one.shared) for (Admission admission : one.admissions) shared.add(admission.event);
            one.shared = true;
        }
    }

    /// The leaf opened at a door that is unlocked: all have passed, and no unlock is left.
    void useAll() {
        unlocks.forEach(this::pass);
        unlocks.clear();
    }

    /// A lockdown, or the door starts again: the unlocks end, except those of exits.
    void end(long atNs) {
        for (Unlock one : unlocks) {
            if (one.owner.exit != null) continue;
            one.untilNs = Math.min(one.untilNs, atNs);
            one.longer = false;
        }
    }

    /// Until when the strike is released for these unlocks, or [DoorState#SECURED].
    long untilNs(long nowNs) {
        long untilNs = DoorState.SECURED;
        for (Unlock one : unlocks) if (one.untilNs > nowNs) untilNs = Math.max(untilNs, one.untilNs);
        return untilNs;
    }

    /// Whether there is an unlock of an exit at that time.
    boolean hasExit(long atNs) {
        return unlocks.stream().anyMatch(one -> one.owner.exit != null && one.untilNs > atNs);
    }

    /// Whether a person who needs longer may have opened the leaf then: its contact may lag.
    boolean isForLonger(long atNs) {
        return unlocks.stream().anyMatch(one -> one.longer && one.runs(atNs));
    }

    /// Reports who has passed, and who has not: the strike has relocked, and a contact reports an opening after the
    /// leaf has left the strike. Where a mode, hours or fire unlock the door all have passed.
    ///
    /// @param heardNs as in [DoorInput.Tick]
    void look(DoorState state, long nowNs, long heardNs) {
        if (state.stands()) unlocks.forEach(this::pass);
        reportPassed();
        long knownNs = Math.min(nowNs, heardNs);
        for (Unlock one : List.copyOf(unlocks)) {
            if (one.runs(knownNs)) continue;
            passTogether(one);
            if (one.admissions.isEmpty()) unlocks.remove(one);
        }
        if (state.released() || unlocks.stream().allMatch(one -> one.admissions.isEmpty())) {
            securedNs = RELEASED;
            return;
        }
        if (securedNs == RELEASED) securedNs = nowNs;
        if (knownNs < reportNs()) return;
        for (Unlock one : List.copyOf(unlocks)) {
            passTogether(one);
            for (Admission admission : one.admissions) {
                log.appendAt(nowNs, DoorLog.as(EventKind.ADMITTED_NOT_USED, admission.event, Map.of()));
            }
            if (!one.admissions.isEmpty()) unlocks.remove(one);
        }
    }

    /// The persons of an unlock that is over have passed where the leaf has opened meanwhile; the others wait until
    /// the strike has relocked.
    private void passTogether(Unlock one) {
        if (!one.shared) return;
        for (Admission admission : one.admissions) passages.passedTogether(admission.event);
        one.admissions.clear();
    }

    /// The door is taken out of service: nobody waits for an opening any more.
    void stop() {
        reportPassed();
        unlocks.forEach(this::passTogether);
    }

    private void reportPassed() {
        shared.forEach(passages::shared);
        shared.clear();
        passed.forEach(passages::passed);
        passed.clear();
    }

    private void pass(Unlock one) {
        for (Admission admission : one.admissions) passed.add(admission.event);
        one.admissions.clear();
    }

    /// When [#look] has to be called, or `Long.MAX_VALUE`.
    long deadlineNs() {
        long nextNs = securedNs == RELEASED ? Long.MAX_VALUE : reportNs();
        for (Unlock one : unlocks) {
            boolean ends = one.shared && !one.admissions.isEmpty();
            if (ends) nextNs = Math.min(nextNs, one.untilNs + DoorBody.CONTACT_LAG_NS + 1);
        }
        return nextNs;
    }

    private long reportNs() {
        return securedNs + DoorBody.CONTACT_LAG_NS + 1;
    }
}
