package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;

/// What a frame of a secure session held.
public sealed interface Opened {
    /// The MAC fits, and what data there are were encrypted. `payload` is code and data in the clear.
    record Sound(Bytes payload) implements Opened {}

    /// The MAC fits, so the other end did send it, but for everybody to read: one maker's PDs answer LSTAT, ISTAT,
    /// OSTAT and RSTAT so. The session goes on; whoever wants to may refuse it.
    record MacOnly(Bytes payload) implements Opened {}

    /// Not of this session, or damaged, or forged. Nothing has changed; the session is to be ended, except over
    /// BUSY and NAK 1 in the clear.
    record Refused(Reason reason) implements Opened {}

    /// Why a frame is not of the session.
    enum Reason {
        /// It has no security block.
        IN_THE_CLEAR,
        /// Its security block is none of a session, or that of the other direction.
        WRONG_BLOCK,
        /// It has no room for a MAC, or its data are no whole blocks.
        BAD_LENGTH,
        BAD_MAC,
        /// The MAC fits, but the data do not end as encrypted data end.
        BAD_PADDING
    }
}
