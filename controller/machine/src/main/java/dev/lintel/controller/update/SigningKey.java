package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;

/// The private half of a key: made, kept and used where no box is, best on a machine without a network.
/// As a file it is PKCS#8 in PEM (0600), as `openssl genpkey -algorithm ed25519` makes it as well; with a passphrase
/// as `openssl genpkey -algorithm ed25519 -aes256` makes it (PBES2, RFC 8018).
public final class SigningKey {
    /// A key's file has some 120 bytes; the rest is room for comments.
    private static final int FILE_BYTES_MAX = 8192;

    private static final Pattern PEM = Pattern.compile(
            "-----BEGIN (ENCRYPTED )?PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END (?:ENCRYPTED )?PRIVATE KEY-----");

    private static final Pattern ASCII = Pattern.compile("[ -~]+");
    /// What stands before the 32 bytes in PKCS#8 (RFC 8410, section 7).
    private static final byte[] PKCS8_HEAD = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private final PrivateKey key;
    private final TrustedKey trusted;

    private SigningKey(PrivateKey key, TrustedKey trusted) {
        this.key = key;
        this.trusted = trusted;
    }

    /// A new one.
    public static SigningKey make(String name) {
        try {
            return of(
                    name,
                    KeyPairGenerator.getInstance(TrustedKey.ALGORITHM)
                            .generateKeyPair()
                            .getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    /// From its file, under its file's name without what follows the point. Throws [UpdateException], also for a key
    /// with a passphrase.
    public static SigningKey read(Path file) {
        return read(file, () -> {
            throw new UpdateException(file + " has a passphrase");
        });
    }

    /// Whether the file is a key with a passphrase. Throws [UpdateException].
    public static boolean isEncrypted(Path file) {
        return pem(file).group(1) != null;
    }

    /// The same as [#read(Path)] for a key with or without a passphrase.
    ///
    /// @param passphrase asked only if the key has one
    public static SigningKey read(Path file, Supplier<String> passphrase) {
        Matcher pem = pem(file);
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.group(2));
            String name = file.getFileName().toString().replaceFirst("[.].*", "");
            PKCS8EncodedKeySpec spec =
                    pem.group(1) == null ? new PKCS8EncodedKeySpec(der) : decrypt(file, der, passphrase.get());
            return of(name, KeyFactory.getInstance(TrustedKey.ALGORITHM).generatePrivate(spec));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new UpdateException(file + " holds no Ed25519 key", e);
        }
    }

    private static Matcher pem(Path file) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) throw new UpdateException(file + " is too large for a key");
            Matcher pem = PEM.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            if (!pem.find()) throw new UpdateException(file + " holds no private key in PEM");
            return pem;
        } catch (IOException e) {
            throw new UpdateException("the key cannot be read: " + e.getMessage(), e);
        }
    }

    private static PKCS8EncodedKeySpec decrypt(Path file, byte[] der, String passphrase) {
        refuseOtherThanAscii(passphrase);
        try {
            return new PKCS8EncodedKeySpec(EncryptedKey.open(der, passphrase));
        } catch (UpdateException e) {
            throw new UpdateException(file + " " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new UpdateException(file + " cannot be opened: the passphrase is wrong, or the file is damaged", e);
        }
    }

    /// Two programs, or two terminals, encode any other character differently.
    private static void refuseOtherThanAscii(String passphrase) {
        if (!ASCII.matcher(passphrase).matches()) {
            throw new UpdateException("the passphrase of a key has only letters, digits and signs of ASCII");
        }
    }

    private static SigningKey of(String name, PrivateKey key) throws GeneralSecurityException {
        byte[] der = key.getEncoded();
        if (der == null || der.length != PKCS8_HEAD.length + Ed25519PrivateKeyParameters.KEY_SIZE) {
            throw new GeneralSecurityException("not a plain Ed25519 key");
        }
        // Java makes no public key of a private one.
        byte[] raw = new Ed25519PrivateKeyParameters(der, PKCS8_HEAD.length)
                .generatePublicKey()
                .getEncoded();
        return new SigningKey(key, new TrustedKey(name, Base64.getEncoder().encodeToString(raw)));
    }

    /// Writes a new file that only its owner may read. Throws [UpdateException], also where there is
    /// one.
    public void write(Path file) {
        write(file, "PRIVATE KEY", Base64.getEncoder().encodeToString(key.getEncoded()));
    }

    /// The same, with a passphrase.
    public void write(Path file, String passphrase) {
        refuseOtherThanAscii(passphrase);
        byte[] der = EncryptedKey.seal(key.getEncoded(), passphrase);
        write(file, "ENCRYPTED PRIVATE KEY", Base64.getEncoder().encodeToString(der));
    }

    private static void write(Path file, String what, String base64) {
        String pem = "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n";
        try {
            var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
            try (var out =
                    Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mine)) {
                out.write(StandardCharsets.US_ASCII.encode(pem));
            }
        } catch (IOException e) {
            throw new UpdateException("the key cannot be written: " + e.getMessage(), e);
        }
    }

    /// The public half.
    public TrustedKey trusted() {
        return trusted;
    }

    byte[] sign(String purpose, byte[] bytes) {
        try {
            Signature signature = Signature.getInstance(TrustedKey.ALGORITHM);
            signature.initSign(key);
            signature.update(TrustedKey.head(purpose));
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }
}
