package dev.lintel.controller.push;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.P256;
import dev.lintel.reader.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The browser's side of a push message: a key pair and a secret, and the decryption that RFC 8291 describes, written
/// with HMAC alone.
public final class PushBrowser {
    private final BoxKey key;
    private final byte[] auth;

    PushBrowser(BoxKey key, byte[] auth) {
        this.key = key;
        this.auth = auth.clone();
    }

    public static PushBrowser create() {
        return new PushBrowser(BoxKey.create(), "sixteen bytes ..".getBytes(StandardCharsets.US_ASCII));
    }

    public String p256dh() {
        return VapidKey.base64(P256.point((ECPublicKey) key.open()));
    }

    public String auth() {
        return VapidKey.base64(auth);
    }

    Notifications.Offered offered(String endpoint) {
        return new Notifications.Offered(endpoint, p256dh(), auth(), "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0");
    }

    /// The content of a message.
    public Map<String, @Nullable Object> read(Bytes body) {
        return Json.parseObject(new String(decrypt(body.toArray()), StandardCharsets.UTF_8));
    }

    byte[] decrypt(byte[] body) {
        try {
            var in = ByteBuffer.wrap(body);
            byte[] salt = take(in, 16);
            int recordBytes = in.getInt();
            byte[] sender = take(in, in.get() & 0xFF);
            byte[] sealed = take(in, in.remaining());
            if (sealed.length > recordBytes) throw new AssertionError("more than one record");
            var agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(key.secret());
            agreement.doPhase(P256.key(sender), true);
            byte[] own = P256.point((ECPublicKey) key.open());
            byte[] ikm = hmac(
                    hmac(auth, agreement.generateSecret()),
                    join("WebPush: info\0".getBytes(StandardCharsets.US_ASCII), own, sender, new byte[] {1}));
            byte[] prk = hmac(salt, ikm);
            byte[] cek = Arrays.copyOf(hmac(prk, label("Content-Encoding: aes128gcm\0\1")), 16);
            byte[] nonce = Arrays.copyOf(hmac(prk, label("Content-Encoding: nonce\0\1")), 12);
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(cek, "AES"), new GCMParameterSpec(128, nonce));
            byte[] padded = cipher.doFinal(sealed);
            int end = padded.length - 1;
            while (padded[end] == 0) end--;
            if (padded[end] != 2) throw new AssertionError("not the last record");
            return Arrays.copyOf(padded, end);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] take(ByteBuffer in, int count) {
        byte[] taken = new byte[count];
        in.get(taken);
        return taken;
    }

    private static byte[] label(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) all.writeBytes(part);
        return all.toByteArray();
    }

    private static byte[] hmac(byte[] key, byte[] content) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(content);
    }
}
