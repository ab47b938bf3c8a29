package dev.lintel.controller.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// A private key and the certificates that are shown with it, the key's own first. Immutable.
public record KeyAndChain(PrivateKey key, List<X509Certificate> chain) {
    public KeyAndChain {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) throw new IllegalArgumentException("a key without a certificate");
    }

    /// The one that is the key's own.
    public X509Certificate leaf() {
        return chain.getFirst();
    }

    /// The names of the certificate, without the key.
    @Override
    public String toString() {
        return "KeyAndChain" + CertificateNames.of(leaf());
    }
}
