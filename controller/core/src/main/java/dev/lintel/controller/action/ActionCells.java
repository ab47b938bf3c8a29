package dev.lintel.controller.action;

import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The times of all actions in force, one [Timing] for each channel or input that triggers an action. The actions'
/// thread only; reads no clock.
public final class ActionCells {
    private final DoorViews doors;
    private final ActionInbox inbox;
    private final Shifts shifts;
    private List<Cell> cells = List.of();

    /// The times of the week, by the clock on the wall.
    @FunctionalInterface
    public interface Shifts {
        /// Whether the shift covers this moment at the channel's site; null: in the zone of the account.
        boolean coverNow(long shiftId, @Nullable Long channelId);
    }

    /// One action at one source.
    private static final class Cell {
        private final Action action;
        private final @Nullable Long channel;
        private final Timing timing;
        private boolean level; // of the trigger: a state or an input
        private boolean covered = true;

        Cell(Action action, @Nullable Long channel) {
            this.action = action;
            this.channel = channel;
            this.timing = new Timing(action.follows(), action.delay(), action.pulse());
        }

        private boolean isOf(Action other, @Nullable Long otherChannel) {
            return action.equals(other) && Objects.equals(channel, otherChannel);
        }
    }

    /// `doors` are looked at where the inbox was full, and for an action that is new.
    ActionCells(DoorViews doors, ActionInbox inbox, Shifts shifts) {
        this.doors = doors;
        this.inbox = inbox;
        this.shifts = shifts;
    }

    /// These actions are in force. One that was in force before continues; a new one starts from the current states.
    /// A command is given only for triggers that begin from now on.
    void actions(List<Action> actions, long nowNs) {
        var next = new ArrayList<Cell>();
        for (Action action : actions) {
            if (action.when() instanceof Trigger.OfInput) next.add(cell(action, null, nowNs));
            for (long channel : action.when().channelIds()) next.add(cell(action, channel, nowNs));
        }
        cells = next;
    }

    private Cell cell(Action action, @Nullable Long channel, long nowNs) {
        for (Cell known : cells) if (known.isOf(action, channel)) return known;
        var cell = new Cell(action, channel);
        cell.covered = isCovered(cell);
        cell.level = level(cell);
        boolean holds = cell.level && cell.covered;
        if (action.effect() instanceof Effect.Order) cell.timing.assume(holds);
        else if (holds && action.follows()) cell.timing.begin(nowNs);
        return cell;
    }

    private boolean level(Cell cell) {
        return switch (cell.action.when()) {
            case Trigger.OfEvent _ -> false;
            case Trigger.OfState of -> {
                DoorView view = cell.channel == null ? null : doors.of(cell.channel);
                yield view != null && of.state().isOf(view);
            }
            case Trigger.OfInput of -> inbox.level(of.input()) == of.active();
        };
    }

    private boolean isCovered(Cell cell) {
        Long shift = cell.action.shiftId();
        return shift == null || shifts.coverNow(shift, cell.channel);
    }

    /// Whether an action depends on a shift.
    boolean haveShifts() {
        return cells.stream().anyMatch(cell -> cell.action.shiftId() != null);
    }

    /// Reads all states, inputs and shifts again.
    void look(long nowNs) {
        for (Cell cell : cells) {
            cell.covered = isCovered(cell);
            if (!cell.covered) cell.timing.stop();
            settle(cell, level(cell), nowNs);
        }
    }

    void door(DoorView view, long atNs) {
        for (Cell cell : cells) {
            boolean here = cell.channel != null && cell.channel == view.channelId();
            if (here && cell.action.when() instanceof Trigger.OfState of)
                settle(cell, of.state().isOf(view), atNs);
        }
    }

    void input(String name, boolean active, long atNs) {
        for (Cell cell : cells) {
            if (cell.action.when() instanceof Trigger.OfInput of && of.input().equals(name))
                settle(cell, active == of.active(), atNs);
        }
    }

    void event(long channelId, EventKind kind, long atNs) {
        for (Cell cell : cells) {
            boolean here = cell.channel != null && cell.channel == channelId;
            if (!here
                    || !(cell.action.when() instanceof Trigger.OfEvent of)
                    || !of.event().isOf(kind)) continue;
            if (isCovered(cell)) cell.timing.begin(atNs);
        }
    }

    private static void settle(Cell cell, boolean level, long atNs) {
        boolean rises = level && !cell.level;
        cell.level = level;
        if (cell.action.follows()) {
            if (level && cell.covered) cell.timing.begin(atNs);
            else cell.timing.end();
        } else if (rises && cell.covered) {
            cell.timing.begin(atNs);
        }
    }

    /// Does what is due; returns the actions whose delay is over.
    List<Action> tick(long nowNs) {
        var begun = new ArrayList<Action>();
        for (Cell cell : cells) if (cell.timing.tick(nowNs)) begun.add(cell.action);
        return begun;
    }

    long deadlineNs() {
        long next = Timing.NEVER;
        for (Cell cell : cells) next = Math.min(next, cell.timing.deadlineNs());
        return next;
    }

    /// Ids of the actions that want an output on, by output.
    Map<String, List<Long>> wanted() {
        Map<String, List<Long>> wanted = new TreeMap<>();
        for (Cell cell : cells) {
            String output = cell.action.output();
            if (output == null || !cell.timing.on()) continue;
            List<Long> ids = wanted.computeIfAbsent(output, _ -> new ArrayList<>());
            if (!ids.contains(cell.action.id())) ids.add(cell.action.id());
        }
        return wanted;
    }
}
