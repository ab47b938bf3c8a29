package dev.lintel.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContactTest {
    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder folder;
    private SideDatabase side;
    private StageStore store;

    @BeforeEach
    void open() {
        folder = DataFolder.open(path);
        side = SideDatabase.sync(folder);
        store = new StageStore(side);
    }

    @AfterEach
    void close() {
        side.close();
        folder.close();
    }

    private Contact contact(Instant newest) {
        return new Contact(
                store,
                () -> new ClockReading(time.now(), ClockTrust.HELD, newest),
                time,
                Instant.parse("2026-03-01T10:00:00Z").toEpochMilli());
    }

    @Test
    void aSilenceIsAsLongAsItLastsWhateverTheClockShows() {
        var contact = contact(Instant.EPOCH);
        assertThat(contact.age()).isEqualTo(Duration.ofDays(1)); // since it joined
        assertThat(contact.online()).isFalse();
        contact.touch();
        assertThat(contact.online()).isTrue();
        time.advance(Duration.ofSeconds(89));
        assertThat(contact.online()).isTrue();
        time.setWall("2026-03-02T09:00:00Z");
        time.advance(Duration.ofSeconds(1));
        assertThat(contact.age()).isEqualTo(Duration.ofSeconds(90));
        assertThat(contact.online()).isFalse();
    }

    @Test
    void itIsKeptOverARestartAndJudgedByTheLaterOfClockAndNewestEvent() {
        var contact = contact(Instant.EPOCH);
        contact.touch();
        contact.keep();
        time.advance(Duration.ofMinutes(9));
        contact.touch();
        contact.keep(); // too soon for a card
        assertThat(store.contactMs())
                .isEqualTo(Instant.parse("2026-03-02T10:00:00Z").toEpochMilli());
        time.advance(Duration.ofMinutes(1));
        contact.touch();
        contact.keep();
        time.setWall("2026-03-02T10:10:30Z"); // restored: it stood still while the box was off
        var again = contact(Instant.parse("2026-03-05T10:10:00Z"));
        assertThat(again.age()).isEqualTo(Duration.ofDays(3));
        assertThat(again.online()).isFalse();
        assertThat(again.lastAt()).isEqualTo(Instant.parse("2026-03-02T10:10:00Z"));
    }

    /// Whoever stops lintel a minute after the last contact has it judged by that one.
    @Test
    void aStopKeepsItWheneverItWasKeptLast() {
        var contact = contact(Instant.EPOCH);
        contact.keepNow();
        assertThat(store.contactMs()).as("never there").isNull();
        contact.touch();
        contact.keep();
        time.advance(Duration.ofMinutes(1));
        contact.touch();
        contact.keepNow();
        assertThat(store.contactMs())
                .isEqualTo(Instant.parse("2026-03-02T10:01:00Z").toEpochMilli());
    }
}
