package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.MS;
import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an installer asks of a reader beside the daily polls, in virtual time.
class OrdersTest {
    private final BusBench bench = new BusBench(0, 1);

    private List<Integer> codesSince(int from, int address) {
        return bench.sent.subList(from, bench.sent.size()).stream()
                .filter(s -> s.frame().pd() == address)
                .map(s -> s.frame().code())
                .toList();
    }

    private static String why(CompletableFuture<?> result) {
        assertThat(result).isCompletedExceptionally();
        return String.valueOf(result.exceptionNow().getMessage());
    }

    @Test
    void aCommandIsAnsweredAndPollsGoOn() {
        bench.run(1 * S);
        int before = bench.sent.size();
        bench.pds.put(
                0,
                f -> f.code() == Command.OSTAT
                        ? BusBench.reply(f, new Reply.OutputStatus(Bytes.of(1, 0)))
                        : BusBench.polite(f));
        var answer = bench.bus.ask(0, new Command.OutputStatus(), 5 * S, bench.nowNs);
        bench.run(200 * MS);
        assertThat(answer).isCompletedWithValue(new Reply.OutputStatus(Bytes.of(1, 0)));
        assertThat(codesSince(before, 0)).containsOnlyOnce(Command.OSTAT).contains(Command.POLL);
        assertThat(codesSince(before, 1)).containsOnly(Command.POLL);
    }

    @Test
    void aRefusalIsAnAnswer() {
        bench.run(1 * S);
        bench.pds.put(
                0,
                f -> f.code() == Command.MFG
                        ? BusBench.reply(f, new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND))
                        : BusBench.polite(f));
        var answer = bench.bus.ask(0, new Command.Manufacturer(Bytes.of(1, 2, 3), Bytes.of(9)), 5 * S, bench.nowNs);
        bench.run(200 * MS);
        assertThat(answer).isCompletedWithValue(new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND));
    }

    @Test
    void aReaderThatIsAwayIsWaitedForAndNotForEver() {
        bench.pds.put(0, _ -> null);
        var first = bench.bus.ask(0, new Command.OutputStatus(), 5 * S, bench.nowNs);
        var second = bench.bus.ask(0, new Command.OutputStatus(), 20 * S, bench.nowNs);
        bench.run(10 * S);
        assertThat(why(first)).contains("did not answer in time");
        bench.pds.put(0, BusBench::polite);
        bench.run(4 * S);
        assertThat(second).isCompletedWithValue(new Reply.Ack());
    }

    @Test
    void aReaderThatBeginsAnewIsAskedAgain() {
        bench.run(1 * S);
        var silent = new boolean[] {true};
        bench.pds.put(0, f -> {
            if (f.code() != Command.OSTAT || !silent[0]) return BusBench.polite(f);
            silent[0] = false;
            return BusBench.reply(f, new Reply.Nak(Reply.Nak.BAD_SEQUENCE));
        });
        var answer = bench.bus.ask(0, new Command.OutputStatus(), 5 * S, bench.nowNs);
        bench.run(3 * S);
        assertThat(answer).isCompletedWithValue(new Reply.Ack());
    }

    @Test
    void commandsOfTheSecureChannelAreNotForAsking() {
        assertThatThrownBy(() -> bench.bus.ask(0, new Command.Challenge(Bytes.of(1)), S, bench.nowNs))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bench.bus.ask(9, new Command.Poll(), S, bench.nowNs))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsTooLongForTheReaderIsToldSo() {
        bench.run(1 * S);
        var vendor = Bytes.of(1, 2, 3);
        var answer = bench.bus.ask(0, new Command.Manufacturer(vendor, Bytes.copyOf(new byte[200])), S, bench.nowNs);
        bench.run(200 * MS);
        assertThat(why(answer)).contains("120 bytes", "203");
    }

    @Test
    void moreOrdersThanAnybodyNeedsAreRefused() {
        var answers = new ArrayList<CompletableFuture<Reply>>();
        for (int i = 0; i <= PdAgenda.ORDERS_MAX; i++) {
            answers.add(bench.bus.ask(0, new Command.OutputStatus(), S, bench.nowNs));
        }
        assertThat(why(answers.getLast())).contains("16 orders");
        assertThat(answers.getFirst()).isNotDone();
    }

    @Test
    void outputsAndTextAreSetAndSetAnewWhenTheReaderIsBack() {
        bench.run(1 * S);
        int before = bench.sent.size();
        Wish wish = Wish.AT_FIRST.withOutput(1, true).withOutput(0, false).withText("Hello");
        bench.bus.wish(0, wish);
        bench.run(200 * MS);
        assertThat(codesSince(before, 0)).contains(Command.OUT, Command.TEXT).doesNotContain(Command.LED);
        bench.bus.wish(0, wish.with(ReaderSignal.UNLOCKED, 0));
        bench.run(200 * MS);
        bench.pds.put(0, _ -> null);
        bench.run(9 * S);
        int away = bench.sent.size();
        bench.pds.put(0, BusBench::polite);
        bench.run(4 * S);
        assertThat(codesSince(away, 0)).contains(Command.OUT, Command.TEXT, Command.LED);
        var out = bench.sent.subList(away, bench.sent.size()).stream()
                .filter(s -> s.frame().code() == Command.OUT)
                .toList();
        assertThat(Command.decode(out.getFirst().frame().payload()))
                .isEqualTo(new Command.Output(
                        List.of(new Command.OutputRecord(0, 1, 0), new Command.OutputRecord(1, 2, 0))));
    }

    @Test
    void textAndOutputsThatNoReaderHasAreRefused() {
        assertThatThrownBy(() -> Wish.AT_FIRST.withOutput(16, true)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Wish.AT_FIRST.withText("ä")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Wish.AT_FIRST.withText("x".repeat(33))).isInstanceOf(IllegalArgumentException.class);
    }

    /// A reader's inbox for a file, as the standard has it.
    private static final class Inbox {
        private final ByteArrayOutputStream got = new ByteArrayOutputStream();
        private int pieces;
        private int asksAtTheEnd;
        private int flags = Reply.FileStatus.INTERLEAVE;
        private int delayMs;
        private int finishing;
        private int sizeMax;
        private int longest;
        private boolean aborted;

        byte[] answer(OsdpFrame frame) {
            return switch (Command.decode(frame.payload())) {
                case Command.FileTransfer piece -> BusBench.reply(frame, take(frame, piece));
                case Command.Abort _ -> {
                    aborted = true;
                    yield BusBench.reply(frame, new Reply.Ack());
                }
                default -> BusBench.reply(frame, BusBench.politeReply(frame));
            };
        }

        private Reply take(OsdpFrame frame, Command.FileTransfer piece) {
            pieces++;
            longest = Math.max(longest, OsdpCodec.encode(frame).length);
            if (piece.fragment().isEmpty()) {
                asksAtTheEnd++;
                return status(finishing-- > 0 ? Reply.FileStatus.FINISHING : Reply.FileStatus.PROCESSED);
            }
            assertThat(piece.offset()).isEqualTo(got.size());
            got.writeBytes(piece.fragment().toArray());
            if (got.size() < piece.total()) return status(Reply.FileStatus.GO_ON);
            return status(finishing > 0 ? Reply.FileStatus.FINISHING : Reply.FileStatus.PROCESSED);
        }

        private Reply status(int status) {
            return new Reply.FileStatus(flags, delayMs, status, sizeMax);
        }
    }

    private static Bytes content(int bytes) {
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) content[i] = (byte) (i * 7);
        return Bytes.copyOf(content);
    }

    @Property(tries = 60)
    void aFileOfAnyLengthArrives(@ForAll @IntRange(min = 1, max = 2_000) int bytes) {
        var own = new BusBench(0);
        var inbox = new Inbox();
        own.pds.put(0, inbox::answer);
        own.run(1 * S);
        var told = new ArrayList<Long>();
        var sent = own.bus.send(0, new PdFile(1, content(bytes)), (taken, _) -> told.add(taken), own.nowNs);
        own.run(20 * S);
        assertThat(sent).isCompleted();
        assertThat(Bytes.copyOf(inbox.got.toByteArray())).isEqualTo(content(bytes));
        assertThat(inbox.longest).isLessThanOrEqualTo(FrameRoom.BYTES_MIN);
        assertThat(told).isSorted().last().isEqualTo((long) bytes);
    }

    @Test
    void cardsAreReadDuringAFileWhereTheReaderAllowsItAndNotWhereItDoesNot() {
        bench.run(1 * S);
        var inbox = new Inbox();
        bench.pds.put(0, inbox::answer);
        int before = bench.sent.size();
        var sent = bench.bus.send(0, new PdFile(1, content(5_000)), (_, _) -> {}, bench.nowNs);
        bench.run(5 * S);
        assertThat(sent).isCompleted();
        List<Integer> codes = codesSince(before, 0);
        int last = codes.lastIndexOf(Command.FILETRANSFER);
        assertThat(codes.subList(1, last)).contains(Command.POLL);

        var alone = new Inbox();
        alone.flags = 0;
        bench.pds.put(0, alone::answer);
        int again = bench.sent.size();
        var second = bench.bus.send(0, new PdFile(1, content(5_000)), (_, _) -> {}, bench.nowNs);
        bench.run(5 * S);
        assertThat(second).isCompleted();
        List<Integer> quiet = codesSince(again, 0);
        assertThat(quiet.subList(quiet.indexOf(Command.FILETRANSFER), quiet.lastIndexOf(Command.FILETRANSFER)))
                .containsOnly(Command.FILETRANSFER);
        assertThat(codesSince(again, 1)).hasSizeGreaterThan(50); // the other reader is polled as ever
    }

    @Test
    void aReaderThatWorksOnTheFileIsAskedUntilItIsDone() {
        bench.run(1 * S);
        var inbox = new Inbox();
        inbox.finishing = 20;
        inbox.delayMs = 300;
        inbox.sizeMax = 200;
        bench.pds.put(0, inbox::answer);
        var sent = bench.bus.send(0, new PdFile(1, content(500)), (_, _) -> {}, bench.nowNs);
        bench.run(30 * S);
        assertThat(sent).isCompleted();
        assertThat(inbox.asksAtTheEnd).isEqualTo(21);
        assertThat(inbox.longest).isLessThanOrEqualTo(FrameRoom.BYTES_MIN); // it never said that it takes more
    }

    @ParameterizedTest
    @CsvSource({"-1, given the file up", "-2, does not know what", "-3, damaged", "-9, status -9"})
    void aRefusedFileIsToldInWords(int status, String words) {
        bench.run(1 * S);
        bench.pds.put(
                0,
                f -> f.code() == Command.FILETRANSFER
                        ? BusBench.reply(f, new Reply.FileStatus(0, 0, status, 0))
                        : BusBench.polite(f));
        var sent = bench.bus.send(0, new PdFile(1, content(500)), (_, _) -> {}, bench.nowNs);
        bench.run(1 * S);
        assertThat(why(sent)).contains(words);
        assertThat(bench.of(0)).noneMatch(ReaderEvent.Offline.class::isInstance);
    }

    @Test
    void aReaderThatKnowsNoFilesSaysSo() {
        bench.run(1 * S);
        bench.pds.put(
                0,
                f -> f.code() == Command.FILETRANSFER
                        ? BusBench.reply(f, new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND))
                        : BusBench.polite(f));
        var sent = bench.bus.send(0, new PdFile(1, content(5)), (_, _) -> {}, bench.nowNs);
        bench.run(1 * S);
        assertThat(why(sent)).contains("takes no file", "NAK 3");
    }

    @Test
    void aCancelledFileIsAborted() {
        bench.run(1 * S);
        var inbox = new Inbox();
        inbox.delayMs = 100;
        bench.pds.put(0, inbox::answer);
        var sent = bench.bus.send(0, new PdFile(1, content(5_000)), (_, _) -> {}, bench.nowNs);
        bench.run(1 * S);
        sent.cancel(false);
        bench.run(1 * S);
        int pieces = inbox.pieces;
        assertThat(inbox.aborted).isTrue();
        var next = bench.bus.ask(0, new Command.OutputStatus(), S, bench.nowNs);
        bench.run(1 * S);
        assertThat(inbox.pieces).isEqualTo(pieces);
        assertThat(next).isCompleted();
    }

    @Test
    void aFileBeginsAgainWhenTheReaderDoesButNotForEver() {
        bench.run(1 * S);
        var inbox = new Inbox();
        var reboots = new int[] {2};
        bench.pds.put(0, f -> {
            if (f.code() == Command.FILETRANSFER && inbox.got.size() > 300 && reboots[0]-- > 0) {
                inbox.got.reset();
                return BusBench.reply(f, new Reply.Nak(Reply.Nak.BAD_SEQUENCE));
            }
            return inbox.answer(f);
        });
        var sent = bench.bus.send(0, new PdFile(1, content(900)), (_, _) -> {}, bench.nowNs);
        bench.run(10 * S);
        assertThat(sent).isCompleted();
        assertThat(Bytes.copyOf(inbox.got.toByteArray())).isEqualTo(content(900));

        inbox.got.reset();
        reboots[0] = 100;
        var second = bench.bus.send(0, new PdFile(1, content(900)), (_, _) -> {}, bench.nowNs);
        bench.run(30 * S);
        assertThat(why(second)).contains("began anew in the middle of the file, 4 times");
    }

    @Test
    void aFileNobodyHasIsRefused() {
        assertThatThrownBy(() -> new PdFile(1, Bytes.EMPTY)).hasMessageContaining("empty");
        assertThatThrownBy(() -> new PdFile(0, Bytes.of(1))).hasMessageContaining("type");
    }

    @Test
    void aReaderAloneIsSpokenToByTheAddressOfAll() {
        var own = new BusBench(OsdpFrame.ADDRESS_ANY);
        own.pds.put(
                OsdpFrame.ADDRESS_ANY,
                f -> OsdpCodec.encodeMarked(OsdpFrame.reply(
                        9, f.sequence(), f.crc(), BusBench.politeReply(f).payload())));
        own.run(1 * S);
        assertThat(own.of(OsdpFrame.ADDRESS_ANY)).singleElement().isInstanceOf(ReaderEvent.Online.class);
    }

    @Test
    void theLongestGapIsThatOfAReaderThatWasThere() {
        bench.run(1 * S);
        bench.pds.put(0, _ -> null);
        bench.run(3 * S);
        bench.pds.put(0, BusBench::polite);
        bench.run(5 * S);
        assertThat(bench.bus.pds().getFirst().longestGapMs()).isBetween(3_000L, 5_000L);
        assertThat(bench.bus.pds().get(1).longestGapMs()).isLessThan(1_500);
    }

    @Test
    void aReaderThatIsBusyForTheWholeLimitIsOffline() {
        bench.run(1 * S);
        bench.pds.put(0, f -> OsdpCodec.encodeMarked(OsdpFrame.reply(0, 0, f.crc(), new Reply.Busy().payload())));
        bench.run(7 * S);
        assertThat(bench.of(0)).noneMatch(ReaderEvent.Offline.class::isInstance);
        bench.run(2 * S);
        assertThat(bench.of(0)).last().isInstanceOf(ReaderEvent.Offline.class);
        bench.pds.put(0, BusBench::polite);
        bench.run(4 * S);
        assertThat(bench.of(0)).last().isInstanceOf(ReaderEvent.Online.class);
    }

    @Test
    void aReaderThatAnswersTheLedWithAStatusStaysOnline() {
        bench.pds.put(
                0,
                f -> f.code() == Command.LED
                        ? BusBench.reply(f, new Reply.OutputStatus(Bytes.of(0)))
                        : BusBench.polite(f));
        bench.run(20 * S);
        assertThat(bench.of(0)).singleElement().isInstanceOf(ReaderEvent.Online.class);
    }

    @Test
    void aReaderThatNeverFinishesAFileIsToldSo() {
        bench.run(1 * S);
        bench.pds.put(
                0,
                f -> f.code() == Command.FILETRANSFER
                        ? BusBench.reply(f, new Reply.FileStatus(1, 0, Reply.FileStatus.GO_ON, 0))
                        : BusBench.polite(f));
        var sent = bench.bus.send(0, new PdFile(1, content(50)), (_, _) -> {}, bench.nowNs);
        bench.run(70 * S);
        assertThat(why(sent)).contains("has the whole file");
    }
}
