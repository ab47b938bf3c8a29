package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.osdp.BusStep;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OrderException;
import dev.lintel.reader.osdp.OsdpBus;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdFile;
import dev.lintel.reader.osdp.PdKey;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// New keys for readers, our ACU against our PD, in virtual time: what is said on the wire meanwhile, and what holds
/// afterwards.
class PairingTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000 * MS;
    private static final long LIMIT_NS = 30 * S;
    private static final Scbk KEY = Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33");
    private static final Scbk OTHER = Scbk.ofHex("b7c3590e62fa1d8844e19b3075cd2a6f");
    private static final CardBits CARD = CardBits.of("10111101110110010011011101");

    private final List<OsdpFrame> sent = new ArrayList<>();
    private final List<ReaderEvent> events = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(75);
    private Predicate<OsdpFrame> lostReplies = _ -> false;
    private OsdpBus acu = acu(KEY);
    private PdBus pds = pd(new PdSpec(0).with(PdSettings.of(PdTrait.INSTALL_MODE)));
    private long nowNs;

    private OsdpBus acu(Scbk key) {
        var bus = new OsdpBus(List.of(new PdKey(0, key)), this::eight, nowNs);
        bus.lineUp(nowNs, 115_200);
        return bus;
    }

    private static PdBus pd(PdSpec spec) {
        return new PdBus(List.of(spec), 1, 0);
    }

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
            OsdpFrame command = frame(bytes);
            sent.add(command);
            nowNs += 2 * MS;
            List<byte[]> replies = pds.receive(nowNs, bytes, bytes.length);
            if (!replies.isEmpty() && !lostReplies.test(command)) received = replies.getFirst();
        }
        nowNs = endNs;
    }

    private static OsdpFrame frame(byte[] bytes) {
        var receiver = new FrameReceiver();
        receiver.add(bytes, bytes.length);
        OsdpFrame frame = receiver.next();
        if (frame == null) throw new AssertionError("no frame was sent");
        return frame;
    }

    private CompletableFuture<Void> pair(Scbk base, Scbk fresh) {
        return acu.pair(0, base, fresh, LIMIT_NS, nowNs);
    }

    private void cardsAreRead() {
        int before = cards();
        pds.pd(0).presentCard(CARD, nowNs);
        run(1 * S);
        assertThat(cards() - before).isOne();
    }

    private int cards() {
        return (int) events.stream().filter(ReaderEvent.Card.class::isInstance).count();
    }

    private static String why(CompletableFuture<?> result) {
        assertThat(result).isCompletedExceptionally();
        assertThat(result.exceptionNow()).isInstanceOf(OrderException.class);
        return String.valueOf(result.exceptionNow().getMessage());
    }

    /// Frames but those of a handshake are all under a MAC.
    private void nothingWasSaidInTheClear() {
        assertThat(sent)
                .allMatch(OsdpFrame::secured)
                .filteredOn(f -> f.blockType() < 0x15)
                .allMatch(f -> f.code() == Command.CHLNG || f.code() == Command.SCRYPT);
    }

    @Test
    void aReaderThatIsForgottenIsOfflineAtOnceAndNeverSpokenToAgain() {
        pds = pd(new PdSpec(0, KEY));
        run(2 * S);
        cardsAreRead();
        var order = acu.ask(0, new Command.Id(0), LIMIT_NS, nowNs);
        acu.forget(0, nowNs);
        int before = sent.size();
        run(100 * MS);
        assertThat(events).last().isInstanceOf(ReaderEvent.Offline.class);
        assertThat(why(order)).contains("its key was removed");
        assertThatThrownBy(() -> pair(KEY, OTHER)).hasMessageContaining("no PD is wired");
        acu.lineUp(nowNs, 115_200);
        pds.pd(0).presentCard(CARD, nowNs);
        int cards = cards();
        run(60 * S);
        assertThat(sent.size()).as("not a byte").isEqualTo(before);
        assertThat(cards()).isEqualTo(cards);
        nothingWasSaidInTheClear();
    }

    @Test
    void aNewReaderIsGivenItsKeyAndReadsCardsUnderIt() {
        var paired = pair(Scbk.standard(), KEY);
        run(3 * S);
        assertThat(paired).isCompleted();
        assertThat(pds.pd(0).hasKey()).isTrue();
        assertThat(events).last().isInstanceOf(ReaderEvent.Online.class);
        assertThat(events).noneMatch(ReaderEvent.Insecure.class::isInstance);
        cardsAreRead();
        nothingWasSaidInTheClear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"KEYSET_ACK_IN_CLEAR", "ANY_CHALLENGE_ANSWERED"})
    void readersOfOtherMakersAreGivenTheirsAsWell(String trait) {
        pds = pd(new PdSpec(0).with(PdSettings.of(PdTrait.INSTALL_MODE, PdTrait.valueOf(trait))));
        var paired = pair(Scbk.standard(), KEY);
        run(5 * S);
        assertThat(paired).isCompleted();
        cardsAreRead();
        nothingWasSaidInTheClear();
    }

    @Test
    void aReaderThatHasTheKeyAlreadyIsOnlyAskedForIt() {
        pds = pd(new PdSpec(0, KEY));
        var paired = pair(Scbk.standard(), KEY);
        run(3 * S);
        assertThat(paired).isCompleted();
        assertThat(sent)
                .filteredOn(f -> f.blockType() == 0x11)
                .allMatch(f -> f.block().at(1) == 1);
    }

    @Test
    void aReaderWithAKeyIsGivenAnotherUnderIt() {
        pds = pd(new PdSpec(0, KEY));
        run(2 * S);
        var paired = pair(KEY, OTHER);
        run(3 * S);
        assertThat(paired).isCompleted();
        cardsAreRead();
        acu = acu(KEY); // the old key is worth nothing now
        run(5 * S);
        assertThat(events).last().isInstanceOf(ReaderEvent.Insecure.class);
        nothingWasSaidInTheClear();
    }

    @Test
    void anAcknowledgementThatIsLostLosesNoKey() {
        int[] keySets = {0};
        pds = pd(new PdSpec(0, KEY));
        run(2 * S);
        lostReplies = f -> f.blockType() == 0x17 && f.payload().at(0) == Command.KEYSET && keySets[0]++ < 3;
        var paired = pair(KEY, OTHER);
        run(10 * S);
        assertThat(keySets[0]).isGreaterThanOrEqualTo(3);
        assertThat(paired).isCompleted();
        cardsAreRead();
    }

    @Test
    void aReaderThatLosesPowerRightAfterItsKeyWasSetIsFoundAgain() {
        pds = pd(new PdSpec(0, KEY));
        run(2 * S);
        boolean[] rebooted = {false};
        lostReplies = f -> {
            if (rebooted[0] || f.blockType() != 0x17 || f.payload().at(0) != Command.KEYSET) return false;
            rebooted[0] = true;
            pds.pd(0).reboot(nowNs);
            return true;
        };
        var paired = pair(KEY, OTHER);
        run(10 * S);
        assertThat(rebooted[0]).isTrue();
        assertThat(paired).isCompleted();
        cardsAreRead();
    }

    @Test
    void aReaderOutOfInstallModeIsNotPairedAndTheTimeEnds() {
        pds = pd(new PdSpec(0, OTHER));
        var paired = pair(Scbk.standard(), KEY);
        run(29 * S);
        assertThat(paired).isNotDone();
        run(2 * S);
        assertThat(why(paired)).contains("it ");
        assertThat(((OrderException) paired.exceptionNow()).keyGiven()).isFalse();
        int before = sent.size();
        run(10 * S);
        // Its own key only from now on: SCBK-D is not tried any more.
        assertThat(sent.subList(before, sent.size()))
                .filteredOn(f -> f.blockType() == 0x11)
                .isNotEmpty()
                .allMatch(f -> f.block().at(1) == 1);
        nothingWasSaidInTheClear();
    }

    @Test
    void aReaderThatIsNotThereEndsThePairingInTime() {
        pds.cablePulled(0, true);
        var paired = pair(Scbk.standard(), KEY);
        run(31 * S);
        assertThat(why(paired)).contains("does not answer");
    }

    @Test
    void aCancelledPairingLeavesTheKeyOfBefore() {
        pds = pd(new PdSpec(0, KEY));
        run(2 * S);
        pds.cablePulled(0, true);
        var paired = pair(Scbk.standard(), OTHER);
        run(2 * S);
        paired.cancel(false);
        pds.cablePulled(0, false);
        run(10 * S);
        assertThat(events).last().isInstanceOf(ReaderEvent.Online.class);
        cardsAreRead();
    }

    @Test
    void onlyOnePairingIsUnderWayAndARefusedKeyIsToldInWords() {
        pds.cablePulled(0, true);
        var first = pair(Scbk.standard(), KEY);
        var second = pair(Scbk.standard(), OTHER);
        assertThat(why(second)).contains("another pairing");
        pds.cablePulled(0, false);
        run(5 * S);
        assertThat(first).isCompleted();
        pds.pd(0).refuse(Reply.Nak.BAD_RECORD, 1);
        boolean[] seen = {false};
        lostReplies = f -> {
            seen[0] |= f.payload().at(0) == Command.KEYSET;
            return false;
        };
        var third = pair(KEY, OTHER);
        run(40 * S);
        assertThat(third).isDone();
        assertThat(seen[0]).isTrue();
        cardsAreRead();
    }

    @Test
    void noCardIsReadUnderTheKeyThatEverybodyKnows() {
        pds.pd(0).presentCard(CARD, nowNs);
        var paired = pair(Scbk.standard(), KEY);
        run(3 * S);
        assertThat(paired).isCompleted();
        int keySet = -1;
        for (int i = 0; i < sent.size(); i++) if (sent.get(i).payload().at(0) == Command.KEYSET) keySet = i;
        assertThat(keySet).isPositive();
        assertThat(sent.subList(0, keySet)).noneMatch(f -> f.payload().at(0) == Command.POLL);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileArrivesWholeSecureAndPlain(boolean secure) {
        PdSpec spec = secure ? new PdSpec(0, KEY) : new PdSpec(0);
        pds = pd(spec.with(PdSettings.of().withFiles(new PdSettings.FileRules(20, 256, 3, false))));
        acu = secure ? acu(KEY) : new OsdpBus(List.of(0), nowNs);
        acu.lineUp(nowNs, 115_200);
        run(2 * S);
        byte[] content = new byte[5_000];
        random.nextBytes(content);
        var file = acu.send(0, new PdFile(1, Bytes.copyOf(content)), (_, _) -> {}, nowNs);
        run(500 * MS);
        pds.pd(0).presentCard(CARD, nowNs);
        run(20 * S);
        assertThat(file).isCompleted();
        assertThat(pds.pd(0).fileDigest()).isEqualTo(sha256(content));
        assertThat(cards()).isOne();
    }

    private static String sha256(byte[] content) {
        try {
            var digest = java.security.MessageDigest.getInstance("SHA-256");
            return java.util.HexFormat.of().formatHex(digest.digest(content));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has it", e);
        }
    }
}
