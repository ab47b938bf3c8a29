package dev.lintel.controller.tls;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;

/// Keys and signatures of the curve P-256 in the forms of JOSE and Web Push. No state.
public final class P256 {
    /// A coordinate is a number without a sign, with leading zeros.
    public static final int COORDINATE_BYTES = 32;
    /// An uncompressed point: 4, x, y (SEC 1, 2.3.3).
    public static final int POINT_BYTES = 1 + 2 * COORDINATE_BYTES;

    private static final byte UNCOMPRESSED = 4;
    private static final BigInteger THREE = BigInteger.valueOf(3);

    private P256() {}

    /// The uncompressed point of a public key.
    public static byte[] point(ECPublicKey key) {
        byte[] bytes = new byte[POINT_BYTES];
        bytes[0] = UNCOMPRESSED;
        write(key.getW().getAffineX(), bytes, 1);
        write(key.getW().getAffineY(), bytes, 1 + COORDINATE_BYTES);
        return bytes;
    }

    private static void write(BigInteger coordinate, byte[] to, int at) {
        byte[] signed = coordinate.toByteArray(); // may begin with a byte for the sign
        int length = Math.min(signed.length, COORDINATE_BYTES);
        System.arraycopy(signed, signed.length - length, to, at + COORDINATE_BYTES - length, length);
    }

    /// The key of an uncompressed point. Throws `IllegalArgumentException` for bytes that are no point of the curve.
    public static ECPublicKey key(byte[] point) {
        if (point.length != POINT_BYTES || point[0] != UNCOMPRESSED) {
            throw new IllegalArgumentException("a P-256 key has " + POINT_BYTES + " bytes and begins with 4");
        }
        var x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + COORDINATE_BYTES));
        var y = new BigInteger(1, Arrays.copyOfRange(point, 1 + COORDINATE_BYTES, POINT_BYTES));
        ECParameterSpec curve = curve();
        if (!isOnCurve(curve, x, y)) throw new IllegalArgumentException("the key is not on the curve P-256");
        try {
            var spec = new ECPublicKeySpec(new ECPoint(x, y), curve);
            return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(spec);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    /// y² = x³ + ax + b. A key that is not on the curve could reveal a private key in an agreement.
    private static boolean isOnCurve(ECParameterSpec curve, BigInteger x, BigInteger y) {
        BigInteger p = ((ECFieldFp) curve.getCurve().getField()).getP();
        if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0) return false;
        BigInteger right = x.modPow(THREE, p)
                .add(curve.getCurve().getA().multiply(x))
                .add(curve.getCurve().getB())
                .mod(p);
        return y.modPow(BigInteger.TWO, p).equals(right);
    }

    private static ECParameterSpec curve() {
        try {
            var parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec("secp256r1"));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    /// A signature with SHA-256 as R and S, 64 bytes: ES256 (RFC 7518, 3.4).
    public static byte[] es256(PrivateKey key, byte[] content) {
        try {
            var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(key);
            signature.update(content);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a P-256 key signs", e);
        }
    }
}
