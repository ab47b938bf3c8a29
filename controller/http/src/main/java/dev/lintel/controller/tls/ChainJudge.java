package dev.lintel.controller.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Whether clients will take a path of certificates, the server's first. Confined to one thread.
final class ChainJudge {
    private static final int CHAIN_MAX = 8;
    private static final int RSA_BITS_MIN = 2048; // what browsers and authorities have asked for since 2014
    private static final int EC_BITS_MIN = 256;
    private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1"; // RFC 5280, 4.2.1.12
    private static final String ANY_USE = "2.5.29.37.0";
    private static final String ACCESS = "1.3.6.1.5.5.7.1.1"; // RFC 5280, 4.2.2.1
    /// `id-ad-caIssuers` as it stands in that extension.
    private static final byte[] ISSUERS = HexFormat.of().parseHex("06082b06010505073002");

    private final String what;
    private final List<X509Certificate> chain;

    /// `what`: how the sentences call it.
    ChainJudge(String what, List<X509Certificate> chain) {
        this.what = what;
        this.chain = chain;
    }

    /// Why no client takes it for `host` (null: whatever it is for) at `now` (null: dates are not judged).
    List<String> faults(@Nullable String host, @Nullable Instant now) {
        var faults = new ArrayList<String>();
        if (chain.size() > CHAIN_MAX) return List.of(what + " holds more than " + CHAIN_MAX + " certificates");
        X509Certificate leaf = chain.getFirst();
        if (now != null) dates(faults, now);
        names(faults, host);
        strength(faults, leaf);
        if (leaf.getBasicConstraints() >= 0) {
            faults.add(what + " begins with an authority's certificate: the server's comes first");
        } else if (!isForServers(leaf)) {
            faults.add(what + " is for a certificate that servers may not show (extended key usage)");
        }
        order(faults);
        if (faults.isEmpty() && isIncomplete()) {
            faults.add(what + " lacks the certificate of who signed it, " + name(last().getIssuerX500Principal())
                    + ": use the whole chain (fullchain.pem of certbot)");
        }
        return faults;
    }

    /// What only some clients stumble over.
    List<String> remarks() {
        if (isSelfSigned(last()) && chain.size() == 1) {
            return List.of(what + " is signed by itself: clients have to be told to trust it");
        }
        if (isSelfSigned(last()) || isKnown(last())) return List.of();
        return List.of(what + " leads to " + name(last().getIssuerX500Principal())
                + ", which is none of the authorities that Java knows: clients have to be told to trust it");
    }

    private void dates(List<String> faults, Instant now) {
        for (int i = 0; i < chain.size(); i++) {
            X509Certificate one = chain.get(i);
            String which = i == 0 ? what : what + ": certificate " + (i + 1);
            Instant end = one.getNotAfter().toInstant();
            Instant begin = one.getNotBefore().toInstant();
            if (!now.isBefore(end)) faults.add(which + " ended on " + end);
            if (now.isBefore(begin)) faults.add(which + " does not hold before " + begin);
        }
    }

    private void names(List<String> faults, @Nullable String host) {
        var names = CertificateNames.of(chain.getFirst());
        if (names.all().isEmpty()) faults.add(what + " names no server (subject alternative name)");
        else if (host != null && !names.covers(host)) {
            faults.add(what + " is for " + names + ", not for " + host + " (public_url)");
        }
    }

    private void strength(List<String> faults, X509Certificate leaf) {
        String weak = weakness(leaf.getPublicKey());
        if (weak != null) faults.add(what + " is for a weak key: " + weak);
        String signed = leaf.getSigAlgName().toUpperCase(Locale.ROOT);
        if (!isSelfSigned(leaf) && (signed.startsWith("SHA1") || signed.startsWith("MD"))) {
            faults.add(what + " is signed with " + leaf.getSigAlgName() + ", which no browser takes any more");
        }
    }

    private static @Nullable String weakness(PublicKey key) {
        return switch (key) {
            case RSAPublicKey rsa
            when rsa.getModulus().bitLength() < RSA_BITS_MIN ->
                "RSA of " + rsa.getModulus().bitLength() + " bits; " + RSA_BITS_MIN + " are the least";
            case ECPublicKey ec
            when ec.getParams().getCurve().getField().getFieldSize() < EC_BITS_MIN ->
                "a curve of " + ec.getParams().getCurve().getField().getFieldSize() + " bits; " + EC_BITS_MIN
                        + " are the least";
            default -> null;
        };
    }

    private static boolean isForServers(X509Certificate leaf) {
        try {
            List<String> uses = leaf.getExtendedKeyUsage();
            return uses == null || uses.contains(SERVER_AUTH) || uses.contains(ANY_USE);
        } catch (GeneralSecurityException e) {
            return false; // an extension that cannot be read: clients refuse it
        }
    }

    private void order(List<String> faults) {
        for (int i = 1; i < chain.size(); i++) {
            if (isSignedBy(chain.get(i - 1), chain.get(i))) continue;
            faults.add(
                    what + ": certificate " + (i + 1) + " (" + name(chain.get(i).getSubjectX500Principal())
                            + ") did not sign the one before it: the order is the server's, who signed it, and so on");
            return;
        }
    }

    private static boolean isSignedBy(X509Certificate one, X509Certificate signer) {
        if (!one.getIssuerX500Principal().equals(signer.getSubjectX500Principal())) return false;
        try {
            one.verify(signer.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false; // another key of that name
        }
    }

    /// The server's alone, by an authority that says where its own certificate can be fetched (public ones do, and
    /// hardly any browser fetches it), and no root that Java knows.
    private boolean isIncomplete() {
        X509Certificate last = last();
        return chain.size() == 1 && !isSelfSigned(last) && saysWhere(last) && !isKnown(last);
    }

    private static boolean saysWhere(X509Certificate certificate) {
        byte[] access = certificate.getExtensionValue(ACCESS);
        if (access == null) return false;
        String hex = new String(access, StandardCharsets.ISO_8859_1);
        return hex.contains(new String(ISSUERS, StandardCharsets.ISO_8859_1));
    }

    /// Whether it is, or is signed by, an authority that Java brings.
    private static boolean isKnown(X509Certificate certificate) {
        for (X509Certificate root : roots()) {
            if (root.equals(certificate) || isSignedBy(certificate, root)) return true;
        }
        return false;
    }

    private static List<X509Certificate> roots() {
        try {
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((java.security.KeyStore) null);
            for (TrustManager one : factory.getTrustManagers()) {
                if (one instanceof X509TrustManager found) return Arrays.asList(found.getAcceptedIssuers());
            }
            return List.of();
        } catch (NoSuchAlgorithmException | KeyStoreException e) {
            throw new IllegalStateException("every JDK has a trust manager", e);
        }
    }

    private static boolean isSelfSigned(X509Certificate one) {
        return isSignedBy(one, one);
    }

    private X509Certificate last() {
        return chain.getLast();
    }

    private static String name(javax.security.auth.x500.X500Principal whose) {
        return whose.getName();
    }

    /// Whether what the key signs, the certificate's verifies.
    static boolean belong(PrivateKey key, X509Certificate certificate) {
        byte[] sample = {1, 2, 3, 4};
        try {
            var signature =
                    Signature.getInstance(key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
            signature.initSign(key);
            signature.update(sample);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(sample);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false; // of another kind
        }
    }
}
