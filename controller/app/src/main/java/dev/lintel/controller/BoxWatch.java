package dev.lintel.controller;

import dev.lintel.controller.access.Contact;
import dev.lintel.controller.access.DecisionThread;
import dev.lintel.controller.door.DoorLane;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Vitals;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.StaleWarnings;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioChip;
import java.time.Duration;
import java.util.function.Supplier;

/// What can go wrong with store and rights while the box runs, for /health.
final class BoxWatch {
    /// Beyond this an event is on disk later than a person can look at it.
    private static final long LAG_WARN_MS = 1_000;

    /// More than [dev.lintel.controller.door.Watchdog] takes to end the process.
    private static final Duration DOORS_HANG_MAX = Duration.ofSeconds(40);
    /// A read waits for a reader, and on an SD card that tidies itself up for seconds.
    private static final Duration READ_HANG_MAX = Duration.ofMinutes(2);
    /// A whole site or a piece of a large sync is one transaction. Doors do not wait for the writer.
    private static final Duration WRITE_HANG_MAX = Duration.ofMinutes(10);

    private BoxWatch() {}

    static void storage(Health health, Database database) {
        health.add("storage", () -> database.events().failing() ? "the disk takes no events" : null);
        health.add("storage", () -> database.alive() ? null : "the writer has stopped");
        health.add("events", () -> {
            long lagMs = database.events().lagMs();
            return lagMs > LAG_WARN_MS ? "events wait " + lagMs + " ms for the disk" : null;
        });
    }

    /// What a new process would cure when it hangs. The lane and the inputs have a watchdog of their own, which comes
    /// sooner; this is for when that one does not run either.
    static void vitals(Vitals vitals, DoorLane lane, DecisionThread decisions, GpioChip gpio, Database database) {
        vitals.add("the doors' thread", lane::aliveNs, DOORS_HANG_MAX);
        vitals.add("the inputs' thread", gpio::aliveNs, DOORS_HANG_MAX);
        vitals.add("the decisions' thread", decisions::begunNs, DOORS_HANG_MAX);
        vitals.tries("database", () -> database.read(FollowStore::get), READ_HANG_MAX);
        vitals.add("the database's writer", database::writerAliveNs, WRITE_HANG_MAX);
    }

    /// A role that soon opens nothing here, or does so no more, for the hub has been away for long.
    static void roles(Health health, PolicyCatalog policy, Supplier<Contact> contact, Time time) {
        health.add("roles", () -> {
            var warnings = StaleWarnings.of(policy.snapshot().policy().roles(), contact.get(), time.now());
            return warnings.isEmpty() ? null : warnings.getFirst().sentence();
        });
    }
}
