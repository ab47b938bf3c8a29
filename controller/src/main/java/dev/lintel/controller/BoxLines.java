package dev.lintel.controller;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The lines that are the whole box's: fire, power and battery. Opened once, at start; afterwards the inputs' own
/// thread acts. Fire releases every strike it is wired to before the log and the doors' thread hear of it, and waits
/// on nothing.
final class BoxLines {
    private final Time time;
    private final Lane lane;
    private final EventLog log;
    private final List<BoxAlarm> alarms = new CopyOnWriteArrayList<>();

    BoxLines(Time time, Lane lane, EventLog log) {
        this.time = time;
        this.lane = lane;
        this.log = log;
    }

    /// `released`: the strikes that fire releases, by channel. `standing`: the kinds of the alarms that the log reports
    /// and that are not over.
    void open(GpioChip gpio, BoxInputs inputs, Map<Long, Strike> released, Set<EventKind> standing) {
        BoxInputs.Fire fire = inputs.fire();
        if (fire != null) openFire(gpio, fire, new TreeMap<>(released));
        openAlarm(gpio, BoxAlarm.Kind.POWER, inputs.power(), standing);
        openAlarm(gpio, BoxAlarm.Kind.BATTERY_LOW, inputs.batteryLow(), standing);
    }

    private void openFire(GpioChip gpio, BoxInputs.Fire fire, Map<Long, Strike> released) {
        InputPoint point =
                gpio.input(fire.line(), DoorLines.DEBOUNCE_MS, (active, atNs) -> fire(released, active, atNs));
        // It may burn already. Asked again, for the line may move between question and answer.
        boolean active;
        do {
            active = point.active();
            if (active) fire(released, true, time.nowNs());
        } while (point.active() != active);
    }

    private void fire(Map<Long, Strike> released, boolean on, long atNs) {
        for (Strike strike : released.values()) strike.burns(on); // all of them, before a line is driven that may hang
        for (Strike strike : released.values()) strike.fire(on);
        for (long channelId : released.keySet()) lane.offer(new LaneInput.FireMoved(channelId, atNs, on));
    }

    private void openAlarm(GpioChip gpio, BoxAlarm.Kind kind, @Nullable LineSpec line, Set<EventKind> standing) {
        if (line == null) return;
        var alarm = new BoxAlarm(kind, standing.contains(kind.begins()), time, log);
        alarm.open(gpio, line);
        alarms.add(alarm);
    }

    /// For /health: that the mains have failed, or the battery is low; or null.
    @Nullable
    String fault() {
        String faults =
                alarms.stream().map(BoxAlarm::fault).filter(Objects::nonNull).collect(Collectors.joining("; "));
        return faults.isEmpty() ? null : faults;
    }
}
