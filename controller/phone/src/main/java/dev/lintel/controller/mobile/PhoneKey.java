package dev.lintel.controller.mobile;

import dev.lintel.reader.Bytes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A phone's public key: a point of P-256, as its browser exports it (`spki`). Immutable; any thread.
///
/// ```
///   30 59 30 13 06 07 2a8648ce3d0201 06 08 2a8648ce3d030107 03 42 00   what kind of key
///   04 | x (32 bytes) | y (32 bytes)                                  the point
/// ```
final class PhoneKey {
    private static final Bytes KIND = Bytes.ofHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");
    private static final int COORDINATE = 32;
    private static final int SIZE = KIND.size() + 2 * COORDINATE;
    private static final int SIGNATURE = 2 * COORDINATE;
    private static final BigInteger P =
            new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);
    private static final BigInteger B =
            new BigInteger("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b", 16);
    private static final BigInteger THREE = BigInteger.valueOf(3);

    /// The curve's own base point, whose private key is 1: nothing is ever believed for its sake.
    static final PhoneKey NOBODYS = Objects.requireNonNull(of(Bytes.ofHex(KIND.hex()
            + "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")));

    private final Bytes encoded;
    private final PublicKey key;

    private PhoneKey(Bytes encoded, PublicKey key) {
        this.encoded = encoded;
        this.key = key;
    }

    /// Null: it is no point of that curve, or no key at all.
    static @Nullable PhoneKey of(Bytes encoded) {
        if (encoded.size() != SIZE) return null;
        byte[] bytes = encoded.toArray();
        if (!Bytes.copyOf(bytes, 0, KIND.size()).equals(KIND)) return null;
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(bytes, KIND.size(), KIND.size() + COORDINATE));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(bytes, KIND.size() + COORDINATE, SIZE));
        if (!isOnCurve(x, y)) return null;
        try {
            return new PhoneKey(encoded, KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(bytes)));
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    /// The same of what a page sends: Base64 for addresses, without its end.
    static @Nullable PhoneKey parse(@Nullable String text) {
        Bytes bytes = decode(text, SIZE);
        return bytes == null ? null : of(bytes);
    }

    /// `size` bytes of Base64 for addresses; null: it is none, or other than that many.
    private static @Nullable Bytes decode(@Nullable String text, int size) {
        if (text == null || text.length() > 2 * size) return null;
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return bytes.length == size ? Bytes.copyOf(bytes) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isOnCurve(BigInteger x, BigInteger y) {
        if (x.compareTo(P) >= 0 || y.compareTo(P) >= 0) return false;
        BigInteger right = x.pow(3).subtract(x.multiply(THREE)).add(B).mod(P);
        return y.multiply(y).mod(P).equals(right);
    }

    Bytes encoded() {
        return encoded;
    }

    /// As a page sends it.
    String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(encoded.toArray());
    }

    /// Whether whoever has the private key has signed these words: r and s one after another, as WebCrypto signs.
    boolean hasSigned(String words, @Nullable String signature) {
        Bytes bytes = decode(signature, SIGNATURE);
        if (bytes == null) return false;
        try {
            Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
            verifier.initVerify(key);
            verifier.update(words.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(bytes.toArray());
        } catch (GeneralSecurityException e) { // numbers that are none of a signature
            return false;
        }
    }
}
