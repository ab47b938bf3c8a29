package dev.lintel.controller.wiring;

import dev.lintel.controller.config.BoxInputs.Order;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.config.Debounce;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A wired button or key switch that gives an order: a lockdown or an evacuation of doors, or a threat level of a site.
/// Its contacts come on the inputs' own thread, which hands [SwitchOrders] each turn.
///
/// ```
///   line    check
///   active  any       on: gives the order, at once
///   rest    active    at rest (always, where no check is wired): ends what it ordered, where it is `until: released`
///   rest    rest      between, or a broken wire: stays as it was; LINE_FAULT after a second
///   active  active    on; LINE_FAULT after a second
/// ```
/// Thread-safe; waits on nothing.
final class OrderSwitch {
    /// A switch is between its contacts for some milliseconds.
    private static final long BETWEEN_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final SwitchInput input;
    private final SwitchOrders orders;
    private final Time time;
    private final EventLog log;
    private @Nullable InputPoint line;
    private @Nullable InputPoint check;

    // Guarded by this.
    private boolean lineActive;
    private boolean checkActive;
    private State state = State.UNKNOWN;
    private boolean started;
    private boolean pressedEarly;
    private boolean clear = true;
    private long unclearSinceNs;
    private boolean reported;

    private enum State {
        ON,
        OFF,
        /// At the start, where the wires do not say.
        UNKNOWN
    }

    /// `reported`: the log has a fault of its line that is not over.
    OrderSwitch(SwitchInput input, SwitchOrders orders, boolean reported, Time time, EventLog log) {
        this.input = input;
        this.orders = orders;
        this.reported = reported;
        this.time = time;
        this.log = log;
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
        if (pressedEarly && !lineActive) turn(State.ON, true, time.nowNs());
        settle(pressedEarly, time.nowNs());
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
        if (started) settle(true, atNs);
        else pressedEarly |= lineActive;
    }

    /// Follows the contacts.
    private void settle(boolean fresh, long atNs) {
        if (lineActive && state != State.ON) turn(State.ON, fresh, atNs);
        else if (isAtRest() && state != State.OFF) turn(State.OFF, fresh, atNs);
        boolean nowClear = check == null || lineActive != checkActive;
        if (clear && !nowClear) unclearSinceNs = time.nowNs();
        clear = nowClear;
    }

    private void turn(State now, boolean fresh, long atNs) {
        state = now;
        orders.turn(now == State.ON, fresh, atNs);
    }

    /// The policy has changed. Any thread.
    void onPolicy() {
        orders.onPolicy();
    }

    /// Repeats orders that are not carried out, and reports the line. To be called each second, by one thread.
    void look() {
        if (hasStarted()) orders.look();
        EventDraft report = report(time.nowNs());
        if (report != null) log.append(report); // not in there: the inputs' thread waits for nothing else
    }

    private synchronized boolean hasStarted() {
        return started;
    }

    private synchronized @Nullable EventDraft report(long nowNs) {
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
                        + input.order().result() + " stays as it is";
    }

    /// For /health: what is wrong, or null.
    synchronized @Nullable String fault() {
        if (isFaulty(time.nowNs())) return name(input) + ": " + found();
        String fault = orders.fault();
        return fault == null ? null : name(input) + ": " + fault;
    }
}
