package dev.lintel.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Times of the box are seconds since its start; the hub's clock shows 1,000,000 s then.
class FreshnessTest {
    private static final long HUB_MS = 1_000_000_000;

    private final Freshness freshness = new Freshness();

    private static long ns(double seconds) {
        return Math.round(seconds * 1e9);
    }

    private static long hubMs(double seconds) {
        return HUB_MS + Math.round(seconds * 1_000);
    }

    /// The hub's clock is asked for at one time, read at another and heard of at a third.
    private void heard(double asked, double read, double now) {
        freshness.heard(hubMs(read), ns(asked), ns(now));
    }

    private boolean isLate(double sent, double now) {
        return freshness.isLate(hubMs(sent), ns(now));
    }

    @Test
    void whatComesAtOnceIsNotLate() {
        assertThat(isLate(0, 100)).as("nothing is known yet").isFalse();
        heard(0, 0.05, 0.1);
        assertThat(isLate(10, 10.05)).isFalse();
        assertThat(isLate(10, 11.9)).isFalse();
        assertThat(isLate(10, 12.1)).isTrue();
        assertThat(isLate(10, 70)).isTrue();
    }

    /// The order and all that was said before it come together, a minute late.
    @Test
    void aLineThatStoodStillMakesNothingFresh() {
        heard(0, 0.05, 0.1);
        heard(20, 20.05, 80);
        assertThat(isLate(21, 80)).isTrue();
        assertThat(isLate(79.5, 80.1)).isFalse();
    }

    /// The welcome itself was kept: it was read after the hello, whenever that was.
    @Test
    void aWelcomeThatCameLateMakesNothingFresh() {
        heard(0, 0.05, 8);
        assertThat(isLate(1, 8)).isTrue();
        assertThat(isLate(7.9, 8)).isFalse();
    }

    /// A slow way up makes what comes down seem older: such a line brings no answer in time either.
    @Test
    void aQuickAnswerIsBelievedBeforeASlowOne() {
        heard(0, 3, 3.1);
        assertThat(isLate(10, 10.1)).isTrue();
        heard(20, 20.1, 20.2);
        assertThat(isLate(21, 21.1)).isFalse();
    }

    /// Five minutes a day, and a link of a week.
    @Test
    void clocksMayDriftApart() {
        for (double drift : new double[] {1 + 300.0 / 86_400, 1 - 300.0 / 86_400}) {
            var link = new Freshness();
            for (double at = 0; at < TimeUnit.DAYS.toSeconds(7); at += 20) {
                link.heard(hubMs(at * drift), ns(at), ns(at + 0.1));
                assertThat(link.isLate(hubMs(at * drift), ns(at + 0.1))).isFalse();
                assertThat(link.isLate(hubMs(at * drift), ns(at + 5))).isTrue();
            }
        }
    }

    /// Somebody sets the hub's clock back: after the next beat all is as before.
    @Test
    void aHubsClockMayBeSetBack() {
        heard(0, 0.05, 0.1);
        assertThat(isLate(-3_600, 5)).isTrue();
        heard(20, 20.05 - 3_600, 20.1);
        assertThat(isLate(21 - 3_600.0, 21.1)).isFalse();
        assertThat(isLate(21 - 3_600.0, 25)).isTrue();
    }
}
