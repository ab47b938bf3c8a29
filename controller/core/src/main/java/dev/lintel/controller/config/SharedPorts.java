package dev.lintel.controller.config;

import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.serial.PortPlace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Ports of one configuration that are one device by two names, such as `/dev/ttyUSB0` and its link in
/// `/dev/serial/by-id`: whoever opens it first has it, and the other line is dead. Which names those are depends
/// on what is plugged in where. So it is a fault of a file that somebody is about to write, and no reason for a
/// box not to start with the one it has.
public final class SharedPorts {
    private SharedPorts() {}

    /// A sentence for each port whose device another has already, as the links are now. The same name twice is a
    /// fault of the file by itself.
    public static List<String> faults(ControllerConfig config) {
        var faults = new ArrayList<String>();
        Map<String, String> places = new LinkedHashMap<>();
        all(config).forEach((what, port) -> {
            String named = what + ", " + port;
            String other = places.putIfAbsent(PortPlace.of(port), named);
            if (other == null) return;
            faults.add("the port of " + named + ", is the same device as that of " + other
                    + ": readers of one wire are on one bus, and two wires need two ports");
        });
        return faults;
    }

    private static Map<String, String> all(ControllerConfig config) {
        Map<String, String> ports = new LinkedHashMap<>();
        new TreeMap<>(config.buses()).forEach((name, bus) -> ports.put("bus '" + name + "'", bus.port()));
        for (ChannelWiring channel : config.channels()) {
            new TreeMap<>(channel.readers()).forEach((side, reader) -> {
                if (!(reader.wiring() instanceof ReaderWiring.Serial serial)) return;
                ports.put("the " + side + " reader of unit " + channel.unit(), serial.port());
            });
        }
        return ports;
    }
}
