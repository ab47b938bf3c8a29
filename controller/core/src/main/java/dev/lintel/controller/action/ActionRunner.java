package dev.lintel.controller.action;

import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.ActionInbox.Notice;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Carries the actions of the site out: takes what the inbox has, keeps the times, switches outputs and gives commands.
/// Has no thread of its own: [ActionLane] steps it, or a simulation. Never touches a file.
public final class ActionRunner {
    private static final Logger LOG = System.getLogger(ActionRunner.class.getName());
    /// Shifts begin and end with a minute of the clock on the wall, which can be set meanwhile.
    private static final long SHIFTS_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long MINUTE_MS = TimeUnit.MINUTES.toMillis(1);

    private final Time time;
    private final ActionInbox inbox;
    private final ActionCells cells;
    private final ActionOrders orders;
    private final List<OutputLine> outputs;
    private final Runnable changed;
    private final AtomicReference<@Nullable List<Action>> next = new AtomicReference<>();
    private volatile List<OutputView> views = List.of();
    private long shiftsNs = Long.MIN_VALUE; // when the shifts are looked at next

    /// The parts that actions use.
    ///
    /// @param outputs as they are wired
    /// @param changed runs after each change of an output; must not wait
    public record Parts(
            Time time,
            ActionInbox inbox,
            DoorViews doors,
            ActionCells.Shifts shifts,
            ActionOrders.Commands commands,
            Outputs outputs,
            Runnable changed) {}

    public ActionRunner(Parts parts) {
        this.time = parts.time;
        this.inbox = parts.inbox;
        this.cells = new ActionCells(parts.doors, parts.inbox, parts.shifts);
        this.orders = new ActionOrders(parts.commands, parts.time);
        this.outputs = parts.outputs.lines();
        this.changed = parts.changed;
        publish();
    }

    /// These actions are in force from the next step on. Any thread.
    public void actions(List<Action> actions) {
        inbox.wants(actions); // first: what begins from here on is queued
        next.set(List.copyOf(actions));
    }

    /// Takes what waits and does what is due. Returns the monotonic time of the next step, `Long.MAX_VALUE` for none.
    public long step() {
        return step(null);
    }

    /// The same, where `first` was taken from the inbox already.
    long step(@Nullable Notice first) {
        List<Action> fresh = next.getAndSet(null);
        if (fresh != null) {
            advance(time.nowNs());
            cells.actions(fresh, time.nowNs());
            shiftsNs = Long.MIN_VALUE;
        }
        for (Notice notice = first == null ? inbox.poll() : first; notice != null; notice = inbox.poll()) {
            advance(notice.atNs());
            take(notice);
        }
        if (inbox.takeMissed()) {
            LOG.log(Level.ERROR, "the actions had no room for reports of doors: events may be lost");
            cells.look(time.nowNs());
        }
        long nowNs = time.nowNs();
        if (shiftsNs <= nowNs) shiftsNs = lookAtShifts(nowNs);
        advance(nowNs);
        orders.tick();
        drive();
        return deadlineNs();
    }

    /// Returns when they are looked at next.
    private long lookAtShifts(long nowNs) {
        if (!cells.haveShifts()) return Timing.NEVER;
        cells.look(nowNs);
        long toMinuteNs = TimeUnit.MILLISECONDS.toNanos(MINUTE_MS - Math.floorMod(time.nowMs(), MINUTE_MS));
        return nowNs + Math.min(SHIFTS_NS, toMinuteNs);
    }

    private long deadlineNs() {
        long due = Math.min(shiftsNs, Math.min(cells.deadlineNs(), orders.deadlineNs()));
        for (OutputLine output : outputs) due = Math.min(due, output.deadlineNs());
        return due;
    }

    private void advance(long nowNs) {
        while (cells.deadlineNs() <= nowNs) {
            for (Action action : cells.tick(nowNs)) {
                if (action.effect() instanceof Effect.Order order) orders.give(action, order);
            }
        }
    }

    private void take(Notice notice) {
        switch (notice) {
            case Notice.Door(var view, long atNs) -> cells.door(view, atNs);
            case Notice.Event(long channelId, var kind, long atNs) -> cells.event(channelId, kind, atNs);
            case Notice.Input(String name, boolean active, long atNs) -> cells.input(name, active, atNs);
            case Notice.Test test -> test.answer().accept(test(test));
        }
    }

    private @Nullable String test(Notice.Test asked) {
        Map<String, List<Long>> wanted = cells.wanted();
        for (OutputLine output : outputs) {
            if (!output.name().equals(asked.output())) continue;
            output.want(wanted.getOrDefault(output.name(), List.of()));
            return output.test(asked.by());
        }
        return "there is no output '" + asked.output() + "'";
    }

    private void drive() {
        Map<String, List<Long>> wanted = cells.wanted();
        for (OutputLine output : outputs) {
            output.want(wanted.getOrDefault(output.name(), List.of()));
            output.drive();
        }
        publish();
    }

    private void publish() {
        List<OutputView> now = outputs.stream().map(OutputLine::view).toList();
        if (now.equals(views)) return;
        views = now;
        changed.run();
    }

    /// Begins again from the states as they are, after a fault.
    void rebuild() {
        cells.look(time.nowNs());
    }

    /// All outputs off: the last step.
    public void stop() {
        for (OutputLine output : outputs) output.stop();
        publish();
    }

    /// All outputs of the box. Any thread.
    public List<OutputView> outputs() {
        return views;
    }

    /// For /health: outputs that do not follow, or commands that are ignored; or null. Any thread.
    public @Nullable String fault() {
        Map<String, String> faults = new TreeMap<>();
        for (OutputView output : views) {
            if (output.fault() != null) faults.put(output.name(), "output " + output.name() + ": " + output.fault());
        }
        if (orders.fault() != null) return orders.fault();
        return faults.isEmpty() ? null : String.join("; ", faults.values());
    }
}
