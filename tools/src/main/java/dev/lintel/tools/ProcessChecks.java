package dev.lintel.tools;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The process on the data folder: what it says of itself, or, when none runs, whether one could listen.
final class ProcessChecks {
    private ProcessChecks() {}

    /// Asks the running process for its own findings.
    static List<Finding> running(ControlClient client) {
        var findings = new ArrayList<Finding>();
        try {
            client.ask(Map.of("command", "doctor"), answer -> findings.add(finding(answer)));
        } catch (CommandFailed e) {
            findings.add(Finding.fail("process", String.valueOf(e.getMessage()), "restart it and look at its log"));
        }
        return findings;
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
        findings.add(Finding.ok("process", "none runs on this data folder"));
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
