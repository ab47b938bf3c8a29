package dev.lintel.controller.config;

import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.reader.serial.TcpAddress;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the keys of a serial reader may hold. Pure.
final class SerialKeys {
    /// What all modules and most desktop readers are delivered with.
    static final int BAUD = 9_600;

    static final int BAUD_MAX = 115_200;

    /// How often a card's frame must come to count.
    static final Map<String, Boolean> CONFIRM = Map.of("once", false, "twice", true);

    private static final Set<Integer> BAUDS = Set.of(1_200, 2_400, 4_800, BAUD, 19_200, 38_400, 57_600, BAUD_MAX);

    private SerialKeys() {}

    /// Null when readers have this speed.
    static @Nullable String baudFault(int baud) {
        if (BAUDS.contains(baud)) return null;
        String known = new TreeSet<>(BAUDS).stream().map(String::valueOf).collect(Collectors.joining(", "));
        return "must be one of " + known + ", not " + baud;
    }

    /// Null when such hardware can open this port.
    static @Nullable String portFault(String port, HardwareKind hardware) {
        if (TcpAddress.isMeant(port)) {
            try {
                TcpAddress.of(port);
                return null;
            } catch (IllegalArgumentException e) {
                return port + " " + e.getMessage();
            }
        }
        if (hardware != HardwareKind.BOARD || port.startsWith("/")) return null;
        return "must be the path of a serial device, such as /dev/ttyUSB0, or tcp://host:port, not '" + port + "'";
    }
}
