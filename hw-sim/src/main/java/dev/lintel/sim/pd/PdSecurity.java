package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Opened;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdHandshake;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SecureSession;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The secure channel of one simulated PD: opens commands, seals replies. Like most readers it keeps its session
/// only until a sequence number 0 or a frame that does not fit. The bus's thread.
final class PdSecurity {
    private static final int CUID_BYTES = 8;

    private final SplittableRandom random;
    private final Bytes cuid;
    private @Nullable Scbk key;
    private @Nullable PdHandshake handshake;
    private @Nullable SecureSession session;

    /// `serial` tells this PD from others, and seeds what it takes for random.
    PdSecurity(@Nullable Scbk key, long serial) {
        this.key = key;
        this.random = new SplittableRandom(serial);
        this.cuid = eight(serial);
    }

    boolean open() {
        return session != null;
    }

    /// Another key, or none: what an installer, a thief or a broken memory does to a reader.
    void key(@Nullable Scbk other) {
        key = other;
        close();
    }

    void close() {
        session = null;
        handshake = null;
    }

    /// The reply to a command; `execute` carries out what was opened.
    OsdpFrame answer(OsdpFrame frame, Function<Command, Reply> execute) {
        Scbk own = key;
        if (own == null) {
            Command command = Command.decode(frame.payload());
            Reply reply = frame.secured() ? new Reply.Nak(Reply.Nak.SECURITY_UNSUPPORTED) : execute.apply(command);
            return plain(frame, reply);
        }
        SecureSession open = session;
        if (open != null) return inSession(open, frame, execute);
        return switch (Command.decode(frame.payload())) {
            case Command.Challenge _ -> challenged(own, frame);
            case Command.ServerCryptogram _ -> proven(frame);
            case Command command when !frame.secured() && isOpenToAll(command) -> plain(frame, execute.apply(command));
            default -> plain(frame, new Reply.Nak(Reply.Nak.SECURITY_REQUIRED));
        };
    }

    private OsdpFrame inSession(SecureSession open, OsdpFrame frame, Function<Command, Reply> execute) {
        if (!(open.openCommand(frame) instanceof Opened.Sound(Bytes payload))) {
            close();
            return plain(frame, new Reply.Nak(Reply.Nak.SECURITY_REQUIRED));
        }
        Command command = Command.decode(payload);
        Reply reply = command instanceof Command.KeySet set ? newKey(set) : execute.apply(command);
        return open.sealReply(frame.pd(), frame.sequence(), frame.crc(), reply.payload());
    }

    private Reply newKey(Command.KeySet set) {
        key = set.key(); // the session goes on under the old one until a sequence number 0
        return new Reply.Ack();
    }

    private OsdpFrame challenged(Scbk own, OsdpFrame frame) {
        var begun = new PdHandshake(own, cuid, eight(random.nextLong()));
        OsdpFrame reply = begun.challenged(frame);
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
        return reply;
    }

    private static boolean isOpenToAll(Command command) {
        return command instanceof Command.Id || command instanceof Command.Capabilities;
    }

    private static OsdpFrame plain(OsdpFrame command, Reply reply) {
        return OsdpFrame.reply(command.pd(), command.sequence(), command.crc(), reply.payload());
    }

    private static Bytes eight(long number) {
        byte[] bytes = new byte[CUID_BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(number);
        return Bytes.copyOf(bytes);
    }
}
