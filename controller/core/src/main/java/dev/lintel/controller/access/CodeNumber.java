package dev.lintel.controller.access;

import dev.lintel.reader.CardNumber;
import org.jspecify.annotations.Nullable;

/// A scanned code as a card's number: digits are one, anything else is unknown. Pure; any thread.
final class CodeNumber {
    /// Stands where a card has the name of its format.
    static final String FORMAT = "code";

    private CodeNumber() {}

    /// The number that the text's digits give, or null when it has others or is larger than any credential.
    static @Nullable CardNumber of(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) return null;
        try {
            long value = Long.parseLong(text);
            return new CardNumber(FORMAT, null, value, value);
        } catch (NumberFormatException e) { // digits, but more than a long holds
            return null;
        }
    }
}
