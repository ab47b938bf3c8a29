package dev.lintel.controller.wiring;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.BoxInputs.FireZone;
import dev.lintel.controller.config.BoxInputs.Order;
import dev.lintel.controller.config.BoxInputs.SwitchInput;
import dev.lintel.controller.config.Debounce;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The lines that are the whole box's: fire, power, battery, and switches that give orders. Opened once, at start;
/// afterwards the inputs' own thread acts. Fire releases every strike it is wired to before the log and the doors'
/// thread hear of it, and waits on nothing.
final class BoxLines {
    private final Time time;
    private final Lane lane;
    private final EventLog log;
    private final List<OrderSwitch> switches = new CopyOnWriteArrayList<>();
    private final List<BoxAlarm> alarms = new CopyOnWriteArrayList<>();

    private final InputHeard heard;
    private final Set<Integer> burning = ConcurrentHashMap.newKeySet(); // zones

    /// Hears of the box's own inputs by the names that actions have for them: `fire`, `power`, `battery_low`. Must not
    /// wait.
    @FunctionalInterface
    interface InputHeard {
        void input(String name, boolean active);
    }

    BoxLines(Time time, Lane lane, EventLog log, InputHeard heard) {
        this.time = time;
        this.lane = lane;
        this.log = log;
        this.heard = heard;
    }

    /// `doors`: the strikes of the doors, by unit. `standing`: the kinds of the alarms that the log reports and that
    /// are not over.
    void open(GpioChip gpio, BoxInputs inputs, Map<Integer, FireDoor> doors, Set<EventKind> standing) {
        List<FireZone> zones = inputs.fire();
        for (int zone = 0; zone < zones.size(); zone++) name(zone, zones.get(zone), doors);
        for (int zone = 0; zone < zones.size(); zone++) openFire(gpio, zone, zones.get(zone), doors);
        openAlarm(gpio, BoxAlarm.Kind.POWER, inputs.power(), standing);
        openAlarm(gpio, BoxAlarm.Kind.BATTERY_LOW, inputs.batteryLow(), standing);
    }

    /// A door that fire can release.
    record FireDoor(long channelId, Strike strike) {}

    /// Opens a switch, which gives these orders; `reported`: the log has a fault of its line that is not over.
    void open(GpioChip gpio, SwitchInput input, SwitchOrders orders, boolean reported) {
        var opened = new OrderSwitch(input, orders, reported, time, log);
        opened.open(gpio);
        switches.add(opened);
    }

    /// A switch that is on gives its order; after the lane runs.
    void start() {
        switches.forEach(OrderSwitch::start);
    }

    /// The policy has changed, and the lane has it.
    void onPolicy() {
        switches.forEach(OrderSwitch::onPolicy);
    }

    /// To be called each second.
    void look() {
        switches.forEach(OrderSwitch::look);
    }

    /// For /health: what is wrong with the switches that order this, or null.
    @Nullable
    String fault(Order order) {
        return joined(switches.stream().filter(one -> one.orders(order)).map(OrderSwitch::fault));
    }

    private static @Nullable String joined(Stream<@Nullable String> faults) {
        String all = faults.filter(Objects::nonNull).collect(Collectors.joining("; "));
        return all.isEmpty() ? null : all;
    }

    private static List<FireDoor> released(FireZone zone, Map<Integer, FireDoor> doors) {
        var released = new ArrayList<FireDoor>();
        for (int unit : new TreeSet<>(zone.release())) {
            FireDoor door = doors.get(unit);
            if (door != null) released.add(door);
        }
        return released;
    }

    private static void name(int number, FireZone zone, Map<Integer, FireDoor> doors) {
        for (FireDoor door : released(zone, doors)) door.strike.fireHold().named(number, zone.name());
    }

    private void openFire(GpioChip gpio, int number, FireZone zone, Map<Integer, FireDoor> doors) {
        List<FireDoor> released = released(zone, doors);
        InputPoint point =
                gpio.input(zone.line(), Debounce.USUAL_MS, (active, atNs) -> fire(number, released, active, atNs));
        // It may burn already. Asked again, for the line may move between question and answer.
        boolean active;
        do {
            active = point.active();
            if (active) fire(number, released, true, time.nowNs());
        } while (point.active() != active);
    }

    private void fire(int zone, List<FireDoor> released, boolean on, long atNs) {
        boolean[] moved = new boolean[released.size()];
        // All of them, before a line is driven that may hang.
        for (int i = 0; i < moved.length; i++) moved[i] = released.get(i).strike.burns(zone, on);
        for (FireDoor door : released) door.strike.fire(zone, on);
        // Another zone may hold the door: then nothing begins or ends there.
        for (int i = 0; i < moved.length; i++) {
            if (moved[i]) lane.offer(new LaneInput.FireMoved(released.get(i).channelId, atNs, on));
        }
        if (on) burning.add(zone);
        else burning.remove(zone);
        heard.input("fire", !burning.isEmpty());
    }

    private void openAlarm(GpioChip gpio, BoxAlarm.Kind kind, @Nullable LineSpec line, Set<EventKind> standing) {
        if (line == null) return;
        var alarm = new BoxAlarm(kind, standing.contains(kind.begins()), time, log, heard);
        alarm.open(gpio, line);
        alarms.add(alarm);
    }

    /// For /health: that the mains have failed, or the battery is low; or null.
    @Nullable
    String fault() {
        return joined(alarms.stream().map(BoxAlarm::fault));
    }
}
