package dev.lintel.controller.reference;

import dev.lintel.controller.reference.World.Accept;
import dev.lintel.controller.reference.World.Channel;
import dev.lintel.controller.reference.World.Passback;
import dev.lintel.controller.reference.World.Shift;
import dev.lintel.controller.reference.World.Span;
import java.time.DayOfWeek;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// A world's policy as `docs/site.md` says that it is written.
final class SiteText {
    private SiteText() {}

    static String of(World world) {
        var out = new StringBuilder();
        line(out, "account: {name: Made Up, time_zone: %s}".formatted(world.zone()));
        list(out, "sites", world.zones().isEmpty());
        world.zones().forEach((id, zone) -> line(out, "  - {id: %d, name: Site, time_zone: %s}".formatted(id, zone)));
        list(out, "credential_types", world.types().isEmpty());
        world.types()
                .forEach((id, code) ->
                        line(out, "  - {id: %d, label: Type, slug: t%d, code: %d}".formatted(id, id, code)));
        list(out, "holidays", world.holidays().isEmpty());
        for (var holiday : world.holidays()) {
            String repeat = holiday.yearly() ? ", repeat: yearly" : "";
            line(out, "  - {name: %s, date: %s%s}".formatted(holiday.name(), holiday.date(), repeat));
        }
        list(out, "shifts", world.shifts().isEmpty());
        for (Shift shift : world.shifts()) shift(out, shift);
        list(out, "roles", world.roles().isEmpty());
        for (var role : world.roles()) {
            String shift = role.shift() == null ? "" : ", shift: " + role.shift();
            String limit = role.limit() == null ? "" : ", max_stale: " + role.limit() + "s";
            String level = role.level() == null ? "" : ", threat_level_max: " + role.level();
            String escort = role.escort().equals("none") ? "" : ", escort: " + role.escort();
            String tap = role.tap() ? ", double_tap: on" : "";
            String says = shift + ", channels: " + role.channels() + limit + level + escort + tap;
            line(out, "  - {id: %d, name: Role%s}".formatted(role.id(), says));
        }
        list(out, "groups", world.groups().isEmpty());
        for (var group : world.groups())
            line(out, "  - {id: %d, name: Group %d, roles: %s}".formatted(group.id(), group.id(), group.roles()));
        list(out, "channels", world.channels().isEmpty());
        for (Channel channel : world.channels()) channel(out, channel);
        list(out, "areas", world.areas().isEmpty());
        for (var area : world.areas()) {
            String max = area.max() == null ? "" : ", max: " + area.max();
            String min = area.min() == null ? "" : ", min: " + area.min();
            line(out, "  - {name: %s%s%s}".formatted(area.name(), max, min));
        }
        return out.toString();
    }

    private static void shift(StringBuilder out, Shift shift) {
        line(out, "  - id: %d".formatted(shift.id()));
        line(out, "    name: Shift");
        String times = shift.times().stream()
                .map(range -> "{days: [%s], %s}".formatted(days(range.days()), span(range.span())))
                .collect(Collectors.joining(", "));
        line(out, "    times: [" + times + "]");
        if (!shift.holidays().isEmpty()) line(out, "    holidays:");
        shift.holidays().forEach((name, spans) -> {
            String others =
                    spans.stream().map(span -> "{" + span(span) + "}").toList().toString();
            line(out, "      %s: %s".formatted(name, spans.isEmpty() ? "closed" : others));
        });
    }

    private static void channel(StringBuilder out, Channel channel) {
        line(out, "  - id: %d".formatted(channel.id()));
        line(out, "    unit: %d".formatted(channel.id() + 10));
        line(out, "    name: Channel");
        line(out, "    site: %d".formatted(channel.site()));
        String held = channel.held() ? "allow" : "deny";
        line(out, "    untrusted_clock: {held: %s, wrong: %s}".formatted(held, channel.wrong() ? "allow" : "deny"));
        if (channel.floor()) {
            line(out, "    kind: floor");
            return;
        }
        if (!channel.floors().isEmpty()) {
            line(out, "    kind: elevator");
            line(out, "    floors: %s".formatted(channel.floors()));
        }
        line(out, "    credentials: {entry: %s, exit: %s}".formatted(lists(channel.entry()), lists(channel.exit())));
        line(out, "    duress: %s".formatted(channel.duress() ? "on" : "off"));
        company(out, channel.company());
        Passback passback = channel.passback();
        if (passback == null) return;
        String from = passback.from().isEmpty() ? "" : ", from: " + passback.from();
        String window = passback.window() == null ? "" : ", window: " + passback.window() + "s";
        String forgive = passback.forgiveAt() == null ? "" : ", forgive_at: \"" + passback.forgiveAt() + "\"";
        String after = passback.forgiveAfter() == null ? "" : ", forgive_after: " + passback.forgiveAfter();
        line(
                out,
                "    passback: {mode: %s%s, to: %s%s%s%s}"
                        .formatted(passback.mode(), from, passback.to(), window, forgive, after));
    }

    private static void company(StringBuilder out, World.Company company) {
        if (company.two()) line(out, "    two_person: on");
        if (company.tap()) line(out, "    double_tap: {for: 1h}");
        var approval = company.approval();
        if (approval == null) return;
        line(out, "    approval: {%s}".formatted(approval.shift() == null ? "" : "shift: " + approval.shift()));
    }

    private static String lists(List<Accept> lists) {
        return lists.stream().map(SiteText::accept).toList().toString();
    }

    private static String accept(Accept list) {
        String shift = list.shift() == null ? "" : "shift: " + list.shift() + ", ";
        return "{" + shift + "accept: " + list.means() + "}";
    }

    private static String days(Set<DayOfWeek> days) {
        return days.stream()
                .map(day -> day.name().substring(0, 3).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private static String span(Span span) {
        return "from: \"%02d:%02d\", to: \"%02d:%02d\""
                .formatted(span.from() / 60, span.from() % 60, span.to() / 60, span.to() % 60);
    }

    private static void list(StringBuilder out, String key, boolean empty) {
        out.append(key).append(empty ? ": []\n" : ":\n");
    }

    private static void line(StringBuilder out, String line) {
        out.append(line).append('\n');
    }
}
