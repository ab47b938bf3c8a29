package dev.lintel.controller.policy;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.RoleRules;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.policy.Policy.CredentialType;
import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import dev.lintel.controller.yaml.Durations;
import dev.lintel.controller.yaml.YamlText;
import java.util.ArrayList;
import java.util.List;

/// A policy as the text of `site.yaml`. [SiteFile] reads the same policy back from it.
final class SiteExport {
    private SiteExport() {}

    static String write(Policy policy) {
        var out = new StringBuilder();
        var account = policy.account();
        if (account != null) {
            String line = "name: %s, time_zone: %s, group_reservation_max: %s"
                    .formatted(
                            text(account.name()),
                            text(account.timeZone()),
                            Durations.format(account.groupReservationMax()));
            // A box of an older version refuses a key that it does not know.
            if (account.pins() == Policy.Pins.MASKED) line += ", pins: " + Words.setting(account.pins());
            out.append("account: {").append(line).append("}\n");
        }
        list(out, "sites", sites(policy));
        list(out, "credential_types", credentialTypes(policy));
        if (!policy.holidays().isEmpty()) list(out, "holidays", holidays(policy));
        shifts(out, policy);
        list(out, "groups", groups(policy));
        list(out, "roles", roles(policy));
        channels(out, policy);
        // A box of an older version refuses a key that it does not know.
        if (!policy.areas().isEmpty()) list(out, "areas", areas(policy));
        if (!policy.actions().isEmpty()) {
            list(
                    out,
                    "actions",
                    policy.actions().stream().map(PolicyActions::line).toList());
        }
        return out.toString();
    }

    private static List<String> sites(Policy policy) {
        var lines = new ArrayList<String>();
        for (var s : policy.sites()) {
            String line = "id: %d, name: %s, time_zone: %s".formatted(s.id(), text(s.name()), text(s.timeZone()));
            lines.add("{" + line + notes(s.notes()) + "}");
        }
        return lines;
    }

    private static List<String> credentialTypes(Policy policy) {
        var lines = new ArrayList<String>();
        for (CredentialType t : policy.credentialTypes()) {
            String line = "id: %d, label: %s, slug: %s, code: %d"
                    .formatted(t.id(), text(t.label()), text(t.slug()), t.code());
            lines.add("{" + line + (t.number() == null ? "" : ", number: " + text(t.number())) + "}");
        }
        return lines;
    }

    private static List<String> holidays(Policy policy) {
        var lines = new ArrayList<String>();
        for (Holiday h : policy.holidays()) {
            String repeat = h.yearly() ? "yearly" : "once";
            lines.add("{name: %s, date: %s, repeat: %s}".formatted(text(h.name()), h.date(), repeat));
        }
        return lines;
    }

    private static void shifts(StringBuilder out, Policy policy) {
        if (policy.shifts().isEmpty()) out.append("shifts: []\n");
        else out.append("shifts:\n");
        for (Shift s : policy.shifts()) {
            out.append("  - id: ").append(s.id()).append('\n');
            out.append("    name: ").append(text(s.name())).append('\n');
            if (!s.notes().isEmpty())
                out.append("    notes: ").append(text(s.notes())).append('\n');
            out.append("    times: [");
            for (Range range : s.times()) {
                out.append("\n      {days: %s, %s},".formatted(Words.days(range), span(range.span())));
            }
            out.append(s.times().isEmpty() ? "]\n" : "\n    ]\n");
            if (!s.holidays().isEmpty()) out.append("    holidays:\n");
            for (HolidayTimes holiday : s.holidays()) {
                var spans = holiday.times().stream()
                        .map(span -> "{" + span(span) + "}")
                        .toList();
                out.append("      %s: %s\n".formatted(text(holiday.holiday()), spans.isEmpty() ? "closed" : spans));
            }
        }
    }

    private static String span(Span span) {
        return "from: \"%s\", to: \"%s\"".formatted(Words.minute(span.fromMinute()), Words.minute(span.toMinute()));
    }

    private static List<String> groups(Policy policy) {
        var lines = new ArrayList<String>();
        for (var g : policy.groups()) {
            String line = "id: %d, name: %s, roles: %s".formatted(g.id(), text(g.name()), g.roles());
            lines.add(
                    "{" + line + (g.globalAcrossSites() ? ", global_across_sites: true" : "") + notes(g.notes()) + "}");
        }
        return lines;
    }

    private static List<String> roles(Policy policy) {
        var lines = new ArrayList<String>();
        for (var r : policy.roles()) {
            String shift = r.shiftId() == null ? "" : ", shift: " + r.shiftId();
            String line = "id: %d, name: %s%s, channels: %s".formatted(r.id(), text(r.name()), shift, r.channels());
            String stale = r.maxStale() == null ? "" : ", max_stale: " + Durations.format(r.maxStale());
            lines.add("{" + line + stale + rules(r.rules()) + notes(r.notes()) + "}");
        }
        return lines;
    }

    private static String rules(RoleRules rules) {
        boolean plain = rules.escort() == RoleRules.Escort.NONE;
        return (plain ? "" : ", escort: " + Words.setting(rules.escort()))
                + (rules.doubleTap() ? ", double_tap: on" : "")
                + (rules.threatLevelMax() == null ? "" : ", threat_level_max: " + rules.threatLevelMax());
    }

    private static List<String> areas(Policy policy) {
        var lines = new ArrayList<String>();
        for (AreaLimit a : policy.areas()) {
            String max = a.max() == null ? "" : ", max: " + a.max();
            String min = a.min() == null ? "" : ", min: " + a.min();
            lines.add("{name: " + text(a.name()) + max + min + "}");
        }
        return lines;
    }

    private static void channels(StringBuilder out, Policy policy) {
        if (policy.channels().isEmpty()) out.append("channels: []\n");
        else out.append("channels:\n");
        for (Channel c : policy.channels()) ChannelWords.write(out, c);
    }

    private static void list(StringBuilder out, String key, List<String> lines) {
        out.append(key).append(lines.isEmpty() ? ": []\n" : ":\n");
        for (String line : lines) out.append("  - ").append(line).append('\n');
    }

    private static String notes(String notes) {
        return notes.isEmpty() ? "" : ", notes: " + text(notes);
    }

    private static String text(String text) {
        return YamlText.quoted(text);
    }
}
