package dev.lintel.controller;

import dev.lintel.controller.config.BoxInputs.Order;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.config.Debounce;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A wired button or key switch that gives doors an order: a lockdown or an evacuation. Its contacts come on the
/// inputs' own thread, which gives each door a command as an operator does, through the door lane; an order that the
/// lane has no room for, or that a door cannot take yet, is given again each second.
///
/// ```
///   line    check
///   active  any       on: gives the order, at once
///   rest    active    off (always, where no check is wired): ends what it ordered, where it is `until: released`
///   rest    rest      between, or a broken wire: stays as it was; LINE_FAULT after a second
///   active  active    on; LINE_FAULT after a second
/// ```
/// Thread-safe; waits on nothing.
final class OrderSwitch {
    /// A switch is between its contacts for some milliseconds.
    private static final long BETWEEN_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    /// A door takes an order within milliseconds: one that has not for so long is a reason in /health.
    private static final long LATE_NS = TimeUnit.SECONDS.toNanos(5);

    private final SwitchInput input;
    private final Map<Long, DoorCommand> commands; // by channel
    private final Time time;
    private final Lane lane;
    private final EventLog log;
    private @Nullable InputPoint line;
    private @Nullable InputPoint check;

    // Guarded by this.
    private boolean lineActive;
    private boolean checkActive;
    private State state = State.UNKNOWN;
    private boolean started;
    private boolean pressedEarly;
    private final Map<Long, Long> due = new TreeMap<>(); // channels that the newest order has not reached, since when
    private final Set<Long> asked = new HashSet<>(); // of these, those that the lane has the order of
    private long order; // number of the newest order: earlier answers do not count
    private boolean releases; // the newest order
    private boolean clear = true;
    private long unclearSinceNs;
    private boolean reported;

    private enum State {
        ON,
        OFF,
        /// At the start, where the wires do not say.
        UNKNOWN
    }

    /// `commands`: the order, by channel. `reported`: the log has a fault of its line that is not over.
    OrderSwitch(SwitchInput input, Map<Long, DoorCommand> commands, boolean reported, BoxLines.Takers takers) {
        this.input = input;
        this.commands = new TreeMap<>(commands);
        this.reported = reported;
        this.time = takers.time();
        this.lane = takers.lane();
        this.log = takers.log();
    }

    /// Names the switch in events.
    static String name(SwitchInput input) {
        return input.order().word() + " switch " + input.name();
    }

    boolean orders(Order what) {
        return input.order() == what;
    }

    void open(GpioChip gpio) {
        line = gpio.input(input.line(), Debounce.USUAL_MS, (active, atNs) -> moves(active, null, atNs));
        if (input.check() != null) {
            check = gpio.input(input.check(), Debounce.USUAL_MS, (active, atNs) -> moves(null, active, atNs));
        }
    }

    /// Once the lane runs: a switch that is on gives its order from the start on, and one that was released meanwhile
    /// ends what it ordered.
    synchronized void start() {
        started = true;
        lineActive = isActive(line);
        checkActive = isActive(check);
        if (pressedEarly && !lineActive) turn(State.ON, time.nowNs());
        settle(time.nowNs());
    }

    private static boolean isActive(@Nullable InputPoint point) {
        return point != null && point.active();
    }

    private boolean isAtRest() {
        return !lineActive && (check == null || checkActive);
    }

    private synchronized void moves(@Nullable Boolean nowLine, @Nullable Boolean nowCheck, long atNs) {
        if (nowLine != null) lineActive = nowLine;
        if (nowCheck != null) checkActive = nowCheck;
        if (started) settle(atNs);
        else pressedEarly |= lineActive;
    }

    /// Follows the contacts.
    private void settle(long atNs) {
        if (lineActive && state != State.ON) turn(State.ON, atNs);
        else if (isAtRest() && state != State.OFF && input.untilReleased()) turn(State.OFF, atNs);
        else if (isAtRest()) state = State.OFF; // of a button nothing is ordered then
        boolean nowClear = check == null || lineActive != checkActive;
        if (clear && !nowClear) unclearSinceNs = time.nowNs();
        clear = nowClear;
    }

    /// Gives each door an order, in place of the one before.
    private void turn(State now, long atNs) {
        state = now;
        order++;
        releases = now == State.OFF;
        asked.clear();
        due.clear();
        for (long channelId : commands.keySet()) due.put(channelId, time.nowNs());
        give(atNs);
    }

    private void give(long atNs) {
        long number = order;
        for (Map.Entry<Long, DoorCommand> door : commands.entrySet()) {
            long channelId = door.getKey();
            if (!due.containsKey(channelId) || asked.contains(channelId)) continue;
            DoorCommand command = releases ? released() : door.getValue();
            var told = new LaneInput.Commanded(
                    channelId, atNs, command, name(input), refusal -> answered(number, channelId, refusal));
            if (lane.offer(told)) asked.add(channelId);
        }
    }

    private DoorCommand released() {
        return switch (input.order()) {
            case LOCKDOWN -> new DoorCommand.SwitchReleased();
            case EVACUATION -> new DoorCommand.EvacuationReleased();
        };
    }

    /// On the door lane. A refused release has nothing to end, and a door that the policy keeps from evacuations stays
    /// as it is; what else is refused is ordered again.
    private synchronized void answered(long number, long channelId, @Nullable String refusal) {
        if (number != order) return;
        asked.remove(channelId);
        if (refusal == null || releases || DoorCommand.Evacuate.isByPolicy(refusal)) due.remove(channelId);
    }

    /// Gives again what has not reached a door, and reports the line. To be called each second, by one thread.
    void look() {
        EventDraft report = report(time.nowNs());
        if (report != null) log.append(report); // not in there: the inputs' thread waits for nothing else
    }

    private synchronized @Nullable EventDraft report(long nowNs) {
        if (started) give(nowNs);
        boolean fault = isFaulty(nowNs);
        if (fault == reported || (!clear && !fault)) return null;
        reported = fault;
        return new EventDraft(
                fault ? EventKind.LINE_FAULT : EventKind.LINE_NORMAL,
                time.nowMs(),
                nowNs,
                EventDraft.Subject.NOBODY,
                fault ? Map.of("input", name(input), "found", found()) : Map.of("input", name(input)));
    }

    private boolean isFaulty(long nowNs) {
        return !clear && nowNs - unclearSinceNs >= BETWEEN_NS_MAX;
    }

    private String found() {
        return lineActive
                ? "both contacts are active: a wire has a short"
                : "neither contact is active: a wire is broken, and the "
                        + input.order().word() + " stays as it is";
    }

    /// For /health: what is wrong, or null.
    synchronized @Nullable String fault() {
        if (isFaulty(time.nowNs())) return name(input) + ": " + found();
        for (Map.Entry<Long, Long> late : due.entrySet()) {
            if (time.nowNs() - late.getValue() < LATE_NS) continue;
            return name(input) + ": the order has not reached channel " + late.getKey();
        }
        return null;
    }
}
