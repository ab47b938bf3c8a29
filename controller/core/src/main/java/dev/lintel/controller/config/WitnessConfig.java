package dev.lintel.controller.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where signed heads of the event log are sent, so that a log that is shortened or rewritten later is found.
/// Immutable.
///
/// @param file that lines are added to; null: none
/// @param syslog a server that takes messages over UDP; null: none
/// @param webhook that a head is posted to; null: none
/// @param trust files (PEM) with certificates of authorities that vouch for the webhook's server, in addition to Java's
/// @param every how often, where there is a new head
public record WitnessConfig(
        @Nullable Path file,
        @Nullable Server syslog,
        @Nullable URI webhook,
        List<Path> trust,
        Duration every) {
    public WitnessConfig {
        trust = List.copyOf(trust);
    }

    /// Of a server.
    public record Server(String host, int port) {}
}
