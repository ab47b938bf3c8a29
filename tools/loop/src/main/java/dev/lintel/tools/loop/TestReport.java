package dev.lintel.tools.loop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Collects results while tests run, and prints progress and the summary. Safe for any thread.
final class TestReport {
    /// Lines of a stack trace that are shown; all of it is in the log of the test process.
    private static final int TRACE_LINES_MAX = 25;

    private static final int SLOWEST = 10;
    /// Between two lines of progress where there is no terminal.
    private static final long PROGRESS_NS = 30_000_000_000L;

    private final Output output;
    private final int classes;
    private final long startNs = System.nanoTime();
    private final List<TestResult> results = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private long shownNs = startNs;

    /// @param classes how many classes will be run
    TestReport(Output output, int classes) {
        this.output = output;
        this.classes = classes;
    }

    synchronized void add(TestResult result) {
        results.add(result);
        for (TestResult.Failure failure : result.failures()) {
            output.line("FAILED " + failure.test());
            List<String> trace = failure.trace().lines().toList();
            trace.stream().limit(TRACE_LINES_MAX).forEach(line -> output.line("    " + line));
            int more = trace.size() - TRACE_LINES_MAX;
            if (more > 0) output.line("    ... " + more + " more lines in target/loop/tests-*.log");
        }
        long nowNs = System.nanoTime();
        if (!output.isTerminal() && nowNs - shownNs < PROGRESS_NS) return;
        shownNs = nowNs;
        output.progress(results.size() + " of " + classes + " classes, " + tests() + " tests, " + failed() + " failed, "
                + minutes(nowNs - startNs)
                + (output.isTerminal() ? "  " + result.job().simpleName() : ""));
    }

    /// Something that keeps tests from running and is no test's failure.
    synchronized void problem(String text) {
        problems.add(text);
        output.line("ERROR " + text);
    }

    synchronized List<TestResult> results() {
        return List.copyOf(results);
    }

    /// Prints the summary.
    ///
    /// @param allowedSkips the names of tests that may be skipped
    /// @return whether everything passed
    synchronized boolean finish(SkipList allowedSkips) {
        List<TestResult.Skip> skips =
                results.stream().flatMap(result -> result.skips().stream()).toList();
        if (results.size() > 1) printSlowest();
        printSkips(skips);
        List<String> failed = results.stream()
                .flatMap(result -> result.failures().stream())
                .map(TestResult.Failure::test)
                .sorted()
                .toList();
        if (!failed.isEmpty()) {
            output.line("Failed tests:");
            failed.forEach(test -> output.line("  " + test));
        }
        Set<String> unexpected = allowedSkips.unexpected(skips);
        unexpected.forEach(test -> problem(test + " was skipped and is not listed in " + allowedSkips.name()));
        if (results.size() < classes) problem("only " + results.size() + " of " + classes + " classes were run");
        long passed = results.stream().mapToLong(TestResult::passed).sum();
        output.line("Test classes: " + results.size() + " in " + minutes(System.nanoTime() - startNs) + ", "
                + String.format(Locale.ROOT, "%.0f s of tests, %.0f s CPU", totalMs() / 1e3, totalCpuMs() / 1e3));
        output.line("Tests: " + passed + " passed, " + failed.size() + " failed, " + skips.size() + " skipped");
        return failed.isEmpty() && problems.isEmpty();
    }

    private void printSlowest() {
        output.line("The slowest classes:");
        results.stream()
                .sorted(Comparator.comparingLong(TestResult::durationMs).reversed())
                .limit(SLOWEST)
                .forEach(result -> output.line(String.format(
                        Locale.ROOT,
                        "  %7.1f s  %6.1f s CPU  %s (%d tests)",
                        result.durationMs() / 1e3,
                        result.cpuMs() / 1e3,
                        result.job().simpleName(),
                        result.tests())));
    }

    private void printSkips(List<TestResult.Skip> skips) {
        if (skips.isEmpty()) return;
        output.line("Skipped tests:");
        for (TestResult.Skip skip : skips) {
            output.line("  " + skip.test() + ": " + skip.reason().strip().replaceAll("\\s+", " "));
        }
    }

    private long tests() {
        return results.stream().mapToLong(TestResult::tests).sum();
    }

    private long failed() {
        return results.stream().mapToLong(result -> result.failures().size()).sum();
    }

    private long totalMs() {
        return results.stream().mapToLong(TestResult::durationMs).sum();
    }

    private long totalCpuMs() {
        return results.stream().mapToLong(TestResult::cpuMs).sum();
    }

    private static String minutes(long ns) {
        long seconds = ns / 1_000_000_000;
        return String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60);
    }
}
