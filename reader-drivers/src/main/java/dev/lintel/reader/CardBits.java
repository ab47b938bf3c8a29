package dev.lintel.reader;

import java.math.BigInteger;

/// The raw bits of one card exactly as the reader sent them, first bit sent first, leading zeros kept.
/// Immutable; made by a reader driver, read by the format decoder.
public final class CardBits {
    /// Longer than any card in the field (FASC-N is 200 bits); what exceeds it is noise.
    public static final int BITS_MAX = 256;

    private final String bits;

    private CardBits(String bits) {
        this.bits = bits;
    }

    /// `bits` is a text of `0` and `1`, 1 to [#BITS_MAX] long; anything else throws `IllegalArgumentException`.
    public static CardBits of(String bits) {
        if (bits.isEmpty() || bits.length() > BITS_MAX) {
            throw new IllegalArgumentException("a card has 1 to " + BITS_MAX + " bits, not " + bits.length());
        }
        for (int i = 0; i < bits.length(); i++) {
            if (bits.charAt(i) != '0' && bits.charAt(i) != '1') {
                throw new IllegalArgumentException("bit " + i + " is '" + bits.charAt(i) + "', not 0 or 1");
            }
        }
        return new CardBits(bits);
    }

    /// `value` as `count` bits, most significant first. Throws `IllegalArgumentException` when it does not fit.
    public static CardBits ofNumber(BigInteger value, int count) {
        if (value.signum() < 0 || value.bitLength() > count) {
            throw new IllegalArgumentException(value + " does not fit in " + count + " bits");
        }
        return of("0".repeat(count - Math.max(1, value.bitLength())) + value.toString(2));
    }

    /// Left-justified bytes, as `osdp_RAW` carries them: bit 0 is the top bit of byte 0. Pad bits are ignored.
    public static CardBits ofLeftJustified(Bytes bytes, int count) {
        if (count < 1 || count > bytes.size() * 8) {
            throw new IllegalArgumentException(count + " bits asked of " + bytes.size() + " bytes");
        }
        var bits = new StringBuilder(count);
        for (int i = 0; i < count; i++) bits.append((char) ('0' + (bytes.at(i / 8) >> (7 - i % 8) & 1)));
        return of(bits.toString());
    }

    public int count() {
        return bits.length();
    }

    /// Bit `index`, 0 or 1; index 0 was sent first.
    public int bit(int index) {
        return bits.charAt(index) - '0';
    }

    /// All bits as an unsigned number, the first bit sent being the most significant.
    public BigInteger number() {
        return new BigInteger(bits, 2);
    }

    public Bytes leftJustified() {
        byte[] bytes = new byte[(count() + 7) / 8];
        for (int i = 0; i < count(); i++) bytes[i / 8] |= (byte) (bit(i) << (7 - i % 8));
        return Bytes.copyOf(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CardBits c && bits.equals(c.bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    /// The bits as text, `0` and `1`.
    @Override
    public String toString() {
        return bits;
    }
}
