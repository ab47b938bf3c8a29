package dev.lintel.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.BoxCertificates.Csr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoxCertificatesTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-10T10:00:00Z");

    private BoxCertificates certificates(Path tls) throws IOException {
        Files.createDirectories(tls);
        new Certificates(tls, time).ensure(new TreeSet<>(List.of("localhost")));
        return new BoxCertificates(tls, time);
    }

    @Test
    void aRequestBecomesACertificateForAClient() throws Exception {
        BoxCertificates hub = certificates(folder);
        var request = TestCsr.of("secp256r1");
        X509Certificate made = hub.sign(Csr.parse(request.pem()), 7);
        assertThat(made.getPublicKey()).isEqualTo(request.keys().getPublic());
        assertThat(made.getSubjectX500Principal().getName()).contains("CN=box 7");
        assertThat(made.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(made.getNotBefore().toInstant()).isEqualTo(time.now().minus(Duration.ofDays(30)));
        assertThat(made.getNotAfter().toInstant()).isEqualTo(time.now().plus(Duration.ofDays(397)));
        made.verify(hub.authority().getPublicKey());
        var trust = new BoxTrust(hub.authority());
        assertThatCode(() -> trust.checkClientTrusted(new X509Certificate[] {made}, "EC"))
                .doesNotThrowAnyException();
    }

    @Test
    void aCertificateServesThoughTheKeyOfItsAuthorityIsMissing() throws Exception {
        BoxCertificates hub = certificates(folder);
        X509Certificate authority = hub.authority();
        Files.delete(folder.resolve("ca.key"));
        assertThat(new Certificates(folder, time).standing()).isNotNull();
        assertThat(hub.authority()).isEqualTo(authority);
        assertThat(folder.resolve("ca.key")).doesNotExist();
        assertThatThrownBy(() -> hub.derivedKeys("a purpose"))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("ca.key");
    }

    @Test
    void onlyCertificatesForClientsOfTheOwnAuthorityAreTaken() throws Exception {
        BoxCertificates hub = certificates(folder.resolve("a"));
        BoxCertificates other = certificates(folder.resolve("b"));
        var trust = new BoxTrust(hub.authority());
        X509Certificate foreign = other.sign(Csr.parse(TestCsr.of("secp256r1").pem()), 7);
        assertThatThrownBy(() -> trust.checkClientTrusted(new X509Certificate[] {foreign}, "EC"))
                .isInstanceOf(CertificateException.class);
        X509Certificate server = Pem.certificates(Files.readAllBytes(folder.resolve("a/server.crt")))
                .getFirst();
        assertThatThrownBy(() -> trust.checkClientTrusted(new X509Certificate[] {server}, "EC"))
                .hasMessageContaining("not for clients");
    }

    @Test
    void requestsAreReadStrictly() throws Exception {
        String other = TestCsr.of("secp384r1").pem();
        assertThatThrownBy(() -> Csr.parse(other)).hasMessageContaining("P-256");
        assertThatThrownBy(() -> Csr.parse("hello")).hasMessageContaining("no PEM");
        String forged = TestCsr.signedByAnother().pem();
        assertThatThrownBy(() -> Csr.parse(forged)).hasMessageContaining("not signed by its own key");
        String good = TestCsr.of("secp256r1").pem();
        for (int at = 40; at < good.length() - 40; at += 17) {
            String hurt = good.substring(0, at) + "AAAA" + good.substring(at + 4);
            if (hurt.equals(good)) continue;
            assertThatThrownBy(() -> Csr.parse(hurt)).isInstanceOf(TlsException.class);
        }
    }

    @Test
    void theServerCertificateOfAHubBeginsAMonthAgo() throws Exception {
        var hub = new AtomicBoolean();
        var certificates = new Certificates(folder, time, hub::get, () -> true);
        var names = new TreeSet<>(List.of("localhost"));
        certificates.ensure(names);
        assertThat(certificates.ensure(names).made()).isFalse();
        hub.set(true);
        assertThat(certificates.ensure(names).made()).isTrue();
        Instant from = Pem.certificates(Files.readAllBytes(folder.resolve("server.crt")))
                .getFirst()
                .getNotBefore()
                .toInstant();
        assertThat(from).isEqualTo(time.now().minus(Duration.ofDays(30)));
        time.advance(Duration.ofHours(5));
        assertThat(certificates.ensure(names).made()).isFalse();
    }
}
