package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;

/// What a listener makes of one frame.
///
/// @param payload code and data, in the clear and without padding and MAC where the session's keys are known
/// @param mac what is known of the MAC
/// @param encrypted whether the data of `payload` are still encrypted
public record Followed(Bytes payload, Mac mac, boolean encrypted) {
    /// What a listener can tell of a frame's MAC.
    public enum Mac {
        /// Frames in the clear and of a handshake have none.
        NONE,
        /// There is one, but the session's keys are not known.
        UNKNOWN,
        RIGHT,
        WRONG,
        /// The MAC is right, the padding of the data is not.
        BAD_PADDING,
        /// The frame has no room for a MAC, or its data are no whole blocks.
        BAD_LENGTH
    }
}
