package dev.lintel.tools.simulation;

import dev.lintel.controller.door.Lockdown;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What there is at one simulated place, as the simulation itself knows it: beside the box's own idea of it,
/// which it reads from files that [PremisesText] writes.
///
/// @param accountZone dates of validity are days there
/// @param shifts by id - 1; operators change them
/// @param roles by id - 1; operators change them
/// @param groups by id - 1: their roles' ids
/// @param switches lock doors down
/// @param areas those with a limit of people, by name
/// @param connected by area: all areas that one can walk to from there
record Premises(
        ZoneId accountZone,
        LocalDate holiday,
        List<Shift> shifts,
        List<Role> roles,
        List<List<Integer>> groups,
        List<Door> doors,
        List<Switch> switches,
        List<Somebody> people,
        Map<String, AreaLimits> areas,
        Map<String, Set<String>> connected) {

    /// Times of the week; `closedOnHoliday`: not on the one holiday of the place.
    record Shift(List<Range> times, boolean closedOnHoliday) {
        /// Whether it covers `at`, in the simplest way: by every range of today and of yesterday.
        boolean covers(Instant at, ZoneId zone, LocalDate holiday) {
            ZonedDateTime wall = at.atZone(zone);
            int minute = wall.getHour() * 60 + wall.getMinute();
            return begun(wall.toLocalDate(), minute, holiday)
                    || begun(wall.toLocalDate().minusDays(1), minute + 1440, holiday);
        }

        /// Whether a range that begins on `day` covers the minute that many minutes after its midnight.
        private boolean begun(LocalDate day, int minute, LocalDate holiday) {
            if (closedOnHoliday && day.equals(holiday)) return false;
            for (Range range : times) {
                int to = range.to <= range.from ? range.to + 1440 : range.to;
                if (range.days.contains(day.getDayOfWeek()) && minute >= range.from && minute < to) return true;
            }
            return false;
        }
    }

    /// Minutes of the day; `to` at or before `from` is of the next day.
    record Range(Set<DayOfWeek> days, int from, int to) {}

    /// @param shift its id, or null for always
    /// @param threatMax the highest threat level at which it is valid, or null for each
    /// @param escort a word of `site.yaml`: `none`, `required` or `host`
    /// @param tap whether its holders unlock doors by a double tap
    record Role(
            @Nullable Integer shift,
            List<Integer> channels,
            @Nullable Integer threatMax,
            String escort,
            boolean tap) {
        boolean needsHost() {
            return escort.equals("required");
        }

        boolean isHost() {
            return escort.equals("host");
        }
    }

    /// An airlock.
    ///
    /// @param obey whether exits wait
    /// @param delay in seconds
    record Lock(int inner, boolean obey, boolean entering, boolean leaving, int delay) {}

    /// A door and its lines. Its channel and unit have the same number.
    ///
    /// @param readers sides: `entry`, `exit`
    /// @param byBox nobody leaves unless the box releases it
    /// @param zones the fire zones that release it, from 1 on
    /// @param accept by reader what is accepted, at any time; `extra` is accepted beside it within a shift
    /// @param from the area on the entry reader's side, `to` the one behind the door; empty: no passback is written
    /// @param forgiveAt when places are forgotten each day, by the wall there, or null
    /// @param forgiveAfter `fire`, `unlock`: what places are forgotten after
    /// @param autoShift the shift in which it stands unlocked, or null
    /// @param entry with whom people enter
    /// @param lock of the outer door of an airlock
    record Door(
            int id,
            String kind,
            ZoneId zone,
            List<String> readers,
            boolean byBox,
            boolean rexReleases,
            Set<Integer> zones,
            Times times,
            List<String> accept,
            String passback,
            String from,
            String to,
            @Nullable LocalTime forgiveAt,
            Set<String> forgiveAfter,
            @Nullable Integer autoShift,
            boolean firstCard,
            List<Integer> partners,
            List<Integer> floors,
            boolean heldAllows,
            boolean wrongAllows,
            boolean duress,
            Entry entry,
            @Nullable Lock lock) {
        /// Whether it names the other one as one that must not be passable at the same time.
        boolean interlockedWith(Door other) {
            return partners.contains(other.id) || (lock != null && lock.inner == other.id);
        }

        /// Whether the fire panel releases it.
        boolean fire() {
            return !zones.isEmpty();
        }

        boolean hasLeaf() {
            return kind.equals("door");
        }

        /// Whether an evacuation unlocks it: two of three doors.
        boolean evacuates() {
            return hasLeaf() && id % 3 != 0;
        }

        /// The area that the reader of that side leads to.
        String entered(String side) {
            return side.equals("exit") ? from : to;
        }

        /// The area in which that reader hangs.
        String here(String side) {
            return side.equals("exit") ? to : from;
        }

        boolean looksAtPlaces() {
            return !passback.equals("off");
        }

        /// How long `timed` passback remembers.
        static final long TIMED_MS = Duration.ofMinutes(10).toMillis();

        /// Whether a place that was entered then is forgotten at `now`.
        boolean forgotten(long sinceMs, Instant now) {
            if (forgiveAt == null) return false;
            LocalDate today = now.atZone(zone).toLocalDate();
            return forgives(today, sinceMs, now) || forgives(today.minusDays(1), sinceMs, now);
        }

        private boolean forgives(LocalDate day, long sinceMs, Instant now) {
            Instant at = ZonedDateTime.of(day, forgiveAt, zone).toInstant();
            return sinceMs < at.toEpochMilli() && !at.isAfter(now);
        }

        int strikeLine() {
            return id * 10;
        }

        int contactLine() {
            return id * 10 + 1;
        }

        int rexLine() {
            return id * 10 + 2;
        }

        int auxLine() {
            return id * 10 + 3;
        }

        int tamperLine() {
            return id * 10 + 4;
        }

        int sounderLine() {
            return id * 10 + 5;
        }
    }

    /// The number of the evacuation switch: beyond those of the lockdown switches.
    private static final int EVACUATION_SWITCH = 9;

    /// The box's switch that evacuates all doors, or null: each second place has one, and half of these are keys.
    @Nullable
    Switch evacuationSwitch() {
        int size = doors.size();
        return size % 2 == 0 ? new Switch(EVACUATION_SWITCH, Set.of(), Lockdown.NONE, size % 4 == 0) : null;
    }

    /// All switches that give orders.
    List<Switch> allSwitches() {
        var all = new ArrayList<>(switches);
        Switch evacuation = evacuationSwitch();
        if (evacuation != null) all.add(evacuation);
        all.addAll(ThreatWatch.of(this));
        return List.copyOf(all);
    }

    /// A button that gives an order, or a key switch with two contacts that does so until it is released.
    ///
    /// @param number from 1 on
    /// @param doors their ids; empty: all
    /// @param locks what it locks down; nothing for the one that evacuates, and for threat switches
    record Switch(int number, Set<Integer> doors, Lockdown locks, boolean key) {
        boolean evacuates() {
            return number == EVACUATION_SWITCH;
        }

        String name() {
            return "Switch " + number;
        }

        /// Who orders it, as events say.
        String by() {
            String order = evacuates() ? "evacuation" : ThreatWatch.isThreat(this) ? "threat" : "lockdown";
            return order + " switch " + name();
        }

        int line() {
            return 300 + number * 2;
        }

        /// Of a key.
        int checkLine() {
            return line() + 1;
        }

        boolean concerns(Door door) {
            boolean acts = evacuates() ? door.evacuates() : locks(door).any();
            return (doors.isEmpty() || doors.contains(door.id())) && acts;
        }

        /// No exit where people leave by the box alone.
        Lockdown locks(Door door) {
            return door.byBox() ? new Lockdown(locks.card(), false, false) : locks;
        }
    }

    /// In whole seconds.
    record Times(
            int unlock,
            int extendedUnlock,
            int warning,
            int extendedOpen,
            boolean relockOnClose,
            boolean forced,
            Longer longer,
            Delays delays,
            Alarms alarms) {
        /// Every leaf has an exit switch here.
        private static final int FORCED_MS = 300;

        Times withUnlock(int seconds) {
            int extended = Math.max(seconds, extendedUnlock);
            return new Times(seconds, extended, warning, extendedOpen, relockOnClose, forced, longer, delays, alarms);
        }

        Times with(boolean onClose, Delays other) {
            return new Times(unlock, extendedUnlock, warning, extendedOpen, onClose, forced, longer, other, alarms);
        }

        Times with(Alarms other) {
            return new Times(
                    unlock, extendedUnlock, warning, extendedOpen, relockOnClose, forced, longer, delays, other);
        }

        /// After an opening by a person who needs longer, or another.
        int warning(boolean needsLonger) {
            if (!needsLonger) return warning;
            return longer.warning != null ? longer.warning : Math.min(2 * warning, extendedOpen(true));
        }

        int extendedOpen(boolean needsLonger) {
            if (!needsLonger) return extendedOpen;
            if (longer.extendedOpen != null) return longer.extendedOpen;
            return Math.max(2 * extendedOpen, longer.warning == null ? 0 : longer.warning);
        }

        long forcedDelayNs() {
            return TimeUnit.MILLISECONDS.toNanos(delays.forcedMs == null ? FORCED_MS : delays.forcedMs);
        }

        long relockDelayNs() {
            return TimeUnit.MILLISECONDS.toNanos(delays.relockMs);
        }

        /// Whether its bolt must not meet the open leaf.
        boolean isMotor() {
            return relockOnClose && delays.relockMs > 0;
        }
    }

    /// How alarms go on and end; `reminderMinutes`: 0 for no reminders.
    record Alarms(boolean preAlarm, int reminderMinutes, boolean latch) {
        long reminderNs() {
            return reminderMinutes == 0
                    ? Long.MAX_VALUE
                    : Duration.ofMinutes(reminderMinutes).toNanos();
        }
    }

    /// Null: as usual.
    record Longer(@Nullable Integer warning, @Nullable Integer extendedOpen) {}

    /// `forcedMs` null: as the wiring says.
    record Delays(@Nullable Integer forcedMs, int relockMs) {}

    /// A place has so many fire zones at most; one that has but one does not name it.
    static final int ZONES_MAX = 3;

    /// The fire panel's line of a zone.
    static int fireLine(int zone) {
        return zone == 1 ? 1 : 2 + zone;
    }

    static String zoneName(int zone) {
        return "Zone " + zone;
    }

    /// The zones that release some door, ascending.
    List<Integer> zones() {
        return doors.stream()
                .flatMap(door -> door.zones.stream())
                .distinct()
                .sorted()
                .toList();
    }

    /// Whether the log names them.
    boolean namesZones() {
        return zones().size() > 1;
    }

    /// Where a door's channel belongs to.
    Door door(long id) {
        return doors.get((int) id - 1);
    }

    /// All areas that one can walk to from there.
    Set<String> connected(String area) {
        return connected.getOrDefault(area, Set.of(area));
    }

    /// By area: all areas that these doors connect it with.
    static Map<String, Set<String>> connections(List<Door> doors) {
        var all = new TreeMap<String, Set<String>>();
        for (Door door : doors) {
            var joined = new TreeSet<>(List.of(door.from, door.to));
            for (String area : List.of(door.from, door.to)) joined.addAll(all.getOrDefault(area, Set.of()));
            for (String area : joined) all.put(area, joined);
        }
        return all;
    }

    Shift shift(int id) {
        return shifts.get(id - 1);
    }

    boolean covers(int shift, Instant at, Door door) {
        return shift(shift).covers(at, door.zone, holiday);
    }
}
