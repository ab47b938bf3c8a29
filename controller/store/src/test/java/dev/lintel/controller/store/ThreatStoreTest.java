package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.access.ThreatLevels;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.store.ThreatStore.Change;
import dev.lintel.controller.store.ThreatStore.Reported;
import dev.lintel.controller.store.ThreatStore.Threat;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreatStoreTest {
    private static final long SITE = 1;
    private static final String HUB = "hub1/7";

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder data;
    private Database database;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, time);
        FirstSite demo = FirstSite.demo();
        new PolicyStore(database, time).begin(demo.policy(), demo.people());
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    private ThreatStore threats() {
        return database.threats();
    }

    private Threat set(int level, String note) {
        return Objects.requireNonNull(threats().set(SITE, new Change(level, "olga@example.com", note)));
    }

    private Threat take(int level, String upstream, long version) {
        var change = new Change(level, "hub@example.com", "");
        return Objects.requireNonNull(threats().take(SITE, new Reported(change, upstream, version)));
    }

    private Threat kept() {
        return database.read(sql -> Objects.requireNonNull(ThreatStore.get(sql, SITE)));
    }

    private List<Event> changes() {
        return new EventStore(database).newestOf(List.of(EventKind.THREAT_LEVEL_CHANGED), 100);
    }

    @Test
    void levelIsZeroUntilItIsSet() {
        assertThat(threats().levels()).isEqualTo(ThreatLevels.NONE);
        Threat threat = kept();
        assertThat(threat.level()).isZero();
        assertThat(threat.changedAtMs()).isNull();
    }

    @Test
    void set_changesMemoryDiskAndLogAtOnce() {
        Threat threat = set(3, "Police in the yard");
        assertThat(threats().levels().of(SITE)).isEqualTo(3);
        assertThat(kept()).isEqualTo(threat);
        assertThat(changes()).hasSize(1);
        Event event = changes().getFirst();
        assertThat(event.subject().channelId()).isNull();
        assertThat(event.draft().additional())
                .isEqualTo(Map.of(
                        "site_id",
                        SITE,
                        "site",
                        threat.site(),
                        "old",
                        0L,
                        "new",
                        3L,
                        "by",
                        "olga@example.com",
                        "note",
                        "Police in the yard"));
    }

    @Test
    void levelThatIsSetAlready_isNotSetAgain() {
        Threat first = set(3, "first");
        time.advance(Duration.ofMinutes(1));
        assertThat(set(3, "second")).isEqualTo(first);
        assertThat(changes()).hasSize(1);
    }

    @Test
    void siteThatIsNotThere_hasNoLevel() {
        assertThat(threats().set(99, new Change(1, "x", ""))).isNull();
        assertThat(changes()).isEmpty();
    }

    @Test
    void wrongLevelsAndLongNotesAreRefused() {
        assertThatThrownBy(() -> new Change(6, "x", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Change(-1, "x", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Change(1, "x", "n".repeat(501))).isInstanceOf(IllegalArgumentException.class);
        assertThat(new Change(1, "x".repeat(1_000), "n".repeat(500)).by()).hasSize(300);
    }

    @Test
    void diskThatTakesNothing_changesNothing() {
        database.refuseWritesWhile(() -> "the disk takes nothing");
        assertThatThrownBy(() -> set(3, "")).isInstanceOf(StoreException.class);
        assertThat(threats().levels().of(SITE)).isZero();
        database.refuseWritesWhile(() -> null);
        assertThat(changes()).isEmpty();
    }

    @Test
    void levelSurvivesARestartAndAKill() {
        set(3, "");
        database.abandon();
        database = TestDatabase.open(data, time);
        assertThat(threats().levels().of(SITE)).isEqualTo(3);
        set(0, "");
        database.close();
        database = TestDatabase.open(data, time);
        assertThat(threats().levels().of(SITE)).isZero();
    }

    @Test
    void versionRisesAlsoWhenTheClockIsSetBack() {
        long first = set(3, "").version();
        time.setWall("2020-01-01T00:00:00Z");
        assertThat(set(1, "").version()).isEqualTo(first + 1);
    }

    @Test
    void levelOfTheHub_isTakenOnceAndLeavesALaterOneOfThisBox() {
        assertThat(take(4, HUB, 100).level()).isEqualTo(4);
        set(1, "");
        assertThat(take(4, HUB, 100).level()).as("the hub says the same again").isEqualTo(1);
        assertThat(take(5, HUB, 99).level()).as("a hub that was restored").isEqualTo(1);
        assertThat(take(2, HUB, 101).level()).isEqualTo(2);
        assertThat(threats().levels().of(SITE)).isEqualTo(2);
        assertThat(take(3, "hub2/1", 5).level()).as("of another hub").isEqualTo(3);
        assertThat(changes()).hasSize(4);
    }

    @Test
    void hubThatSetsTheLevelThatIsHereAlready_isRememberedWithoutAnEvent() {
        set(4, "");
        take(4, HUB, 100);
        assertThat(changes()).hasSize(1);
        set(0, "");
        assertThat(take(4, HUB, 100).level()).isZero();
    }

    @Test
    void siteThatThePolicyHasNoMore_isAtLevel0WhenItIsBack() {
        set(3, "");
        threats().sites(Set.of(2L));
        assertThat(threats().levels()).isEqualTo(ThreatLevels.NONE);
    }
}
