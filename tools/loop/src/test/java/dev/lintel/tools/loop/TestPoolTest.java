package dev.lintel.tools.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real test processes over a small project.
class TestPoolTest {
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m");

    @TempDir
    Path folder;

    private SmallProject project;
    private int classMsMax = 60_000;

    @BeforeEach
    void write() throws Exception {
        project = new SmallProject(folder);
        Files.createDirectories(folder.resolve("target/loop"));
    }

    /// Runs what is selected; whether everything passed.
    private boolean run(String excludedTag, SkipList skips, Selection... selections) {
        return report(excludedTag, 2, selections).finish(skips);
    }

    private static Selection selection(String text) {
        return Selection.parse(text, List.of("lower", "upper"));
    }

    /// What came of it, in so many processes at the same time.
    private TestReport report(String excludedTag, int forks, Selection... selections) {
        var workspace = new Workspace(folder);
        new Build(workspace, project.output()).compile(List.of(workspace.test("lower"), workspace.test("upper")));
        var jobs = new java.util.ArrayList<TestJob>();
        for (Selection selection : selections) jobs.addAll(selection.jobs(workspace, Map.of()));
        var report = new TestReport(project.output(), jobs.size());
        var settings = new TestProcess.Settings(
                excludedTag, classMsMax, JVM, TestProcess.launcher(System.getProperty("java.class.path")));
        new TestPool(workspace, report, settings).run(jobs, forks);
        return report;
    }

    @Test
    void failuresOfOneModuleDoNotHideOthers() {
        project.test("lower", "BadTest", """
                class BadTest {
                    @Test void one() { Assertions.assertEquals(1, 2, "one is not two"); }
                    @Test void two() {}
                }""");
        project.test("upper", "GoodTest", "class GoodTest { @Test void three() {} }");
        assertThat(run("", SkipList.any(), Selection.all("lower"), Selection.all("upper")))
                .isFalse();
        assertThat(project.printed())
                .contains("FAILED BadTest.one", "one is not two", "Failed tests:\n  BadTest.one\n")
                .contains("Tests: 2 passed, 1 failed, 0 skipped");
    }

    @Test
    void testsOfAClassThatAllowsItRunAtTheSameTime() {
        project.test("lower", "TogetherTest", """
                @org.junit.jupiter.api.parallel.Execution(org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT)
                class TogetherTest {
                    static final java.util.concurrent.CyclicBarrier both = new java.util.concurrent.CyclicBarrier(2);
                    @Test void one() throws Exception { both.await(20, java.util.concurrent.TimeUnit.SECONDS); }
                    @Test void two() throws Exception { both.await(20, java.util.concurrent.TimeUnit.SECONDS); }
                    @Test void bad() { Assertions.fail("not this one"); }
                }""");
        project.test("lower", "AloneTest", """
                class AloneTest {
                    @Test void one() { Assertions.assertEquals("main", Thread.currentThread().getName()); }
                }""");
        assertThat(run("", SkipList.any(), Selection.all("lower"))).isFalse();
        assertThat(project.printed())
                .contains("Failed tests:\n  TogetherTest.bad\n", "Tests: 3 passed, 1 failed, 0 skipped");
    }

    @Test
    void longFailureIsShortenedAndWholeInTheLog() throws Exception {
        project.test("lower", "LongTest", """
                class LongTest {
                    @Test void many() { Assertions.fail("line\\n".repeat(300) + "the last one"); }
                }""");
        assertThat(run("", SkipList.any(), Selection.all("lower"))).isFalse();
        assertThat(project.printed())
                .containsPattern("[.]{3} [0-9]+ more lines in target/loop/tests-[*][.]log")
                .doesNotContain("the last one");
        assertThat(folder.resolve("target/loop/tests-1.log"))
                .content()
                .contains("FAILED LongTest.many")
                .contains("the last one");
    }

    @Test
    void processThatEndsIsAFailureOfItsClassAlone() {
        project.test("lower", "EndingTest", "class EndingTest { @Test void end() { Runtime.getRuntime().halt(3); } }");
        project.test("lower", "OtherTest", "class OtherTest { @Test void other() {} }");
        assertThat(run("", SkipList.any(), Selection.all("lower"))).isFalse();
        assertThat(project.printed())
                .contains("FAILED EndingTest", "the test process ended with exit code 3")
                .contains("Tests: 1 passed, 1 failed, 0 skipped");
    }

    /// The class says something all the time: what counts is the time since it began.
    @Test
    void classThatDoesNotEndInTimeIsEndedWithWhatItStarted() throws Exception {
        Path pid = folder.resolve("pid");
        project.test("lower", "EndlessTest", """
                class EndlessTest {
                    @RepeatedTest(1000) void again() throws Exception {
                        var pid = java.nio.file.Path.of("%s");
                        if (!java.nio.file.Files.exists(pid)) {
                            var started = new ProcessBuilder("sleep", "600").start();
                            java.nio.file.Files.writeString(pid, "" + started.pid());
                        }
                        Thread.sleep(100);
                        Assertions.fail("again");
                    }
                }""".formatted(pid));
        classMsMax = 10_000; // it has to begin in this time
        assertThat(run("", SkipList.any(), Selection.all("lower"))).isFalse();
        assertThat(project.printed()).contains("the class did not end in time", "EndlessTest.again(");
        var started = ProcessHandle.of(Long.parseLong(Files.readString(pid)));
        if (started.isPresent()) started.get().onExit().get(10, TimeUnit.SECONDS);
    }

    @Test
    void failureBeforeAllTestsCounts() {
        project.test("lower", "EarlyTest", """
                class EarlyTest {
                    @BeforeAll static void fail() { throw new IllegalStateException("no ground"); }
                    @Test void never() {}
                }""");
        assertThat(run("", SkipList.any(), Selection.all("lower"))).isFalse();
        assertThat(project.printed()).contains("no ground").contains("0 passed, 1 failed");
    }

    @Test
    void skippedTestsAreListedWithTheirReason() throws Exception {
        project.test("lower", "SkippedTest", """
                class SkippedTest {
                    @Test void aborted() { Assumptions.assumeTrue(false, "no loop device"); }
                    @Test @Disabled("known") void disabled() {}
                    @Test void run() {}
                }""");
        TestReport report = report("", 1, Selection.all("lower"));
        assertThat(report.finish(SkipList.any())).isTrue();
        assertThat(project.printed())
                .contains("SkippedTest.aborted: Assumption failed: no loop device", "SkippedTest.disabled: known")
                .contains("Tests: 1 passed, 0 failed, 2 skipped");

        String one = "# why\nSkippedTest.disabled: known\n";
        Path list = Files.writeString(
                folder.resolve("skips"), one + "SkippedTest.aborted: no loop device in a container\n");
        assertThat(report.finish(SkipList.read(list))).isTrue();
        Files.writeString(list, one);
        assertThat(report.finish(SkipList.read(list))).isFalse();
        assertThat(project.printed()).contains("SkippedTest.aborted was skipped and is not listed in " + list);
    }

    @Test
    void skippedClassIsOneSkipForEachTest() {
        project.test("lower", "DisabledTest", """
                @Disabled("not here") class DisabledTest { @Test void one() {} @Test void two() {} }""");
        project.test("lower", "AbortedTest", """
                class AbortedTest {
                    @BeforeAll static void look() { Assumptions.assumeTrue(false, "no board"); }
                    @Test void three() {}
                    @Test void four() {}
                }""");
        assertThat(report("", 1, Selection.all("lower")).finish(SkipList.any())).isTrue();
        assertThat(project.printed())
                .contains("DisabledTest.one: not here", "DisabledTest.two: not here")
                .contains("AbortedTest.three: Assumption failed: no board", "AbortedTest.four: ")
                .contains("Tests: 0 passed, 0 failed, 4 skipped");
    }

    @Test
    void selectionWithoutTestsFailsWhateverElsePasses() {
        project.test("lower", "RightTest", "class RightTest { @Test void opens() {} @Test void opensAgain() {} }");
        var run = new TestRun(project.root, project.output());
        assertThat(run.run(TestOptions.parse(List.of("lower#RightTest.open*", "--fast"))))
                .isZero();
        assertThat(project.printed()).contains("Tests: 2 passed");
        assertThat(run.run(TestOptions.parse(List.of("lower#RightTest.opens", "lower#RightTest.opnes", "--fast"))))
                .isEqualTo(1);
        assertThat(project.printed()).contains("No test of lower#RightTest.opnes was run");
    }

    @Test
    void findingsOfTheChecksFailTheRunUnlessTheyAreLeftOut() {
        project.test("lower", "BadlyFormattedTest", "class BadlyFormattedTest {   @Test void one() {} }");
        var run = new TestRun(project.root, project.output());
        assertThat(run.run(TestOptions.parse(List.of("lower", "--fast")))).isZero();
        assertThat(project.printed()).doesNotContain("not formatted");
        assertThat(run.run(TestOptions.parse(List.of("lower")))).isEqualTo(1);
        assertThat(project.printed())
                .contains(
                        "BadlyFormattedTest.java: error: not formatted",
                        "Tests: 1 passed",
                        "FAILED: the static checks");
    }

    @Test
    void theTenSlowestClassesAreListed() {
        var report = new TestReport(project.output(), 12);
        for (int i = 1; i <= 12; i++) {
            var job = new TestJob("lower", "dev.lintel.C" + i + "Test", "", 0);
            report.add(new TestResult(job, 1, List.of(), List.of(), i * 1_000L, 10));
        }
        assertThat(report.finish(SkipList.any())).isTrue();
        List<String> lines = project.printed()
                .lines()
                .dropWhile(line -> !line.equals("The slowest classes:"))
                .toList();
        assertThat(lines.get(1)).contains("12.0 s").contains("C12Test");
        assertThat(lines.get(10)).contains("3.0 s").contains("C3Test");
        assertThat(lines.get(11)).startsWith("Test classes: 12");
    }

    @Test
    void excludedTagsAreLeftOutAndMethodsCanBeChosen() {
        project.test("lower", "ManyTest", """
                class ManyTest {
                    @Test @Tag("slow") void slow() { Assertions.fail(); }
                    @Test void one() {}
                    @Test void two() { Assertions.fail(); }
                }""");
        assertThat(run("slow", SkipList.any(), selection("lower#ManyTest.one"))).isTrue();
        assertThat(project.printed()).contains("Tests: 1 passed, 0 failed, 0 skipped");
        assertThat(run("", SkipList.any(), selection("lower#Many*.slow"))).isFalse();
    }

    @Test
    void testsRunInTheFolderOfTheirModule() {
        project.test("upper", "FolderTest", """
                class FolderTest {
                    @Test void folder() {
                        var here = java.nio.file.Path.of("").toAbsolutePath();
                        Assertions.assertEquals("upper", here.getFileName().toString());
                    }
                }""");
        assertThat(run("", SkipList.any(), Selection.all("upper"))).isTrue();
    }
}
