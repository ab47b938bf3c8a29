package dev.lintel.reader.serial;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A serial port that this machine has now, for an installer to choose from.
///
/// @param path what to configure: its link in `/dev/serial/by-id`, which names the adapter wherever it is plugged in,
///     or the device where there is no such link
/// @param device such as `/dev/ttyUSB0`
/// @param adapter what an adapter on USB says of itself; empty for a port of the board's own
public record PresentPort(String path, String device, String adapter) {
    /// The list of all terminals has some hundreds; more is no list of a board.
    private static final int TERMINALS_MAX = 4_096;

    /// All of them, by device.
    public static List<PresentPort> all() {
        return all(Path.of("/sys/class/tty"), Path.of("/dev"));
    }

    /// With the kernel's folders somewhere else.
    static List<PresentPort> all(Path terminals, Path devices) {
        Map<Path, Path> links = links(devices.resolve("serial/by-id"));
        var ports = new ArrayList<PresentPort>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(terminals)) {
            int left = TERMINALS_MAX;
            for (Path name : names) {
                if (left-- == 0) break;
                Path device = devices.resolve(String.valueOf(name.getFileName()));
                if (!isPort(name) || !Files.exists(device)) continue;
                UsbAdapter adapter = UsbAdapter.of(terminals, String.valueOf(name.getFileName()));
                Path link = links.get(real(device));
                String path = String.valueOf(link == null ? device : link);
                ports.add(new PresentPort(path, device.toString(), adapter == null ? "" : adapter.words()));
            }
        } catch (IOException e) {
            return ports; // no such list on this system
        }
        ports.sort(Comparator.comparing(PresentPort::device));
        return ports;
    }

    /// A port has a device behind it. The kernel names four of a PC's, whether there are any: those that are not there
    /// have type 0.
    private static boolean isPort(Path terminal) throws IOException {
        if (!Files.exists(terminal.resolve("device"))) return false;
        Path type = terminal.resolve("type");
        return !Files.isReadable(type) || !Files.readString(type).strip().equals("0");
    }

    private static Map<Path, Path> links(Path folder) {
        Map<Path, Path> links = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path link : all) {
                Path device = real(link);
                if (device != null) links.put(device, link);
            }
        } catch (IOException e) {
            return links; // no adapter is plugged in
        }
        return links;
    }

    private static @Nullable Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return null; // just unplugged
        }
    }
}
