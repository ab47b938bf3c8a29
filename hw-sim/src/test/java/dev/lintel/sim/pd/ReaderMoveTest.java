package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.osdp.ReaderMove;
import dev.lintel.reader.osdp.ReaderMove.Absent;
import dev.lintel.reader.osdp.ReaderMove.Gone;
import dev.lintel.reader.osdp.ReaderMove.Moved;
import dev.lintel.reader.osdp.ReaderMove.Order;
import dev.lintel.reader.osdp.ReaderMove.Outcome;
import dev.lintel.reader.osdp.ReaderMove.Refused;
import dev.lintel.reader.osdp.ReaderMove.Stays;
import dev.lintel.reader.osdp.ReaderMove.Step;
import dev.lintel.reader.osdp.ReaderMove.Taken;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SingleReader.Reason;
import dev.lintel.reader.serial.SerialPorts;
import dev.lintel.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Readers are moved over a real pseudo terminal: as they wish, not at all, and to where nobody finds them. Real time.
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class ReaderMoveTest {
    private static final Scbk KEY = Scbk.ofHex("8f14e45fceea167a5a36dedd4bea2543");

    private final List<Step> steps = new ArrayList<>();
    private @Nullable SimOsdpBus bus;

    @AfterEach
    void end() {
        if (bus != null) bus.close();
    }

    private void readers(PdSpec... specs) {
        var at = new ArrayList<PdSpec>();
        for (PdSpec spec : specs) at.add(spec.at(9_600));
        bus = new SimOsdpBus(at, System::nanoTime);
    }

    private static PdSpec with(@Nullable Scbk key, PdSettings settings) {
        return new PdSpec(0, key).with(settings);
    }

    private static Order order(int toAddress, int toBaud, @Nullable Scbk key) {
        return new Order(0, 9_600, toAddress, toBaud, key);
    }

    private Outcome move(Order order) throws InterruptedException {
        return move(order, _ -> {});
    }

    private Outcome move(Order order, Consumer<Step> also) throws InterruptedException {
        String port = Objects.requireNonNull(bus).portPath();
        var move = new ReaderMove(baud -> SerialPorts.opener(port, baud), System::nanoTime);
        return move.move(order, step -> {
            steps.add(step);
            also.accept(step);
        });
    }

    @Test
    void aReaderIsThereWhereItWasToGo() throws InterruptedException {
        readers(new PdSpec(0), new PdSpec(4));
        Outcome moved = move(order(3, 115_200, null));
        assertThat(moved).isEqualTo(new Moved(3, 115_200, true, false));
        assertThat(moved.words()).isEqualTo("the reader answers at address 3, 115200 baud");
        assertThat(steps).containsExactly(Step.LOOKING, Step.WAITING, Step.TELLING, Step.FOLLOWING);
    }

    @Test
    void aReaderThatChoosesForItselfIsFollowed() throws InterruptedException {
        readers(with(null, PdSettings.USUAL.answeringComset(5, 19_200)));
        Outcome moved = move(order(3, 9_600, null));
        assertThat(moved).isEqualTo(new Moved(5, 19_200, false, false));
        assertThat(moved.words()).contains("its own choice");
    }

    @Test
    void aReaderThatGoesWhereNoPortFollowsIsToldOf() throws InterruptedException {
        readers(with(null, PdSettings.USUAL.answeringComset(3, 14_400)));
        Outcome gone = move(order(3, 115_200, null));
        assertThat(gone).isEqualTo(new Gone(3, 14_400, true, ", which this port cannot do"));
        assertThat(gone.words())
                .isEqualTo("the reader says that it goes to address 3, 14400 baud, which this port" + " cannot do");
    }

    @Test
    void anAddressThatSomebodyHasIsRefusedBeforeTheReaderHearsOfIt() throws InterruptedException {
        readers(new PdSpec(0), new PdSpec(4, KEY));
        Outcome taken = move(order(4, 9_600, null));
        assertThat(taken).isEqualTo(new Taken(4, 9_600));
        assertThat(steps).containsExactly(Step.LOOKING);
    }

    @Test
    void nobodyThere() throws InterruptedException {
        readers(new PdSpec(4));
        assertThat(move(order(3, 9_600, null)))
                .isInstanceOfSatisfying(
                        Absent.class,
                        absent -> assertThat(absent.away().reason()).isEqualTo(Reason.SILENT));
        assertThat(steps).doesNotContain(Step.TELLING);
    }

    @Test
    void aReaderThatWantsASessionSaysSoAndMovesInOne() throws InterruptedException {
        readers(with(null, PdSettings.of(PdTrait.INSTALL_MODE, PdTrait.COMSET_IN_SESSION)));
        Outcome refused = move(order(3, 9_600, null));
        assertThat(refused).isEqualTo(new Refused(Reply.Nak.SECURITY_REQUIRED));
        assertThat(refused.words()).contains("stays where it is", "NAK 6", "in install mode: see its manual");
        assertThat(move(order(3, 9_600, Scbk.standard()))).isEqualTo(new Moved(3, 9_600, true, false));
    }

    @Test
    void aReaderWithAKeyMovesUnderIt() throws InterruptedException {
        readers(with(KEY, PdSettings.USUAL));
        assertThat(move(order(3, 9_600, null)))
                .isInstanceOfSatisfying(
                        Absent.class,
                        absent -> assertThat(absent.away().reason()).isEqualTo(Reason.WANTS_KEY));
        assertThat(move(order(3, 9_600, KEY))).isEqualTo(new Moved(3, 9_600, true, false));
    }

    @Test
    void aReaderThatFallsSilentIsNowhere() throws InterruptedException {
        readers(new PdSpec(0));
        Outcome gone = move(order(3, 9_600, null), step -> {
            if (step == Step.TELLING) Objects.requireNonNull(bus).fault(0, Fault.CABLE_PULLED, true);
        });
        assertThat(gone).isInstanceOf(Gone.class);
        assertThat(gone.words()).contains("the reader did not answer, and is not at address 3, 9600 baud; there: ");
    }

    @Test
    void aReaderThatStaysWhereItIsHasNotMoved() throws InterruptedException {
        readers(with(null, PdSettings.USUAL.answeringComset(0, 9_600)));
        assertThat(move(order(3, 9_600, null))).isEqualTo(new Stays(0));
    }

    @Test
    void aReaderThatDidNotHearOfItIsFoundWhereItWas() throws InterruptedException {
        readers(new PdSpec(0));
        Outcome stays = move(order(3, 9_600, null), step -> {
            boolean pulled = step == Step.TELLING;
            if (pulled || step == Step.FOLLOWING) {
                Objects.requireNonNull(bus).fault(0, Fault.CABLE_PULLED, pulled);
            }
        });
        assertThat(stays).isEqualTo(new Stays(0));
        assertThat(stays.words()).contains("it is at address 0 as before");
    }

    @Test
    void anotherReaderThatIsWhereItWasIsSeen() throws InterruptedException {
        readers(new PdSpec(0), new PdSpec(7));
        Outcome moved = move(order(3, 9_600, null), step -> {
            // The line is free between the two.
            if (step == Step.FOLLOWING) assertThat(alsoTo0(7)).isInstanceOf(Moved.class);
        });
        assertThat(moved).isEqualTo(new Moved(3, 9_600, true, true));
    }

    private Outcome alsoTo0(int address) {
        try {
            String port = Objects.requireNonNull(bus).portPath();
            return new ReaderMove(baud -> SerialPorts.opener(port, baud), System::nanoTime)
                    .move(new Order(address, 9_600, 0, 9_600, null), _ -> {});
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "128, 9600, 3, 9600, 'an address is 0 to 126, not 128'",
        "0, 9600, 127, 9600, 'an address is 0 to 126, not 127'",
        "0, 300, 3, 9600, 'a speed is one of 9600, 19200, 38400, 57600, 115200, 230400, not 300'",
        "0, 9600, 3, 300, 'a speed is one of 9600, 19200, 38400, 57600, 115200, 230400, not 300'",
        "0, 9600, 0, 9600, 'say where to: another address, another speed, or both'"
    })
    void whatCannotBeIsToldInWords(int address, int baud, int toAddress, int toBaud, String fault) {
        readers(new PdSpec(0));
        var order = new Order(address, baud, toAddress, toBaud, null);
        assertThat(order.fault()).isEqualTo(fault);
        assertThatThrownBy(() -> move(order))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(fault);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 14400, which this port cannot do",
        "3, 4294967295, which this port cannot do",
        "200, 9600, and no reader can be there",
        "126, 230400,"
    })
    void whereAReaderGoesMayBeWhereNobodyFollows(int address, long baud, @Nullable String why) {
        assertThat(ReaderMove.unreachable(new Reply.Com(address, baud))).isEqualTo(why);
    }
}
