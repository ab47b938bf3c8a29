package dev.lintel.reader.osdp;

/// How long a command's frame may be for one PD on one line, and what then fits into it.
///
/// ```
///   SOM ADDR LEN LEN CTL | block (2, secure only) | CODE | DATA (secure: 80h, then zeros to 16) | MAC (4) | CRC (2)
/// ```
///
/// @param bytes the whole frame, mark aside
/// @param secure whether the data are encrypted
record FrameRoom(int bytes, boolean secure) {
    /// Every PD takes a frame of this length.
    static final int BYTES_MIN = 128;

    private static final int PLAIN_BYTES = OsdpCodec.HEADER_BYTES + 1 + OsdpCodec.CRC_BYTES;
    private static final int SECURE_BYTES = PLAIN_BYTES + 2 + SecureBlock.MAC_BYTES;
    private static final int CIPHER_BYTES = 16;

    FrameRoom {
        bytes = Math.clamp(bytes, BYTES_MIN, OsdpCodec.FRAME_BYTES_MAX);
    }

    /// The same line, but never longer than the PD wishes from now on.
    FrameRoom atMost(int wished) {
        return wished == 0 ? this : new FrameRoom(Math.min(bytes, wished), secure);
    }

    /// How many bytes of data one command can have.
    int dataBytes() {
        if (!secure) return bytes - PLAIN_BYTES;
        return (bytes - SECURE_BYTES) / CIPHER_BYTES * CIPHER_BYTES - 1; // one byte at least is padding
    }
}
