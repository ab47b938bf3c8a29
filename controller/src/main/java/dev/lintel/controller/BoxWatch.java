package dev.lintel.controller;

import dev.lintel.controller.access.Contact;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.StaleWarnings;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import java.util.function.Supplier;

/// What can go wrong with store and rights while the box runs, for /health.
final class BoxWatch {
    /// Beyond this an event is on disk later than a person can look at it.
    private static final long LAG_WARN_MS = 1_000;

    private BoxWatch() {}

    static void storage(Health health, Database database) {
        health.add("storage", () -> database.events().failing() ? "the disk takes no events" : null);
        health.add("storage", () -> database.alive() ? null : "the writer has stopped");
        health.add("events", () -> {
            long lagMs = database.events().lagMs();
            return lagMs > LAG_WARN_MS ? "events wait " + lagMs + " ms for the disk" : null;
        });
    }

    /// A role that soon opens nothing here, or does so no more, for the hub has been away for long.
    static void roles(Health health, PolicyCatalog policy, Supplier<Contact> contact, Time time) {
        health.add("roles", () -> {
            var warnings = StaleWarnings.of(policy.snapshot().policy().roles(), contact.get(), time.now());
            return warnings.isEmpty() ? null : warnings.getFirst().sentence();
        });
    }
}
