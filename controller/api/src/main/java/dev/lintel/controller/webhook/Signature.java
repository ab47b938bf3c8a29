package dev.lintel.controller.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The headers by which a receiver knows that a webhook is from this box, and new; the specification's section 6.1. Any
/// thread.
///
/// ```
///   Timestamp       1774432800                                       Unix seconds of this attempt
///   Signature       hex( HMAC-SHA256(secret, "1774432800." ‖ body) )
///   Signature-Next  old,new                                          while the secret is changed: one of each
/// ```
///
/// While two secrets sign, `Signature` stays that of the old one: a receiver that knows of no change goes on working
/// until the change has ended.
final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /// @param secrets the one in use, and the next one where there is one
    static Map<String, String> headers(List<String> secrets, long nowMs, byte[] body) {
        long timestamp = nowMs / 1_000;
        List<String> values =
                secrets.stream().map(secret -> of(secret, timestamp, body)).toList();
        var headers = new LinkedHashMap<String, String>();
        headers.put("Timestamp", Long.toString(timestamp));
        headers.put("Signature", values.getFirst());
        if (values.size() > 1) headers.put("Signature-Next", String.join(",", values));
        return headers;
    }

    static String of(String secret, long timestamp, byte[] body) {
        byte[] prefix = (timestamp + ".").getBytes(StandardCharsets.US_ASCII);
        byte[] signed = new byte[prefix.length + body.length];
        System.arraycopy(prefix, 0, signed, 0, prefix.length);
        System.arraycopy(body, 0, signed, prefix.length, body.length);
        return HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), signed));
    }

    static byte[] hmac(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
