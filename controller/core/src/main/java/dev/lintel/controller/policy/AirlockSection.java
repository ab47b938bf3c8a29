package dev.lintel.controller.policy;

import dev.lintel.controller.access.ChannelAccess.Means;
import dev.lintel.controller.door.Airlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.yaml.Durations;
import dev.lintel.controller.yaml.Section;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads `airlock` of a channel of `site.yaml`, which is the outer door of one.
final class AirlockSection {
    static final String KEY = "airlock";

    private static final String INNER = "inner";
    private static final Map<String, Boolean> EXITS = Map.of("obey", true, "ignore", false);

    private static final Set<Means> PIN_MEANS = Set.of(Means.PIN, Means.PIN_THEN_CARD, Means.CARD_THEN_PIN);

    private AirlockSection() {}

    /// Which door is passed after which without another card.
    enum Sequence {
        OFF,
        ENTERING,
        LEAVING,
        BOTH;

        static Sequence of(Airlock airlock) {
            if (airlock.entering()) return airlock.leaving() ? BOTH : ENTERING;
            return airlock.leaving() ? LEAVING : OFF;
        }
    }

    static @Nullable Airlock read(Section channel) {
        Section airlock = channel.section(KEY).orNull();
        if (airlock == null) return null;
        long inner = airlock.number(INNER, 1, SiteFile.ID_MAX).required(0L);
        boolean obey = airlock.choice("exits", EXITS).or(true);
        Sequence sequence =
                airlock.choice("sequence", Words.settings(Sequence.values())).or(Sequence.OFF);
        Duration delay =
                airlock.duration("delay", Duration.ZERO, Airlock.DELAY_MAX).or(Airlock.DELAY_USUAL);
        if (inner == 0) return null;
        boolean entering = sequence == Sequence.ENTERING || sequence == Sequence.BOTH;
        boolean leaving = sequence == Sequence.LEAVING || sequence == Sequence.BOTH;
        return new Airlock(inner, obey, entering, leaving, delay);
    }

    static String words(@Nullable Airlock airlock) {
        if (airlock == null) return "none";
        return "{inner: %d, exits: %s, sequence: %s, delay: %s}"
                .formatted(
                        airlock.inner(),
                        airlock.exitsObey() ? "obey" : "ignore",
                        Words.setting(Sequence.of(airlock)),
                        Durations.format(airlock.delay()));
    }

    /// Warns of settings of the two doors that do not fit together.
    static void warn(Section section, Channel outer, Channel inner) {
        boolean isOuter = outer.rules().autoUnlock() != null;
        boolean isInner = inner.rules().autoUnlock() != null;
        Airlock airlock = outer.rules().airlock();
        String what = airlock != null && airlock.exitsObey() ? "cards and exits" : "cards";
        if (isOuter && isInner) {
            section.warn(
                    KEY,
                    "both doors have auto_unlock: they can be open at the same time while both are unlocked, and while"
                            + " one is unlocked the other one refuses " + what + ": remove auto_unlock");
        } else if (isOuter || isInner) {
            long open = isOuter ? outer.id() : inner.id();
            long shut = isOuter ? inner.id() : outer.id();
            section.warn(
                    KEY,
                    "while auto_unlock unlocks channel " + open + ", channel " + shut
                            + " refuses " + what
                            + " for all these hours: remove auto_unlock");
        }
        if (outer.rules().evacuates() != inner.rules().evacuates()) {
            long shut = outer.rules().evacuates() ? inner.id() : outer.id();
            section.warn(
                    KEY,
                    "channel " + shut + " has evacuation: off and the other door has not: an evacuation unlocks one of"
                            + " the two doors only: set evacuation: off at both doors, or at neither");
        }
        if (outer.access().duress() == inner.access().duress()) return;
        Channel without = outer.access().duress() ? inner : outer;
        if (!takesPin(without)) return;
        section.warn(
                KEY,
                "channel " + without.id()
                        + " has no duress and the other door has: a PIN that is typed there under duress"
                        + " is refused, as the person who forces can see: set duress at both doors");
    }

    private static boolean takesPin(Channel door) {
        return Stream.of(door.access().entry(), door.access().exit())
                .flatMap(List::stream)
                .flatMap(accepted -> accepted.means().stream())
                .anyMatch(PIN_MEANS::contains);
    }

    /// Checks the airlocks against each other and against the other doors. One reading, one instance.
    static final class Check {
        private final Ids ids;
        private final Map<Long, Channel> channels;
        private final Map<Long, Integer> lines = new HashMap<>(); // of the airlock that a door belongs to

        Check(Ids ids, Map<Long, Channel> channels) {
            this.ids = ids;
            this.channels = channels;
        }

        void outer(Section section, Channel outer) {
            Airlock airlock = outer.rules().airlock();
            if (airlock == null) return;
            ids.checkReference(section, KEY, airlock.inner());
            Channel inner = channels.get(airlock.inner());
            if (airlock.inner() == outer.id()) section.fault(KEY, "names the channel itself as its inner door");
            checkKind(section, outer);
            if (inner != null && inner.id() != outer.id()) checkKind(section, inner);
            checkAlone(section, outer.id());
            if (airlock.inner() != outer.id()) checkAlone(section, airlock.inner());
        }

        private static void checkKind(Section section, Channel door) {
            Kind kind = door.rules().kind();
            if (kind == Kind.DOOR) return;
            section.fault(KEY, "is of two doors, and channel " + door.id() + " is of kind " + Words.setting(kind));
        }

        private void checkAlone(Section section, long door) {
            Integer first = lines.putIfAbsent(door, section.line());
            if (first == null) return;
            section.fault(KEY, "channel " + door + " belongs to the airlock of the channel in line " + first);
        }
    }
}
