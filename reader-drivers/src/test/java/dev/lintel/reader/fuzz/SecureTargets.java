package dev.lintel.reader.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.AcuHandshake;
import dev.lintel.reader.osdp.CapturedFrame;
import dev.lintel.reader.osdp.Followed;
import dev.lintel.reader.osdp.Opened;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdHandshake;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SecureSession;
import dev.lintel.reader.osdp.SessionFollower;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// OSDP with keys: forged frames and handshakes.
final class SecureTargets {
    private static final Bytes RND_A = Bytes.ofHex("b0b1b2b3b4b5b6b7");
    private static final Bytes RND_B = Bytes.ofHex("a0a1a2a3a4a5a6a7");
    private static final Bytes CUID = Bytes.ofHex("0102030405060708");
    private static final int FRAME_BYTES_MAX = 1440;

    private SecureTargets() {}

    private static Scbk key() {
        return Scbk.ofAnyHex("000102030405060708090a0b0c0d0e0f");
    }

    /// Both ends of a session that anybody may forge frames for, and what they say between: steps of a byte that
    /// says what, and its data.
    static void session(byte[] input) {
        var in = new Input(input);
        var acuSide = new AcuHandshake(key(), RND_A);
        var pdSide = new PdHandshake(key(), CUID, RND_B);
        open(acuSide, pdSide);
        SecureSession acu = acuSide.session();
        SecureSession pd = Objects.requireNonNull(pdSide.session());
        while (in.more()) {
            int step = in.u8();
            if ((step & 1) == 0) {
                OsdpFrame forged = frame(in);
                Opened opened = forged.isReply() ? acu.openReply(forged) : pd.openCommand(forged);
                assertThat(opened).isInstanceOf(Opened.Refused.class); // nobody guesses four bytes of MAC here
            } else {
                exchange(acu, pd, payload(in), payload(in), (step & 2) != 0);
            }
        }
        exchange(acu, pd, Bytes.of(0x60), Bytes.of(0x40), true);
    }

    private static void open(AcuHandshake acu, PdHandshake pd) {
        OsdpFrame answer = Objects.requireNonNull(pd.challenged(acu.challenge(1, 0, true)));
        assertThat(acu.answered(answer)).isNull();
        OsdpFrame confirmation = Objects.requireNonNull(pd.proven(acu.proof(1, 1, true)));
        assertThat(acu.confirmed(confirmation)).isNull();
    }

    private static void exchange(SecureSession acu, SecureSession pd, Bytes command, Bytes reply, boolean crc) {
        assertThat(pd.openCommand(acu.sealCommand(1, 2, crc, command))).isEqualTo(new Opened.Sound(command));
        assertThat(acu.openReply(pd.sealReply(1, 2, crc, reply))).isEqualTo(new Opened.Sound(reply));
    }

    private static Bytes payload(Input in) {
        Bytes payload = in.bytes(Math.min(in.u16(), SecureSession.payloadBytesMax(FRAME_BYTES_MAX, true)));
        return payload.isEmpty() ? Bytes.of(0x60) : payload;
    }

    /// Any frame, its check bytes taken for right.
    private static OsdpFrame frame(Input in) {
        int address = in.u8();
        int control = in.u8();
        Bytes block = in.bytes(in.u8() & 0x1F);
        Bytes payload = in.run();
        return new OsdpFrame(address, control, block, payload.isEmpty() ? Bytes.of(0) : payload);
    }

    /// Both ends of a handshake, each fed with anything instead of the other's answer.
    static void handshake(byte[] input) {
        var in = new Input(input);
        var acu = new AcuHandshake(key(), RND_A);
        var pd = new PdHandshake(key(), CUID, RND_B);
        while (in.more()) {
            int step = in.u8() & 7;
            OsdpFrame any = frame(in);
            switch (step) {
                case 0 -> pd.challenged(any);
                case 1 -> pd.proven(any);
                case 2 -> assertThat(acu.answered(any)).isNotNull();
                case 3 -> assertThat(acu.confirmed(any)).isNotNull();
                case 4 -> PdHandshake.asksForStandardKey(any);
                default -> bend(acu, pd, any, step);
            }
            assertThat(pd.session()).isNull();
        }
        open(acu, pd);
    }

    /// A true frame whose block or payload is another one's.
    private static void bend(AcuHandshake acu, PdHandshake pd, OsdpFrame any, int step) {
        OsdpFrame challenge = acu.challenge(1, 0, true);
        OsdpFrame bent = step == 5
                ? new OsdpFrame(challenge.address(), challenge.control(), any.block(), challenge.payload())
                : new OsdpFrame(challenge.address(), challenge.control(), challenge.block(), any.payload());
        @Nullable OsdpFrame answer = pd.challenged(bent);
        if (answer == null) return;
        OsdpFrame bentAnswer = new OsdpFrame(
                answer.address(), answer.control(), answer.block(), step == 7 ? any.payload() : answer.payload());
        acu.answered(bentAnswer);
    }

    /// Frames of any two ends, listened to with the right key, another or none.
    static void follower(byte[] input) {
        var in = new Input(input);
        int kind = in.u8();
        List<Scbk> keys = (kind & 3) == 0 ? List.of() : List.of(key());
        var follower = new SessionFollower(keys);
        var acu = new AcuHandshake(key(), RND_A);
        var pd = new PdHandshake(key(), CUID, RND_B);
        if ((kind & 4) != 0) heard(follower, acu, pd);
        while (in.more()) {
            int step = in.u8();
            SecureSession open = pd.session();
            if ((step & 1) != 0 && open != null) {
                follow(follower, acu.session().sealCommand(1, step >> 1 & 3, true, payload(in)));
                follow(follower, open.sealReply(1, step >> 1 & 3, true, payload(in)));
            } else if ((step & 2) != 0) {
                CapturedFrame captured = CapturedFrame.read(in.run());
                if (captured.fault() == null) follow(follower, Objects.requireNonNull(captured.frame()));
            } else {
                follow(follower, frame(in));
            }
        }
    }

    private static void heard(SessionFollower follower, AcuHandshake acu, PdHandshake pd) {
        OsdpFrame challenge = acu.challenge(1, 0, true);
        OsdpFrame answer = Objects.requireNonNull(pd.challenged(challenge));
        acu.answered(answer);
        OsdpFrame proof = acu.proof(1, 1, true);
        OsdpFrame confirmation = Objects.requireNonNull(pd.proven(proof));
        acu.confirmed(confirmation);
        for (OsdpFrame frame : List.of(challenge, answer, proof, confirmation)) follow(follower, frame);
    }

    private static void follow(SessionFollower follower, OsdpFrame frame) {
        Followed followed = follower.follow(frame);
        assertThat(followed.payload().isEmpty()).isFalse();
        assertThat(followed.payload().size())
                .isLessThanOrEqualTo(frame.payload().size());
        SessionFollower.damaged(frame);
    }
}
