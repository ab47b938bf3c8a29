package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Passback.Unseen;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Periods in which people pass a door unseen: fire releases it, or an evacuation, its mode or its hours unlock it.
/// Places among the connected areas mean nothing meanwhile, and are forgotten when the period ends.
///
/// ```
///   hours begin ----- suspended: passback of the areas refuses no person ----- hours end: places are forgotten
/// ```
///
/// A door at which a period runs when the process ends has its standing kept: the period continues, or ends, at the
/// next start. [#stands] is called on the door lane; [#suspended] by any thread.
final class UnseenPeriods {
    private final Supplier<? extends AccessPolicy> policy;
    private final Consumer<Set<String>> forget;
    private final Consumer<EventDraft> log;
    private final Time time;
    private volatile Map<Long, Period> periods = Map.of(); // by channel id; replaced whole

    /// @param causes what lets people pass now
    /// @param areas that were connected with the door when it began: a policy may have cut them off since
    private record Period(Set<Cause> causes, Set<String> areas) {}

    /// The reason why people can pass. An evacuation counts as fire.
    private enum Cause {
        FIRE(Unseen.FIRE),
        EVACUATION(Unseen.FIRE),
        UNLOCK(Unseen.UNLOCK);

        private final Unseen ofPolicy;

        Cause(Unseen ofPolicy) {
            this.ofPolicy = ofPolicy;
        }
    }

    /// @param forget has all people's places in these areas forgotten; returns at once
    /// @param log takes PASSBACK_FORGIVEN
    UnseenPeriods(
            Supplier<? extends AccessPolicy> policy,
            Consumer<Set<String>> forget,
            Consumer<EventDraft> log,
            Time time) {
        this.policy = policy;
        this.forget = forget;
        this.log = log;
        this.time = time;
    }

    /// Whether a period of a door runs that lets people pass between these areas.
    boolean suspended(AreaSet set, AccessPolicy now) {
        for (Map.Entry<Long, Period> one : periods.entrySet()) {
            Period period = one.getValue();
            boolean leads = set.doors().contains(one.getKey()) || !Collections.disjoint(period.areas, set.areas());
            if (leads && counts(now, one.getKey(), period.causes)) return true;
        }
        return false;
    }

    private static boolean counts(AccessPolicy policy, long channelId, Set<Cause> causes) {
        Set<Unseen> after = policy.access(channelId).passback().forgiveAfter();
        return causes.stream().anyMatch(cause -> after.contains(cause.ofPolicy));
    }

    /// The door is unlocked or released otherwise than before, or as before. Returns whether a period begins or ends.
    boolean stands(long channelId, Standing standing) {
        Set<Cause> causes = causes(standing);
        Period before = periods.getOrDefault(channelId, new Period(Set.of(), Set.of()));
        if (causes.equals(before.causes)) return false;
        AccessPolicy now = policy.get();
        AreaSet set = now.areas(channelId);
        var areas = new TreeSet<>(before.areas);
        areas.addAll(set.areas());
        var ended = EnumSet.noneOf(Cause.class);
        for (Cause cause : before.causes) if (!causes.contains(cause)) ended.add(cause);
        for (Cause cause : ended) forget(channelId, new AreaSet(areas, set.doors()), cause, now);
        replace(channelId, new Period(causes, causes.isEmpty() ? Set.of() : areas));
        for (Cause cause : ended) report(channelId, new AreaSet(areas, set.doors()), cause, now);
        return true;
    }

    /// The log says that fire releases the door no more. Where [#stands] has not heard of the fire, it was over before
    /// the lane noticed it.
    void fireEnded(long channelId) {
        Period period = periods.get(channelId);
        if (period != null && period.causes.contains(Cause.FIRE)) return;
        AccessPolicy now = policy.get();
        AreaSet set = now.areas(channelId);
        forget(channelId, set, Cause.FIRE, now);
        report(channelId, set, Cause.FIRE, now);
    }

    /// Before the period ends here: until then places count for nothing.
    private void forget(long channelId, AreaSet set, Cause cause, AccessPolicy now) {
        if (!set.areas().isEmpty() && counts(now, channelId, Set.of(cause))) forget.accept(set.areas());
    }

    /// Of several doors between the same areas the last one is logged.
    private void report(long channelId, AreaSet set, Cause cause, AccessPolicy now) {
        boolean isOver = counts(now, channelId, Set.of(cause)) && !suspended(set, now);
        if (isOver && !set.areas().isEmpty() && isWatched(set, now)) {
            log.accept(forgiven(channelId, set.areas(), cause));
        }
    }

    private static Set<Cause> causes(Standing standing) {
        var causes = EnumSet.noneOf(Cause.class);
        if (standing.fire()) causes.add(Cause.FIRE);
        if (standing.evacuated()) causes.add(Cause.EVACUATION);
        if (standing.withFire(false).withEvacuated(false).unlocked()) causes.add(Cause.UNLOCK);
        return causes;
    }

    private void replace(long channelId, Period period) {
        var next = new HashMap<>(periods);
        if (period.causes.isEmpty()) next.remove(channelId);
        else next.put(channelId, period);
        periods = Map.copyOf(next);
    }

    /// Whether a door between these areas looks at places at all, or people are counted there; of a door that was
    /// removed this is not known.
    private static boolean isWatched(AreaSet set, AccessPolicy policy) {
        if (set.doors().isEmpty()) return true;
        if (set.areas().stream().anyMatch(area -> policy.area(area) != null)) return true;
        return set.doors().stream()
                .anyMatch(door -> policy.access(door).passback().mode() != ChannelAccess.Passback.Mode.OFF);
    }

    private EventDraft forgiven(long channelId, Set<String> areas, Cause cause) {
        return new EventDraft(
                EventKind.PASSBACK_FORGIVEN,
                time.nowMs(),
                time.nowNs(),
                Subject.channel(channelId),
                Map.of(
                        "cause",
                        cause.name().toLowerCase(Locale.ROOT),
                        "areas",
                        areas.stream().sorted().toList()));
    }
}
