package dev.lintel.controller.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.readers.Makeup.Board;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoardFactsTest {
    @TempDir
    Path system;

    @BeforeEach
    void boardWithThreeInterfaces() throws IOException {
        face("lo", 1, "00:00:00:00:00:00", false);
        face("docker0", 2, "02:42:00:00:00:01", false);
        face("wlan0", 4, "b8:27:eb:00:00:04", true);
        face("eth0", 3, "b8:27:eb:00:00:03", true);
        Path tree = Files.createDirectories(system.resolve("firmware/devicetree/base"));
        Files.writeString(tree.resolve("serial-number"), "10000000a1b2c3d4\0");
    }

    private void face(String name, int index, String address, boolean device) throws IOException {
        Path folder = Files.createDirectories(system.resolve("class/net").resolve(name));
        Files.writeString(folder.resolve("ifindex"), index + "\n");
        Files.writeString(folder.resolve("address"), address + "\n");
        if (device) Files.createDirectories(folder.resolve("device"));
    }

    private Board read() {
        return new BoardFacts(system).read("1.0");
    }

    @Test
    void theFirstInterfaceThatIsADeviceAndTheBoardsOwnNumber() {
        assertThat(read()).isEqualTo(new Board("1.0", "b8:27:eb:00:00:03", "10000000a1b2c3d4"));
    }

    @Test
    void aContainersOnlyInterfaceIsNoDevice() throws IOException {
        Files.delete(system.resolve("class/net/eth0/device"));
        Files.delete(system.resolve("class/net/wlan0/device"));
        assertThat(read().mac()).isEqualTo("02:42:00:00:00:01");
    }

    @Test
    void anAddressOfAnotherKindIsNone() throws IOException {
        String infiniband = "80:00:00:48:fe:80:00:00:00:00:00:00:00:02:c9:03:00:00:00:01";
        Files.writeString(system.resolve("class/net/eth0/address"), infiniband);
        assertThat(read().mac()).isEqualTo("b8:27:eb:00:00:04");
    }

    @Test
    void whatIsNotThereIsEmpty() {
        assertThat(new BoardFacts(system.resolve("none")).read("1.0")).isEqualTo(new Board("1.0", "", ""));
    }

    @Test
    void aNumberThatIsNoneIsEmpty() throws IOException {
        Files.writeString(system.resolve("firmware/devicetree/base/serial-number"), "9".repeat(300));
        assertThat(read().serial()).isEmpty();
    }
}
