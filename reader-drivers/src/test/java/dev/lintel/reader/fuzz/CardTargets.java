package dev.lintel.reader.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import dev.lintel.reader.format.BitField;
import dev.lintel.reader.format.BitRanges;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.CardReading;
import dev.lintel.reader.format.ChipOrder;
import dev.lintel.reader.format.NumberExpression;
import dev.lintel.reader.format.NumberExpression.Variable;
import dev.lintel.reader.format.Parity;
import dev.lintel.reader.format.PrintedForm;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Bits to numbers: the formats there are, those of an installer's own, and expressions.
final class CardTargets {
    private static final CardFormats ALL =
            CardFormats.of(CardFormats.names()).reversed().masked(48);

    private CardTargets() {}

    private static CardBits card(Input in) {
        int count = 1 + in.u8();
        return CardBits.ofNumber(in.number(count), count);
    }

    /// A card for every format of its length, and the number of a chip.
    static void cards(byte[] input) {
        var in = new Input(input);
        CardBits card = card(in);
        CardNumber number = ALL.decode(card);
        assertThat(number).isNotNull();
        for (CardFormat format : CardFormats.all()) decode(format, card);
        chip(in);
    }

    private static void chip(Input in) {
        Bytes uid = in.bytes(1 + in.u8() % 10);
        if (uid.isEmpty()) return;
        for (ChipOrder order : ChipOrder.usual(uid.size())) {
            int bits = order.bits(uid.size());
            BigInteger number = order.number(uid);
            assertThat(number.bitLength()).isLessThanOrEqualTo(bits);
            ChipOrder.frame(number, bits, bits);
            assertThat(ChipOrder.frame(number, bits, bits + 2).count()).isEqualTo(bits + 2);
        }
    }

    private static void decode(CardFormat format, CardBits card) {
        CardFields fields = format.fields(card);
        CardReading reading = format.reading(card);
        assertThat(reading != null).isEqualTo(format.bits() == card.count());
        assertThat(fields != null).isEqualTo(reading != null && reading.valid());
        assertThat(format.decode(card) != null).isEqualTo(fields != null);
        if (fields == null) return;
        assertThat(format.fields(format.encode(fields))).isEqualTo(fields);
        for (PrintedForm form : PrintedForm.of(format, card))
            assertThat(form.padded()).endsWith(tail(form));
    }

    /// What of a printed form is the same with leading zeros and without.
    private static String tail(PrintedForm form) {
        return switch (form.how()) {
            case FACILITY_AND_NUMBER -> form.text().substring(form.text().indexOf(':') + 1);
            case NUMBER, VALUE, DIGITS, RAW -> form.text();
        };
    }

    /// A format as an installer may write one, and a card for it.
    static void customFormats(byte[] input) {
        var in = new Input(input);
        int bits = in.u16();
        int kind = in.u8();
        var layout = new CardFormat.Layout(
                field(in, (kind & 1) != 0, false),
                field(in, true, (kind & 2) != 0),
                field(in, (kind & 4) != 0, false),
                field(in, (kind & 8) != 0, false));
        var parities = new ArrayList<Parity>();
        for (int i = 0; i < kind >> 6; i++) parities.add(new Parity(in.u8(), (in.u8() & 1) == 0, ranges(in)));
        Map<Integer, Boolean> fixed = new HashMap<>();
        if ((kind & 16) != 0) for (int position : ranges(in)) fixed.put(position, true);
        if ((kind & 32) != 0) for (int position : ranges(in)) fixed.put(position, false);
        if (!CardFormat.flaws(bits, layout, parities, fixed).isEmpty()) return;
        var format = new CardFormat("own", bits, layout, parities, fixed, null);
        decode(format, CardBits.ofNumber(in.number(bits), bits));
        decode(format.moved(position -> bits - 1 - position), CardBits.ofNumber(in.number(bits), bits));
        assertThat(format.valueBits()).isLessThanOrEqualTo(CardBits.BITS_MAX);
        CardFormats.of(List.of(format, CardFormats.known("H10301"), format), true)
                .hidden();
    }

    private static @Nullable BitField field(Input in, boolean there, boolean decimal) {
        List<Integer> positions = there ? ranges(in) : List.of();
        return positions.isEmpty() ? null : new BitField(positions, decimal);
    }

    private static List<Integer> ranges(Input in) {
        try {
            List<Integer> positions = BitRanges.parse(in.text());
            assertThat(BitRanges.parse(BitRanges.format(positions))).isEqualTo(positions);
            return positions;
        } catch (IllegalArgumentException told) {
            assertThat(told.getMessage()).isNotBlank();
            return List.of();
        }
    }

    /// The numbers of a card, and the text of an expression.
    static void expressions(byte[] input) {
        var in = new Input(input);
        Map<Variable, BigInteger> variables = new EnumMap<>(Variable.class);
        for (Variable variable : Variable.values()) variables.put(variable, in.number(in.u8()));
        String text = new String(in.rest().toArray(), java.nio.charset.StandardCharsets.ISO_8859_1);
        try {
            NumberExpression expression = NumberExpression.parse(text);
            BigInteger result = expression.evaluate(variables);
            assertThat(result.bitLength()).isLessThanOrEqualTo(NumberExpression.RESULT_BITS_MAX);
            assertThat(expression.evaluate(Map.of()).bitLength()).isLessThanOrEqualTo(NumberExpression.RESULT_BITS_MAX);
            NumberExpression again = NumberExpression.parse(expression.toString());
            assertThat(again.evaluate(variables)).isEqualTo(result);
            assertThat(again.uses()).isEqualTo(expression.uses());
        } catch (IllegalArgumentException told) {
            assertThat(told.getMessage()).isNotBlank();
        }
    }
}
