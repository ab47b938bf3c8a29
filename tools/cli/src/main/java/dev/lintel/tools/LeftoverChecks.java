package dev.lintel.tools;

import dev.lintel.controller.backup.Exchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What may be removed from a data folder: copies of before something, databases that were damaged, what a crash left.
/// Nothing removes them by itself, for somebody may want to look.
final class LeftoverChecks {
    private static final Pattern LEFT = Pattern.compile("before-restore-of-.*|lintel[.]db[.]before-join"
            + "|[a-z]+[.]db[.](newer-schema-\\d+|damaged-\\d+)(-wal|-shm)?|hs_err_pid.*|crash[.]log.*"
            + "|core([.]\\d+)?|replay_pid.*");
    private static final double MB = 1e6;
    private static final long BYTES_WARN = 100_000_000;
    private static final int NAMES_MAX = 6;

    private LeftoverChecks() {}

    static List<Finding> all(Path data) {
        if (!Files.isDirectory(data)) return List.of();
        if (Exchange.of(data).isMarked()) return List.of(halfRestored()); // nothing here may be removed
        var names = new ArrayList<String>();
        long bytes = 0;
        boolean crashed = false;
        try (Stream<Path> files = Files.list(data)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (!LEFT.matcher(name).matches()) continue;
                names.add(name);
                bytes += bytes(file);
                crashed |= name.startsWith("crash.log") || name.startsWith("hs_err");
            }
        } catch (IOException | UncheckedIOException e) {
            return List.of(Finding.warn("leftovers", "cannot be counted: " + e.getMessage(), "run it with sudo"));
        }
        var findings = new ArrayList<Finding>();
        findings.add(sum(names, bytes));
        if (crashed) {
            findings.add(Finding.warn(
                    "crash",
                    "Java itself broke down once: " + data.resolve("crash.log"),
                    "lintel support takes it along; tell us of it, then remove it"));
        }
        return findings;
    }

    private static Finding halfRestored() {
        return Finding.fail(
                "restore",
                "a restore into this folder has not come to its end",
                "unless 'lintel restore' runs just now: systemctl restart lintel, whose start finishes it or takes it"
                        + " back; remove nothing before");
    }

    private static Finding sum(List<String> names, long bytes) {
        if (names.isEmpty()) return Finding.ok("leftovers", "nothing to remove");
        String shown = String.join(", ", names.subList(0, Math.min(names.size(), NAMES_MAX)))
                + (names.size() > NAMES_MAX ? " and " + (names.size() - NAMES_MAX) + " more" : "");
        String found = String.format(Locale.ROOT, "%.1f MB may be removed: %s", bytes / MB, Output.inLine(shown));
        if (bytes < BYTES_WARN) return Finding.ok("leftovers", found);
        return Finding.warn("leftovers", found, "rm -r them once nobody wants to look at them");
    }

    private static long bytes(Path file) throws IOException {
        try (Stream<Path> all = Files.walk(file)) {
            long sum = 0;
            for (Path each : all.toList()) sum += Files.isRegularFile(each) ? Files.size(each) : 0;
            return sum;
        }
    }
}
