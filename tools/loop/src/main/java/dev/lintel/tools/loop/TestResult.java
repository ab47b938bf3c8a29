package dev.lintel.tools.loop;

import java.util.List;

/// How one test class ended.
///
/// @param job the class
/// @param tests the number of tests that were run or skipped
/// @param failures the failed tests, those of `@BeforeAll` and the like included
/// @param skips the tests that were not run
/// @param durationMs the time from its start to its end
/// @param cpuMs the processor time of the test process and of those children that it has waited for
record TestResult(TestJob job, int tests, List<Failure> failures, List<Skip> skips, long durationMs, long cpuMs) {
    TestResult {
        failures = List.copyOf(failures);
        skips = List.copyOf(skips);
    }

    /// @param test such as `PersonTest.nameIsRequired[2]`
    /// @param trace the exception with its stack
    record Failure(String test, String trace) {}

    /// @param test such as `PersonTest.nameIsRequired`
    /// @param reason why it was skipped, in the test's own words
    record Skip(String test, String reason) {}

    int passed() {
        return Math.max(0, tests - failures.size() - skips.size());
    }
}
