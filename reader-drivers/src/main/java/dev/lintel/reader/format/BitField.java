package dev.lintel.reader.format;

import java.math.BigInteger;
import java.util.List;

/// One field of a format: where its bits lie, most significant first, and how they are read.
///
/// @param positions bit positions in the card, in the order of significance, not always ascending
/// @param max the largest value an encoder may write
/// @param bcd8 whether each four bits are a decimal digit
record BitField(List<Integer> positions, BigInteger max, boolean bcd8) {
    private static final int DIGIT_BITS = 4;

    BitField {
        positions = List.copyOf(positions);
    }

    int width() {
        return positions.size();
    }

    /// The value, or -1 when a decimal digit is above 9.
    BigInteger read(char[] bits) {
        var field = new StringBuilder(width());
        for (int position : positions) field.append(bits[position]);
        if (!bcd8) return new BigInteger(field.toString(), 2);

        var digits = new StringBuilder();
        for (int i = 0; i < width(); i += DIGIT_BITS) {
            int digit = Integer.parseInt(field, i, i + DIGIT_BITS, 2);
            if (digit > 9) return BigInteger.ONE.negate();
            digits.append(digit);
        }
        return new BigInteger(digits.toString());
    }

    /// Writes `value`. Throws `IllegalArgumentException` when it is out of range.
    void write(String what, BigInteger value, char[] bits) {
        if (value.signum() < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(what + " is 0 to " + max + ", not " + value);
        }
        String field = bcd8 ? decimal(value) : binary(value);
        for (int i = 0; i < width(); i++) bits[positions.get(i)] = field.charAt(i);
    }

    private String binary(BigInteger value) {
        return leftPad(value.toString(2), width());
    }

    private String decimal(BigInteger value) {
        String digits = leftPad(value.toString(), width() / DIGIT_BITS);
        var field = new StringBuilder(width());
        for (int i = 0; i < digits.length(); i++) {
            field.append(leftPad(Integer.toBinaryString(digits.charAt(i) - '0'), DIGIT_BITS));
        }
        return field.toString();
    }

    private static String leftPad(String text, int width) {
        return "0".repeat(width - text.length()) + text;
    }
}
