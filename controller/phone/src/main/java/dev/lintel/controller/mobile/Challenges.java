package dev.lintel.controller.mobile;

import dev.lintel.controller.time.Time;
import java.nio.ByteBuffer;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What phones sign, each once: so that nothing that was listened to, or kept, opens a door again. A challenge carries
/// its own time and seal, so handing one out costs no memory, whoever asks; only those that were signed rightly are
/// remembered, for as long as they would be good. A restart ends all. `synchronized` guards the table; nothing waits
/// inside. Any thread.
///
/// ```
///   random (12 bytes) ‖ made at, monotonic (8) ‖ HMAC-SHA256(key of this process, both ‖ credential)[0..16]
/// ```
final class Challenges {
    /// From the page's asking to its signing: a slow network, or a phone that fell asleep in between.
    static final long GOOD_NS = TimeUnit.MINUTES.toNanos(2);
    /// Signed within [#GOOD_NS]: far more than a box's doors are opened in it. Past it nobody opens any.
    static final int USED_MAX = 20_000;

    private static final int RANDOM_BYTES = 12;
    private static final int SEALED_BYTES = RANDOM_BYTES + Long.BYTES;
    private static final int SEAL_BYTES = 16;
    private static final int CHARS = (SEALED_BYTES + SEAL_BYTES) / 3 * 4;

    private final Time time;
    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;
    /// When each was used, the oldest first.
    private final Map<String, Long> used = new LinkedHashMap<>();

    Challenges(Time time) {
        this.time = time;
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    /// For whoever says that they have that credential.
    String make(long credentialId) {
        byte[] about = new byte[RANDOM_BYTES];
        random.nextBytes(about);
        byte[] sealed = ByteBuffer.allocate(SEALED_BYTES)
                .put(about)
                .putLong(time.nowNs())
                .array();
        byte[] whole = Arrays.copyOf(sealed, SEALED_BYTES + SEAL_BYTES);
        System.arraycopy(seal(sealed, credentialId), 0, whole, SEALED_BYTES, SEAL_BYTES);
        return Base64.getUrlEncoder().encodeToString(whole);
    }

    /// What a challenge is.
    enum Kind {
        GOOD,
        /// This process made it for that credential, and too long ago.
        OLD,
        /// Another process's, another credential's, or somebody's own.
        FOREIGN
    }

    /// It is not used by this.
    Kind look(String challenge, long credentialId) {
        if (challenge.length() != CHARS) return Kind.FOREIGN;
        byte[] whole;
        try {
            whole = Base64.getUrlDecoder().decode(challenge);
        } catch (IllegalArgumentException e) {
            return Kind.FOREIGN;
        }
        byte[] sealed = Arrays.copyOf(whole, SEALED_BYTES);
        byte[] seal = Arrays.copyOfRange(whole, SEALED_BYTES, whole.length);
        if (!MessageDigest.isEqual(seal(sealed, credentialId), seal)) return Kind.FOREIGN;
        long ageNs = time.nowNs() - ByteBuffer.wrap(sealed).getLong(RANDOM_BYTES);
        return ageNs >= 0 && ageNs <= GOOD_NS ? Kind.GOOD : Kind.OLD;
    }

    /// Uses one that is good and was signed rightly. False: it was used before.
    synchronized boolean use(String challenge) {
        long nowNs = time.nowNs();
        Iterator<Long> oldest = used.values().iterator();
        while (oldest.hasNext() && nowNs - oldest.next() > GOOD_NS) oldest.remove();
        if (used.size() >= USED_MAX) return false;
        return used.putIfAbsent(challenge, nowNs) == null;
    }

    private byte[] seal(byte[] sealed, long credentialId) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(sealed);
            mac.update(ByteBuffer.allocate(Long.BYTES).putLong(credentialId).array());
            return Arrays.copyOf(mac.doFinal(), SEAL_BYTES);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", e);
        }
    }
}
