package dev.lintel.sync.join;

import dev.lintel.sync.Limits;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.http.HubClient;
import dev.lintel.sync.tls.PinnedTrust;
import dev.lintel.sync.tls.Tls;
import dev.lintel.sync.wire.JoinAnswer;
import dev.lintel.sync.wire.JoinProof;
import dev.lintel.sync.wire.JoinRequest;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.net.URI;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;

/// Joins a hub: a code becomes a certificate. Blocks; any thread.
public final class Joining {
    private static final String UNPROVEN =
            "what answers does not know the code: it is not the hub that made it, or somebody sits in between";

    /// The box's public key, asking for a certificate: PKCS #10.
    public static final class Csr {
        private final byte[] der;
        private final String pem;

        /// The same request in both forms.
        public Csr(byte[] der, String pem) {
            this.der = der.clone();
            this.pem = pem;
        }
    }

    /// What joining needs to know of the box.
    ///
    /// @param hub `https://NAME:PORT`
    /// @param code as the hub's operator gave it
    /// @param version of the box's program
    /// @param units that its controller.yaml has
    public record Request(URI hub, String code, Csr csr, String version, List<Long> units) {
        public Request {
            units = List.copyOf(units);
        }

        @Override
        public String toString() {
            return "Request[" + hub + "]";
        }
    }

    private Joining() {}

    /// The CA that the hub shows, to be shown to who joins; nothing of it is proven yet. Throws
    /// [UpstreamException].
    public static X509Certificate authority(URI hub) {
        return ShownAuthority.of(hub, Limits.USUAL);
    }

    /// As the other, in one piece.
    public static JoinAnswer join(URI hub, String code, Csr csr, String version, List<Long> units) {
        return join(new Request(hub, code, csr, version, units), authority(hub));
    }

    /// Asks to be taken in, by the hub whose authority is `shown`. The answer's certificate and authority are
    /// proven to come from who made the code. Throws [UpstreamException] in words: a code that is wrong or
    /// over, another's authority, a hub that is away.
    public static JoinAnswer join(Request request, X509Certificate shown) {
        byte[] salt = new byte[JoinProof.SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        // Its dates are not judged: the clock of a new box may be off, and the proof says more than they do.
        var trust = new PinnedTrust(shown, null);
        try (var client = new HubClient(request.hub(), Tls.anonymous(trust), Limits.USUAL, null)) {
            byte[] key = JoinProof.key(request.code(), salt);
            byte[] authority = shown.getEncoded();
            HexFormat hex = HexFormat.of();
            String proof = hex.formatHex(JoinProof.ofBox(key, authority, request.csr().der));
            var asking =
                    new JoinRequest(hex.formatHex(salt), proof, request.csr().pem, request.version(), request.units());
            String said = client.post(Wire.JOIN, "application/json", asking.toJson(), Limits.USUAL.answerMs());
            return proven(JoinAnswer.parse(said), key, authority);
        } catch (WireException e) {
            throw UpstreamException.wrong(String.valueOf(e.getMessage()), e);
        } catch (CertificateException e) {
            throw UpstreamException.wrong("the hub sent a certificate that cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UpstreamException("joining was interrupted", e);
        }
    }

    private static JoinAnswer proven(JoinAnswer answer, byte[] key, byte[] authority) throws CertificateException {
        byte[] given = Tls.certificate(answer.authority()).getEncoded();
        byte[] certificate = Tls.certificate(answer.certificate()).getEncoded();
        byte[] right = JoinProof.ofHub(key, given, certificate);
        byte[] proof;
        try {
            proof = HexFormat.of().parseHex(answer.proof());
        } catch (IllegalArgumentException _) {
            throw UpstreamException.wrong(UNPROVEN);
        }
        if (!MessageDigest.isEqual(given, authority)) throw UpstreamException.wrong(UNPROVEN);
        if (!MessageDigest.isEqual(proof, right)) throw UpstreamException.wrong(UNPROVEN);
        return answer;
    }
}
