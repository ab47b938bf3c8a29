package dev.lintel.controller.wallet;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.wallet.GoogleKeys.Published;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What Google's wallet posts, and whether it is from there: a key that Google publishes vouches for one that lasts for
/// days, and that one has signed the message, for this issuer (its ECv2SigningOnly; docs/sources.md#google-wallet).
/// Pure.
///
/// ```
///   {protocolVersion, signature, intermediateSigningKey: {signedKey, signatures}, signedMessage}
///     published key  signs   sender ‖ protocol ‖ signedKey
///     signedKey      signs   sender ‖ recipient ‖ protocol ‖ signedMessage
///   each part as its length (4 bytes, the lowest first) and its bytes
///   signedMessage: {classId, objectId, eventType: save or del, expTimeMillis, nonce}
/// ```
final class GoogleMessages {
    static final String PROTOCOL = "ECv2SigningOnly";
    private static final String SENDER = "GooglePayPasses";
    /// More than Google sends, each of which costs a check.
    private static final int SIGNATURES_MAX = 4;

    private GoogleMessages() {}

    /// A message that is Google's.
    ///
    /// @param saved into the wallet; else it was taken out
    /// @param nonce names the message
    record Told(boolean saved, String objectId, long expiresAtMs, String nonce) {}

    /// What came of looking.
    sealed interface Checked {
        record Good(Told told) implements Checked {}

        /// It is not.
        ///
        /// @param why for the log
        record Bad(String why) implements Checked {}
    }

    /// Whether it has all that a message has: what has not is not worth asking Google for its keys.
    static boolean isWhole(Map<String, @Nullable Object> body) {
        return PROTOCOL.equals(body.get("protocolVersion"))
                && body.get("signedMessage") instanceof String
                && body.get("signature") instanceof String
                && body.get("intermediateSigningKey") instanceof Map<?, ?>;
    }

    /// Whether it is Google's, for this issuer, and good now.
    ///
    /// @param published Google's keys that are good now
    static Checked check(Map<String, @Nullable Object> body, List<PublicKey> published, String issuer, long nowMs) {
        if (!PROTOCOL.equals(body.get("protocolVersion"))) return new Checked.Bad("it is of another protocol");
        if (!(body.get("signedMessage") instanceof String message
                && body.get("signature") instanceof String signature
                && body.get("intermediateSigningKey") instanceof Map<?, ?> between
                && between.get("signedKey") instanceof String signedKey
                && between.get("signatures") instanceof List<?> signatures)) {
            return new Checked.Bad("it lacks something");
        }
        if (!vouched(published, signedKey, signatures)) return new Checked.Bad("none of Google's keys vouches for it");
        try {
            Map<String, @Nullable Object> key = Json.parseObject(signedKey);
            if (number(key.get("keyExpiration")) <= nowMs) return new Checked.Bad("its key is over");
            byte[] signed = parts(SENDER, issuer, PROTOCOL, message);
            if (!(key.get("keyValue") instanceof String value) || !verifies(key(value), signed, signature)) {
                return new Checked.Bad("its signature is wrong");
            }
            Told told = told(Json.parseObject(message));
            return told.expiresAtMs <= nowMs ? new Checked.Bad("it is over") : new Checked.Good(told);
        } catch (GeneralSecurityException | RuntimeException e) { // signed by Google, and yet not as it describes
            return new Checked.Bad("it is damaged: " + e.getMessage());
        }
    }

    private static boolean vouched(List<PublicKey> published, String signedKey, List<?> signatures) {
        byte[] signed = parts(SENDER, PROTOCOL, signedKey);
        for (Object one : signatures.stream().limit(SIGNATURES_MAX).toList()) {
            for (PublicKey key : published) if (one instanceof String text && verifies(key, signed, text)) return true;
        }
        return false;
    }

    private static Told told(Map<String, @Nullable Object> message) {
        String type = String.valueOf(message.get("eventType"));
        boolean saved = type.equals("save");
        if (!saved && !type.equals("del")) throw new IllegalArgumentException("an event of another type");
        if (!(message.get("nonce") instanceof String nonce)) throw new IllegalArgumentException("no nonce");
        return new Told(saved, String.valueOf(message.get("objectId")), number(message.get("expTimeMillis")), nonce);
    }

    private static long number(@Nullable Object value) {
        if (value instanceof Number number) return number.longValue();
        return Long.parseLong(String.valueOf(value));
    }

    /// Google's published keys, of `{keys: [{keyValue, protocolVersion, keyExpiration}]}`.
    static List<Published> published(Map<String, @Nullable Object> json) throws GeneralSecurityException {
        if (!(json.get("keys") instanceof List<?> all)) throw new GeneralSecurityException("it names no keys");
        var found = new ArrayList<Published>();
        for (Object one : all) {
            if (!(one instanceof Map<?, ?> key) || !PROTOCOL.equals(key.get("protocolVersion"))) continue;
            Object until = key.get("keyExpiration");
            long untilMs = until == null ? Long.MAX_VALUE : number(until);
            if (key.get("keyValue") instanceof String value) found.add(new Published(key(value), untilMs));
        }
        return found;
    }

    private static PublicKey key(String base64) throws GeneralSecurityException {
        try {
            byte[] der = Base64.getDecoder().decode(base64);
            return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("a key that is no base64", e);
        }
    }

    private static boolean verifies(PublicKey key, byte[] signed, String base64) {
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initVerify(key);
            signature.update(signed);
            return signature.verify(Base64.getDecoder().decode(base64));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false; // a signature that is none
        }
    }

    /// Each with its length before it.
    static byte[] parts(String... texts) {
        var all = new ByteArrayOutputStream();
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            all.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(bytes.length)
                    .array());
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }
}
