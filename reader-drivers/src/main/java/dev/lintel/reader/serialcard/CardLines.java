package dev.lintel.reader.serialcard;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// What the lines of desktop readers and code scanners say. The table of widths is in the package's page.
final class CardLines {
    /// Fewer digits are noise: the smallest numbers on cards are padded.
    static final int DECIMAL_DIGITS_MIN = 4;

    /// The widths that readers print, each with the digits that its largest number has.
    private static final TreeMap<Integer, Integer> BITS_OF_DIGITS =
            new TreeMap<>(Map.of(8, 24, 10, 32, 13, 40, 17, 56, 20, 64));

    private static final int LOW_DIGITS = 5;
    private static final int LOW_BITS = 16;
    private static final int HEX_DIGITS_MIN = 6;
    private static final int HEX_DIGITS_MAX = CardBits.BITS_MAX / 4;

    private CardLines() {}

    static void decimal(byte[] line, Findings findings) {
        String text = new String(line, StandardCharsets.ISO_8859_1);
        int comma = text.indexOf(',');
        if (comma >= 0) pair(text.substring(0, comma), text.substring(comma + 1), findings);
        else if (!Digits.decimal(text)) findings.refuse(FrameFault.NOT_A_DIGIT);
        else if (text.length() < DECIMAL_DIGITS_MIN || text.length() > BITS_OF_DIGITS.lastKey()) {
            findings.refuse(FrameFault.LENGTH);
        } else number(new BigInteger(text), bits(text.length()), findings);
    }

    static void hex(byte[] line, Findings findings) {
        String text = new String(line, StandardCharsets.ISO_8859_1);
        if (text.chars().anyMatch(c -> Digits.hex(c) < 0)) findings.refuse(FrameFault.NOT_A_DIGIT);
        else if (text.length() < HEX_DIGITS_MIN || text.length() > HEX_DIGITS_MAX || text.length() % 2 != 0) {
            findings.refuse(FrameFault.LENGTH);
        } else number(new BigInteger(text, 16), 4 * text.length(), findings);
    }

    static void text(byte[] line, Findings findings) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line))
                    .toString();
            if (text.codePoints().allMatch(CardLines::visible)) findings.frame(new CardFrame.Text(text));
            else findings.refuse(FrameFault.NO_TEXT);
        } catch (CharacterCodingException e) {
            findings.refuse(FrameFault.NO_TEXT);
        }
    }

    /// The bits of a decimal number of so many digits, 1 to 20.
    private static int bits(int digits) {
        return BITS_OF_DIGITS.ceilingEntry(digits).getValue();
    }

    /// The digits of a number of so many bits as readers print it, or 0 when none prints so many.
    static int digits(int bits) {
        for (Map.Entry<Integer, Integer> width : BITS_OF_DIGITS.entrySet()) {
            if (bits <= width.getValue()) return width.getKey();
        }
        return 0;
    }

    private static void pair(String high, String low, Findings findings) {
        int highBits = high.length() == 3 ? 8 : 16;
        if (!Digits.decimal(high) || !Digits.decimal(low)) findings.refuse(FrameFault.NOT_A_DIGIT);
        else if (low.length() != LOW_DIGITS || (high.length() != 3 && high.length() != LOW_DIGITS)) {
            findings.refuse(FrameFault.LENGTH);
        } else if (Integer.parseInt(high) >> highBits != 0 || Integer.parseInt(low) >> LOW_BITS != 0) {
            findings.refuse(FrameFault.OVERFLOW);
        } else {
            long value = Long.parseLong(high) << LOW_BITS | Long.parseLong(low);
            number(BigInteger.valueOf(value), highBits + LOW_BITS, findings);
        }
    }

    private static void number(BigInteger value, int bits, Findings findings) {
        if (value.bitLength() > bits) findings.refuse(FrameFault.OVERFLOW);
        else findings.frame(new CardFrame.Card(CardBits.ofNumber(value, bits)));
    }

    /// What a person can see: nothing that moves a cursor, turns the direction of writing or takes no room.
    private static boolean visible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
