package dev.lintel.controller.wallet;

import dev.lintel.controller.config.WalletConfig;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.mobile.MobileException.Reason;
import dev.lintel.controller.secret.SecretFile;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A pass as Google's wallet takes it (docs/sources.md#google-wallet): an address with a signed JWT that holds all of
/// it.
/// The service account's file is read each time. Any thread that may touch files.
///
/// ```
///   https://pay.google.com/gp/v/save/ header . claims . RS256 by the service account
///     claims: iss = its email, aud = google, typ = savetowallet,
///             payload: a generic class with the callback's address, and an object with the code
/// ```
public final class GooglePass {
    /// What [#link] begins with.
    static final String SAVE = "https://pay.google.com/gp/v/save/";

    /// Below the callbacks' address.
    public static final String CALLBACK = "/wallet/google/callback";

    private static final Logger LOG = System.getLogger(GooglePass.class.getName());
    private static final String SETTING = "wallet.google.service_account:";
    private static final String NOT_NOW = "This box cannot make the pass just now. Tell whoever invited you.";
    private static final int CLASS_DIGITS = 8;
    /// Whoever finds the address later gets no second pass by it.
    private static final String HOLDERS = "ONE_USER_ALL_DEVICES";

    private final WalletConfig.Google google;

    public GooglePass(WalletConfig.Google google) {
        this.google = google;
    }

    /// Who signs.
    ///
    /// @param keyId names the key to Google
    record Account(String email, String keyId, PrivateKey key) {
        @Override
        public String toString() {
            return "Account[" + email + "]";
        }
    }

    String issuer() {
        return google.issuer();
    }

    /// Why no pass can be made; null: it can.
    public @Nullable String fault() {
        try {
            var _ = read();
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /// Throws [MobileException] where the file is not good: the log has why.
    Account account() {
        try {
            return read();
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "no pass is signed: " + e.getMessage());
            throw new MobileException(Reason.NOT_READY, NOT_NOW);
        }
    }

    private Account read() {
        String text = SecretFile.whole(SETTING, google.serviceAccount());
        Map<String, @Nullable Object> json;
        try {
            json = Json.parseObject(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(SETTING + " " + google.serviceAccount() + " is no JSON", e);
        }
        if (json.get("client_email") instanceof String email
                && json.get("private_key_id") instanceof String id
                && json.get("private_key") instanceof String pem) {
            return new Account(email, id, key(pem));
        }
        throw new IllegalArgumentException(SETTING + " " + google.serviceAccount()
                + " is no service account's key: it lacks client_email, private_key_id or private_key");
    }

    private PrivateKey key(String pem) {
        String base64 = pem.replaceAll("-----(BEGIN|END) PRIVATE KEY-----", "");
        try {
            byte[] pkcs8 = Base64.getMimeDecoder().decode(base64);
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    SETTING + " " + google.serviceAccount() + " holds a private_key that is damaged", e);
        }
    }

    /// What Google names a pass by.
    String objectId(String serial) {
        return google.issuer() + "." + serial;
    }

    /// The serial of an object; null: it is none of this issuer's.
    @Nullable
    String serial(String objectId) {
        String prefix = google.issuer() + ".";
        return objectId.startsWith(prefix) ? objectId.substring(prefix.length()) : null;
    }

    /// Where Google takes the pass into somebody's wallet. A secret.
    ///
    /// @param account who signs
    /// @param callbacks where the outside reaches this box; null: nowhere
    URI link(Face face, Account account, @Nullable String callbacks, Instant now) {
        var header = new LinkedHashMap<String, Object>();
        header.put("alg", "RS256");
        header.put("typ", "JWT");
        header.put("kid", account.keyId);
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", account.email);
        claims.put("aud", "google");
        claims.put("typ", "savetowallet");
        claims.put("iat", now.getEpochSecond());
        claims.put("payload", payload(face, callbacks));
        String signed = part(header) + "." + part(claims);
        return URI.create(SAVE + signed + "." + text(sign(account.key, signed)));
    }

    private Map<String, Object> payload(Face face, @Nullable String callbacks) {
        String classId = classId(callbacks);
        var kind = new LinkedHashMap<String, Object>();
        kind.put("id", classId);
        kind.put("multipleDevicesAndHoldersAllowedStatus", HOLDERS);
        if (callbacks != null) kind.put("callbackOptions", Map.of("url", callbacks + CALLBACK));
        var object = new LinkedHashMap<String, Object>();
        object.put("id", objectId(face.serial()));
        object.put("classId", classId);
        object.put("state", "ACTIVE");
        object.put("cardTitle", shown(face.place()));
        object.put("header", shown(face.person()));
        object.put("hexBackgroundColor", "#0f6b5c");
        object.put("barcode", Map.of("type", "QR_CODE", "value", Long.toString(Objects.requireNonNull(face.number()))));
        return Map.of("genericClasses", List.of(kind), "genericObjects", List.of(object));
    }

    /// A class that Google knows stays as it was first told of: another address is another class.
    private String classId(@Nullable String callbacks) {
        try {
            String told = HOLDERS + " " + callbacks;
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(told.getBytes(StandardCharsets.UTF_8));
            return google.issuer() + ".lintel-" + HexFormat.of().formatHex(hash).substring(0, CLASS_DIGITS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static Map<String, Object> shown(String text) {
        return Map.of("defaultValue", Map.of("language", "en", "value", text));
    }

    private static String part(Map<String, Object> json) {
        return text(Json.write(json).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] sign(PrivateKey key, String text) {
        try {
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the service account's key cannot sign: " + e.getMessage(), e);
        }
    }
}
