package dev.lintel.reader.serial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list of ports, from the kernel's folders as a board has them.
class PresentPortTest {
    @TempDir
    Path folder;

    private Path terminals;
    private Path devices;

    @BeforeEach
    void folders() throws IOException {
        terminals = Files.createDirectories(folder.resolve("sys/class/tty"));
        devices = Files.createDirectories(folder.resolve("dev"));
    }

    private void terminal(String name, String type, String device) throws IOException {
        Path terminal = Files.createDirectories(terminals.resolve(name));
        if (!device.isEmpty()) {
            Path port = Files.createDirectories(folder.resolve("sys/devices").resolve(device));
            Files.createSymbolicLink(terminal.resolve("device"), port);
        }
        if (!type.isEmpty()) Files.writeString(terminal.resolve("type"), type + "\n");
        Files.createFile(devices.resolve(name));
    }

    @Test
    void anAdapterIsNamedByItsLinkAndABoardsPortByItself() throws IOException {
        terminal("ttyUSB0", "", "usb/1-1.2/1-1.2:1.0/ttyUSB0");
        Path adapter = folder.resolve("sys/devices/usb/1-1.2");
        Files.writeString(adapter.resolve("idVendor"), "0403\n");
        Files.writeString(adapter.resolve("idProduct"), "6001\n");
        Files.writeString(adapter.resolve("serial"), "A50285BI\n");
        Path links = Files.createDirectories(devices.resolve("serial/by-id"));
        Path link = Files.createSymbolicLink(links.resolve("usb-FTDI_A50285BI-if00-port0"), Path.of("../../ttyUSB0"));
        terminal("ttyAMA0", "32", "uart/fe201000");
        assertThat(PresentPort.all(terminals, devices))
                .containsExactly(
                        new PresentPort(
                                devices.resolve("ttyAMA0").toString(),
                                devices.resolve("ttyAMA0").toString(),
                                ""),
                        new PresentPort(
                                link.toString(),
                                devices.resolve("ttyUSB0").toString(),
                                "the adapter 0403:6001 with serial number A50285BI"));
    }

    @Test
    void terminalsWithoutADeviceAndAPcsMissingPortsAreNone() throws IOException {
        terminal("tty1", "", "");
        terminal("ttyS0", "4", "serial8250/a");
        terminal("ttyS1", "0", "serial8250/b");
        terminal("ttyS2", "4", "serial8250/c");
        Files.delete(devices.resolve("ttyS2")); // just gone
        assertThat(PresentPort.all(terminals, devices))
                .extracting(PresentPort::path)
                .containsExactly(devices.resolve("ttyS0").toString());
    }

    @Test
    void aSystemWithoutSuchAListHasNone() {
        assertThat(PresentPort.all(folder.resolve("nothing"), devices)).isEmpty();
    }
}
