package dev.lintel.reader.format;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The formats one reader accepts, in order of preference. Immutable; any thread. Made when a reader is configured.
public final class CardFormats {
    /// Takes any card: its number is all bits as one unsigned number. Always tried last.
    public static final String RAW = "raw";

    private final List<CardFormat> formats;
    private final boolean raw;

    private CardFormats(List<CardFormat> formats, boolean raw) {
        this.formats = List.copyOf(formats);
        this.raw = raw;
    }

    /// `names` in order of preference. Throws `IllegalArgumentException` on an unknown name, listing the known ones.
    public static CardFormats of(List<String> names) {
        return of(FormatTable.shipped(), names);
    }

    static CardFormats of(FormatTable table, List<String> names) {
        if (names.isEmpty()) throw new IllegalArgumentException("a reader needs at least one card format");
        List<CardFormat> formats = new ArrayList<>();
        for (String name : names) if (!name.equals(RAW)) formats.add(format(table, name));
        return new CardFormats(formats, names.contains(RAW));
    }

    /// Names of all known formats, `raw` among them.
    public static List<String> names() {
        return names(FormatTable.shipped());
    }

    /// What the first format that fits makes of the card; null when none does.
    public @Nullable CardNumber decode(CardBits card) {
        for (CardFormat format : formats) {
            CardNumber number = format.decode(card);
            if (number != null) return number;
        }
        if (!raw) return null;
        long value = CardFormat.fit(card.number());
        return new CardNumber(RAW, null, value, value);
    }

    /// The bits of a card. `facility` must be 0 where the format has none. Throws `IllegalArgumentException` in words
    /// when the format is unknown or raw (which has no length of its own), or a value is out of range.
    public static CardBits encode(String format, long facility, long number) {
        if (format.equals(RAW)) throw new IllegalArgumentException("raw has no length of its own: give the bits");
        return format(FormatTable.shipped(), format)
                .encode(new CardFields(BigInteger.valueOf(facility), BigInteger.valueOf(number), null, null));
    }

    private static CardFormat format(FormatTable table, String name) {
        CardFormat format = table.find(name);
        if (format == null) {
            throw new IllegalArgumentException(
                    "unknown card format '" + name + "'; known are " + String.join(", ", names(table)));
        }
        return format;
    }

    private static List<String> names(FormatTable table) {
        var names = new ArrayList<>(new TreeSet<>(table.names()));
        names.add(RAW);
        return List.copyOf(names);
    }
}
