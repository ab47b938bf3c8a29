package dev.lintel.controller;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DiskRoom;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.health.Vitals;
import dev.lintel.controller.store.Snapshots;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wiring.DoorWorks;
import dev.lintel.controller.wiring.KeyRing;
import dev.lintel.controller.wiring.LineWatch;
import java.time.Duration;

/// What housekeeping does for the doors and the store, each in its time. Begun once by [Lintel].
final class Chores {
    /// Not at once: a start after a power cut has better things to do.
    private static final Duration SNAPSHOT_AFTER = Duration.ofMinutes(5);

    private static final Duration SNAPSHOT_EVERY = Duration.ofDays(1);
    /// A time service sets the clock soon after the network is there; nobody waits for it.
    private static final Duration CLOCK_EVERY = Duration.ofSeconds(5);
    /// Readers answer a few seconds after the start, where their key is the one that is known.
    private static final Duration KEYS_AFTER = Duration.ofSeconds(15);

    private static final Duration KEYS_EVERY = Duration.ofMinutes(1);
    private static final Duration LINES_EVERY = Duration.ofSeconds(1);
    /// For rules that found the lane full.
    private static final Duration RULES_EVERY = Duration.ofSeconds(1);

    private static final Duration DISK_EVERY = Duration.ofMinutes(1);

    private Chores() {}

    /// `anew` begins the box anew where it has been given other doors, or its database proves damaged.
    static void begin(Housekeeping housekeeping, Front.Parts parts, DoorWorks works, Runnable anew, Time time) {
        housekeeping.watch(
                "disk",
                Duration.ZERO,
                DISK_EVERY,
                () -> DiskRoom.fault(parts.folder().path()));
        var lines = new LineWatch(parts.hardware()::fault, parts.database().events(), time);
        housekeeping.every("lines", LINES_EVERY, LINES_EVERY, lines::look);
        KeyRing keys = parts.asking().keys();
        housekeeping.every(
                "reader keys",
                KEYS_AFTER,
                KEYS_EVERY,
                () -> Thread.ofVirtual().name("reader-keys").start(keys::finish));
        housekeeping.every("rules", RULES_EVERY, RULES_EVERY, works::catchUp);
        housekeeping.every("beginning anew", RULES_EVERY, RULES_EVERY, anew);
        housekeeping.every(
                "clock watch", CLOCK_EVERY, CLOCK_EVERY, parts.asking().clock()::look);
    }

    /// Takes snapshots: each copies the whole database but for its events, and checks the snapshots that are kept.
    static LongLooks looks(Health health, Vitals vitals, DataFolder folder, Time time) {
        var looks = new LongLooks(health, time);
        looks.watch(vitals);
        looks.every("snapshot", SNAPSHOT_AFTER, SNAPSHOT_EVERY, new Snapshots(folder, time)::take);
        return looks;
    }
}
