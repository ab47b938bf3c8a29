package dev.lintel.controller.reference;

import dev.lintel.controller.reference.World.Accept;
import dev.lintel.controller.reference.World.Area;
import dev.lintel.controller.reference.World.Channel;
import dev.lintel.controller.reference.World.Group;
import dev.lintel.controller.reference.World.Holiday;
import dev.lintel.controller.reference.World.Passback;
import dev.lintel.controller.reference.World.Range;
import dev.lintel.controller.reference.World.Role;
import dev.lintel.controller.reference.World.Shift;
import dev.lintel.controller.reference.World.Span;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What `site.yaml` covers, made up around a night on which something happens to the calendar or to the clocks.
final class RandomPolicy {
    /// Clocks go forward or back, by an hour or by half of one, at midnight too; years and leap days turn.
    private static final List<String> NIGHTS = List.of(
            "2026-03-29T01:00:00Z",
            "2026-10-25T01:00:00Z",
            "2026-10-03T15:30:00Z",
            "2027-04-03T15:00:00Z",
            "2026-04-23T22:00:00Z",
            "2026-10-29T21:00:00Z",
            "2026-11-01T05:00:00Z",
            "2026-03-08T10:00:00Z",
            "2026-12-31T23:00:00Z",
            "2028-02-29T12:00:00Z",
            "2027-02-28T12:00:00Z",
            "2026-03-02T12:00:00Z");
    private static final List<String> ZONES = List.of(
            "UTC",
            "Europe/London",
            "Australia/Lord_Howe",
            "Africa/Cairo",
            "America/Havana",
            "America/Los_Angeles",
            "Pacific/Auckland",
            "Asia/Kathmandu");
    /// One of each but cards, of which there are two: by a person's PIN it must be known which.
    private static final List<Integer> CODES = List.of(10, 11, 181, 200, 200, 203, 800, 1001);

    private static final List<String> MEANS = List.of("card", "pin", "card+pin", "pin+card", "qr", "mobile");
    private static final List<String> ESCORTS = List.of("none", "none", "required", "host");
    private static final List<String> HOLIDAYS = List.of("eve", "feast", "bridge");
    /// Seconds.
    static final List<Long> LIMITS = List.of(600L, 3_600L, 30 * 86_400L);

    static final List<String> AREAS = List.of("street", "hall", "lab", "vault", "yard", "garage", "loft");

    private final Dice dice;
    private final Instant night;
    private final List<Instant> marks = new ArrayList<>();
    private final Map<Long, ZoneId> zones = new TreeMap<>();

    RandomPolicy(Dice dice) {
        this.dice = dice;
        this.night = Instant.parse(dice.of(NIGHTS));
        for (int i = 0; i < 5; i++) marks.add(night.plusSeconds(1800L * (dice.up(120) - 60)));
        marks.add(night);
    }

    /// A world without people.
    World world() {
        for (long id : dice.ids(1 + dice.up(3))) zones.put(id, zone());
        Map<Long, Integer> types = new TreeMap<>();
        var codes = new ArrayList<>(CODES);
        Collections.shuffle(codes, dice.random());
        for (long id : dice.ids(codes.size())) types.put(id, codes.removeFirst());
        List<Holiday> holidays = holidays();
        var shifts = new ArrayList<Shift>();
        for (long id : dice.ids(1 + dice.up(4))) shifts.add(shift(id, holidays));
        List<Long> shiftIds = shifts.stream().map(Shift::id).toList();
        List<Channel> channels = channels(List.copyOf(zones.keySet()), shiftIds);
        List<Long> channelIds = channels.stream().map(Channel::id).toList();
        var roles = new ArrayList<Role>();
        for (long id : dice.ids(2 + dice.up(4))) {
            Long shift = dice.one(2) ? null : dice.of(shiftIds);
            Long limit = dice.one(3) ? dice.of(LIMITS) : null;
            roles.add(new Role(id, shift, dice.some(channelIds, 2), limit, level(), dice.of(ESCORTS), dice.one(2)));
        }
        List<Long> roleIds = roles.stream().map(Role::id).toList();
        var groups = new ArrayList<Group>();
        for (long id : dice.ids(1 + dice.up(3))) groups.add(new Group(id, dice.some(roleIds, 2)));
        return new World(
                zone(), zones, types, holidays, shifts, roles, groups, channels, areas(channels), List.of(), marks);
    }

    /// Limits of some of the areas that doors name.
    private List<Area> areas(List<Channel> channels) {
        var names = new TreeSet<String>();
        var approved = new TreeSet<String>(); // an approval is for one person, so that such an area has no minimum
        for (Channel channel : channels) {
            Passback passback = channel.passback();
            if (passback == null) continue;
            names.addAll(List.of(passback.from(), passback.to()));
            if (channel.company().approval() != null) approved.addAll(List.of(passback.from(), passback.to()));
        }
        names.remove("");
        var areas = new ArrayList<Area>();
        for (String name : names) {
            int max = 2 + dice.up(3);
            int min = 2 + dice.up(max - 1);
            int which = dice.up(4);
            if (which > 0 && approved.contains(name)) which = 2;
            if (which > 0)
                areas.add(new Area(name, which == 1 ? null : (Integer) max, which == 2 ? null : (Integer) min));
        }
        return areas;
    }

    private World.Company company(List<Long> shifts) {
        boolean two = dice.one(3);
        boolean asks = !two && dice.one(3);
        Long shift = asks && dice.one(2) ? dice.of(shifts) : null;
        return new World.Company(two, dice.one(2), asks ? new World.Approval(shift) : null);
    }

    private @Nullable Integer level() {
        return dice.one(2) ? null : (Integer) dice.up(6);
    }

    private ZoneId zone() {
        return ZoneId.of(dice.of(ZONES));
    }

    private List<Holiday> holidays() {
        Map<String, Holiday> holidays = new TreeMap<>();
        for (int i = dice.up(9); i > 0; i--) {
            LocalDate day = LocalDate.ofInstant(night, ZoneOffset.UTC).plusDays(dice.up(4) - 2L);
            boolean yearly = dice.one(2);
            String name = dice.of(HOLIDAYS);
            if (yearly) day = day.minusYears(dice.up(2));
            holidays.put(name + day, new Holiday(name, day, yearly));
        }
        return List.copyOf(holidays.values());
    }

    private Shift shift(long id, List<Holiday> holidays) {
        var times = new ArrayList<Range>();
        for (int i = dice.up(5); i > 0; i--) {
            Set<DayOfWeek> days = dice.some(List.of(DayOfWeek.values()), 2);
            if (!days.isEmpty()) times.add(new Range(days, span()));
        }
        Map<String, List<Span>> others = new TreeMap<>();
        for (Holiday holiday : holidays) {
            if (dice.one(3)) continue;
            var spans = new ArrayList<Span>();
            for (int i = dice.up(3); i > 0; i--) spans.add(span());
            others.put(holiday.name(), spans);
        }
        return new Shift(id, times, others);
    }

    /// By the half hour mostly, so that its ends are met; whole days and nights too.
    private Span span() {
        if (dice.one(8)) return new Span(0, 1440);
        int from = dice.one(8) ? dice.up(1440) : 30 * dice.up(48);
        int to = dice.one(8) ? dice.up(1441) : 30 * dice.up(49);
        return from == to ? new Span(from, (to + 600) % 1440) : new Span(from, to);
    }

    private List<Channel> channels(List<Long> sites, List<Long> shifts) {
        List<Long> ids = new ArrayList<>(dice.ids(3 + dice.up(4)));
        Collections.shuffle(ids, dice.random());
        long elevator = dice.one(2) ? ids.removeFirst() : 0;
        Set<Long> floors = elevator == 0 ? Set.of() : Set.copyOf(ids.subList(0, 1 + dice.up(2)));
        ids.removeAll(floors);
        var channels = new ArrayList<Channel>();
        for (long id : ids) channels.add(channel(id, dice.of(sites), Set.of(), shifts));
        for (long id : floors) {
            List<Accept> usual = List.of(new Accept(null, Set.of("card", "pin", "mobile")));
            channels.add(new Channel(
                    id,
                    dice.of(sites),
                    Set.of(),
                    true,
                    usual,
                    usual,
                    null,
                    dice.one(2),
                    dice.one(2),
                    false,
                    World.Company.NONE));
        }
        if (elevator != 0) channels.add(channel(elevator, dice.of(sites), floors, shifts));
        return channels;
    }

    private Channel channel(long id, long site, Set<Long> floors, List<Long> shifts) {
        List<Accept> entry = lists(shifts);
        List<Accept> exit = dice.one(2) ? entry : lists(shifts);
        boolean two = asksForPin(entry) || asksForPin(exit);
        return new Channel(
                id,
                site,
                floors,
                false,
                entry,
                exit,
                dice.one(3) ? null : passback(zones.getOrDefault(site, ZoneOffset.UTC)),
                dice.one(2),
                dice.one(2),
                two && !dice.one(3),
                company(shifts));
    }

    private static boolean asksForPin(List<Accept> lists) {
        return lists.stream().anyMatch(list -> list.means().stream().anyMatch(means -> means.contains("pin")));
    }

    /// At most one a shift, and the one without a shift last, as the file wants it.
    private List<Accept> lists(List<Long> shifts) {
        var lists = new ArrayList<Accept>();
        var order = new ArrayList<>(shifts);
        Collections.shuffle(order, dice.random());
        if (dice.one(3)) for (long shift : order) if (dice.one(2)) lists.add(new Accept(shift, means()));
        if (!dice.one(6)) lists.add(new Accept(null, means()));
        return lists;
    }

    /// What opens alone is not asked for in two.
    private Set<String> means() {
        Set<String> means = dice.some(MEANS, 2);
        if (means.contains("card") && means.contains("card+pin")) means.remove(dice.one(2) ? "card" : "card+pin");
        if (means.contains("pin") && means.contains("pin+card")) means.remove(dice.one(2) ? "pin" : "pin+card");
        return means;
    }

    /// Places are forgotten when it may matter: at a mark on the wall of that zone.
    private Passback passback(ZoneId zone) {
        String mode = dice.of(List.of("off", "soft", "hard", "timed"));
        String from = dice.of(AREAS);
        String to = AREAS.get((AREAS.indexOf(from) + 1 + dice.up(2)) % AREAS.size());
        if (mode.equals("off") && dice.one(2)) from = "";
        LocalTime forgive = dice.one(2) ? LocalTime.ofInstant(dice.of(marks), zone) : null;
        Integer window = mode.equals("timed") ? 1800 * (1 + dice.up(6)) : null;
        Set<String> after = dice.one(2) ? null : dice.some(List.of("fire", "unlock"), 2);
        return new Passback(mode, from, to, window, forgive, after);
    }
}
