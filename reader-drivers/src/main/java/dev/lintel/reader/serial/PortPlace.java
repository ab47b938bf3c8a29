package dev.lintel.reader.serial;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// One name for each serial device, whatever links lead to it. Any thread.
public final class PortPlace {
    private PortPlace() {}

    /// The device behind a path as the links are now; `port` itself where it is not there, and for any other name.
    public static String of(String port) {
        if (!port.startsWith("/")) return port;
        try {
            return Path.of(port).toRealPath().toString();
        } catch (IOException | InvalidPathException e) { // not plugged in now
            return port;
        }
    }
}
