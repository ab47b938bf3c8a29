package dev.lintel.tools.bench;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Opened;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdHandshake;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SecureSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A PD on a good line that has nothing to tell: as little of one as an ACU can be measured with.
final class PolitePd {
    private static final Bytes EIGHT = Bytes.ofHex("0102030405060708");
    private static final Reply IDENTITY = Reply.decode(Bytes.ofHex("450c0b0a010278563412010203"));

    private final @Nullable Scbk key;
    private @Nullable PdHandshake handshake;
    private @Nullable SecureSession session;

    PolitePd(@Nullable Scbk key) {
        this.key = key;
    }

    /// Throws `IllegalStateException` when the ACU says what does not belong here.
    OsdpFrame answer(OsdpFrame frame) {
        Scbk own = key;
        if (own == null) return OsdpFrame.reply(frame.pd(), frame.sequence(), frame.crc(), reply(frame.payload()));
        if (frame.sequence() == 0) {
            handshake = new PdHandshake(own, EIGHT, EIGHT);
            session = null;
        }
        PdHandshake steps = handshake;
        if (steps == null) throw new IllegalStateException("the ACU skips the handshake");
        SecureSession open = session;
        if (open != null) return inSession(open, frame);
        OsdpFrame reply = frame.sequence() == 0 ? steps.challenged(frame) : steps.proven(frame);
        if (reply == null) throw new IllegalStateException("the ACU's handshake is wrong");
        session = steps.session();
        return reply;
    }

    private static OsdpFrame inSession(SecureSession open, OsdpFrame frame) {
        if (!(open.openCommand(frame) instanceof Opened.Sound(Bytes payload))) {
            throw new IllegalStateException("the ACU's frame is not of this session");
        }
        return open.sealReply(frame.pd(), frame.sequence(), frame.crc(), reply(payload));
    }

    private static Bytes reply(Bytes payload) {
        Reply reply = switch (payload.at(0)) {
            case Command.ID -> IDENTITY;
            case Command.CAP -> new Reply.Capabilities(List.of());
            case Command.LSTAT -> new Reply.LocalStatus(false, false);
            case Command.ISTAT -> new Reply.InputStatus(Bytes.of(0));
            default -> new Reply.Ack();
        };
        return reply.payload();
    }
}
