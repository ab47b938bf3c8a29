package dev.lintel.controller.access;

import dev.lintel.controller.access.ChannelAccess.Passback.Unseen;
import dev.lintel.controller.access.Places.UnseenDoors;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Periods in which people pass a door unseen: fire releases it, or an evacuation, its mode or its hours unlock it.
/// Places in the areas on both sides of the door do not count meanwhile, and are forgotten when the period ends.
///
/// ```
///   street | door 1 | hall | door 2 | lab      each door leads from one area to another
///            hours of door 1 begin ----- places `street` and `hall` do not count ----- hours end: they are forgotten
///                                        place `lab` counts                            it stays
/// ```
///
/// A door at which a period runs when the process ends has its standing kept: the period continues, or ends, at the
/// next start. [#stands] is called on the door lane; [#unseen] and [#note] by any thread.
final class UnseenPeriods {
    private final Supplier<? extends AccessPolicy> policy;
    private final Consumer<Set<String>> forget;
    private final Consumer<EventDraft> log;
    private final Time time;
    private volatile Map<Long, Period> periods = Map.of(); // by channel id; replaced whole, under `this`

    /// @param causes what lets people pass now
    /// @param areas on both sides of the door since it began: a policy may have changed them
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

    /// The doors at which a period runs.
    UnseenDoors unseen(AccessPolicy now) {
        Map<Long, Period> running = periods;
        if (running.isEmpty()) return UnseenDoors.NONE;
        var doors = new HashSet<Long>();
        var areas = new HashSet<String>();
        running.forEach((channelId, period) -> {
            if (!counts(now, channelId, period.causes)) return;
            doors.add(channelId);
            areas.addAll(areas(channelId, period, now));
        });
        return new UnseenDoors(doors, areas);
    }

    private static Set<String> areas(long channelId, Period period, AccessPolicy now) {
        var areas = new TreeSet<>(period.areas);
        areas.addAll(now.access(channelId).passback().areas());
        return areas;
    }

    /// Takes note of the areas of doors at which a period runs: a change of the policy may have given them others.
    synchronized void note() {
        AccessPolicy now = policy.get();
        periods.forEach((channelId, period) -> {
            Set<String> areas = areas(channelId, period, now);
            if (!areas.equals(period.areas)) replace(channelId, new Period(period.causes, areas));
        });
    }

    private static boolean counts(AccessPolicy policy, long channelId, Set<Cause> causes) {
        Set<Unseen> after = policy.access(channelId).passback().forgiveAfter();
        return causes.stream().anyMatch(cause -> after.contains(cause.ofPolicy));
    }

    /// The door is unlocked or released otherwise than before, or as before. Returns whether a period begins or ends.
    synchronized boolean stands(long channelId, Standing standing) {
        Set<Cause> causes = causes(standing);
        Period before = periods.getOrDefault(channelId, new Period(Set.of(), Set.of()));
        if (causes.equals(before.causes)) return false;
        AccessPolicy now = policy.get();
        Set<String> areas = areas(channelId, before, now);
        var ended = EnumSet.noneOf(Cause.class);
        for (Cause cause : before.causes) if (!causes.contains(cause)) ended.add(cause);
        for (Cause cause : ended) forget(channelId, areas, cause, now);
        replace(channelId, new Period(causes, causes.isEmpty() ? Set.of() : areas));
        for (Cause cause : ended) report(channelId, areas, cause, now);
        return true;
    }

    /// The log says that fire releases the door no more. Where [#stands] has not heard of the fire, it was over before
    /// the lane noticed it.
    synchronized void fireEnded(long channelId) {
        Period period = periods.get(channelId);
        if (period != null && period.causes.contains(Cause.FIRE)) return;
        AccessPolicy now = policy.get();
        Set<String> areas = now.access(channelId).passback().areas();
        forget(channelId, areas, Cause.FIRE, now);
        report(channelId, areas, Cause.FIRE, now);
    }

    /// Before the period ends here: until then these places do not count.
    private void forget(long channelId, Set<String> areas, Cause cause, AccessPolicy now) {
        if (!areas.isEmpty() && counts(now, channelId, Set.of(cause))) forget.accept(areas);
    }

    /// Not where other doors still let people pass in each of the areas: the end of the last one is logged.
    private void report(long channelId, Set<String> areas, Cause cause, AccessPolicy now) {
        if (areas.isEmpty() || !counts(now, channelId, Set.of(cause))) return;
        boolean isOver = !unseen(now).areas().containsAll(areas);
        if (isOver && isWatched(channelId, areas, now)) log.accept(forgiven(channelId, areas, cause));
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

    /// Whether a door of the connected areas looks at places at all, or people are counted in one of these areas; of a
    /// door that was removed this is not known.
    private static boolean isWatched(long channelId, Set<String> areas, AccessPolicy policy) {
        List<Long> doors = policy.areas(channelId).doors();
        if (doors.isEmpty() || areas.stream().anyMatch(area -> policy.area(area) != null)) return true;
        return doors.stream()
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
