package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.SetupLinks;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.SetupLinkStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stands on a box's own screens is true whenever somebody reads it.
class ScreenTest {
    private static final Pattern PATH = Pattern.compile("https://box:8443(/setup[?]token=[A-Za-z0-9_-]{43}) ");
    /// As a card's paper has it.
    private static final String CLAIM = "c".repeat(43);

    @TempDir
    Path temporary;

    private final HandTime time = new HandTime("2024-05-01T00:00:00Z");
    private final AtomicBoolean alone = new AtomicBoolean(true);
    private Path file;
    private DataFolder folder;
    private Database database;
    private SetupLinks links;
    private FirstLink first;
    private Screen screen;

    @BeforeEach
    void open() {
        file = temporary.resolve("screen");
        folder = DataFolder.open(temporary.resolve("data"));
        database = TestDatabase.open(folder, time);
        links = new SetupLinks(new SetupLinkStore(database), time);
        first = new FirstLink(links, database);
        screen = new Screen(file, new Screen.Shown(() -> "https://box:8443", first::good, alone::get, null));
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private String shown() throws IOException {
        screen.look();
        return Files.readString(file);
    }

    private String path() throws IOException {
        Matcher path = PATH.matcher(shown());
        assertThat(path.find()).as("a link on the screen").isTrue();
        return path.group(1);
    }

    @Test
    void aLinkThatIsOverIsReplacedByOneThatIsGood() throws IOException {
        assertThat(shown()).as("no pages are served yet").isEmpty();
        first.open(() -> FirstLink.ofDay(links));
        String before = path();
        time.advance(Duration.ofHours(23));
        assertThat(path()).isEqualTo(before);
        time.advance(Duration.ofHours(2));
        String after = path();
        assertThat(after).isNotEqualTo(before);
        assertThat(links.isGood(after)).isTrue();
        assertThat(links.isGood(before)).isFalse();
    }

    /// A board without a clock of its own begins years behind; the network tells it the time after its pages are there.
    @Test
    void aClockThatIsSetAfterTheStartLeavesAGoodLink() throws IOException {
        first.open(() -> FirstLink.ofDay(links));
        path();
        time.setWall("2026-11-26T12:00:00Z");
        assertThat(links.isGood(path())).isTrue();
    }

    @Test
    void theLinkOfACardStaysForYears() throws IOException {
        first.open(() -> new FirstLink.Link(links.create(CLAIM), "once; the link that came with the card"));
        time.advance(Duration.ofDays(700));
        assertThat(path()).endsWith(CLAIM);
    }

    @Test
    void whoeverUsedItTakesItFromTheScreen() throws IOException {
        new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).begin(FirstSite.demo());
        first.open(() -> FirstLink.ofDay(links));
        path();
        new UserStore(database).create(UserStore.NewUser.of(UserStore.Kind.OPERATOR, "ada@example.com", "a hash", 0));
        assertThat(shown()).isEmpty();
        time.advance(Duration.ofDays(2));
        assertThat(shown()).as("nor is there another one").isEmpty();
    }

    /// A hub says who passes: nobody is waited for, and the link would stand there for years.
    @Test
    void aBoxThatFollowsShowsNone() throws IOException {
        alone.set(false);
        first.open(() -> FirstLink.ofDay(links));
        assertThat(shown()).isEmpty();
        alone.set(true);
        path();
    }

    /// Whoever stands before it calls somebody; there is no link on a box that knows nothing any more.
    @Test
    void whatIsBrokenStandsThereAndNoLinkWithIt() throws IOException {
        screen = new Screen(file, new Screen.Shown(() -> null, () -> null, alone::get, "the disk is broken"));
        assertThat(shown()).isEqualTo("  This box needs somebody: the disk is broken.\n\n");
        var boot = new Screen.Shown(() -> "https://box:8443", first::good, alone::get, "no updates");
        first.open(() -> FirstLink.ofDay(links));
        screen = new Screen(file, boot);
        assertThat(shown()).contains("no updates").containsPattern(PATH);
    }
}
