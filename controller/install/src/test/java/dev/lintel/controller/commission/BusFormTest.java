package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.MovedTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lines of OSDP readers, as they are written and taken away.
class BusFormTest {
    private static final String BY = "ines@example.com";

    @TempDir
    Path temporary;

    private final MovedTime time = new MovedTime();
    private DataFolder folder;
    private Database database;
    private CommissionRig rig;

    @BeforeEach
    void open() {
        folder = DataFolder.open(temporary.resolve("data"));
        database = TestDatabase.open(folder, time);
        rig = CommissionRig.begun(folder.path(), database, time);
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private DoorSheet door(int unit) {
        return Objects.requireNonNull(rig.commissioning().door(unit));
    }

    /// What the page offers for a USB adapter is its link; the wiring may have its device.
    @Test
    void aLineIsTheSameByEachOfItsNames() throws IOException {
        Path device = Files.createFile(temporary.resolve("ttyUSB0"));
        String link = Files.createSymbolicLink(temporary.resolve("usb-adapter"), device)
                .toString();
        Commissioning desk = rig.commissioning();
        desk.saveBus("rs485-2", device.toString(), 9_600, BY);
        String stands = desk.text();
        assertThat(desk.busOn(link, 9_600, BY)).isEqualTo("rs485-2");
        assertThatThrownBy(() -> desk.busOn(link, 19_200, BY)).hasMessageContaining("rs485-2 is at 9600 baud");
        assertThatThrownBy(() -> desk.saveBus("rs485-3", link, 9_600, BY))
                .hasMessageContaining("bus 'rs485-2', " + device)
                .hasMessageContaining("bus 'rs485-3', " + link);
        assertThat(desk.text()).isEqualTo(stands);
    }

    /// Links may come to be one while the box runs: that keeps it from nothing else.
    @Test
    void aDeviceThatHadTwoNamesBeforeIsNoFaultOfAChange() throws IOException {
        Path device = Files.createFile(temporary.resolve("ttyUSB0"));
        Path link = temporary.resolve("usb-adapter");
        rig.commissioning().saveBus("rs485-2", device.toString(), 9_600, BY);
        rig.commissioning().saveBus("rs485-3", link.toString(), 9_600, BY);
        Files.createSymbolicLink(link, device);
        assertThat(rig.commissioning().faults()).singleElement().asString().contains("rs485-2", "rs485-3");
        rig.restart();
        assertThat(rig.commissioning().faults()).isEmpty();
        rig.commissioning().removeDoor(2, BY);
        assertThat(door(2).wired()).isFalse();
    }

    /// As many hand-written files have them.
    @Test
    void linesThatAreWrittenOnOneLineAreToBeChangedByHand() {
        Commissioning desk = rig.commissioning();
        String text =
                "hardware: board\nbuses: {rs485-1: {protocol: osdp, port: \"tcp://127.0.0.1:4001\"}}\nchannels: []\n";
        desk.text(text, desk.seen(), BY);
        assertThatThrownBy(() -> desk.busRemoval("rs485-1"))
                .isInstanceOf(CommissionException.class)
                .hasMessageContaining("change it by hand");
        assertThat(desk.text()).isEqualTo(text);
    }

    @Test
    void aLineWithoutReadersIsTakenAwayAndAnyOtherIsNot() {
        Commissioning desk = rig.commissioning();
        desk.saveBus("rs485-2", "tcp://127.0.0.1:4001", 9_600, BY);
        assertThat(desk.isSpare("rs485-1")).isFalse();
        assertThat(desk.isSpare("rs485-2")).isTrue();
        assertThat(desk.freeBus()).isEqualTo("rs485-3");
        assertThat(desk.busRemoval("rs485-2")).containsExactly("The port of rs485-2 is free from the next start on.");
        desk.removeBus("rs485-2", BY);
        assertThat(desk.buses()).containsOnlyKeys("rs485-1");
        assertThatThrownBy(() -> desk.removeBus("rs485-2", BY)).hasMessage("there is no bus rs485-2");
        String used = "rs485-1 has the entry reader of unit 1: give it another line first";
        assertThatThrownBy(() -> desk.busRemoval("rs485-1")).hasMessage(used);
        assertThatThrownBy(() -> desk.removeBus("rs485-1", BY)).hasMessage(used);
        desk.removeDoor(1, BY);
        desk.removeBus("rs485-1", BY);
        assertThat(desk.text()).contains("buses: {}", "unit: 2");
        rig.restart();
        assertThat(rig.commissioning().buses()).isEmpty();
        assertThat(door(2).running()).isTrue();
    }

    @Test
    void aReaderOfAnotherSpeedIsNotPutOnALine() {
        Commissioning desk = rig.commissioning();
        assertThat(desk.busOn("rs485-1", 115_200, BY)).isEqualTo("rs485-1");
        assertThatThrownBy(() -> desk.busOn("rs485-1", 9_600, BY))
                .hasMessageContaining("115200 baud")
                .hasMessageContaining("Readers on a line, Give a reader another address");
        assertThat(desk.busOn("tcp://127.0.0.1:4001", 9_600, BY)).isEqualTo("rs485-2");
    }

    @Test
    void aBusIsWrittenAndAWrongOneRefused() {
        Commissioning desk = rig.commissioning();
        desk.saveBus("rs485-2", "tcp://127.0.0.1:4001", 9_600, BY);
        assertThat(desk.buses()).containsKeys("rs485-1", "rs485-2");
        assertThatThrownBy(() -> desk.saveBus("rs485-3", "other", 1_234, BY)).hasMessageContaining("baud");
        assertThatThrownBy(() -> desk.saveBus("Grey cable", "other", 9_600, BY))
                .isInstanceOf(CommissionException.class);
    }
}
