package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Opened.Reason;
import java.util.Arrays;

/// One secure session after its handshake, for either end: payloads in, frames with MAC and encrypted data out, and
/// back. Each frame's MAC hangs on the one before it:
///
/// ```
///   R-MAC-I --> command --> C-MAC --> reply --> R-MAC --> command --> C-MAC --> reply ...
/// ```
///
/// A command sealed again before its reply has come hangs on the same R-MAC: the bytes are the same. A repeated
/// frame is not to be opened again: whoever got it once answers from memory. No clock, no I/O; used by one thread.
public final class SecureSession {
    private static final int BLOCK_BYTES = 2;
    private static final int CODE_AT = OsdpCodec.HEADER_BYTES + BLOCK_BYTES;

    private final SessionKeys keys;
    private final byte[] cMac = new byte[Aes128.BLOCK];
    private final byte[] rMac = new byte[Aes128.BLOCK];
    private final byte[] computed = new byte[Aes128.BLOCK];
    private final byte[] frame = new byte[OsdpCodec.FRAME_BYTES_MAX];

    SecureSession(SessionKeys keys, Bytes firstMac) {
        this.keys = keys;
        firstMac.copyTo(rMac, 0);
    }

    /// The ACU's frame for a command, code first. Throws `IllegalArgumentException` when it is longer than a frame.
    public OsdpFrame sealCommand(int pd, int sequence, boolean crc, Bytes payload) {
        int type = payload.size() == 1 ? SecureBlock.SCS_15 : SecureBlock.SCS_17;
        return seal(OsdpFrame.command(pd, sequence, crc, payload).withBlock(type), rMac, cMac);
    }

    /// The PD's frame for a reply to the command opened last.
    public OsdpFrame sealReply(int pd, int sequence, boolean crc, Bytes payload) {
        int type = payload.size() == 1 ? SecureBlock.SCS_16 : SecureBlock.SCS_18;
        return seal(OsdpFrame.reply(pd, sequence, crc, payload).withBlock(type), cMac, rMac);
    }

    /// What the ACU sent, for the PD. Never throws.
    public Opened openCommand(OsdpFrame command) {
        int type = command.blockType();
        if (!command.secured()) return new Opened.Refused(Reason.IN_THE_CLEAR);
        if (command.isReply() || (type != SecureBlock.SCS_15 && type != SecureBlock.SCS_17)) {
            return new Opened.Refused(Reason.WRONG_BLOCK);
        }
        return open(command, rMac, cMac);
    }

    /// What the PD answered to the command sealed last, for the ACU. Never throws.
    public Opened openReply(OsdpFrame reply) {
        int type = reply.blockType();
        if (!reply.secured()) return new Opened.Refused(Reason.IN_THE_CLEAR);
        // libosdp's PDs put SCS_15 on status replies, whose MAC is nevertheless right.
        boolean known = type == SecureBlock.SCS_16 || type == SecureBlock.SCS_18 || type == SecureBlock.SCS_15;
        if (!reply.isReply() || !known) return new Opened.Refused(Reason.WRONG_BLOCK);
        return open(reply, cMac, rMac);
    }

    /// How long a payload may be for its frame to have `frameBytes` at most; 0 or less when none fits.
    public static int payloadBytesMax(int frameBytes, boolean crc) {
        int check = crc ? OsdpCodec.CRC_BYTES : OsdpCodec.CHECKSUM_BYTES;
        int room = frameBytes - CODE_AT - SecureBlock.MAC_BYTES - check;
        int encrypted = (room - 1) / Aes128.BLOCK * Aes128.BLOCK;
        return encrypted < Aes128.BLOCK ? Math.min(room, 1) : encrypted; // code, data, and one byte of pad at least
    }

    /// Overwrites the keys. A session that is over is not to be used again.
    public void wipe() {
        keys.wipe();
        Arrays.fill(frame, (byte) 0);
    }

    /// All 16 bytes of the last command's MAC.
    Bytes cMac() {
        return Bytes.copyOf(cMac);
    }

    /// All 16 bytes of the last reply's MAC, or R-MAC-I.
    Bytes rMac() {
        return Bytes.copyOf(rMac);
    }

    /// Puts the chain where a frame left it that somebody else has seen.
    void lastCommand(Bytes mac) {
        mac.copyTo(cMac, 0);
    }

    void lastReply(Bytes mac) {
        mac.copyTo(rMac, 0);
    }

    @Override
    public String toString() {
        return "secure session";
    }

    private OsdpFrame seal(OsdpFrame plain, byte[] previous, byte[] mac) {
        int data = plain.payload().size() - 1;
        int encrypted = data == 0 ? 0 : SessionKeys.encryptedBytes(data);
        int end = CODE_AT + 1 + encrypted;
        int length = end + SecureBlock.MAC_BYTES + OsdpCodec.checkBytes(plain.control());
        if (length > frame.length) throw new IllegalArgumentException("no frame of " + length + " bytes can be sent");

        header(plain, length);
        plain.payload().copyTo(frame, CODE_AT);
        if (data > 0) keys.encrypt(frame, CODE_AT + 1, data, previous);
        keys.mac(frame, end, previous, mac);
        System.arraycopy(mac, 0, frame, end, SecureBlock.MAC_BYTES);
        Bytes payload = Bytes.copyOf(frame, CODE_AT, end + SecureBlock.MAC_BYTES);
        return new OsdpFrame(plain.address(), plain.control(), plain.block(), payload);
    }

    private Opened open(OsdpFrame secured, byte[] previous, byte[] mac) {
        int type = secured.blockType();
        int data = secured.payload().size() - 1 - SecureBlock.MAC_BYTES;
        boolean encrypted = SecureBlock.encrypts(type);
        if (secured.block().size() != 1) return new Opened.Refused(Reason.WRONG_BLOCK);
        if (data < 0 || (encrypted && data % Aes128.BLOCK != 0)) return new Opened.Refused(Reason.BAD_LENGTH);
        int end = CODE_AT + 1 + data;
        int length = end + SecureBlock.MAC_BYTES + OsdpCodec.checkBytes(secured.control());
        if (length > frame.length) return new Opened.Refused(Reason.BAD_LENGTH);

        header(secured, length);
        secured.payload().copyTo(frame, CODE_AT);
        keys.mac(frame, end, previous, computed);
        int difference = 0; // all four bytes are compared, so that the time tells nothing
        for (int i = 0; i < SecureBlock.MAC_BYTES; i++) difference |= frame[end + i] ^ computed[i];
        if (difference != 0) return new Opened.Refused(Reason.BAD_MAC);

        if (encrypted && data > 0) {
            data = keys.decrypt(frame, CODE_AT + 1, data, previous);
            if (data < 0) return new Opened.Refused(Reason.BAD_PADDING);
        }
        System.arraycopy(computed, 0, mac, 0, computed.length);
        Bytes payload = Bytes.copyOf(frame, CODE_AT, CODE_AT + 1 + data);
        return encrypted || data == 0 ? new Opened.Sound(payload) : new Opened.MacOnly(payload);
    }

    private void header(OsdpFrame of, int length) {
        OsdpCodec.putHeader(frame, of, length);
        frame[OsdpCodec.HEADER_BYTES] = BLOCK_BYTES;
        frame[OsdpCodec.HEADER_BYTES + 1] = (byte) of.blockType();
    }
}
