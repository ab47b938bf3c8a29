package dev.lintel.reader;

import org.jspecify.annotations.Nullable;

/// What a format made of a card's bits. `facility` is null where the format has none.
///
/// @param format name of the format in the format table, such as `H10301` or `raw`
/// @param facility the facility code printed as "FC", or null
/// @param number the card's own number inside the format, or -1 when it does not fit in 63 bits
/// @param value the number a credential is compared with (the format's number expression), 0..2^63-1, or -1 when the
///     bits give a larger one; no credential is that large, so such a card is unknown
public record CardNumber(String format, @Nullable Long facility, long number, long value) {
    /// Stands for a number of more than 63 bits.
    public static final long TOO_LARGE = -1;
}
