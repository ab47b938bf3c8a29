package dev.lintel.tools.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Holds the whole project to the house's rules.
class TidyTest {
    private static final String SENTENCES =
            "controller/app/src/test/resources/dev/lintel/controller/contract/sentences.csv";

    private static Project project;

    @BeforeAll
    static void load() throws IOException {
        project = Project.load();
    }

    /// A thousand parsed files fill the room that the tests after these need.
    @AfterAll
    static void forget() {
        project = new Project(project.root(), List.of());
    }

    @Test
    void filesMethodsAndLinesStaySmall() {
        assertNone(SizeRules::check);
    }

    @Test
    void onlyWhoMayReadsClocksPrintsOrMakesThreads() {
        assertNone(CallRules::check);
    }

    @Test
    void namesAreTheGlossarys() {
        assertNone(NameRules::check);
    }

    @Test
    void everyPackageHasItsPage() {
        assertThat(PackageRules.check(project.sources())).isEmpty();
    }

    @Test
    void everySourceThatIsCitedIsListed() throws IOException {
        String sources = project.read("docs/sources.md");
        var problems = new ArrayList<Problem>();
        for (Path file : project.texts()) {
            String name = project.root().relativize(file).toString();
            if (name.contains("/tidy/")) continue; // the samples of bad citations
            problems.addAll(DocumentRules.citations(name, Files.readString(file), sources));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void everyTestThatAPageNamesExists() throws IOException {
        var problems = new ArrayList<Problem>();
        for (Path page : project.texts()) {
            String name = project.root().relativize(page).toString();
            if (!name.endsWith(".md")) continue;
            problems.addAll(DocumentRules.namedTests(name, Files.readString(page), project.sources()));
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void noThreatIsInThePageOfSecurityTwice() throws IOException {
        String page = "docs/security.md";
        assertThat(DocumentRules.repeatedRows(page, project.read(page))).isEmpty();
    }

    @Test
    void theChangelogHasItsShape() throws IOException {
        assertThat(DocumentRules.changelog(project.read("CHANGELOG.md"))).isEmpty();
    }

    @Test
    void theTableOfEventsIsTheCodes() throws IOException {
        assertThat(project.read("docs/events.md")).contains(DocumentRules.eventTable());
    }

    /// Where it differs, the table that is right is in `target/contract.md`.
    @Test
    void theTableOfTheContractIsWhatIsTested() throws IOException {
        var table = new ContractTable(project.read(SENTENCES), project.sources());
        Path right = project.root().resolve("tools/cli/target/contract.md");
        Files.writeString(right, table.markdown());
        assertThat(table.problems()).isEmpty();
        assertThat(project.read("docs/contract.md")).endsWith(table.markdown());
    }

    private void assertNone(Function<SourceFile, List<Problem>> rule) {
        assertThat(project.sources()).hasSizeGreaterThan(50); // an empty list would satisfy every rule
        assertThat(project.sources().stream().flatMap(file -> rule.apply(file).stream()))
                .isEmpty();
    }
}
