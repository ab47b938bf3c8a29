package dev.lintel.controller;

import dev.lintel.controller.board.ProcessFacts;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.files.DiskRoom;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.metrics.Metrics;
import dev.lintel.controller.metrics.Metrics.Row;
import dev.lintel.controller.server.Descriptors;
import dev.lintel.controller.store.AreaStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MailStore;
import dev.lintel.controller.store.SqliteEventLog;
import dev.lintel.controller.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// What the box tells of itself under `/metrics`; docs/operations.md has the table. Every value is one that a part
/// knows anyway, read at the scrape; the disk alone is asked by housekeeping, for a failing one may not answer.
final class BoxMetrics {
    /// As often as it is watched for /health.
    private static final Duration DISK_EVERY = Duration.ofMinutes(1);

    private static final double MS_PER_S = TimeUnit.SECONDS.toMillis(1);
    private static final double NS_PER_S = TimeUnit.SECONDS.toNanos(1);

    private BoxMetrics() {}

    /// `startedNs`: when the box began, as `time` has it.
    static Metrics of(Front.Parts parts, Housekeeping housekeeping, String version, long startedNs, Time time) {
        var metrics = new Metrics();
        metrics.gauges("lintel_info", "The version that runs.", () -> List.of(new Row(Map.of("version", version), 1)));
        metrics.gauge("lintel_up_seconds", "Since the box was started.", () -> (time.nowNs() - startedNs) / NS_PER_S);
        process(metrics, ProcessFacts.own());
        health(metrics, parts.health());
        events(metrics, parts.database().events());
        metrics.gauges("lintel_channels", "Channels by what their door does.", () -> channels(parts.doors()));
        Database database = parts.database();
        metrics.gauges(
                "lintel_area_people",
                "People in areas with a limit, by the doors that they passed.",
                () -> areas(database, time));
        metrics.gauges("lintel_letters", "Letters to people that have not arrived.", () -> letters(database));
        disk(metrics, housekeeping, parts.folder().path());
        return metrics;
    }

    /// Of java.management nothing is asked: it costs a start and is not in every runtime.
    static void process(Metrics metrics, ProcessFacts facts) {
        Runtime runtime = Runtime.getRuntime();
        Map<String, String> heap = Map.of("area", "heap");
        metrics.gauges(
                "jvm_memory_used_bytes",
                "Of Java's memory, with what is not collected yet.",
                () -> List.of(new Row(heap, (double) (runtime.totalMemory() - runtime.freeMemory()))));
        metrics.gauges(
                "jvm_memory_max_bytes",
                "As much as Java may use.",
                () -> List.of(new Row(heap, (double) runtime.maxMemory())));
        if (!facts.areThere()) return;
        metrics.gauge(
                "process_resident_memory_bytes", "Of the machine's memory.", () -> (double) facts.residentBytes());
        Descriptors descriptors = Descriptors.own();
        metrics.gauge("process_open_fds", "File descriptors in use.", () -> (double) descriptors.open());
        metrics.gauge("process_max_fds", "File descriptors that it may use.", () -> (double) descriptors.max());
        metrics.gauge("process_threads", "Threads of the operating system.", () -> (double) facts.threads());
    }

    private static void health(Metrics metrics, Health health) {
        metrics.gauge(
                "lintel_ready",
                "1 while /health says ready, else 0.",
                () -> flag(health.report().status() == Health.Status.READY));
        metrics.gauge(
                "lintel_health_reasons",
                "Reasons that /health gives.",
                () -> health.report().reasons().size());
    }

    private static void events(Metrics metrics, SqliteEventLog log) {
        metrics.counter("lintel_events_total", "The newest event's number; restarts go on from it.", log::head);
        metrics.gauge(
                "lintel_events_lag_seconds",
                "How long the oldest event has waited for the disk.",
                () -> log.lagMs() / MS_PER_S);
        metrics.gauge("lintel_events_failing", "1 while the disk takes no events, else 0.", () -> flag(log.failing()));
    }

    /// Those that nothing does it at are told, too: who counts forced doors must see a zero.
    static List<Row> channels(DoorViews doors) {
        var counts = new LinkedHashMap<String, Integer>();
        for (String state : DoorView.STATES) counts.put(state, 0);
        for (DoorView view : doors.all()) counts.merge(view.state(), 1, Integer::sum);
        return counts.entrySet().stream()
                .map(count -> new Row(Map.of("status", count.getKey()), count.getValue()))
                .toList();
    }

    private static List<Row> areas(Database database, Time time) {
        return AreaStore.limited(database, time.now()).stream()
                .map(area -> new Row(Map.of("area", area.name()), area.people()))
                .toList();
    }

    /// Of those that failed, as long as they are shown.
    static List<Row> letters(Database database) {
        return Stream.of(MailStore.State.WAITING, MailStore.State.FAILED)
                .map(state -> new Row(Map.of("state", state.word()), database.read(sql -> MailStore.count(sql, state))))
                .toList();
    }

    private static void disk(Metrics metrics, Housekeeping housekeeping, Path folder) {
        var free = new AtomicLong(-1);
        housekeeping.every("disk room", Duration.ZERO, DISK_EVERY, () -> free.set(DiskRoom.freeBytes(folder)));
        metrics.gauges("lintel_disk_free_bytes", "Room on the data folder's disk, seen each minute.", () -> {
            long bytes = free.get();
            return bytes < 0 ? List.of() : List.of(new Row(Map.of(), (double) bytes));
        });
    }

    private static double flag(boolean yes) {
        return yes ? 1 : 0;
    }
}
