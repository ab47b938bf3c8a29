package dev.lintel.controller.action;

import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.OutputPoint;
import java.util.ArrayList;
import java.util.List;

/// The named outputs of the box, collected while they are opened. Main thread.
public final class Outputs {
    private final EventLog log;
    private final Time time;
    private final List<OutputLine> lines = new ArrayList<>();

    public Outputs(EventLog log, Time time) {
        this.log = log;
        this.time = time;
    }

    /// `reported`: the log has a fault of the line that is not over.
    public void add(String name, OutputPoint point, boolean reported) {
        lines.add(new OutputLine(name, point, reported, log, time));
    }

    List<OutputLine> lines() {
        return List.copyOf(lines);
    }
}
