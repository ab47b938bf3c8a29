package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Cards of a format with random fields, and random formats.
final class RandomCards {
    private RandomCards() {}

    static CardBits of(CardFormat format, Random random) {
        return format.encode(fields(format, random));
    }

    /// Values that the fields can hold; those of fixed bits are left to the format.
    static CardFields fields(CardFormat format, Random random) {
        CardFormat.Layout layout = format.layout();
        return new CardFields(
                value(format, layout.facility(), random),
                value(format, layout.number(), random),
                value(format, layout.issue(), random),
                value(format, layout.oem(), random));
    }

    private static @Nullable BigInteger value(CardFormat format, @Nullable BitField field, Random random) {
        if (field == null) return null;
        BigInteger value = new BigInteger(field.max().bitLength(), random).min(field.max());
        if (format.fixed().keySet().stream().noneMatch(field.positions()::contains)) return value;
        char[] bits = new char[format.bits()];
        Arrays.fill(bits, '0');
        field.write(value, bits);
        format.fixed().forEach((position, one) -> bits[position] = one ? '1' : '0');
        return field.read(bits);
    }
}
