package dev.lintel.controller.proof;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The key that signs heads of this box's log: Ed25519, in `keys/event-log.pem`, which only its owner may read. Made at
/// the first start, and sealed by the machine's TPM where there is one: a copy of the disk then signs nothing. Any
/// thread.
public final class LogKey {
    private static final String FILE = "event-log.pem";
    private static final String ALGORITHM = "Ed25519";
    private static final Pattern PRIVATE = pem("PRIVATE KEY");
    private static final Pattern PUBLIC = pem("PUBLIC KEY");
    private static final Pattern SEALED = pem("LINTEL TPM SEALED KEY");
    private static final Logger LOG = System.getLogger(LogKey.class.getName());

    private final PrivateKey secret;
    private final PublicKey open;
    private final Bytes fingerprint;

    private LogKey(PrivateKey secret, PublicKey open) {
        this.secret = secret;
        this.open = open;
        this.fingerprint = fingerprint(open);
    }

    private static Pattern pem(String kind) {
        return Pattern.compile("-----BEGIN " + kind + "-----\\s*([A-Za-z0-9+/=\\s]+)-----END " + kind + "-----");
    }

    /// The key of a data folder, made where there is none. Throws [ProofException] in words for a file that cannot be
    /// read or written, or is no such key: it is never replaced, because heads that it signed would then be of a
    /// stranger.
    ///
    /// @param tpm the machine's; null for none
    public static LogKey open(DataFolder folder, @Nullable Tpm tpm) {
        Path file = folder.folder("keys").resolve(FILE);
        try {
            if (!Files.exists(file)) DataFolder.writeDurably(file, pem(create(), tpm));
            return read(Files.readString(file, StandardCharsets.US_ASCII), tpm);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new ProofException("the key of the event log, " + file + ", cannot be used: " + e.getMessage(), e);
        }
    }

    /// The public half of the key in a data folder, which another process may use. Throws [ProofException].
    public static PublicKey publicOf(Path data) {
        Path file = file(data);
        try {
            return publicHalf(Files.readString(file, StandardCharsets.US_ASCII));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new ProofException("the key of the event log, " + file + ", cannot be read: " + e.getMessage(), e);
        }
    }

    private static Path file(Path data) {
        return data.resolve("keys").resolve(FILE);
    }

    /// Whether the private half in a data folder is sealed by a TPM. Throws [ProofException].
    public static boolean isSealed(Path data) {
        try {
            return SEALED.matcher(Files.readString(file(data), StandardCharsets.US_ASCII))
                    .find();
        } catch (IOException e) {
            throw new ProofException("the key of the event log cannot be read: " + e.getMessage(), e);
        }
    }

    /// Seals the private half in a data folder; the public half does not change. A running box keeps
    /// the key that it has read. Throws [ProofException]; the file is then unchanged.
    public static void seal(Path data, Tpm tpm) {
        rewrite(data, tpm, tpm);
    }

    /// Undoes [#seal], with the TPM that sealed it.
    public static void unseal(Path data, Tpm tpm) {
        rewrite(data, tpm, null);
    }

    private static void rewrite(Path data, Tpm from, @Nullable Tpm to) {
        Path file = file(data);
        try {
            LogKey key = read(Files.readString(file, StandardCharsets.US_ASCII), from);
            String text = (to == null ? plain(key.secret) : sealed(key.secret, to)) + pem(key.open);
            read(text, to);
            DataFolder.writeDurably(file, text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new ProofException("the key of the event log, " + file + ", cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyPair create() throws GeneralSecurityException {
        return KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
    }

    private static byte[] pem(KeyPair pair, @Nullable Tpm tpm) {
        String text = secret(pair.getPrivate(), tpm) + pem(pair.getPublic());
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// A TPM that fails keeps no log from being signed.
    private static String secret(PrivateKey key, @Nullable Tpm tpm) {
        if (tpm == null) return plain(key);
        try {
            return sealed(key, tpm);
        } catch (ProofException e) {
            LOG.log(Level.WARNING, "the key of the event log is not sealed: " + e.getMessage());
            return plain(key);
        }
    }

    private static String plain(PrivateKey key) {
        return block("PRIVATE KEY", key.getEncoded());
    }

    private static String sealed(PrivateKey key, Tpm tpm) {
        byte[] sealed = tpm.seal(key.getEncoded());
        if (!Arrays.equals(tpm.open(sealed), key.getEncoded())) {
            throw new ProofException("the TPM gives back another key than it was given");
        }
        return block("LINTEL TPM SEALED KEY", sealed);
    }

    private static String block(String kind, byte[] der) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getEncoder().encodeToString(der) + "\n-----END " + kind
                + "-----\n";
    }

    private static LogKey read(String text, @Nullable Tpm tpm) throws GeneralSecurityException {
        PrivateKey secret =
                KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(secretHalf(text, tpm)));
        PublicKey open = publicHalf(text);
        var key = new LogKey(secret, open);
        byte[] probe = FILE.getBytes(StandardCharsets.US_ASCII);
        if (isSigned(open, probe, key.signature(probe))) return key;
        throw new GeneralSecurityException("its two halves do not belong together");
    }

    private static PublicKey publicHalf(String text) throws GeneralSecurityException {
        return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(body(PUBLIC, text)));
    }

    private static byte[] secretHalf(String text, @Nullable Tpm tpm) throws GeneralSecurityException {
        if (!SEALED.matcher(text).find()) return body(PRIVATE, text);
        if (tpm == null) throw new GeneralSecurityException("it is sealed by a TPM, and " + Tpm.missing());
        return tpm.open(body(SEALED, text));
    }

    private static byte[] body(Pattern pem, String text) throws GeneralSecurityException {
        Matcher found = pem.matcher(text);
        if (!found.find()) throw new GeneralSecurityException("it holds no Ed25519 key pair in PEM");
        return Base64.getMimeDecoder().decode(found.group(1));
    }

    /// SHA-256 of the public key (SubjectPublicKeyInfo, DER).
    public static Bytes fingerprint(PublicKey key) {
        try {
            return Bytes.copyOf(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// The public key as PEM.
    public static String pem(PublicKey key) {
        return block("PUBLIC KEY", key.getEncoded());
    }

    public Bytes fingerprint() {
        return fingerprint;
    }

    public PublicKey open() {
        return open;
    }

    /// A head over the event with that id and hash.
    Head sign(long eventId, Bytes hash, long nowMs) {
        byte[] signature = signature(signed(eventId, hash, nowMs, fingerprint));
        return new Head(eventId, hash, nowMs, fingerprint, Bytes.copyOf(signature));
    }

    private byte[] signature(byte[] content) {
        try {
            var signature = Signature.getInstance(ALGORITHM);
            signature.initSign(secret);
            signature.update(content);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    /// Whether `key` has signed that head.
    public static boolean isSigned(PublicKey key, Head head) {
        return head.key().equals(fingerprint(key))
                && isSigned(
                        key,
                        signed(head.eventId(), head.hash(), head.signedAtMs(), head.key()),
                        head.signature().toArray());
    }

    private static boolean isSigned(PublicKey key, byte[] content, byte[] given) {
        try {
            var signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(key);
            signature.update(content);
            return signature.verify(given);
        } catch (GeneralSecurityException e) {
            return false; // such as a signature of another length
        }
    }

    /// What a signature is over. The first line keeps it from being good for anything else.
    private static byte[] signed(long eventId, Bytes hash, long atMs, Bytes key) {
        String text = "lintel event head 1\n" + eventId + "\n" + hash.hex() + "\n" + atMs + "\n" + key.hex();
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Not the key.
    @Override
    public String toString() {
        return "LogKey[" + fingerprint + "]";
    }
}
