package dev.lintel.tools;

import dev.lintel.controller.store.DatabaseCheck;
import dev.lintel.controller.store.DatabaseCheck.Checked;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The databases of a data folder, whether a process has them open or not: whole, of this version, and the events a
/// chain without a break; their logs, and how old the newest snapshot is.
final class DatabaseChecks {
    /// For each; a gigabyte on a slow card takes longer, and is looked at by `--whole`.
    static final Duration LIMIT = Duration.ofSeconds(30);
    /// As above, where somebody waits for all of it.
    static final Duration WHOLE = Duration.ofHours(6);

    private static final double MB = 1e6;
    /// SQLite takes it over at a thousand pages; much more is a reader that never ends.
    private static final long WAL_BYTES_MAX = 64L << 20;
    /// One is taken each day.
    private static final Duration SNAPSHOT_AGE_MAX = Duration.ofDays(3);

    private static final String DAMAGED =
            "lintel backup may still save it; else restore a backup, or let the service start from a snapshot";
    private static final String ALTERED = "keep a copy of the file, and find out who could write to it; doors go on";

    private final Path data;
    private final Time time;
    private final Duration limit;
    private final Consumer<String> progress;

    DatabaseChecks(Path data, Time time, Duration limit, Consumer<String> progress) {
        this.data = data;
        this.time = time;
        this.limit = limit;
        this.progress = progress;
    }

    List<Finding> all() {
        var findings = new ArrayList<Finding>();
        for (String name : DatabaseCheck.files()) {
            Path file = data.resolve(name);
            if (!Files.exists(file)) continue;
            Finding wal = wal(data.resolve(name + "-wal"));
            findings.addAll(Limited.findings(name, limit.plus(Limited.USUAL), () -> List.of(one(file))));
            if (wal != null) findings.add(wal);
        }
        if (!findings.isEmpty()) findings.add(snapshots());
        return findings;
    }

    private Finding one(Path file) {
        String name = file.getFileName().toString();
        if (!Files.isReadable(file)) return Finding.warn(name, "belongs to another user", "run it with sudo");
        if (file.toFile().length() == 0) return Finding.ok(name, "empty: not begun yet"); // SQLite would tidy beside it
        Checked seen = DatabaseCheck.of(file, time, limit, progress);
        if (seen.fault() != null && seen.newer()) {
            return Finding.fail(name, seen.fault(), "install the version that wrote it, or go back: docs/updates.md");
        }
        if (seen.fault() != null) {
            return Finding.fail(name, seen.fault(), seen.events() > 0 ? ALTERED : DAMAGED);
        }
        long bytes = file.toFile().length()
                + file.resolveSibling(name + "-wal").toFile().length();
        String size = String.format(Locale.ROOT, "%.1f MB, schema %d", bytes / MB, seen.schema());
        if (!seen.complete()) {
            String found = size + ", not looked at to its end within " + limit.toSeconds() + " s";
            return Finding.warn(name, found, "lintel doctor --whole takes the time it needs");
        }
        String chain = seen.events() == 0
                ? ""
                : String.format(Locale.ROOT, ", the newest %,d events are an unbroken chain", seen.events());
        return Finding.ok(name, size + ", whole" + chain);
    }

    private static @Nullable Finding wal(Path wal) {
        long bytes = wal.toFile().length();
        if (bytes <= WAL_BYTES_MAX) return null;
        return Finding.warn(
                wal.getFileName().toString(),
                String.format(Locale.ROOT, "%.0f MB wait to be taken over", bytes / MB),
                "somebody reads without an end, or the disk is slow: systemctl restart lintel");
    }

    private Finding snapshots() {
        Instant newest = Instant.MIN;
        int count = 0;
        try (Stream<Path> files = Files.list(data.resolve("snapshots"))) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("policy-"))
                    .toList()) {
                count++;
                Instant made = Files.getLastModifiedTime(file).toInstant();
                if (made.isAfter(newest)) newest = made;
            }
        } catch (IOException e) { // none yet, or another user's
            count = 0;
        }
        if (count == 0) return Finding.ok("snapshots", "none yet: the first is taken five minutes after a start");
        Duration age = Duration.between(newest, time.now());
        String found = count + ", the newest of " + newest;
        if (age.compareTo(SNAPSHOT_AGE_MAX) <= 0) return Finding.ok("snapshots", found);
        return Finding.warn(
                "snapshots", found, "one is taken each day while the box runs: look at its log and its disk");
    }
}
