package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.tools.simulation.PendingPlace.Share;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import dev.lintel.tools.simulation.Verdicts.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Where everybody is among connected areas: a person who was admitted is in the area behind the door once its leaf has
/// opened. Until then other readers count the person as there. Where the box may know less than this, such as after a
/// kill, or while the lane is stuck, several places are possible.
final class ConnectedPlaces {
    private final Map<Long, Place> places = new HashMap<>();
    private final Map<Long, PendingPlace> waiting = new HashMap<>();
    private final List<Older> older = new ArrayList<>();
    private final Map<Long, Set<Place>> doubtful = new HashMap<>(); // the other places that are possible
    private final Set<Long> doubtfulNowhere = new HashSet<>();
    private final Set<Long> forgottenAmid = new HashSet<>(); // the lane may have heard before or after that
    private final ArrayDeque<Moved> moved = new ArrayDeque<>();
    private final LastEntries entries = new LastEntries();
    private final LongSupplier clock;

    /// The box reports who has passed so long after their time, at the latest: contacts lag.
    static final long ENDED_NS = Turns.LAG_NS + TimeUnit.MILLISECONDS.toNanos(20);

    ConnectedPlaces(LongSupplier clock) {
        this.clock = clock;
    }

    /// A person who waits at a door, and has shown something at another one since: who opens the first one is taken for
    /// them all the same.
    private record Older(long person, PendingPlace waiting) {}

    /// The places that were possible before a move, null for none that is known, and how many events had been told.
    private record Moved(long told, long person, Set<@Nullable Place> before) {}

    /// The places at which the box may see a person who is at this reader; null: none that is known.
    List<@Nullable Place> seen(long person, Door door, String side) {
        var seen = new ArrayList<@Nullable Place>();
        Place known = places.get(person);
        PendingPlace pending = waiting.get(person);
        boolean elsewhere = pending != null && !pending.isAt(door, side);
        if (pending == null || !elsewhere || pending.decided()) seen.add(known);
        if (pending != null && (elsewhere || pending.mayHavePassed(clock.getAsLong()))) seen.add(pending.to());
        for (Older one : older) {
            if (one.person == person && one.waiting.mayHavePassed(clock.getAsLong())) seen.add(one.waiting.to());
        }
        seen.addAll(doubtful.getOrDefault(person, Set.of()));
        if (doubtfulNowhere.contains(person)) seen.add(null);
        return Collections.unmodifiableList(seen);
    }

    /// Whether the box counts the person in the area for its maximum: seen there, or about to enter it.
    ///
    /// @param kept whether a place is not forgotten by now
    Certainty counts(long person, String area, Predicate<Place> kept) {
        PendingPlace pending = waiting.get(person);
        Certainty seen = seenIn(person, area, kept);
        if (pending == null || !pending.to().area().equals(area)) return seen;
        if (!pending.decided() && !isOlder(person)) return Certainty.YES;
        return seen == Certainty.NO ? Certainty.PERHAPS : seen;
    }

    /// Whether the person is in the area once all who were admitted have passed: seen there and not about to leave, or
    /// about to enter it.
    Certainty stays(long person, String area, Predicate<Place> kept) {
        PendingPlace pending = waiting.get(person);
        Certainty seen = seenIn(person, area, kept);
        if (pending == null) return seen;
        Certainty then = pending.to().area().equals(area) ? Certainty.YES : Certainty.NO;
        boolean certain = !pending.decided() && !pending.opened() && pending.share() == Share.NONE && !isOlder(person);
        return certain || seen == then ? then : Certainty.PERHAPS;
    }

    /// Whether the box counts the person in the area for its minimum: seen there, and not admitted to another area. A
    /// person who was admitted into it may walk away.
    Certainty isCertain(long person, String area, Predicate<Place> kept) {
        PendingPlace pending = waiting.get(person);
        Certainty seen = seenIn(person, area, kept);
        if (pending == null || seen == Certainty.NO) return seen;
        if (pending.to().area().equals(area)) return isOlder(person) ? Certainty.PERHAPS : seen;
        boolean leaves = !pending.decided() && !pending.opened() && pending.share() == Share.NONE && !isOlder(person);
        return leaves ? Certainty.NO : Certainty.PERHAPS;
    }

    /// Whether the box has seen the person pass into the area.
    Certainty seenIn(long person, String area, Predicate<Place> kept) {
        var seen = new HashSet<Boolean>();
        Place known = places.get(person);
        seen.add(isIn(known, area, kept));
        PendingPlace pending = waiting.get(person);
        if (pending != null && (pending.opened() || pending.share() != Share.NONE))
            seen.add(pending.to().area().equals(area));
        for (Older one : older)
            if (one.person == person) seen.add(one.waiting.to().area().equals(area));
        for (Place other : doubtful.getOrDefault(person, Set.of())) seen.add(isIn(other, area, kept));
        if (doubtfulNowhere.contains(person) || forgottenAmid.contains(person)) seen.add(false);
        if (seen.size() > 1) return Certainty.PERHAPS;
        return seen.contains(true) ? Certainty.YES : Certainty.NO;
    }

    private boolean isOlder(long person) {
        return older.stream().anyMatch(one -> one.person == person);
    }

    private static boolean isIn(@Nullable Place place, String area, Predicate<Place> kept) {
        return place != null && place.area().equals(area) && kept.test(place);
    }

    /// A decision admits the person, and the lane has yet to answer.
    void decided(long person, long channelId, String side, Place to) {
        PendingPlace before = waiting.get(person);
        if (before != null && !before.decided()) older.add(new Older(person, before)); // the lane may turn them away
        waiting.put(person, new PendingPlace(channelId, side, to, true, false));
    }

    /// What waits elsewhere is not over by this.
    private void keep(long person, long channelId) {
        PendingPlace before = waiting.get(person);
        for (Older one : List.copyOf(older)) {
            if (one.person != person || one.waiting.share() == Share.NONE) continue;
            older.remove(one);
            doubt(person, one.waiting.to());
        }
        boolean same = before != null && before.channelId() == channelId && !before.opened();
        if (before == null || before.decided()) return;
        if (before.share() != Share.NONE) doubt(person, before.to()); // at another reader they have passed
        else if (!same) older.add(new Older(person, before));
    }

    /// The lane has turned away a person whom a decision admits.
    void turnedAway(long person, long channelId) {
        PendingPlace pending = waiting.get(person);
        if (pending == null || !pending.decided() || pending.channelId() != channelId) return;
        waiting.remove(person);
        List<Older> before = older.stream().filter(one -> one.person == person).toList();
        if (before.isEmpty()) return;
        older.remove(before.getLast());
        waiting.put(person, before.getLast().waiting);
    }

    /// The log says that the person was admitted.
    void admitted(long person, long channelId, String side, Place to, Unopened.Opening opening) {
        keep(person, channelId);
        older.removeIf(one -> one.person == person && one.waiting.channelId() == channelId && !one.waiting.opened());
        Share share = opening == Unopened.Opening.SURELY ? Share.PERHAPS_OWN : Share.NONE;
        waiting.put(person, new PendingPlace(channelId, side, to, false, false).with(share));
        if (opening == Unopened.Opening.PERHAPS) doubt(person, to);
    }

    /// The person is there: nothing tells when they pass.
    void passed(long person, long channelId, Place to, long told) {
        keep(person, channelId);
        waiting.remove(person);
        put(person, to, told);
    }

    /// Persons may pass until then.
    void given(long channelId, Set<Long> persons, long untilNs) {
        waiting.replaceAll((person, pending) ->
                pending.channelId() == channelId && persons.contains(person) ? pending.lasts(untilNs) : pending);
    }

    /// The time of all who wait at a door ends.
    void ends(long channelId, long nowNs, boolean butExits) {
        waiting.replaceAll((_, pending) -> {
            boolean ends = pending.channelId() == channelId
                    && !(butExits && pending.side().equals("exit"));
            return ends ? pending.until(Math.min(pending.untilNs(), nowNs)) : pending;
        });
    }

    /// The leaf of a door opens, unless it is forced.
    void opens(long channelId, Turns.Taken taken) {
        waiting.replaceAll((person, pending) -> {
            if (pending.channelId() != channelId || pending.decided()) return pending;
            boolean over = pending.share() == Share.NONE && clock.getAsLong() - Turns.LAG_NS > pending.untilNs();
            // A lane that was late may have let the person in; else the log says that it was forced.
            if (over) return taken.sure() ? pending : pending.with(Share.PERHAPS_NONE);
            if (taken.persons().contains(person)) return pending.now(false, true);
            boolean others = taken.sure() && pending.share() != Share.PERHAPS_OWN;
            return pending.with(others ? Share.OTHERS : Share.PERHAPS_OWN);
        });
        for (Older one : List.copyOf(older)) {
            if (one.waiting.channelId() != channelId) continue;
            older.remove(one);
            boolean own = taken.persons().contains(one.person);
            if (own) older.add(new Older(one.person, one.waiting.now(false, true)));
            else doubt(one.person, one.waiting.to());
        }
    }

    /// All who wait at a door have passed.
    void opens(long channelId) {
        waiting.replaceAll((_, pending) ->
                pending.channelId() == channelId && !pending.decided() ? pending.now(false, true) : pending);
        open(channelId, true);
    }

    private void open(long channelId, boolean open) {
        older.replaceAll(one ->
                one.waiting.channelId() == channelId ? new Older(one.person, one.waiting.now(false, open)) : one);
    }

    /// The log says that the leaf was forced: those who wait may wait still. Who shares an opening may do so since an
    /// earlier one; the log says who does not, at the end of their time.
    void forced(long channelId) {
        for (long person : at(channelId, pending -> pending.opened() || pending.share() != Share.NONE)) {
            PendingPlace pending = Objects.requireNonNull(waiting.get(person));
            Share share = pending.share() == Share.NONE ? Share.NONE : Share.PERHAPS_NONE;
            waiting.put(person, pending.now(false, false).with(share));
            doubt(person, pending.to());
        }
        open(channelId, false);
    }

    /// The log says that the person has not passed.
    void unused(EventDraft event) {
        Long person = event.subject().personId();
        Long channelId = event.subject().channelId();
        older.removeIf(one -> Objects.equals(one.person, person) && Objects.equals(one.waiting.channelId(), channelId));
        PendingPlace pending = person == null ? null : waiting.get(person);
        boolean same = pending != null
                && Objects.equals(pending.channelId(), event.subject().channelId());
        if (same && person != null) waiting.remove(person);
    }

    /// The lane has heard of all moves.
    void settled(long channelId, long told) {
        long endedNs = clock.getAsLong() - ENDED_NS;
        for (long person :
                at(channelId, one -> one.opened() || (one.share() != Share.NONE && one.untilNs() < endedNs))) {
            PendingPlace pending = Objects.requireNonNull(waiting.remove(person));
            if (!pending.opened() && pending.share() == Share.PERHAPS_NONE) {
                doubt(person, pending.to());
                continue;
            }
            put(person, pending.to(), told);
            if (forgottenAmid.remove(person)) {
                doubt(person, null);
                entries.doubt(pending.to().area());
            }
        }
        for (Older one : List.copyOf(older)) {
            boolean passes = one.waiting.opened() || one.waiting.mayHavePassed(endedNs);
            if (one.waiting.channelId() != channelId || !passes) continue;
            older.remove(one);
            if (one.waiting.opened()) put(one.person, one.waiting.to(), told);
            else doubt(one.person, one.waiting.to());
        }
    }

    /// The places of all people in these areas are forgotten.
    void forgotten(Set<String> areas, long told) {
        passedBefore(areas, told);
        var known = new HashSet<>(places.keySet());
        known.addAll(doubtful.keySet());
        for (long person : known) {
            Set<@Nullable Place> before = possible(person);
            if (before.stream().noneMatch(place -> place != null && areas.contains(place.area()))) continue;
            moved.addLast(new Moved(told, person, before));
            Place place = places.get(person);
            if (place != null && areas.contains(place.area())) places.remove(person);
            Set<Place> others = doubtful.get(person);
            boolean less = others != null && others.removeIf(other -> areas.contains(other.area()));
            if (less) doubtfulNowhere.add(person);
        }
        waiting.forEach((person, pending) -> {
            boolean mayPass = pending.opened() || pending.share() != Share.NONE;
            if (mayPass && areas.contains(pending.to().area())) forgottenAmid.add(person);
        });
        areas.forEach(entries::forget);
    }

    /// Persons who perhaps passed together with another one count as passed before places are forgotten: they may have
    /// walked on with the others, so that the box must not put them there afterwards.
    private void passedBefore(Set<String> areas, long told) {
        for (Map.Entry<Long, PendingPlace> one : List.copyOf(waiting.entrySet())) {
            PendingPlace pending = one.getValue();
            if (pending.share() != Share.OTHERS || !areas.contains(pending.to().area())) continue;
            waiting.remove(one.getKey());
            put(one.getKey(), pending.to(), told);
        }
        for (Older one : List.copyOf(older)) {
            if (one.waiting.share() != Share.OTHERS
                    || !areas.contains(one.waiting.to().area())) continue;
            older.remove(one);
            doubt(one.person, null);
        }
    }

    /// Whether a person was seen to enter the area since places there were forgotten.
    Certainty observed(String area, Predicate<Place> kept) {
        Certainty known = entries.observed(area, kept);
        boolean enters = waiting.values().stream()
                        .anyMatch(one -> (one.opened() || one.share() != Share.NONE)
                                && one.to().area().equals(area))
                || older.stream().anyMatch(one -> one.waiting.to().area().equals(area));
        return known == Certainty.NO && enters ? Certainty.PERHAPS : known;
    }

    private List<Long> at(long channelId, Predicate<PendingPlace> which) {
        return waiting.entrySet().stream()
                .filter(one -> one.getValue().channelId() == channelId && which.test(one.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void put(long person, Place to, long told) {
        moved.addLast(new Moved(told, person, possible(person)));
        certain(person);
        places.put(person, to);
        entries.entered(to, true);
    }

    private Set<@Nullable Place> possible(long person) {
        var possible = new HashSet<@Nullable Place>(doubtful.getOrDefault(person, Set.of()));
        possible.add(places.get(person));
        if (doubtfulNowhere.contains(person)) possible.add(null);
        return possible;
    }

    private void doubt(long person, @Nullable Place other) {
        if (other == null) doubtfulNowhere.add(person);
        else doubtful.computeIfAbsent(person, _ -> new HashSet<>()).add(other);
        if (other != null) entries.entered(other, false);
    }

    private void certain(long person) {
        doubtful.remove(person);
        doubtfulNowhere.remove(person);
    }

    /// An operator forgives a person's passback.
    void forgiven(long person) {
        Set<@Nullable Place> before = possible(person);
        for (Place place : before) {
            if (place == null) continue;
            if (before.size() > 1) entries.doubt(place.area());
            else entries.forget(place.area());
        }
        PendingPlace pending = waiting.get(person);
        if (pending != null && pending.opened()) entries.doubt(pending.to().area());
        certain(person);
        places.remove(person);
    }

    /// A process begins: nobody waits at a door.
    void begins() {
        waiting.forEach((person, pending) -> {
            if (pending.share() != Share.NONE) doubt(person, pending.to()); // an orderly stop counts them as passed
        });
        waiting.clear();
        older.clear();
        moved.clear();
        forgottenAmid.clear();
        entries.clear(); // the process takes an area with people for one that it has observed
        places.forEach(
                (person, place) -> entries.entered(place, possible(person).size() == 1));
        doubtful.values().forEach(all -> all.forEach(place -> entries.entered(place, false)));
    }

    /// A process was killed when `kept` events were on disk: newer moves may be there or not.
    void lost(long kept) {
        while (!moved.isEmpty() && moved.getLast().told >= kept) {
            Moved last = moved.removeLast();
            for (Place before : last.before) doubt(last.person, before);
        }
    }
}
