package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Followed.Mac;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One address as [SessionFollower] hears it: the handshake under way, the session, the frames of before.
///
/// ```
///   CHLNG --> RND.A    CCRYPT --> which key proves it    SCRYPT or RMAC_I --> session, first R-MAC
///   a frame once more, byte for byte: what it was the first time; the chain stays where it is
/// ```
final class FollowedPd {
    /// A PD gets a new key once in years; a line that shows more is a test's.
    private static final int LEARNT_MAX = 8;

    /// So many frames in a row may be missing: a capture that lost more was not taken with care.
    private static final int MISSED_MAX = 12;

    private static final Bytes POLL = Bytes.of(Command.POLL);
    private static final Bytes ACK = Bytes.of(Reply.ACK);

    private final List<Scbk> given;
    private final List<Scbk> learnt = new ArrayList<>();

    private Bytes rndA = Bytes.EMPTY;
    private @Nullable SessionKeys pending;
    private Bytes proof = Bytes.EMPTY;
    private Bytes firstMac = Bytes.EMPTY;
    private @Nullable SecureSession session;

    private @Nullable OsdpFrame command;
    private @Nullable Followed commandWas;
    private @Nullable OsdpFrame reply;
    private @Nullable Followed replyWas;
    private OsdpFrame last = OsdpFrame.reply(0, 0, true, ACK);

    FollowedPd(List<Scbk> given) {
        this.given = given;
    }

    Followed follow(OsdpFrame frame) {
        int type = frame.blockType();
        if (SecureBlock.hasMac(type)) return traffic(frame);
        if (type != 0) handshake(frame, type);
        return SessionFollower.asSent(frame, Mac.NONE);
    }

    private void handshake(OsdpFrame frame, int type) {
        if (frame.isReply()) {
            switch (Reply.decode(frame.payload())) {
                case Reply.ClientCryptogram r when type == SecureBlock.SCS_12 -> answered(r);
                case Reply.InitialMac r -> confirmed(frame, r.mac());
                default -> {}
            }
        } else {
            switch (Command.decode(frame.payload())) {
                case Command.Challenge c when type == SecureBlock.SCS_11 -> rndA = c.rndA();
                case Command.ServerCryptogram c when type == SecureBlock.SCS_13 -> proven(frame, c.cryptogram());
                default -> {}
            }
        }
    }

    /// The PD's cryptogram tells which key it has, whatever its security block says.
    private void answered(Reply.ClientCryptogram answer) {
        if (rndA.isEmpty()) return;
        pending = null;
        proof = Bytes.EMPTY;
        for (Scbk key : candidates()) {
            var keys = new SessionKeys(key, rndA);
            if (keys.pdCryptogram(rndA, answer.rndB()).equals(answer.cryptogram())) {
                pending = keys;
                proof = keys.acuCryptogram(rndA, answer.rndB());
                return;
            }
        }
    }

    /// The newest key first: it is the likeliest.
    private List<Scbk> candidates() {
        var keys = new ArrayList<>(learnt.reversed());
        keys.addAll(given);
        return keys;
    }

    private void proven(OsdpFrame frame, Bytes cryptogram) {
        SessionKeys keys = pending;
        if (!proof.equals(cryptogram)) session = null; // a session starts whose key is not known
        else if (keys != null) begin(keys, frame);
    }

    private void confirmed(OsdpFrame frame, Bytes first) {
        boolean accepted = frame.block().size() == 2 && frame.block().at(1) == SecureBlock.ACCEPTED;
        SessionKeys keys = pending;
        if (accepted && keys != null && keys.firstMac(proof).equals(first)) begin(keys, frame);
        else if (!accepted || !first.equals(firstMac)) session = null; // another begins, under a key not known
    }

    private void begin(SessionKeys keys, OsdpFrame handshake) {
        firstMac = keys.firstMac(proof);
        session = new SecureSession(keys, firstMac);
        command = null;
        reply = null;
        last = OsdpFrame.reply(handshake.pd(), handshake.sequence(), handshake.crc(), ACK);
    }

    private Followed traffic(OsdpFrame frame) {
        SecureSession open = session;
        if (open == null) return SessionFollower.asSent(frame, Mac.UNKNOWN);
        Followed before = frame.isReply() ? replyWas : commandWas;
        if (before != null && frame.equals(frame.isReply() ? reply : command)) return before;

        Opened opened = open(open, frame);
        if (opened instanceof Opened.Refused(Opened.Reason reason) && reason == Opened.Reason.BAD_MAC) {
            opened = openAfterGap(open, frame);
        }
        return switch (opened) {
            case Opened.Sound(Bytes payload) -> heard(frame, payload);
            case Opened.MacOnly(Bytes payload) -> heard(frame, payload);
            case Opened.Refused(Opened.Reason reason) -> SessionFollower.asSent(frame, mac(reason));
        };
    }

    private static Mac mac(Opened.Reason reason) {
        return switch (reason) {
            case BAD_MAC -> Mac.WRONG;
            case BAD_PADDING -> Mac.BAD_PADDING;
            case BAD_LENGTH -> Mac.BAD_LENGTH;
            case IN_THE_CLEAR, WRONG_BLOCK -> Mac.UNKNOWN;
        };
    }

    private Followed heard(OsdpFrame frame, Bytes payload) {
        pending = null; // a late RMAC_I must not put the chain back
        var followed = new Followed(payload, Mac.RIGHT, false);
        last = frame;
        if (frame.isReply()) {
            reply = frame;
            replyWas = followed;
        } else {
            command = frame;
            commandWas = followed;
            if (Command.decode(payload) instanceof Command.KeySet set) learn(set.key());
        }
        return followed;
    }

    private void learn(Scbk key) {
        learnt.remove(key);
        learnt.add(key);
        if (learnt.size() > LEARNT_MAX) learnt.removeFirst();
    }

    private static Opened open(SecureSession session, OsdpFrame frame) {
        return frame.isReply() ? session.openReply(frame) : session.openCommand(frame);
    }

    /// Tries whether the frame fits behind some polls without an event that were not heard.
    private Opened openAfterGap(SecureSession open, OsdpFrame frame) {
        Bytes cMac = open.cMac();
        Bytes rMac = open.rMac();
        OsdpFrame at = last;
        for (int missed = 0; missed < MISSED_MAX; missed++) {
            at = quiet(open, at);
            if (at.isReply() == frame.isReply()) continue;
            Opened opened = open(open, frame);
            if (!(opened instanceof Opened.Refused)) return opened;
        }
        open.lastCommand(cMac);
        open.lastReply(rMac);
        return new Opened.Refused(Opened.Reason.BAD_MAC);
    }

    /// The frame that follows `at` when nothing happens.
    private static OsdpFrame quiet(SecureSession open, OsdpFrame at) {
        if (!at.isReply()) return open.sealReply(at.pd(), at.sequence(), at.crc(), ACK);
        return open.sealCommand(at.pd(), at.sequence() % 3 + 1, at.crc(), POLL);
    }
}
