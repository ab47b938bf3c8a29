package dev.lintel.controller.control;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.reader.hardware.Simulator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the commands for the simulated doorway check first.
final class SimulatedDoor {
    private SimulatedDoor() {}

    static Simulator simulator(@Nullable Simulator simulator) {
        if (simulator == null) throw new Refused("this process runs on real hardware: there is nothing to simulate");
        return simulator;
    }

    static DoorView door(DoorViews doors, long channelId) {
        DoorView door = doors.of(channelId);
        if (door != null) return door;
        String known =
                doors.all().stream().map(d -> String.valueOf(d.channelId())).collect(Collectors.joining(", "));
        throw new Refused("there is no channel " + channelId + "; the channels here are " + known);
    }
}
