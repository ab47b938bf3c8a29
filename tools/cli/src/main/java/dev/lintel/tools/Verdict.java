package dev.lintel.tools;

import java.util.List;
import java.util.stream.Collectors;

/// All that `doctor` found in one sentence: what fails first, for that is to be mended first.
///
/// @param failed whether anything fails
/// @param sentence for whoever reads only one line
record Verdict(boolean failed, String sentence) {
    private static final int NAMES_MAX = 5;

    static Verdict of(List<Finding> findings) {
        List<String> fails = names(findings, Finding.State.FAIL);
        List<String> warns = names(findings, Finding.State.WARN);
        if (!fails.isEmpty()) {
            String also = warns.isEmpty() ? "" : " Look at this as well: " + few(warns) + ".";
            return new Verdict(true, "This box is not well: " + few(fails) + " must be mended." + also);
        }
        if (!warns.isEmpty()) return new Verdict(false, "This box works; look at " + few(warns) + " before it bites.");
        return new Verdict(false, "This box is well.");
    }

    private static List<String> names(List<Finding> findings, Finding.State state) {
        return findings.stream()
                .filter(finding -> finding.state() == state)
                .map(Finding::check)
                .distinct()
                .toList();
    }

    private static String few(List<String> names) {
        String shown = names.stream().limit(NAMES_MAX).collect(Collectors.joining(", "));
        return names.size() <= NAMES_MAX ? shown : shown + " and " + (names.size() - NAMES_MAX) + " more";
    }
}
