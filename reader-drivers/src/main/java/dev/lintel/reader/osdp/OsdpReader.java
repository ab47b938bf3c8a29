package dev.lintel.reader.osdp;

import dev.lintel.reader.Reader;

/// An OSDP reader as its controller holds it: what it can do besides shining and sounding. Methods are for any
/// thread and never wait; what was asked for last stands, and is set anew when the reader has been away.
public interface OsdpReader extends Reader {
    /// Switches one of the reader's own outputs on or off, 0..15. Throws `IllegalArgumentException` on another
    /// number.
    void output(int output, boolean on);

    /// Writes up to 32 printable ASCII characters into the display's first row; an empty text wipes it. Throws
    /// `IllegalArgumentException` on others.
    void text(String words);
}
