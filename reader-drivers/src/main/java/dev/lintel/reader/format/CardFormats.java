package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The formats one reader accepts, in order of preference, and what the reader's configuration does to the numbers.
/// Immutable; any thread. Made when a reader is configured.
///
/// ```
///   bits --first format that fits--> fields --its expression, else the reader's for it, else the usual--> value
///   value --reversed (without an expression)--> --masked--> CardNumber.value
/// ```
public final class CardFormats {
    /// Takes any card: its number is all bits as one unsigned number. Always tried last.
    public static final String RAW = "raw";

    private final List<CardFormat> formats;
    private final boolean raw;
    private final Numbers numbers;

    /// @param values expressions by the format's name; they replace the format's own
    /// @param reversed whether whole bytes are put in the opposite order
    /// @param mask how many low bits of the value count, 0 for all
    private record Numbers(Map<String, NumberExpression> values, boolean reversed, int mask) {
        static final Numbers PLAIN = new Numbers(Map.of(), false, 0);

        Numbers {
            values = Map.copyOf(values);
        }
    }

    private CardFormats(List<CardFormat> formats, boolean raw, Numbers numbers) {
        this.formats = List.copyOf(formats);
        this.raw = raw;
        this.numbers = numbers;
    }

    /// `names` in order of preference. Throws `IllegalArgumentException` on an unknown name, listing the known ones.
    public static CardFormats of(List<String> names) {
        if (names.isEmpty()) throw new IllegalArgumentException("a reader needs at least one card format");
        List<CardFormat> formats = new ArrayList<>();
        for (String name : names) if (!name.equals(RAW)) formats.add(known(name));
        return of(formats, names.contains(RAW));
    }

    /// These formats in their order, and last any card if `raw`.
    public static CardFormats of(List<CardFormat> formats, boolean raw) {
        return new CardFormats(formats, raw, Numbers.PLAIN);
    }

    /// The same with expressions for the values of some formats, by name.
    public CardFormats withValues(Map<String, NumberExpression> values) {
        return new CardFormats(formats, raw, new Numbers(values, numbers.reversed, numbers.mask));
    }

    /// The same for a reader that sends a chip's number with its last byte first. Numbers that are not whole bytes
    /// stay as they are, and so do those that have an expression: it can `swap` for itself.
    public CardFormats reversed() {
        return new CardFormats(formats, raw, new Numbers(numbers.values, true, numbers.mask));
    }

    /// The same with the low `bits` of each value only.
    public CardFormats masked(int bits) {
        return new CardFormats(formats, raw, new Numbers(numbers.values, numbers.reversed, bits));
    }

    /// Names of all known formats in the order of the alphabet, and last `raw`.
    public static List<String> names() {
        var names = new ArrayList<>(new TreeSet<>(FormatTable.shipped().names()));
        names.add(RAW);
        return List.copyOf(names);
    }

    /// All known formats, in the table's order.
    public static List<CardFormat> all() {
        return FormatTable.shipped().formats();
    }

    /// What the table says a format is, in a few words; null for a name that is not in it.
    public static @Nullable String description(String name) {
        return FormatTable.shipped().description(name);
    }

    /// The known format of that name; null when there is none, and for `raw`, which is no layout.
    public static @Nullable CardFormat find(String name) {
        return FormatTable.shipped().find(name);
    }

    /// The known format of that name. Throws `IllegalArgumentException` naming the known ones when there is none.
    public static CardFormat known(String name) {
        CardFormat format = find(name);
        if (format != null) return format;
        throw new IllegalArgumentException(
                "unknown card format '" + name + "'; known are " + String.join(", ", names()));
    }

    /// What the first format that fits makes of the card; null when none does.
    public @Nullable CardNumber decode(CardBits card) {
        for (CardFormat format : formats) {
            CardFields fields = format.fields(card);
            if (fields != null) return format.number(fields, value(format, fields, card));
        }
        if (!raw) return null;
        BigInteger all = card.number();
        NumberExpression expression = numbers.values.get(RAW);
        var none = new CardFields(null, all, null, null);
        BigInteger value = expression == null
                ? ordered(all, card.count())
                : expression.evaluate(NumberExpression.variables(none, all, card));
        return new CardNumber(RAW, null, CardFormat.fit(all), CardFormat.fit(masked(value)));
    }

    /// The layouts in their order; `raw`, which is none, is not among them.
    public List<CardFormat> layouts() {
        return formats;
    }

    /// The formats' names in their order; `raw`, when it is there, is the last.
    public List<String> list() {
        var names = new ArrayList<String>();
        for (CardFormat format : formats) names.add(format.name());
        if (raw) names.add(RAW);
        return List.copyOf(names);
    }

    /// Formats that never come to their turn because one before them takes all their cards: many share a length and
    /// even their parity, and only the first of such is ever used. By name, each with the one that hides it, in the
    /// list's order.
    public List<Hidden> hidden() {
        var hidden = new ArrayList<Hidden>();
        for (int i = 1; i < formats.size(); i++) {
            CardFormat later = formats.get(i);
            for (CardFormat earlier : formats.subList(0, i)) {
                if (!FormatShadow.hides(earlier, later)) continue;
                hidden.add(new Hidden(later.name(), earlier.name(), later.bits()));
                break;
            }
        }
        return List.copyOf(hidden);
    }

    /// `format` is never used: `by` stands before it and takes every card of its `bits` that it would.
    public record Hidden(String format, String by, int bits) {}

    /// The bits of a card. `facility` must be 0 where the format has none. Throws `IllegalArgumentException` in
    /// words when the format is unknown or raw (which has no length of its own), or a value is out of range.
    public static CardBits encode(String format, long facility, long number) {
        if (format.equals(RAW)) throw new IllegalArgumentException("raw has no length of its own: give the bits");
        return known(format)
                .encode(new CardFields(BigInteger.valueOf(facility), BigInteger.valueOf(number), null, null));
    }

    private BigInteger value(CardFormat format, CardFields fields, CardBits card) {
        NumberExpression expression = numbers.values.get(format.name());
        if (expression != null) {
            return masked(expression.evaluate(NumberExpression.variables(fields, format.usual(fields), card)));
        }
        BigInteger value = format.value(fields, card);
        return masked(format.value() == null ? ordered(value, format.valueBits()) : value);
    }

    private BigInteger ordered(BigInteger value, int bits) {
        return numbers.reversed && bits % 8 == 0 ? ExpressionNode.reverse(value, bits / 8, 8) : value;
    }

    private BigInteger masked(BigInteger value) {
        if (numbers.mask == 0) return value;
        return value.and(BigInteger.TWO.pow(numbers.mask).subtract(BigInteger.ONE));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CardFormats f && formats.equals(f.formats) && raw == f.raw && numbers.equals(f.numbers);
    }

    @Override
    public int hashCode() {
        return Objects.hash(formats, raw, numbers);
    }

    @Override
    public String toString() {
        return String.join(", ", list());
    }
}
