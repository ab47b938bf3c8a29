package dev.lintel.reader.learn;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.format.ChipOrder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is printed on a card, as somebody typed it: `0020886157`, `062,45709`, `12:3456`, `04A1B2C3`, `04:A1:B2:C3`,
/// `0x3F21`. Leading zeros mean nothing.
///
/// @param text as it was typed
/// @param pair facility and number, where there are two; then `values` is empty
/// @param values what one number may mean
public record PrintedNumber(String text, @Nullable Pair pair, List<Meaning> values) {
    /// As long as the hex digits of the longest card.
    private static final int CHARS_MAX = 80;

    private static final Pattern FOB = Pattern.compile("\\d{8,10}\\s+(\\d{3},\\d{5})");
    private static final Pattern PAIR = Pattern.compile("(\\d{1,10})\\s*[,:;/ -]\\s*(\\d{1,15})");
    private static final Pattern GROUPS = Pattern.compile("[0-9A-Fa-f]{2}([: -][0-9A-Fa-f]{2}){2,}");
    private static final Pattern DECIMAL = Pattern.compile("\\d+");
    private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]+");

    /// Shorter digits are no serial number of a chip.
    private static final int UID_BYTES_MIN = 4;

    private static final int UID_BYTES_MAX = 10;

    /// Widths of numbers that readers cut from longer ones.
    private static final List<Integer> CUTS = List.of(24, 32, 40, 48, 56);

    public PrintedNumber {
        values = List.copyOf(values);
    }

    /// Two numbers beside each other.
    public record Pair(BigInteger first, BigInteger second) {}

    /// One thing that the text may mean.
    ///
    /// @param bits how many the reader's number must have for it; 0 for any
    /// @param how in a few words
    /// @param whole whether the whole printed number is in it, or the reader gives a part only
    public record Meaning(BigInteger value, int bits, String how, boolean whole) {}

    /// Throws `IllegalArgumentException` in words when it is no number that is printed on a card.
    public static PrintedNumber parse(String typed) {
        String text = typed.strip();
        if (text.isEmpty()) throw new IllegalArgumentException("nothing was typed");
        if (text.length() > CHARS_MAX) throw new IllegalArgumentException("no card's number is that long");
        Matcher fob = FOB.matcher(text);
        String looked = fob.matches() ? fob.group(1) : text;
        Matcher pair = PAIR.matcher(looked);
        if (pair.matches()) {
            var numbers = new Pair(new BigInteger(pair.group(1)), new BigInteger(pair.group(2)));
            return new PrintedNumber(text, numbers, List.of());
        }
        String digits = looked;
        if (GROUPS.matcher(digits).matches()) return new PrintedNumber(text, null, hex(digits.replaceAll("[: -]", "")));
        if (digits.toLowerCase(Locale.ROOT).startsWith("0x")) {
            digits = digits.substring(2);
            if (HEX.matcher(digits).matches()) return new PrintedNumber(text, null, hex(digits));
        }
        var meanings = new ArrayList<Meaning>();
        if (DECIMAL.matcher(digits).matches()) meanings.addAll(decimal(digits));
        if (HEX.matcher(digits).matches() && digits.length() % 2 == 0 && digits.length() >= 2 * 3) {
            meanings.addAll(hex(digits));
        }
        if (meanings.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no number as cards have them: digits, 'facility,number', "
                            + "or hex digits, in pairs or after 0x");
        }
        return new PrintedNumber(text, null, meanings);
    }

    private static List<Meaning> decimal(String digits) {
        BigInteger value = new BigInteger(digits);
        var meanings = new ArrayList<Meaning>();
        meanings.add(new Meaning(value, 0, "the printed number", true));
        addCuts(value, "the printed number", meanings);
        return meanings;
    }

    private static List<Meaning> hex(String digits) {
        BigInteger value = new BigInteger(digits, 16);
        var meanings = new ArrayList<Meaning>();
        meanings.add(new Meaning(value, 0, "the printed hex digits", true));
        if (digits.length() % 2 != 0) return meanings;
        Bytes uid = Bytes.copyOf(HexFormat.of().parseHex(digits));
        if (uid.size() < UID_BYTES_MIN || uid.size() > UID_BYTES_MAX) return meanings;
        for (ChipOrder order : ChipOrder.usual(uid.size())) {
            int bits = order.bits(uid.size());
            boolean whole = order.part() == ChipOrder.Part.WHOLE && bits == uid.size() * 8;
            if (whole) continue; // the first meaning, which an expression can turn round
            meanings.add(new Meaning(order.number(uid), bits, words(order, bits), false));
        }
        return meanings;
    }

    private static void addCuts(BigInteger value, String what, List<Meaning> meanings) {
        for (int bits : CUTS) {
            if (value.bitLength() <= bits) continue;
            BigInteger low = value.and(BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
            meanings.add(new Meaning(low, bits, "the low " + bits + " bits of " + what, false));
        }
    }

    private static String words(ChipOrder order, int bits) {
        String bytes = order.lastByteFirst() ? ", last byte first" : "";
        return switch (order.part()) {
            case WHOLE ->
                (order.lowBits() == 0 ? "the chip's number" : "the low " + bits + " bits of the chip's number") + bytes;
            case FIRST_THREE -> "the first three bytes of the chip's number" + bytes;
            case CASCADE_LEVEL_1 ->
                "88 and the first three bytes of the chip's number"
                        + (order.lowBits() == 0 ? "" : ", low " + bits + " bits") + bytes;
        };
    }
}
