package dev.lintel.controller.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatsTest {
    private final Repeats repeats = new Repeats();

    @Test
    void aFaultThatComesAgainAndAgainIsWrittenTwentyTimesAMinute() {
        int written = 0;
        for (int i = 0; i < 10_000; i++)
            written += repeats.of("reader 1 is offline after " + i + " ms", i).size();
        assertThat(written).isEqualTo(Repeats.SAME_MAX);
        assertThat(repeats.of("another line", 20_000)).containsExactly("another line");
        assertThat(repeats.of("another line", Repeats.WINDOW_NS))
                .containsExactly(
                        "9980 more like this within a minute were left out: reader # is offline after # ms",
                        "another line");
        assertThat(repeats.of("reader 1 is offline after 3 ms", Repeats.WINDOW_NS + 1))
                .as("its next minute")
                .containsExactly("reader 1 is offline after 3 ms");
    }

    @Test
    void whatIsRareIsWrittenAsItIs() {
        for (long minute = 0; minute < 100; minute++) {
            assertThat(repeats.of("the same", minute * Repeats.WINDOW_NS)).isEqualTo(List.of("the same"));
        }
    }

    @Test
    void aProgramThatSaysManyThingsIsNotHeldBack() {
        int written = 0;
        for (int i = 0; i < 5_000; i++)
            written += repeats.of(
                            "" + (char) ('a' + i % 26) + (char) ('a' + i / 26 % 26) + (char) ('a' + i / 676) + " ended",
                            1)
                    .size();
        assertThat(written).isEqualTo(5_000);
    }
}
