package dev.lintel.controller.acme;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.P256;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is signed for an authority: JWS (RFC 7515) in the one form that RFC 8555, 6.2 asks for, with ES256. No state.
final class Jws {
    private Jws() {}

    /// `payload` for `url`. An account that has an address is named by it, another by its key.
    ///
    /// @param payload null: nothing, which asks for what stands at the address (POST-as-GET)
    static String of(BoxKey key, @Nullable URI account, String nonce, URI url, @Nullable Object payload) {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("alg", "ES256");
        if (account == null) head.put("jwk", jwk(key));
        else head.put("kid", account.toString());
        head.put("nonce", nonce);
        head.put("url", url.toString());
        String headText = base64(Json.write(head).getBytes(StandardCharsets.UTF_8));
        String body = payload == null ? "" : base64(Json.write(payload).getBytes(StandardCharsets.UTF_8));
        String signature =
                base64(P256.es256(key.secret(), (headText + "." + body).getBytes(StandardCharsets.US_ASCII)));
        return Json.write(Map.of("protected", headText, "payload", body, "signature", signature));
    }

    /// What a challenge is answered with: RFC 8555, 8.1.
    static String authorization(BoxKey key, String token) {
        try {
            byte[] canonical = Json.write(jwk(key)).getBytes(StandardCharsets.UTF_8); // RFC 7638: keys in order
            return token + "." + base64(MessageDigest.getInstance("SHA-256").digest(canonical));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static Map<String, Object> jwk(BoxKey key) {
        byte[] point = P256.point((ECPublicKey) key.open());
        int y = 1 + P256.COORDINATE_BYTES;
        Map<String, Object> jwk = new LinkedHashMap<>();
        jwk.put("crv", "P-256");
        jwk.put("kty", "EC");
        jwk.put("x", base64(Arrays.copyOfRange(point, 1, y)));
        jwk.put("y", base64(Arrays.copyOfRange(point, y, point.length)));
        return jwk;
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
