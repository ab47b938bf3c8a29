package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Opened.Reason;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Both ends of the secure channel against recorded and computed sessions, bit by bit.
class SecureVectorsTest {
    static Stream<Vectors.Line> sessions() {
        return Vectors.sessions();
    }

    static Stream<List<Vectors.Line>> secureCases() {
        return Vectors.cases().filter(c -> c.getFirst().has("pd_cryptogram"));
    }

    @Test
    void thereAreSessionsAndFramesEnough() {
        assertThat(sessions().count()).isGreaterThanOrEqualTo(30);
        assertThat(Vectors.all().filter(l -> l.has("mac") && l.isFrame()).count())
                .isGreaterThan(430);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sessions")
    void keysAndCryptogramsAreTheOnesOfTheHeader(Vectors.Line s) {
        Scbk scbk = Scbk.ofAnyHex(s.text("scbk"));
        Bytes rndA = bytes(s, "rnd_a");
        Bytes rndB = bytes(s, "rnd_b");
        assertThat(Bytes.copyOf(SessionKeys.sEnc(scbk, rndA))).isEqualTo(bytes(s, "s_enc"));
        assertThat(Bytes.copyOf(SessionKeys.sMac1(scbk, rndA))).isEqualTo(bytes(s, "s_mac1"));
        assertThat(Bytes.copyOf(SessionKeys.sMac2(scbk, rndA))).isEqualTo(bytes(s, "s_mac2"));
        assertThat(scbk.isStandard()).isEqualTo(s.text("scbk_d").equals("true"));
        var keys = new SessionKeys(scbk, rndA);
        assertThat(keys.pdCryptogram(rndA, rndB)).isEqualTo(bytes(s, "pd_cryptogram"));
        if (!s.has("acu_cryptogram")) return; // the PD had another key: it went no further
        assertThat(keys.acuCryptogram(rndA, rndB)).isEqualTo(bytes(s, "acu_cryptogram"));
        assertThat(keys.firstMac(bytes(s, "acu_cryptogram"))).isEqualTo(bytes(s, "rmac_i"));
    }

    @ParameterizedTest
    @MethodSource("secureCases")
    void bothEndsWriteAndReadEveryFrameOfASession(List<Vectors.Line> lines) {
        var ends = new BothEnds(lines.getFirst());
        for (Vectors.Line line : lines) {
            if (line.isFrame() && !Vectors.damaged(line)) ends.take(line);
        }
    }

    @Test
    void theTwoEndsMetEveryKindOfFrame() {
        long taken = secureCases()
                .mapToLong(lines -> {
                    var ends = new BothEnds(lines.getFirst());
                    lines.stream()
                            .filter(l -> l.isFrame() && !Vectors.damaged(l))
                            .forEach(ends::take);
                    return ends.sealed;
                })
                .sum();
        assertThat(taken).isGreaterThan(400);
    }

    static Stream<Vectors.Line> framesOfZeroKeys() {
        return Vectors.all()
                .filter(l -> l.text("case").equals("net-build-command"))
                .filter(l -> l.has("mac") && l.isFrame());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("framesOfZeroKeys")
    void commandsAreSealedAsAnotherImplementationSealsThem(Vectors.Line line) {
        byte[] zeros = new byte[16];
        var session =
                new SecureSession(new SessionKeys(zeros.clone(), zeros.clone(), zeros.clone()), Bytes.copyOf(zeros));
        OsdpFrame sealed = session.sealCommand(0, 2, true, Bytes.ofHex(line.text("plain")));
        assertThat(Bytes.copyOf(OsdpCodec.encodeMarked(sealed))).isEqualTo(line.hex());
        assertThat(session.cMac()).isEqualTo(bytes(line, "mac"));
    }

    static Stream<Vectors.Line> paddings() {
        return Vectors.all().filter(l -> l.text("type").equals("padding"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("paddings")
    void dataArePaddedAsTheyMustBe(Vectors.Line line) {
        Bytes data = line.hex();
        Bytes padded = bytes(line, "padded");
        assertThat(SessionKeys.encryptedBytes(data.size())).isEqualTo(padded.size());
        byte[] zeros = new byte[16];
        var keys = new SessionKeys(zeros.clone(), zeros.clone(), zeros.clone());
        byte[] buffer = new byte[padded.size()];
        data.copyTo(buffer, 0);
        keys.encrypt(buffer, 0, data.size(), zeros);
        assertThat(keys.decrypt(buffer, 0, buffer.length, zeros)).isEqualTo(data.size());
        assertThat(Bytes.copyOf(buffer)).isEqualTo(padded);
    }

    @Test
    void aPdThatMixesUpTheKindOfKeyIsRefused() {
        List<Vectors.Line> lines = caseOf("syn-ccrypt-wrong-block");
        var handshake =
                new AcuHandshake(Scbk.ofAnyHex("000102030405060708090a0b0c0d0e0f"), Bytes.ofHex("0102030405060708"));
        assertThat(handshake.answered(Vectors.frame(lines.get(2)))).isEqualTo(AcuHandshake.Fault.OTHER_KIND_OF_KEY);
    }

    @Test
    void aPdThatRefusesOpensNoSession() {
        List<Vectors.Line> lines = caseOf("syn-rmac-refused");
        var handshake =
                new AcuHandshake(Scbk.ofAnyHex("000102030405060708090a0b0c0d0e0f"), Bytes.ofHex("0102030405060708"));
        assertThat(handshake.answered(Vectors.frame(lines.get(2)))).isNull();
        assertThat(handshake.confirmed(Vectors.frame(lines.get(4)))).isEqualTo(AcuHandshake.Fault.REFUSED);
    }

    @Test
    void anOldPdsBlockTypeInItsLastAnswerIsForgiven() {
        List<Vectors.Line> lines = caseOf("net-handshake-scbkd");
        var handshake = new AcuHandshake(Scbk.standard(), bytes(lines.getFirst(), "rnd_a"));
        assertThat(handshake.answered(Vectors.frame(lines.get(2)))).isNull();
        assertThat(handshake.confirmed(Vectors.frame(lines.get(4)))).isNull();
        assertThat(handshake.confirmed(Vectors.frame(lines.get(6)))).isNull();
    }

    private static List<Vectors.Line> caseOf(String name) {
        return Vectors.cases()
                .filter(c -> c.getFirst().text("case").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Bytes bytes(Vectors.Line line, String field) {
        return Bytes.ofHex(line.text(field));
    }

    /// An ACU and a PD that both have to write, and to understand, every frame of a recording.
    private static final class BothEnds {
        private final List<Vectors.Line> sessions;
        private OsdpFrame lastCommand = new OsdpFrame(0, 0, Bytes.EMPTY, Bytes.of(0));
        private OsdpFrame lastReply = lastCommand;
        private AcuHandshake acuSide = new AcuHandshake(Scbk.standard(), Bytes.ofHex("0000000000000000"));
        private PdHandshake pdSide =
                new PdHandshake(Scbk.standard(), Bytes.ofHex("0000000000000000"), Bytes.ofHex("0000000000000000"));
        private int begun;
        long sealed;

        BothEnds(Vectors.Line header) {
            String name = header.source().replaceAll("#.*", "#");
            sessions =
                    Vectors.sessions().filter(s -> s.source().startsWith(name)).toList();
            assertThat(sessions).as(name).isNotEmpty();
        }

        void take(Vectors.Line line) {
            OsdpFrame frame = Vectors.frame(line);
            switch (frame.blockType()) {
                case SecureBlock.SCS_11 -> challenge(line, frame);
                case SecureBlock.SCS_12 -> {
                    if (frame.code() == Reply.CCRYPT) answer(line, frame);
                    else confirmation(line, frame);
                }
                case SecureBlock.SCS_13 -> proof(line, frame);
                case SecureBlock.SCS_14 -> confirmation(line, frame);
                case 0 -> inTheClear(frame);
                default -> traffic(line, frame);
            }
        }

        private void challenge(Vectors.Line line, OsdpFrame frame) {
            Vectors.Line s = sessions.get(Math.min(begun++, sessions.size() - 1));
            Bytes rndA = frame.payload().slice(1, 9);
            Scbk key = Scbk.ofAnyHex(s.text("scbk"));
            boolean standard = frame.block().at(1) == SecureBlock.KEY_STANDARD;
            acuSide = new AcuHandshake(standard ? Scbk.standard() : key, rndA);
            pdSide = new PdHandshake(key, bytes(s, "cuid"), bytes(s, "rnd_b"));
            assertThat(acuSide.challenge(frame.pd(), frame.sequence(), frame.crc()))
                    .as(line.toString())
                    .isEqualTo(frame);
            lastCommand = frame;
        }

        private void answer(Vectors.Line line, OsdpFrame frame) {
            OsdpFrame written = pdSide.challenged(lastCommand);
            boolean sameKind = lastCommand.block().at(1) == frame.block().at(1);
            if (!sameKind) assertThat(acuSide.answered(frame)).isEqualTo(AcuHandshake.Fault.OTHER_KIND_OF_KEY);
            else if (written != null) assertThat(written).as(line.toString()).isEqualTo(frame);
        }

        private void proof(Vectors.Line line, OsdpFrame frame) {
            lastCommand = frame;
            OsdpFrame written = pdSide.proven(frame);
            if (written == null || written.block().at(1) == SecureBlock.REFUSED) return;
            lastReply = written;
            assertThat(acuSide.answered(pdAnswer())).as(line.toString()).isNull();
            assertThat(acuSide.proof(frame.pd(), frame.sequence(), frame.crc())).isEqualTo(frame);
        }

        /// What the PD must have answered to CHLNG for this proof.
        private OsdpFrame pdAnswer() {
            Vectors.Line s = sessions.get(Math.min(begun, sessions.size()) - 1);
            var answer = new Reply.ClientCryptogram(bytes(s, "cuid"), bytes(s, "rnd_b"), bytes(s, "pd_cryptogram"));
            int kind = lastCommand.block().at(1);
            return OsdpFrame.reply(lastCommand.pd(), 0, true, answer.payload()).withBlock(SecureBlock.SCS_12, kind);
        }

        private void confirmation(Vectors.Line line, OsdpFrame frame) {
            if (frame.block().at(1) != SecureBlock.ACCEPTED) return;
            assertThat(lastReply.payload()).as(line.toString()).isEqualTo(frame.payload());
            assertThat(acuSide.confirmed(frame)).as(line.toString()).isNull();
        }

        private void inTheClear(OsdpFrame frame) {
            SecureSession pd = pdSide.session();
            if (pd == null) return;
            Opened opened = frame.isReply() ? acuSide.session().openReply(frame) : pd.openCommand(frame);
            assertThat(opened).isEqualTo(new Opened.Refused(Reason.IN_THE_CLEAR));
        }

        private void traffic(Vectors.Line line, OsdpFrame frame) {
            if (!line.has("mac")) {
                forged(line, frame);
            } else if (frame.isReply()) {
                if (!frame.equals(lastReply)) reply(line, frame);
                lastReply = frame;
            } else {
                if (!frame.equals(lastCommand)) command(line, frame);
                lastCommand = frame;
            }
        }

        private void forged(Vectors.Line line, OsdpFrame frame) {
            SecureSession pd = pdSide.session();
            if (pd == null || !Vectors.forged(line)) return;
            assertThat(pd.openCommand(frame)).isEqualTo(new Opened.Refused(Reason.BAD_MAC));
        }

        private void command(Vectors.Line line, OsdpFrame frame) {
            Bytes plain = bytes(line, "plain");
            SecureSession pd = Objects.requireNonNull(pdSide.session(), line.toString());
            SecureSession acu = acuSide.session();
            OsdpFrame written = acu.sealCommand(frame.pd(), frame.sequence(), frame.crc(), plain);
            assertThat(pd.openCommand(frame)).as(line.toString()).isEqualTo(new Opened.Sound(plain));
            assertThat(pd.cMac()).as(line.toString()).isEqualTo(bytes(line, "mac"));
            if (needlesslyEncrypted(frame, plain)) {
                // We would not write it so, but read it; the chain goes on from what was sent.
                copyChain(frame, pd, acu);
            } else {
                assertThat(written).as(line.toString()).isEqualTo(frame);
                assertThat(acu.cMac()).isEqualTo(pd.cMac());
                sealed++;
            }
        }

        private void reply(Vectors.Line line, OsdpFrame frame) {
            Bytes plain = bytes(line, "plain");
            SecureSession pd = Objects.requireNonNull(pdSide.session(), line.toString());
            SecureSession acu = acuSide.session();
            OsdpFrame written = pd.sealReply(frame.pd(), frame.sequence(), frame.crc(), plain);
            boolean quirk = frame.blockType() == SecureBlock.SCS_15;
            Opened expected = quirk ? new Opened.MacOnly(plain) : new Opened.Sound(plain);
            assertThat(acu.openReply(frame)).as(line.toString()).isEqualTo(expected);
            assertThat(acu.rMac()).as(line.toString()).isEqualTo(bytes(line, "mac"));
            if (quirk || needlesslyEncrypted(frame, plain)) {
                copyChain(frame, acu, pd);
            } else {
                assertThat(written).as(line.toString()).isEqualTo(frame);
                sealed++;
            }
        }

        private static boolean needlesslyEncrypted(OsdpFrame frame, Bytes plain) {
            return plain.size() == 1 && SecureBlock.encrypts(frame.blockType());
        }

        private static void copyChain(OsdpFrame frame, SecureSession from, SecureSession to) {
            if (frame.isReply()) to.lastReply(from.rMac());
            else to.lastCommand(from.cMac());
        }
    }
}
