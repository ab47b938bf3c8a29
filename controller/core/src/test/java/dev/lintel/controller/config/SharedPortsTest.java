package dev.lintel.controller.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.yaml.Checked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedPortsTest {
    @TempDir
    Path folder;

    private Path device;
    private Path link;

    @BeforeEach
    void plugIn() throws IOException {
        device = Files.createFile(folder.resolve("ttyUSB0"));
        link = Files.createSymbolicLink(folder.resolve("usb-adapter"), device);
    }

    private static ControllerConfig config(String text) {
        return switch (ConfigFile.parse("controller.yaml", text)) {
            case Checked.Valid<ControllerConfig>(ControllerConfig config) -> config;
            case Checked.Faulty<ControllerConfig>(var faults) -> throw new AssertionError(faults.toString());
        };
    }

    private static List<String> buses(Path first, Path second) {
        return SharedPorts.faults(config("""
                hardware: board
                buses:
                  rs485-1: {protocol: osdp, port: %s}
                  rs485-2: {protocol: osdp, port: %s}
                channels: []
                """.formatted(first, second)));
    }

    @Test
    void twoNamesOfOneDeviceAreToldWithBoth() {
        assertThat(buses(device, link))
                .singleElement()
                .asString()
                .contains("bus 'rs485-1', " + device)
                .contains("bus 'rs485-2', " + link);
        assertThat(buses(link, device)).hasSize(1);
    }

    @Test
    void twoDevicesAreNoFault() throws IOException {
        Path other = Files.createFile(folder.resolve("ttyUSB1"));
        assertThat(buses(link, other)).isEmpty();
        assertThat(buses(folder.resolve("gone-1"), folder.resolve("gone-2"))).isEmpty();
    }

    @Test
    void aSerialReaderHasItsDeviceAlone() {
        List<String> faults = SharedPorts.faults(config("""
                hardware: board
                buses:
                  rs485-1: {protocol: osdp, port: %s}
                channels:
                  - unit: 4
                    readers:
                      entry: {driver: serial, port: %s, protocol: rdm6300}
                    strike: {line: 17}
                    egress: mechanical
                """.formatted(device, link)));
        assertThat(faults).singleElement().asString().contains("rs485-1", "the entry reader of unit 4, " + link);
    }
}
