package dev.lintel.tools.bench;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// A [Crowd] with two years of events, appended as a box does it and kept for the next run.
///
/// ```
///   of 100 events   90 admitted, of somebody at one of 64 doors   5 unknown cards   3 exits   1 forced   1 tampering
/// ```
final class Past {
    /// Appended and not yet on disk: far from the ring's end, where events would fall out.
    private static final int WAITING_MAX = 2_000;
    private static final long SPAN_MS = TimeUnit.DAYS.toMillis(730);
    private static final int TOLD_EVERY = 100_000;
    /// Odd: neighbours in time are no neighbours among people.
    private static final long SPREAD = 7_919;

    private Past() {}

    /// The data folder with a crowd of `people` and `events`, made now unless an earlier run has.
    static Path folder(int people, int events, Bench.Setting setting) {
        Path crowd = Crowd.folder(people, setting);
        Path folder = crowd.resolveSibling(crowd.getFileName() + "-events-" + events);
        if (Files.exists(folder)) return folder;
        Path fresh = Folders.fresh(setting.work(), "events");
        try {
            Files.copy(crowd.resolve("lintel.db"), fresh.resolve("lintel.db"));
            try (DataFolder data = DataFolder.open(fresh);
                    Database database = Database.open(data, setting.time())) {
                append(database, people, events, setting);
            }
            return Files.move(fresh, folder);
        } catch (IOException e) {
            throw new BenchException("the new database cannot be moved to " + folder, e);
        }
    }

    private static void append(Database database, int people, int events, Bench.Setting setting) {
        var slots = new Semaphore(WAITING_MAX);
        long fromMs = setting.time().nowMs() - SPAN_MS;
        for (int i = 0; i < events; i++) {
            if (i % TOLD_EVERY == 0) setting.say("api: making events, %,d of %,d".formatted(i, events));
            slots.acquireUninterruptibly();
            long atMs = fromMs + SPAN_MS / events * i;
            database.events().append(event(i, people, atMs), _ -> slots.release());
        }
        slots.acquireUninterruptibly(WAITING_MAX);
    }

    private static EventDraft event(int i, int people, long atMs) {
        long channel = 1L + i % Crowd.CHANNELS;
        int kind = i % 100;
        if (kind < 90) {
            long person = i * SPREAD % people + 1;
            String name = "First" + person * 7919 % 5000 + " Last" + person * 104729 % 20000;
            var subject = new Subject(channel, person, name, person, Long.toString(Crowd.number(person)), false);
            return new EventDraft(EventKind.ADMITTED_CARD, atMs, i, subject, Map.of("reader", "entry", "role_id", 1L));
        }
        if (kind < 95) {
            var subject = new Subject(channel, null, null, null, Long.toString(i), false);
            return new EventDraft(EventKind.REJECTED_UNKNOWN_CARD, atMs, i, subject, Map.of("reason", "unknown_card"));
        }
        EventKind told = kind < 98 ? EventKind.REX_PRESSED : kind == 98 ? EventKind.FORCED_OPEN : EventKind.TAMPER;
        return new EventDraft(told, atMs, i, Subject.channel(channel), Map.of());
    }
}
