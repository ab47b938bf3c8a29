package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.simulation.Verdicts.Certainty;
import dev.lintel.tools.simulation.Verdicts.Place;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Where a person may be after kills: each place that the disk may have stays possible.
class ConnectedPlacesTest {
    private static final long PERSON = 7;
    private static final long DOOR = 1;

    private long nowNs;
    private final ConnectedPlaces places = new ConnectedPlaces(() -> nowNs);

    private void passes(String area, long told) {
        places.passed(PERSON, DOOR, new Place(area, told), told);
    }

    private void dies(long kept) {
        places.lost(kept);
        places.begins();
    }

    private Certainty seenIn(String area) {
        return places.seenIn(PERSON, area, _ -> true);
    }

    @Test
    void moveOnDisk_isCertainAfterAKill() {
        passes("house", 1);
        passes("lab", 2);
        dies(3);
        assertThat(seenIn("lab")).isEqualTo(Certainty.YES);
        assertThat(seenIn("house")).isEqualTo(Certainty.NO);
    }

    @Test
    void doubtOfAnEarlierKill_returnsWhereTheNextMoveIsLost() {
        passes("house", 1);
        dies(1); // on disk: house, or nothing
        passes("house", 2);
        assertThat(seenIn("house")).isEqualTo(Certainty.YES);
        dies(2); // on disk: house, or nothing, as the second move may be lost, too
        assertThat(seenIn("house")).isEqualTo(Certainty.PERHAPS);
    }

    @Test
    void doubtOfAnEarlierKill_returnsWhereTheForgettingIsLost() {
        passes("house", 1);
        passes("lab", 2);
        dies(2);
        places.forgotten(Set.of("house", "lab"), 3);
        assertThat(seenIn("house")).isEqualTo(Certainty.NO);
        dies(3);
        assertThat(seenIn("house")).isEqualTo(Certainty.PERHAPS);
        assertThat(seenIn("lab")).isEqualTo(Certainty.PERHAPS);
    }

    @Test
    void placeOfAnotherArea_isNotForgotten() {
        passes("lab", 1);
        places.forgotten(Set.of("street", "house"), 2);
        assertThat(seenIn("lab")).isEqualTo(Certainty.YES);
        places.forgotten(Set.of("house", "lab"), 3);
        assertThat(seenIn("lab")).isEqualTo(Certainty.NO);
    }

    private Certainty observed(String area) {
        return places.observed(area, _ -> true);
    }

    @Test
    void areaIsObserved_fromAnEntryOn_untilItIsForgotten() {
        assertThat(observed("lab")).isEqualTo(Certainty.NO);
        passes("lab", 1);
        passes("house", 2);
        assertThat(observed("lab")).isEqualTo(Certainty.YES);
        places.forgotten(Set.of("house", "lab"), 3);
        assertThat(observed("lab")).isEqualTo(Certainty.NO);
        passes("house", 4);
        dies(5);
        assertThat(observed("house")).as("a person is there").isEqualTo(Certainty.YES);
        places.forgiven(PERSON);
        assertThat(observed("house")).isEqualTo(Certainty.NO);
        passes("house", 6);
        dies(5);
        assertThat(observed("house")).as("the move may be lost").isEqualTo(Certainty.PERHAPS);
    }

    @Test
    void forcedOpening_leavesThoseWhoSharedAnEarlierOne() {
        places.admitted(PERSON, DOOR, "entry", new Place("house", 1), Unopened.Opening.NONE);
        places.given(DOOR, Set.of(PERSON), 1_000);
        places.opens(DOOR, Turns.Taken.UNSURE); // an exit's, or theirs
        places.forced(DOOR);
        nowNs = 1_001 + ConnectedPlaces.ENDED_NS;
        places.settled(DOOR, 2);
        assertThat(seenIn("house")).isEqualTo(Certainty.PERHAPS);
        places.forgotten(Set.of("street", "house"), 3);
        assertThat(seenIn("house")).isEqualTo(Certainty.NO);
    }

    @Test
    void openingAfterTheTimeOfThePerson_isPerhapsForced() {
        places.admitted(PERSON, DOOR, "entry", new Place("house", 1), Unopened.Opening.NONE);
        places.given(DOOR, Set.of(PERSON), 1_000);
        nowNs = 1_001 + ConnectedPlaces.ENDED_NS;
        places.opens(DOOR, Turns.Taken.UNSURE);
        places.settled(DOOR, 2);
        assertThat(seenIn("house")).isEqualTo(Certainty.PERHAPS);
    }
}
