package dev.lintel.controller.policy;

import dev.lintel.controller.access.ChannelAccess.Approval;
import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.policy.Item.Entity;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.yaml.Durations;
import dev.lintel.controller.yaml.YamlText;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A channel in words: key by key for a plan, and as `site.yaml` has it. Pure.
final class ChannelWords {
    /// In an item empty for a channel of this box.
    static final String BOX = "box";

    private ChannelWords() {}

    /// Every setting of the channel, so that two channels differ when and only when their items do.
    static Item item(Channel c) {
        var pairs = new ArrayList<String>();
        pair(pairs, "unit", Integer.toString(c.unit()));
        pair(pairs, BOX, c.box() == null ? "" : c.box());
        pair(pairs, "site", Long.toString(c.siteId()));
        pair(pairs, "kind", Words.setting(c.rules().kind()));
        var times = c.times();
        pair(pairs, "times.unlock", Durations.format(times.unlock()));
        pair(pairs, "times.extended_unlock", Durations.format(times.extendedUnlock()));
        pair(pairs, "times.extended_open", Durations.format(times.extendedOpen()));
        pair(pairs, "times.warning", Durations.format(times.warning()));
        pair(pairs, "times.longer.warning", orElse(times.longer().warning(), "twice warning"));
        pair(pairs, "times.longer.extended_open", orElse(times.longer().extendedOpen(), "twice extended_open"));
        pair(pairs, "times.forced_delay", orElse(times.delays().forced(), "by wiring"));
        pair(pairs, "times.relock_delay", Durations.format(times.delays().relock()));
        pair(pairs, "relock", Words.setting(times.relock()));
        pair(pairs, "forced", Words.onOff(times.forced()));
        var access = c.access();
        pair(pairs, "credentials.entry", Words.accepted(access.entry()));
        pair(pairs, "credentials.exit", Words.accepted(access.exit()));
        pair(pairs, "passback.mode", Words.setting(access.passback().mode()));
        pair(pairs, "passback.from", access.passback().from());
        pair(pairs, "passback.to", access.passback().to());
        pair(pairs, "passback.window", window(access.passback().window()));
        pair(pairs, "passback.forgive_at", time(access.passback().forgiveAt()));
        pair(pairs, "passback.forgive_after", forgiveAfter(access.passback()));
        pair(
                pairs,
                "untrusted_clock.held",
                Words.allowDeny(access.untrustedClock().held()));
        pair(
                pairs,
                "untrusted_clock.wrong",
                Words.allowDeny(access.untrustedClock().wrong()));
        pair(pairs, "auto_unlock", autoUnlock(c.rules().autoUnlock()));
        pair(pairs, "interlock", c.rules().interlock().toString());
        pair(pairs, AirlockSection.KEY, AirlockSection.words(c.rules().airlock()));
        pair(pairs, "floors", c.rules().floors().toString());
        boolean isDoor = c.rules().kind() == Kind.DOOR;
        pair(pairs, "evacuation", isDoor ? evacuation(c) : "");
        pair(pairs, "duress", Words.onOff(access.duress()));
        pair(pairs, "two_person", Words.onOff(access.twoPerson()));
        pair(pairs, "double_tap", access.doubleTap() == null ? "off" : doubleTap(access.doubleTap()));
        pair(pairs, "approval", approval(access.approval()));
        var alarm = c.rules().alarm();
        pair(pairs, "alarm.pre_alarm", Words.onOff(alarm.preAlarm()));
        pair(pairs, "alarm.reminder", reminder(alarm.reminder()));
        pair(pairs, "alarm.latch", Words.onOff(alarm.latch()));
        return Item.item(Entity.CHANNEL, c.id(), c.name(), pairs.toArray(String[]::new));
    }

    /// Appends the channel to `channels:`. What is as usual is left out where it says nothing.
    static void write(StringBuilder out, Channel c) {
        line(out, "  - ", "unit", Integer.toString(c.unit()));
        if (c.box() != null) line(out, "box", YamlText.quoted(c.box()));
        line(out, "id", Long.toString(c.id()));
        line(out, "name", YamlText.quoted(c.name()));
        line(out, "site", Long.toString(c.siteId()));
        line(out, "kind", Words.setting(c.rules().kind()));
        var times = c.times();
        line(out, "times", times(times));
        line(out, "relock", Words.setting(times.relock()));
        line(out, "forced", Words.onOff(times.forced()));
        var access = c.access();
        if (c.rules().kind() != Kind.FLOOR) line(out, "credentials", credentials(c));
        if (!access.passback().equals(Passback.OFF)) line(out, "passback", passback(access.passback()));
        line(
                out,
                "untrusted_clock",
                "{held: %s, wrong: %s}"
                        .formatted(
                                Words.allowDeny(access.untrustedClock().held()),
                                Words.allowDeny(access.untrustedClock().wrong())));
        var auto = c.rules().autoUnlock();
        if (auto != null) {
            line(out, "auto_unlock", "{shift: %d, first_card: %s}".formatted(auto.shiftId(), auto.firstCard()));
        }
        var interlock = c.rules().interlock();
        if (!interlock.isEmpty()) line(out, "interlock", interlock.toString());
        if (c.rules().airlock() != null)
            line(out, AirlockSection.KEY, AirlockSection.words(c.rules().airlock()));
        if (c.rules().kind() == Kind.ELEVATOR)
            line(out, "floors", c.rules().floors().toString());
        if (access.duress()) line(out, "duress", "on");
        Approval approval = access.approval();
        if (approval != null)
            line(out, "approval", approval.shiftId() == null ? "{}" : "{shift: " + approval.shiftId() + "}");
        if (access.twoPerson()) line(out, "two_person", "on");
        if (access.doubleTap() != null) line(out, "double_tap", doubleTap(access.doubleTap()));
        if (c.rules().kind() == Kind.DOOR && !c.rules().evacuates()) line(out, "evacuation", evacuation(c));
        alarm(out, c.rules().alarm());
    }

    private static String evacuation(Channel c) {
        return c.rules().evacuates() ? "unlock" : "off";
    }

    /// A box of an older version refuses keys that it does not know: those are left out where they are as usual.
    private static String times(DoorTimes times) {
        var keys = new ArrayList<String>();
        keys.add("unlock: " + Durations.format(times.unlock()));
        keys.add("extended_unlock: " + Durations.format(times.extendedUnlock()));
        keys.add("extended_open: " + Durations.format(times.extendedOpen()));
        keys.add("warning: " + Durations.format(times.warning()));
        var longer = new ArrayList<String>();
        key(longer, "warning", times.longer().warning());
        key(longer, "extended_open", times.longer().extendedOpen());
        if (!longer.isEmpty()) keys.add("longer: {" + String.join(", ", longer) + "}");
        key(keys, "forced_delay", times.delays().forced());
        if (times.delays().relock().isPositive())
            key(keys, "relock_delay", times.delays().relock());
        return "{" + String.join(", ", keys) + "}";
    }

    private static void key(List<String> keys, String key, @Nullable Duration time) {
        if (time != null) keys.add(key + ": " + Durations.format(time));
    }

    private static String orElse(@Nullable Duration time, String usual) {
        return time == null ? usual : Durations.format(time);
    }

    private static void alarm(StringBuilder out, AlarmRules alarm) {
        if (alarm.equals(AlarmRules.USUAL)) return;
        String text = "{pre_alarm: %s, reminder: %s, latch: %s}"
                .formatted(Words.onOff(alarm.preAlarm()), reminder(alarm.reminder()), Words.onOff(alarm.latch()));
        line(out, "alarm", text);
    }

    private static String reminder(@Nullable Duration reminder) {
        return reminder == null ? "off" : Durations.format(reminder);
    }

    private static String credentials(Channel c) {
        String entry = Words.accepted(c.access().entry());
        String exit = Words.accepted(c.access().exit());
        return entry.equals(exit) ? entry : "{entry: " + entry + ", exit: " + exit + "}";
    }

    private static String passback(Passback passback) {
        var keys = new ArrayList<String>();
        if (!passback.from().isEmpty()) keys.add("from: " + YamlText.quoted(passback.from()));
        if (!passback.to().isEmpty()) keys.add("to: " + YamlText.quoted(passback.to()));
        keys.add("mode: " + YamlText.quoted(Words.setting(passback.mode())));
        if (passback.window() != null) keys.add("window: " + window(passback.window()));
        if (passback.forgiveAt() != null) keys.add("forgive_at: \"" + time(passback.forgiveAt()) + "\"");
        boolean usual = passback.forgiveAfter().equals(Passback.OFF.forgiveAfter());
        if (!usual) keys.add("forgive_after: " + forgiveAfter(passback));
        return "{" + String.join(", ", keys) + "}";
    }

    private static String forgiveAfter(Passback passback) {
        return passback.forgiveAfter().stream()
                .sorted()
                .map((Passback.Unseen one) -> Words.setting(one))
                .toList()
                .toString();
    }

    private static String autoUnlock(@Nullable AutoUnlock auto) {
        if (auto == null) return "never";
        return "shift " + auto.shiftId() + (auto.firstCard() ? " after a first card" : "");
    }

    private static String approval(@Nullable Approval approval) {
        if (approval == null) return "never";
        return approval.shiftId() == null ? "always" : "shift " + approval.shiftId();
    }

    private static String doubleTap(DoubleTap tap) {
        if (tap.length() != null) return "{for: " + Durations.format(tap.length()) + "}";
        return tap.until() == null ? "{}" : "{until: \"" + time(tap.until()) + "\"}";
    }

    private static String window(@Nullable Duration window) {
        return window == null ? "" : Durations.format(window);
    }

    private static String time(@Nullable LocalTime time) {
        return time == null ? "" : Words.minute(time.toSecondOfDay() / 60);
    }

    private static void pair(List<String> pairs, String key, String value) {
        pairs.add(key);
        pairs.add(value);
    }

    private static void line(StringBuilder out, String key, String value) {
        line(out, "    ", key, value);
    }

    private static void line(StringBuilder out, String indent, String key, String value) {
        out.append(indent).append(key).append(": ").append(value).append('\n');
    }
}
