package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StrikeLineTest {
    private static final long S = TimeUnit.SECONDS.toNanos(1);

    private final StrikeLine line = new StrikeLine();

    @Test
    void isFaultyUntilTheLaneHasDrivenItAnew() {
        line.faulty(true, S);
        assertThat(line.faulty(100 * S)).isTrue();
        line.faulty(false, 101 * S);
        assertThat(line.faulty(101 * S + S / 5)).isTrue();
        assertThat(line.faulty(102 * S)).isFalse();
    }

    @Test
    void aLaneThatIsStuckDrivesItLate() {
        line.faulty(true, S);
        line.stalls(12 * S, 9 * S);
        line.faulty(false, 10 * S);
        assertThat(line.faulty(12 * S)).isTrue();
        assertThat(line.faulty(13 * S)).isFalse();

        line.faulty(true, 20 * S);
        line.faulty(false, 21 * S);
        line.stalls(25 * S, 21 * S + 1);
        assertThat(line.faulty(25 * S)).isTrue();
        assertThat(line.faulty(26 * S)).isFalse();

        line.stalls(35 * S, 30 * S);
        assertThat(line.faulty(32 * S))
                .as("it worked before the lane was stuck")
                .isFalse();
    }

    @Test
    void theLogTellsOfAFaultOnceAndOfItsEnd() {
        assertThat(line.told(true, 0)).as("it works").isFalse();
        line.begins();
        line.faulty(true, S);
        assertThat(line.told(true, 2 * S)).isTrue();
        assertThat(line.told(true, 3 * S)).isFalse();
        assertThat(line.told(false, 4 * S)).isTrue();
        assertThat(line.told(false, 5 * S)).isFalse();
    }
}
