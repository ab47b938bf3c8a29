package dev.lintel.reader.serialcard;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import org.jspecify.annotations.Nullable;

/// What an EM4100 sends through the air, as cloning tools show it: 64 bits, most significant first.
///
/// ```
///   111111111   the start
///   dddd p      ten rows of four data bits and an even parity bit
///   cccc 0      even parity of the four columns, and the stop bit
/// ```
///
/// Four wrong bits in a rectangle pass, as in every such scheme.
public final class Em4100 {
    public static final int FRAME_BYTES = 8;

    private static final int START_BITS = 9;
    private static final int ROWS = 10;
    private static final int COLUMNS = 4;

    private Em4100() {}

    /// The 40 bits of the card, or null when start, parity or stop do not hold, or there are not eight bytes.
    public static @Nullable CardBits decode(Bytes frame) {
        if (frame.size() != FRAME_BYTES) return null;
        var card = new StringBuilder();
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                card.append(bit(frame, START_BITS + row * (COLUMNS + 1) + column));
            }
        }
        CardBits bits = CardBits.of(card.toString());
        return encode(bits).equals(frame) ? bits : null;
    }

    /// The frame of a card of 40 bits. Throws `IllegalArgumentException` for another count.
    public static Bytes encode(CardBits card) {
        if (card.count() != ROWS * COLUMNS) throw new IllegalArgumentException("an EM4100 has 40 bits");
        var air = new StringBuilder("1".repeat(START_BITS));
        var columns = new int[COLUMNS];
        for (int row = 0; row < ROWS; row++) {
            int parity = 0;
            for (int column = 0; column < COLUMNS; column++) {
                int bit = card.bit(row * COLUMNS + column);
                air.append(bit);
                parity ^= bit;
                columns[column] ^= bit;
            }
            air.append(parity);
        }
        for (int column : columns) air.append(column);
        return CardBits.of(air.append('0').toString()).leftJustified();
    }

    private static int bit(Bytes frame, int index) {
        return frame.at(index / 8) >> (7 - index % 8) & 1;
    }
}
