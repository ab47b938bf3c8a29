package dev.lintel.reader.wiegand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.wiegand.SignalPlayer.Lamps;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SignalPlayerTest {
    private static final long MS = 1_000_000;
    private static final Lamps RED = new Lamps(false, true, false);
    private static final Lamps GREEN = new Lamps(true, false, false);
    private static final Lamps DARK = new Lamps(false, false, false);

    private final SignalPlayer player = new SignalPlayer(0);

    @Test
    void idleIsSteadyRedWithNothingToWaitFor() {
        assertThat(player.step(0)).isEqualTo(RED);
        assertThat(player.waitNs(0)).isEqualTo(SignalPlayer.NEVER);
    }

    @Test
    void admittedIsGreenWithOneBeepAndFallsBackAfterItsHold() {
        player.show(ReaderSignal.ADMITTED, 5_000, 0);
        assertThat(player.step(0)).isEqualTo(new Lamps(true, false, true));
        assertThat(player.waitNs(0)).isEqualTo(120 * MS);
        assertThat(player.step(120 * MS)).isEqualTo(GREEN);
        assertThat(player.waitNs(120 * MS)).isEqualTo(4_880 * MS);
        assertThat(player.step(5_000 * MS - 1)).isEqualTo(GREEN);
        assertThat(player.step(5_000 * MS)).isEqualTo(RED);
        assertThat(player.waitNs(5_000 * MS)).isEqualTo(SignalPlayer.NEVER);
    }

    @Test
    void rejectedFlashesRedWithThreeBeepsAndFallsBackToTheLastSteadySignal() {
        player.show(ReaderSignal.UNLOCKED, 0, 0);
        player.show(ReaderSignal.REJECTED, 1_000, 0);
        int beeps = 0;
        int flashes = 0;
        Lamps before = DARK;
        for (long nowNs = 0; nowNs < 1_000 * MS; nowNs += Math.max(1, Math.min(player.waitNs(nowNs), MS))) {
            Lamps lamps = player.step(nowNs);
            if (lamps.buzzer() && !before.buzzer()) beeps++;
            if (lamps.red() && !before.red()) flashes++;
            assertThat(lamps.green()).isFalse();
            before = lamps;
        }
        assertThat(beeps).isEqualTo(3);
        assertThat(flashes).isGreaterThanOrEqualTo(3);
        assertThat(player.step(1_000 * MS)).isEqualTo(GREEN);
    }

    @Test
    void aSteadySignalDuringAPassingOneTakesItsPlace() {
        player.show(ReaderSignal.ADMITTED, 5_000, 0);
        player.show(ReaderSignal.LOCKDOWN, 0, 100 * MS);
        assertThat(player.step(200 * MS)).isEqualTo(RED);
    }

    @Property
    void betweenTwoChangesNothingChanges(
            @ForAll ReaderSignal signal,
            @ForAll @IntRange(min = 1, max = 3000) int holdMs,
            @ForAll @IntRange(max = 4000) int atMs) {
        var fresh = new SignalPlayer(0);
        fresh.show(signal, holdMs, 0);
        long nowNs = atMs * MS;
        Lamps lamps = fresh.step(nowNs);
        long waitNs = fresh.waitNs(nowNs);
        assertThat(waitNs).isPositive();
        if (waitNs != SignalPlayer.NEVER)
            assertThat(fresh.step(nowNs + waitNs - 1)).isEqualTo(lamps);
    }
}
