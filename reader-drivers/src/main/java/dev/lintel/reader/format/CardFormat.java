package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// One card format: decodes and encodes cards of one layout. Immutable; any thread.
///
/// @param bits how many a card of it has, 1 to [CardBits#BITS_MAX]
/// @param parities in the order in which an encoder computes them
/// @param fixed bits that always have the one value, by position; true is 1
/// @param value the number a credential is compared with, or null for the usual one: the facility before the number,
///     as `facility*65536+number` in H10301
public record CardFormat(
        String name,
        int bits,
        Layout layout,
        List<Parity> parities,
        Map<Integer, Boolean> fixed,
        @Nullable NumberExpression value) {
    private static final int VALUE_BITS_MAX = 63;

    /// Where the fields lie; null where the format has none. Bits in no field, parity or `fixed` are unused: sent 0,
    /// not read.
    public record Layout(
            @Nullable BitField facility,
            @Nullable BitField number,
            @Nullable BitField issue,
            @Nullable BitField oem) {
        /// The fields there are, by the names `facility`, `number`, `issue` and `oem`.
        public Map<String, BitField> fields() {
            Map<String, BitField> fields = new LinkedHashMap<>();
            if (facility != null) fields.put("facility", facility);
            if (number != null) fields.put("number", number);
            if (issue != null) fields.put("issue", issue);
            if (oem != null) fields.put("oem", oem);
            return fields;
        }
    }

    /// What is wrong with a format.
    ///
    /// @param part `bits`, a field's name, `parity[0]` and so on, or `fixed`
    /// @param sentence goes on after the part's name
    public record Flaw(String part, String sentence) {}

    /// Throws `IllegalArgumentException` with the first of [#flaws].
    public CardFormat {
        parities = List.copyOf(parities);
        fixed = Map.copyOf(fixed);
        for (Flaw flaw : flaws(bits, layout, parities, fixed)) {
            throw new IllegalArgumentException("card format " + name + ": " + flaw.part + " " + flaw.sentence);
        }
    }

    /// Everything that keeps these parts from being a format; empty when nothing does.
    public static List<Flaw> flaws(int bits, Layout layout, List<Parity> parities, Map<Integer, Boolean> fixed) {
        return FormatRules.flaws(bits, layout, parities, fixed);
    }

    /// What the bits say and what is wrong with them; null when their count is not the format's.
    public @Nullable CardReading reading(CardBits card) {
        if (card.count() != bits) return null;
        char[] received = card.toString().toCharArray();
        var wrong = new ArrayList<String>();
        for (Parity parity : parities) {
            if (parity.holds(received)) continue;
            wrong.add((parity.even() ? "even" : "odd") + " parity at bit " + parity.position());
        }
        fixed.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(bit -> {
            if (bit(received, bit.getKey()) != bit.getValue()) {
                wrong.add("bit " + bit.getKey() + " must be " + (bit.getValue() ? 1 : 0));
            }
        });
        layout.fields().forEach((name, field) -> {
            if (!field.holds(received)) wrong.add(name + " has a digit above 9");
        });
        return new CardReading(read(received), wrong);
    }

    /// Null when the card is not of this format: another length, a parity or a fixed bit wrong, no decimal digit.
    public @Nullable CardFields fields(CardBits card) {
        if (card.count() != bits) return null;
        char[] received = card.toString().toCharArray();
        for (var bit : fixed.entrySet()) if (bit(received, bit.getKey()) != bit.getValue()) return null;
        for (Parity parity : parities) if (!parity.holds(received)) return null;
        for (BitField field : layout.fields().values()) if (!field.holds(received)) return null;
        return read(received);
    }

    /// The card's number, or null when the card is not of this format.
    public @Nullable CardNumber decode(CardBits card) {
        CardFields fields = fields(card);
        return fields == null ? null : number(fields, value(fields, card));
    }

    /// The bits of a card with these fields; null is sent as 0, or as fixed bits say. Throws
    /// `IllegalArgumentException` in words when a value is out of its range or the format has no such field.
    public CardBits encode(CardFields fields) {
        char[] sent = new char[bits];
        Arrays.fill(sent, '0');
        write("facility", layout.facility, fields.facility(), sent);
        write("number", layout.number, fields.number(), sent);
        write("issue", layout.issue, fields.issue(), sent);
        write("OEM code", layout.oem, fields.oem(), sent);
        fixed.forEach((position, one) -> sent[position] = one ? '1' : '0');
        for (Parity parity : parities) parity.write(sent);
        return CardBits.of(new String(sent));
    }

    /// The same format with every position moved, as for cards that are sent from their last bit on.
    public CardFormat moved(IntUnaryOperator to) {
        Map<Integer, Boolean> movedFixed = new LinkedHashMap<>();
        fixed.forEach((position, one) -> movedFixed.put(to.applyAsInt(position), one));
        var movedParities = new ArrayList<Parity>();
        for (Parity p : parities) {
            movedParities.add(new Parity(to.applyAsInt(p.position()), p.even(), moved(p.covered(), to)));
        }
        var movedLayout = new Layout(
                moved(layout.facility, to), moved(layout.number, to), moved(layout.issue, to), moved(layout.oem, to));
        return new CardFormat(name, bits, movedLayout, movedParities, movedFixed, value);
    }

    /// Bits of the usual value: those of facility and number together.
    public int valueBits() {
        BigInteger span = number().span();
        if (layout.facility != null) span = span.multiply(layout.facility.span());
        return span.subtract(BigInteger.ONE).bitLength();
    }

    BitField number() {
        if (layout.number == null) throw new IllegalStateException("a format without a number is never made");
        return layout.number;
    }

    /// The value of a card with these fields before anything a reader's configuration does to it.
    BigInteger value(CardFields fields, CardBits card) {
        BigInteger usual = usual(fields);
        return value == null ? usual : value.evaluate(NumberExpression.variables(fields, usual, card));
    }

    /// The usual value: facility before number, as one number.
    BigInteger usual(CardFields fields) {
        BigInteger number = present(fields.number());
        return fields.facility() == null
                ? number
                : fields.facility().multiply(number().span()).add(number);
    }

    CardNumber number(CardFields fields, BigInteger value) {
        Long facility = fields.facility() == null ? null : fit(fields.facility());
        return new CardNumber(name, facility, fit(present(fields.number())), fit(value));
    }

    static long fit(BigInteger value) {
        boolean fits = value.signum() >= 0 && value.bitLength() <= VALUE_BITS_MAX;
        return fits ? value.longValue() : CardNumber.TOO_LARGE;
    }

    private CardFields read(char[] received) {
        return new CardFields(
                read(layout.facility, received),
                read(layout.number, received),
                read(layout.issue, received),
                read(layout.oem, received));
    }

    private static BigInteger present(@Nullable BigInteger number) {
        if (number == null) throw new IllegalStateException("a format without a number is never made");
        return number;
    }

    private static @Nullable BigInteger read(@Nullable BitField field, char[] received) {
        return field == null ? null : field.read(received);
    }

    private void write(String what, @Nullable BitField field, @Nullable BigInteger value, char[] sent) {
        if (value == null) return;
        if (field == null) {
            if (value.signum() == 0) return;
            throw new IllegalArgumentException("format " + name + " has no " + what);
        }
        if (value.signum() < 0 || value.compareTo(field.max()) > 0) {
            throw new IllegalArgumentException(what + " of " + name + " is 0 to " + field.max() + ", not " + value);
        }
        field.write(value, sent);
        for (int position : field.positions()) {
            Boolean one = fixed.get(position);
            if (one != null && bit(sent, position) != one)
                throw new IllegalArgumentException(unlike(what, field, value));
        }
    }

    /// Fixed bits lie in the field and `value` does not have them.
    private String unlike(String what, BitField field, BigInteger value) {
        char[] card = new char[bits];
        Arrays.fill(card, '0');
        fixed.forEach((position, one) -> card[position] = one ? '1' : '0');
        boolean whole = fixed.keySet().containsAll(field.positions());
        String must = whole ? "is always " + field.read(card) : "has fixed bits";
        return what + " of " + name + " " + must + ", not " + value;
    }

    private static boolean bit(char[] bits, int position) {
        return bits[position] == '1';
    }

    private static @Nullable BitField moved(@Nullable BitField field, IntUnaryOperator to) {
        return field == null ? null : new BitField(moved(field.positions(), to), field.decimal());
    }

    private static List<Integer> moved(List<Integer> positions, IntUnaryOperator to) {
        return positions.stream().map(to::applyAsInt).toList();
    }
}
