package dev.lintel.reader.format;

import java.math.BigInteger;
import java.util.List;

/// One field of a format: where its bits lie and how they are read.
///
/// @param positions bit positions in the card, most significant first, not always ascending
/// @param decimal whether each four bits are a decimal digit; else they are one binary number
public record BitField(List<Integer> positions, boolean decimal) {
    private static final int DIGIT_BITS = 4;

    public BitField {
        positions = List.copyOf(positions);
    }

    public int width() {
        return positions.size();
    }

    /// The largest value the field holds.
    public BigInteger max() {
        return span().subtract(BigInteger.ONE);
    }

    /// How many values the field holds.
    BigInteger span() {
        return decimal ? BigInteger.TEN.pow(width() / DIGIT_BITS) : BigInteger.TWO.pow(width());
    }

    /// Whether every four bits are a digit, where they have to be.
    boolean holds(char[] bits) {
        if (!decimal) return true;
        for (int i = 0; i < width(); i += DIGIT_BITS) if (digit(bits, i) > 9) return false;
        return true;
    }

    /// What the bits say. Four bits above 9 in a decimal field count as that many all the same: see [#holds].
    BigInteger read(char[] bits) {
        if (decimal) {
            BigInteger value = BigInteger.ZERO;
            for (int i = 0; i < width(); i += DIGIT_BITS) {
                value = value.multiply(BigInteger.TEN).add(BigInteger.valueOf(digit(bits, i)));
            }
            return value;
        }
        var field = new char[width()];
        for (int i = 0; i < field.length; i++) field[i] = bits[positions.get(i)];
        return new BigInteger(new String(field), 2);
    }

    /// Writes `value`, 0 to [#max].
    void write(BigInteger value, char[] bits) {
        BigInteger left = value;
        for (int i = width() - 1; i >= 0; i -= decimal ? DIGIT_BITS : 1) {
            if (decimal) {
                BigInteger[] split = left.divideAndRemainder(BigInteger.TEN);
                for (int b = 0; b < DIGIT_BITS; b++) set(bits, i - b, split[1].testBit(b));
                left = split[0];
            } else {
                set(bits, i, left.testBit(width() - 1 - i));
            }
        }
    }

    private void set(char[] bits, int index, boolean one) {
        bits[positions.get(index)] = one ? '1' : '0';
    }

    private int digit(char[] bits, int first) {
        int digit = 0;
        for (int i = first; i < first + DIGIT_BITS; i++) digit = digit << 1 | (bits[positions.get(i)] - '0');
        return digit;
    }
}
