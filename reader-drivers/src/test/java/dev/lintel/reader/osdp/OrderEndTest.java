package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.MS;
import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.osdp.Command.LedRecord;
import dev.lintel.reader.osdp.Command.LedRecord.Permanent;
import dev.lintel.reader.osdp.Command.LedRecord.Temporary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a reader shows after an installer had it show something else, in virtual time.
class OrderEndTest {
    private static final long SHOWN_NS = PdAgenda.ORDER_SHOWN_NS;

    private final BusBench bench = new BusBench(0);
    private Wish wish = Wish.AT_FIRST.with(ReaderSignal.UNLOCKED, 0);
    private int from;

    @BeforeEach
    void begin() {
        bench.bus.wish(0, wish);
        bench.run(1 * S);
        from = bench.sent.size();
    }

    private void ask(Command command) {
        var answer = bench.bus.ask(0, command, 5 * S, bench.nowNs);
        bench.run(100 * MS);
        assertThat(answer).isCompletedWithValue(new Reply.Ack());
        from = bench.sent.size();
    }

    private List<Command> commands() {
        return bench.sent.subList(from, bench.sent.size()).stream()
                .map(sent -> Command.decode(sent.frame().payload()))
                .filter(command -> !(command instanceof Command.Poll))
                .toList();
    }

    /// Blue for an hour over red for ever.
    private static Command.Led blue() {
        return new Command.Led(List.of(new LedRecord(
                0,
                0,
                new Temporary(Temporary.SET, 1, 0, 4, 0, 36_000),
                new Permanent(Permanent.SET, 1, 0, LedColour.RED.code(), 0))));
    }

    @Test
    void theUsualLedIsBackFourSecondsAfterAnOrder() {
        ask(blue());
        bench.run(SHOWN_NS - 300 * MS);
        assertThat(commands()).as("for the installer to see").isEmpty();
        bench.run(300 * MS);
        assertThat(commands()).containsExactly(wish.usualLed());
        LedRecord led = wish.usualLed().records().getFirst();
        assertThat(led.temporary().code()).isEqualTo(Temporary.CANCEL);
        assertThat(led.permanent().onColour()).isEqualTo(LedColour.GREEN.code());
        bench.run(10 * S);
        assertThat(commands()).as("once").hasSize(1);
    }

    @Test
    void aSignalOfTheDoorMeanwhileIsNotCut() {
        ask(blue());
        wish = wish.with(ReaderSignal.ADMITTED, 8_000);
        bench.bus.wish(0, wish);
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).containsExactly(wish.led(), wish.buzzer());
    }

    @Test
    void theLastOfSeveralOrdersIsShownForItsTime() {
        ask(blue());
        bench.run(3 * S);
        ask(blue());
        bench.run(3 * S);
        assertThat(commands()).isEmpty();
        bench.run(1 * S);
        assertThat(commands()).containsExactly(wish.usualLed());
    }

    @Test
    void aSoundWithoutAnEndAndOutputsAndTextEndToo() {
        wish = wish.withOutput(1, true).withText("Welcome");
        bench.bus.wish(0, wish);
        bench.run(1 * S);
        ask(new Command.Buzzer(0, Command.Buzzer.TONE_DEFAULT, 5, 5, 0));
        ask(new Command.Output(List.of(new Command.OutputRecord(1, 1, 0))));
        ask(new Command.Text(0, 1, 0, 1, 1, "Test"));
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).contains(wish.output(), wish.display(), Wish.silence(), wish.steadyLed());
    }

    private static Command.Output output(int... numbersAndCodes) {
        var records = new ArrayList<Command.OutputRecord>();
        for (int i = 0; i < numbersAndCodes.length; i += 2) {
            records.add(new Command.OutputRecord(numbersAndCodes[i], numbersAndCodes[i + 1], 0));
        }
        return new Command.Output(records);
    }

    @Test
    void anOutputThatTheDoorNeverSetsIsOffAgain() {
        ask(output(2, 2));
        ask(output(0, 2));
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).contains(output(0, 1), output(2, 1));
        from = bench.sent.size();
        bench.run(60 * S);
        assertThat(commands()).as("once").noneMatch(Command.Output.class::isInstance);
    }

    /// The PD refuses a whole command for one output that it lacks.
    @Test
    void anOrderForAnOutputThatTheReaderLacksDoesNotLeaveAnotherOn() {
        ask(output(2, 2));
        bench.pds.put(
                0,
                frame -> Command.decode(frame.payload()) instanceof Command.Output out
                                && out.records().stream().anyMatch(record -> record.output() == 7)
                        ? BusBench.reply(frame, new Reply.Nak(9))
                        : BusBench.polite(frame));
        var _ = bench.bus.ask(0, output(7, 2), 5 * S, bench.nowNs);
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).contains(output(2, 1), output(7, 1));
        from = bench.sent.size();
        bench.run(60 * S);
        assertThat(commands()).as("once").noneMatch(Command.Output.class::isInstance);
    }

    @Test
    void anEndThatIsLostIsSentAgainAfterTheReaderIsBack() {
        ask(output(2, 2));
        ask(new Command.Text(0, 1, 0, 1, 1, "Test"));
        ask(new Command.Buzzer(0, Command.Buzzer.TONE_DEFAULT, 5, 5, 0));
        bench.pds.put(0, frame -> isEnd(frame) ? null : BusBench.polite(frame));
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).as("sent and lost").contains(output(2, 1));
        bench.pds.put(0, _ -> null);
        bench.run(20 * S);
        bench.pds.put(0, BusBench::polite);
        from = bench.sent.size();
        bench.run(20 * S);
        assertThat(commands()).contains(output(2, 1), new Command.Text(0, 1, 0, 1, 1, "    "), Wish.silence());
    }

    private static boolean isEnd(OsdpFrame frame) {
        Command command = Command.decode(frame.payload());
        return command instanceof Command.Output
                || command instanceof Command.Text
                || command instanceof Command.Buzzer;
    }

    @Test
    void anotherOutputOfTheDoorStaysAsTheDoorHasSetIt() {
        wish = wish.withOutput(1, true);
        bench.bus.wish(0, wish);
        bench.run(1 * S);
        ask(output(0, 2));
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).contains(output(0, 1), output(1, 2));
    }

    @Test
    void aTextIsBlankAgainWhereTheDoorHasNone() {
        ask(new Command.Text(0, 1, 0, 2, 3, "Test"));
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).contains(new Command.Text(0, 1, 0, 2, 3, "    "));
    }
}
