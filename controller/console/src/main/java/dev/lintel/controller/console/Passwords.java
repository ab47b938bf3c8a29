package dev.lintel.controller.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/// Argon2id (RFC 9106), one at a time: 19 MiB each is a third of a small board's heap. Callable from any thread that
/// may wait. Hashes are texts in the usual form, `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
public final class Passwords {
    /// Callers that may wait for their turn; a half-second each, the last of them has waited long enough.
    static final int QUEUE_MAX = 16;

    private static final int MEMORY_KIB = 19 * 1024;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private final int memoryKib;
    private final int passes;
    private final String prefix;
    private final SecureRandom random = new SecureRandom();
    private final Semaphore turn = new Semaphore(1, true);
    private final AtomicInteger inside = new AtomicInteger();

    public Passwords() {
        this(MEMORY_KIB, PASSES);
    }

    /// Hashes of another cost. A hash matches only objects of its own cost.
    Passwords(int memoryKib, int passes) {
        this.memoryKib = memoryKib;
        this.passes = passes;
        this.prefix = "$argon2id$v=19$m=" + memoryKib + ",t=" + passes + ",p=" + LANES + "$";
    }

    /// More callers wait than may: answered with "try again soon".
    public static final class BusyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BusyException() {
            super("too many passwords are being checked", null, false, false);
        }
    }

    /// Hashes with a new salt. Throws [BusyException].
    public String hash(String password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return prefix + encode(salt) + "$" + encode(compute(password, salt));
    }

    /// Whether `password` made `stored`; a text in any other form matches nothing. Throws [BusyException].
    public boolean matches(String password, String stored) {
        int dollar = stored.lastIndexOf('$');
        if (!stored.startsWith(prefix) || dollar < prefix.length()) return false;
        try {
            byte[] salt = Base64.getDecoder().decode(stored.substring(prefix.length(), dollar));
            byte[] expected = Base64.getDecoder().decode(stored.substring(dollar + 1));
            return MessageDigest.isEqual(expected, compute(password, salt));
        } catch (IllegalArgumentException e) {
            return false; // not base64: damaged or written by hand
        }
    }

    /// Takes the time a comparison takes, for an address that nobody has: the answer's time must not tell.
    public void matchNothing(String password) {
        compute(password, new byte[SALT_BYTES]);
    }

    private byte[] compute(String password, byte[] salt) {
        if (inside.incrementAndGet() > QUEUE_MAX + 1) {
            inside.decrementAndGet();
            throw new BusyException();
        }
        turn.acquireUninterruptibly();
        try {
            var generator = new Argon2BytesGenerator();
            generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                    .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                    .withMemoryAsKB(memoryKib)
                    .withIterations(passes)
                    .withParallelism(LANES)
                    .withSalt(salt)
                    .build());
            byte[] hash = new byte[HASH_BYTES];
            generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
            return hash;
        } finally {
            turn.release();
            inside.decrementAndGet();
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getEncoder().withoutPadding().encodeToString(bytes);
    }
}
