package dev.lintel.reader.serial;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A serial port on USB, told from others by what it says of itself: kernels number such ports anew at each plugging
/// in.
///
/// ```
///   /sys/class/tty/ttyUSB0/device -> /sys/devices/.../1-1.2/1-1.2:1.0/ttyUSB0   (or 1-1.2:1.0 for ttyACM0)
///                                                     |      |        '- port_number: several ports an interface
///                                                     |      '- bInterfaceNumber: several interfaces an adapter
///                                                     '- idVendor idProduct serial; its name is the socket
/// ```
///
/// @param kind vendor and product
/// @param serial the serial number; empty for adapters that have none
/// @param part which of the adapter's ports
/// @param socket where it is plugged in
/// @param device the port's name, such as `ttyUSB0`
record UsbAdapter(String kind, String serial, String part, String socket, String device) {
    /// A few ports are more than any board has on USB; the list of all terminals has some hundreds.
    private static final int TERMINALS_MAX = 4_096;

    /// How many folders the adapter's own is above the port's.
    private static final int STEPS_MAX = 4;

    /// Whether the other is the same adapter's same port: by serial number, or, without one, by the socket.
    boolean is(UsbAdapter other) {
        boolean alike = kind.equals(other.kind) && part.equals(other.part) && serial.equals(other.serial);
        return alike && (!serial.isEmpty() || socket.equals(other.socket));
    }

    /// In words for the installer.
    String words() {
        return "the adapter " + kind
                + (serial.isEmpty() ? " in USB socket " + socket : " with serial number " + serial);
    }

    /// The adapter behind a port of this name, or null where it is none of USB. `terminals` is `/sys/class/tty`.
    static @Nullable UsbAdapter of(Path terminals, String device) {
        try {
            Path port = terminals.resolve(device).resolve("device").toRealPath();
            String part = text(port.resolve("port_number"));
            Path folder = port;
            for (int i = 0; i < STEPS_MAX && folder != null; i++) {
                if (Files.exists(folder.resolve("idVendor"))) {
                    String kind = text(folder.resolve("idVendor")) + ":" + text(folder.resolve("idProduct"));
                    String socket = String.valueOf(folder.getFileName());
                    return new UsbAdapter(kind, text(folder.resolve("serial")), part, socket, device);
                }
                part = part + "/" + text(folder.resolve("bInterfaceNumber"));
                folder = folder.getParent();
            }
            return null;
        } catch (IOException e) {
            return null; // no device behind it: a terminal of another kind, or just unplugged
        }
    }

    /// All of them that are plugged in now.
    static List<UsbAdapter> all(Path terminals) {
        var found = new ArrayList<UsbAdapter>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(terminals)) {
            int left = TERMINALS_MAX;
            for (Path name : names) {
                if (left-- == 0) break;
                UsbAdapter adapter = of(terminals, String.valueOf(name.getFileName()));
                if (adapter != null) found.add(adapter);
            }
        } catch (IOException e) {
            return found; // no such list on this system: then nothing comes back under another name
        }
        return found;
    }

    private static String text(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file).strip() : "";
    }
}
