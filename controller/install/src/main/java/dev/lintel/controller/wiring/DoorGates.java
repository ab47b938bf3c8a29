package dev.lintel.controller.wiring;

import dev.lintel.controller.access.Gate;
import dev.lintel.controller.access.Gates;
import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ChannelWiring.Egress;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Interlock;
import org.jspecify.annotations.Nullable;

/// Doors as decisions see them: the door lane's pictures, and from `controller.yaml` whether leaving depends on the
/// box. Any thread; never waits.
final class DoorGates implements Gates {
    private final ControllerConfig config;
    private final DoorViews doors;

    DoorGates(ControllerConfig config, DoorViews doors) {
        this.config = config;
        this.doors = doors;
    }

    @Override
    public @Nullable String unlockedBy(long channelId) {
        DoorView door = doors.of(channelId);
        return door == null ? null : door.standing().unlockedBy();
    }

    @Override
    public boolean interlocked(long channelId, String side) {
        DoorView door = doors.of(channelId);
        return door != null && Interlock.holds(door, side, doors.all());
    }

    @Override
    public Floor floor(long floorId, boolean responder) {
        DoorView floor = doors.of(floorId);
        if (floor == null) return Floor.NONE;
        return floor.cardLockdown() && !responder ? Floor.LOCKED_DOWN : Floor.REACHED;
    }

    @Override
    public Gate at(long channelId, String side) {
        DoorView door = doors.of(channelId);
        if (door == null) return Gate.PLAIN;
        ChannelWiring wiring = config.channel(door.unit());
        boolean egressByBox = wiring != null && wiring.egress() == Egress.CONTROLLER;
        // A housing that is open may have its reader's wires bare: what comes over them is nobody's card.
        boolean tampered = door.tampered(side) || door.tampered(DoorView.DOOR);
        boolean reader = door.readersOnline().containsKey(side);
        boolean unlocked = door.standing().unlockedBy() != null;
        return new Gate(door.cardLockdown(), tampered, egressByBox, reader, door.mode(), unlocked);
    }
}
