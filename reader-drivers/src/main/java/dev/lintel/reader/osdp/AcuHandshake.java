package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One attempt of the ACU to open a secure session. Steps, each of which may end it:
///
/// ```
///   ACU  CHLNG  SCS_11  RND.A          challenge() -------->
///   PD   CCRYPT SCS_12  cUID RND.B proof            <------ answered()
///   ACU  SCRYPT SCS_13  proof          proof() ------------>
///   PD   RMAC_I SCS_14  first MAC                   <------ confirmed(), then session()
/// ```
///
/// No clock, no I/O; used by one thread. A repeat sends the same bytes again; a new attempt is a new object with new
/// random bytes.
public final class AcuHandshake {
    /// What `rndA` has to have.
    public static final int RANDOM_BYTES = SessionKeys.RANDOM_BYTES;

    /// Why an attempt has failed.
    public enum Fault {
        /// The frame is no answer to this step, a NAK perhaps.
        NO_ANSWER,
        /// It has the wrong security block.
        WRONG_BLOCK,
        /// The PD speaks of SCBK-D where its own SCBK was asked for, or the other way round.
        OTHER_KIND_OF_KEY,
        /// The PD has another key.
        WRONG_CRYPTOGRAM,
        /// The PD has the key that it left the factory with, SCBK-D or zeros, where its own was asked for.
        FACTORY_KEY,
        /// The PD takes us for one that has another key.
        REFUSED,
        /// What the PD starts the session with is not what it must be.
        WRONG_MAC
    }

    private final SessionKeys keys;
    private final int kind;
    private final Bytes rndA;

    private Bytes acuCryptogram = Bytes.EMPTY;
    private Bytes cuid = Bytes.EMPTY;
    private @Nullable SecureSession session;

    /// `rndA` is 8 bytes of a [java.security.SecureRandom], never used before. The key may be wiped afterwards.
    public AcuHandshake(Scbk scbk, Bytes rndA) {
        if (rndA.size() != RANDOM_BYTES) throw new IllegalArgumentException("RND.A has 8 bytes");
        this.keys = new SessionKeys(scbk, rndA);
        this.kind = SecureBlock.keyOf(scbk);
        this.rndA = rndA;
    }

    /// The first frame: CHLNG.
    public OsdpFrame challenge(int pd, int sequence, boolean crc) {
        Bytes payload = new Command.Challenge(rndA).payload();
        return OsdpFrame.command(pd, sequence, crc, payload).withBlock(SecureBlock.SCS_11, kind);
    }

    /// Takes the reply to CHLNG; null when the PD has proven that it has the key.
    public @Nullable Fault answered(OsdpFrame reply) {
        if (!(Reply.decode(reply.payload()) instanceof Reply.ClientCryptogram answer)) return Fault.NO_ANSWER;
        if (reply.blockType() != SecureBlock.SCS_12 || reply.block().size() != 2) return Fault.WRONG_BLOCK;
        if (kind == SecureBlock.KEY_OWN && isFactoryKey(answer)) return Fault.FACTORY_KEY;
        if (reply.block().at(1) != kind) return Fault.OTHER_KIND_OF_KEY;
        if (!keys.pdCryptogram(rndA, answer.rndB()).sameAs(answer.cryptogram())) return Fault.WRONG_CRYPTOGRAM;
        acuCryptogram = keys.acuCryptogram(rndA, answer.rndB());
        cuid = answer.cuid();
        return null;
    }

    /// Some PDs prove SCBK-D after a reset, whichever kind of key was asked for, and others a key of zeros.
    private boolean isFactoryKey(Reply.ClientCryptogram answer) {
        for (Scbk factory : List.of(Scbk.standard(), Scbk.ofAny(new byte[Scbk.BYTES]))) {
            Bytes proof = new SessionKeys(factory, rndA).pdCryptogram(rndA, answer.rndB());
            if (proof.sameAs(answer.cryptogram())) return true;
        }
        return false;
    }

    /// What the PD calls itself in its answer, 8 bytes whose meaning is its maker's; empty before.
    public Bytes cuid() {
        return cuid;
    }

    /// The second frame, SCRYPT. Throws `IllegalStateException` before the PD has answered.
    public OsdpFrame proof(int pd, int sequence, boolean crc) {
        if (acuCryptogram.isEmpty()) throw new IllegalStateException("the PD has not proven its key");
        Bytes payload = new Command.ServerCryptogram(acuCryptogram).payload();
        return OsdpFrame.command(pd, sequence, crc, payload).withBlock(SecureBlock.SCS_13, kind);
    }

    /// Takes the reply to SCRYPT; null when the session is open.
    public @Nullable Fault confirmed(OsdpFrame reply) {
        if (acuCryptogram.isEmpty()) return Fault.NO_ANSWER;
        if (!(Reply.decode(reply.payload()) instanceof Reply.InitialMac answer)) return Fault.NO_ANSWER;
        // Old PDs built on OSDP.Net say SCS_12 here; the MAC proves what matters.
        boolean known = reply.blockType() == SecureBlock.SCS_14 || reply.blockType() == SecureBlock.SCS_12;
        if (!known || reply.block().size() != 2) return Fault.WRONG_BLOCK;
        if (reply.block().at(1) != SecureBlock.ACCEPTED) return Fault.REFUSED;
        Bytes first = keys.firstMac(acuCryptogram);
        if (!first.sameAs(answer.mac())) return Fault.WRONG_MAC;
        session = new SecureSession(keys, first);
        return null;
    }

    /// The session. Throws `IllegalStateException` before the PD has confirmed it.
    public SecureSession session() {
        SecureSession open = session;
        if (open == null) throw new IllegalStateException("the PD has not confirmed the session");
        return open;
    }
}
