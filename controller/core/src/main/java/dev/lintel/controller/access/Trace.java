package dev.lintel.controller.access;

import dev.lintel.controller.event.OccupancyWords;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.reader.CardNumber;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a decision came about, as its event keeps it. Immutable.
///
/// @param reader the side: `entry` or `exit`
/// @param holder whose credential it was, or null
/// @param number what the reader's format made of the card, or null
/// @param right the right that held, or the one that came nearest; null when there is none
/// @param gate the door as it stood
/// @param contact with the hub
/// @param notes what was seen beside
public record Trace(
        String reader,
        @Nullable Holder holder,
        @Nullable CardNumber number,
        @Nullable Right right,
        Gate gate,
        ClockTrust clock,
        Contact contact,
        Notes notes) {
    /// Names the area that was entered.
    static final String AREA = "area";
    static final String READER = TraceWords.READER;

    /// Values of `passback` in events where passback refuses nobody: violated, the disk does not return the person's
    /// place, or people can pass unseen now.
    static final String VIOLATED = "violated";

    static final String UNKNOWN = "unknown";
    static final String SUSPENDED = "suspended";

    /// What was seen beside, and did not decide by itself.
    ///
    /// @param responder lockdown was passed by a first responder
    /// @param passback [#VIOLATED], [#UNKNOWN] or [#SUSPENDED], which do not decide here; null: none
    /// @param place the area where the person counts, if passback is broken for it; or null
    /// @param notEnforced reasons that applied, at an exit that this box may not bar
    /// @param second the second factor's kind (`pin`, `card`), given or awaited; null with one factor
    /// @param area the area that the person enters, or null
    /// @param floors at an elevator: those permitted now
    /// @param entriesLeft those that the credential is good for after this one, or null
    /// @param threat the threat level of the site
    /// @param people those in an area with a limit, or null
    public record Notes(
            boolean responder,
            @Nullable String passback,
            @Nullable String place,
            List<Reason> notEnforced,
            @Nullable String second,
            @Nullable String area,
            List<Long> floors,
            @Nullable Long entriesLeft,
            Threat threat,
            @Nullable People people) {
        public Notes {
            notEnforced = List.copyOf(notEnforced);
            floors = List.copyOf(floors);
        }
    }

    /// The threat level of the channel's site.
    ///
    /// @param responder a first responder passed by a right that is not valid at the level
    public record Threat(int level, boolean responder) {}

    /// The people in an area with a limit, before the person passes.
    ///
    /// @param count null: not known
    /// @param responder a first responder passed in spite of the limit
    public record People(AreaLimit limit, @Nullable Integer count, boolean responder) {}

    /// As an event's `additional_data` has it: absent is null or no.
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(READER, reader);
        if (number != null) {
            map.put("format", number.format());
            put(map, "facility", number.facility());
        }
        if (holder != null) {
            map.put("person_id", holder.personId());
            if (holder.credentialId() != null) map.put("credential_type", holder.credentialType());
        }
        if (right != null) putRight(map, right);
        map.put("mode", gate.mode());
        if (gate.cardLockdown()) map.put("lockdown", notes.responder ? "first_responder" : "card");
        if (notes.threat.level > 0) map.put(TraceWords.THREAT_LEVEL, notes.threat.level);
        boolean past = notes.people != null && notes.people.responder;
        if (notes.threat.responder || past) map.put(TraceWords.FIRST_RESPONDER, true);
        if (gate.tampered()) map.put("tampered", true);
        map.put("clock", clock.name().toLowerCase(Locale.ROOT));
        map.put("sync", contact.word());
        if (contact.lost() && contact.age() != null) {
            map.put("contact_age_ms", contact.age().toMillis());
        }
        put(map, "second_factor", notes.second);
        put(map, "uses_left", notes.entriesLeft);
        put(map, "passback", notes.passback);
        put(map, TraceWords.PLACE, notes.place);
        put(map, AREA, notes.area);
        if (notes.people != null) putPeople(map, notes.people);
        if (!notes.floors.isEmpty()) map.put("floors", notes.floors);
        if (!notes.notEnforced.isEmpty()) {
            map.put("not_enforced", notes.notEnforced.stream().map(Reason::word).toList());
        }
        return map;
    }

    /// What the event says beside [#toMap] when somebody is let in: that nobody could have told this box of a change
    /// meanwhile. Empty while it is in contact, or follows nobody.
    Map<String, Object> ofAdmission() {
        return contact.lost() ? Map.of("stale", true) : Map.of();
    }

    /// The same, with other people in the area.
    Trace with(People people) {
        var n = notes;
        var other = new Notes(
                n.responder,
                n.passback,
                n.place,
                n.notEnforced,
                n.second,
                n.area,
                n.floors,
                n.entriesLeft,
                n.threat,
                people);
        return new Trace(reader, holder, number, right, gate, clock, contact, other);
    }

    private static void putPeople(Map<String, Object> map, People people) {
        map.put(OccupancyWords.AREA, people.limit.name());
        put(map, OccupancyWords.PEOPLE, whole(people.count));
        put(map, OccupancyWords.MAX, whole(people.limit.max()));
        put(map, OccupancyWords.MIN, whole(people.limit.min()));
    }

    private static @Nullable Long whole(@Nullable Integer number) {
        return number == null ? null : (Long) number.longValue();
    }

    private static void putRight(Map<String, Object> map, Right right) {
        put(map, "role_id", right.roleId());
        put(map, "group_id", right.groupId());
        put(map, "shift_id", right.shiftId());
        Right.Reservation reserved = right.reserved();
        if (reserved == null) return;
        map.put("reservation_id", reserved.id());
        map.put("reservation", reserved.ofGroup() ? "group" : "channel");
    }

    private static void put(Map<String, Object> map, String name, @Nullable Object value) {
        if (value != null) map.put(name, value);
    }
}
