package dev.lintel.controller;

import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.commission.BoxBoard;
import dev.lintel.controller.commission.InputBoard;
import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.commission.LearnDesk;
import dev.lintel.controller.commission.LineDesk;
import dev.lintel.controller.commission.Lines;
import dev.lintel.controller.commission.PointTap;
import dev.lintel.controller.commission.WireDesk;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.config.RunException;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wiring.ReaderDrivers;
import dev.lintel.controller.wiring.ReaderKeys;
import dev.lintel.reader.board.BoardProvider;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwareProvider;
import dev.lintel.reader.serial.PresentPort;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/// What an installer does on this box's wires, put together: first the chip that its doors are wired through, and once
/// they work what can be asked of them. Main thread.
final class BoxWires {
    private final ControllerConfig config;
    private final Hardware hardware;
    private final KeyFiles keys;
    private final Time time;
    private final PointTap tap;

    BoxWires(ControllerConfig config, Hardware hardware, KeyFiles keys, Time time) {
        this.config = config;
        this.hardware = hardware;
        this.keys = keys;
        this.time = time;
        this.tap = new PointTap(hardware.gpio());
    }

    /// For the doors; the readers' lines are no business of others.
    GpioChip gpio() {
        return tap;
    }

    /// To be closed before `drivers`.
    WireDesk open(ReaderDrivers drivers, DoorViews doors, Lane lane, Database database, OutputDesk outputs) {
        var lines = new Lines(config, hardware::serialPort, drivers.lentBuses(), PresentPort::all);
        return new WireDesk(
                new LineDesk(lines, keys, database.events(), time),
                new LearnDesk(new LearnDesk.Parts(drivers::source, config.formats(), this::chip, time)),
                new InputBoard(config, doors, tap, time),
                new DoorOrders(lane, database::awaitDisk, time),
                outputs,
                new BoxBoard(config, tap, outputs));
    }

    /// The kernel hands out lines one by one: those that no door has are free.
    private Hardware chip(String path) {
        if (config.hardware() != HardwareKind.BOARD) {
            throw new HardwareException("simulated hardware has no other lines than those that are wired", null);
        }
        return new BoardProvider().open(new HardwarePlan(path, Map.of(), List.of()), time::nowNs);
    }

    /// Opens the hardware that the configuration names. Throws [RunException].
    static Hardware openHardware(ControllerConfig config, ReaderKeys keys, Time time) {
        String wanted = config.hardware().word();
        for (HardwareProvider provider : ServiceLoader.load(HardwareProvider.class)) {
            if (provider.name().equals(wanted)) return provider.open(config.toPlan(keys.byName()), time::nowNs);
        }
        throw RunException.ofWiring(List.of("hardware: " + wanted + " is not supported by this installation"));
    }
}
