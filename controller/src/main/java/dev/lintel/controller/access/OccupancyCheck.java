package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Passback;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Checks people who pass a reader against the limits of the area that they leave and the area that they enter. Made
/// for one decision.
///
/// ```
///   [from] --reader--> [to]     AREA_FULL      more than the maximum would be in `to`
///                               AREA_MINIMUM   fewer than the minimum would be in `to`, or would stay in `from`
///                               NOT_READY      the number of people that decides is not known
/// ```
final class OccupancyCheck {
    private final Places places;
    private final AccessPolicy policy;
    private final Instant now;
    private final AreaSet connected;
    private final @Nullable AreaRule from;
    private final @Nullable AreaRule to;

    /// @param reason [Reason#AREA_FULL], [Reason#AREA_MINIMUM] or [Reason#NOT_READY]; null: no limit applies
    /// @param count of the area that decides; null: no area has a limit
    /// @param suspended people pass unseen now, so that no count is right
    record Found(@Nullable Reason reason, @Nullable Count count, boolean suspended) {
        private static final Found NOTHING = new Found(null, null, false);
        private static final Found SUSPENDED = new Found(null, null, true);
    }

    /// @param people who count as there before anybody passes; null: not known
    record Count(AreaLimit limit, @Nullable Integer people) {}

    private OccupancyCheck(long channelId, String side, Circumstances now) {
        this.places = now.places();
        this.policy = now.policy();
        this.now = now.clock().now();
        this.connected = policy.areas(channelId);
        Passback areas = policy.access(channelId).passback();
        boolean leaves = side.equals("exit");
        this.from = policy.area(leaves ? areas.to() : areas.from());
        this.to = policy.area(leaves ? areas.from() : areas.to());
    }

    static OccupancyCheck at(Question question, Circumstances now) {
        return new OccupancyCheck(question.channelId(), question.side(), now);
    }

    /// Whether people may have to pass together.
    boolean gathers() {
        return hasMin(from) || hasMin(to);
    }

    private static boolean hasMin(@Nullable AreaRule area) {
        return area != null && area.limit().min() != null;
    }

    private static Found notKnown(AreaRule area) {
        return new Found(Reason.NOT_READY, new Count(area.limit(), null), false);
    }

    /// Checks these people, who pass together, against the limits.
    Found of(Collection<Long> people) {
        if (from == null && to == null) return Found.NOTHING;
        if (places.suspended(connected, policy)) return Found.SUSPENDED;
        Occupancy entered = to == null ? null : places.occupancy(to, people, now);
        if (to != null && entered == null && to.counted()) return notKnown(to);
        if (entered != null && entered.isFullFor(people)) return found(Reason.AREA_FULL, entered);
        if (entered != null && entered.isTooFewWith(people)) return found(Reason.AREA_MINIMUM, entered);
        Occupancy left = from == null ? null : places.occupancy(from, people, now);
        if (from != null && left == null && from.counted() && hasMin(from)) return notKnown(from);
        if (left != null && left.isTooFewWithout(people)) return found(Reason.AREA_MINIMUM, left);
        Occupancy shown = entered == null ? left : entered;
        return shown == null ? Found.NOTHING : found(null, shown);
    }

    private static Found found(@Nullable Reason reason, Occupancy occupancy) {
        return new Found(reason, new Count(occupancy.limit(), occupancy.people()), false);
    }
}
