package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Passback;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
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
    private final Instant now;
    private final @Nullable AreaRule from;
    private final @Nullable AreaRule to;
    private final Set<String> unseen; // areas whose number of people is not known now

    /// @param reason [Reason#AREA_FULL], [Reason#AREA_MINIMUM] or [Reason#NOT_READY]; null: no limit applies
    /// @param count of the area that decides; null: no area has a limit
    record Found(@Nullable Reason reason, @Nullable Count count) {
        private static final Found NOTHING = new Found(null, null);
    }

    /// @param people who count as there before anybody passes; null: not known
    record Count(AreaLimit limit, @Nullable Integer people) {}

    private OccupancyCheck(long channelId, String side, Circumstances now) {
        this.places = now.places();
        AccessPolicy policy = now.policy();
        this.now = now.clock().now();
        this.unseen = places.unseen(policy).areas(); // first: places are forgotten before this ends
        Passback areas = policy.access(channelId).passback();
        boolean leaves = side.equals("exit");
        this.from = policy.area(leaves ? areas.to() : areas.from());
        this.to = policy.area(leaves ? areas.from() : areas.to());
    }

    /// Whether people pass a door of one of the areas unseen, so that its limits do not apply.
    boolean suspended() {
        return (from != null && unseen.contains(from.name())) || (to != null && unseen.contains(to.name()));
    }

    private @Nullable AreaRule applied(@Nullable AreaRule area) {
        return area == null || unseen.contains(area.name()) ? null : area;
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
        return new Found(Reason.NOT_READY, new Count(area.limit(), null));
    }

    /// Checks these people, who pass together, against the limits.
    Found of(Collection<Long> people) {
        AreaRule into = applied(to);
        AreaRule outOf = applied(from);
        Occupancy entered = into == null ? null : places.occupancy(into, people, now);
        if (into != null && entered == null && into.counted()) return notKnown(into);
        if (entered != null && entered.isFullFor(people)) return found(Reason.AREA_FULL, entered);
        if (entered != null && entered.isTooFewWith(people)) return found(Reason.AREA_MINIMUM, entered);
        Occupancy left = outOf == null ? null : places.occupancy(outOf, people, now);
        if (outOf != null && left == null && outOf.counted() && hasMin(outOf)) return notKnown(outOf);
        if (left != null && left.isTooFewWithout(people)) return found(Reason.AREA_MINIMUM, left);
        Occupancy shown = entered == null ? left : entered;
        return shown == null ? Found.NOTHING : found(null, shown);
    }

    private static Found found(@Nullable Reason reason, Occupancy occupancy) {
        return new Found(reason, new Count(occupancy.limit(), occupancy.people()));
    }
}
