package dev.lintel.controller.door;

import dev.lintel.controller.door.Passages.Opening;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The unlocks of one door that no opening has used yet, and the persons who were admitted by them. Each admission
/// gives an unlock with a time of its own, and so does an exit that releases the strike. The door lane only.
///
/// ```
///   an opening uses up the unlock that ends first:
///     there is no other one left ----------> its persons have passed, and those of all that were used up before
///     there are others --------------------> it is not known who opened: the same reader admits each person again,
///                                            and each has passed at the end of the own time
///   no opening within its time ------------> ADMITTED_NOT_USED
/// ```
final class Pending {
    private static final long RELEASED = Long.MIN_VALUE;
    /// More persons than wait in front of one door. An operator may admit somebody again and again: beyond it an
    /// admission shares the newest unlock.
    static final int UNLOCKS_MAX = 100;

    private final Passages passages;
    private final DoorLog log;
    private final List<Unlock> unlocks = new ArrayList<>(); // the one that was given or renewed last is the last one
    private final List<Opened> openings = new ArrayList<>(); // not reported yet
    private final List<EventDraft> passed = new ArrayList<>(); // the same
    private final List<EventDraft> shared = new ArrayList<>(); // the same
    private long securedNs = RELEASED; // when the strike was secured with admissions waiting
    private long lookedNs = RELEASED; // all that moved until then was known at the last look

    Pending(Passages passages, DoorLog log) {
        this.passages = passages;
        this.log = log;
    }

    /// What an opening has used up.
    enum Used {
        NOTHING,
        EXIT,
        ADMISSION
    }

    private record Opened(Opening whose, Set<Long> persons, long atNs) {}

    /// Gives an unlock, or renews that of the same owner.
    void give(Unlock.Owner owner, Unlock.Given given) {
        var fresh = new Unlock(owner, given);
        Unlock joined = unlocks.reversed().stream()
                .filter(one -> one.isJoinedBy(fresh))
                .findFirst()
                .orElse(null);
        if (joined != null && owner.exit() != null) {
            joined.exit = true;
            joined.untilNs = Math.max(joined.untilNs, given.untilNs());
            return;
        }
        for (Unlock one : List.copyOf(unlocks)) {
            if (!one.owner.isRenewedBy(owner) && one != joined) continue;
            if (!one.used) fresh.untilNs = Math.max(one.untilNs, fresh.untilNs);
            fresh.exit |= one.exit && !one.used;
            fresh.longer |= one.longer;
            fresh.shared |= one.shared;
            fresh.admissions.addAll(one.admissions);
            unlocks.remove(one);
        }
        // A person who passes with others now has no other one. Where persons are still to pass, see #admitted.
        unlocks.removeIf(one -> one.isAloneOf(owner) && one.admissions.isEmpty() && !one.exit);
        if (unlocks.size() < UNLOCKS_MAX) {
            unlocks.add(fresh);
        } else {
            Unlock newest = unlocks.getLast();
            newest.used = false; // else the admission would have no unlock
            newest.untilNs = Math.max(newest.untilNs, given.untilNs());
            newest.longer |= given.longer();
        }
    }

    /// An exit is held: its unlock lasts until then at least, if it has not been used.
    void hold(long untilNs) {
        for (Unlock one : unlocks.reversed()) {
            if (!one.exit || one.used) continue;
            one.untilNs = Math.max(one.untilNs, untilNs);
            return;
        }
    }

    /// Whether there is one at that time: its contact may lag.
    boolean runs(long atNs) {
        return unlocks.stream().anyMatch(one -> !one.used && one.runs(atNs));
    }

    /// Logs an admission; its unlock is the one that was given last. An earlier admission of the same person is this
    /// one, unless the leaf has opened since and the person is at another reader now: then the person has passed.
    ///
    /// @param isSeen whether the door sees that the leaf opens for the person: not where it has no contact, say
    void admitted(EventDraft admission, String side, boolean isSeen) {
        Long person = admission.subject().personId();
        long firstMs = admission.occurredAtMs();
        for (Unlock one : List.copyOf(unlocks)) {
            for (Unlock.Admission before : List.copyOf(one.admissions)) {
                if (!before.isOf(person)) continue;
                if (one.shared && !before.side().equals(side)) passages.passed(before.event());
                if (before.side().equals(side)) firstMs = Math.min(firstMs, before.firstMs());
                one.admissions.remove(before);
                if (one.admissions.isEmpty() && one != unlocks.getLast()) unlocks.remove(one);
            }
        }
        log.append(admission);
        if (!isSeen || unlocks.isEmpty()) {
            passages.passed(admission);
            return;
        }
        unlocks.getLast().admissions.add(new Unlock.Admission(admission, side, firstMs));
        unlocks.getLast().shared = false;
    }

    /// The leaf opened at `atNs`: of the unlocks that were given at `fromNs` or later the one that ends first is used
    /// up, so that the longest time remains for whoever has not passed.
    ///
    /// @param fromNs when the leaf closed, where it may spring open again; else the smallest long
    /// @param tells whether an opening without an unlock would be noticed: else anybody may have opened the leaf
    /// @param exits whether exits released the strike then
    Used use(long fromNs, long atNs, boolean tells, boolean exits) {
        List<Unlock> may = unlocks.stream()
                .filter(one -> !one.used && one.givenNs >= fromNs && one.runs(atNs))
                .toList();
        Unlock used = first(may, atNs);
        if (used != null) used.used = true;
        boolean sure = may.size() == 1 && tells;
        if (used != null && sure) passAll(atNs);
        share(atNs, exits);
        boolean springs = used == null && fromNs != RELEASED;
        if (used != null && sure) openings.add(new Opened(used.opening(), used.owner.persons(), atNs));
        else if (!springs) noteUnknownOpening(atNs);
        if (used == null) return Used.NOTHING;
        return used.exit ? Used.EXIT : Used.ADMISSION;
    }

    /// The one of `may` that ends first, or null.
    private static @Nullable Unlock first(List<Unlock> may, long atNs) {
        Unlock lags = may.isEmpty() ? null : may.getFirst(); // its time is over, and its contact may lag
        return may.stream()
                .filter(one -> one.untilNs > atNs)
                .min(Comparator.comparingLong(one -> one.untilNs))
                .orElse(lags);
    }

    /// The leaf opened at `atNs`, perhaps for a person who leaves without an unlock. The unlock that ends first is used
    /// up all the same: it must not be left over for a person outside.
    ///
    /// @param entering also one of people who enter; else only of people who leave and do not depend on this box
    void useUnsure(long atNs, boolean entering) {
        List<Unlock> may = unlocks.stream()
                .filter(one -> !one.used && one.runs(atNs))
                .filter(one -> one.way == Unlock.Way.OUT || (entering && one.way == Unlock.Way.IN))
                .toList();
        Unlock used = first(may, atNs);
        if (used != null) used.used = true;
        share(atNs, true);
    }

    /// A person has left by the exit that was pressed at `atNs`; the contact reported the opening first.
    void noteExit(long atNs) {
        openings.add(new Opened(Opening.EXIT, Set.of(), atNs));
    }

    /// The leaf opened, and it is not known whose opening it was. The next look reports it.
    void noteUnknownOpening(long atNs) {
        openings.add(new Opened(Opening.UNKNOWN, Set.of(), atNs));
    }

    /// There were as many openings as unlocks.
    private void passAll(long atNs) {
        for (Unlock one : List.copyOf(unlocks)) {
            if (!one.used || !one.runs(atNs)) continue;
            pass(one);
            unlocks.remove(one);
        }
    }

    /// The leaf opened at `atNs`, and nobody can tell for whom. A person whose time was over did not open it, unless
    /// nothing else released the strike then: the lane was late.
    ///
    /// @param others whether something else than these unlocks let somebody open it
    void share(long atNs, boolean others) {
        boolean any = others || unlocks.stream().anyMatch(one -> one.runs(atNs));
        for (Unlock one : unlocks) {
            if (one.givenNs > atNs || (any && !one.runs(atNs))) continue;
            if (!one.shared) for (Unlock.Admission admission : one.admissions) shared.add(admission.event());
            one.shared = true;
        }
    }

    /// The leaf opened at a door that is unlocked: all have passed, and no unlock is left.
    void useAll() {
        unlocks.forEach(this::pass);
        unlocks.clear();
    }

    /// The door is unlocked: all have passed, also where it is locked again before the next look.
    void allPass() {
        unlocks.forEach(this::pass);
    }

    /// A lockdown, or the door starts again: the unlocks end, except those of exits and of people whom only this box
    /// lets out.
    void end(long atNs) {
        for (Unlock one : unlocks) {
            if (one.exit || one.way == Unlock.Way.OUT_BY_BOX) continue;
            end(one, atNs);
        }
    }

    private static void end(Unlock one, long atNs) {
        one.untilNs = Math.min(one.untilNs, atNs);
        one.longer = false;
    }

    /// The unlock of these persons ends: they have locked the door.
    void end(Unlock.Owner owner, long atNs) {
        for (Unlock one : unlocks) if (one.owner.isRenewedBy(owner) && !one.exit) end(one, atNs);
    }

    /// Until when the strike is released for these unlocks, or [DoorState#SECURED].
    long untilNs(long nowNs) {
        return unlocks.stream()
                .filter(one -> one.releases(nowNs))
                .mapToLong(one -> one.untilNs)
                .max()
                .orElse(DoorState.SECURED);
    }

    /// The same for people whom only this box lets out, without its exits.
    long untilOfReadersNs(long nowNs) {
        return unlocks.stream()
                .filter(one -> one.way == Unlock.Way.OUT_BY_BOX && !one.exit && one.releases(nowNs))
                .mapToLong(one -> one.untilNs)
                .max()
                .orElse(DoorState.SECURED);
    }

    /// Whether there is an unlock of an exit at that time.
    boolean hasExit(long atNs) {
        return unlocks.stream().anyMatch(one -> one.exit && one.releases(atNs));
    }

    /// Whether a person who needs longer may have opened the leaf then: its contact may lag.
    boolean isForLonger(long atNs) {
        return unlocks.stream().anyMatch(one -> one.longer && !one.used && one.runs(atNs));
    }

    /// Reports openings, who has passed, and who has not: their time is over, and a contact reports an opening after
    /// the leaf has left the strike. Where nothing else releases a strike that a late lane has yet to secure, a
    /// person may still open. Where a mode, hours or fire unlock the door all have passed.
    ///
    /// @param heardNs as in [DoorInput.Tick]
    /// @param exits whether exits release the strike
    void look(DoorState state, long nowNs, long heardNs, boolean exits) {
        if (state.stands()) allPass();
        reportPassed();
        lookedNs = Math.min(nowNs, heardNs);
        boolean others = exits || unlocks.stream().anyMatch(one -> one.releases(lookedNs));
        for (Unlock one : List.copyOf(unlocks)) {
            if (!one.isOver(lookedNs)) continue;
            if (one.shared) passTogether(one);
            else if (others) reportUnused(one, nowNs);
            if (one.admissions.isEmpty()) unlocks.remove(one);
        }
        if (state.released() || unlocks.stream().noneMatch(this::waitsForStrike)) {
            securedNs = RELEASED;
            return;
        }
        if (securedNs == RELEASED) securedNs = nowNs;
        if (lookedNs < reportNs()) return;
        for (Unlock one : List.copyOf(unlocks)) {
            if (!waitsForStrike(one)) continue;
            if (one.shared) passTogether(one);
            else reportUnused(one, nowNs);
            unlocks.remove(one);
        }
    }

    /// Whether it is known what has become of its persons once the strike is secured. The persons of an unlock that an
    /// opening has used up may show the card again until its time is over.
    private boolean waitsForStrike(Unlock one) {
        return !one.admissions.isEmpty() && (!one.used || one.isOver(lookedNs));
    }

    private void reportUnused(Unlock one, long nowNs) {
        for (Unlock.Admission admission : one.admissions) {
            String since = Instant.ofEpochMilli(admission.firstMs()).toString();
            Map<String, Object> facts = Map.of(TraceWords.ADMITTED_AT, since);
            log.appendAt(nowNs, DoorLog.as(EventKind.ADMITTED_NOT_USED, admission.event(), facts));
            passages.unused(admission.event());
        }
        one.admissions.clear();
    }

    /// The persons of an unlock that is over have passed where the leaf has opened meanwhile.
    private void passTogether(Unlock one) {
        for (Unlock.Admission admission : one.admissions) passages.passedTogether(admission.event());
        one.admissions.clear();
    }

    /// The door is taken out of service: nobody waits for an opening any more.
    void stop() {
        reportPassed();
        for (Unlock one : unlocks) if (one.shared) passTogether(one);
    }

    private void reportPassed() {
        for (Opened one : openings) passages.opened(log.channelId(), one.whose, one.persons, one.atNs);
        openings.clear();
        shared.forEach(passages::shared);
        shared.clear();
        passed.forEach(passages::passed);
        passed.clear();
    }

    private void pass(Unlock one) {
        for (Unlock.Admission admission : one.admissions) passed.add(admission.event());
        one.admissions.clear();
    }

    /// When [#look] has to be called, or `Long.MAX_VALUE`.
    long deadlineNs() {
        long nextNs = securedNs == RELEASED ? Long.MAX_VALUE : reportNs();
        for (Unlock one : unlocks) {
            long overNs = one.untilNs + DoorBody.CONTACT_LAG_NS + 1;
            if (!one.admissions.isEmpty() && (one.shared || overNs > lookedNs)) nextNs = Math.min(nextNs, overNs);
        }
        return nextNs;
    }

    private long reportNs() {
        return securedNs + DoorBody.CONTACT_LAG_NS + 1;
    }
}
