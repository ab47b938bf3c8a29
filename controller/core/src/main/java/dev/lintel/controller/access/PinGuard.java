package dev.lintel.controller.access;

import dev.lintel.controller.access.WrongPins.Limits;
import dev.lintel.controller.access.WrongPins.Rest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Wrong PINs at each door, by both readers together, and of each person, over all doors. After too many of them no
/// PIN is accepted there, or of that person, for a while: PINs rest. A free exit ([Gate#freeExit]) compares one PIN
/// every 30 s meanwhile. Cards alone are not affected. Monotonic time. The decision thread only.
final class PinGuard {
    /// A door has many people who mistype: ten in an hour are usual at none, and are 240 guesses a day.
    static final Limits OF_DOOR = new Limits(5, 10);

    /// A person does not mistype five times in an hour; a stolen card has 120 guesses a day.
    static final Limits OF_PERSON = new Limits(5, 5);

    /// People whose wrong PINs are known: 200 KB. A stranger needs the card of each of them.
    static final int PEOPLE_MAX = 1_000;

    private final Map<Long, WrongPins> doors = new HashMap<>(); // those that are wired, at most
    private final Map<Long, WrongPins> people = new LinkedHashMap<>(); // the one with the oldest wrong PIN first

    /// PINs rest from now on.
    ///
    /// @param ofPerson of the person whose PIN was wrong; else of the door
    record Begun(boolean ofPerson, Rest rest) {}

    /// Whether a PIN that is typed at the door now is not compared: PINs rest there, or those of that person as their
    /// second factor.
    ///
    /// @param personId null where the PIN is not a second factor
    /// @param freeExit the reader is a free exit ([Gate#freeExit])
    boolean rests(long channelId, @Nullable Long personId, boolean freeExit, long nowNs) {
        return rests(doors.get(channelId), freeExit, nowNs)
                || (personId != null && rests(people.get(personId), freeExit, nowNs));
    }

    private static boolean rests(@Nullable WrongPins pins, boolean freeExit, long nowNs) {
        if (pins == null) return false;
        return freeExit ? pins.restsAtFreeExit(nowNs) : pins.rests(nowNs);
    }

    /// A PIN was wrong: the second factor of that person, or nobody's where `personId` is null. Returns the rests
    /// that begin with it. One that was not compared, as PINs rest, is none.
    List<Begun> wrong(long channelId, @Nullable Long personId, long nowNs) {
        var begun = new ArrayList<Begun>(2);
        Rest door = ofDoor(channelId).wrong(nowNs);
        if (door != null) begun.add(new Begun(false, door));
        Rest person = personId == null ? null : ofPerson(personId, nowNs).wrong(nowNs);
        if (person != null) begun.add(new Begun(true, person));
        return begun;
    }

    /// A rest that began before this process did: of that person, or of the door where `personId` is null.
    void remember(long channelId, @Nullable Long personId, Rest rest, long atNs) {
        (personId == null ? ofDoor(channelId) : ofPerson(personId, atNs)).remember(rest, atNs);
    }

    private WrongPins ofDoor(long channelId) {
        return doors.computeIfAbsent(channelId, _ -> new WrongPins(OF_DOOR));
    }

    private WrongPins ofPerson(long personId, long nowNs) {
        WrongPins known = people.remove(personId);
        if (known == null && people.size() >= PEOPLE_MAX) people.values().removeIf(pins -> pins.isForgotten(nowNs));
        if (known == null && people.size() >= PEOPLE_MAX)
            people.remove(people.keySet().iterator().next());
        WrongPins pins = known == null ? new WrongPins(OF_PERSON) : known;
        people.put(personId, pins);
        return pins;
    }
}
