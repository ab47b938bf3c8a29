package dev.lintel.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.BoxStore.Told;
import dev.lintel.sync.wire.Cursor;
import java.util.List;
import org.junit.jupiter.api.Test;

/// When a box last had all there was, as its hub says.
class ToldTest {
    private static final long AT_MS = 1_795_000_000_000L;
    private static final Cursor LATEST = new Cursor("era", 7);

    private static Told told(long revision) {
        return new Told("1", List.of(), null, new Cursor("era", revision), null, null, null, null);
    }

    @Test
    void itIsWhenWhatIsNewestWasLookedAt() {
        assertThat(told(7).upTo(LATEST, AT_MS).completedMs()).isEqualTo(AT_MS);
        assertThat(told(6).upTo(LATEST, AT_MS).completedMs()).isNull();
        assertThat(told(7).upTo(null, AT_MS).completedMs()).isNull();
    }

    /// Two look one after the other and tell of it the other way round.
    @Test
    void itDoesNotGoBackByAMoment() {
        Told told = told(7).upTo(LATEST, AT_MS);
        assertThat(told.upTo(LATEST, AT_MS - 16).completedMs()).isEqualTo(AT_MS);
        assertThat(told.upTo(LATEST, AT_MS + 16).completedMs()).isEqualTo(AT_MS + 16);
    }

    @Test
    void aClockThatWasSetBackIsFollowed() {
        Told told = told(7).upTo(LATEST, AT_MS);
        assertThat(told.upTo(LATEST, AT_MS - 3_600_000).completedMs()).isEqualTo(AT_MS - 3_600_000);
    }
}
