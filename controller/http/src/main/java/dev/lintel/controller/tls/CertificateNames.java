package dev.lintel.controller.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The names and addresses a certificate is for, as RFC 9525 compares them: its alternative names and nothing else.
/// Immutable.
///
/// @param names in lower case; may begin with `*.`
/// @param addresses as [BoxNames] writes them
public record CertificateNames(SortedSet<String> names, SortedSet<String> addresses) {
    private static final int DNS = 2; // RFC 5280, 4.2.1.6: GeneralName's tags
    private static final int ADDRESS = 7;

    public CertificateNames {
        names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
        addresses = Collections.unmodifiableSortedSet(new TreeSet<>(addresses));
    }

    /// None of a certificate whose extension cannot be read: no client would take it for any.
    public static CertificateNames of(X509Certificate certificate) {
        var names = new TreeSet<String>();
        var addresses = new TreeSet<String>();
        try {
            var all = certificate.getSubjectAlternativeNames();
            if (all == null) return new CertificateNames(names, addresses);
            for (List<?> each : all) {
                if (!(each.get(1) instanceof String text)) continue;
                String wildcard = text.startsWith("*.") ? "*." : "";
                String name = BoxNames.canonical(text.substring(wildcard.length()));
                if (name.isEmpty()) continue;
                if (each.get(0).equals(DNS)) names.add(wildcard + name);
                if (each.get(0).equals(ADDRESS)) addresses.add(name);
            }
            return new CertificateNames(names, addresses);
        } catch (CertificateParsingException e) {
            return new CertificateNames(new TreeSet<>(), new TreeSet<>());
        }
    }

    /// Whether a client that asks for that name or address takes the certificate.
    public boolean covers(String nameOrAddress) {
        String wanted = BoxNames.canonical(nameOrAddress);
        if (names.contains(wanted) || addresses.contains(wanted)) return true;
        int dot = wanted.indexOf('.');
        // A star stands for one label, and for none of an address.
        return dot > 0 && !BoxNames.isAddress(wanted) && names.contains("*" + wanted.substring(dot));
    }

    /// All of them, names first.
    public List<String> all() {
        var all = new java.util.ArrayList<>(names);
        all.addAll(addresses);
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        return String.join(", ", all());
    }
}
