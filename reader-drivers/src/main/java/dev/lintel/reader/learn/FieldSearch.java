package dev.lintel.reader.learn;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.Set;

/// Looks for a number among the bits of a card that no known format explains. Pure.
final class FieldSearch {
    /// Narrower fields fit nearly every card somewhere.
    private static final int WIDTH_MIN = 8;

    /// Wider ones hold no number that is printed.
    private static final int WIDTH_MAX = 64;

    private FieldSearch() {}

    /// Bits from `first` to `last`; sent from the least significant on when `first` is above `last`.
    record Field(int first, int last) {
        int width() {
            return Math.abs(last - first) + 1;
        }

        String text() {
            return first + "-" + last;
        }

        boolean overlaps(Field other) {
            return Math.min(first, last) <= Math.max(other.first, other.last)
                    && Math.min(other.first, other.last) <= Math.max(first, last);
        }
    }

    /// Every field that holds `value`, the widest first. `widthMin` for numbers that are short, such as facilities.
    static Set<Field> fields(CardBits card, BigInteger value, int widthMin) {
        String bits = card.toString();
        String reversed = new StringBuilder(bits).reverse().toString();
        var fields = new LinkedHashSet<Field>();
        int widest = Math.min(WIDTH_MAX, bits.length());
        for (int width = widest; width >= Math.max(widthMin, value.bitLength()); width--) {
            String wanted = text(value, width);
            for (int at = bits.indexOf(wanted); at >= 0; at = bits.indexOf(wanted, at + 1)) {
                fields.add(new Field(at, at + width - 1));
            }
            for (int at = reversed.indexOf(wanted); at >= 0; at = reversed.indexOf(wanted, at + 1)) {
                fields.add(new Field(bits.length() - 1 - at, bits.length() - at - width));
            }
        }
        return fields;
    }

    static Set<Field> numbers(CardBits card, BigInteger value) {
        return fields(card, value, WIDTH_MIN);
    }

    private static String text(BigInteger value, int width) {
        String digits = value.signum() == 0 ? "" : value.toString(2);
        return "0".repeat(width - digits.length()) + digits;
    }
}
