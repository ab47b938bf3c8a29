package dev.lintel.reader.wiegand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.wiegand.SignalPlayer.Lamps;
import java.util.StringJoiner;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /// Green, red and buzzer, each while it is on; from the start, then at each change with its millisecond.
    private static String timeline(ReaderSignal signal, int holdMs, int untilMs) {
        var fresh = new SignalPlayer(0);
        fresh.show(signal, holdMs, 0);
        var said = new StringJoiner(" ");
        Lamps before = null;
        for (long nowNs = 0; nowNs < untilMs * MS; ) {
            Lamps lamps = fresh.step(nowNs);
            String on = (lamps.green() ? "G" : "") + (lamps.red() ? "R" : "") + (lamps.buzzer() ? "B" : "");
            if (!lamps.equals(before)) said.add(nowNs / MS + ":" + (on.isEmpty() ? "-" : on));
            before = lamps;
            long waitNs = fresh.waitNs(nowNs);
            nowNs = waitNs == SignalPlayer.NEVER ? Long.MAX_VALUE : nowNs + waitNs;
        }
        return said.toString();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "IDLE,            0,    0:R",
        "ADMITTED,        5000, 0:GB 120:G 5000:R",
        "REJECTED,        1500, '0:RB 120:- 240:RB 360:- 480:RB 600:- 720:R 840:- 960:R 1080:- 1200:R 1320:- 1440:R'",
        "TOGGLED_UNLOCKED, 2400, '0:GB 300:B 600:G 900:- 1200:GB 1500:B 1800:G 2100:- 2400:R'",
        "TOGGLED_LOCKED, 2400,   '0:RB 300:B 600:R 900:- 1200:R 1500:- 1800:R 2100:- 2400:R'",
        "WAITING_FOR_PIN, 0,    '0:GR 300:- 600:GR 900:- 1200:GR 1500:- 1800:GR 2100:- 2400:GR 2700:-'",
        "WAITING_FOR_OTHERS, 0, 0:GR 1800:- 2000:GR 3800:- 4000:GR 5800:-",
        "UNLOCKED,        0,    0:G",
        "LOCKDOWN,        0,    0:R 1500:- 2000:R 3500:- 4000:R 5500:-",
        "OFFLINE,         0,    0:GR 200:- 2000:GR 2200:- 4000:GR 4200:-",
    })
    void eachSignalHasItsRhythmOnTheLines(ReaderSignal signal, int holdMs, String lines) {
        int untilMs = signal == ReaderSignal.WAITING_FOR_PIN ? 3_000 : 6_000;
        assertThat(timeline(signal, holdMs, untilMs)).isEqualTo(lines);
    }

    @Test
    void aPreAlarmBeepsOnceOverWhateverIsShown() {
        player.show(ReaderSignal.LOCKDOWN, 0, 0);
        player.show(ReaderSignal.PRE_ALARM, 0, 1_450 * MS);
        assertThat(player.step(1_450 * MS)).isEqualTo(new Lamps(false, true, true));
        assertThat(player.waitNs(1_450 * MS)).isEqualTo(50 * MS);
        assertThat(player.step(1_500 * MS)).isEqualTo(new Lamps(false, false, true));
        assertThat(player.waitNs(1_500 * MS)).isEqualTo(70 * MS);
        assertThat(player.step(1_570 * MS)).isEqualTo(DARK);
        assertThat(player.step(2_000 * MS)).as("its rhythm goes on").isEqualTo(RED);
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
