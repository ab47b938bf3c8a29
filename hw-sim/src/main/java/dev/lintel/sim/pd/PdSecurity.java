package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Opened;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdHandshake;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SecureBlock;
import dev.lintel.reader.osdp.SecureSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The secure channel of one simulated PD: opens commands, seals replies. Like most readers it keeps its session
/// only until a sequence number 0 or a frame that does not fit. The bus's thread.
///
/// ```
///                      CHLNG SCBK-D   CHLNG SCBK   plain                 KEYSET
///   no key             NAK 5          NAK 5        all                   NAK 6
///   install mode       session        NAK 5        all                   NAK 6, in a session: own key
///   own key            NAK 5          session      ID, CAP; NAK 6        NAK 6, in a session: another key
/// ```
final class PdSecurity {
    private static final int EIGHT = 8;

    private final PdSettings settings;

    private final PdLog log;
    private final Bytes cuid;
    private final Supplier<Bytes> random;
    private final @Nullable Scbk delivered;
    private @Nullable Scbk key;
    private @Nullable Scbk wrongKey;
    private boolean plainOnly;
    private @Nullable PdHandshake handshake;
    private @Nullable SecureSession session;

    /// `cuid`, and each of what `random` gives, has 8 bytes.
    PdSecurity(PdSpec spec, PdLog log, Bytes cuid, Supplier<Bytes> random) {
        this.settings = spec.settings();
        this.log = log;
        this.cuid = cuid;
        this.random = random;
        this.delivered = spec.key();
        this.key = delivered;
    }

    boolean open() {
        return session != null;
    }

    /// Whether it knows secure sessions at all.
    boolean capable() {
        return !plainOnly && (key != null || settings.has(PdTrait.INSTALL_MODE));
    }

    boolean takesStandardKey() {
        return capable() && (key == null || key.isStandard() || settings.has(PdTrait.STANDARD_KEY_STAYS));
    }

    boolean hasKey() {
        return key != null;
    }

    /// Another key, or none: what an installer, a thief or a broken memory does to a reader.
    void key(@Nullable Scbk other) {
        key = other;
        close();
    }

    /// A key that fits nobody's, until null is given: then its own is back.
    void wrongKey(@Nullable Scbk other) {
        wrongKey = other;
        close();
    }

    /// Whether it answers everything in the clear, as if it knew nothing of security.
    void plainOnly(boolean on) {
        plainOnly = on;
        close();
    }

    void close() {
        if (session != null) log.tell("session-closed");
        session = null;
        handshake = null;
    }

    void restarted() {
        close();
        if (settings.has(PdTrait.KEYS_LOST_ON_RESTART)) key = delivered;
    }

    /// The reply to a command; `execute` carries out what was opened.
    OsdpFrame answer(OsdpFrame frame, Function<Command, Reply> execute) {
        SecureSession open = session;
        if (open != null) return inSession(open, frame, execute);
        Command command = Command.decode(frame.payload());
        if (!capable()) {
            Reply reply = frame.secured() ? new Reply.Nak(Reply.Nak.SECURITY_UNSUPPORTED) : execute.apply(command);
            return plain(frame, reply);
        }
        return switch (command) {
            case Command.Challenge _ -> challenged(frame);
            case Command.ServerCryptogram _ -> proven(frame);
            case Command _ when !frame.secured() && mayBePlain(command) -> plain(frame, execute.apply(command));
            default -> plain(frame, new Reply.Nak(Reply.Nak.SECURITY_REQUIRED));
        };
    }

    private OsdpFrame inSession(SecureSession open, OsdpFrame frame, Function<Command, Reply> execute) {
        if (!(open.openCommand(frame) instanceof Opened.Sound(Bytes payload))) {
            close();
            return plain(frame, new Reply.Nak(Reply.Nak.SECURITY_REQUIRED));
        }
        Command command = Command.decode(payload);
        if (command instanceof Command.KeySet set) return keySet(open, frame, set);
        return seal(open, frame, execute.apply(command));
    }

    private OsdpFrame keySet(SecureSession open, OsdpFrame frame, Command.KeySet set) {
        boolean known = set.type() == Command.KeySet.TYPE_SCBK;
        if (known) {
            key = set.key(); // this session goes on under the old one until a sequence number 0
            log.tell("key-set");
        }
        if (known && settings.has(PdTrait.KEYSET_ACK_IN_CLEAR)) {
            close();
            return plain(frame, new Reply.Ack());
        }
        Reply reply = known ? new Reply.Ack() : new Reply.Nak(Reply.Nak.BAD_RECORD);
        return seal(open, frame, reply);
    }

    private OsdpFrame seal(SecureSession open, OsdpFrame frame, Reply reply) {
        boolean crc = frame.crc() || settings.has(PdTrait.CRC_ALWAYS);
        return open.sealReply(frame.pd(), frame.sequence(), crc, reply.payload());
    }

    private OsdpFrame challenged(OsdpFrame frame) {
        boolean standard = PdHandshake.asksForStandardKey(frame);
        OsdpFrame asked = frame;
        Scbk used = standard ? (takesStandardKey() ? Scbk.standard() : null) : own();
        if (used == null && settings.has(PdTrait.ANY_CHALLENGE_ANSWERED)) {
            used = standard ? own() : Scbk.ofAny(new byte[Scbk.BYTES]);
            Bytes ownKey = Bytes.of(SecureBlock.SCS_11, SecureBlock.KEY_OWN);
            asked = new OsdpFrame(frame.address(), frame.control(), ownKey, frame.payload());
        }
        if (used == null) return plain(frame, new Reply.Nak(Reply.Nak.SECURITY_UNSUPPORTED));
        var begun = new PdHandshake(used, cuid, random.get());
        OsdpFrame reply = begun.challenged(asked);
        if (reply == null) return plain(frame, new Reply.Nak(Reply.Nak.SECURITY_UNSUPPORTED));
        handshake = begun;
        return reply;
    }

    private OsdpFrame proven(OsdpFrame frame) {
        PdHandshake begun = handshake;
        handshake = null;
        OsdpFrame reply = begun == null ? null : begun.proven(frame);
        if (begun == null || reply == null) return plain(frame, new Reply.Nak(Reply.Nak.SECURITY_REQUIRED));
        session = begun.session();
        if (session == null) log.tell("session-refused");
        else log.tell("session-opened", Map.of("key", keyName(frame)));
        return reply;
    }

    private static String keyName(OsdpFrame frame) {
        return frame.block().at(1) == SecureBlock.KEY_STANDARD ? "SCBK-D" : "SCBK";
    }

    private @Nullable Scbk own() {
        return key != null && wrongKey != null ? wrongKey : key;
    }

    private boolean mayBePlain(Command command) {
        if (command instanceof Command.KeySet) return false;
        boolean toAll = command instanceof Command.Id || command instanceof Command.Capabilities;
        return toAll || key == null || settings.has(PdTrait.PLAIN_TOO);
    }

    private static OsdpFrame plain(OsdpFrame command, Reply reply) {
        return OsdpFrame.reply(command.pd(), command.sequence(), command.crc(), reply.payload());
    }

    static Bytes eight(long number) {
        byte[] bytes = new byte[EIGHT];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(number);
        return Bytes.copyOf(bytes);
    }

    /// The same numbers for the same seed: a run can be repeated. Keeps nobody out who knows the seed.
    static Supplier<Bytes> randomOf(long seed) {
        var random = new SplittableRandom(seed);
        return () -> eight(random.nextLong());
    }
}
