package dev.lintel.reader.serialcard;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The ways in which a number is printed on cards and fobs, by the trade's names: `8H>10D` is eight hex digits as
/// ten decimal ones. All but [#D13] show only a part of an EM4100's 40 bits.
public enum FobPrint {
    /// `0004315853453`: 40 bits.
    D13("10H>13D", 40),
    /// `0020886157`: the low 32 bits.
    D10("8H>10D", 32),
    /// `00318,45709`: the low 32 bits in two halves (WEG32).
    D5_D5("8H>55D", 32),
    /// `04108941`: the low 24 bits.
    D8("6H>8D", 24),
    /// `001,45709`: the first of 5 bytes, and the low 16 bits.
    A("2.4H>3.5D A", 40),
    /// `001,45709`: the second of 5 bytes, and the low 16 bits.
    B("2.4H>3.5D B", 32),
    /// `062,45709`: the third of 5 bytes, and the low 16 bits (WG26).
    C("2.4H>3.5D C", 24);

    private final String trade;
    private final int bits;

    FobPrint(String trade, int bits) {
        this.trade = trade;
        this.bits = bits;
    }

    /// The trade's name.
    public String trade() {
        return trade;
    }

    /// How the card is printed in this form, or null when it has too few bits for it.
    public @Nullable String of(CardBits card) {
        if (card.count() < bits) return null;
        long number = card.number().and(mask(bits)).longValueExact();
        long low = number & 0xFFFF;
        return switch (this) {
            case D13, D10, D8 -> padded(number, digits());
            case D5_D5 -> padded(number >> 16, 5) + "," + padded(low, 5);
            case A, B, C -> padded(number >> (bits - 8), 3) + "," + padded(low, 5);
        };
    }

    /// The bits as hex digits, upper case, four bits each.
    public static String hex(CardBits card) {
        String digits = card.number().toString(16).toUpperCase(Locale.ROOT);
        return "0".repeat(Math.max(0, (card.count() + 3) / 4 - digits.length())) + digits;
    }

    private int digits() {
        return bits == 40 ? 13 : bits == 32 ? 10 : 8;
    }

    private static BigInteger mask(int bits) {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }

    private static String padded(long number, int digits) {
        return String.format(Locale.ROOT, "%0" + digits + "d", number);
    }
}
