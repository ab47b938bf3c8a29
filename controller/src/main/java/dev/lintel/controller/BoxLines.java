package dev.lintel.controller;

import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.Debounce;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The lines that are the whole box's: fire and power. Opened once, at start; afterwards the inputs' own thread
/// acts. Fire releases every strike it is wired to before anybody is told of it, and waits on nothing.
final class BoxLines {
    private final Time time;
    private final Lane lane;
    private final EventLog log;
    private volatile @Nullable InputPoint power;

    BoxLines(Time time, Lane lane, EventLog log) {
        this.time = time;
        this.lane = lane;
        this.log = log;
    }

    /// `released`: the strikes that fire releases, by channel.
    void open(GpioChip gpio, BoxInputs inputs, Map<Long, Strike> released) {
        BoxInputs.Fire fire = inputs.fire();
        if (fire != null) openFire(gpio, fire, new TreeMap<>(released));
        LineSpec mains = inputs.power();
        if (mains != null) openPower(gpio, mains);
    }

    private void openFire(GpioChip gpio, BoxInputs.Fire fire, Map<Long, Strike> released) {
        InputPoint point = gpio.input(fire.line(), Debounce.USUAL_MS, (active, atNs) -> fire(released, active, atNs));
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

    private void openPower(GpioChip gpio, LineSpec mains) {
        InputPoint point = gpio.input(mains, Debounce.USUAL_MS, (active, atNs) -> {
            if (active) tellPower(atNs);
        });
        power = point;
        if (point.active()) tellPower(time.nowNs());
    }

    private void tellPower(long atNs) {
        log.append(new EventDraft(
                EventKind.POWER_FAIL, time.nowMs(), atNs, EventDraft.Subject.NOBODY, Map.of("input", "power")));
    }

    /// For /health: that the mains have failed, or null.
    @Nullable
    String fault() {
        InputPoint point = power;
        return point != null && point.active() ? "the mains have failed: the box runs on its battery" : null;
    }
}
