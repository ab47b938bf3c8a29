package dev.lintel.tools.simulation;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What there is at one simulated place, as the simulation itself knows it: beside the box's own idea of it,
/// which it reads from files that [PremisesText] writes.
///
/// @param accountZone dates of validity are days there
/// @param shifts by id - 1; operators change them
/// @param roles by id - 1; operators change them
/// @param groups by id - 1: their roles' ids
record Premises(
        ZoneId accountZone,
        LocalDate holiday,
        List<Shift> shifts,
        List<Role> roles,
        List<List<Integer>> groups,
        List<Door> doors,
        List<Somebody> people) {

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
    record Role(
            @Nullable Integer shift,
            List<Integer> channels,
            @Nullable Integer threatMax) {}

    /// A door and its lines. Its channel and unit have the same number.
    ///
    /// @param readers sides: `entry`, `exit`
    /// @param byBox nobody leaves unless the box releases it
    /// @param fire whether the fire panel releases it
    /// @param accept by reader what is accepted, at any time; `extra` is accepted beside it within a shift
    /// @param forgiveAt when places are forgotten each day, by the wall there, or null
    /// @param autoShift the shift in which it stands unlocked, or null
    record Door(
            int id,
            String kind,
            ZoneId zone,
            List<String> readers,
            boolean byBox,
            boolean rexReleases,
            boolean fire,
            Times times,
            List<String> accept,
            String passback,
            @Nullable LocalTime forgiveAt,
            @Nullable Integer autoShift,
            boolean firstCard,
            List<Integer> partners,
            List<Integer> floors,
            boolean heldAllows,
            boolean wrongAllows,
            boolean duress) {
        boolean hasLeaf() {
            return kind.equals("door");
        }

        /// The area an entry leads to: all doors with passback lead from one into the other.
        static final String INSIDE = "inside";

        static final String OUTSIDE = "outside";

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

    /// In whole seconds.
    record Times(int unlock, int extendedUnlock, int warning, int extendedOpen, boolean relockOnClose, boolean forced) {
        Times withUnlock(int seconds) {
            return new Times(seconds, Math.max(seconds, extendedUnlock), warning, extendedOpen, relockOnClose, forced);
        }
    }

    /// The fire panel's line.
    static final int FIRE_LINE = 1;

    /// Where a door's channel belongs to.
    Door door(long id) {
        return doors.get((int) id - 1);
    }

    Shift shift(int id) {
        return shifts.get(id - 1);
    }

    boolean covers(int shift, Instant at, Door door) {
        return shift(shift).covers(at, door.zone, holiday);
    }
}
