package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Mode;
import dev.lintel.controller.access.Places.Place;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Whether a person goes where they cannot come from. Pure.
///
/// ```
///              entry reader                A place that nobody knows, or that was forgotten, breaks no rule.
///   [outside] ------------> [inside]       soft, hard: the place is not the area in which the reader hangs
///             <------------                timed: the place is the area behind it, and newly so
///              exit reader
/// ```
final class PassbackRule {
    private PassbackRule() {}

    /// The area one enters by the reader of that side; empty where areas have no names.
    static String entered(Passback rule, String side) {
        return side.equals("exit") ? rule.from() : rule.to();
    }

    /// `zone` is the wall by which places are forgotten.
    static boolean broken(Passback rule, String side, @Nullable Place place, Instant at, ZoneId zone) {
        if (rule.mode() == Mode.OFF || place == null || forgotten(rule, place, at, zone)) return false;
        if (rule.mode() == Mode.TIMED) {
            Duration window = rule.window();
            Duration ago = Duration.between(place.since(), at);
            // A clock that was set back says nothing of how long ago it was.
            boolean newly = window != null && !ago.isNegative() && ago.compareTo(window) < 0;
            return newly && place.area().equals(entered(rule, side));
        }
        String hangsIn = side.equals("exit") ? rule.to() : rule.from();
        return !place.area().equals(hangsIn);
    }

    private static boolean forgotten(Passback rule, Place place, Instant at, ZoneId zone) {
        if (rule.forgiveAt() == null) return false;
        Instant last = new AreaRule.Forget(rule.forgiveAt(), zone).last(at);
        return place.since().isBefore(last);
    }
}
