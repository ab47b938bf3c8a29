package dev.lintel.controller;

import dev.lintel.controller.metrics.Metrics;
import dev.lintel.controller.metrics.Metrics.Row;
import dev.lintel.controller.server.ConnectionCounts;
import dev.lintel.controller.server.WebServer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Metrics of the web server's connections.
final class WebMetrics {
    private WebMetrics() {}

    /// @param server the web server; null while there is none
    static void add(Metrics metrics, Supplier<@Nullable WebServer> server) {
        metrics.counters(
                "lintel_connections_refused_total",
                "Connections that the web server refused, by reason.",
                () -> rows(server.get(), ConnectionCounts::refused));
        metrics.counters(
                "lintel_connections_closed_total",
                "Connections that the web server closed on its own account, by reason.",
                () -> rows(server.get(), ConnectionCounts::closed));
    }

    private static List<Row> rows(@Nullable WebServer server, Function<ConnectionCounts, Map<String, Long>> counts) {
        if (server == null) return List.of();
        return counts.apply(server.connectionCounts()).entrySet().stream()
                .map(count -> new Row(Map.of("reason", count.getKey()), count.getValue()))
                .toList();
    }
}
