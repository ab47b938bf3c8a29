package dev.lintel.tools.bench;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.osdp.AcuHandshake;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Decoded;
import dev.lintel.reader.osdp.Opened;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdHandshake;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SecureSession;
import java.nio.ByteBuffer;

/// The two ends of one conversation without a line: a poll, and a card as its answer, plain or under a session.
final class SecurePair {
    private static final Scbk KEY = Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33");
    private static final Bytes EIGHT = Bytes.ofHex("0102030405060708");
    private static final int PD = 5;
    private static final Bytes POLL = new Command.Poll().payload();
    private static final Bytes CARD = new Reply.Raw(0, 1, CardBits.of("10111101110110010011011101")).payload();

    private final SecureSession acu;
    private final SecureSession pd;

    SecurePair() {
        var mine = new AcuHandshake(KEY, EIGHT);
        var theirs = new PdHandshake(KEY, EIGHT, EIGHT);
        OsdpFrame challenged = theirs.challenged(mine.challenge(PD, 0, true));
        if (challenged == null || mine.answered(challenged) != null) throw refused();
        OsdpFrame proven = theirs.proven(mine.proof(PD, 1, true));
        if (proven == null || mine.confirmed(proven) != null) throw refused();
        SecureSession session = theirs.session();
        if (session == null) throw refused();
        acu = mine.session();
        pd = session;
    }

    static void plain(int count) {
        for (int i = 0; i < count; i++) {
            int sequence = i % 3 + 1;
            wire(OsdpFrame.command(PD, sequence, true, POLL));
            wire(OsdpFrame.reply(PD, sequence, true, CARD));
        }
    }

    void secure(int count) {
        for (int i = 0; i < count; i++) {
            int sequence = i % 3 + 1;
            Opened poll = pd.openCommand(wire(acu.sealCommand(PD, sequence, true, POLL)));
            Opened card = acu.openReply(wire(pd.sealReply(PD, sequence, true, CARD)));
            if (!(poll instanceof Opened.Sound) || !card.equals(new Opened.Sound(CARD))) throw refused();
        }
    }

    private static OsdpFrame wire(OsdpFrame frame) {
        if (OsdpCodec.decode(ByteBuffer.wrap(OsdpCodec.encode(frame))) instanceof Decoded.Frame decoded) {
            return decoded.frame();
        }
        throw new IllegalStateException("a frame that was made cannot be read");
    }

    private static IllegalStateException refused() {
        return new IllegalStateException("two ends with one key do not understand each other");
    }
}
