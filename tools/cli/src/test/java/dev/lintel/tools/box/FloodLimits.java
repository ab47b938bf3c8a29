package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/// What one measurement of [FloodBoxTest] presents and asks for, and how late a box with strangers may be.
///
/// @param cards presented, at both doors in turn; one takes 0.3 s at its reader
/// @param healthRequests each on a new connection
/// @param medianUs by which the median of the strikes may be later than without strangers
/// @param latestUs the same of the latest strike
/// @param runsAlone whether no other test process takes the processors, so that the first measurement counts
record FloodLimits(int cards, int healthRequests, long medianUs, long latestUs, boolean runsAlone) {
    /// The tightest limits that held in each of six runs on two processors, at a load of 8 to 13: each processor
    /// had an endless loop, and other builds used both. The better one of two measurements was 40 ms late at most,
    /// its latest strike 135 ms. A median that other processes disturbed was up to 231 ms late, so there is a
    /// second measurement.
    static final FloodLimits FEW = new FloodLimits(4, 5, 50_000, 150_000, false);

    /// For tests that take minutes. On a quiet machine the latest of twenty strikes is 16 ms late and the median 1
    /// ms, also while 40 addresses complete handshakes. With an endless loop for each processor the median is 5 ms
    /// late.
    static final FloodLimits MANY = new FloodLimits(20, 10, 10_000, 100_000, true);

    /// `/health` answers another address within two seconds, whatever strangers do.
    private static final long HEALTH_MS_MAX = 2_000;

    /// A reader takes longer to send the bits of a card, so no strike without strangers is earlier.
    private static final long READER_US = 90_000;

    /// What each measurement must meet, also one that other processes disturb.
    private static final long DISTURBED_US_MAX = 200_000;

    private static final int DISTURBED_SLOWER_MAX = 10;

    /// Whether these times of one attack need a second one. Times that are within the limits of a box that takes only
    /// the reader's time need none.
    boolean needsAnother(List<FloodTimes> with) {
        return !runsAlone && with.size() == 1 && !isMet(with.getFirst(), READER_US, READER_US);
    }

    private boolean isMet(FloodTimes with, long aloneMedianUs, long aloneLatestUs) {
        return FloodTimes.middle(with.strikeUs()) <= aloneMedianUs + medianUs
                && FloodTimes.last(with.strikeUs()) <= aloneLatestUs + latestUs
                && FloodTimes.last(with.healthMs()) < HEALTH_MS_MAX;
    }

    /// One of the measurements must be within the limits.
    ///
    /// @param with measured during the same attack, once or twice
    void require(List<FloodTimes> with, FloodTimes alone) {
        long medianUs = FloodTimes.middle(alone.strikeUs());
        for (FloodTimes times : with) {
            assertThat(FloodTimes.middle(times.healthMs()))
                    .as("ms for /health; without strangers: %s", alone.row())
                    .isLessThan(Math.max(HEALTH_MS_MAX, DISTURBED_SLOWER_MAX * FloodTimes.middle(alone.healthMs())));
            assertThat(FloodTimes.middle(times.strikeUs()))
                    .as("us for the strike; without strangers: %s", alone.row())
                    .isLessThan(Math.max(DISTURBED_US_MAX, DISTURBED_SLOWER_MAX * medianUs));
        }
        assertThat(with)
                .as("%s; without strangers: %s", this, alone.row())
                .anyMatch(times -> isMet(times, medianUs, FloodTimes.last(alone.strikeUs())));
    }
}
