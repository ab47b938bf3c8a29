package dev.lintel.reader.serialcard;

/// Why a frame or a line was refused.
public enum FrameFault {
    /// Silence, another start, or the line's loss came before the end.
    CUT_SHORT,
    /// More bytes than any frame of the protocol has.
    TOO_LONG,
    /// Fewer or other bytes than the protocol has, or a length byte that no frame has.
    LENGTH,
    /// No end byte where the length says that it is.
    NO_END,
    /// Something other than a digit where digits belong.
    NOT_A_DIGIT,
    /// Digits that give a larger number than their printed form has.
    OVERFLOW,
    /// The check byte does not fit.
    CHECKSUM,
    /// A text that is no UTF-8, or has control or invisible characters.
    NO_TEXT
}
