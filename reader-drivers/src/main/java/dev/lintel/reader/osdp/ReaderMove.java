package dev.lintel.reader.osdp;

import dev.lintel.reader.osdp.SingleReader.Away;
import dev.lintel.reader.osdp.SingleReader.Reason;
import dev.lintel.reader.serial.LineOpener;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialLine;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Gives a reader another address, another speed, or both (COMSET), and looks whether it is there: for whoever has the
/// line alone, the running box or the command line. The caller's thread, which waits.
///
/// ```
///   asks there who it is -- somebody answers ------------------------> Taken, nothing was sent
///     | nobody
///   brings the reader up where it is -- not online ------------------> Absent, nothing was sent
///     |
///   COMSET -- NAK ---------------------------------------------------> Refused
///     | COM, or nothing: the answer may have been lost
///   brings it up where it says that it goes -- online ---------------> Moved
///     | not there
///   asks who is where it was -- answers --> Stays,  else ------------> Gone     COM may name that place, too: Stays
/// ```
public final class ReaderMove {
    private final IntFunction<LineOpener> lines;
    private final LongSupplier nowNs;

    /// Where a reader is and where it shall be.
    ///
    /// @param address 0 to 126, or [OsdpFrame#ADDRESS_ANY] for the only one on its line
    /// @param baud its speed; behind a network that of the wire there
    /// @param key what it is spoken to with, or null for the clear
    public record Order(
            int address,
            int baud,
            int toAddress,
            int toBaud,
            @Nullable Scbk key) {
        /// Why that cannot be, in words; null when it can.
        public @Nullable String fault() {
            if (address < 0 || address > OsdpFrame.ADDRESS_ANY) return "an address is 0 to 126, not " + address;
            if (toAddress < 0 || toAddress >= OsdpFrame.ADDRESS_ANY) {
                return "an address is 0 to 126, not " + toAddress;
            }
            for (int speed : new int[] {baud, toBaud}) {
                if (BusScan.SPEEDS.contains(speed)) continue;
                String known = String.join(
                        ", ",
                        BusScan.SPEEDS.stream().sorted().map(String::valueOf).toList());
                return "a speed is one of " + known + ", not " + speed;
            }
            if (address == toAddress && baud == toBaud) return "say where to: another address, another speed, or both";
            return null;
        }

        /// The same, spoken to otherwise.
        public Order with(@Nullable Scbk other) {
            return new Order(address, baud, toAddress, toBaud, other);
        }

        boolean isToAnyone() {
            return address == OsdpFrame.ADDRESS_ANY;
        }
    }

    /// How far it is.
    public enum Step {
        LOOKING(0, "looking whether somebody is there already"),
        WAITING(25, "waiting for the reader where it is now"),
        /// From here on it may have moved.
        TELLING(50, "telling it where to go"),
        FOLLOWING(75, "looking for it where it went");

        private final int percent;
        private final String words;

        Step(int percent, String words) {
            this.percent = percent;
            this.words = words;
        }

        /// Of the whole, when it begins.
        public int percent() {
            return percent;
        }

        public String words() {
            return words;
        }
    }

    /// What came of it.
    public sealed interface Outcome {
        /// For the installer.
        String words();
    }

    /// It answers there.
    ///
    /// @param asWished whether that is where it was to go, not its own choice
    /// @param another whether somebody answers where it was, too
    public record Moved(int address, int baud, boolean asWished, boolean another) implements Outcome {
        @Override
        public String words() {
            String own = asWished ? "" : ": its own choice, not what it was given";
            return "the reader answers at address %d, %d baud%s".formatted(address, baud, own);
        }
    }

    /// Somebody is there already; nothing was sent to the reader.
    public record Taken(int address, int baud) implements Outcome {
        @Override
        public String words() {
            return "a reader answers at address %d, %d baud already; nothing was changed".formatted(address, baud);
        }
    }

    /// The reader is not there, or not to be spoken to so; nothing was sent to it.
    public record Absent(Away away) implements Outcome {
        @Override
        public String words() {
            return away.words();
        }
    }

    /// It said no.
    ///
    /// @param reason of the NAK
    public record Refused(int reason) implements Outcome {
        @Override
        public String words() {
            String how = reason == Reply.Nak.UNKNOWN_COMMAND
                    ? "its address is set in another way, such as switches, a card or its maker's app: see its manual"
                    : "some readers take another address only in a secure session, or in install mode: see its manual";
            return "the reader stays where it is: " + OsdpNames.nak(reason) + "; nothing was changed; " + how;
        }
    }

    /// It did not say no, and is where it was for all that.
    public record Stays(int address) implements Outcome {
        @Override
        public String words() {
            return "the reader did not take the command: it is at address " + address + " as before; some readers"
                    + " take another address only in a secure session, or in install mode: see its manual";
        }
    }

    /// It answers neither there nor where it was.
    ///
    /// @param said whether it said that it goes there
    /// @param why what is there instead
    public record Gone(int address, long baud, boolean said, String why) implements Outcome {
        @Override
        public String words() {
            String what = said ? "the reader says that it goes to" : "the reader did not answer, and is not at";
            return "%s address %d, %d baud%s".formatted(what, address, baud, why);
        }
    }

    /// `lines` opens the line at a speed; behind a network it is the bridge's, whatever is asked for.
    public ReaderMove(IntFunction<LineOpener> lines, LongSupplier nowNs) {
        this.lines = lines;
        this.nowNs = nowNs;
    }

    /// Moves it; `at` is told of each step. Throws `SerialException` when the line cannot be had, and
    /// `IllegalArgumentException` in words where [Order#fault] has some. An interrupt after [Step#TELLING] leaves a
    /// reader that may have moved.
    public Outcome move(Order order, Consumer<Step> at) throws InterruptedException {
        String fault = order.fault();
        if (fault != null) throw new IllegalArgumentException(fault);
        at.accept(Step.LOOKING);
        if (answers(order.toAddress(), order.toBaud())) return new Taken(order.toAddress(), order.toBaud());
        at.accept(Step.WAITING);
        Reply said;
        try (var reader = reader(order.address(), order.baud(), order.key())) {
            Away away = reader.awaitOnline();
            if (away != null) return new Absent(away);
            at.accept(Step.TELLING);
            said = told(reader, new Command.ComSet(order.toAddress(), order.toBaud()));
        }
        if (said instanceof Reply.Nak nak) return new Refused(nak.reason());
        at.accept(Step.FOLLOWING);
        // Another answer than COM makes no sense: as if none had come, it may be there.
        return followed(order, said instanceof Reply.Com com ? com : null);
    }

    /// Null when no answer comes: it may have been lost on its way back. A refusal for want of a session makes the bus
    /// bring the reader up anew, and is told by what it counts.
    private static @Nullable Reply told(SingleReader reader, Command command) throws InterruptedException {
        long before = restarts(reader);
        try {
            return reader.ask(command);
        } catch (OrderException silent) {
            if (restarts(reader) == before) return null;
            int nak = reader.bus().statistics().pds().getFirst().lastNak();
            boolean refused = nak == Reply.Nak.SECURITY_REQUIRED || nak == Reply.Nak.SECURITY_UNSUPPORTED;
            return refused ? new Reply.Nak(nak) : null;
        }
    }

    private static long restarts(SingleReader reader) {
        return reader.bus().statistics().pds().getFirst().restarts();
    }

    private Outcome followed(Order order, Reply.@Nullable Com said) throws InterruptedException {
        int address = said == null ? order.toAddress() : said.address();
        long baud = said == null ? order.toBaud() : said.baud();
        boolean same = address == order.address() && baud == order.baud();
        if (same) return new Stays(order.address());
        String unreachable = said == null ? null : unreachable(said);
        if (unreachable != null) return new Gone(address, baud, true, ", " + unreachable);
        Away away;
        try (var reader = reader(address, (int) baud, order.key())) {
            away = reader.awaitOnline();
        }
        boolean before = !order.isToAnyone() && stillAnswers(order.address(), order.baud());
        boolean asWished = address == order.toAddress() && baud == order.toBaud();
        if (away == null) return new Moved(address, (int) baud, asWished, before);
        if (before && away.reason() == Reason.SILENT) return new Stays(order.address());
        return new Gone(address, baud, said != null, "; there: " + away.words());
    }

    /// The same as [#answers] once the reader was told where to go: a port that went away meanwhile says nothing of
    /// that.
    private boolean stillAnswers(int address, int baud) {
        try {
            return answers(address, baud);
        } catch (SerialException e) {
            return false;
        }
    }

    /// Why nobody can follow a reader to where it says that it goes; null where somebody can.
    public static @Nullable String unreachable(Reply.Com said) {
        if (said.address() >= OsdpFrame.ADDRESS_ANY) return "and no reader can be there";
        for (int speed : BusScan.SPEEDS) if (speed == said.baud()) return null;
        return "which this port cannot do";
    }

    private SingleReader reader(int address, int baud, @Nullable Scbk key) {
        return new SingleReader(lines.apply(baud), new PdSettings(address, _ -> {}, key), nowNs);
    }

    /// Whether somebody answers there, whoever it is: asked in the clear, which a reader with a key answers, too.
    /// Twice, for a frame may be lost.
    private boolean answers(int address, int baud) {
        try (SerialLine line = lines.apply(baud).open()) {
            var probe = new OsdpProbe(line, nowNs);
            for (int i = 0; i < 2; i++) {
                OsdpProbe.Answer answer = probe.ask(address, new Command.Id(0), OsdpProbe.REPLY_NS);
                if (answer.frame() != null) return true;
            }
            return false;
        }
    }
}
