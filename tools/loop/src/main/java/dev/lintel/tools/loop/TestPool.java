package dev.lintel.tools.loop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Runs test classes in several JVMs at the same time. A JVM runs classes of one module and stays with it while the
/// module has classes left; the slowest classes come first, so that none of them ends alone.
final class TestPool {
    private final Workspace workspace;
    private final TestReport report;
    private final TestProcess.Settings settings;
    private final Map<String, List<TestJob>> waiting = new LinkedHashMap<>(); // guarded by this
    private final Map<String, Integer> working = new HashMap<>(); // processes at each module; guarded by this
    private final Set<TestProcess> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    TestPool(Workspace workspace, TestReport report, TestProcess.Settings settings) {
        this.workspace = workspace;
        this.report = report;
        this.settings = settings;
    }

    /// Runs all of them; returns when the last has ended.
    void run(List<TestJob> jobs, int forks) {
        for (TestJob job : jobs) {
            waiting.computeIfAbsent(job.module(), _ -> new ArrayList<>()).add(job);
        }
        for (List<TestJob> ofModule : waiting.values()) {
            ofModule.sort(Comparator.comparingLong(TestJob::expectedMs).reversed());
        }
        Thread end = Thread.ofPlatform().name("end-of-tests").unstarted(this::killAll);
        Runtime.getRuntime().addShutdownHook(end); // also a run that is stopped leaves no box and no browser
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < Math.min(forks, jobs.size()); i++) {
            int number = i + 1;
            workers.add(Thread.ofPlatform().name("fork-" + number).start(() -> work(number)));
        }
        for (Thread worker : workers) join(worker);
        Runtime.getRuntime().removeShutdownHook(end);
    }

    private void killAll() {
        ending = true;
        running.forEach(TestProcess::kill);
    }

    private static void join(Thread worker) {
        try {
            worker.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while tests run", e);
        }
    }

    private void work(int number) {
        TestProcess process = null;
        TestJob begun = null;
        try {
            for (TestJob job = next(null); job != null; job = next(job.module())) {
                begun = job;
                if (process != null && !process.isFor(job.module())) {
                    end(process);
                    process = null;
                }
                if (process == null) process = start(job.module(), number);
                TestResult result = process.run(job);
                report.add(result);
                if (process.isAlive()) continue;
                running.remove(process);
                process = null;
            }
        } catch (IOException e) {
            String job = begun == null ? "" : " for " + begun.simpleName();
            report.problem("a test process could not be started" + job + ": " + e.getMessage());
        } finally {
            if (process != null) end(process);
        }
    }

    private void end(TestProcess process) {
        process.close();
        running.remove(process);
    }

    private TestProcess start(String module, int number) throws IOException {
        Path log = workspace.root().resolve("target/loop/tests-" + number + ".log");
        TestProcess process = TestProcess.start(workspace.test(module), log, settings);
        running.add(process);
        return process;
    }

    /// The module's next class, or that of the module with the most work left for each process that runs it. So
    /// processes spread over the modules, and tests that wait for a line run while others use the processor.
    private synchronized @Nullable TestJob next(@Nullable String module) {
        if (ending) return null;
        List<TestJob> own = module == null ? null : waiting.get(module);
        if (own != null && !own.isEmpty()) return own.removeFirst();
        if (module != null) working.merge(module, -1, Integer::sum);
        var most = waiting.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .max(Comparator.comparingLong(entry -> workOfOneMore(entry.getKey(), entry.getValue())))
                .orElse(null);
        if (most == null) return null;
        working.merge(most.getKey(), 1, Integer::sum);
        return most.getValue().removeFirst();
    }

    private long workOfOneMore(String module, List<TestJob> jobs) {
        return work(jobs) / (working.getOrDefault(module, 0) + 1);
    }

    /// Expected milliseconds; a class whose time is unknown counts as half a second.
    private static long work(List<TestJob> jobs) {
        return jobs.stream()
                .mapToLong(job -> job.expectedMs() == 0 ? 500 : job.expectedMs() + 1)
                .sum();
    }
}
