package dev.lintel.controller.push;

import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.P256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts a message for a browser, so that its push service cannot read it: RFC 8291, with the coding `aes128gcm` of
/// RFC 8188 in one record. No state.
///
/// ```
///   salt 16 | record size 4 | 65 | public key of the sender 65 | ciphertext of content and 0x02, tag 16
/// ```
final class PushEncryption {
    /// Push services accept 4,096 bytes or more (RFC 8030, 7.2).
    static final int CONTENT_BYTES_MAX = 3_000;

    static final int SALT_BYTES = 16;
    /// Of the secret that a browser gives with its key.
    static final int AUTH_BYTES = 16;

    private static final int RECORD_BYTES = 4_096;
    private static final int IKM_BYTES = 32;
    private static final int KEY_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final byte LAST_RECORD = 2;

    private PushEncryption() {}

    /// `content` for the browser with that key and secret, with a key pair and a salt that are used once.
    static byte[] encrypt(byte[] content, ECPublicKey browser, byte[] auth) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return encrypt(content, browser, auth, BoxKey.create(), salt);
    }

    /// As above, with a given key pair and salt.
    static byte[] encrypt(byte[] content, ECPublicKey browser, byte[] auth, BoxKey sender, byte[] salt) {
        if (content.length > CONTENT_BYTES_MAX) {
            throw new IllegalArgumentException("a push message has at most " + CONTENT_BYTES_MAX + " bytes");
        }
        byte[] from = P256.point((ECPublicKey) sender.open());
        try {
            var agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(sender.secret());
            agreement.doPhase(browser, true);
            byte[] info = info("WebPush: info", P256.point(browser), from);
            byte[] ikm = hkdf(auth, agreement.generateSecret(), info, IKM_BYTES);
            byte[] key = hkdf(salt, ikm, info("Content-Encoding: aes128gcm"), KEY_BYTES);
            byte[] nonce = hkdf(salt, ikm, info("Content-Encoding: nonce"), NONCE_BYTES);
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            byte[] padded = ByteBuffer.allocate(content.length + 1)
                    .put(content)
                    .put(LAST_RECORD)
                    .array();
            byte[] sealed = cipher.doFinal(padded);
            return ByteBuffer.allocate(SALT_BYTES + Integer.BYTES + 1 + from.length + sealed.length)
                    .put(salt)
                    .putInt(RECORD_BYTES)
                    .put((byte) from.length)
                    .put(from)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has ECDH, HKDF and AES-GCM", e);
        }
    }

    private static byte[] hkdf(byte[] salt, byte[] secret, byte[] info, int bytes) throws GeneralSecurityException {
        var how = HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(secret).thenExpand(info, bytes);
        return KDF.getInstance("HKDF-SHA256").deriveData(how);
    }

    /// The label, a zero byte, and the keys.
    private static byte[] info(String label, byte[]... keys) {
        byte[] text = label.getBytes(StandardCharsets.US_ASCII);
        int length = text.length + 1;
        for (byte[] key : keys) length += key.length;
        var info = ByteBuffer.allocate(length).put(text).put((byte) 0);
        for (byte[] key : keys) info.put(key);
        return info.array();
    }
}
