package dev.lintel.tools;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The process on the data folder: what it says of itself, or, when none runs, whether one could listen.
final class ProcessChecks {
    private static final String PROCESS = "process";
    /// By the names of /health, the lines that look at the same.
    private static final Map<String, String> TOLD_BY = Map.of(
            "clock", "clock trust",
            "disk", "disk space",
            "serial readers", "line",
            "sync", "sync",
            "tls", "certificate");

    private ProcessChecks() {}

    /// Asks the running process for its own findings.
    static List<Finding> running(ControlClient client) {
        var findings = new ArrayList<Finding>();
        try {
            client.ask(Map.of("command", "doctor"), answer -> findings.add(finding(answer)));
        } catch (CommandFailed e) {
            findings.add(Finding.fail(PROCESS, String.valueOf(e.getMessage()), "restart it and look at its log"));
        }
        return findings;
    }

    /// `all` without what the process says of itself where a line of its own has found it as well: that counts as this
    /// line does, once. A clock that is held, for one, is a warning.
    static List<Finding> once(List<Finding> all) {
        var told = new TreeSet<String>();
        var left = new ArrayList<Finding>();
        for (Finding finding : all) {
            String elsewhere = isHealth(finding) ? elsewhere(finding.found()) : null;
            if (elsewhere != null && isTold(all, elsewhere)) told.add(elsewhere);
            else left.add(finding);
        }
        if (!told.isEmpty() && left.stream().noneMatch(ProcessChecks::isHealth)) {
            left.addFirst(Finding.ok(PROCESS, "runs, and what it finds wrong is told by: " + String.join(", ", told)));
        }
        return left;
    }

    private static boolean isTold(List<Finding> all, String check) {
        return all.stream().anyMatch(one -> one.check().equals(check) && one.state() != Finding.State.OK);
    }

    private static boolean isHealth(Finding finding) {
        return finding.check().equals(PROCESS) && finding.state() == Finding.State.FAIL;
    }

    /// The line that has it in full; null where none has.
    ///
    /// @param reason of /health: `name: sentence`
    private static @Nullable String elsewhere(String reason) {
        String name = reason.replaceFirst(":.*", "");
        if (name.startsWith("bus ")) return "line";
        return TOLD_BY.get(name);
    }

    private static Finding finding(Map<String, @Nullable Object> answer) {
        var state = switch (String.valueOf(answer.get("state"))) {
            case "ok" -> Finding.State.OK;
            case "warn" -> Finding.State.WARN;
            default -> Finding.State.FAIL;
        };
        String advice = answer.get("advice") instanceof String text ? text : null;
        return new Finding(String.valueOf(answer.get("check")), state, String.valueOf(answer.get("found")), advice);
    }

    /// Whether the ports are free; port 0 is none.
    static List<Finding> ports(List<Integer> ports) {
        var findings = new ArrayList<Finding>();
        findings.add(Finding.ok(PROCESS, "none runs on this data folder"));
        for (int port : ports) if (port != 0) findings.add(port(port));
        return findings;
    }

    private static Finding port(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return Finding.ok("port " + port, "free");
        } catch (IOException e) {
            return Finding.fail("port " + port, String.valueOf(e.getMessage()), "stop what uses it, or choose another");
        }
    }
}
