package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.commission.WorkState.Moved;
import dev.lintel.controller.commission.WorkState.Stage;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.osdp.ReaderMove;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Readers are given other addresses over a pseudo terminal, on a line of a bus that runs and on one that is free.
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class LineMoveTest {
    private static final String KEY = "8f14e45fceea167a5a36dedd4bea2543";

    @TempDir
    Path folder;

    private LineRig rig;

    @BeforeEach
    void start() {
        rig = new LineRig(folder);
    }

    @AfterEach
    void end() {
        rig.close();
    }

    private static MoveOrder order(int from, int to) {
        return order(from, to, 9_600, null, null);
    }

    private static MoveOrder order(int from, int to, int toBaud, @Nullable Scbk key, @Nullable String name) {
        return new MoveOrder(new ReaderMove.Order(from, 9_600, to, toBaud, key), name, false);
    }

    private static MoveOrder confirmed(MoveOrder order) {
        return new MoveOrder(order.where(), order.keyName(), true);
    }

    private void keepKey(String name) throws IOException {
        KeyFiles.of(folder).write(name, KEY.getBytes(StandardCharsets.US_ASCII));
    }

    private Map<String, Object> told() {
        assertThat(rig.log.drafts()).hasSize(1);
        return rig.log.drafts().getFirst().additional();
    }

    private static void awaitDoing(LineWork work, String doing) throws InterruptedException {
        while (!work.state().doing().equals(doing)) {
            assertThat(work.await(Duration.ofMillis(20))).as("%s", work.state()).isFalse();
        }
    }

    @Test
    void aReaderOnAFreeLineGetsAnotherAddressAndSpeed() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0, 4);
        WorkState end = LineRig.ended(rig.beside().move(at.port(), order(0, 3, 115_200, null, null), "ada"));
        assertThat(end.stage()).as(end.doing()).isEqualTo(Stage.DONE);
        assertThat(end.moved()).isEqualTo(new Moved(3, 115_200, ""));
        assertThat(end.doing()).isEqualTo("the reader answers at address 3, 115200 baud");
        assertThat(at.state(0)).containsEntry("address", 3).containsEntry("baud", 115_200);
        assertThat(at.state(4)).containsEntry("address", 4);
        assertThat(told())
                .containsEntry("action", "osdp move")
                .containsEntry("port", at.port())
                .containsEntry("old", "address 0, 9600 baud")
                .containsEntry("new", "address 3, 115200 baud")
                .containsEntry("by", "ada")
                .doesNotContainKey("found");
    }

    @Test
    void aBusLendsItsLineAndItsOtherReaderReadsAfterwards() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0, 5);
        LineDesk lines = rig.besideABus(at, "address: 0");
        rig.awaitOnline();
        LineWork work = lines.move(at.port(), order(5, 6), "ada");
        assertThatThrownBy(() -> lines.scan(at.port(), List.of(), true, "ben"))
                .hasMessageContaining("ada gives a reader another address on " + at.port());
        WorkState end = LineRig.ended(work);
        assertThat(end.stage()).as(end.doing()).isEqualTo(Stage.DONE);
        assertThat(end.bus()).isEqualTo("front");
        assertThat(at.state(5)).containsEntry("address", 6);
        rig.awaitCard(at);
        assertThat(rig.bus().statistics().openings()).isEqualTo(2);
    }

    @Test
    void aSpeedThatTheBusDoesNotHaveIsToldOf() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0, 5);
        LineDesk lines = rig.besideABus(at, "address: 0");
        WorkState end = LineRig.ended(lines.move(at.port(), order(5, 5, 115_200, null, null), "ada"));
        assertThat(end.stage()).as(end.doing()).isEqualTo(Stage.DONE);
        assertThat(end.doing()).endsWith("; front is at 9600 baud and does not hear it there");
    }

    @Test
    void anAddressThatAReaderHasIsRefused() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0, 5);
        LineDesk lines = rig.besideABus(at, "address: 0");
        rig.awaitOnline();
        assertThatThrownBy(() -> lines.move(at.port(), order(5, 0), "ada"))
                .as("a door's address, whoever is there")
                .hasMessageContaining("address 0 on front is unit 1's entry reader: whatever is presented");
        WorkState end = LineRig.ended(lines.move(at.port(), confirmed(order(5, 0)), "ada"));
        assertThat(end.stage()).isEqualTo(Stage.FAILED);
        assertThat(end.doing()).isEqualTo("a reader answers at address 0, 9600 baud already; nothing was changed");
        assertThat(end.moved()).isNull();
        assertThat(at.state(5)).containsEntry("address", 5);
        assertThat(told()).containsEntry("found", end.doing()).containsEntry("new", "address 0, 9600 baud");
        rig.awaitCard(at);
    }

    @Test
    void nobodyIsThereAndTheBusReadsOn() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0);
        LineDesk lines = rig.besideABus(at, "address: 0");
        rig.awaitOnline();
        WorkState end = LineRig.ended(lines.move(at.port(), order(9, 3), "ada"));
        assertThat(end.stage()).isEqualTo(Stage.FAILED);
        assertThat(end.doing())
                .contains("no reader is online at address 9", "look for readers on the line", "nothing was changed");
        rig.awaitCard(at);
    }

    @Test
    void aReaderThatWantsASessionSaysSoAndMovesUnderTheKeyOfNewReaders() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of("install-mode", "comset-in-session"), 0);
        LineDesk lines = rig.beside();
        WorkState end = LineRig.ended(lines.move(at.port(), order(0, 3), "ada"));
        assertThat(end.stage()).isEqualTo(Stage.FAILED);
        assertThat(end.doing())
                .contains("the reader stays where it is", "only in a secure session, or in install mode");
        assertThat(at.state(0)).containsEntry("address", 0);
        end = LineRig.ended(lines.move(at.port(), order(0, 3, 9_600, Scbk.standard(), null), "ada"));
        assertThat(end.stage()).as(end.doing()).isEqualTo(Stage.DONE);
        assertThat(at.state(0)).containsEntry("address", 3);
    }

    @Test
    void aReaderOfADoorMovesOnlyWhenThatIsConfirmedAndTheWordsSayWhatIsToBeDone() throws Exception {
        PdSimulator at = rig.readers(Scbk.ofHex(KEY), Set.of(), 0);
        keepKey("reader-0");
        LineDesk lines = rig.desk(at.port(), "address: 0, key: secret:reader-0", Map.of());
        assertThatThrownBy(() -> lines.move(at.port(), order(0, 3), "ada"))
                .isInstanceOf(CommissionException.class)
                .hasMessageContaining("address 0 on front is unit 1's entry reader: its door is without it")
                .hasMessageContaining("until the wiring names address 3 there");
        assertThat(lines.works()).isEmpty();
        assertThat(at.state(0)).containsEntry("address", 0);
        WorkState end = LineRig.ended(lines.move(at.port(), confirmed(order(0, 3)), "ada"));
        assertThat(end.stage()).as(end.doing()).isEqualTo(Stage.DONE);
        assertThat(at.state(0)).containsEntry("address", 3);
        assertThat(end.doing()).contains("name address 3 at unit 1's entry reader (page Doors, or controller.yaml)");
        assertThat(Objects.requireNonNull(end.moved()).key()).isEqualTo("reader-0");
        assertThat(end.notes()).isEmpty();
        assertThat(end.toString() + told()).doesNotContain(KEY);
    }

    @Test
    void aNewReaderInThePlaceOfADoorsIsSpokenToInTheClear() throws Exception {
        PdSimulator at = rig.readers(null, Set.of(), 0);
        keepKey("reader-0");
        LineDesk lines = rig.desk(at.port(), "address: 0, key: secret:reader-0", Map.of());
        WorkState end = LineRig.ended(lines.move(at.port(), confirmed(order(0, 3)), "ada"));
        assertThat(end.stage()).as(end.doing()).isEqualTo(Stage.DONE);
        assertThat(end.notes()).singleElement().asString().contains("it is spoken to in the clear");
    }

    @Test
    void theAddressThatAWiredReaderIsToHaveIsSaidToBeIts() throws Exception {
        PdSimulator at = rig.readers(Scbk.ofHex(KEY), Set.of(), 0);
        keepKey("gate-entry");
        LineDesk lines = rig.desk(at.port(), "address: 3, key: secret:gate-entry", Map.of());
        WorkState end = LineRig.ended(lines.move(at.port(), order(0, 3, 9_600, null, "gate-entry"), "ada"));
        assertThat(end.stage()).as(end.doing()).isEqualTo(Stage.DONE);
        assertThat(end.doing())
                .contains("the box speaks to it as unit 1's entry reader, under the key of")
                .contains("keys/gate-entry");
    }

    @Test
    void aMoveThatIsCancelledGivesTheLineBackAndSaysWhereTheReaderMayBe() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0, 5);
        LineDesk lines = rig.besideABus(at, "address: 0");
        rig.awaitOnline();
        LineWork before = lines.move(at.port(), order(9, 3), "ada");
        awaitDoing(before, ReaderMove.Step.WAITING.words());
        before.cancel();
        assertThat(LineRig.ended(before).stage()).isEqualTo(Stage.CANCELLED);
        assertThat(before.state().doing()).isEqualTo("cancelled");
        rig.awaitCard(at);

        rig.onPd.set(event -> {
            if (event.event().equals("comset")) at.fault(5, "cable-pulled", true);
        });
        LineWork after = lines.move(at.port(), order(5, 6), "ada");
        awaitDoing(after, ReaderMove.Step.FOLLOWING.words());
        after.cancel();
        assertThat(LineRig.ended(after).stage()).isEqualTo(Stage.CANCELLED);
        assertThat(after.state().doing())
                .isEqualTo("cancelled; the reader may be at address 6, 9600 baud by now: look for it");
        rig.awaitCard(at);
    }

    @Test
    void whatCannotBeIsRefusedBeforeAnythingIsTouched() {
        LineDesk lines = rig.desk("/dev/ttyS98", "address: 0", Map.of());
        assertRefused(lines, "/dev/ttyS98", order(1, 127), "an address is 0 to 126, not 127");
        assertRefused(lines, "/dev/ttyS98", order(1, 1), "say where to");
        assertRefused(lines, "/dev/ttyS98", order(1, 2, 300, null, null), "a speed is one of 9600");
        assertRefused(lines, "/dev/ttyS98", order(127, 2), "address 127 means every reader of a line");
        assertRefused(lines, "/dev/ttyS98", order(1, 2, 9_600, null, "../lintel.db"), "a key's name is");
        assertRefused(lines, "/dev/ttyS98", order(1, 2, 9_600, null, "gate"), "keys/gate is not there");
        assertRefused(lines, "/dev/ttyS98", order(1, 2, 9_600, Scbk.standard(), "gate"), "under one key");
        assertRefused(lines, "/dev/ttyS99", order(1, 2), "is the port of unit 2's entry reader");
        assertRefused(lines, "tcp://127.0.0.1:9", order(1, 2, 115_200, null, null), "is set there");
        assertThat(lines.works()).isEmpty();
        assertThat(rig.log.drafts()).isEmpty();
    }

    @Test
    void aReaderBehindABridgeIsNotToldAnotherSpeedThanItsWire() {
        LineDesk lines = rig.desk("tcp://127.0.0.1:9, baud: 115200", "address: 0", Map.of());
        assertRefused(lines, "tcp://127.0.0.1:9", order(1, 2), "has 115200 baud, not 9600: the reader would be lost");
    }

    private static void assertRefused(LineDesk lines, String port, MoveOrder order, String why) {
        assertThatThrownBy(() -> lines.move(port, order, "ada"))
                .isInstanceOf(CommissionException.class)
                .hasMessageContaining(why);
    }
}
