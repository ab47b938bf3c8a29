package dev.lintel.reader.format;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// The values in a card's bits, each null where the format has no such field. A field may be wider than a `long`.
///
/// @param issue how often this number was issued again
/// @param oem the maker's code
public record CardFields(
        @Nullable BigInteger facility,
        @Nullable BigInteger number,
        @Nullable BigInteger issue,
        @Nullable BigInteger oem) {}
