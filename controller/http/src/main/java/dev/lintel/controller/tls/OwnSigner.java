package dev.lintel.controller.tls;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.tls.CertificateMaker.Validity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;

/// A key and certificate that this box makes for itself, to sign what is only tried out: nobody vouches for it. One
/// file with both, which only its owner may read. Any thread that may touch files, one at a time.
public final class OwnSigner {
    /// Whoever tries something out for longer does not mean to try.
    private static final Duration GOOD = Duration.ofDays(3_650);
    /// Clocks of those who look at it may be behind.
    private static final Duration BEFORE = Duration.ofDays(1);

    private OwnSigner() {}

    /// As its certificate names it.
    ///
    /// @param id such as `pass.dev.lintel`
    /// @param unit such as a team
    public record Subject(String id, String unit, String name) {}

    /// What is in `file`, made where it is not there. Throws [TlsException].
    public static KeyAndChain of(Path file, Subject subject, Instant now) {
        try {
            if (!Files.exists(file)) make(file, subject, now);
            byte[] pem = Files.readAllBytes(file);
            return new KeyAndChain(PemKeys.read(pem), Pem.certificates(afterKey(pem)));
        } catch (IOException | GeneralSecurityException e) {
            throw new TlsException("the certificate " + file + " cannot be read or made: " + e.getMessage(), e);
        }
    }

    private static void make(Path file, Subject subject, Instant now) throws IOException, GeneralSecurityException {
        var name = new X500NameBuilder()
                .addRDN(BCStyle.UID, subject.id)
                .addRDN(BCStyle.OU, subject.unit)
                .addRDN(BCStyle.O, "Lintel")
                .addRDN(BCStyle.CN, subject.name)
                .build();
        var made = new CertificateMaker().signer(name, new Validity(now.minus(BEFORE), now.plus(GOOD)));
        DataFolder.makePrivate(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder"));
        byte[] key = Pem.of(made.key());
        byte[] certificate = Pem.of(made.certificate());
        byte[] both = new byte[key.length + certificate.length];
        System.arraycopy(key, 0, both, 0, key.length);
        System.arraycopy(certificate, 0, both, key.length, certificate.length);
        DataFolder.writePrivate(file, both);
    }

    private static byte[] afterKey(byte[] pem) {
        String text = new String(pem, StandardCharsets.US_ASCII);
        int begin = text.indexOf("-----BEGIN CERTIFICATE-----");
        return text.substring(Math.max(begin, 0)).getBytes(StandardCharsets.US_ASCII);
    }
}
