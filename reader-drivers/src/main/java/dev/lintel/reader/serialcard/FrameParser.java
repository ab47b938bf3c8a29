package dev.lintel.reader.serialcard;

/// One protocol's framing, byte by byte: so how the bytes were cut into chunks cannot matter. Never throws on any
/// bytes, and holds no more than its longest frame.
sealed interface FrameParser permits Em4100Frames, StxBccFrames, LineFrames {
    void feed(int value, Findings findings);

    /// The line has been silent: nothing is finished any more.
    void silence(Findings findings);

    /// Whether something is begun that only more bytes or silence can end.
    boolean waiting();
}
