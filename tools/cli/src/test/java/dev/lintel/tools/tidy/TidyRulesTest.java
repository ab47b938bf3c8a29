package dev.lintel.tools.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Shows each rule a sample that breaks it, and one that does not.
class TidyRulesTest {
    private static final String MAIN = "controller/core/src/main/java/dev/lintel/controller/door/Sample.java";

    @Test
    void aLongFileAndAWideLineAreRefused() {
        assertThat(SizeRules.check(main("class A {}\n" + "//\n".repeat(SizeRules.FILE_LINES_MAX))))
                .singleElement()
                .hasToString(MAIN + ":801: the file has more than 800 lines");
        assertThat(SizeRules.check(main("class A {}\n// " + "x".repeat(SizeRules.WIDTH_MAX))))
                .singleElement()
                .hasToString(MAIN + ":2: the line is wider than 120");
        assertThat(SizeRules.check(main("class A {}\n// " + "x".repeat(SizeRules.WIDTH_MAX - 3))))
                .isEmpty();
    }

    @Test
    void aLongMethodIsRefused() {
        assertThat(SizeRules.check(main("class A {\n void go() {\n" + "int x;\n".repeat(58) + "}\n}")))
                .isEmpty();
        assertThat(SizeRules.check(main("class A {\n void go() {\n" + "int x;\n".repeat(59) + "}\n}")))
                .singleElement()
                .asString()
                .contains("go has 61 lines");
    }

    @Test
    void aSixthParameterIsRefusedButInARecordsHeaderOrAnEnumsTable() {
        String six = "(int a, int b, int c, int d, int e, int f)";
        assertThat(SizeRules.check(main("class A { A" + six + " {} }"))).hasSize(1);
        assertThat(SizeRules.check(main("class A { void go" + six + " {} }"))).hasSize(1);
        assertThat(SizeRules.check(main("record A" + six + " { A { if (a < 0) throw null; } }")))
                .isEmpty();
        assertThat(SizeRules.check(main("enum A { X(1, 2, 3, 4, 5, 6); A" + six + " {} }")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.nanoTime()",
                "System.currentTimeMillis()",
                "java.time.Instant.now()",
                "LocalDate.now(zone)",
                "Thread.sleep(5)",
                "System.out.println(1)",
                "System.err.flush()",
                "new Thread(() -> {}).start()",
                "Thread.ofVirtual().start(() -> {})",
                "Thread.startVirtualThread(() -> {})",
                "Thread.ofVirtual().name(\"out\").start(process.inputReader()::readLine)"
            })
    void aBannedCallIsRefused(String call) {
        assertThat(CallRules.check(main("class A { void go() { " + call + "; } }")))
                .isNotEmpty();
    }

    @Test
    void whatIsNamedInACommentOrATextIsNoCall() {
        assertThat(CallRules.check(main("class A { /* System.nanoTime() */ String s = \"Thread.sleep(1)\"; }")))
                .isEmpty();
        assertThat(CallRules.check(main("class A { void go() { Thread.ofVirtual().name(\"a\").start(() -> {}); } }")))
                .isEmpty();
    }

    @Test
    void clocksAreForTheTimePackageAndPrintingForTheCommandLine() {
        var clock = new SourceFile(
                "controller/core/src/main/java/dev/lintel/controller/time/A.java",
                "class A { long n = System.nanoTime(); }");
        assertThat(CallRules.check(clock)).isEmpty();
        var tool = new SourceFile(
                "tools/cli/src/main/java/dev/lintel/tools/A.java", "class A { void go() { System.out.println(); } }");
        assertThat(CallRules.check(tool)).isEmpty();
        var test = new SourceFile(
                "tools/cli/src/test/java/dev/lintel/tools/A.java", "class A { void go() { Thread.sleep(1); } }");
        assertThat(CallRules.check(test)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"class BadgeReader {}", "class A { void isGranted() {} }", "class A { int door_sensor; }"})
    void aBannedWordIsRefusedAsAWholeWord(String text) {
        assertThat(NameRules.check(main(text))).hasSize(1);
    }

    @Test
    void aBannedWordInsideAnotherIsNone() {
        assertThat(NameRules.check(main("class Agreed { int freed, sensorship; }")))
                .isEmpty();
    }

    @Test
    void aPackageWithoutItsPageIsRefused() {
        assertThat(PackageRules.check(List.of(main("class A {}")))).hasSize(1);
        String path = "controller/core/src/main/java/dev/lintel/controller/door/package-info.java";
        assertThat(PackageRules.check(List.of(new SourceFile(path, "/// Doors.\npackage dev.lintel.controller.door;"))))
                .hasSize(3);
        String good =
                "/// Doors.\n///\n/// ```\n///  a --> b\n/// ```\n@NullMarked\npackage dev.lintel.controller.door;";
        assertThat(PackageRules.check(List.of(new SourceFile(path, good)))).isEmpty();
    }

    @Test
    void aSourceThatIsNotListedIsRefused() {
        String sources = "# Sources\n\n## OSDP frame\n";
        assertThat(DocumentRules.citations("A.java", "docs/sources.md#osdp-frame", sources))
                .isEmpty();
        assertThat(DocumentRules.citations("A.java", "docs/sources.md#osdp-farme", sources))
                .hasSize(1);
    }

    @Test
    void aTestThatDoesNotExistIsRefused() {
        var sources = List.of(
                new SourceFile("tools/cli/src/test/java/dev/DoorTest.java", "class DoorTest { void opens() {} }"));
        assertThat(DocumentRules.namedTests("a.md", "`DoorTest`, `DoorTest.opens`, `DoorTest.java`", sources))
                .singleElement()
                .asString()
                .contains("DoorTest.java");
        assertThat(DocumentRules.namedTests("a.md", "one\n\n`GateTest`", sources))
                .containsExactly(new Problem("a.md", 3, "there is no test `GateTest`"));
    }

    @Test
    void aTestOfWhichThereAreTwoIsNamedWithItsPackage() {
        var sources = List.of(
                new SourceFile("tools/cli/src/test/java/dev/store/DoorTest.java", "class DoorTest { void opens() {} }"),
                new SourceFile("tools/cli/src/test/java/dev/api/DoorTest.java", "class DoorTest { void closes() {} }"));
        assertThat(DocumentRules.namedTests("a.md", "`store.DoorTest.opens`, `api.DoorTest`", sources))
                .isEmpty();
        assertThat(DocumentRules.namedTests("a.md", "`DoorTest.opens`\n`api.DoorTest.opens`", sources))
                .containsExactly(
                        new Problem("a.md", 1, "`DoorTest.opens` is in several packages"),
                        new Problem("a.md", 2, "there is no test `api.DoorTest.opens`"));
    }

    @Test
    void aRowThatIsInAPageTwiceIsRefused() {
        String head = "| Threat | Test |\n|---|---|\n";
        assertThat(DocumentRules.repeatedRows("a.md", head + "| A | 1 |\n\n" + head + "| B | 1 |\n"))
                .isEmpty();
        assertThat(DocumentRules.repeatedRows("a.md", head + "| A | 1 |\n| A | 2 |\n"))
                .containsExactly(new Problem("a.md", 4, "this row is in the page twice:  A "));
    }

    @Test
    void aChangelogOfAnotherShapeIsRefused() {
        assertThat(DocumentRules.changelog("# Changelog\n\n## Unreleased\n\n- A thing\n  more of it\n"))
                .isEmpty();
        assertThat(DocumentRules.changelog(
                        "# Changelog\n\n## Unreleased\n- A\n\n## 0.1.0 (2026-12-01)\n### New\n- B\n"))
                .isEmpty();
        assertThat(DocumentRules.changelog("# Changes\n")).hasSize(2);
        assertThat(DocumentRules.changelog("# Changelog\n## 0.1.0\n* A\n")).hasSize(2);
    }

    private static SourceFile main(String text) {
        return new SourceFile(MAIN, text);
    }
}
