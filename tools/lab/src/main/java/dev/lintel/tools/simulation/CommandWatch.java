package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.time.Time;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The commands that actions give to doors: each has its trigger and comes in time, and none is missing. Hands them on
/// to those who judge what doors make of commands.
final class CommandWatch {
    /// An action that gives so many within a minute gives no more.
    private static final int PER_MINUTE_MAX = 30;

    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    /// A command that the lane has no room for is given again.
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(1);
    /// A person at a door waits no longer.
    private static final long UNLOCK_ONCE_NS = TimeUnit.SECONDS.toNanos(3);
    /// One command in so many finds no room in the lane.
    private static final int FULL_ONE_IN = 15;

    private static final long FULL_NS_MAX = TimeUnit.SECONDS.toNanos(5);

    private final Judge judge;
    private final Time time;
    private final Random random;
    private final Map<Key, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Long, ArrayDeque<Long>> given = new HashMap<>(); // when, by action
    private List<ActionTimer> timers = List.of();
    private long fullUntilNs = Long.MIN_VALUE;
    private Given onGiven = (_, _) -> {};

    private record Key(long action, int door) {}

    /// A command that found no room.
    private record Waiting(SiteAction action, long sinceNs, long nextNs) {}

    /// Hears of each command that the lane has.
    @FunctionalInterface
    interface Given {
        void to(int door, SiteAction.Order order);
    }

    CommandWatch(Judge judge, Time time, Random random) {
        this.judge = judge;
        this.time = time;
        this.random = random;
    }

    void onGiven(Given hears) {
        onGiven = hears;
    }

    /// A process begins, which knows of no command of before.
    void begins() {
        waiting.clear();
        given.clear();
        fullUntilNs = Long.MIN_VALUE;
    }

    /// These are in force from now on. A command that found no room is given again all the same.
    void timers(List<ActionTimer> all) {
        timers = all.stream().filter(timer -> timer.action.order() != null).toList();
    }

    /// Whether an action gives this command.
    static boolean isByAction(LaneInput input) {
        String by = by(input);
        return by != null && by.startsWith("action ");
    }

    private static @Nullable String by(LaneInput input) {
        return switch (input) {
            case LaneInput.Commanded asked -> asked.by();
            case LaneInput.ByHand asked ->
                String.valueOf(asked.event().additional().get("by"));
            default -> null;
        };
    }

    /// An action gives a door a command. Returns what the lane takes, or null where the lane has no room. Throws
    /// [Violation] where nothing asks for it.
    @Nullable
    LaneInput offered(LaneInput input) {
        long nowNs = time.nowNs();
        String by = Objects.requireNonNull(by(input), "an action gives it");
        int door = (int) input.channelId();
        Waiting before = again(by, door, nowNs);
        // A trigger at the same time may be one too many.
        boolean repeats = before != null && (before.nextNs == nowNs || isFullMinute(before.action, nowNs));
        SiteAction action = repeats ? null : triggered(by, door, nowNs);
        if (action != null) before = null;
        if (action == null) {
            if (before == null) throw new Violation("nothing triggers it: " + input);
            action = before.action;
            judge.shows("action: command given again");
        } else {
            counts(action, door, nowNs);
        }
        SiteAction.Order order = Objects.requireNonNull(action.order());
        compare(order, input, nowNs);
        var key = new Key(action.id(), door);
        waiting.remove(key);
        if (isFull(nowNs)) {
            waits(key, new Waiting(action, before == null ? nowNs : before.sinceNs, nowNs + AGAIN_NS));
            return null;
        }
        judge.shows("action: " + order.command() + " by " + action.trigger());
        onGiven.to(door, order);
        return heard(input, by);
    }

    /// One that may be missing is the last to be taken.
    private @Nullable SiteAction triggered(String by, int door, long nowNs) {
        for (ActionTimer timer : timers) {
            if (timer.action.by().equals(by) && timer.takesDue(door, nowNs)) return timer.action;
        }
        for (ActionTimer timer : timers) {
            if (timer.action.by().equals(by) && timer.takesPossible(door, nowNs)) return timer.action;
        }
        return null;
    }

    private @Nullable Waiting again(String by, int door, long nowNs) {
        for (Map.Entry<Key, Waiting> each : waiting.entrySet()) {
            Waiting one = each.getValue();
            boolean same = each.getKey().door == door && one.action.by().equals(by);
            if (same && nowNs >= one.nextNs && nowNs <= one.nextNs + ActionTimer.NEAR_NS) return one;
        }
        return null;
    }

    /// Each trigger counts once, however many doors it commands.
    private void counts(SiteAction action, int door, long nowNs) {
        SiteAction.Order order = Objects.requireNonNull(action.order());
        if (!order.isLimited() || door != order.doors().getFirst()) return;
        if (isFullMinute(action, nowNs)) throw new Violation(action.by() + " gives too many commands");
        given.computeIfAbsent(action.id(), _ -> new ArrayDeque<>()).addLast(nowNs);
    }

    private boolean isFullMinute(SiteAction action, long nowNs) {
        ArrayDeque<Long> times = given.getOrDefault(action.id(), new ArrayDeque<>());
        while (!times.isEmpty() && nowNs - times.getFirst() >= MINUTE_NS) times.removeFirst();
        return times.size() >= PER_MINUTE_MAX;
    }

    private boolean isFull(long nowNs) {
        if (nowNs < fullUntilNs) return true;
        if (random.nextInt(FULL_ONE_IN) > 0) return false;
        fullUntilNs = nowNs + random.nextLong(FULL_NS_MAX);
        return true;
    }

    private void waits(Key key, Waiting again) {
        boolean once = Objects.requireNonNull(again.action.order()).command().equals("unlock_once");
        if (!once || again.nextNs - again.sinceNs < UNLOCK_ONCE_NS) waiting.put(key, again);
        else judge.shows("action: unlock_once is too late");
    }

    private void compare(SiteAction.Order order, LaneInput input, long nowNs) {
        if (input.atNs() != nowNs) throw new Violation("a command of another time: " + input);
        DoorCommand asked = input instanceof LaneInput.Commanded commanded ? commanded.command() : null;
        if (!Objects.equals(asked, wanted(order))) throw new Violation("it should be " + order + ": " + input);
    }

    private @Nullable DoorCommand wanted(SiteAction.Order order) {
        Long untilMs = order.seconds() == 0 ? null : (Long) (time.nowMs() + 1_000 * order.seconds());
        return switch (order.command()) {
            case "unlock" -> new DoorCommand.Unlock(untilMs);
            case "secure" -> new DoorCommand.Secure(untilMs);
            case "normal" -> new DoorCommand.Normal();
            case "unlockdown" -> new DoorCommand.Unlockdown();
            case "lockdown" -> {
                var cards = new Lockdown(true, false, false);
                yield new DoorCommand.LockDown(cards, cards);
            }
            default -> null; // as by hand
        };
    }

    /// The judge receives the result as well.
    private LaneInput heard(LaneInput input, String by) {
        long channel = input.channelId();
        return switch (input) {
            case LaneInput.Commanded asked -> {
                judge.asked(channel, asked.command(), by);
                yield new LaneInput.Commanded(channel, asked.atNs(), asked.command(), by, refusal -> {
                    judge.commanded(channel, asked.command(), by, refusal);
                    asked.answer().accept(refusal);
                });
            }
            case LaneInput.ByHand asked -> {
                long id = judge.byHand.byAction(judge.door(channel), by);
                yield new LaneInput.ByHand(
                        channel, asked.atNs(), asked.event(), asked.passage(), asked.anybody(), () -> {
                            judge.byHand.answered(id);
                            asked.answered().run();
                        });
            }
            default -> throw new IllegalArgumentException(input.toString());
        };
    }

    /// The box has done what is due. Throws [Violation] where a command is missing.
    void check(long nowNs) {
        for (ActionTimer timer : timers) {
            while (timer.misses(nowNs)) {
                boolean ignored = Objects.requireNonNull(timer.action.order()).isLimited()
                        && isFullMinute(timer.action, nowNs - 2 * ActionTimer.NEAR_NS);
                if (!ignored) throw new Violation(timer.action.by() + " has not given its command");
                judge.shows("action: too many commands");
            }
        }
        for (Waiting one : waiting.values()) {
            if (nowNs > one.nextNs + ActionTimer.NEAR_NS)
                throw new Violation(one.action.by() + " has not given its command again");
        }
    }

    /// When it is to be looked at next.
    long nextNs() {
        long next = ActionTimer.NEVER;
        for (Waiting one : waiting.values()) next = Math.min(next, one.nextNs + ActionTimer.NEAR_NS + 1);
        return next;
    }
}
