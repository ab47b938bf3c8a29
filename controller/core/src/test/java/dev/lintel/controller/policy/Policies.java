package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.DoorTimes.Delays;
import dev.lintel.controller.door.DoorTimes.Longer;
import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.policy.Policy.Account;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.CredentialType;
import dev.lintel.controller.policy.Policy.Group;
import dev.lintel.controller.policy.Policy.Role;
import dev.lintel.controller.policy.Policy.Site;
import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Random policies that a file may hold: references lead somewhere, names are hard to write down.
public final class Policies {
    private static final List<String> NAMES = List.of(
            "Staff",
            "null",
            "yes",
            "a: b",
            "\"quoted\"",
            "# none",
            "- dash",
            "Tür ß",
            "\u00a0x",
            "12",
            "*a",
            "&b",
            "{c}",
            "it's",
            "back\\slash",
            "tail ",
            "門",
            "🚪 door",
            "%d",
            "a,b",
            "~",
            "true",
            "@",
            "\u2028line");
    /// Without those that have an invisible character.
    private static final List<String> ACTION_NAMES = List.of("Siren", "null", "a: b", "\"quoted\"", "門", "{c}");
    private static final List<String> NOTES = List.of("", "plain", "two\nlines", "tab\there", "  edges  ", "null");
    private static final List<String> ZONES = List.of("UTC", "Europe/London", "Australia/Lord_Howe", "Etc/GMT+5");
    private static final List<Duration> LONGEST = List.of(
            Policy.Account.GROUP_RESERVATION_MAX,
            Duration.ofMinutes(1),
            Duration.ofMillis(61_001),
            Duration.ofSeconds(86_401),
            Duration.ofHours(25),
            Duration.ofDays(3650));

    /// No limit, as written, and to the millisecond.
    private static final List<Duration> LIMITS =
            List.of(Duration.ofMinutes(10), Duration.ofDays(30), Duration.ofMillis(600_001), Duration.ofDays(3650));

    private final Random random;

    private Policies(long seed) {
        this.random = new Random(seed);
    }

    public static Policy of(long seed) {
        return new Policies(seed).policy();
    }

    private Policy policy() {
        List<Long> siteIds = ids(1);
        List<Long> shiftIds = ids(0);
        List<Long> channelIds = ids(0);
        List<Long> roleIds = ids(0);
        var sites = new ArrayList<Site>();
        for (long id : siteIds) sites.add(new Site(id, any(NAMES), any(ZONES), any(NOTES)));
        var shifts = new ArrayList<Shift>();
        List<Holiday> holidays = holidays();
        for (long id : shiftIds) {
            shifts.add(new Shift(id, any(NAMES), any(NOTES), ranges(), shiftHolidays(holidays)));
        }
        var channels = new ArrayList<Channel>();
        Map<String, List<Integer>> units = new HashMap<>();
        var channelPolicies = new ChannelPolicies(random, channelIds, shiftIds);
        for (long id : channelIds) {
            String box = channelPolicies.box(id);
            List<Integer> free = units.computeIfAbsent("box " + box, _ -> new ArrayList<>(List.of(1, 2, 3, 4, 5, 6)));
            int unit = free.remove(/* index */ random.nextInt(free.size()));
            channels.add(new Channel(
                    id,
                    unit,
                    any(NAMES),
                    any(siteIds),
                    times(),
                    channelPolicies.rules(id),
                    channelPolicies.access(id, any(NAMES)),
                    box));
        }
        var roles = new ArrayList<Role>();
        for (long id : roleIds) {
            Long shift = shiftIds.isEmpty() || random.nextBoolean() ? null : any(shiftIds);
            Duration limit = random.nextBoolean() ? null : any(LIMITS);
            roles.add(new Role(id, any(NAMES), shift, some(channelIds), any(NOTES), limit));
        }
        var groups = new ArrayList<Group>();
        var names = new ArrayList<>(NAMES); // two groups of one name are refused
        Collections.shuffle(names, random);
        for (long id : ids(0))
            groups.add(new Group(id, names.removeLast(), some(roleIds), random.nextBoolean(), any(NOTES)));
        return new Policy(
                new Account(any(NAMES), any(ZONES), any(LONGEST), any(List.of(Policy.Pins.values()))),
                sites,
                types(),
                holidays,
                shifts,
                roles,
                groups,
                channels,
                areas(channels),
                new ActionPolicies(random, channels, shiftIds).actions(ACTION_NAMES));
    }

    /// Limits of some areas, each with channels of one box.
    private List<AreaLimit> areas(List<Channel> channels) {
        Map<String, Set<String>> boxes = new HashMap<>();
        for (Channel channel : channels) {
            var passback = channel.access().passback();
            for (String area : List.of(passback.from(), passback.to())) {
                boolean approval = channel.access().approval() != null;
                Set<String> known = boxes.computeIfAbsent(area, _ -> new HashSet<>());
                known.add("box " + channel.box());
                if (approval) known.add("approval");
            }
        }
        boxes.remove("");
        var areas = new ArrayList<AreaLimit>();
        boxes.forEach((name, where) -> {
            boolean approval = where.remove("approval");
            if (where.size() > 1 || random.nextBoolean()) return;
            int max = 2 + random.nextInt(20);
            Integer min =
                    approval || random.nextBoolean() ? null : (Integer) (2 + random.nextInt(Math.min(max - 1, 9)));
            areas.add(new AreaLimit(name, min == null || random.nextBoolean() ? (Integer) max : null, min));
        });
        return areas;
    }

    private List<CredentialType> types() {
        var types = new ArrayList<CredentialType>();
        List<String> slugs = new ArrayList<>(List.of("a", "b_1", "null", "pin", "true"));
        for (long id : ids(0)) {
            String slug = slugs.remove(random.nextInt(slugs.size()));
            String number = random.nextBoolean() ? null : FirstSite.NUMBER;
            types.add(new CredentialType(id, any(NAMES), slug, any(List.of(10, 11, 181, 200, 203)), number));
        }
        return types;
    }

    private List<Range> ranges() {
        var ranges = new ArrayList<Range>();
        for (Span span : spans()) {
            Set<DayOfWeek> days = EnumSet.of(DayOfWeek.of(1 + random.nextInt(7)), DayOfWeek.of(1 + random.nextInt(7)));
            ranges.add(new Range(days, span));
        }
        return ranges;
    }

    private List<Span> spans() {
        var spans = new ArrayList<Span>();
        for (int i = random.nextInt(4); i > 0; i--) {
            int from = random.nextInt(1440);
            spans.add(new Span(from, (from + 1 + random.nextInt(1439)) % 1441));
        }
        spans.removeIf(span -> span.fromMinute() == span.toMinute());
        return spans;
    }

    /// Some names with several dates; no date twice for one name.
    private List<Holiday> holidays() {
        Map<String, Holiday> holidays = new HashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            var date = LocalDate.of(2026 + random.nextInt(3), 1 + random.nextInt(12), 1 + random.nextInt(28));
            var holiday = new Holiday(any(NAMES), date, random.nextBoolean());
            holidays.put(holiday.name() + date, holiday);
        }
        return List.copyOf(holidays.values());
    }

    private List<HolidayTimes> shiftHolidays(List<Holiday> holidays) {
        var times = new ArrayList<HolidayTimes>();
        for (String name : holidays.stream().map(Holiday::name).distinct().toList()) {
            if (random.nextBoolean()) times.add(new HolidayTimes(name, spans()));
        }
        return times;
    }

    private DoorTimes times() {
        Duration unlock = Duration.ofMillis(200 + random.nextInt(3_000_000));
        Duration warning = Duration.ofSeconds(1 + random.nextInt(40_000));
        return new DoorTimes(
                unlock,
                unlock.plusSeconds(random.nextInt(500)),
                warning,
                warning.plusMinutes(random.nextInt(600)),
                random.nextBoolean() ? Relock.OPEN : Relock.CLOSE,
                random.nextBoolean(),
                new Longer(
                        random.nextBoolean() ? null : warning.plusSeconds(random.nextInt(40)),
                        random.nextBoolean() ? null : warning.plusHours(10 + random.nextInt(2))),
                new Delays(
                        random.nextBoolean() ? null : Duration.ofMillis(random.nextInt(2_001)),
                        random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(random.nextInt(10_001))));
    }

    /// Up to four different ids, at least `min`.
    private List<Long> ids(int min) {
        var ids = new ArrayList<Long>();
        for (long id = 1; id <= 6 && ids.size() < 4; id++) if (ids.size() < min || random.nextBoolean()) ids.add(id);
        return ids;
    }

    private List<Long> some(List<Long> ids) {
        return ids.stream().filter(_ -> random.nextBoolean()).toList();
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
