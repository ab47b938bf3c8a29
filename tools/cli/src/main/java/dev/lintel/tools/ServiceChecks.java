package dev.lintel.tools;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What systemd knows of Lintel: whether its unit runs, is watched, and how often it had to be started again; and
/// whether the log outlasts a restart.
final class ServiceChecks {
    static final List<String> ASK = List.of(
            "systemctl",
            "show",
            "lintel.service",
            "--property=LoadState,ActiveState,SubState,NRestarts,Result,WatchdogUSec,UnitFileState");
    /// Faults of the last day.
    static final List<String> ASK_LOG = List.of(
            "journalctl",
            "--unit=lintel",
            "--priority=3",
            "--since=-1d",
            "--no-pager",
            "--quiet",
            "--output=cat",
            "--lines=2000");

    /// As systemd counts, since it was last started by hand.
    private static final int RESTARTS_MAX = 3;
    /// A fault a minute is no accident.
    private static final int ERRORS_MAX = 1_000;

    private ServiceChecks() {}

    /// @param said what [#ASK] says; null where there is no systemd
    static List<Finding> unit(@Nullable String said) {
        Map<String, String> facts = new HashMap<>();
        if (said != null) {
            for (String line : said.lines().toList()) {
                int equals = line.indexOf('=');
                if (equals > 0)
                    facts.put(
                            line.substring(0, equals),
                            line.substring(equals + 1).strip());
            }
        }
        if (!"loaded".equals(facts.get("LoadState"))) return List.of(); // not installed as a service
        String state = facts.getOrDefault("ActiveState", "unknown");
        String found = "lintel.service is " + state + " (" + facts.getOrDefault("SubState", "unknown") + ")";
        var findings = new ArrayList<Finding>();
        findings.add(state(state, found, facts));
        if (facts.getOrDefault("UnitFileState", "enabled").equals("disabled")) {
            findings.add(Finding.warn(
                    "service", "lintel.service is not started with the machine", "systemctl enable lintel"));
        }
        return findings;
    }

    private static Finding state(String state, String found, Map<String, String> facts) {
        if (state.equals("failed")) {
            String result = facts.getOrDefault("Result", "unknown");
            return Finding.fail(
                    "service", found + ": " + result, "journalctl --unit lintel, then systemctl start lintel");
        }
        if (!state.equals("active")) {
            return Finding.warn("service", found, "systemctl start lintel, unless it was stopped on purpose");
        }
        String restarts = facts.getOrDefault("NRestarts", "0");
        String watched = facts.getOrDefault("WatchdogUSec", "0");
        String all = found + ", started again " + restarts + " times"
                + (watched.equals("0") || watched.equals("infinity") ? ", not watched" : ", watched each " + watched);
        boolean often = restarts.matches("\\d{1,9}") && Integer.parseInt(restarts) > RESTARTS_MAX;
        return often
                ? Finding.warn("service", all, "find out why: journalctl --unit lintel")
                : Finding.ok("service", all);
    }

    /// @param errors what [#ASK_LOG] says; null where there is no journal
    static List<Finding> log(KernelFiles files, @Nullable String errors) {
        if (errors == null || !files.has("run/systemd/journal")) return List.of();
        var findings = new ArrayList<Finding>();
        if (files.has("var/log/journal")) {
            findings.add(Finding.ok("journal", "outlasts a restart of the machine"));
        } else {
            findings.add(Finding.warn(
                    "journal",
                    "is lost when the machine restarts",
                    "mkdir /var/log/journal && systemctl restart systemd-journald"));
        }
        long count = errors.lines().filter(line -> !line.isBlank()).count();
        if (count == 0) return findings;
        String last = errors.strip().lines().reduce("", (_, line) -> line);
        String found = (count >= ERRORS_MAX ? "more than " + ERRORS_MAX : "" + count)
                + " faults in the log since yesterday, the last: "
                + Output.inLine(last.length() > LINE_MAX ? last.substring(0, LINE_MAX) + "…" : last);
        findings.add(Finding.warn("faults", found, "journalctl --unit lintel --priority 3"));
        return findings;
    }

    /// How often systemd has started the service anew since the machine's start; 0 where there is none.
    static int restarts() {
        String said = Programs.said(List.of("systemctl", "show", "lintel.service", "--property=NRestarts", "--value"));
        return said != null && said.strip().matches("\\d{1,9}") ? Integer.parseInt(said.strip()) : 0;
    }

    private static final int LINE_MAX = 160;
}
