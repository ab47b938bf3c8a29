package dev.lintel.controller.policy;

import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.yaml.Durations;
import dev.lintel.controller.yaml.YamlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One thing of a policy laid out as keys and texts, so that any two can be compared and shown. Immutable.
///
/// @param values by the key that `site.yaml` has for it, in that order
public record Item(Entity entity, long id, String name, Map<String, String> values) {
    /// Values that are the same as if the key was left out.
    private static final Set<String> UNSAID = Set.of("", "none", "off", "always");

    /// The kinds of things, in the order in which they are written: what others refer to comes first.
    public enum Entity {
        ACCOUNT("account"),
        SITE("site"),
        CREDENTIAL_TYPE("credential type"),
        HOLIDAY("holiday"),
        SHIFT("shift"),
        CHANNEL("channel"),
        AREA("area"),
        ROLE("role"),
        GROUP("group"),
        ACTION("action");

        private final String word;

        Entity(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// Whether its kind has ids.
    boolean hasId() {
        return entity != Entity.ACCOUNT && !isNamed();
    }

    /// Whether its kind has names in place of ids.
    boolean isNamed() {
        return entity == Entity.HOLIDAY || entity == Entity.AREA;
    }

    /// What a person has to know before such a thing is created: the limits of an area, the trigger and effect of an
    /// action, the channels and rules of a role. Empty for other kinds.
    Map<String, String> essentials() {
        if (entity != Entity.AREA && entity != Entity.ACTION && entity != Entity.ROLE) return Map.of();
        Map<String, String> essentials = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (!UNSAID.contains(value) && !key.equals("name") && !key.equals("notes")) essentials.put(key, value);
        });
        return essentials;
    }

    String title() {
        return hasId() ? entity.word + " " + id + " " + name : entity.word + " " + name;
    }

    /// Everything in `policy`, in the order of [Entity].
    static List<Item> of(Policy policy) {
        var items = new ArrayList<Item>();
        var account = policy.account();
        if (account != null) {
            String zone = account.timeZone();
            String longest = Durations.format(account.groupReservationMax());
            items.add(item(
                    Entity.ACCOUNT,
                    Policy.Account.ID,
                    account.name(),
                    "time_zone",
                    zone,
                    "group_reservation_max",
                    longest,
                    "pins",
                    Words.setting(account.pins())));
        }
        for (var s : policy.sites()) {
            items.add(item(Entity.SITE, s.id(), s.name(), "time_zone", s.timeZone(), "notes", s.notes()));
        }
        for (var t : policy.credentialTypes()) items.add(of(t));
        items.addAll(holidays(policy));
        for (var s : policy.shifts()) {
            String times = times(s);
            String holidays = holidays(s);
            items.add(item(Entity.SHIFT, s.id(), s.name(), "times", times, "holidays", holidays, "notes", s.notes()));
        }
        for (var c : policy.channels()) items.add(ChannelWords.item(c));
        for (var a : policy.areas()) {
            items.add(item(Entity.AREA, 0, a.name(), "max", number(a.max()), "min", number(a.min())));
        }
        for (var r : policy.roles()) items.add(of(r));
        for (var g : policy.groups()) {
            String global = Boolean.toString(g.globalAcrossSites());
            String roles = g.roles().toString();
            items.add(item(
                    Entity.GROUP, g.id(), g.name(), "roles", roles, "global_across_sites", global, "notes", g.notes()));
        }
        for (var a : policy.actions()) items.add(PolicyActions.item(a));
        return items;
    }

    private static String number(@Nullable Integer number) {
        return number == null ? "" : number.toString();
    }

    private static Item of(Policy.Role r) {
        String shift = r.shiftId() == null ? "always" : r.shiftId().toString();
        String channels = r.channels().toString();
        String stale = r.maxStale() == null ? "" : Durations.format(r.maxStale());
        return item(
                Entity.ROLE,
                r.id(),
                r.name(),
                "shift",
                shift,
                "channels",
                channels,
                "max_stale",
                stale,
                "escort",
                Words.setting(r.rules().escort()),
                "double_tap",
                Words.onOff(r.rules().doubleTap()),
                "threat_level_max",
                number(r.rules().threatLevelMax()),
                "notes",
                r.notes());
    }

    private static Item of(Policy.CredentialType t) {
        String number = t.number() == null ? "the plain number" : t.number();
        String code = Integer.toString(t.code());
        return item(Entity.CREDENTIAL_TYPE, t.id(), t.label(), "slug", t.slug(), "code", code, "number", number);
    }

    /// `pairs` are keys and values in turn; the name leads them, for it may change too.
    static Item item(Entity entity, long id, String name, String... pairs) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(entity == Entity.CREDENTIAL_TYPE ? "label" : "name", name);
        for (int i = 0; i < pairs.length; i += 2) values.put(pairs[i], pairs[i + 1]);
        return new Item(entity, id, name, values);
    }

    /// One for each name, with all of its dates.
    private static List<Item> holidays(Policy policy) {
        Map<String, List<String>> dates = new LinkedHashMap<>();
        for (Holiday holiday : policy.holidays()) {
            dates.computeIfAbsent(holiday.name(), _ -> new ArrayList<>())
                    .add(holiday.date() + (holiday.yearly() ? " yearly" : ""));
        }
        var items = new ArrayList<Item>();
        dates.forEach((name, all) -> items.add(item(Entity.HOLIDAY, 0, name, "dates", String.join(" and ", all))));
        return items;
    }

    private static String holidays(Shift shift) {
        var texts = new ArrayList<String>();
        for (HolidayTimes holiday : shift.holidays()) {
            var spans = holiday.times().stream().map(Words::span).toList();
            String times = spans.isEmpty() ? "closed" : String.join(" and ", spans);
            texts.add(YamlText.quoted(holiday.holiday()) + " " + times);
        }
        return texts.isEmpty() ? "as other days" : String.join(", ", texts);
    }

    private static String times(Shift shift) {
        var texts = new ArrayList<String>();
        for (Range range : shift.times()) texts.add(Words.range(range));
        return texts.isEmpty() ? "never" : String.join(" and ", texts);
    }
}
