package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.osdp.BusStep;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpBus;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdKey;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An ACU with a key, in virtual time, over a good line: what leaves it, and what it believes.
class SecureBusTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final Scbk KEY = Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33");
    private static final Scbk OTHER = Scbk.ofHex("b7c3590e62fa1d8844e19b3075cd2a6f");
    private static final CardBits CARD = CardBits.of("10111101110110010011011101");

    private final List<OsdpFrame> sent = new ArrayList<>();
    private final List<ReaderEvent> events = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(411);
    private final OsdpBus acu = new OsdpBus(List.of(new PdKey(0, KEY)), this::eight, 0);
    private PdBus pds = new PdBus(List.of(new PdSpec(0, KEY)), 1, 0);
    private long nowNs;
    private int refusals;
    private int refusalReason;
    private long injectEveryNs = Long.MAX_VALUE;
    private long injectedNs;
    private int injected;

    private Bytes eight() {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        return Bytes.copyOf(bytes);
    }

    private void run(long durationNs) {
        long endNs = nowNs + durationNs;
        byte[] received = {};
        while (true) {
            BusStep step = acu.step(nowNs, received, received.length);
            step.events().forEach(told -> events.add(told.event()));
            received = new byte[0];
            if (step.send().isEmpty()) {
                if (step.deadlineNs() > endNs) break;
                nowNs = Math.max(nowNs, step.deadlineNs());
                continue;
            }
            byte[] bytes = step.send().toArray();
            note(bytes);
            nowNs += 2 * MS;
            List<byte[]> replies = refusals > 0 ? List.of(refusal(bytes)) : pds.receive(nowNs, bytes, bytes.length);
            if (!replies.isEmpty())
                received = nowNs - injectedNs < injectEveryNs ? replies.getFirst() : plainAck(bytes);
        }
        nowNs = endNs;
    }

    private byte[] refusal(byte[] command) {
        refusals--;
        return plain(command, new Reply.Nak(refusalReason));
    }

    /// Someone else on the line, faster than the PD.
    private byte[] plainAck(byte[] command) {
        injected++;
        injectedNs = nowNs;
        return plain(command, new Reply.Ack());
    }

    private static byte[] plain(byte[] command, Reply reply) {
        var receiver = new FrameReceiver();
        receiver.add(command, command.length);
        OsdpFrame frame = Objects.requireNonNull(receiver.next());
        return OsdpCodec.encodeMarked(OsdpFrame.reply(frame.pd(), frame.sequence(), true, reply.payload()));
    }

    private void note(byte[] bytes) {
        var receiver = new FrameReceiver();
        receiver.add(bytes, bytes.length);
        OsdpFrame frame = receiver.next();
        if (frame != null) sent.add(frame);
    }

    /// Of all frames: none without a security block, so nothing in the clear but the handshake's two steps.
    private void nothingWasSaidInTheClear() {
        assertThat(sent).isNotEmpty().allMatch(OsdpFrame::secured);
        assertThat(sent)
                .filteredOn(frame -> frame.block().at(0) < 0x15)
                .allMatch(frame -> frame.code() == Command.CHLNG || frame.code() == Command.SCRYPT);
    }

    private long cards() {
        return events.stream().filter(ReaderEvent.Card.class::isInstance).count();
    }

    private List<ReaderEvent> insecure() {
        return events.stream().filter(ReaderEvent.Insecure.class::isInstance).toList();
    }

    private List<Integer> attemptsTold() {
        return insecure().stream()
                .map(e -> ((ReaderEvent.Insecure) e).attempts())
                .toList();
    }

    private static long sum(List<Integer> attempts) {
        return attempts.stream().mapToLong(Integer::longValue).sum();
    }

    private long challenges() {
        return sent.stream().filter(f -> f.code() == Command.CHLNG).count();
    }

    @Test
    void aReaderWithTheKeyIsBroughtUpAndReadsWithoutAWordInTheClear() {
        acu.lineUp(0, 115_200);
        run(1 * S);
        assertThat(events).singleElement().isInstanceOf(ReaderEvent.Online.class);
        pds.pd(0).presentCard(CARD, nowNs);
        pds.pd(0).pressKeys("4711#", nowNs);
        run(1 * S);
        assertThat(events)
                .element(1)
                .isInstanceOfSatisfying(
                        ReaderEvent.Card.class, card -> assertThat(card.bits()).isEqualTo(CARD));
        assertThat(events).element(2).isInstanceOf(ReaderEvent.Keys.class);
        assertThat(sent.getFirst().sequence()).isZero();
        nothingWasSaidInTheClear();
    }

    @Test
    void aReaderWithAnotherKeyStaysOfflineAndIsToldAtOnce() {
        pds.pd(0).key(OTHER);
        acu.lineUp(0, 115_200);
        run(59 * S);
        pds.pd(0).presentCard(CARD, nowNs);
        assertThat(attemptsTold()).containsExactly(1);
        assertThat(events).hasSize(1);
        assertThat(insecure().getFirst().atNs()).isLessThan(1 * S);
        assertThat(((ReaderEvent.Insecure) insecure().getFirst()).why()).isEqualTo("it has another key");
        nothingWasSaidInTheClear();
    }

    /// Nobody comes for half an hour, then somebody does.
    @Test
    void furtherAttemptsAreToldByTheMinuteAndNoneIsLeftOut() {
        pds.pd(0).key(OTHER);
        acu.lineUp(0, 115_200);
        run(30 * 60 * S);
        assertThat(attemptsTold())
                .hasSizeBetween(29, 31)
                .last()
                .satisfies(n -> assertThat(n).isBetween(25, 31));
        assertThat(challenges() - sum(attemptsTold())).isBetween(0L, 31L); // those of the last minute
        pds.pd(0).key(KEY);
        run(10 * S);
        assertThat(events).last().isInstanceOf(ReaderEvent.Online.class);
        run(50 * S);
        // One challenge more, or it has another key: the one that was answered rightly.
        assertThat(challenges() - sum(attemptsTold())).isOne();
        nothingWasSaidInTheClear();
    }

    /// Each injected frame ends a session, and the next one opens at once.
    @Test
    void sessionsThatBreakAllTheTimeMakeOneEventAMinuteAndEachIsCounted() {
        acu.lineUp(0, 115_200);
        run(1 * S);
        injectEveryNs = 500 * MS;
        run(10 * 60 * S);
        assertThat(injected).isGreaterThan(1_000);
        assertThat(attemptsTold()).hasSizeBetween(10, 11);
        injectEveryNs = Long.MAX_VALUE;
        run(60 * S); // and nothing else happens
        assertThat(sum(attemptsTold())).isEqualTo(injected);
        assertThat(attemptsTold()).hasSizeBetween(10, 12);
        assertThat(events).filteredOn(e -> !(e instanceof ReaderEvent.Insecure)).hasSize(1);
    }

    @Test
    void thePendingAttemptsOfAReaderThatIsForgottenAreReported() {
        pds.pd(0).key(OTHER);
        acu.lineUp(0, 115_200);
        run(30 * S);
        acu.forget(0, nowNs);
        run(1 * S);
        assertThat(attemptsTold()).hasSize(2);
        assertThat(sum(attemptsTold())).isEqualTo(challenges());
    }

    @Test
    void aReaderThatWasResetIsRecognisedAndNotBelieved() {
        acu.lineUp(0, 115_200);
        run(1 * S);
        pds.pd(0).key(Scbk.ofAnyHex("0".repeat(32)));
        pds.pd(0).reboot(nowNs);
        run(20 * S);
        pds.pd(0).presentCard(CARD, nowNs);
        run(1 * S);
        assertThat(cards()).isZero();
        assertThat(events).anyMatch(ReaderEvent.Offline.class::isInstance);
        assertThat(insecure())
                .isNotEmpty()
                .allSatisfy(event -> assertThat(((ReaderEvent.Insecure) event).why())
                        .isEqualTo("it was reset to its factory key: pair it again"));
        nothingWasSaidInTheClear();
    }

    @Test
    void aReaderThatKnowsNoSecurityIsNotSpokenToInTheClear() {
        pds = new PdBus(List.of(new PdSpec(0)), 1, 0);
        acu.lineUp(0, 115_200);
        run(30 * S);
        pds.pd(0).presentCard(CARD, nowNs);
        run(2 * S);
        assertThat(events).hasSize(1).hasOnlyElementsOfType(ReaderEvent.Insecure.class);
        nothingWasSaidInTheClear();
    }

    @Test
    void aReaderExchangedForAPlainOneIsNotBelieved() {
        acu.lineUp(0, 115_200);
        run(1 * S);
        pds.pd(0).key(null);
        pds.pd(0).presentCard(CARD, nowNs);
        run(20 * S);
        assertThat(cards()).isZero();
        assertThat(attemptsTold()).containsExactly(1);
        assertThat(events)
                .filteredOn(e -> !(e instanceof ReaderEvent.Insecure))
                .last()
                .isInstanceOf(ReaderEvent.Offline.class);
        nothingWasSaidInTheClear();
        pds.pd(0).key(KEY);
        run(10 * S);
        assertThat(events).last().isInstanceOf(ReaderEvent.Online.class);
    }

    @Test
    void aReaderThatWasRestartedIsBackInMillisecondsAndNoAlarmIsRaised() {
        acu.lineUp(0, 115_200);
        run(1 * S);
        pds.pd(0).reboot(nowNs);
        run(1 * S);
        pds.pd(0).presentCard(CARD, nowNs);
        run(1 * S);
        assertThat(cards()).isEqualTo(1);
        assertThat(events).noneMatch(ReaderEvent.Offline.class::isInstance);
        nothingWasSaidInTheClear();
    }

    /// Some do so for a while after they were switched on; others answer noise on the line so.
    @ParameterizedTest
    @ValueSource(ints = {Reply.Nak.BAD_SEQUENCE, Reply.Nak.BAD_CHECK})
    void aReaderThatOnlyCannotYetShakeHandsRaisesNoAlarm(int reason) {
        refusals = 2;
        refusalReason = reason;
        acu.lineUp(0, 115_200);
        run(10 * S);
        assertThat(refusals).isZero();
        assertThat(events).singleElement().isInstanceOf(ReaderEvent.Online.class);
        nothingWasSaidInTheClear();
    }
}
