package dev.lintel.controller.commission;

import dev.lintel.controller.config.ChannelWiring;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.reader.hardware.HardwareException;
import dev.lintel.reader.hardware.HardwarePlan.Bus;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.serial.PortPlace;
import dev.lintel.reader.serial.PresentPort;
import dev.lintel.reader.serial.TcpAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Which serial ports there are, and what of the wiring has them. Any thread.
public final class Lines {
    private final ControllerConfig config;
    private final UnaryOperator<String> hardware;
    private final Map<String, ? extends LentBus> buses;
    private final Supplier<List<PresentPort>> present;

    /// `hardware` is [dev.lintel.reader.hardware.Hardware#serialPort]; `buses` those that run, by name.
    public Lines(
            ControllerConfig config,
            UnaryOperator<String> hardware,
            Map<String, ? extends LentBus> buses,
            Supplier<List<PresentPort>> present) {
        this.config = config;
        this.hardware = hardware;
        this.buses = Map.copyOf(buses);
        this.present = present;
    }

    /// A line that work may be done on.
    ///
    /// @param port as it was asked for
    /// @param path what leads there now: a device, or an address
    /// @param place the device itself, by which two lines are told apart
    /// @param bus null where no bus of the wiring has it
    /// @param baud that bus's speed; null where there is none
    /// @param readers the wired readers by address
    record Line(
            String port,
            Supplier<String> path,
            String place,
            @Nullable String busName,
            @Nullable LentBus bus,
            @Nullable Integer baud,
            Map<Integer, Wired> readers) {
        boolean network() {
            return TcpAddress.isMeant(place);
        }

        /// The key of the reader that is wired there, or null.
        @Nullable
        String keyOf(int address) {
            Wired wired = readers.get(address);
            return wired == null ? null : wired.key();
        }
    }

    /// A reader of a door on a bus.
    ///
    /// @param words which one it is: `unit 1's entry reader`
    /// @param key its key's name; null for a plain one
    record Wired(String words, @Nullable String key) {}

    /// The line that `port` means: a device, an address, or a port of the wiring. Throws [CommissionException] in words
    /// when there is none, or when it is a serial reader's.
    Line line(String port) {
        String place = place(port);
        for (ChannelWiring channel : config.channels()) {
            channel.readers().forEach((side, reader) -> {
                if (reader.wiring() instanceof ReaderWiring.Serial serial
                        && place(serial.port()).equals(place)) {
                    throw new CommissionException(port + " is the port of " + words(channel, side));
                }
            });
        }
        for (Map.Entry<String, Bus> bus : new TreeMap<>(config.buses()).entrySet()) {
            String configured = bus.getValue().port();
            if (!place(configured).equals(place)) continue;
            String name = bus.getKey();
            int baud = bus.getValue().baud();
            return new Line(port, () -> path(configured), place, name, buses.get(name), baud, readers(name));
        }
        if (!TcpAddress.isMeant(place) && !place.startsWith("/")) {
            throw new CommissionException(
                    "there is no port " + port + ": it is a path such as /dev/ttyUSB0," + " or tcp://HOST:PORT");
        }
        return new Line(port, () -> path(port), place, null, null, null, Map.of());
    }

    /// All that the machine has and all that the wiring names.
    List<LinePort> ports() {
        var ports = new ArrayList<LinePort>();
        Set<String> told = new HashSet<>();
        if (config.hardware() == HardwareKind.BOARD) {
            for (PresentPort port : present.get()) {
                String place = place(port.path());
                told.add(place);
                ports.add(port(port.path(), place, port.device(), port.adapter()));
            }
        }
        for (String port : configured()) {
            String place = place(port);
            if (told.add(place)) ports.add(port(port, place, path(port), ""));
        }
        return ports;
    }

    /// The wiring's own of that place; null where it has none.
    @Nullable
    LinePort port(String asked) {
        String place = place(asked);
        for (String port : configured()) {
            if (place(port).equals(place)) return port(port, place, path(port), "");
        }
        return null;
    }

    private LinePort port(String port, String place, String device, String about) {
        String busName = null;
        Integer baud = null;
        for (Map.Entry<String, Bus> bus : config.buses().entrySet()) {
            if (!place(bus.getValue().port()).equals(place)) continue;
            busName = bus.getKey();
            baud = bus.getValue().baud();
        }
        boolean there = TcpAddress.isMeant(place) || exists(place);
        return new LinePort(port, device, about, busName, baud, serialReader(place), there);
    }

    private List<String> configured() {
        var all = new ArrayList<String>();
        for (Bus bus : new TreeMap<>(config.buses()).values()) all.add(bus.port());
        for (ChannelWiring channel : config.channels()) {
            channel.readers().forEach((_, reader) -> {
                if (reader.wiring() instanceof ReaderWiring.Serial serial) all.add(serial.port());
            });
        }
        return all;
    }

    private @Nullable String serialReader(String place) {
        for (ChannelWiring channel : config.channels()) {
            for (var reader : new TreeMap<>(channel.readers()).entrySet()) {
                if (reader.getValue().wiring() instanceof ReaderWiring.Serial serial
                        && place(serial.port()).equals(place)) return words(channel, reader.getKey());
            }
        }
        return null;
    }

    private Map<Integer, Wired> readers(String bus) {
        Map<Integer, Wired> readers = new TreeMap<>();
        for (ChannelWiring channel : config.channels()) {
            channel.readers().forEach((side, reader) -> {
                if (reader.wiring() instanceof ReaderWiring.Osdp osdp
                        && osdp.bus().equals(bus)) {
                    readers.put(osdp.address(), new Wired(words(channel, side), osdp.key()));
                }
            });
        }
        return readers;
    }

    private static String words(ChannelWiring channel, String side) {
        return "unit " + channel.unit() + "'s " + side + " reader";
    }

    /// What leads there now; as it is where the hardware knows no such name.
    private String path(String port) {
        try {
            return hardware.apply(port);
        } catch (HardwareException e) { // simulated, and not wired: a device of this machine
            return port;
        }
    }

    /// One name for each device, whatever links lead to it.
    private String place(String port) {
        return PortPlace.of(path(port));
    }

    private static boolean exists(String place) {
        try {
            return Files.exists(Path.of(place));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
