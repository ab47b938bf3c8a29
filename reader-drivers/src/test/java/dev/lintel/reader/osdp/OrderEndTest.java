package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.MS;
import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.osdp.Command.LedRecord;
import dev.lintel.reader.osdp.Command.LedRecord.Permanent;
import dev.lintel.reader.osdp.Command.LedRecord.Temporary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a reader shows after an installer had it show something else, in virtual time.
class OrderEndTest {
    private static final Reply REFUSED = new Reply.Nak(Reply.Nak.BAD_RECORD);
    private static final long SHOWN_NS = OrderEnd.SHOWN_NS;

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

    @Test
    void anotherOutputOfTheDoorStaysAsTheDoorHasSetIt() {
        wish = wish.withOutput(1, true);
        bench.bus.wish(0, wish);
        bench.run(1 * S);
        ask(output(0, 2));
        ask(output(1, 1));
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).contains(output(0, 1), output(1, 2)).doesNotContain(output(1, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOutputIsOffAgainAtAReaderThatRefusesAnother(boolean acts) {
        Set<Integer> on = new TreeSet<>();
        bench.pds.put(0, frame -> switched(frame, on, acts));
        ask(output(2, 2));
        refused(output(9, 2));
        refused(output(3, 2, 9, 2));
        assertThat(on).containsExactlyElementsOf(acts ? List.of(2, 3) : List.of(2));
        bench.run(SHOWN_NS + 1 * S);
        assertThat(on).isEmpty();
        from = bench.sent.size();
        bench.run(60 * S);
        assertThat(commands()).as("once").noneMatch(Command.Output.class::isInstance);
    }

    /// A reader with outputs 0 to 3 that checks the whole command before it acts, or each record.
    private static byte @Nullable [] switched(OsdpFrame frame, Set<Integer> on, boolean acts) {
        if (!(Command.decode(frame.payload()) instanceof Command.Output command)) return BusBench.polite(frame);
        boolean wrong = command.records().stream().anyMatch(record -> record.output() > 3);
        for (Command.OutputRecord record : command.records()) {
            if (record.output() > 3 || (wrong && !acts)) continue;
            on.remove(record.output());
            if (record.code() == 2) on.add(record.output());
        }
        return wrong ? BusBench.reply(frame, REFUSED) : BusBench.polite(frame);
    }

    private void refused(Command command) {
        var answer = bench.bus.ask(0, command, 5 * S, bench.nowNs);
        bench.run(100 * MS);
        assertThat(answer).isCompletedWithValue(REFUSED);
    }

    static List<Arguments> orders() {
        return List.of(
                arguments(output(2, 2), output(2, 1)),
                arguments(new Command.Text(0, 1, 0, 2, 3, "Test"), new Command.Text(0, 1, 0, 2, 3, "    ")),
                arguments(new Command.Buzzer(0, Command.Buzzer.TONE_DEFAULT, 5, 5, 0), Wish.silence()));
    }

    /// The reader keeps its power and what it was told.
    @ParameterizedTest
    @MethodSource("orders")
    void anOrderEndsAtAReaderThatIsCutOffMeanwhile(Command order, Command end) {
        ask(order);
        var cut = new AtomicBoolean();
        bench.pds.put(0, frame -> {
            if (Command.decode(frame.payload()).equals(end)) cut.set(true);
            return cut.get() ? null : BusBench.polite(frame);
        });
        bench.run(SHOWN_NS + PdSession.OFFLINE_NS + 1 * S);
        assertThat(commands()).contains(end);
        assertThat(bench.of(0).getLast()).isInstanceOf(ReaderEvent.Offline.class);
        bench.pds.put(0, BusBench::polite);
        from = bench.sent.size();
        bench.run(60 * S);
        assertThat(bench.of(0).getLast()).isInstanceOf(ReaderEvent.Online.class);
        assertThat(commands()).as("once").containsOnlyOnce(end);
    }

    @Test
    void aReaderThatRestartsAtTheEndOfAnOrderIsLeftInPeace() {
        ask(output(2, 2));
        bench.pds.put(
                0,
                frame -> Command.decode(frame.payload()).equals(output(2, 1))
                        ? BusBench.reply(frame, new Reply.Nak(Reply.Nak.BAD_SEQUENCE))
                        : BusBench.polite(frame));
        bench.run(300 * S);
        assertThat(commands().stream().filter(output(2, 1)::equals)).hasSize(OrderEnd.LOST_MAX);
    }

    @Test
    void aTextIsBlankAgainWhereTheDoorHasNone() {
        ask(new Command.Text(0, 1, 0, 2, 3, "Test"));
        bench.run(SHOWN_NS + 1 * S);
        assertThat(commands()).contains(new Command.Text(0, 1, 0, 2, 3, "    "));
    }
}
