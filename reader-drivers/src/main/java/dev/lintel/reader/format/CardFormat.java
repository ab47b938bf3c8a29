package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One row of the format table: decodes and encodes cards of one layout.
///
/// @param parities in the order in which an encoder computes them
/// @param fixed bits that always have the one value, by position
record CardFormat(String name, int bits, Layout layout, List<Parity> parities, Map<Integer, Character> fixed) {
    private static final int VALUE_BITS_MAX = 63;

    /// Where the fields lie; null where the format has none. Bits in no field, parity or `fixed` are unused.
    record Layout(
            @Nullable BitField facility,
            @Nullable BitField number,
            @Nullable BitField issue,
            @Nullable BitField oem) {}

    CardFormat {
        parities = List.copyOf(parities);
        fixed = Map.copyOf(fixed);
    }

    /// Null when the card is not of this format: another length, a parity or a fixed bit wrong, no decimal digit.
    @Nullable
    CardFields fields(CardBits card) {
        if (card.count() != bits) return null;
        char[] received = card.toString().toCharArray();
        for (var bit : fixed.entrySet()) if (received[bit.getKey()] != bit.getValue()) return null;
        for (Parity parity : parities) if (!parity.holds(received)) return null;
        var fields = new CardFields(
                read(layout.facility, received),
                read(layout.number, received),
                read(layout.issue, received),
                read(layout.oem, received));
        BigInteger number = fields.number();
        return number == null || number.signum() < 0 ? null : fields;
    }

    /// The card's number, or null when the card is not of this format.
    @Nullable
    CardNumber decode(CardBits card) {
        CardFields fields = fields(card);
        if (fields == null || fields.number() == null) return null;
        BigInteger facility = fields.facility();
        BigInteger number = fields.number();
        // The number expression: the facility stands before the number, as facility*65536+number in H10301.
        BigInteger value = facility == null || layout.number == null
                ? number
                : facility.shiftLeft(layout.number.width()).or(number);
        return new CardNumber(name, facility == null ? null : facility.longValue(), fit(number), fit(value));
    }

    /// The card's bits. Fields that are null are sent as 0. Throws `IllegalArgumentException` when a value is out of
    /// its range or the format has no such field.
    CardBits encode(CardFields fields) {
        char[] sent = new char[bits];
        Arrays.fill(sent, '0');
        write("facility", layout.facility, fields.facility(), sent);
        write("number", layout.number, fields.number(), sent);
        write("issue", layout.issue, fields.issue(), sent);
        write("OEM code", layout.oem, fields.oem(), sent);
        fixed.forEach((position, value) -> sent[position] = value);
        for (Parity parity : parities) parity.write(sent);
        return CardBits.of(new String(sent));
    }

    static long fit(BigInteger value) {
        return value.bitLength() > VALUE_BITS_MAX ? CardNumber.TOO_LARGE : value.longValue();
    }

    private static @Nullable BigInteger read(@Nullable BitField field, char[] received) {
        return field == null ? null : field.read(received);
    }

    private void write(String what, @Nullable BitField field, @Nullable BigInteger value, char[] sent) {
        if (value == null) return;
        if (field != null) field.write(what + " of " + name, value, sent);
        else if (value.signum() != 0) throw new IllegalArgumentException("format " + name + " has no " + what);
    }
}
