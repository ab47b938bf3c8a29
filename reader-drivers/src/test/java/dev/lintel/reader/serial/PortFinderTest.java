package dev.lintel.reader.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Adapters come and go as the kernel shows it: folders laid out as `/sys/devices` and `/sys/class/tty` are.
class PortFinderTest {
    @TempDir
    private Path root = Path.of("");

    private Path terminals = Path.of("");
    private Path devices = Path.of("");

    @BeforeEach
    void folders() throws IOException {
        terminals = Files.createDirectories(root.resolve("class"));
        devices = Files.createDirectories(root.resolve("dev"));
    }

    private void plug(String socket, String serial, String name) throws IOException {
        Path adapter = Files.createDirectories(root.resolve("devices").resolve(socket + "-" + name));
        Path place = Files.createDirectories(adapter.resolve(socket));
        Files.writeString(place.resolve("idVendor"), "0403\n");
        Files.writeString(place.resolve("idProduct"), "6001\n");
        if (!serial.isEmpty()) Files.writeString(place.resolve("serial"), serial + "\n");
        Path part = Files.createDirectories(place.resolve(socket + ":1.0"));
        Files.writeString(part.resolve("bInterfaceNumber"), "00\n");
        Path port = Files.createDirectories(part.resolve(name));
        Files.writeString(port.resolve("port_number"), "0\n");
        Path entry = Files.createDirectories(terminals.resolve(name));
        Files.createSymbolicLink(entry.resolve("device"), port);
        Files.writeString(devices.resolve(name), "");
    }

    private void unplug(String name) throws IOException {
        Files.delete(terminals.resolve(name).resolve("device"));
        Files.delete(terminals.resolve(name));
        Files.delete(devices.resolve(name));
    }

    private PortFinder finder(String name) {
        return new PortFinder(() -> devices.resolve(name).toString(), terminals, devices);
    }

    private static void find(PortFinder finder, Path expected) {
        assertThat(finder.find()).isEqualTo(expected);
        finder.opened();
    }

    @Test
    void anAdapterIsFollowedToItsNewName() throws IOException {
        plug("1-1.2", "A9", "ttyUSB0");
        PortFinder finder = finder("ttyUSB0");
        find(finder, devices.resolve("ttyUSB0"));
        unplug("ttyUSB0");
        assertThatThrownBy(finder::find).isInstanceOf(SerialException.class).hasMessageContaining("serial number A9");
        plug("1-1.4", "A9", "ttyUSB7");
        find(finder, devices.resolve("ttyUSB7"));
    }

    @Test
    void adaptersThatHaveChangedNamesAreNotMixedUp() throws IOException {
        plug("1-1.2", "A9", "ttyUSB0");
        plug("1-1.3", "B7", "ttyUSB1");
        PortFinder first = finder("ttyUSB0");
        PortFinder second = finder("ttyUSB1");
        find(first, devices.resolve("ttyUSB0"));
        find(second, devices.resolve("ttyUSB1"));
        unplug("ttyUSB0");
        unplug("ttyUSB1");
        plug("1-1.5", "B7", "ttyUSB0");
        assertThatThrownBy(first::find).isInstanceOf(SerialException.class).hasMessageContaining("another one");
        find(second, devices.resolve("ttyUSB0"));
        plug("1-1.6", "A9", "ttyUSB1");
        find(first, devices.resolve("ttyUSB1"));
    }

    @Test
    void adaptersWithoutSerialNumbersAreToldByTheirSockets() throws IOException {
        plug("1-1.2", "", "ttyUSB0");
        plug("1-1.3", "", "ttyUSB1");
        PortFinder first = finder("ttyUSB0");
        find(first, devices.resolve("ttyUSB0"));
        unplug("ttyUSB0");
        unplug("ttyUSB1");
        plug("1-1.3", "", "ttyUSB0");
        plug("1-1.2", "", "ttyUSB1");
        find(first, devices.resolve("ttyUSB1"));
    }

    @Test
    void adaptersThatAllHaveTheSameSerialNumberAreToldByTheirSockets() throws IOException {
        plug("1-1.2", "0001", "ttyUSB0");
        plug("1-1.3", "0001", "ttyUSB1");
        PortFinder first = finder("ttyUSB0");
        PortFinder second = finder("ttyUSB1");
        for (int i = 0; i < 3; i++) {
            find(first, devices.resolve("ttyUSB0"));
            find(second, devices.resolve("ttyUSB1"));
        }
        unplug("ttyUSB0");
        assertThatThrownBy(first::find).isInstanceOf(SerialException.class);
        find(second, devices.resolve("ttyUSB1"));
        plug("1-1.2", "0001", "ttyUSB5");
        find(first, devices.resolve("ttyUSB5"));
    }

    @Test
    void aSparePartIsTakenAfterAWhile() throws IOException {
        plug("1-1.2", "A9", "ttyUSB0");
        PortFinder finder = finder("ttyUSB0");
        find(finder, devices.resolve("ttyUSB0"));
        unplug("ttyUSB0");
        plug("1-1.2", "C3", "ttyUSB0");
        for (int i = 1; i < PortFinder.WAITS_MAX; i++) {
            assertThatThrownBy(finder::find).isInstanceOf(SerialException.class);
        }
        find(finder, devices.resolve("ttyUSB0"));
        find(finder, devices.resolve("ttyUSB0"));
    }

    @Test
    void aPortThatIsNoneOfUsbIsTheOneOfItsPath() throws IOException {
        Files.writeString(devices.resolve("ttyAMA0"), "");
        Files.createSymbolicLink(devices.resolve("serial0"), devices.resolve("ttyAMA0"));
        PortFinder finder = finder("serial0");
        find(finder, devices.resolve("ttyAMA0"));
        find(finder, devices.resolve("ttyAMA0"));
        Files.delete(devices.resolve("ttyAMA0"));
        assertThatThrownBy(finder::find).isInstanceOf(SerialException.class).hasMessageContaining("not there");
    }
}
