package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The base key that one ACU and one PD share: 16 bytes from which the keys of every secure session are derived.
/// Never shown: [#toString] tells nothing, and there is no way to its bytes but the frame that sets it in a PD.
/// [#wipe] overwrites them; the copies inside the JDK's ciphers go with the garbage collector.
public final class Scbk {
    public static final int BYTES = 16;

    private static final String HEX_DIGITS = "[0-9a-fA-F]{32}";

    /// Of 16 bytes of chance fewer than 8 different ones come once in 10^13.
    private static final int DIFFERENT_MIN = 8;

    private static final byte[] STANDARD = HexFormat.of().parseHex("303132333435363738393a3b3c3d3e3f");

    private final byte[] key;

    private Scbk(byte[] key) {
        this.key = key;
    }

    /// A key for daily use. Throws `IllegalArgumentException`, which does not show it, on one of another length and
    /// on one that anybody would try first. The caller wipes its own copy.
    public static Scbk of(byte[] key) {
        String weakness = weakness(key);
        if (weakness != null) throw new IllegalArgumentException(weakness);
        return new Scbk(key.clone());
    }

    /// The same, from 32 hex digits as a key file has them.
    public static Scbk ofHex(String hex) {
        byte[] key = parse(hex);
        try {
            return of(key);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /// Any 16 bytes, weak or not: what came over a line, or what a recording is to be read with. Throws
    /// `IllegalArgumentException` on another length.
    public static Scbk ofAny(byte[] key) {
        if (key.length != BYTES) throw new IllegalArgumentException("a key has 16 bytes");
        return new Scbk(key.clone());
    }

    /// The same, from 32 hex digits.
    public static Scbk ofAnyHex(String hex) {
        return new Scbk(parse(hex));
    }

    /// SCBK-D, which the standard prints and everybody knows: a PD takes it until it is given its own. It keeps
    /// nobody out.
    public static Scbk standard() {
        return new Scbk(STANDARD.clone());
    }

    /// Why a key must not be used, in words without the key; null when nothing speaks against it. A key of chance
    /// is refused once in some 10^13.
    public static @Nullable String weakness(byte[] key) {
        if (key.length != BYTES) return "a key has 16 bytes, 32 hex digits";
        if (Arrays.equals(key, STANDARD)) return "the key is SCBK-D, which everybody knows";
        for (int period = 1; period <= BYTES / 2; period *= 2) {
            if (repeats(key, period)) return "the key repeats itself: everybody tries such keys";
        }
        if (steps(key)) return "the key counts in even steps: everybody tries such keys";
        if (different(key) < DIFFERENT_MIN) return "the key has few different bytes: such keys are guessed";
        return null;
    }

    private static boolean repeats(byte[] key, int period) {
        for (int i = period; i < key.length; i++) if (key[i] != key[i - period]) return false;
        return true;
    }

    /// Whether each byte differs from the one before by the same.
    private static boolean steps(byte[] key) {
        for (int i = 2; i < key.length; i++) {
            if ((byte) (key[i] - key[i - 1]) != (byte) (key[1] - key[0])) return false;
        }
        return true;
    }

    private static long different(byte[] key) {
        return IntStream.range(0, key.length).map(i -> key[i]).distinct().count();
    }

    /// Whether it is SCBK-D.
    public boolean isStandard() {
        Scbk standard = standard();
        return equals(standard);
    }

    /// Overwrites the key: whoever uses it afterwards uses zeros.
    public void wipe() {
        Arrays.fill(key, (byte) 0);
    }

    /// The key itself, for the ciphers of this package and the command KEYSET.
    byte[] bytes() {
        return key;
    }

    Bytes copy() {
        return Bytes.copyOf(key);
    }

    /// Takes the same time for every other key.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Scbk s && MessageDigest.isEqual(key, s.key);
    }

    @Override
    public int hashCode() {
        return BYTES; // a hash would tell something of the key; nobody keeps many in a table
    }

    @Override
    public String toString() {
        return "SCBK";
    }

    private static byte[] parse(String hex) {
        if (!hex.matches(HEX_DIGITS)) throw new IllegalArgumentException("a key is 32 hex digits");
        return HexFormat.of().parseHex(hex);
    }
}
