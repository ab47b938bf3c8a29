package dev.lintel.controller;

import dev.lintel.controller.config.BoxInputs.LockdownInput;
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

/// A wired button or key switch that locks doors down. Its contacts come on the inputs' own thread, which gives each
/// door a command as an operator does, through the door lane; an order that the lane has no room for, or that a door
/// cannot take yet, is given again each second.
///
/// ```
///   line    check
///   active  any       on: locks down, at once
///   rest    active    off (always, where no check is wired): ends the lockdown, where it is `until: released`
///   rest    rest      between, or a broken wire: stays as it was; LINE_FAULT after a second
///   active  active    on; LINE_FAULT after a second
/// ```
/// Thread-safe; waits on nothing.
final class LockdownSwitch {
    /// A switch is between its contacts for some milliseconds.
    private static final long BETWEEN_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    /// A door takes an order within milliseconds: one that has not for so long is a reason in /health.
    private static final long LATE_NS = TimeUnit.SECONDS.toNanos(5);

    private final LockdownInput input;
    private final Map<Long, DoorCommand> locks; // by channel
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

    /// `locks`: what is locked down, by channel. `reported`: the log has a fault of its line that is not over.
    LockdownSwitch(LockdownInput input, Map<Long, DoorCommand> locks, boolean reported, BoxLines.Takers takers) {
        this.input = input;
        this.locks = new TreeMap<>(locks);
        this.reported = reported;
        this.time = takers.time();
        this.lane = takers.lane();
        this.log = takers.log();
    }

    /// Names the switch in events.
    static String name(LockdownInput input) {
        return "lockdown switch " + input.name();
    }

    void open(GpioChip gpio) {
        line = gpio.input(input.line(), Debounce.USUAL_MS, (active, atNs) -> moves(active, null, atNs));
        if (input.check() != null) {
            check = gpio.input(input.check(), Debounce.USUAL_MS, (active, atNs) -> moves(null, active, atNs));
        }
    }

    /// Once the lane runs: a switch that is on locks down from the start on, and one that was released meanwhile ends
    /// what it ordered.
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
        for (long channelId : locks.keySet()) due.put(channelId, time.nowNs());
        give(atNs);
    }

    private void give(long atNs) {
        long number = order;
        for (Map.Entry<Long, DoorCommand> door : locks.entrySet()) {
            long channelId = door.getKey();
            if (!due.containsKey(channelId) || asked.contains(channelId)) continue;
            DoorCommand command = releases ? new DoorCommand.SwitchReleased() : door.getValue();
            var told = new LaneInput.Commanded(
                    channelId, atNs, command, name(input), refusal -> answered(number, channelId, refusal == null));
            if (lane.offer(told)) asked.add(channelId);
        }
    }

    /// On the door lane. A refused release has nothing to end; a refused lockdown is ordered again.
    private synchronized void answered(long number, long channelId, boolean done) {
        if (number != order) return;
        asked.remove(channelId);
        if (done || releases) due.remove(channelId);
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
                : "neither contact is active: a wire is broken, and the lockdown stays as it is";
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
