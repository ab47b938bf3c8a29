package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One way in which makers print a card's number on it: what stands on a card is seldom the number its reader shows.
///
/// @param how which way
/// @param text without leading zeros
/// @param padded with as many leading zeros as the largest number needs
/// @param hex as many upper-case digits as the bits need
/// @param bits of the number that is printed
public record PrintedForm(How how, String text, String padded, String hex, int bits) {
    /// Ways to print.
    public enum How {
        /// Facility and number, `123:4567`.
        FACILITY_AND_NUMBER,
        /// The number alone; the facility is known.
        NUMBER,
        /// Facility before number as one number: `FC*65536+CN`.
        VALUE,
        /// The decimal digits of both in a row, `12304567`.
        DIGITS,
        /// All bits of the card, parity too.
        RAW
    }

    /// `value` as a number of `bits` bits.
    public static PrintedForm of(How how, BigInteger value, int bits) {
        return new PrintedForm(how, value.toString(), padded(value, bits), hex(value, bits), bits);
    }

    /// How a card of `format` may be printed; none when the card is not of it.
    public static List<PrintedForm> of(CardFormat format, CardBits card) {
        CardFields fields = format.fields(card);
        BigInteger number = fields == null ? null : fields.number();
        if (fields == null || number == null) return List.of();
        int numberBits = format.number().max().bitLength();
        int valueBits = format.valueBits();
        BigInteger value = format.usual(fields);
        var forms = new ArrayList<PrintedForm>();
        @Nullable BitField facilityField = format.layout().facility();
        BigInteger facility = fields.facility();
        if (facility != null && facilityField != null) {
            String paddedFacility = padded(facility, facilityField.max().bitLength());
            String paddedNumber = padded(number, numberBits);
            String hex = hex(value, valueBits);
            String pair = facility + ":" + number;
            forms.add(new PrintedForm(
                    How.FACILITY_AND_NUMBER, pair, paddedFacility + ":" + paddedNumber, hex, valueBits));
            forms.add(of(How.NUMBER, number, numberBits));
            forms.add(new PrintedForm(
                    How.DIGITS, facility + paddedNumber, paddedFacility + paddedNumber, hex, valueBits));
        }
        forms.add(of(How.VALUE, value, valueBits));
        forms.add(of(How.RAW, card.number(), card.count()));
        return List.copyOf(forms);
    }

    private static String padded(BigInteger value, int bits) {
        int digits =
                BigInteger.TWO.pow(bits).subtract(BigInteger.ONE).toString().length();
        return leftPad(value.toString(), digits);
    }

    private static String hex(BigInteger value, int bits) {
        return leftPad(value.toString(16).toUpperCase(Locale.ROOT), (bits + 3) / 4);
    }

    private static String leftPad(String text, int width) {
        return "0".repeat(Math.max(0, width - text.length())) + text;
    }
}
