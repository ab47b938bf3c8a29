package dev.lintel.reader.keypad;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.BitField;
import dev.lintel.reader.format.BitRanges;
import dev.lintel.reader.format.CardFields;
import dev.lintel.reader.format.CardFormat;
import dev.lintel.reader.format.CardFormats;
import dev.lintel.reader.format.Parity;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A keypad that sends a whole PIN as if it were a card. Its frames can be those of real cards: of facility
/// `facility` and of all-decimal numbers, so a reader is read this way only when it is configured so.
///
/// ```
///   keypad26_fc           P | facility 8 | PIN 16, binary     | P     leading zeros are lost: 0042 is 42
///   keypad26_bcd6         P | six digits of 4 bits            | P     short PINs have zeros before them
///   keypad30              P | 0000 | PIN 24, binary           | P
///   hid_buffered_nopar    n digits of 4 bits
///   hid_buffered_par      P | n digits of 4 bits              | P
/// ```
///
/// @param facility what a `keypad26_fc` sends before the PIN; 0 for others
/// @param digits how many a `hid_buffered_…` sends at once; 0 for others
record BufferedKeypad(Kind kind, int facility, int digits, CardFormat format) implements Keypad {
    static final int FACILITY_MAX = 254;

    private static final int BCD_DIGITS = 6;
    private static final int HID_DIGITS_MAX = 11;
    private static final int HID_PARITY_DIGITS_MAX = 10;

    enum Kind {
        KEYPAD26_FC,
        KEYPAD26_BCD6,
        KEYPAD30,
        HID_BUFFERED_NOPAR,
        HID_BUFFERED_PAR;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    BufferedKeypad(Kind kind, int facility, int digits) {
        this(kind, kind == Kind.KEYPAD26_FC ? facility : 0, hid(kind) ? digits : 0, format(kind, facility, digits));
    }

    @Override
    public String name() {
        return kind.word();
    }

    @Override
    public boolean buffered() {
        return true;
    }

    @Override
    public Frame read(CardBits frame) {
        CardFields fields = format.fields(frame);
        BigInteger pin = fields == null ? null : fields.number();
        if (fields == null || pin == null) return new Frame.Card();
        BigInteger sent = fields.facility();
        if (sent != null && !sent.equals(BigInteger.valueOf(facility))) return new Frame.Card();
        String text = pin.toString();
        return new Frame.Keys("0".repeat(Math.max(0, width() - text.length())) + text + "#");
    }

    /// `#` sends what was typed, `*` clears it, and the last of `digits` sends by itself.
    @Override
    public List<CardBits> frames(String typed) {
        var frames = new ArrayList<CardBits>();
        var entry = new StringBuilder();
        for (int i = 0; i < typed.length(); i++) {
            char key = typed.charAt(i);
            if (key == '*') entry.setLength(0);
            else if (key >= '0' && key <= '9') entry.append(key);
            else if (key != '#') throw new IllegalArgumentException("keypad " + name() + " has no key '" + key + "'");
            boolean whole = key == '#' || (digits > 0 && entry.length() == digits);
            if (!whole || entry.isEmpty()) continue;
            frames.add(frame(entry.toString()));
            entry.setLength(0);
        }
        return List.copyOf(frames);
    }

    private CardBits frame(String pin) {
        @Nullable BigInteger before = kind == Kind.KEYPAD26_FC ? BigInteger.valueOf(facility) : null;
        try {
            return format.encode(new CardFields(before, new BigInteger(pin), null, null));
        } catch (IllegalArgumentException tooLarge) {
            throw new IllegalArgumentException(
                    "keypad " + name() + " cannot send an entry of " + pin.length() + " digits");
        }
    }

    /// Digits that an entry always has; 0 where its leading zeros are lost, or were put there to fill a short one.
    private int width() {
        return switch (kind) {
            case KEYPAD26_FC, KEYPAD26_BCD6, KEYPAD30 -> 0;
            case HID_BUFFERED_NOPAR, HID_BUFFERED_PAR -> digits;
        };
    }

    private static boolean hid(Kind kind) {
        return kind == Kind.HID_BUFFERED_NOPAR || kind == Kind.HID_BUFFERED_PAR;
    }

    private static CardFormat format(Kind kind, int facility, int digits) {
        return switch (kind) {
            case KEYPAD26_FC -> {
                if (facility < 0 || facility > FACILITY_MAX) {
                    throw new IllegalArgumentException(
                            "a keypad's facility is 0 to " + FACILITY_MAX + ", not " + facility);
                }
                yield CardFormats.known("H10301");
            }
            case KEYPAD26_BCD6 -> framed(kind, BCD_DIGITS);
            case KEYPAD30 -> {
                var pin = new BitField(BitRanges.parse("5-28"), false);
                var parities = List.of(
                        new Parity(0, true, BitRanges.parse("1-14")), new Parity(29, false, BitRanges.parse("15-28")));
                var zeros = Map.of(1, false, 2, false, 3, false, 4, false);
                yield new CardFormat(
                        kind.word(), 30, new CardFormat.Layout(null, pin, null, null), parities, zeros, null);
            }
            case HID_BUFFERED_NOPAR -> {
                check(digits, HID_DIGITS_MAX);
                var pin = new BitField(BitRanges.parse("0-" + (4 * digits - 1)), true);
                var layout = new CardFormat.Layout(null, pin, null, null);
                yield new CardFormat(kind.word(), 4 * digits, layout, List.of(), Map.of(), null);
            }
            case HID_BUFFERED_PAR -> {
                check(digits, HID_PARITY_DIGITS_MAX);
                yield framed(kind, digits);
            }
        };
    }

    /// Decimal digits between an even parity bit over the first half and an odd one over the last.
    private static CardFormat framed(Kind kind, int digits) {
        int last = 4 * digits;
        int half = last / 2;
        var pin = new BitField(BitRanges.parse("1-" + last), true);
        var parities = List.of(
                new Parity(0, true, BitRanges.parse("1-" + half)),
                new Parity(last + 1, false, BitRanges.parse((half + 1) + "-" + last)));
        return new CardFormat(
                kind.word(), last + 2, new CardFormat.Layout(null, pin, null, null), parities, Map.of(), null);
    }

    private static void check(int digits, int max) {
        if (digits >= 1 && digits <= max) return;
        throw new IllegalArgumentException("this keypad sends 1 to " + max + " digits at once, not " + digits);
    }

    @Override
    public String toString() {
        return name();
    }
}
