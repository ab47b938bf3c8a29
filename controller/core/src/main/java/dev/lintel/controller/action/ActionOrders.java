package dev.lintel.controller.action;

import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Gives doors the commands of actions, again each second where the door lane has no room. The actions' thread only.
public final class ActionOrders {
    private static final Logger LOG = System.getLogger(ActionOrders.class.getName());
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    /// A person who pressed a button does not wait longer: as long as a decision may take.
    private static final long UNLOCK_ONCE_NS_MAX = TimeUnit.SECONDS.toNanos(3);
    /// A button that a person presses stays far below. An input that chatters must not fill the event log, from
    /// which nothing is deleted.
    static final int COMMANDS_PER_MINUTE_MAX = 30;

    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final Commands commands;
    private final Time time;
    private final Map<Key, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Long, ArrayDeque<Long>> given = new HashMap<>(); // times, by action
    private volatile @Nullable String fault;

    /// Hands a command to a door.
    @FunctionalInterface
    public interface Commands {
        /// Returns whether the door lane had room for it. `by` names the action in the event.
        boolean give(long channelId, Effect.Order order, String by);
    }

    private static final Set<ActionCommand> LOCKS = EnumSet.of(ActionCommand.LOCKDOWN, ActionCommand.NORMAL);

    private record Key(long action, long channel) {}

    private record Waiting(Effect.Order order, String by, long sinceNs, long nextNs) {}

    ActionOrders(Commands commands, Time time) {
        this.commands = commands;
        this.time = time;
    }

    /// Gives each channel of the action its command.
    void give(Action action, Effect.Order order) {
        // Never one too few of those that lock: a door that is locked already stays as it is, without an event.
        if (!LOCKS.contains(order.command()) && tooMany(action)) return;
        for (long channel : order.channels()) {
            waiting.remove(new Key(action.id(), channel));
            boolean taken = commands.give(channel, order, action.by());
            if (!taken) {
                long nowNs = time.nowNs();
                waiting.put(new Key(action.id(), channel), new Waiting(order, action.by(), nowNs, nowNs + RETRY_NS));
            }
        }
    }

    private boolean tooMany(Action action) {
        long nowNs = time.nowNs();
        ArrayDeque<Long> times = given.computeIfAbsent(action.id(), _ -> new ArrayDeque<>());
        while (!times.isEmpty() && nowNs - times.getFirst() >= MINUTE_NS) times.removeFirst();
        if (times.size() < COMMANDS_PER_MINUTE_MAX) {
            times.addLast(nowNs);
            return false;
        }
        String sentence = action.by() + " gave " + COMMANDS_PER_MINUTE_MAX
                + " commands within a minute: further ones are ignored";
        if (fault == null) LOG.log(Level.WARNING, sentence);
        fault = sentence;
        return true;
    }

    /// Gives again what found no room.
    void tick() {
        long nowNs = time.nowNs();
        if (fault != null && given.values().stream().noneMatch(times -> isFull(times, nowNs))) fault = null;
        for (Iterator<Map.Entry<Key, Waiting>> all = waiting.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Key, Waiting> one = all.next();
            Waiting order = one.getValue();
            if (order.nextNs > nowNs) continue;
            boolean late =
                    order.order.command() == ActionCommand.UNLOCK_ONCE && nowNs - order.sinceNs >= UNLOCK_ONCE_NS_MAX;
            if (late || commands.give(one.getKey().channel, order.order, order.by)) all.remove();
            else one.setValue(new Waiting(order.order, order.by, order.sinceNs, nowNs + RETRY_NS));
        }
    }

    private static boolean isFull(ArrayDeque<Long> times, long nowNs) {
        return times.size() >= COMMANDS_PER_MINUTE_MAX && nowNs - times.getFirst() < MINUTE_NS;
    }

    long deadlineNs() {
        long next = fault == null ? Timing.NEVER : time.nowNs() + RETRY_NS;
        for (Waiting order : waiting.values()) next = Math.min(next, order.nextNs);
        return next;
    }

    /// For /health: that commands are ignored, or null. Any thread.
    @Nullable
    String fault() {
        return fault;
    }
}
