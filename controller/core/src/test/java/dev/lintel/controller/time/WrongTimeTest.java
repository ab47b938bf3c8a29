package dev.lintel.controller.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.WrongTime.Seen;
import dev.lintel.controller.time.WrongTime.Word;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrongTimeTest {
    private final HandTime time = new HandTime("2026-11-24T10:00:00Z");
    private final WrongTime wrong = new WrongTime();
    private Instant newest = Instant.parse("2026-11-24T09:00:00Z");

    private boolean isOver(@Nullable Word word) {
        return wrong.isOver(new Seen(time.nowMs(), time.nowNs(), newest.toEpochMilli()), () -> word);
    }

    private boolean isOver() {
        return isOver(null);
    }

    /// An event at what the clock shows.
    private void event() {
        newest = time.now();
    }

    @Test
    void aPersonsWordEndsAWrongTimeHoweverFarItLeadsBack() {
        newest = Instant.parse("2027-11-24T10:00:00Z");
        assertThat(isOver()).as("nobody has said so").isFalse();
        assertThat(isOver(new Word(time.now(), time.nowNs()))).isTrue();
    }

    @Test
    void itStandsOnlyWhileNobodyHasSteppedTheClockSince() {
        newest = Instant.parse("2027-11-24T10:00:00Z");
        var word = new Word(Instant.parse("2026-11-24T10:00:00Z"), time.nowNs());
        time.advance(Duration.ofDays(3));
        assertThat(isOver(word)).isTrue();
        time.setWall("2026-11-26T10:00:00Z");
        assertThat(isOver(word))
                .as("a day further back: not what the person has said")
                .isFalse();
    }

    @Test
    void aStepAheadIsTakenBackByWhoeverIsBelieved() {
        assertThat(isOver()).isFalse();
        time.setWall("2040-01-01T00:00:00Z");
        event();
        assertThat(isOver()).isFalse();
        time.advance(Duration.ofMinutes(1));
        time.setWall("2026-11-24T10:01:00Z");
        assertThat(isOver()).isTrue();
        event();
        assertThat(isOver()).as("once is enough").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-24T09:55:00Z", "2026-11-02T00:00:00Z"})
    void butNotToATimeThatWasPastBefore(String forged) {
        assertThat(isOver()).isFalse();
        time.setWall("2040-01-01T00:00:00Z");
        event();
        assertThat(isOver()).isFalse();
        time.setWall(forged);
        assertThat(isOver()).isFalse();
        time.setWall("2026-11-24T10:00:00Z");
        assertThat(isOver()).as("the true time comes later").isTrue();
    }

    @Test
    void whereSeveralStepsLeadAheadTheFirstCounts() {
        assertThat(isOver()).isFalse();
        time.setWall("2030-01-01T00:00:00Z");
        assertThat(isOver()).isFalse();
        time.setWall("2040-01-01T00:00:00Z");
        event();
        assertThat(isOver()).isFalse();
        time.setWall("2026-11-24T10:00:00Z");
        assertThat(isOver()).isTrue();
    }

    @Test
    void aStepBackAloneEndsNothing() {
        event();
        assertThat(isOver()).isFalse();
        time.setWall("2026-11-10T10:00:00Z");
        assertThat(isOver()).isFalse();
    }

    @Test
    void whatWasAheadBeforeTheStepIsNoneOfIt() {
        newest = Instant.parse("2027-01-01T00:00:00Z");
        assertThat(isOver()).isFalse();
        time.setWall("2040-01-01T00:00:00Z");
        event();
        assertThat(isOver()).isFalse();
        time.setWall("2026-11-24T10:00:00Z");
        assertThat(isOver()).as("an event of 2027 was there before").isFalse();
    }

    @Test
    void neitherIsAStepOfAClockThatWasNotBelievedNorOneOfLongAgo() {
        wrong.unbelieved();
        time.setWall("2027-01-01T00:00:00Z"); // a time service sets what was restored: that is no fault
        event();
        assertThat(isOver()).isFalse();
        time.setWall("2026-12-01T00:00:00Z");
        assertThat(isOver()).isFalse();

        time.setWall("2028-01-01T00:00:00Z");
        event();
        assertThat(isOver()).isFalse();
        time.advance(Duration.ofHours(25));
        time.setWall("2027-01-01T02:00:00Z");
        assertThat(isOver()).isFalse();
    }

    @Test
    void aWordIsReadAsItIsWritten() {
        var word = new Word(Instant.parse("2026-11-24T10:00:00.123456789Z"), 42_000_000_000L);
        assertThat(Objects.requireNonNull(Word.parse(word.text() + "\n"))).isEqualTo(word);
        assertThat(Word.parse("2026-11-24T10:00:00Z\n")).isNull();
        assertThat(Word.parse("noon 3")).isNull();
        assertThat(Word.parse("2026-11-24T10:00:00Z x")).isNull();
    }
}
