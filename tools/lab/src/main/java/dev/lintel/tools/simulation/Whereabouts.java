package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Verdicts.Certainty;
import dev.lintel.tools.simulation.Verdicts.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Where everybody is: one place in each set of areas that doors connect.
final class Whereabouts {
    private final Premises premises;
    private final Map<Set<String>, ConnectedPlaces> sets = new HashMap<>();

    private final CardUses uses;
    final Readmissions readmissions;

    /// @param uses hears which leaves open
    Whereabouts(Premises premises, CardUses uses) {
        this.premises = premises;
        this.uses = uses;
        this.readmissions = new Readmissions(uses::nowNs);
    }

    private ConnectedPlaces at(long channelId) {
        Set<String> areas = premises.connected(premises.door(channelId).from());
        return sets.computeIfAbsent(areas, _ -> new ConnectedPlaces(uses::nowNs));
    }

    /// The places at which the box may see a person who is at this reader; null: none that is known.
    List<@Nullable Place> seen(long person, Door door, String side) {
        return at(door.id()).seen(person, door, side);
    }

    /// As [ConnectedPlaces#counts].
    Certainty counts(long person, String area, Predicate<Place> kept) {
        return around(area).counts(person, area, kept);
    }

    /// As [ConnectedPlaces#stays].
    Certainty stays(long person, String area, Predicate<Place> kept) {
        return around(area).stays(person, area, kept);
    }

    /// As [ConnectedPlaces#isCertain].
    Certainty isCertain(long person, String area, Predicate<Place> kept) {
        return around(area).isCertain(person, area, kept);
    }

    /// As [ConnectedPlaces#seenIn].
    Certainty seenIn(long person, String area, Predicate<Place> kept) {
        return around(area).seenIn(person, area, kept);
    }

    private ConnectedPlaces around(String area) {
        return sets.computeIfAbsent(premises.connected(area), _ -> new ConnectedPlaces(uses::nowNs));
    }

    /// A decision admits the person, and the lane has yet to answer.
    void decided(long person, long channelId, String side, Place to) {
        at(channelId).decided(person, channelId, side, to);
    }

    /// The lane has turned away a person whom a decision admits.
    void turnedAway(long person, long channelId) {
        at(channelId).turnedAway(person, channelId);
    }

    /// The log says that the person was admitted.
    void admitted(long person, long channelId, String side, Place to, Unopened.Opening opening) {
        at(channelId).admitted(person, channelId, side, to, opening);
    }

    /// The person is there: nothing tells when they pass.
    void passed(long person, long channelId, Place to, long told) {
        at(channelId).passed(person, channelId, to, told);
    }

    /// All who wait at a door have passed: it is unlocked.
    void opens(long channelId) {
        uses.opens(channelId);
        readmissions.opens(channelId);
        at(channelId).opens(channelId);
    }

    /// The leaf of a door opens, unless it is forced.
    void opens(long channelId, Turns.Taken taken) {
        uses.opens(channelId, taken);
        readmissions.opens(channelId, taken);
        at(channelId).opens(channelId, taken);
    }

    /// Persons may pass until then.
    void given(long channelId, Set<Long> persons, long untilNs) {
        uses.given(channelId, persons, untilNs);
        readmissions.given(channelId, persons, untilNs);
        at(channelId).given(channelId, persons, untilNs);
    }

    /// The time of all who wait at a door ends.
    ///
    /// @param butExits except of those who leave: only the box lets them out
    void ends(long channelId, long nowNs, boolean butExits) {
        uses.ends(channelId, nowNs, butExits);
        readmissions.ends(channelId);
        at(channelId).ends(channelId, nowNs, butExits);
    }

    /// The log says that the leaf was forced: those who wait may wait still.
    void forced(long channelId) {
        uses.forced(channelId);
        readmissions.forced(channelId);
        at(channelId).forced(channelId);
    }

    /// The log says that the person has not passed.
    void unused(EventDraft event, long channelId) {
        readmissions.unused(event);
        at(channelId).unused(event);
    }

    /// The lane has heard of all moves.
    void settled(long channelId, long told) {
        uses.settled(channelId);
        at(channelId).settled(channelId, told);
    }

    /// As [ConnectedPlaces#observed].
    Certainty observed(String area, Predicate<Place> kept) {
        return around(area).observed(area, kept);
    }

    /// Everybody whose place is one of these areas of the door may be anywhere.
    void forgotten(long channelId, Set<String> areas, long told) {
        at(channelId).forgotten(areas, told);
    }

    /// An operator forgives a person's passback.
    void forgiven(long person) {
        sets.values().forEach(set -> set.forgiven(person));
    }

    /// A process begins: nobody waits at a door.
    void begins() {
        uses.begins();
        readmissions.begins();
        sets.values().forEach(ConnectedPlaces::begins);
    }

    /// A process was killed when `kept` events were on disk: newer moves may be there or not.
    void lost(long kept) {
        sets.values().forEach(set -> set.lost(kept));
    }
}
