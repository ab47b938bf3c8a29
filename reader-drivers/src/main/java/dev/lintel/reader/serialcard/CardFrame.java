package dev.lintel.reader.serialcard;

import dev.lintel.reader.CardBits;

/// What one good frame said. Two frames of the same card are equal.
public sealed interface CardFrame {
    /// A card's number.
    record Card(CardBits bits) implements CardFrame {}

    /// A code's text: one line, no control characters.
    record Text(String text) implements CardFrame {}
}
