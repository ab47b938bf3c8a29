package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;

/// One frame, check bytes verified and cut off. Immutable.
///
/// @param address the address byte as sent: bits 0-6 the PD, bit 7 set in replies
/// @param control the control byte as sent: bits 0-1 sequence, bit 2 CRC, bit 3 security block
/// @param block type and data of the security block without its length byte; empty when there is none
/// @param payload code and data; in frames with a MAC its four bytes are at the end
public record OsdpFrame(int address, int control, Bytes block, Bytes payload) {
    /// The address every PD answers to; for one PD alone on a line.
    public static final int ADDRESS_ANY = 0x7F;

    static final int REPLY = 0x80;
    static final int SEQUENCE = 0x03;
    static final int CRC = 0x04;
    static final int SECURED = 0x08;

    /// A command without a security block. `sequence` is 0..3.
    public static OsdpFrame command(int pd, int sequence, boolean crc, Bytes payload) {
        return new OsdpFrame(pd, sequence | (crc ? CRC : 0), Bytes.EMPTY, payload);
    }

    /// A reply without a security block. `sequence` is 0..3.
    public static OsdpFrame reply(int pd, int sequence, boolean crc, Bytes payload) {
        return new OsdpFrame(pd | REPLY, sequence | (crc ? CRC : 0), Bytes.EMPTY, payload);
    }

    /// The same frame with a security block in its header.
    OsdpFrame withBlock(int... typeAndData) {
        return new OsdpFrame(address, control | SECURED, Bytes.of(typeAndData), payload);
    }

    /// The type of the security block, one of [SecureBlock]; 0 when there is none.
    public int blockType() {
        return block.isEmpty() ? 0 : block.at(0);
    }

    /// The PD's address, 0..127.
    public int pd() {
        return address & ~REPLY;
    }

    public boolean isReply() {
        return (address & REPLY) != 0;
    }

    public int sequence() {
        return control & SEQUENCE;
    }

    /// Whether the frame is checked by CRC, not by checksum.
    public boolean crc() {
        return (control & CRC) != 0;
    }

    public boolean secured() {
        return (control & SECURED) != 0;
    }

    /// The command or reply code.
    public int code() {
        return payload.at(0);
    }
}
