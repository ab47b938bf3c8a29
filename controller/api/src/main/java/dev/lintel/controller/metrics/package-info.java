/// What the box counts and measures, for a monitoring system that asks now and then.
///
/// ```
///   wiring --gauge, counter--> Metrics <--text()-- MetricsResource <-- GET /metrics
///                                 |
///                                 +-- asks each supplier, at each scrape
/// ```
///
/// Nothing is counted here: a supplier reads what a part knows of itself anyway, so metrics cost nothing while nobody
/// scrapes. The text is Prometheus' exposition format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
@NullMarked
package dev.lintel.controller.metrics;

import org.jspecify.annotations.NullMarked;
