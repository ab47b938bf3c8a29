package dev.lintel.reader.serial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortPlaceTest {
    @TempDir
    Path folder;

    @Test
    void aLinkAndItsDeviceAreOnePlace() throws IOException {
        Path device = Files.createFile(folder.toRealPath().resolve("ttyUSB0"));
        Path link = Files.createSymbolicLink(folder.resolve("usb-adapter"), Path.of("ttyUSB0"));
        assertThat(PortPlace.of(link.toString())).isEqualTo(device.toString());
        assertThat(PortPlace.of(device.toString())).isEqualTo(device.toString());
    }

    @Test
    void whatIsNoDeviceNowIsItsOwnName() {
        String gone = folder.resolve("ttyUSB7").toString();
        for (String port : new String[] {gone, "tcp://10.0.0.4:4001", "rs485-1", ".", "/dev/\0"}) {
            assertThat(PortPlace.of(port)).isEqualTo(port);
        }
    }
}
