package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.MS;
import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class OsdpBusTest {
    private static final CardBits CARD = CardBits.of("10111101110110010011011101");

    @Test
    void aReaderIsBroughtUpInOrderAndThenPolled() {
        var bench = new BusBench(0);
        bench.run(200 * MS);
        assertThat(bench.sent.stream().limit(8).map(s -> s.frame().code()))
                .containsExactly(
                        Command.ID,
                        Command.CAP,
                        Command.LSTAT,
                        Command.ISTAT,
                        Command.RSTAT,
                        Command.LED,
                        Command.POLL,
                        Command.POLL);
        assertThat(bench.sent.stream().limit(8).map(s -> s.frame().sequence())).containsExactly(0, 1, 2, 3, 1, 2, 3, 1);
        assertThat(bench.of(0)).singleElement().isInstanceOf(ReaderEvent.Online.class);
        var identity = Objects.requireNonNull(bench.bus.pds().getFirst().identity());
        assertThat(PdTraits.identity(identity)).contains("serial number 305419896", "firmware 1.2.3");
    }

    @Test
    void theFirstBytesAreThoseOfTheReferenceAcu() {
        var bench = new BusBench(0);
        bench.run(20 * MS);
        assertThat(bench.sent.get(0).bytes()).isEqualTo(Bytes.ofHex("ff53000900046100c066"));
        assertThat(bench.sent.get(1).bytes()).isEqualTo(Bytes.ofHex("ff53000900056200a304"));
    }

    @Test
    void cardsRecordedFromTheReferencePdComeOutAsItsAcuSawThem() {
        var replies = new ArrayDeque<Bytes>();
        var expected = new java.util.ArrayList<String>();
        for (var line : Vectors.read("osdp-plain.jsonl")) {
            if (!line.text("case").equals("plain-cards-crc")) continue;
            if (line.text("dir").equals("pd") && line.text("plain").startsWith("50")) {
                replies.add(Bytes.ofHex(line.text("plain")));
            }
            var seen = java.util.regex.Pattern.compile("ACU: addr 5 CARD .*bits=(\\d+) data=(\\w+)")
                    .matcher(line.text("note"));
            if (seen.find()) {
                expected.add(CardBits.ofLeftJustified(Bytes.ofHex(seen.group(2)), Integer.parseInt(seen.group(1)))
                        .toString());
            }
        }
        var bench = new BusBench(5);
        bench.pds.put(
                5,
                f -> f.code() == Command.POLL && !replies.isEmpty()
                        ? BusBench.reply(f, new Reply.Other(replies.remove()))
                        : BusBench.polite(f));
        bench.run(2 * S);
        assertThat(expected).hasSizeGreaterThan(5);
        assertThat(bench.of(5).stream()
                        .filter(ReaderEvent.Card.class::isInstance)
                        .map(e -> ((ReaderEvent.Card) e).bits().toString()))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void aLostReplyIsAskedForAgainWithTheSameBytes() {
        var bench = new BusBench(0);
        bench.run(500 * MS);
        int before = bench.sent.size();
        bench.pds.put(0, _ -> null);
        bench.run(700 * MS);
        List<BusBench.Sent> after = bench.sent.subList(before, bench.sent.size());
        assertThat(after).hasSizeGreaterThanOrEqualTo(3);
        assertThat(after.stream().map(BusBench.Sent::bytes).distinct()).hasSize(1);
    }

    /// A checksum fits one damaged frame in 256: where a CRC was agreed on, it does not make a card.
    @Test
    void aCardWithAChecksumIsRefusedWhereACrcWasAgreedOn() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        Bytes card = new Reply.Raw(0, 1, CARD).payload();
        bench.pds.put(0, f -> OsdpCodec.encodeMarked(OsdpFrame.reply(0, f.sequence(), false, card)));
        bench.run(1 * S);
        assertThat(bench.of(0)).noneMatch(ReaderEvent.Card.class::isInstance);
    }

    @Test
    void aReaderIsOfflineAfterEightSecondsOfSilenceAndNotBefore() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        bench.pds.put(0, _ -> null);
        bench.run(7_900 * MS);
        assertThat(bench.of(0)).hasSize(1);
        bench.run(200 * MS);
        assertThat(bench.of(0)).last().isInstanceOf(ReaderEvent.Offline.class);
        bench.pds.put(0, BusBench::polite);
        bench.run(4 * S);
        assertThat(bench.of(0)).hasSize(3).last().isInstanceOf(ReaderEvent.Online.class);
    }

    @Test
    void itsSteadyLedIsShownAgainWhenAReaderIsBack() {
        var bench = new BusBench(0);
        bench.bus.wish(0, Wish.AT_FIRST.with(ReaderSignal.UNLOCKED, 0));
        bench.run(1 * S);
        bench.pds.put(0, _ -> null);
        bench.run(9 * S);
        int before = bench.sent.size();
        bench.pds.put(0, BusBench::polite);
        bench.run(4 * S);
        assertThat(bench.sent.subList(before, bench.sent.size()).stream()
                        .map(s -> s.frame().payload()))
                .contains(Wish.AT_FIRST.with(ReaderSignal.UNLOCKED, 0).led().payload());
    }

    @Test
    void aCommandForTheLedGoesOutBeforeTheNextPoll() {
        var bench = new BusBench(0, 1, 2);
        bench.run(1 * S);
        int before = bench.sent.size();
        bench.bus.wish(2, Wish.AT_FIRST.with(ReaderSignal.ADMITTED, 5_000));
        bench.run(100 * MS);
        List<BusBench.Sent> next = bench.sent.subList(before, bench.sent.size());
        assertThat(next.stream().limit(2).map(s -> s.frame().code())).containsExactly(Command.LED, Command.BUZ);
        assertThat(next.getFirst().frame().pd()).isEqualTo(2);
    }

    @Test
    void eightLiveReadersAreEachPolledEveryFiftyMilliseconds() {
        var bench = new BusBench(0, 1, 2, 3, 4, 5, 6, 7);
        bench.run(3 * S);
        bench.sent.clear();
        bench.run(2 * S);
        for (int address = 0; address < 8; address++)
            assertThat(longestGapNs(bench, address)).isLessThan(60 * MS);
    }

    @Test
    void aDeadReaderIsProbedOnceASecondAndTheOthersHardlyWait() {
        var bench = new BusBench(0, 1, 2, 3, 4, 5, 6, 7);
        bench.pds.remove(3);
        bench.pds.remove(5);
        bench.run(12 * S);
        bench.sent.clear();
        bench.run(10 * S);
        assertThat(bench.sentTo(3).size() + bench.sentTo(5).size()).isBetween(9, 11);
        assertThat(bench.sentTo(3)).hasSizeBetween(4, 6);
        assertThat(longestGapNs(bench, 0)).isLessThan(300 * MS);
    }

    @Test
    void aBusyReaderIsAskedAgainWithTheSameBytesAndTheOthersGoOn() {
        var bench = new BusBench(0, 1);
        var busy = new AtomicInteger(3);
        bench.pds.put(
                0,
                f -> f.code() == Command.LED && busy.getAndDecrement() > 0
                        ? OsdpCodec.encodeMarked(OsdpFrame.reply(0, 0, true, new Reply.Busy().payload()))
                        : BusBench.polite(f));
        bench.run(1 * S);
        List<BusBench.Sent> leds = bench.sentTo(0).stream()
                .filter(s -> s.frame().code() == Command.LED)
                .toList();
        assertThat(leds).hasSize(4);
        assertThat(leds.stream().map(BusBench.Sent::bytes).distinct()).hasSize(1);
        assertThat(longestGapNs(bench, 1)).isLessThan(60 * MS);
        assertThat(bench.of(0)).hasSize(1);
    }

    @Test
    void aBadCheckAtTheReaderIsAnsweredWithTheSameBytes() {
        var bench = new BusBench(0);
        bench.run(500 * MS);
        int before = bench.sent.size();
        var once = new AtomicInteger(1);
        bench.pds.put(
                0,
                f -> once.getAndDecrement() > 0
                        ? BusBench.reply(f, new Reply.Nak(Reply.Nak.BAD_CHECK))
                        : BusBench.polite(f));
        bench.run(100 * MS);
        assertThat(bench.sent.get(before + 1).bytes())
                .isEqualTo(bench.sent.get(before).bytes());
        assertThat(bench.sent.get(before + 2).bytes())
                .isNotEqualTo(bench.sent.get(before).bytes());
    }

    @Test
    void aReaderThatKnowsOnlyChecksumsIsSpokenToInChecksums() {
        var bench = new BusBench(0);
        bench.pds.put(0, f -> f.crc() ? BusBench.reply(f, new Reply.Nak(Reply.Nak.BAD_CHECK)) : BusBench.polite(f));
        bench.run(1 * S);
        assertThat(bench.of(0)).singleElement().isInstanceOf(ReaderEvent.Online.class);
        assertThat(bench.sent.getLast().frame().crc()).isFalse();
    }

    @Test
    void everyOtherRefusalIsTakenAndTheConversationGoesOn() {
        for (int reason : new int[] {2, 3, 7, 8, 9, 200}) {
            var bench = new BusBench(0);
            bench.pds.put(
                    0,
                    f -> f.code() == Command.LED || f.code() == Command.ISTAT
                            ? BusBench.reply(f, new Reply.Nak(reason))
                            : BusBench.polite(f));
            bench.run(10 * S);
            assertThat(bench.of(0)).as("NAK %d", reason).singleElement().isInstanceOf(ReaderEvent.Online.class);
            assertThat(bench.bus.pds().getFirst().lastNak()).isEqualTo(reason);
        }
    }

    @Test
    void aReaderThatWantsSecurityNeverComesOnlineInTheClear() {
        for (int reason : new int[] {5, 6}) {
            var bench = new BusBench(0);
            bench.pds.put(
                    0, f -> f.code() == Command.LSTAT ? BusBench.reply(f, new Reply.Nak(reason)) : BusBench.polite(f));
            bench.run(10 * S);
            assertThat(bench.of(0)).isEmpty();
            assertThat(bench.sent).hasSizeLessThan(200);
        }
    }

    @Test
    void aSequenceErrorOrARebootStartsAgainAtZeroWithoutGoingOffline() {
        for (boolean nak : new boolean[] {true, false}) {
            var bench = new BusBench(0);
            bench.run(500 * MS);
            int before = bench.sent.size();
            var once = new AtomicInteger(1);
            bench.pds.put(
                    0,
                    f -> once.getAndDecrement() > 0
                            ? OsdpCodec.encodeMarked(OsdpFrame.reply(
                                    0, nak ? 3 : 0, true, (nak ? new Reply.Nak(4) : new Reply.Ack()).payload()))
                            : BusBench.polite(f));
            bench.run(1 * S);
            OsdpFrame next = bench.sent.get(before + 1).frame();
            assertThat(next.sequence()).isZero();
            assertThat(next.code()).isEqualTo(Command.ID);
            assertThat(bench.of(0)).hasSize(1);
        }
    }

    @Test
    void aReaderThatAnswersIdOnlyAfterAPollComesOnline() {
        var bench = new BusBench(0);
        var polled = new AtomicInteger();
        bench.pds.put(0, f -> {
            if (f.code() == Command.POLL) polled.set(1);
            return polled.get() == 0 ? null : BusBench.polite(f);
        });
        bench.run(5 * S);
        assertThat(bench.of(0)).singleElement().isInstanceOf(ReaderEvent.Online.class);
    }

    @Test
    void theEchoOfItsOwnBytesIsNotSeen() {
        var bench = new BusBench(0);
        bench.pds.put(0, f -> {
            byte[] echo = OsdpCodec.encodeMarked(f);
            byte[] reply = BusBench.reply(f, BusBench.politeReply(f));
            byte[] both = java.util.Arrays.copyOf(echo, echo.length + reply.length);
            System.arraycopy(reply, 0, both, echo.length, reply.length);
            return both;
        });
        bench.run(1 * S);
        assertThat(bench.of(0)).singleElement().isInstanceOf(ReaderEvent.Online.class);
        assertThat(bench.bus.pds().getFirst().retries()).isZero();
        assertThat(bench.bus.strayFrames()).isEqualTo(bench.sent.size());
    }

    @Test
    void repliesOfAnotherNumberOrReaderAreNotTaken() {
        var bench = new BusBench(0);
        bench.run(500 * MS);
        Bytes card = new Reply.Raw(0, 1, CARD).payload();
        bench.pds.put(0, f -> OsdpCodec.encodeMarked(OsdpFrame.reply(1, f.sequence(), true, card)));
        bench.run(300 * MS);
        bench.pds.put(0, f -> OsdpCodec.encodeMarked(OsdpFrame.reply(0, f.sequence() % 3 + 1, true, card)));
        bench.run(300 * MS);
        assertThat(bench.of(0)).hasSize(1);
    }

    @Test
    void tamperIsToldWhenItChanges() {
        var bench = new BusBench(0);
        bench.run(500 * MS);
        var next = new ArrayDeque<Reply>(List.of(
                new Reply.LocalStatus(true, false),
                new Reply.LocalStatus(true, true),
                new Reply.LocalStatus(false, false)));
        bench.pds.put(
                0,
                f -> f.code() == Command.POLL && !next.isEmpty()
                        ? BusBench.reply(f, next.remove())
                        : BusBench.polite(f));
        bench.run(500 * MS);
        assertThat(bench.of(0).stream()
                        .filter(ReaderEvent.Tamper.class::isInstance)
                        .map(e -> ((ReaderEvent.Tamper) e).on()))
                .containsExactly(true, false);
        assertThat(bench.of(0).stream()
                        .filter(ReaderEvent.Power.class::isInstance)
                        .map(e -> ((ReaderEvent.Power) e).failed()))
                .containsExactly(true, false);
    }

    @Test
    void aLostLineLetsReadersGoOfflineAndItsReturnBringsThemBack() {
        var bench = new BusBench(0);
        bench.run(1 * S);
        bench.bus.lineDown();
        int before = bench.sent.size();
        bench.run(9 * S);
        assertThat(bench.sent).hasSize(before);
        assertThat(bench.of(0)).last().isInstanceOf(ReaderEvent.Offline.class);
        bench.bus.lineUp(bench.nowNs, 9_600);
        bench.run(1 * S);
        assertThat(bench.of(0)).last().isInstanceOf(ReaderEvent.Online.class);
    }

    @Property(tries = 200)
    void noiseNeverThrowsAndTheBusGoesOn(@ForAll @Size(max = 20) List<@Size(max = 40) byte[]> noise) {
        var bench = new BusBench(0);
        var chunks = new ArrayDeque<>(noise);
        bench.pds.put(0, f -> chunks.isEmpty() ? BusBench.polite(f) : chunks.remove());
        bench.run(40 * S); // each chunk costs a probe of a second
        assertThat(bench.bus.online(0)).isTrue();
    }

    @Test
    void addressesThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new OsdpBus(List.of(0, 0), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OsdpBus(List.of(127, 0), 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static long longestGapNs(BusBench bench, int address) {
        List<BusBench.Sent> sent = bench.sentTo(address);
        long longest = 0;
        for (int i = 1; i < sent.size(); i++) {
            longest = Math.max(longest, sent.get(i).atNs() - sent.get(i - 1).atNs());
        }
        return longest;
    }
}
