package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import org.jspecify.annotations.Nullable;

/// The PD's side of one attempt to open a secure session: the mirror image of [AcuHandshake]. No clock, no I/O; used
/// by one thread.
public final class PdHandshake {
    private final Scbk scbk;
    private final int kind;
    private final Bytes cuid;
    private final Bytes rndB;

    private @Nullable SessionKeys keys;
    private Bytes expected = Bytes.EMPTY;
    private @Nullable SecureSession session;

    /// `cuid` and `rndB` are 8 bytes each, the second of a [java.security.SecureRandom]. The key is not to be
    /// wiped before [#challenged].
    public PdHandshake(Scbk scbk, Bytes cuid, Bytes rndB) {
        if (cuid.size() != SessionKeys.RANDOM_BYTES || rndB.size() != SessionKeys.RANDOM_BYTES) {
            throw new IllegalArgumentException("cUID and RND.B have 8 bytes each");
        }
        this.scbk = scbk;
        this.kind = SecureBlock.keyOf(scbk);
        this.cuid = cuid;
        this.rndB = rndB;
    }

    /// Whether a frame is a CHLNG that asks for SCBK-D, not for the PD's own key.
    public static boolean asksForStandardKey(OsdpFrame frame) {
        return frame.blockType() == SecureBlock.SCS_11
                && frame.block().size() == 2
                && frame.block().at(1) == SecureBlock.KEY_STANDARD;
    }

    /// The reply to CHLNG: CCRYPT. Null when the frame is none, or is about the other kind of key: NAK 5.
    public @Nullable OsdpFrame challenged(OsdpFrame command) {
        if (!(Command.decode(command.payload()) instanceof Command.Challenge challenge)) return null;
        if (!isAbout(command, SecureBlock.SCS_11)) return null;
        var derived = new SessionKeys(scbk, challenge.rndA());
        keys = derived;
        expected = derived.acuCryptogram(challenge.rndA(), rndB);
        session = null;
        Bytes proof = derived.pdCryptogram(challenge.rndA(), rndB);
        return reply(command, new Reply.ClientCryptogram(cuid, rndB, proof), SecureBlock.SCS_12, kind);
    }

    /// The reply to SCRYPT: RMAC_I, which accepts or refuses. Null when the frame is no SCRYPT, or none after a
    /// CHLNG: NAK 6.
    public @Nullable OsdpFrame proven(OsdpFrame command) {
        SessionKeys derived = keys;
        if (derived == null || !isAbout(command, SecureBlock.SCS_13)) return null;
        if (!(Command.decode(command.payload()) instanceof Command.ServerCryptogram proof)) return null;
        keys = null;
        if (!expected.sameAs(proof.cryptogram())) {
            var nothing = new Reply.InitialMac(Bytes.copyOf(new byte[Aes128.BLOCK]));
            return reply(command, nothing, SecureBlock.SCS_14, SecureBlock.REFUSED);
        }
        Bytes first = derived.firstMac(proof.cryptogram());
        session = new SecureSession(derived, first);
        return reply(command, new Reply.InitialMac(first), SecureBlock.SCS_14, SecureBlock.ACCEPTED);
    }

    /// The session, or null before the ACU has proven that it has the key.
    public @Nullable SecureSession session() {
        return session;
    }

    private boolean isAbout(OsdpFrame command, int type) {
        return command.blockType() == type
                && command.block().size() == 2
                && command.block().at(1) == kind;
    }

    private static OsdpFrame reply(OsdpFrame to, Reply reply, int type, int data) {
        return OsdpFrame.reply(to.pd(), to.sequence(), to.crc(), reply.payload())
                .withBlock(type, data);
    }
}
