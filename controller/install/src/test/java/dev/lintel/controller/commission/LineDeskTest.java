package dev.lintel.controller.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.Scbk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Readers are looked for and given keys over a pseudo terminal, on a line of a bus that runs and on one that is free.
@Timeout(120)
class LineDeskTest {
    private static final Scbk KEY = Scbk.ofHex("8f14e45fceea167a5a36dedd4bea2543");

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

    private static ReaderPairing.Order order(String name, int address, int seconds) {
        return new ReaderPairing.Order(address, name, seconds, false);
    }

    private Path key(String name) {
        return folder.resolve("keys").resolve(name);
    }

    @Test
    void aBusLendsItsLineToAScanAndReadsAgainAfterwards() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0, 5);
        LineDesk lines = rig.besideABus(at, "address: 0");
        rig.awaitOnline();
        LineWork work = lines.scan(at.port(), List.of(9_600), true, "ada");
        assertThatThrownBy(() -> lines.scan(at.port(), List.of(), true, "ben"))
                .isInstanceOf(CommissionException.class)
                .hasMessageContaining("ada looks for readers on " + at.port());
        WorkState end = LineRig.ended(work);
        assertThat(end.stage()).isEqualTo(WorkState.Stage.DONE);
        assertThat(end.percent()).isEqualTo(100);
        assertThat(end.bus()).isEqualTo("front");
        assertThat(end.doing()).isEqualTo("2 readers");
        assertThat(end.found()).extracting(FoundReader::address).containsExactly(0, 5);
        assertThat(end.found()).extracting(FoundReader::baud).containsOnly(9_600);
        rig.awaitOnline();
        assertThat(rig.bus().statistics().openings()).isEqualTo(2);
        assertThat(lines.works()).containsExactly(end);
        assertThat(rig.log.drafts()).hasSize(1);
        assertThat(rig.log.drafts().getFirst().additional())
                .containsEntry("action", "osdp scan")
                .containsEntry("port", at.port())
                .containsEntry("by", "ada");
    }

    @Test
    void aScanThatIsCancelledGivesTheLineBack() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0);
        LineDesk lines = rig.besideABus(at, "address: 0");
        rig.awaitOnline();
        LineWork work = lines.scan(at.port(), List.of(), false, "ada");
        while (work.state().found().isEmpty())
            assertThat(work.await(Duration.ofMillis(20))).isFalse();
        assertThat(rig.bus().statistics().lineError()).contains("lent to a scan");
        work.cancel();
        WorkState end = LineRig.ended(work);
        assertThat(end.stage()).isEqualTo(WorkState.Stage.CANCELLED);
        assertThat(end.found()).as("what was found stays").hasSize(1);
        assertThat(end.percent()).isLessThan(100);
        rig.awaitCard(at);
        assertThat(lines.scan(at.port(), List.of(), true, "ben").state().ended())
                .isFalse();
    }

    @Test
    void aLineThatGoesAwayInTheMiddleIsAFaultInWordsAndTheBusHasItsPortAgain() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0);
        LineDesk lines = rig.besideABus(at, "address: 0");
        rig.awaitOnline();
        LineWork work = lines.scan(at.port(), List.of(9_600), true, "ada");
        while (work.state().found().isEmpty())
            assertThat(work.await(Duration.ofMillis(20))).isFalse();
        at.close();
        WorkState end = LineRig.ended(work);
        assertThat(end.stage()).isEqualTo(WorkState.Stage.FAILED);
        assertThat(end.doing()).contains(at.port());
        long untilNs = rig.time.nowNs() + LineRig.WAIT.toNanos();
        OsdpBusDriver running = rig.bus();
        while (running.statistics().lineError().contains("lent"))
            assertThat(rig.time.nowNs()).isLessThan(untilNs);
        assertThat(lines.works()).hasSize(1);
    }

    @Test
    void theEndOfTheBoxEndsWorkAndGivesTheLineBack() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 0);
        LineDesk lines = rig.besideABus(at, "address: 0");
        rig.awaitOnline();
        LineWork work = lines.scan(at.port(), List.of(), false, "ada");
        lines.close();
        assertThat(work.state().stage()).isEqualTo(WorkState.Stage.CANCELLED);
        assertThatThrownBy(() -> lines.scan(at.port(), List.of(), true, "ada")).hasMessageContaining("stopping");
        rig.awaitCard(at);
    }

    @Test
    void aNewReaderIsPairedAndItsKeyIsItsOwnersAlone() throws InterruptedException, IOException {
        PdSimulator at = rig.readers(null, Set.of("install-mode"), 3);
        WorkState end = LineRig.ended(rig.beside().pair(at.port(), 9_600, order("reader-3", 3, 20), "ada"));
        assertThat(end.stage()).as(end.doing()).isEqualTo(WorkState.Stage.DONE);
        WorkState.Paired paired = Objects.requireNonNull(end.paired());
        assertThat(paired.made()).isTrue();
        assertThat(paired.key()).isEqualTo("secret:reader-3");
        assertThat(paired.then()).contains("name it at its reader in controller.yaml: key: secret:reader-3");
        assertThat(at.state(3)).containsEntry("has_key", true);
        String hex = Files.readString(key("reader-3"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key("reader-3"))))
                .isEqualTo("rw-------");
        assertThat(end.toString()).doesNotContain(hex);
        EventDraft told = rig.log.drafts().getFirst();
        assertThat(told.additional()).containsEntry("action", "osdp pair").containsEntry("key", "reader-3");
        assertThat(told.toString()).doesNotContain(hex);
    }

    @Test
    void aReaderOfTheWiringWithAKeyThatWasThereIsSpokenToAtOnce() throws InterruptedException, IOException {
        PdSimulator at = rig.readers(null, Set.of("install-mode"), 0);
        Scbk before = KeyFiles.of(folder).make("reader-0");
        LineDesk lines = rig.desk(at.port(), "address: 0, key: secret:reader-0", Map.of());
        WorkState end = LineRig.ended(lines.pair(at.port(), 9_600, order("reader-0", 0, 20), "ada"));
        assertThat(end.stage()).as(end.doing()).isEqualTo(WorkState.Stage.DONE);
        assertThat(Objects.requireNonNull(end.paired()).made()).isFalse();
        assertThat(end.doing()).contains("the box speaks to it with that key now");
        assertThat(end.notes()).singleElement().asString().contains("is there already");
        assertThat(KeyFiles.of(folder).key("reader-0")).isEqualTo(before);
    }

    @Test
    void aReaderThatTakesNoKeyLeavesNone() throws InterruptedException {
        PdSimulator at = rig.readers(KEY, Set.of(), 3);
        WorkState end = LineRig.ended(rig.beside().pair(at.port(), 9_600, order("reader-3", 3, 2), "ada"));
        assertThat(end.stage()).isEqualTo(WorkState.Stage.FAILED);
        assertThat(end.doing()).contains("is not paired", "install mode");
        assertThat(end.paired()).isNull();
        assertThat(key("reader-3")).doesNotExist();
        assertThat(rig.log.drafts().getFirst().additional()).containsKey("found");
    }

    @Test
    void aReaderThatIsGoneOnceItHasTheKeyLeavesItOnDiskAndTheSameAgainGoesOn() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of("install-mode"), 3);
        rig.onPd.set(event -> {
            if (event.event().equals("key-set")) at.fault(3, "cable-pulled", true);
        });
        LineDesk lines = rig.beside();
        WorkState end = LineRig.ended(lines.pair(at.port(), 9_600, order("reader-3", 3, 3), "ada"));
        assertThat(end.stage()).isEqualTo(WorkState.Stage.FAILED);
        assertThat(end.doing()).contains("It may have the key of", "run the same again");
        assertThat(key("reader-3")).exists();
        at.fault(3, "cable-pulled", false);
        WorkState again = LineRig.ended(lines.pair(at.port(), 9_600, order("reader-3", 3, 20), "ada"));
        assertThat(again.stage()).as(again.doing()).isEqualTo(WorkState.Stage.DONE);
        assertThat(at.state(3)).containsEntry("secure", true);
    }

    @Test
    void aPairingThatIsCancelledSaysWhereTheKeyIs() throws InterruptedException {
        PdSimulator at = rig.readers(null, Set.of(), 3);
        LineWork work = rig.beside().pair(at.port(), 9_600, order("reader-9", 9, 60), "ada");
        while (!work.state().doing().startsWith("waiting")) {
            assertThat(work.await(Duration.ofMillis(20))).isFalse();
        }
        work.cancel();
        WorkState end = LineRig.ended(work);
        assertThat(end.stage()).isEqualTo(WorkState.Stage.CANCELLED);
        assertThat(end.doing()).contains("cancelled; the key stays in").contains("keys/reader-9");
        assertThat(key("reader-9")).exists();
    }

    @Test
    void aPortThatCannotBeOpenedLeavesNoKey() throws InterruptedException {
        WorkState end = LineRig.ended(rig.beside().pair("/dev/there-is-none", 9_600, order("reader-1", 1, 5), "ada"));
        assertThat(end.stage()).isEqualTo(WorkState.Stage.FAILED);
        assertThat(end.doing()).contains("/dev/there-is-none").doesNotContain("the key stays");
        assertThat(key("reader-1")).doesNotExist();
    }

    @Test
    void whatCannotBeIsRefusedBeforeAnythingIsTouched() {
        LineDesk lines = rig.desk("/dev/ttyS98", "address: 0", Map.of());
        assertThatThrownBy(() -> lines.scan("/dev/ttyS99", List.of(), true, "ada"))
                .hasMessageContaining("is the port of unit 2's entry reader");
        assertThatThrownBy(() -> lines.scan("front-door", List.of(), true, "ada"))
                .hasMessageContaining("there is no port front-door");
        assertThatThrownBy(() -> lines.scan("/dev/ttyS98", List.of(300), true, "ada"))
                .hasMessageContaining("a speed is one of 9600");
        assertThatThrownBy(() -> order("../lintel.db", 0, 5)).hasMessageContaining("a key's name is");
        assertThatThrownBy(() -> order("reader-1", 127, 5)).hasMessageContaining("an address is 0 to 126");
        assertThatThrownBy(() -> order("reader-1", 0, 601)).hasMessageContaining("1 to 600 s");
        assertThat(lines.works()).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void portsAreThoseOfTheWiringWithWhatHasThem() {
        PdSimulator at = rig.readers(null, Set.of(), 0);
        LineDesk lines = rig.desk(at.port(), "address: 0", Map.of());
        assertThat(lines.ports())
                .containsExactly(
                        new LinePort(at.port(), at.port(), "", "front", 9_600, null, true),
                        new LinePort("/dev/ttyS99", "/dev/ttyS99", "", null, null, "unit 2's entry reader", false));
        assertThat(Objects.requireNonNull(lines.port(at.port())).bus()).isEqualTo("front");
        assertThat(lines.port("/dev/ttyUSB7")).isNull();
    }
}
