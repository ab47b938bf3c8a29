package dev.lintel.controller.acme;

import com.sun.net.httpserver.HttpExchange;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.tls.TestAuthority;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Whether a request is signed as RFC 8555 has it: signatures, nonces, addresses. Any thread.
final class SignedRequests {
    static final String URN = "urn:ietf:params:acme:error:";

    private final Supplier<String> base;
    private final Map<String, PublicKey> accounts;
    private final AtomicInteger refusedNonces;
    private final Set<String> nonces = ConcurrentHashMap.newKeySet();

    SignedRequests(Supplier<String> base, Map<String, PublicKey> accounts, AtomicInteger refusedNonces) {
        this.base = base;
        this.accounts = accounts;
        this.refusedNonces = refusedNonces;
    }

    void brought(String nonce) {
        nonces.add(nonce);
    }

    record Answer(int status, String type, String body, Map<String, String> headers) {
        static Answer json(int status, Object json) {
            return new Answer(status, "application/json", Json.write(json), Map.of());
        }

        Answer with(String name, @Nullable String value) {
            if (value == null) return this;
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Answer(status, type, body, more);
        }
    }

    static Answer problem(int status, String type, String detail) {
        return new Answer(
                status, "application/problem+json", Json.write(Map.of("type", URN + type, "detail", detail)), Map.of());
    }

    /// A request was not as the standard has it: a defect of the box, which the test must see.
    static final class Wrong extends RuntimeException {
        static final long serialVersionUID = 1L;
        final transient Answer answer;

        Wrong(int status, String type, String detail) {
            super(detail);
            this.answer = problem(status, type, detail);
        }
    }

    record Signed(String account, PublicKey key, @Nullable Map<String, @Nullable Object> payload) {}

    Signed of(HttpExchange exchange, String resource) throws IOException, GeneralSecurityException {
        if (!exchange.getRequestMethod().equals("POST")) throw new Wrong(405, "malformed", "POST");
        if (!"application/jose+json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            throw new Wrong(415, "malformed", "content type");
        }
        var jws = Json.parseObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        String head = String.valueOf(jws.get("protected"));
        String payload = String.valueOf(jws.get("payload"));
        var protectedHead = Json.parseObject(text(head));
        String nonce = String.valueOf(protectedHead.get("nonce"));
        if (!nonces.remove(nonce)) throw new Wrong(400, "badNonce", "unknown nonce " + nonce);
        if (refusedNonces.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new Wrong(400, "badNonce", "not this one");
        }
        if (!(base.get() + exchange.getRequestURI()).equals(protectedHead.get("url"))) {
            throw new Wrong(401, "unauthorized", "url " + protectedHead.get("url"));
        }
        if (!"ES256".equals(protectedHead.get("alg"))) throw new Wrong(400, "badSignatureAlgorithm", "ES256");
        boolean isNew = resource.equals("account");
        if (isNew != protectedHead.containsKey("jwk") || isNew == protectedHead.containsKey("kid")) {
            throw new Wrong(400, "malformed", "jwk for accounts, kid for the rest");
        }
        String kid = String.valueOf(protectedHead.get("kid"));
        PublicKey key = isNew ? jwk(protectedHead.get("jwk")) : accounts.get(kid);
        if (key == null) throw new Wrong(400, "accountDoesNotExist", "no such account");
        var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(key);
        signature.update((head + "." + payload).getBytes(StandardCharsets.US_ASCII));
        if (!signature.verify(bytes(String.valueOf(jws.get("signature"))))) {
            throw new Wrong(401, "unauthorized", "signature");
        }
        return new Signed(kid, key, payload.isEmpty() ? null : Json.parseObject(text(payload)));
    }

    private static PublicKey jwk(@Nullable Object value) throws GeneralSecurityException {
        if (!(value instanceof Map<?, ?> jwk) || !"P-256".equals(jwk.get("crv")) || !"EC".equals(jwk.get("kty"))) {
            throw new Wrong(400, "badPublicKey", "P-256");
        }
        byte[] x = bytes(String.valueOf(jwk.get("x")));
        byte[] y = bytes(String.valueOf(jwk.get("y")));
        if (x.length != 32 || y.length != 32) throw new Wrong(400, "badPublicKey", "32 bytes each");
        var curve = ((ECPublicKey) TestAuthority.ec("secp256r1").getPublic()).getParams();
        var point = new ECPoint(new BigInteger(1, x), new BigInteger(1, y));
        return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve));
    }

    static String thumbprint(ECPublicKey key) throws GeneralSecurityException {
        String json = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\""
                + coordinate(key.getW().getAffineX()) + "\",\"y\":\""
                + coordinate(key.getW().getAffineY()) + "\"}";
        return base64(MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.US_ASCII)));
    }

    static String coordinate(BigInteger value) {
        String hex = value.toString(16);
        return base64(java.util.HexFormat.of().parseHex("0".repeat(64 - hex.length()) + hex));
    }

    static String text(String base64) {
        return new String(bytes(base64), StandardCharsets.UTF_8);
    }

    static byte[] bytes(String base64) {
        return Base64.getUrlDecoder().decode(base64);
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
