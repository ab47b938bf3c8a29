package dev.lintel.controller.access;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import org.jspecify.annotations.Nullable;

/// The card formats of one reader, in their order. Pure; any thread.
@FunctionalInterface
public interface ReaderFormats {
    /// What the first fitting format makes of the bits, or null when none fits.
    @Nullable
    CardNumber decode(CardBits bits);
}
