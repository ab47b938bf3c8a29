package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Alarms;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Premises.Lock;
import dev.lintel.tools.simulation.Premises.Range;
import dev.lintel.tools.simulation.Premises.Role;
import dev.lintel.tools.simulation.Premises.Shift;
import dev.lintel.tools.simulation.Premises.Switch;
import dev.lintel.tools.simulation.Premises.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The two files of a place, as an installer and an operator would write them.
final class PremisesText {
    private PremisesText() {}

    /// `controller.yaml`.
    static String controller(Premises premises) {
        var text = new StringBuilder("name: Simulated\nhardware: simulated\nchannels:\n");
        for (Door door : premises.doors()) {
            text.append("  - unit: ").append(door.id()).append('\n');
            for (int i = 0; i < door.readers().size(); i++) {
                int data = 500 + door.id() * 10 + i * 2;
                text.append(i == 0 ? "    readers:\n" : "")
                        .append("      %s: {driver: wiegand, d0: %d, d1: %d, formats: [raw], keypad: burst4}\n"
                                .formatted(door.readers().get(i), data, data + 1));
            }
            text.append("    strike: {line: %d, active: high, fail: %s}\n"
                    .formatted(door.strikeLine(), door.byBox() ? "safe" : "secure"));
            if (door.hasLeaf()) {
                text.append("    contact: {line: %d, closed: low}\n".formatted(door.contactLine()))
                        .append("    rex: {line: %d%s}\n"
                                .formatted(door.rexLine(), door.rexReleases() ? "" : ", release: off"))
                        .append("    aux: {line: %d}\n".formatted(door.auxLine()))
                        .append("    tamper: {line: %d}\n".formatted(door.tamperLine()))
                        .append("    alarm: {line: %d}\n".formatted(door.sounderLine()));
            }
            text.append("    egress: %s\n".formatted(door.byBox() ? "controller" : "mechanical"));
        }
        fire(text, premises);
        lockdown(text, premises);
        evacuation(text, premises.evacuationSwitch());
        text.append(ThreatWatch.yaml(premises));
        text.append("power: {line: %d, active: high}\n".formatted(Supply.Input.MAINS.line))
                .append("battery_low: {line: %d, active: high}\n".formatted(Supply.Input.BATTERY.line));
        return text.toString();
    }

    private static void lockdown(StringBuilder text, Premises premises) {
        if (!premises.switches().isEmpty()) text.append("lockdown:\n");
        for (Switch each : premises.switches()) {
            var locks = new ArrayList<String>();
            if (each.locks().card()) locks.add("card");
            if (each.locks().rex()) locks.add("rex");
            if (each.locks().aux()) locks.add("aux");
            text.append("  - {name: %s, line: %d, active: high, doors: %s, locks: %s%s}\n"
                    .formatted(
                            each.name(),
                            each.line(),
                            each.doors().isEmpty() ? "all" : List.copyOf(new TreeSet<>(each.doors())),
                            locks,
                            each.key() ? ", check: " + each.checkLine() + ", until: released" : ""));
        }
    }

    private static void evacuation(StringBuilder text, @Nullable Switch each) {
        if (each == null) return;
        text.append("evacuation: [{name: %s, line: %d, active: high, doors: all%s}]\n"
                .formatted(
                        each.name(),
                        each.line(),
                        each.key() ? ", check: " + each.checkLine() + ", until: released" : ""));
    }

    private static void fire(StringBuilder text, Premises premises) {
        if (premises.zones().isEmpty()) return;
        text.append(premises.namesZones() ? "fire:\n" : "fire: ");
        for (int zone : premises.zones()) {
            String doors = premises.doors().stream()
                    .filter(door -> door.zones().contains(zone))
                    .map(door -> Integer.toString(door.id()))
                    .collect(Collectors.joining(", "));
            String form = premises.namesZones()
                    ? "  - {name: " + Premises.zoneName(zone) + ", line: %d, active: high, doors: [%s]}\n"
                    : "{line: %d, active: high, release: [%s]}\n";
            text.append(form.formatted(Premises.fireLine(zone), doors));
        }
    }

    /// `site.yaml`; `times` are those that hold now.
    static String site(Premises premises, Function<Door, Times> times) {
        var text = new StringBuilder("account: {name: Simulated, time_zone: %s}\n".formatted(premises.accountZone()));
        text.append("sites:\n  - {id: 1, name: Here, time_zone: %s}\n"
                .formatted(premises.doors().getFirst().zone()));
        text.append("credential_types:\n")
                .append("  - {id: 1, label: Card, slug: card, code: 200}\n")
                .append("  - {id: 2, label: PIN, slug: pin, code: 10}\n")
                .append("  - {id: 3, label: Second PIN, slug: second_pin, code: 11}\n")
                .append("holidays:\n  - {name: away, date: %s, repeat: once}\n".formatted(premises.holiday()));
        text.append("shifts:\n");
        for (int i = 0; i < premises.shifts().size(); i++)
            shift(text, i + 1, premises.shifts().get(i));
        text.append("roles:\n");
        for (int i = 0; i < premises.roles().size(); i++)
            role(text, i + 1, premises.roles().get(i));
        text.append("groups:\n");
        for (int i = 0; i < premises.groups().size(); i++) {
            text.append("  - {id: %d, name: Group %d, roles: %s}\n"
                    .formatted(i + 1, i + 1, premises.groups().get(i)));
        }
        text.append("channels:\n");
        for (Door door : premises.doors()) channel(text, door, times.apply(door));
        if (!premises.areas().isEmpty()) text.append("areas:\n");
        premises.areas().forEach((area, limits) -> text.append("  - {name: %s%s}\n".formatted(area, limits.text())));
        return text.toString();
    }

    private static void shift(StringBuilder text, int id, Shift shift) {
        String times = shift.times().stream().map(PremisesText::range).collect(Collectors.joining(", "));
        text.append("  - id: %d\n    name: Shift %d\n    times: [%s]\n".formatted(id, id, times));
        if (shift.closedOnHoliday()) text.append("    holidays: {away: closed}\n");
    }

    private static String range(Range range) {
        String days = range.days().stream()
                .map(day -> day.name().substring(0, 3).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return "{days: [%s], from: \"%s\", to: \"%s\"}".formatted(days, clock(range.from()), clock(range.to()));
    }

    private static String clock(int minute) {
        return "%02d:%02d".formatted(minute / 60, minute % 60);
    }

    private static void role(StringBuilder text, int id, Role role) {
        String shift = role.shift() == null ? "" : ", shift: " + role.shift();
        String threat = role.threatMax() == null ? "" : ", threat_level_max: " + role.threatMax();
        String escort = role.escort().equals("none") ? "" : ", escort: " + role.escort();
        String more = threat + escort + (role.tap() ? ", double_tap: on" : "");
        text.append("  - {id: %d, name: Role %d, channels: %s%s%s}\n".formatted(id, id, role.channels(), shift, more));
    }

    private static void entry(StringBuilder text, Entry entry) {
        if (entry.twoPerson()) text.append("    two_person: on\n");
        Entry.Approval approval = entry.approval();
        if (approval != null) {
            String shift = approval.shift() == null ? "" : "shift: " + approval.shift();
            text.append("    approval: {%s}\n".formatted(shift));
        }
        Entry.Tap tap = entry.tap();
        if (tap == null) return;
        String ends = tap.minutes() > 0 ? "for: " + tap.minutes() + "m" : "";
        if (tap.until() != null) ends = "until: \"" + tap.until() + '"';
        text.append("    double_tap: {%s}\n".formatted(ends));
    }

    private static void channel(StringBuilder text, Door door, Times times) {
        text.append("  - unit: %d\n    id: %d\n    name: Door %d\n    site: 1\n    kind: %s\n"
                .formatted(door.id(), door.id(), door.id(), door.kind()));
        text.append("    times: {unlock: %ds, extended_unlock: %ds, warning: %ds, extended_open: %ds%s}\n"
                .formatted(times.unlock(), times.extendedUnlock(), times.warning(), times.extendedOpen(), more(times)));
        if (!door.floors().isEmpty()) text.append("    floors: %s\n".formatted(door.floors()));
        if (door.kind().equals("floor")) return;
        text.append("    credentials: [%s]\n".formatted(String.join(", ", door.accept())))
                .append("    untrusted_clock: {held: %s, wrong: %s}\n"
                        .formatted(word(door.heldAllows()), word(door.wrongAllows())));
        entry(text, door.entry());
        if (!door.hasLeaf()) return;
        text.append("    relock: %s\n".formatted(times.relockOnClose() ? "close" : "open"))
                .append("    forced: %s\n".formatted(times.forced() ? "on" : "off"))
                .append(alarms(times.alarms()));
        if (!door.from().isEmpty()) {
            String forgiven = door.forgiveAt() == null ? "" : ", forgive_at: \"" + door.forgiveAt() + '"';
            text.append("    passback: {from: %s, to: %s, mode: %s%s%s, forgive_after: %s}\n"
                    .formatted(
                            door.from(),
                            door.to(),
                            door.passback(),
                            door.passback().equals("timed") ? ", window: 10m" : "",
                            forgiven,
                            List.copyOf(new TreeSet<>(door.forgiveAfter()))));
        }
        if (door.autoShift() != null) {
            text.append("    auto_unlock: {shift: %d, first_card: %s}\n".formatted(door.autoShift(), door.firstCard()));
        }
        if (!door.partners().isEmpty()) text.append("    interlock: %s\n".formatted(door.partners()));
        Lock lock = door.lock();
        if (lock != null) {
            text.append("    airlock: {inner: %d, exits: %s, sequence: %s, delay: %ds}\n"
                    .formatted(lock.inner(), lock.obey() ? "obey" : "ignore", sequence(lock), lock.delay()));
        }
        if (door.duress()) text.append("    duress: on\n");
        if (!door.evacuates()) text.append("    evacuation: off\n");
    }

    private static String sequence(Lock lock) {
        if (lock.entering()) return lock.leaving() ? "both" : "entering";
        return lock.leaving() ? "leaving" : "off";
    }

    /// What is not as usual.
    private static String more(Times times) {
        var keys = new ArrayList<String>();
        Integer warning = times.longer().warning();
        Integer extendedOpen = times.longer().extendedOpen();
        if (warning != null) keys.add("warning: " + warning + "s");
        if (extendedOpen != null) keys.add("extended_open: " + extendedOpen + "s");
        String longer = keys.isEmpty() ? "" : ", longer: {" + String.join(", ", keys) + "}";
        Integer forced = times.delays().forcedMs();
        String alarm = forced == null ? "" : ", forced_delay: " + forced + "ms";
        int relock = times.delays().relockMs();
        return longer + alarm + (relock == 0 ? "" : ", relock_delay: " + relock + "ms");
    }

    private static String alarms(Alarms alarms) {
        String every = alarms.reminderMinutes() == 0 ? "off" : alarms.reminderMinutes() + "m";
        return "    alarm: {pre_alarm: %s, reminder: %s, latch: %s}\n"
                .formatted(alarms.preAlarm() ? "on" : "off", every, alarms.latch() ? "on" : "off");
    }

    private static String word(boolean allowed) {
        return allowed ? "allow" : "deny";
    }
}
