package dev.lintel.reader.learn;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.BitField;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.NumberExpression;
import dev.lintel.reader.format.NumberExpression.Variable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One card as one format has it, and the numbers that may be made of it.
///
/// @param format the format's name, or `raw`
/// @param fields what the format reads; null for `raw`
/// @param numberDigits decimal digits of the largest number
/// @param bases expressions for numbers that readers' makers start from, with their bits
record CardView(
        String format,
        @Nullable CardFields fields,
        int numberDigits,
        List<Base> bases,
        Map<Variable, BigInteger> variables) {
    /// What makers cut numbers to.
    private static final List<Integer> WIDTHS = List.of(16, 24, 32, 40, 48, 56);

    private static final List<Integer> HIGH_WIDTHS = List.of(24, 32, 40);

    /// An expression whose result has that many bits.
    record Base(String expression, int bits) {}

    /// Null when the card is not of the format.
    static @Nullable CardView of(CardFormat format, CardBits card) {
        CardFields fields = format.fields(card);
        BitField numberField = format.layout().number();
        BigInteger number = fields == null ? null : fields.number();
        if (fields == null || numberField == null || number == null) return null;
        Map<Variable, BigInteger> variables = new EnumMap<>(Variable.class);
        BigInteger value = number;
        BigInteger facility = fields.facility();
        if (facility != null) {
            variables.put(Variable.FACILITY, facility);
            value = facility.multiply(numberField.max().add(BigInteger.ONE)).add(number);
        }
        variables.put(Variable.NUMBER, number);
        variables.put(Variable.VALUE, value);
        variables.put(Variable.RAW, card.number());
        var bases = new ArrayList<Base>();
        bases.add(new Base("value", format.valueBits()));
        if (facility != null) bases.add(new Base("number", numberField.max().bitLength()));
        // Without a rule to keep, all bits say no more under a format's name than by themselves.
        boolean ruled = !format.parities().isEmpty() || !format.fixed().isEmpty();
        if (ruled) bases.add(new Base("raw", card.count()));
        int digits = numberField.max().toString().length();
        return new CardView(format.name(), fields, digits, bases, variables);
    }

    /// All bits, and what is left without a parity bit at each end.
    static CardView raw(CardBits card) {
        var bases = new ArrayList<Base>();
        bases.add(new Base("raw", card.count()));
        int inner = card.count() - 2;
        if (inner >= 8 && inner % 8 == 0) bases.add(new Base("(raw >> 1) & " + mask(inner), inner));
        Map<Variable, BigInteger> variables = new EnumMap<>(Variable.class);
        variables.put(Variable.RAW, card.number());
        variables.put(Variable.VALUE, card.number());
        return new CardView(CardFormats.RAW, null, 0, bases, variables);
    }

    boolean hasFacility() {
        return fields != null && fields.facility() != null;
    }

    BigInteger evaluate(String expression) {
        return NumberExpression.parse(expression).evaluate(variables);
    }

    /// Everything that makers are known to do to a number, the plain one first. Each result has at most the bits
    /// of the base.
    static List<Base> variants(Base base) {
        String e = base.expression.contains(" ") ? "(" + base.expression + ")" : base.expression;
        int bits = base.bits;
        var variants = new ArrayList<Base>();
        variants.add(base);
        if (bits % 8 == 0 && bits > 8) variants.add(new Base("swap(" + base.expression + ", " + bits / 8 + ")", bits));
        for (int width : WIDTHS) {
            if (width >= bits) continue;
            variants.add(new Base(e + " & " + mask(width), width));
            variants.add(new Base("swap(" + base.expression + ", " + width / 8 + ")", width));
        }
        for (int width : HIGH_WIDTHS) {
            if (width < bits) variants.add(new Base(e + " >> " + (bits - width), width));
        }
        variants.add(new Base("reverse(" + base.expression + ", " + bits + ")", bits));
        return variants;
    }

    static String mask(int bits) {
        BigInteger mask = BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);
        return "0x" + mask.toString(16).toUpperCase(java.util.Locale.ROOT);
    }
}
