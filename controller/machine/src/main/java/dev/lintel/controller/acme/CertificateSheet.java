package dev.lintel.controller.acme;

import dev.lintel.controller.config.TlsConfig;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.CertificateNames;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.tls.KeyAndChain;
import dev.lintel.controller.tls.TlsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `lintel certificate show` and `doctor` are told. Immutable.
record CertificateSheet(TlsConfig tls, Instant now) {
    /// @param other shown beside the own one; null: none is
    Map<String, @Nullable Object> of(
            Certificates.Served own,
            @Nullable KeyAndChain other,
            @Nullable String fault,
            List<String> remarks,
            Acme.@Nullable Status acme) {
        Map<String, @Nullable Object> sheet = new LinkedHashMap<>();
        sheet.put("source", source(other));
        sheet.put("fault", fault);
        sheet.put("remarks", remarks);
        List<Map<String, @Nullable Object>> shown = new ArrayList<>();
        if (other != null) shown.add(certificate(other.leaf(), "given"));
        shown.add(ownSheet(own));
        sheet.put("certificates", shown);
        sheet.put("order", acme == null ? null : order(acme));
        return sheet;
    }

    private String source(@Nullable KeyAndChain other) {
        return switch (tls) {
            case TlsConfig.Own _ -> other == null ? "own" : "installed";
            case TlsConfig.Given _ -> "files";
            case TlsConfig.Acme _ -> "acme";
        };
    }

    private Map<String, @Nullable Object> ownSheet(Certificates.Served own) {
        try {
            String pem = Files.readString(own.certificate(), StandardCharsets.US_ASCII);
            Map<String, @Nullable Object> sheet =
                    certificate(BoxKey.certificates(pem).getFirst(), "own");
            sheet.put("authority", own.authority().toString());
            sheet.put("authority_fingerprint", own.fingerprint());
            return sheet;
        } catch (IOException e) {
            throw new TlsException("the own certificate cannot be read: " + e.getMessage(), e);
        }
    }

    private Map<String, @Nullable Object> certificate(X509Certificate one, String what) {
        Instant end = one.getNotAfter().toInstant();
        Map<String, @Nullable Object> sheet = new LinkedHashMap<>();
        sheet.put("certificate", what);
        sheet.put("names", CertificateNames.of(one).all());
        sheet.put("issuer", one.getIssuerX500Principal().getName());
        sheet.put("begins_at", one.getNotBefore().toInstant().toString());
        sheet.put("ends_at", end.toString());
        sheet.put("days_left", Duration.between(now, end).toDays());
        sheet.put("fingerprint", BoxKey.fingerprint(one));
        return sheet;
    }

    private static Map<String, @Nullable Object> order(Acme.Status acme) {
        Map<String, @Nullable Object> order = new LinkedHashMap<>();
        order.put("directory", acme.directory().toString());
        order.put("names", acme.names());
        order.put("under_way", acme.under());
        order.put("fault", acme.fault());
        order.put("next_at", acme.next() == null ? null : acme.next().toString());
        return order;
    }
}
