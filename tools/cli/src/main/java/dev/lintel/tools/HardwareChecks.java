package dev.lintel.tools;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Serial ports and GPIO chips, and whether this user may open them.
final class HardwareChecks {
    private static final Path DEV = Path.of("/dev");

    private HardwareChecks() {}

    static List<Finding> all() {
        return List.of(
                devices("gpio", "gpiochip*", "gpio", "no GPIO chip: without one only simulated hardware has strikes"),
                devices(
                        "serial ports",
                        "tty{AMA,USB,ACM,S}[0-9]*",
                        "dialout",
                        "no serial port: no RS-485 bus, no serial reader"));
    }

    private static Finding devices(String check, String glob, String group, String none) {
        var found = new ArrayList<String>();
        var shut = new ArrayList<String>();
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(DEV, glob)) {
            for (Path device : devices) {
                found.add(device.toString());
                if (!Files.isReadable(device) || !Files.isWritable(device)) shut.add(device.toString());
            }
        } catch (IOException e) { // a container without /dev
            return Finding.ok(check, none);
        }
        if (found.isEmpty()) return Finding.ok(check, none);
        found.sort(null);
        if (shut.isEmpty()) return Finding.ok(check, String.join(", ", found));
        return Finding.warn(
                check,
                String.join(", ", shut) + " cannot be opened by this user",
                "add the user to the group " + group + ": sudo usermod -aG " + group + " USER, then sign in again");
    }
}
