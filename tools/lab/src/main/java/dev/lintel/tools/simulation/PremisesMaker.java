package dev.lintel.tools.simulation;

import dev.lintel.controller.door.Lockdown;
import dev.lintel.tools.simulation.Premises.Alarms;
import dev.lintel.tools.simulation.Premises.Delays;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Lock;
import dev.lintel.tools.simulation.Premises.Longer;
import dev.lintel.tools.simulation.Premises.Range;
import dev.lintel.tools.simulation.Premises.Role;
import dev.lintel.tools.simulation.Premises.Shift;
import dev.lintel.tools.simulation.Premises.Switch;
import dev.lintel.tools.simulation.Premises.Times;
import dev.lintel.tools.simulation.Somebody.Reservation;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Makes up a place: doors of every kind, shifts, roles, people. Most things are usual, for only then do the rare
/// ones meet each other one at a time.
final class PremisesMaker {
    /// North and south, half hours, and one without summer time.
    private static final List<String> ZONES = List.of(
            "Europe/London", "America/New_York", "Australia/Lord_Howe", "Pacific/Auckland", "Asia/Kolkata", "UTC");

    private static final int DOORS_MIN = 4;
    private static final int DOORS_MORE = 5;
    private static final int SHIFTS = 5;
    private static final int ROLES = 8;
    private static final int VISITORS = 2;
    private static final int HOSTS = 3;
    private static final int GROUPS = 4;
    private static final int PEOPLE = 24;
    /// Levels that some role is not valid at.
    private static final int THREATS = 5;
    private static final int MINUTES = 1440;
    private static final long HOUR_MS = 3_600_000;
    /// A place lives some weeks; validity and reservations fall into them.
    private static final int DAYS = 40;

    private static final List<List<String>> ACCEPTED = List.of(
            List.of("card"),
            List.of("card"),
            List.of("card", "pin"),
            List.of("card+pin"),
            List.of("pin+card"),
            List.of("pin"),
            List.of("card+pin", "pin"));
    /// A house with a lab in it, and a yard that no door connects with the house.
    private static final List<List<String>> AREAS = List.of(
            List.of("street", "house"), List.of("street", "house"), List.of("house", "lab"), List.of("yard", "shed"));

    private static final List<String> ESCORTS = List.of("none", "none", "required", "host");

    private static final Set<String> EVERYTHING = Set.of("fire", "unlock");
    private static final List<Set<String>> FORGIVEN_AFTER =
            List.of(EVERYTHING, EVERYTHING, EVERYTHING, Set.of(), Set.of("fire"), Set.of("unlock"));

    private static final List<String> PASSBACKS = List.of("off", "off", "off", "soft", "hard", "timed");

    private final Random random;
    private final int zones;
    private final Random areas = new Random(0); // what it chooses changes nothing else
    private final Random entries = new Random(0); // the same
    private final Random locks = new Random(0); // the same
    private final Random minima = new Random(0); // the same
    private final Instant start;

    PremisesMaker(Random random, Instant start) {
        this.random = random;
        this.start = start;
        this.zones = one(2) ? 1 : random.nextInt(2, Premises.ZONES_MAX + 1);
    }

    Premises make() {
        ZoneId account = zone();
        LocalDate holiday = start.atZone(account).toLocalDate().plusDays(random.nextInt(1, 14));
        var shifts = new ArrayList<Shift>();
        for (int i = 0; i < SHIFTS; i++) shifts.add(shift());
        areas.setSeed(start.toEpochMilli() + minutes(shifts));
        locks.setSeed(start.toEpochMilli() + minutes(shifts));
        minima.setSeed(start.toEpochMilli() ^ minutes(shifts));
        entries.setSeed(start.toEpochMilli() - minutes(shifts));
        List<Door> doors = doors(zone());
        var roles = new ArrayList<Role>();
        for (int i = 0; i < ROLES; i++) roles.add(role(doors.size(), i));
        var groups = new ArrayList<List<Integer>>();
        for (int i = 0; i < GROUPS; i++) groups.add(some(ROLES, 3));
        var people = new ArrayList<Somebody>();
        for (int i = 1; i <= PEOPLE; i++) people.add(somebody(i, doors.size(), account));
        return new Premises(
                account,
                holiday,
                shifts,
                roles,
                groups,
                doors,
                switches(doors.size()),
                people,
                AreaLimits.of(doors, areas, minima),
                Premises.connections(doors));
    }

    private List<Switch> switches(int doors) {
        var switches = new ArrayList<Switch>();
        for (int number = 1; number <= random.nextInt(1, 4); number++) {
            Set<Integer> some = one(2) ? Set.of() : Set.copyOf(some(doors, doors));
            switches.add(new Switch(number, some, new Lockdown(!one(6), one(3), one(3)), one(2)));
        }
        return switches.stream().filter(each -> each.locks().any()).toList();
    }

    /// Differs from place to place.
    private static long minutes(List<Shift> shifts) {
        return shifts.stream()
                .flatMap(shift -> shift.times().stream())
                .mapToLong(Range::from)
                .sum();
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private ZoneId zone() {
        return ZoneId.of(of(ZONES));
    }

    Shift shift() {
        var times = new ArrayList<Range>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
            for (DayOfWeek day : DayOfWeek.values()) if (!one(3)) days.add(day);
            days.add(of(List.of(DayOfWeek.values())));
            int from = random.nextInt(MINUTES);
            int to = one(4) ? random.nextInt(MINUTES) : Math.min(MINUTES, from + 480);
            times.add(new Range(days, from, to == from ? from + 1 : to));
        }
        return new Shift(times, one(2));
    }

    /// Ids from 1 to `last`, at most `most` of them, at least one.
    private List<Integer> some(int last, int most) {
        Set<Integer> ids = new TreeSet<>();
        for (int i = random.nextInt(1, most + 1); i > 0; i--) ids.add(random.nextInt(1, last + 1));
        return List.copyOf(ids);
    }

    /// Of so many doors; the first role is good everywhere at all times, the second is that of visitors, the third one
    /// of hosts.
    Role role(int doors, int index) {
        if (index == 0) return new Role(null, every(doors), null, "none", true);
        Integer shift = one(2) ? null : (Integer) random.nextInt(1, SHIFTS + 1);
        List<Integer> opens = some(doors, doors);
        Integer level = one(2) ? null : (Integer) random.nextInt(THREATS);
        String escort = ESCORTS.get(entries.nextInt(ESCORTS.size()));
        boolean taps = entries.nextBoolean();
        return switch (index) {
            case VISITORS - 1 -> new Role(null, every(doors), entries.nextInt(3), "required", taps);
            case HOSTS - 1 -> new Role(shift, every(doors), level, "host", taps);
            default -> new Role(shift, opens, level, escort, taps);
        };
    }

    private Entry entry() {
        boolean two = entries.nextInt(5) == 0;
        boolean asks = !two && entries.nextInt(5) == 0;
        Integer shift = entries.nextBoolean() ? null : (Integer) entries.nextInt(1, SHIFTS + 1);
        return new Entry(two, entries.nextInt(3) == 0 ? tap() : null, asks ? new Entry.Approval(shift) : null);
    }

    private Entry.Tap tap() {
        LocalTime until = LocalTime.of(entries.nextInt(24), 15);
        return switch (entries.nextInt(3)) {
            case 0 -> new Entry.Tap(until, 0);
            case 1 -> new Entry.Tap(null, entries.nextInt(1, 60));
            default -> new Entry.Tap(null, 0);
        };
    }

    private static List<Integer> every(int last) {
        var ids = new ArrayList<Integer>();
        for (int id = 1; id <= last; id++) ids.add(id);
        return ids;
    }

    /// The last three are an elevator and its two floors, now and then.
    private List<Door> doors(ZoneId zone) {
        int count = DOORS_MIN + random.nextInt(DOORS_MORE);
        boolean elevator = one(2);
        var doors = new ArrayList<Door>();
        for (int id = 1; id <= count; id++) doors.add(door(id, zone, doors));
        if (!elevator) return doors;
        doors.add(plain(count + 1, zone, "elevator", List.of(count + 2, count + 3)));
        doors.add(plain(count + 2, zone, "floor", List.of()));
        doors.add(plain(count + 3, zone, "floor", List.of()));
        return doors;
    }

    private Door plain(int id, ZoneId zone, String kind, List<Integer> floors) {
        boolean floor = kind.equals("floor");
        return new Door(
                id,
                kind,
                zone,
                floor ? List.of() : List.of("entry"),
                false,
                true,
                zones(one(2)),
                times(),
                floor ? List.of() : List.of("card"),
                "off",
                "",
                "",
                null,
                Set.of(),
                null,
                false,
                List.of(),
                floors,
                true,
                false,
                false,
                floor ? Entry.ALONE : entry(),
                null);
    }

    private Door door(int id, ZoneId zone, List<Door> before) {
        boolean byBox = one(4);
        boolean exit = byBox || one(3);
        List<String> accept = of(ACCEPTED);
        String passback = exit ? of(PASSBACKS) : "off";
        boolean named = !passback.equals("off") || areas.nextInt(3) == 0;
        List<String> leads = named ? AREAS.get(areas.nextInt(AREAS.size())) : List.of("", "");
        Integer auto = one(4) ? (Integer) random.nextInt(1, SHIFTS + 1) : null;
        List<Integer> partners = !byBox && id > 1 && one(5) && !before.getLast().byBox() ? List.of(id - 1) : List.of();
        return new Door(
                id,
                "door",
                zone,
                exit ? List.of("entry", "exit") : List.of("entry"),
                byBox,
                byBox || !one(4),
                zones(!one(4)),
                times(),
                accept,
                passback,
                leads.getFirst(),
                leads.getLast(),
                passback.equals("off") || !one(3) ? null : LocalTime.of(random.nextInt(24), 30),
                FORGIVEN_AFTER.get(areas.nextInt(FORGIVEN_AFTER.size())),
                auto,
                auto != null && one(2),
                partners,
                List.of(),
                !one(3),
                one(4),
                takesPin(accept) && one(2),
                entry(),
                lock(id, before));
    }

    /// With the door before as its inner one, where that belongs to no other airlock.
    private @Nullable Lock lock(int id, List<Door> before) {
        if (id < 2 || locks.nextInt(3) > 0 || before.getLast().lock() != null) return null;
        int sequence = locks.nextInt(4);
        boolean entering = sequence == 1 || sequence == 3;
        return new Lock(id - 1, locks.nextInt(4) > 0, entering, sequence >= 2, locks.nextInt(4));
    }

    /// Of a door that fire releases.
    private Set<Integer> zones(boolean released) {
        if (!released) return Set.of();
        if (zones == 1) return Set.of(1);
        return Set.copyOf(some(zones, 2));
    }

    private static boolean takesPin(List<String> accept) {
        return accept.stream().anyMatch(means -> means.contains("pin"));
    }

    private Times times() {
        int unlock = random.nextInt(2, 9);
        int warning = random.nextInt(5, 25);
        int extendedOpen = warning + random.nextInt(2, 20);
        return new Times(
                unlock,
                unlock + random.nextInt(1, 12),
                warning,
                extendedOpen,
                one(3),
                !one(4),
                longer(warning, extendedOpen),
                delays(),
                alarms());
    }

    private Longer longer(int warning, int extendedOpen) {
        Integer ofWarning = one(3) ? (Integer) (warning + random.nextInt(15)) : null;
        int least = Math.max(extendedOpen, ofWarning == null ? 0 : ofWarning);
        return new Longer(ofWarning, one(3) ? (Integer) (least + random.nextInt(15)) : null);
    }

    private Delays delays() {
        Integer ofAlarm = one(3) ? null : one(3) ? (Integer) 0 : (Integer) random.nextInt(1, 2_001);
        return new Delays(ofAlarm, one(2) ? 0 : random.nextInt(1, one(4) ? 10_001 : 3_001));
    }

    Alarms alarms() {
        return new Alarms(!one(4), one(2) ? 0 : random.nextInt(1, 5), one(3));
    }

    private Somebody somebody(int id, int doors, ZoneId zone) {
        Set<Integer> roles = new HashSet<>();
        if (one(2)) roles.add(1);
        for (int i = random.nextInt(3); i > 0; i--) roles.add(random.nextInt(1, ROLES + 1));
        if (entries.nextInt(3) == 0) roles.add(roles.contains(1) ? HOSTS : VISITORS);
        Set<Integer> groups = new HashSet<>();
        for (int i = random.nextInt(2); i > 0; i--) groups.add(random.nextInt(1, GROUPS + 1));
        var fixed = new Somebody.Fixed(
                id,
                1_000_000L + id * 7_919L,
                one(2) ? Integer.toString(pin(id)) : null,
                one(3) ? null : Integer.toString(5000 + id * 41),
                one(5),
                one(8),
                Set.copyOf(roles),
                Set.copyOf(groups),
                one(4) ? reservation(id, doors) : null);
        var person = new Somebody(fixed);
        person.enabled = !one(10);
        person.cardActive = !one(12);
        LocalDate today = start.atZone(zone).toLocalDate();
        if (one(3)) person.limits = limits(start, zone);
        if (one(4)) person.validFrom = day(today);
        if (one(4))
            person.validTo = person.validFrom == null ? day(today) : person.validFrom.plusDays(random.nextInt(9));
        return person;
    }

    /// The PIN of every other person is one more than the one before: what that one would type under duress.
    private static int pin(int id) {
        return 1000 + (id - id % 2) * 37 + id % 2;
    }

    /// Of a card, about that time.
    CardLimits limits(Instant now, ZoneId zone) {
        LocalDate today = now.atZone(zone).toLocalDate();
        boolean timed = one(3);
        Long from = timed && one(2) ? now.toEpochMilli() + (random.nextInt(72) - 36) * HOUR_MS : null;
        Long to = timed ? now.toEpochMilli() + (random.nextInt(72) - 12) * HOUR_MS : null;
        if (from != null && to != null && to <= from) to = from + HOUR_MS;
        boolean suspended = one(5);
        LocalDate begins = suspended && !one(4) ? today.plusDays(random.nextInt(4) - 1L) : null;
        LocalDate ends = suspended && (begins == null || one(2))
                ? (begins == null ? today : begins).plusDays(random.nextInt(3))
                : null;
        return new CardLimits(
                from, to, begins, ends, one(2) ? random.nextInt(1, 7) : 0, one(5) ? 1 : 0, now.toEpochMilli());
    }

    private LocalDate day(LocalDate today) {
        return today.plusDays(random.nextInt(DAYS / 4) - 2);
    }

    private @Nullable Reservation reservation(long id, int doors) {
        long fromMs = start.toEpochMilli() + random.nextInt(DAYS * 24) * 3_600_000L - 3_600_000L;
        long untilMs = fromMs + (1 + random.nextInt(72 * 3600)) * 1000L;
        return one(2)
                ? new Reservation(id, some(doors, 3), List.of(), fromMs, untilMs)
                : new Reservation(id, List.of(), List.of(random.nextInt(1, GROUPS + 1)), fromMs, untilMs);
    }
}
