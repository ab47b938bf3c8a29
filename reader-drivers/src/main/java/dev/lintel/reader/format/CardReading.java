package dev.lintel.reader.format;

import java.util.List;

/// What one format makes of bits of its length, whether or not they keep its rules: an installer wants to see both.
///
/// @param fields what the bits say
/// @param wrong what speaks against this format, a few words each; empty when the card is valid
public record CardReading(CardFields fields, List<String> wrong) {
    public CardReading {
        wrong = List.copyOf(wrong);
    }

    /// All parity bits, fixed bits and decimal digits are as the format wants them.
    public boolean valid() {
        return wrong.isEmpty();
    }
}
