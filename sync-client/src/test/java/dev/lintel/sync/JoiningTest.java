package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.sync.join.Joining;
import dev.lintel.sync.wire.JoinAnswer;
import dev.lintel.sync.wire.JoinProof;
import dev.lintel.sync.wire.JoinRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A code becomes a certificate, or words.
class JoiningTest {
    private static final String CODE = "7KQ2-M9XD";
    private static final byte[] CSR = {1, 2, 3};

    private FakeHub hub;
    /// Whose authority the answer names and is proven with.
    private volatile String authority = "ca";

    @BeforeEach
    void begin() throws IOException {
        hub = new FakeHub();
        hub.instead = request -> {
            try {
                return take(JoinRequest.parse(request.body()));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }

    @AfterEach
    void end() {
        hub.close();
    }

    private FakeHub.Canned take(JoinRequest request) throws Exception {
        HexFormat hex = HexFormat.of();
        byte[] key = JoinProof.key(CODE, hex.parseHex(request.salt()));
        byte[] own = Certificates.certificate("ca").getEncoded();
        if (!request.proof().equals(hex.formatHex(JoinProof.ofBox(key, own, CSR)))) {
            return FakeHub.Canned.error(403, "invalid_code");
        }
        X509Certificate box = Certificates.certificate("box");
        X509Certificate told = Certificates.certificate(authority);
        String proof = hex.formatHex(JoinProof.ofHub(key, told.getEncoded(), box.getEncoded()));
        var answer = new JoinAnswer(FakeHub.ID, "The hub", 4, "east", pem(box), pem(told), proof);
        return new FakeHub.Canned(200, Map.of(), answer.toJson());
    }

    private static String pem(X509Certificate certificate) throws Exception {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    private static JoinAnswer join(URI address, String code) {
        return Joining.join(address, code, new Joining.Csr(CSR, "CSR"), "1", List.of(1L, 2L));
    }

    @Test
    void theRightCodeBringsACertificate() {
        JoinAnswer answer = join(hub.address(), "7kq2 m9xd");
        assertThat(answer.boxName()).isEqualTo("east");
        assertThat(Joining.authority(hub.address())).isEqualTo(Certificates.certificate("ca"));
    }

    @Test
    void boxJoinsAHubAtAnIpv6Address() throws IOException {
        try (var six = new FakeHub(InetAddress.ofLiteral("::1"))) {
            six.instead = hub.instead;
            assertThat(join(six.address(), CODE).boxName()).isEqualTo("east");
            assertThat(Joining.authority(six.address())).isEqualTo(Certificates.certificate("ca"));
        }
    }

    @Test
    void aWrongCodeIsRefusedInTheHubsWords() {
        assertThatThrownBy(() -> join(hub.address(), "AAAA-AAAA"))
                .isInstanceOfSatisfying(UpstreamException.class, e -> {
                    assertThat(e.code()).isEqualTo("invalid_code");
                    assertThat(e.isForNow()).isFalse();
                });
        assertThatThrownBy(() -> join(hub.address(), "AAAA")).isInstanceOf(UpstreamException.class);
    }

    @Test
    void aHubThatIsBusyOrInTroubleIsAskedAgainAndNoOther() {
        for (int status : List.of(429, 500, 502, 503)) {
            assertThat(new UpstreamException("no", status, "", 0).isForNow()).isTrue();
        }
        for (int status : List.of(400, 401, 403, 404, 410)) {
            assertThat(new UpstreamException("no", status, "", 0).isForNow()).isFalse();
        }
    }

    /// It carries everything between the two, over a certificate of its own.
    @Test
    void whoSitsBetweenIsFound() throws IOException {
        try (var between = new FakeHub("other")) {
            between.instead = hub.instead;
            assertThatThrownBy(() -> join(between.address(), CODE)).hasMessageContaining("invalid_code");
        }
    }

    @Test
    void anAnswerForAnotherAuthorityIsNotBelieved() {
        authority = "otherca";
        assertThatThrownBy(() -> join(hub.address(), CODE))
                .hasMessageContaining("does not know the code")
                .isInstanceOfSatisfying(
                        UpstreamException.class, e -> assertThat(e.isForNow()).isFalse());
    }

    @Test
    void aHubThatIsAwayIsSaidInWords() throws IOException {
        int port;
        try (var nobody = new ServerSocket(0)) {
            port = nobody.getLocalPort();
        }
        URI address = URI.create("https://localhost:" + port);
        assertThatThrownBy(() -> join(address, CODE))
                .hasMessage("the hub localhost cannot be reached")
                .isInstanceOfSatisfying(
                        UpstreamException.class, e -> assertThat(e.isForNow()).isTrue());
        assertThatThrownBy(() -> join(URI.create("http://localhost"), CODE)).isInstanceOf(UpstreamException.class);
    }
}
