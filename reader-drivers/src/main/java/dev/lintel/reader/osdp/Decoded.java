package dev.lintel.reader.osdp;

/// What the front of the received bytes holds. `skip` is how many bytes are done with, always 1 or more.
public sealed interface Decoded {
    record Frame(OsdpFrame frame, int skip) implements Decoded {}

    /// `bytes` more are needed to tell.
    record NeedMore(int bytes) implements Decoded {}

    record Noise(Fault fault, int skip) implements Decoded {}

    /// Why bytes are no frame.
    enum Fault {
        /// Mark bytes (FFh), the filler between frames: no fault of the line.
        IDLE,
        NOT_SOM,
        LENGTH_OUT_OF_RANGE,
        BAD_CRC,
        BAD_CHECKSUM,
        /// The check fits, but the security block does not fit in the frame.
        BAD_SECURITY_BLOCK
    }
}
