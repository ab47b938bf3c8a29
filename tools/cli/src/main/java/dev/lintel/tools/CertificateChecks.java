package dev.lintel.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The certificates that the running box shows: whose, for what, how long still, and whether that is what was asked
/// for.
final class CertificateChecks {
    private static final String CHECK = "certificate";
    /// The box renews its own a month before; what others renew is late by then.
    private static final long DAYS_FEW = 14;

    private CertificateChecks() {}

    /// Asks the running process.
    static List<Finding> running(ControlClient client) {
        try {
            return of(client.askOne(Map.of("command", "certificate show")));
        } catch (CommandFailed e) {
            return List.of(Finding.fail(CHECK, String.valueOf(e.getMessage()), "look at its log"));
        }
    }

    static List<Finding> of(Map<String, @Nullable Object> sheet) {
        var findings = new ArrayList<Finding>();
        for (Map<?, ?> one : CertificateCommand.maps(sheet.get("certificates"))) findings.add(ofOne(one));
        if (sheet.get("fault") != null) {
            findings.add(
                    Finding.fail(CHECK, Output.inLine(sheet.get("fault")), "see docs/operations.md, Certificates"));
        }
        if (sheet.get("remarks") instanceof List<?> remarks) {
            for (Object remark : remarks) {
                findings.add(Finding.warn(CHECK, Output.inLine(remark), "tell clients, or use a public authority"));
            }
        }
        return findings;
    }

    private static Finding ofOne(Map<?, ?> one) {
        boolean own = "own".equals(one.get("certificate"));
        long days = one.get("days_left") instanceof Long left ? left : 0;
        String found = (own ? "the box's own, " : "given, by " + Output.inLine(one.get("issuer")) + ", ") + "for "
                + few(one.get("names")) + ", " + days + " days left";
        if (days >= DAYS_FEW) return Finding.ok(CHECK, found);
        String advice =
                own ? "restart the box, and look whether its disk takes files" : "renew it: lintel certificate renew";
        return days < 0 ? Finding.fail(CHECK, found, advice) : Finding.warn(CHECK, found, advice);
    }

    /// A box with many interfaces has many.
    private static String few(@Nullable Object names) {
        if (!(names instanceof List<?> all) || all.size() <= 3) return CertificateCommand.list(names);
        return CertificateCommand.list(all.subList(0, 3)) + " and " + (all.size() - 3) + " more";
    }
}
