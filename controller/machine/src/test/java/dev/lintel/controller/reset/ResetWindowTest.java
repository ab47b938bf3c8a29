package dev.lintel.controller.reset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.reset.ResetWindow.Acted;
import dev.lintel.controller.reset.ResetWindow.Expired;
import dev.lintel.controller.reset.ResetWindow.Open;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResetWindowTest {
    private static final long S = 1_000_000_000L;
    private static final long STEP = S / 2;

    /// What is active from one second to another, looked at twice a second; `A 5-15, B 20-40`.
    private static ResetWindow over(String held, long untilS) {
        ResetWindow window = ResetWindow.open(0, active(held, 0));
        for (long at = STEP; at <= untilS * S; at += STEP) window = ResetWindow.look(window, at, active(held, at));
        return window;
    }

    private static Set<String> active(String held, long atNs) {
        var active = new java.util.HashSet<String>();
        for (String one : held.split(", ", -1)) {
            if (one.isBlank()) continue;
            String[] words = one.split("[ -]", -1);
            if (atNs >= Long.parseLong(words[1]) * S && atNs < Long.parseLong(words[2]) * S) active.add(words[0]);
        }
        return active;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                                    |  119 | open
                                    |  120 | expired
            A 5-15                  |  120 | expired
            A 5-16                  |   15 | A
            A 5-14, A 14-30         |   15 | A
            A 5-14, A 15-24         |   30 | open
            A 0-120                 |  119 | open
            A 0-3, A 4-15           |   14 | A
            A 0-120, B 30-45        |   40 | B
            A 5-12, B 10-18         |   20 | open
            A 109-140               |  119 | A
            A 111-140               |  140 | expired
            B 20-31, A 20-31        |   31 | A
            """)
    void anActIsWhatIsLetGoAndThenHeldForTenSeconds(String held, long untilS, String comes) {
        ResetWindow window = over(held == null ? "" : held, untilS);
        String came = switch (window) {
            case Open _ -> "open";
            case Expired _ -> "expired";
            case Acted acted -> acted.how();
        };
        assertThat(came).isEqualTo(comes);
    }

    @Test
    void aHoldThatNobodyWatchedBeginsAnew() {
        ResetWindow window = ResetWindow.look(ResetWindow.open(0, Set.of()), STEP, Set.of("A"));
        window = ResetWindow.look(window, 20 * S, Set.of("A"));
        assertThat(window).isInstanceOf(Open.class);
        for (long at = 20 * S; at < 30 * S; at += STEP) window = ResetWindow.look(window, at, Set.of("A"));
        assertThat(window).isInstanceOf(Open.class);
        assertThat(ResetWindow.look(window, 30 * S, Set.of("A"))).isEqualTo(new Acted("A"));
    }

    @Test
    void wordsAreAnActWhileItIsOpen() {
        Open open = ResetWindow.open(7, Set.of("A"));
        assertThat(ResetWindow.typed(open, 119 * S, "tty1")).isEqualTo(new Acted("tty1"));
        assertThat(ResetWindow.typed(open, 121 * S, "tty1")).isEqualTo(new Expired());
        assertThat(ResetWindow.typed(new Expired(), 8, "tty1")).isEqualTo(new Expired());
    }

    @Test
    void whatEndedStaysEnded() {
        var acted = new Acted("A");
        assertThat(ResetWindow.look(acted, 500 * S, Set.of())).isEqualTo(acted);
        assertThat(ResetWindow.look(new Expired(), 1, Set.of("A"))).isEqualTo(new Expired());
    }
}
