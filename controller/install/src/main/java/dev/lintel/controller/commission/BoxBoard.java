package dev.lintel.controller.commission;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.action.OutputView;
import dev.lintel.controller.config.BoxInputs;
import dev.lintel.controller.config.BoxPoints;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/// The lines of the whole box as they are now, and each change of them: fire zones, power, battery, switches,
/// named inputs and outputs. Inputs report their changes themselves, outputs are looked at. Any thread.
public final class BoxBoard {
    private final PointTap tap;
    private final OutputDesk outputs;
    private final Map<Integer, String> inputs = new LinkedHashMap<>(); // names, by line

    public BoxBoard(ControllerConfig config, PointTap tap, OutputDesk outputs) {
        this.tap = tap;
        this.outputs = outputs;
        BoxInputs box = config.inputs();
        for (BoxInputs.FireZone zone : box.fire()) add(zone.line(), ("fire " + zone.name()).strip());
        add(box.power(), "power");
        add(box.batteryLow(), "battery_low");
        for (BoxInputs.SwitchInput one : box.switches())
            add(one.line(), one.order().word() + " " + one.name());
        for (BoxPoints.NamedInput input : config.points().inputs()) add(input.line(), "input " + input.name());
    }

    private void add(@Nullable LineSpec line, String name) {
        if (line != null) inputs.put(line.line(), name);
    }

    /// All of them.
    public List<BoxPoint> all() {
        var all = new ArrayList<BoxPoint>();
        inputs.forEach((line, name) -> {
            InputPoint point = tap.opened(line);
            if (point != null) all.add(new BoxPoint(name, false, point.active()));
        });
        all.addAll(outputPoints());
        return all;
    }

    private List<BoxPoint> outputPoints() {
        return outputs.outputs().stream().map(BoxBoard::point).toList();
    }

    private static BoxPoint point(OutputView output) {
        return new BoxPoint("output " + output.name(), true, output.on());
    }

    /// Hears of changes from now on; to be closed.
    public Watch watch() {
        return new Watch();
    }

    /// Changes, in order. One thread takes them.
    public final class Watch implements AutoCloseable {
        private final BlockingQueue<BoxPoint> moves = new ArrayBlockingQueue<>(InputWatch.MOVES_MAX);
        private final Runnable leave;
        private List<BoxPoint> known = outputPoints();

        private Watch() {
            leave = tap.watch((line, active, _) -> {
                String name = inputs.get(line);
                if (name != null) moves.offer(new BoxPoint(name, false, active));
            });
        }

        /// The changes since the last call.
        public List<BoxPoint> changes() {
            var changes = new ArrayList<BoxPoint>();
            moves.drainTo(changes);
            List<BoxPoint> now = outputPoints();
            for (BoxPoint output : now) if (!known.contains(output)) changes.add(output);
            known = now;
            return changes;
        }

        @Override
        public void close() {
            leave.run();
        }
    }
}
