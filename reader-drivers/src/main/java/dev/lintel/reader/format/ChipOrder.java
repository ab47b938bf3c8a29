package dev.lintel.reader.format;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// How a reader makes a number of the serial number (UID) of a card's chip: readers disagree on which byte comes
/// first, and short formats take only a part of it.
///
/// ```
///   UID 1E A6 86 71           first byte first 1EA68671        last byte first 7186A61E
///   low 24 bits of those      A68671                           86A61E
///   UID 04 43 EB 61 E0 25 80  its first three bytes: 0443EB    last byte first EB4304
///   first cascade level       88 04 43 EB                      last byte first EB430488
/// ```
///
/// @param lastByteFirst whether the bytes are turned round
/// @param part which bytes are taken before that
/// @param lowBits how many low bits of the number are kept; 0 for all
public record ChipOrder(boolean lastByteFirst, Part part, int lowBits) {
    /// What the first cascade level puts before the first three bytes of a longer UID.
    private static final int CASCADE_TAG = 0x88;

    private static final int SHORT_BYTES = 3;

    /// Fewer bits of a seven-byte UID say almost nothing: makers number their chips in rows, and the first bytes
    /// name the maker.
    public static final int SAFE_BITS_MIN = 56;

    /// Which bytes of the UID a reader takes.
    public enum Part {
        /// All of them.
        WHOLE,
        /// The first three. Cards of one maker collide.
        FIRST_THREE,
        /// `88` and the first three, as a reader has them that stops at the first cascade level. Cards of one maker
        /// collide.
        CASCADE_LEVEL_1
    }

    /// The number of a chip.
    public BigInteger number(Bytes uid) {
        Bytes taken = switch (part) {
            case WHOLE -> uid;
            case FIRST_THREE -> uid.slice(0, Math.min(SHORT_BYTES, uid.size()));
            case CASCADE_LEVEL_1 -> cascade(uid);
        };
        BigInteger number = new BigInteger(1, taken.toArray());
        if (lastByteFirst) number = ExpressionNode.reverse(number, taken.size(), 8);
        return lowBits == 0 ? number : number.and(BigInteger.TWO.pow(lowBits).subtract(BigInteger.ONE));
    }

    /// How many bits the number of a chip with `uidBytes` bytes has.
    public int bits(int uidBytes) {
        int all = 8
                * switch (part) {
                    case WHOLE -> uidBytes;
                    case FIRST_THREE -> Math.min(SHORT_BYTES, uidBytes);
                    case CASCADE_LEVEL_1 -> 1 + Math.min(SHORT_BYTES, uidBytes);
                };
        return lowBits == 0 ? all : Math.min(all, lowBits);
    }

    /// Every order that readers are known to use for a UID of that length: which of them explains a printed number?
    public static List<ChipOrder> usual(int uidBytes) {
        var orders = new ArrayList<ChipOrder>();
        for (boolean lastFirst : new boolean[] {false, true}) {
            orders.add(new ChipOrder(lastFirst, Part.WHOLE, 0));
            if (uidBytes > 4) orders.add(new ChipOrder(lastFirst, Part.WHOLE, 32));
            orders.add(new ChipOrder(lastFirst, Part.WHOLE, 24));
            if (uidBytes <= 4) continue;
            orders.add(new ChipOrder(lastFirst, Part.CASCADE_LEVEL_1, 0));
            orders.add(new ChipOrder(lastFirst, Part.CASCADE_LEVEL_1, 24));
            orders.add(new ChipOrder(lastFirst, Part.FIRST_THREE, 0));
        }
        return List.copyOf(orders);
    }

    /// `number` of `bits` bits as a frame: bare when `frameBits` is as many, and in between an even parity bit over
    /// its first half and an odd one over its last when that is two more (W26, W34, W42, W58, W66). Throws
    /// `IllegalArgumentException` for any other length.
    public static CardBits frame(BigInteger number, int bits, int frameBits) {
        CardBits bare = CardBits.ofNumber(number, bits);
        if (frameBits == bits) return bare;
        if (frameBits != bits + 2) {
            throw new IllegalArgumentException(
                    bits + " bits go into " + bits + " or " + (bits + 2) + ", not " + frameBits);
        }
        char[] frame = ("0" + bare + "0").toCharArray();
        int half = bits / 2;
        new Parity(0, true, span(1, half)).write(frame);
        new Parity(frameBits - 1, false, span(bits - half + 1, bits)).write(frame);
        return CardBits.of(new String(frame));
    }

    private static List<Integer> span(int from, int to) {
        var span = new ArrayList<Integer>();
        for (int i = from; i <= to; i++) span.add(i);
        return span;
    }

    private static Bytes cascade(Bytes uid) {
        byte[] level = new byte[1 + Math.min(SHORT_BYTES, uid.size())];
        level[0] = (byte) CASCADE_TAG;
        uid.slice(0, level.length - 1).copyTo(level, 1);
        return Bytes.copyOf(level);
    }
}
