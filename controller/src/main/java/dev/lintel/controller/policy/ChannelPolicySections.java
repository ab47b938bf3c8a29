package dev.lintel.controller.policy;

import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.policy.Policy.Channel;
import dev.lintel.controller.yaml.Section;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Reads `channels:` of `site.yaml`. One reading, one instance.
final class ChannelPolicySections {
    private static final int UNIT_MAX = 9_999;
    /// Shorter than a strike needs to move.
    private static final Duration UNLOCK_MIN = Duration.ofMillis(200);
    /// Longer is a standing mode, not an admission.
    private static final Duration UNLOCK_MAX = Duration.ofHours(1);

    private static final Duration OPEN_MIN = Duration.ofSeconds(1);
    private static final Duration OPEN_MAX = Duration.ofDays(1);
    /// What doors accept here and now; a list that leaves one out would promise a refusal that does not come.
    private static final Set<String> CREDENTIALS = Set.of("card", "pin");

    private final Ids ids = new Ids("channels");
    private final Ids sites;
    private final Map<Integer, Integer> units = new HashMap<>();

    ChannelPolicySections(Ids sites) {
        this.sites = sites;
    }

    Ids ids() {
        return ids;
    }

    Channel read(Section channel) {
        onlyWhatIsSo(channel);
        long id = ids.read(channel);
        int unit = channel.integer("unit", 1, UNIT_MAX).required(0);
        Integer first = unit == 0 ? null : units.putIfAbsent(unit, channel.line());
        if (first != null) channel.fault("unit", "is the unit of the channel in line " + first + " already");
        long site = channel.number("site", 1, SiteFile.ID_MAX).required(0L);
        if (site != 0) sites.checkReference(channel, "site", site);
        return new Channel(id, unit, channel.text("name").required(""), site, times(channel));
    }

    private static DoorTimes times(Section channel) {
        var usual = FirstSite.TIMES;
        DoorTimes.Relock relock = channel.choice("relock", Words.relocks()).or(usual.relock());
        boolean forced = channel.flag("forced").or(usual.forced());
        Section times = channel.section("times").orNull();
        if (times == null) {
            return new DoorTimes(
                    usual.unlock(), usual.extendedUnlock(), usual.warning(), usual.extendedOpen(), relock, forced);
        }
        return new DoorTimes(
                times.duration("unlock", UNLOCK_MIN, UNLOCK_MAX).or(usual.unlock()),
                times.duration("extended_unlock", UNLOCK_MIN, UNLOCK_MAX).or(usual.extendedUnlock()),
                times.duration("warning", OPEN_MIN, OPEN_MAX).or(usual.warning()),
                times.duration("extended_open", OPEN_MIN, OPEN_MAX).or(usual.extendedOpen()),
                relock,
                forced);
    }

    /// Keys of which this version does one thing only: that one may be written down, others are refused.
    private static void onlyWhatIsSo(Section channel) {
        channel.choice("kind", Map.of("door", "door", "elevator", "elevator", "floor", "floor"))
                .that(kind -> kind.equals("door") ? null : "'" + kind + "' is not supported by this version");
        channel.texts("credentials")
                .that(list -> new HashSet<>(list).equals(CREDENTIALS)
                        ? null
                        : "a list other than [card, pin] is not supported by this version");
        channel.texts("interlock")
                .that(list -> list.isEmpty() ? null : "an interlock is not supported by this version");
        channel.unsupported("untrusted_clock", "judging the clock's trust");
        channel.unsupported("auto_unlock", "unlocking by shift");
        Section passback = channel.section("passback").orNull();
        if (passback == null) return;
        passback.unsupported("from", "an area for passback");
        passback.unsupported("to", "an area for passback");
        passback.choice("mode", Map.of("off", "off", "soft", "soft", "hard", "hard", "timed", "timed"))
                .that(mode -> mode.equals("off") ? null : "'" + mode + "' is not supported by this version")
                .required("off");
    }
}
