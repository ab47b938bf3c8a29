package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// PINs that are tried one after the other: when no PIN is accepted at a door, or of a person, worked out a second
/// time. Over a restart it knows what the log tells, and no more. Shares no code with the box.
final class Guesses {
    /// Wrong PINs that are looked at within an hour at a door that may refuse them: four times ten, with rests of 1,
    /// 5 and 15 minutes between, and then an hour without.
    static final int LOOKED_AT_MAX = 40;

    /// The same at an exit reader that may keep nobody in: one more each 30 s while PINs rest.
    static final int LOOKED_AT_FREE_MAX = LOOKED_AT_MAX + 120;

    private static final long APART_NS = TimeUnit.SECONDS.toNanos(30);

    /// A PIN begins a rest, and its event may follow that of the rest by this much in a log whose clock was set.
    private static final long BEGINS_NS = APART_NS / 2;

    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long HOUR_NS = 60 * MINUTE_NS;
    private static final long DAY_NS = 24 * HOUR_NS;
    /// A process reads so many events of each kind.
    private static final int READ_MAX = 300;

    private static final long[] REST_MINUTES = {1, 5, 15, 60};

    private final Map<Long, Pins> doors = new HashMap<>();
    private final Map<Long, Pins> people = new HashMap<>();
    private final Map<Long, ArrayDeque<Long>> lookedAt = new HashMap<>();
    private final Map<Long, ArrayDeque<Long>> lookedAtFree = new HashMap<>();
    private final List<EventDraft> log = new ArrayList<>();

    /// Of one door, or of one person, in monotonic time.
    private static final class Pins {
        private final int perHour;
        private List<Long> wrongNs = new ArrayList<>();
        private long restsUntilNs = Long.MIN_VALUE;
        private long lastNs; // of the last wrong one, where a rest began before
        private int inRow;

        Pins(int perHour) {
            this.perHour = perHour;
        }

        boolean rests(long nowNs) {
            return inRow > 0 && nowNs < restsUntilNs;
        }

        /// Whether a reader that may keep nobody in compares a PIN, though PINs rest.
        boolean maySeeOne(long nowNs) {
            return nowNs >= lastNs + APART_NS;
        }

        /// What begins with a wrong one, in the words of its event; null: nothing.
        @Nullable
        String wrong(long nowNs) {
            if (rests(nowNs) && nowNs < lastNs + BEGINS_NS) return null;
            lastNs = nowNs;
            if (inRow > 0 && nowNs - restsUntilNs >= DAY_NS) inRow = 0;
            wrongNs.add(nowNs);
            long inHour = wrongNs.stream().filter(at -> nowNs - at < HOUR_NS).count();
            long inMinute =
                    wrongNs.stream().filter(at -> nowNs - at < MINUTE_NS).count();
            if (inMinute < 5 && inHour < perHour) return null;
            rest(inRow + 1, nowNs);
            return words(inMinute < 5 ? inHour : inMinute, minutes() * 60, inRow);
        }

        void rest(int row, long fromNs) {
            inRow = row;
            wrongNs = new ArrayList<>();
            restsUntilNs = fromNs + minutes() * MINUTE_NS;
            lastNs = fromNs;
        }

        private long minutes() {
            return REST_MINUTES[Math.min(inRow, REST_MINUTES.length) - 1];
        }
    }

    private static String words(@Nullable Object wrong, @Nullable Object seconds, @Nullable Object inRow) {
        return wrong + " wrong, " + seconds + " s, " + inRow + " in a row";
    }

    /// A process begins, and reads the log.
    void begins(long nowNs, long nowMs) {
        doors.clear();
        people.clear();
        lookedAt.clear();
        lookedAtFree.clear();
        var found = new ArrayDeque<Found>();
        var read = new EnumMap<EventKind, Integer>(EventKind.class);
        long agoMs = 0; // none is newer than those after it, and none has yet to come
        for (EventDraft event : log.reversed()) {
            if (read.merge(event.kind(), 1, Integer::sum) > READ_MAX) continue;
            agoMs = Math.max(agoMs, nowMs - event.occurredAtMs());
            if (agoMs > TimeUnit.HOURS.toMillis(25)) break;
            found.addFirst(new Found(event, nowNs - TimeUnit.MILLISECONDS.toNanos(agoMs)));
        }
        found.forEach(this::remember);
    }

    private record Found(EventDraft event, long atNs) {}

    private void remember(Found found) {
        EventDraft event = found.event;
        Long person = event.subject().personId();
        if (event.kind() == EventKind.PIN_GUESSING) {
            Pins pins = person == null ? door(door(event)) : person(person);
            pins.rest(Integer.parseInt(String.valueOf(event.additional().get("in_row"))), found.atNs);
        } else if (isWrong(event) || isWrongSecond(event)) {
            Pins atDoor = door(door(event));
            if (isCompared(event) || !atDoor.rests(found.atNs)) atDoor.wrong(found.atNs);
            if (person != null) person(person).wrong(found.atNs);
        }
    }

    private static long door(EventDraft event) {
        Long door = event.subject().channelId();
        return door == null ? 0 : door;
    }

    private Pins door(long id) {
        return doors.computeIfAbsent(id, _ -> new Pins(10));
    }

    private Pins person(long id) {
        return people.computeIfAbsent(id, _ -> new Pins(5));
    }

    /// Whether no PIN is accepted there, or none of `who` after their card. A `free` exit takes one 30 s after the last
    /// wrong one.
    boolean rest(long door, @Nullable Somebody who, boolean free, long nowNs) {
        return rest(door(door), free, nowNs) || (who != null && rest(person(who.id), free, nowNs));
    }

    private static boolean rest(Pins pins, boolean free, long nowNs) {
        return pins.rests(nowNs) && !(free && pins.maySeeOne(nowNs));
    }

    /// The box has decided so. Returns the rests that must begin with it, in words; throws [Violation] when it looks
    /// at more PINs than it may.
    ///
    /// @param free the exit may bar nobody
    /// @param isGuess somebody has typed it: it is not what the box shows at the second door of an airlock
    List<String> decided(EventDraft answer, boolean free, boolean isGuess, long atNs) {
        boolean second = isWrongSecond(answer);
        if (!second && !(isGuess && isWrong(answer))) return List.of();
        long door = door(answer);
        boolean looked = isCompared(answer); // else few would pass
        if (looked) lookAt(door, free, atNs);
        else if (door(door).rests(atNs)) return List.of();
        var begin = new ArrayList<String>();
        String ofDoor = door(door).wrong(atNs);
        if (ofDoor != null) begin.add("door " + door + ": " + ofDoor);
        Long person = answer.subject().personId();
        String ofPerson = second && person != null ? person(person).wrong(atNs) : null;
        if (ofPerson != null) begin.add("person " + person + ": " + ofPerson);
        return begin;
    }

    private static boolean isCompared(EventDraft answer) {
        return isWrongSecond(answer) || answer.kind() == EventKind.REJECTED_UNKNOWN_PIN;
    }

    private void lookAt(long door, boolean free, long atNs) {
        ArrayDeque<Long> hour = (free ? lookedAtFree : lookedAt).computeIfAbsent(door, _ -> new ArrayDeque<>());
        hour.addLast(atNs);
        while (atNs - hour.getFirst() >= HOUR_NS) hour.removeFirst();
        int max = free ? LOOKED_AT_FREE_MAX : LOOKED_AT_MAX;
        if (hour.size() > max) throw new Violation(hour.size() + " PINs were tried at channel " + door);
    }

    /// As the log calls a rest that has begun.
    static String told(EventDraft event) {
        Map<String, Object> facts = event.additional();
        Long person = event.subject().personId();
        String whose = person == null ? "door " + door(event) : "person " + person;
        boolean same = String.valueOf(facts.get("of")).equals(person == null ? "door" : "person");
        if (!same) throw Judge.wrong("of a door or of a person", event);
        return whose + ": " + words(facts.get("wrong"), facts.get("rest_seconds"), facts.get("in_row"));
    }

    /// An event that the next process finds in the log. Returns what takes it back, or null where it is of no PIN.
    @Nullable
    Runnable logged(EventDraft event) {
        return switch (event.kind()) {
            case PIN_GUESSING, REJECTED_UNKNOWN_PIN, REJECTED_WRONG_FACTOR, REJECTED_LOCKDOWN, REJECTED_TAMPER -> {
                log.add(event);
                yield log::removeLast;
            }
            default -> null;
        };
    }

    /// A PIN that is nobody's.
    private static boolean isWrong(EventDraft event) {
        boolean isRepeated = event.additional().containsKey("airlock_from");
        boolean nobodys = event.subject().pin() && event.subject().personId() == null && !isRepeated;
        return switch (event.kind()) {
            case REJECTED_UNKNOWN_PIN, REJECTED_LOCKDOWN, REJECTED_TAMPER ->
                nobodys && !event.additional().containsKey("second_factor");
            default -> false;
        };
    }

    private static boolean isWrongSecond(EventDraft event) {
        return event.kind() == EventKind.REJECTED_WRONG_FACTOR
                && "pin".equals(event.additional().get("second_factor"))
                && !event.additional().containsKey("given_up");
    }
}
