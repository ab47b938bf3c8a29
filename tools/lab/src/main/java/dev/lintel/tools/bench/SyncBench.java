package dev.lintel.tools.bench;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import dev.lintel.tools.bench.WebhooksBench.Starting;
import dev.lintel.tools.bench.WebhooksBench.Subject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A hub among many people, in a process of its own, and who follows it.
///
/// ```
///   first sync   hub ──► counting proxy ──► a box in a process of its own, at whose door cards are presented
///   a change     PUT at the hub ──► 500 boxes of the library in this process
///   events       50 such boxes ──► the hub's disk: a backlog, at a pace, one by one
/// ```
final class SyncBench implements Bench {
    static final int PEOPLE_MAX = 100_000;
    static final int BOXES_MAX = 500;
    /// People for each of the boxes, in small runs.
    private static final int PEOPLE_A_BOX = 200;

    private static final int BOXES_MIN = 10;
    /// How many people instead: with a million the first sync takes minutes.
    private static final String PEOPLE = "lintel.bench.sync.people";

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final double MB = 1024;
    private static final double MS = 1e3;

    /// What the parts of this bench work with.
    record Stage(Setting setting, Report report, Starting starting, Path hub, int people) {
        Time time() {
            return setting.time();
        }

        /// Waits; throws [BenchException] after `seconds`.
        void await(String what, int seconds, BooleanSupplier so) {
            long deadlineNs = time().nowNs() + TimeUnit.SECONDS.toNanos(seconds);
            while (!so.getAsBoolean()) {
                if (time().nowNs() - deadlineNs > 0)
                    throw new BenchException(what + " took longer than " + seconds + " s");
                LockSupport.parkNanos(LOOK_NS);
            }
        }

        /// Processor time that it has taken so far.
        double cpuSeconds(Subject process) {
            return ProcessHandle.of(process.pid())
                    .flatMap(one -> one.info().totalCpuDuration())
                    .map(taken -> taken.toMillis() / MS)
                    .orElseThrow(() -> new BenchException("a process has ended"));
        }

        double highest(Subject process) {
            return Machine.kib("/proc/" + process.pid() + "/status", "VmHWM") / MB;
        }
    }

    @Override
    public void run(Setting setting, Report report) {
        String command = BoxProcess.known(BoxProcess.CACHED) ? BoxProcess.CACHED : BoxProcess.PLAIN;
        run(setting, report, launched(command, setting.time()));
    }

    /// By the launcher's own command line. Throws [BenchException] when the launcher has not given it, before anything
    /// is made.
    static Starting launched(String command, Time time) {
        BoxProcess.words(command);
        return folder -> new Running(BoxProcess.start(command, folder, time));
    }

    private record Running(BoxProcess box) implements Subject {
        @Override
        public URI page() {
            return box.page();
        }

        @Override
        public long pid() {
            return box.pid();
        }

        @Override
        public void close() {
            box.close();
        }
    }

    static void run(Setting setting, Report report, Starting starting) {
        int usual = Math.min(PEOPLE_MAX, setting.effort().people());
        run(setting, report, starting, Integer.getInteger(PEOPLE, usual));
    }

    /// @param people that the hub has, all of whom come to the box
    static void run(Setting setting, Report report, Starting starting, int people) {
        int boxes = Math.clamp(people / PEOPLE_A_BOX, BOXES_MIN, BOXES_MAX);
        Path crowd = Crowd.folder(people, setting);
        Path hub = Folders.fresh(setting.work(), "hub");
        try {
            Files.copy(crowd.resolve("lintel.db"), hub.resolve("lintel.db"));
            var stage = new Stage(setting, report, starting, hub, people);
            new FirstSync(stage).run();
            Fleet fleet = Fleet.join(hub, boxes, setting.time());
            try (Subject running = starting.on(hub)) {
                new ChangeToAll(stage, running, fleet, boxes).run();
            }
            new EventsUp(stage, fleet, boxes).run();
        } catch (IOException e) {
            throw new BenchException("the people cannot be copied to " + hub, e);
        } finally {
            Folders.delete(hub);
        }
    }

    /// Asks the API of the one on `folder` as its administrator.
    static Https client(Subject running, Path folder, Setting setting) {
        Map<String, @Nullable Object> made =
                setting.around().control().ask(folder, Map.of("command", "key create", "email", "bench@example.com"));
        byte[] key = (made.get("api_key") + ":").getBytes(StandardCharsets.UTF_8);
        String authorization = "Basic " + Base64.getEncoder().encodeToString(key);
        return new Https(Https.trust(folder), running.page(), authorization);
    }

    /// A number out of the database on `folder`, on which nobody runs.
    static long number(Path folder, Time time, String query) {
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            return database.read(sql -> sql.get(query, row -> row.number(1)));
        }
    }
}
