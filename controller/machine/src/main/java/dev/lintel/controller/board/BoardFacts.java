package dev.lintel.controller.board;

import dev.lintel.controller.readers.Makeup.Board;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// What Linux tells of the board. Reads small files; what cannot be read is empty: nothing depends on it.
///
/// @param system `/sys` and its like, or a test's copy
record BoardFacts(Path system) {
    /// Six bytes; Infiniband's twenty are none.
    private static final Pattern MAC = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");

    private static final String NO_MAC = "00:00:00:00:00:00";
    /// As long as a text of the API's may be; a board's number is a tenth of it.
    private static final int SERIAL_MAX = 255;

    private record Interface(int index, Path folder) {}

    /// @param version of this program
    Board read(String version) {
        return new Board(version, mac(), serial());
    }

    /// Of the interface with the lowest number that is a device; of any other when none is, as in a container.
    private String mac() {
        String any = "";
        for (Interface one : interfaces()) {
            String mac = text(one.folder.resolve("address"));
            if (!MAC.matcher(mac).matches() || mac.equals(NO_MAC)) continue;
            if (Files.exists(one.folder.resolve("device"))) return mac;
            if (any.isEmpty()) any = mac;
        }
        return any;
    }

    private List<Interface> interfaces() {
        var found = new ArrayList<Interface>();
        try (var folders = Files.newDirectoryStream(system.resolve("class/net"))) {
            for (Path folder : folders) found.add(new Interface(number(text(folder.resolve("ifindex"))), folder));
        } catch (IOException e) {
            return List.of(); // no Linux, or no right to look
        }
        found.sort(Comparator.comparingInt(Interface::index));
        return found;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE; // after those that have one
        }
    }

    /// As the boot firmware wrote it into the device tree, ending in a zero byte. PCs tell it to root only.
    private String serial() {
        String serial = text(system.resolve("firmware/devicetree/base/serial-number"));
        return serial.length() > SERIAL_MAX ? "" : serial;
    }

    /// Without what is no text around it.
    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII)
                    .replace("\0", "")
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }
}
