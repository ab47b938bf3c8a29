package dev.lintel.controller;

import dev.lintel.controller.metrics.Metrics;
import dev.lintel.controller.metrics.Metrics.Row;
import dev.lintel.controller.webhook.Counters;
import dev.lintel.controller.webhook.Webhooks;
import dev.lintel.controller.webhook.Webhooks.Queue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/// What Prometheus hears of webhooks and notification rules: how much waits and for how long, endpoint by endpoint, and
/// how attempts go.
final class WebhookMetrics {
    private static final double MS_PER_S = TimeUnit.SECONDS.toMillis(1);

    private WebhookMetrics() {}

    static void add(Metrics metrics, Webhooks webhooks) {
        metrics.gauges(
                "lintel_webhook_items_waiting",
                "What a receiver has not been told yet.",
                () -> rows(webhooks, Queue::waiting));
        metrics.gauges(
                "lintel_webhook_oldest_seconds",
                "For how long the oldest of it has waited.",
                () -> rows(webhooks, queue -> queue.ageMs() / MS_PER_S));
        metrics.gauges(
                "lintel_webhook_paused",
                "1 for a receiver that was given up after five days.",
                () -> rows(webhooks, queue -> queue.paused() ? 1 : 0));
        Counters counters = webhooks.counters();
        metrics.counters(
                "lintel_webhook_attempts_total",
                "Deliveries that were tried, by what came of it.",
                () -> List.of(
                        new Row(Map.of("outcome", "arrived"), counters.arrived()),
                        new Row(Map.of("outcome", "failed"), counters.failed())));
        metrics.counters(
                "lintel_webhook_attempt_seconds_total",
                "How long attempts took, all together.",
                () -> List.of(new Row(Map.of(), counters.tookMs() / MS_PER_S)));
        metrics.counter("lintel_webhook_items_arrived_total", "Items that arrived.", counters::itemsArrived);
        metrics.counter("lintel_webhook_items_dropped_total", "Items that were given up.", counters::dropped);
        metrics.counter(
                "lintel_webhook_acknowledged_total",
                "Items whose ack_token was used, each time counted.",
                counters::acknowledgements);
    }

    private static List<Row> rows(Webhooks webhooks, ToDoubleFunction<Queue> value) {
        return webhooks.queues().stream()
                .map(queue -> new Row(labels(queue), value.applyAsDouble(queue)))
                .toList();
    }

    private static Map<String, String> labels(Queue queue) {
        var key = queue.key();
        return Map.of("endpoint", key.kind().word() + " " + key.ownerId(), "account", Long.toString(key.accountId()));
    }
}
