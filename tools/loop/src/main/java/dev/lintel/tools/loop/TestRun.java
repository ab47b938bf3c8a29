package dev.lintel.tools.loop;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One `./lintel test`: compile, then checks and tests at the same time, then the summary.
final class TestRun {
    private static final String SLOW = "slow";

    /// The slowest class without the tag `slow` takes two minutes, and a busy machine several times as long.
    private static final int CLASS_MS_MAX = 15 * 60_000;

    /// Emulated boards take an hour.
    private static final int SLOW_CLASS_MS_MAX = 4 * 3_600_000;

    /// What a test JVM takes, with a box or a browser that its tests start.
    private static final long FORK_BYTES = 1_500L << 20;

    /// What the system, the loop and the checks take.
    private static final long LOOP_BYTES = 2_500L << 20;

    /// Options of a test JVM: the heap of the build, and the collector that costs a small heap least.
    ///
    /// The optimising compiler took two fifths of the processor time of all tests, mostly for methods that no
    /// later test calls. With forty times the usual thresholds it compiles only what runs for long. [#HASHING]
    /// keeps the usual thresholds.
    ///
    /// A large young generation, and room for classes from the start, halve the number of collections.
    private static final List<String> JVM = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-Xms600m",
            "-Xmn400m",
            "-Xmx1g",
            "-XX:MetaspaceSize=300m",
            "-XX:-UsePerfData",
            "-XX:Tier4InvocationThreshold=200000",
            "-XX:Tier4MinInvocationThreshold=30000",
            "-XX:Tier4CompileThreshold=300000",
            "-XX:Tier4BackEdgeThreshold=1000000",
            "-Dfile.encoding=UTF-8");

    /// What hashes passwords and passphrases: slow on purpose, five times slower without the optimising compiler.
    private static final List<String> HASHING = List.of(
            "sun.security.provider.*::*",
            "com.sun.crypto.provider.*::*",
            "javax.crypto.Mac*::*",
            "java.security.MessageDigest*::*",
            "org.bouncycastle.crypto.generators.Argon2BytesGenerator*::*");

    /// Undoes the forty times.
    private static final double HASHING_SCALE = 0.025;

    private final Path root;
    private final Output output;

    TestRun(Path root, Output output) {
        this.root = root;
        this.output = output;
    }

    /// @param classes how many classes the run has. Fixtures that cost more than one class saves look at it
    static List<String> jvmOptions(TestFolder folder, int classes) {
        var options = new ArrayList<>(JVM);
        options.add("-Dlintel.test.classes=" + classes);
        options.addAll(folder.jvmOptions());
        options.add("-XX:CompileCommand=quiet");
        for (String methods : HASHING) {
            options.add("-XX:CompileCommand=CompileThresholdScaling," + methods + "," + HASHING_SCALE);
        }
        return List.copyOf(options);
    }

    /// Runs it.
    ///
    /// @return the exit code
    int run(TestOptions options) {
        long startNs = System.nanoTime();
        var workspace = new Workspace(root);
        List<Selection> selections = selections(workspace, options);
        var allowedSkips = options.allowedSkips() == null ? SkipList.any() : SkipList.read(options.allowedSkips());
        if (selections.isEmpty()) {
            output.line("Nothing differs from the branch main.");
            return 0;
        }
        Path logs = prepareLogs();
        var sets = new LinkedHashSet<SourceSet>();
        for (Selection selection : selections) selection.modules().forEach(name -> sets.add(workspace.test(name)));
        Set<SourceSet> compiled =
                new Build(workspace, output).compile(List.copyOf(sets)).keySet();
        var times = TestTimes.read(root);
        var chosen = new LinkedHashSet<TestJob>(); // a class that is named twice is tested once
        for (Selection selection : selections) {
            chosen.addAll(selection.jobs(workspace, times.ofClasses()));
        }
        List<TestJob> jobs = List.copyOf(chosen);
        var checks = CompletableFuture.supplyAsync(
                () -> options.fast() ? null : ChecksProcess.check(root, compiled),
                Executors.newVirtualThreadPerTaskExecutor());
        int forks = Math.max(1, Math.min(jobs.size(), options.forks() == 0 ? defaultForks() : options.forks()));
        output.step(jobs.size() + " test classes in " + forks + (forks == 1 ? " process" : " processes"));
        var report = new TestReport(output, jobs.size());
        // Slow tests make images and whole systems of many gigabytes.
        try (var folder = options.slow() ? TestFolder.systems() : TestFolder.inMemory(processBytes(forks))) {
            var settings = new TestProcess.Settings(
                    options.slow() ? "" : SLOW,
                    options.slow() ? SLOW_CLASS_MS_MAX : CLASS_MS_MAX,
                    jvmOptions(folder, jobs.size()),
                    TestProcess.launcher(System.getProperty("java.class.path")));
            new TestPool(workspace, report, settings).run(jobs, forks);
        }
        times.write(report.results());
        ChecksProcess.Found found = found(checks);
        if (found != null) printChecks(found);
        boolean passed = report.finish(allowedSkips);
        output.line("Total time: " + Output.seconds(System.nanoTime() - startNs) + "; output of the tests: " + logs);
        passed &= sayWithoutTests(selections, report.results(), options.slow());
        boolean checked = found == null || found.passed();
        if (!checked) output.line(passed ? "FAILED: the static checks" : "FAILED: tests and the static checks");
        else if (!passed) output.line("FAILED");
        return passed && checked ? 0 : 1;
    }

    private static ChecksProcess.@Nullable Found found(CompletableFuture<ChecksProcess.@Nullable Found> checks) {
        try {
            return checks.join();
        } catch (CompletionException e) {
            return new ChecksProcess.Found(false, "the checks ended with an error: " + e.getCause(), 0);
        }
    }

    /// Names the selections of which no test was run; returns whether there are none.
    private boolean sayWithoutTests(List<Selection> selections, List<TestResult> results, boolean slow) {
        boolean none = true;
        for (Selection selection : selections) {
            int tests = results.stream()
                    .filter(result -> selection.selects(result.job()))
                    .mapToInt(TestResult::tests)
                    .sum();
            if (tests > 0) continue;
            output.line(
                    "No test of " + selection.text() + " was run" + (slow ? "" : "; those tagged slow need --slow"));
            none = false;
        }
        return none;
    }

    private void printChecks(ChecksProcess.Found found) {
        String took = Output.seconds(found.durationNs());
        if (found.passed()) {
            output.step("checks passed in " + took);
            return;
        }
        output.line("The static checks failed:");
        output.line(found.text());
    }

    /// More JVMs than cores: many tests wait for a wire, a process or a browser. Fewer where memory is short.
    private static int defaultForks() {
        var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long memory = (machine.getTotalMemorySize() - LOOP_BYTES) / FORK_BYTES;
        return Math.clamp(memory, 1, Runtime.getRuntime().availableProcessors() + 3);
    }

    private static long processBytes(int forks) {
        return LOOP_BYTES + forks * FORK_BYTES;
    }

    private List<Selection> selections(Workspace workspace, TestOptions options) {
        List<String> modules = workspace.modules();
        if (options.changed()) {
            ChangedFiles.Changed changed = ChangedFiles.find(root, modules);
            var all = new ArrayList<>(workspace.withDependents(changed.modules()));
            // Documents, and tests of all sources.
            if (changed.any()) {
                ChangedFiles.READ_DOCUMENTS.stream()
                        .filter(name -> !all.contains(name.replaceFirst("#.*", "")))
                        .toList()
                        .forEach(all::add);
                String what = changed.modules().isEmpty() ? "documents" : String.join(", ", changed.modules());
                output.step("changed: " + what + "; tested: " + String.join(", ", all));
            }
            return all.stream().map(text -> Selection.parse(text, modules)).toList();
        }
        if (options.selected().isEmpty())
            return modules.stream().map(Selection::all).toList();
        return options.selected().stream()
                .map(text -> Selection.parse(text, modules))
                .toList();
    }

    private Path prepareLogs() {
        Path logs = root.resolve("target/loop");
        try {
            Files.createDirectories(logs);
            try (Stream<Path> old = Files.list(logs)) {
                for (Path file : (Iterable<Path>) old::iterator) {
                    if (file.getFileName().toString().matches("tests-[0-9]+\\.log")) Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return logs.resolve("tests-*.log");
    }
}
