package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.AcuHandshake;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Opened;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.osdp.SecureSession;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A panel by hand, for tests: one command, one reply, numbers and session kept.
final class HandPanel {
    static final long MS = 1_000_000;
    static final long S = 1_000 * MS;

    final OsdpPd pd;
    int address;
    boolean crc = true;
    long nowNs;
    private int sequence;
    private @Nullable SecureSession session;

    HandPanel(PdSpec spec) {
        pd = new OsdpPd(spec, 0);
        address = spec.address();
    }

    /// The next command starts a conversation.
    void restart() {
        sequence = 0;
        session = null;
    }

    /// The reply to a command, in the session if one is open. Fails when there is none.
    Reply ask(Command command) {
        return Objects.requireNonNull(tell(command), "no reply to " + command);
    }

    /// The same; null when the PD is silent.
    @Nullable
    Reply tell(Command command) {
        SecureSession open = session;
        Bytes payload = command.payload();
        OsdpFrame frame = open == null
                ? OsdpFrame.command(address, sequence, crc, payload)
                : open.sealCommand(address, sequence, crc, payload);
        OsdpFrame reply = send(frame);
        if (reply == null) return null;
        if (open == null || !reply.secured()) return Reply.decode(reply.payload());
        if (open.openReply(reply) instanceof Opened.Sound(Bytes opened)) return Reply.decode(opened);
        throw new AssertionError("a reply that is not of the session");
    }

    /// The frame's reply; the number goes on after one that is not BUSY.
    @Nullable
    OsdpFrame send(OsdpFrame frame) {
        nowNs += 50 * MS;
        OsdpFrame reply = pd.answer(frame, nowNs);
        boolean busy = reply != null && reply.code() == Reply.BUSY;
        if (reply != null && !busy) sequence = sequence % 3 + 1;
        return reply;
    }

    OsdpFrame frame(Command command) {
        return OsdpFrame.command(address, sequence, crc, command.payload());
    }

    /// Opens a session from number 0 on; false when the PD refuses or has another key.
    boolean open(Scbk key) {
        restart();
        var handshake = new AcuHandshake(key, Bytes.ofHex("a1a2a3a4a5a6a7a8"));
        OsdpFrame first = send(handshake.challenge(address, sequence, crc));
        if (first == null || handshake.answered(first) != null) return false;
        OsdpFrame second = send(handshake.proof(address, sequence, crc));
        if (second == null || handshake.confirmed(second) != null) return false;
        session = handshake.session();
        return true;
    }
}
