package dev.lintel.controller.policy;

import dev.lintel.controller.access.ChannelAccess;
import dev.lintel.controller.access.ChannelAccess.Accepted;
import dev.lintel.controller.access.ChannelAccess.Approval;
import dev.lintel.controller.access.ChannelAccess.DoubleTap;
import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Mode;
import dev.lintel.controller.access.ChannelAccess.Passback.Unseen;
import dev.lintel.controller.access.ChannelAccess.UntrustedClock;
import dev.lintel.controller.yaml.Section;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads how a channel of `site.yaml` decides: `credentials`, `passback`, `untrusted_clock` and `duress`.
final class AccessSections {
    private static final Duration WINDOW_MIN = Duration.ofSeconds(1);
    /// A longer one would shut people out over a day off.
    private static final Duration WINDOW_MAX = Duration.ofDays(1);
    private static final Duration UNLOCK_MIN = Duration.ofMinutes(1);
    /// Longer is a command or a shift.
    private static final Duration UNLOCK_MAX = Duration.ofDays(7);

    private static final String MOBILE_ALONE =
            "admits no phone: a phone is at no reader, so that two persons cannot be seen together";
    private static final String MOBILE_ASKS =
            "admits no phone: a phone is at no reader, where an operator could see who waits";
    private static final String NEVER_UNLOCKS = "never unlocks the door: ";
    private static final String NO_CARD_ALONE =
            NEVER_UNLOCKS + "its entry reader accepts no card alone (credentials), and a double tap is one card twice";
    /// Lists by shift at one reader; each is looked at on every read.
    private static final int LISTS_MAX = 20;

    private static final Map<String, Boolean> ALLOW = Map.of("allow", true, "deny", false);

    private static final Set<String> OFF = Set.of("off", "false");

    private final Ids shifts;

    AccessSections(Ids shifts) {
        this.shifts = shifts;
    }

    ChannelAccess read(Section channel) {
        List<Accepted> entry = List.of(Accepted.USUAL);
        List<Accepted> exit = entry;
        if (channel.shape("credentials") == Section.Shape.SECTION) {
            Section sides = channel.section("credentials").orNull();
            if (sides != null) {
                entry = accepted(sides, "entry");
                exit = accepted(sides, "exit");
            }
        } else {
            entry = accepted(channel, "credentials");
            exit = entry;
        }
        boolean duress = channel.flag("duress").or(false);
        if (duress && !takesPin(entry) && !takesPin(exit)) {
            channel.fault("duress", "needs pin, card+pin or pin+card among the credentials");
        }
        boolean twoPerson = channel.flag("two_person").or(false);
        Approval approval = approval(channel);
        if (entry.stream().anyMatch(list -> list.means().contains(Means.MOBILE))) {
            if (twoPerson) channel.warn("two_person", MOBILE_ALONE);
            if (approval != null) channel.warn("approval", MOBILE_ASKS + during(approval));
        }
        if (approval != null && twoPerson) {
            channel.fault("approval", "is beside two_person: an operator's approval is for one person at a time");
        }
        var access = new ChannelAccess(
                entry,
                exit,
                passback(channel),
                untrustedClock(channel),
                duress,
                twoPerson,
                doubleTap(channel),
                approval);
        if (access.doubleTap() != null) warnOfTaps(channel, access);
        return access;
    }

    /// A double tap needs two admissions by a card alone, one after the other, to unlock the door and to lock it.
    private static void warnOfTaps(Section channel, ChannelAccess access) {
        if (access.entry().stream().noneMatch(AccessSections::takesCardAlone)) {
            channel.warn("double_tap", NO_CARD_ALONE);
        } else if (access.twoPerson()) {
            channel.warn("double_tap", NEVER_UNLOCKS + "nobody is admitted alone (two_person)");
        } else if (access.approval() != null && access.approval().shiftId() == null) {
            channel.warn("double_tap", NEVER_UNLOCKS + "an operator is asked before each admission (approval)");
        }
    }

    /// Also a phone or a pass whose number a reader hands on as a card's.
    private static boolean takesCardAlone(Accepted accepted) {
        return accepted.means().stream().anyMatch(Set.of(Means.CARD, Means.QR, Means.MOBILE)::contains);
    }

    /// A floor's: it has no reader, so what a reader does is a fault.
    ChannelAccess ofFloor(Section channel) {
        for (String key : List.of("credentials", "passback", "duress", "two_person", "double_tap", "approval")) {
            channel.known(key);
            if (channel.has(key)) channel.fault(key, "is for readers, and a floor has none: the elevator's is asked");
        }
        var usual = ChannelAccess.USUAL;
        return new ChannelAccess(usual.entry(), usual.exit(), Passback.OFF, untrustedClock(channel), false);
    }

    private static boolean takesPin(List<Accepted> list) {
        Set<Means> pins = Set.of(Means.PIN, Means.CARD_THEN_PIN, Means.PIN_THEN_CARD);
        return list.stream().anyMatch(accepted -> accepted.means().stream().anyMatch(pins::contains));
    }

    private List<Accepted> accepted(Section section, String key) {
        if (section.shape(key) != Section.Shape.SECTIONS) {
            List<String> words = section.texts(key).orNull();
            if (words == null) return List.of(Accepted.USUAL);
            return words.isEmpty() ? List.of() : List.of(new Accepted(null, means(section, key, words)));
        }
        List<Section> sections = section.sections(key).or(List.of());
        if (sections.size() > LISTS_MAX) section.fault(key, "has more than " + LISTS_MAX + " lists");
        var list = new ArrayList<Accepted>();
        var seen = new HashSet<Long>();
        boolean always = false;
        for (Section item : sections) {
            Long shift = item.number("shift", 1, SiteFile.ID_MAX).orNull();
            if (shift != null) shifts.checkReference(item, "shift", shift);
            if (always) item.fault("", "never holds: one before it has no shift, so that one holds always");
            else if (shift != null && !seen.add(shift)) {
                item.fault("shift", "never holds: one before it has the same shift");
            }
            always |= !item.has("shift");
            list.add(new Accepted(
                    shift, means(item, "accept", item.texts("accept").required(List.of()))));
        }
        return list;
    }

    private static Set<Means> means(Section section, String key, List<String> words) {
        Set<Means> set = EnumSet.noneOf(Means.class);
        for (String word : words) {
            Means means = Words.means(word);
            if (means != null) set.add(means);
            else section.fault(key, "must be of card, pin, card+pin, pin+card, qr and mobile, not '" + word + "'");
        }
        idle(section, key, set, Means.CARD, Means.CARD_THEN_PIN);
        idle(section, key, set, Means.PIN, Means.PIN_THEN_CARD);
        return set;
    }

    /// A second factor is never asked for where the first alone opens.
    private static void idle(Section section, String key, Set<Means> set, Means alone, Means both) {
        if (!set.contains(alone) || !set.contains(both)) return;
        String one = Words.means(alone);
        section.fault(key, "has " + Words.means(both) + " beside " + one + ", and " + one + " alone opens already");
    }

    private static Passback passback(Section channel) {
        Section passback = channel.section("passback").orNull();
        if (passback == null) return Passback.OFF;
        Mode mode = passback.choice("mode", Words.settings(Mode.values())).required(Mode.OFF);
        String from = passback.text("from").or("");
        String to = passback.text("to").or("");
        Duration window = passback.duration("window", WINDOW_MIN, WINDOW_MAX).orNull();
        LocalTime forgiveAt = time(passback, "forgive_at");
        if (mode != Mode.OFF) {
            if (!passback.has("from")) passback.fault("from", "is missing: passback goes from one area to another");
            if (!passback.has("to")) passback.fault("to", "is missing: passback goes from one area to another");
        }
        if (!from.isEmpty() && from.equals(to)) passback.fault("to", "is the area it comes from");
        if (mode == Mode.TIMED) {
            if (!passback.has("window")) passback.fault("window", "is missing: with mode timed it says for how long");
        } else if (passback.has("window")) {
            passback.fault("window", "is for mode timed only");
        }
        return new Passback(mode, from, to, mode == Mode.TIMED ? window : null, forgiveAt, forgiveAfter(passback));
    }

    private static Set<Unseen> forgiveAfter(Section passback) {
        List<String> words = passback.texts("forgive_after").orNull();
        if (words == null) return Passback.OFF.forgiveAfter();
        Set<Unseen> set = EnumSet.noneOf(Unseen.class);
        for (String word : words) {
            Unseen unseen = Words.settings(Unseen.values()).get(word);
            if (unseen != null) set.add(unseen);
            else passback.fault("forgive_after", "must be of fire and unlock, not '" + word + "'");
        }
        return set;
    }

    private static @Nullable LocalTime time(Section section, String key) {
        String text = section.text(key)
                .that(written -> {
                    Integer minute = Words.minute(written);
                    boolean holds = minute != null && minute < Shift.MINUTES_OF_DAY;
                    return holds ? null : "must be a time such as \"04:00\", up to \"23:59\"";
                })
                .orNull();
        if (text == null) return null;
        return LocalTime.ofSecondOfDay(Objects.requireNonNull(Words.minute(text)) * 60L);
    }

    private static String during(Approval approval) {
        return approval.shiftId() == null ? "" : " (while an operator is asked)";
    }

    private @Nullable Approval approval(Section channel) {
        Section section = keysOrOff(channel, "approval");
        if (section == null) return null;
        Long shift = section.number("shift", 1, SiteFile.ID_MAX).orNull();
        if (shift != null) shifts.checkReference(section, "shift", shift);
        return new Approval(shift);
    }

    /// Null for `off` as well.
    private static @Nullable Section keysOrOff(Section channel, String key) {
        if (channel.shape(key) != Section.Shape.SCALAR)
            return channel.section(key).orNull();
        channel.text(key)
                .that(word -> OFF.contains(word) ? null : "must be off, or keys with values such as {}")
                .orNull();
        return null;
    }

    private static @Nullable DoubleTap doubleTap(Section channel) {
        Section section = keysOrOff(channel, "double_tap");
        if (section == null) return null;
        LocalTime until = time(section, "until");
        Duration length = section.duration("for", UNLOCK_MIN, UNLOCK_MAX).orNull();
        if (until != null && length != null) section.fault("for", "is beside until: one of the two ends the unlocking");
        return new DoubleTap(until, length);
    }

    private static UntrustedClock untrustedClock(Section channel) {
        var usual = UntrustedClock.USUAL;
        Section section = channel.section("untrusted_clock").orNull();
        if (section == null) return usual;
        return new UntrustedClock(
                section.choice("held", ALLOW).or(usual.held()),
                section.choice("wrong", ALLOW).or(usual.wrong()));
    }
}
