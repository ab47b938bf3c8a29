package dev.lintel.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The certificates in the folder of a box that does not run: how long they hold. One that runs tells of those that it
/// shows, and of its hub's, by itself.
final class StoredCertificateChecks {
    private static final Map<String, String> FILES = new LinkedHashMap<>();
    private static final Duration FEW = Duration.ofDays(14);

    static {
        FILES.put("tls/server.crt", "is made anew by the next start");
        FILES.put("tls/ca.crt", "browsers and clients that trust it have to be given the next one");
        FILES.put(
                "sync/box.crt",
                "once the box runs it is renewed by its hub; ended for long: lintel leave, lintel join");
    }

    private StoredCertificateChecks() {}

    static List<Finding> all(Path data, Instant now) {
        var findings = new ArrayList<Finding>();
        FILES.forEach((name, advice) -> {
            Finding finding = one(data.resolve(name), name, advice, now);
            if (finding != null) findings.add(finding);
        });
        return findings;
    }

    private static @Nullable Finding one(Path file, String name, String advice, Instant now) {
        if (!Files.exists(file)) return null;
        try (InputStream in = Files.newInputStream(file)) {
            var certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            Instant ends = certificate.getNotAfter().toInstant();
            Duration left = Duration.between(now, ends);
            String found = name + " holds until " + ends + ", " + left.toDays() + " days";
            return left.compareTo(FEW) >= 0
                    ? Finding.ok("certificate", found)
                    : Finding.warn("certificate", found, advice);
        } catch (IOException e) {
            return Finding.warn("certificate", name + " cannot be read: " + e.getMessage(), "run it with sudo");
        } catch (CertificateException e) {
            return Finding.fail("certificate", name + " is no certificate", "restore a backup");
        }
    }
}
