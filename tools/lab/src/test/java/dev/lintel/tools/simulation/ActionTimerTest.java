package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.simulation.SiteAction.Order;
import dev.lintel.tools.simulation.SiteAction.When;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// When an action's output is on, and when its commands are due.
class ActionTimerTest {
    private static final When OPEN = new When.State(List.of(1), "open");
    private static final When ADMITTED = new When.Event(List.of(1), "admitted");
    private static final Order LOCKDOWN = new Order("lockdown", List.of(2, 3), 0);

    private static long ms(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private static ActionTimer output(When when, long delayMs, long pulseMs) {
        return new ActionTimer(new SiteAction(1, "A", when, "out1", null, delayMs, pulseMs, null), 1, false, true);
    }

    private static ActionTimer order(When when, long delayMs) {
        return new ActionTimer(new SiteAction(1, "A", when, null, LOCKDOWN, delayMs, 0, null), 1, false, true);
    }

    private static boolean takes(ActionTimer timer, int door, long nowNs) {
        return timer.takesDue(door, nowNs) || timer.takesPossible(door, nowNs);
    }

    @Test
    void outputFollowsAStateFromItsDelayOn() {
        ActionTimer timer = output(OPEN, 2_000, 0);
        timer.level(true, 0);
        assertThat(timer.on(ms(1_999))).isFalse();
        assertThat(timer.on(ms(2_000))).isTrue();
        timer.level(false, ms(3_000));
        assertThat(timer.on(ms(3_000))).isFalse();
    }

    @Test
    void pulseEndsAState() {
        ActionTimer timer = output(OPEN, 0, 500);
        timer.level(true, 0);
        assertThat(timer.on(ms(499))).isTrue();
        assertThat(timer.on(ms(500))).isFalse();
    }

    @Test
    void eventDuringTheDelayChangesNothing_andOneAfterItMakesThePulseLonger() {
        ActionTimer timer = output(ADMITTED, 500, 3_000);
        timer.happens(0, true);
        timer.happens(ms(300), true);
        assertThat(timer.on(ms(3_499))).isTrue();
        assertThat(timer.on(ms(3_500))).isFalse();
        timer.happens(ms(500), true);
        assertThat(timer.on(ms(3_500))).isTrue();
    }

    @Test
    void commandIsDueOnceForEachDoor() {
        ActionTimer timer = order(OPEN, 100);
        timer.level(true, 0);
        assertThat(takes(timer, 2, ms(99))).isFalse();
        assertThat(takes(timer, 2, ms(100))).isTrue();
        assertThat(takes(timer, 2, ms(100))).isFalse();
        assertThat(timer.misses(ms(100))).isFalse();
        assertThat(timer.misses(ms(200))).isTrue(); // door 3
        assertThat(timer.misses(ms(200))).isFalse(); // once
    }

    @Test
    void stateThatEndsBeforeTheDelayGivesNoCommand() {
        ActionTimer timer = order(OPEN, 100);
        timer.level(true, 0);
        timer.level(false, ms(99));
        assertThat(takes(timer, 2, ms(100))).isFalse();
        assertThat(timer.misses(ms(200))).isFalse();
    }

    @Test
    void endOfTheShiftEndsDelaysWithinASecond() {
        ActionTimer timer = order(ADMITTED, 5_000);
        timer.happens(0, true);
        timer.covers(false, ms(1_000));
        assertThat(takes(timer, 2, ms(5_000))).isFalse();
        timer.happens(ms(4_500), true);
        assertThat(timer.misses(ms(20_000))).isFalse();
    }

    @Test
    void beginOfTheShiftCountsForAStateWithinASecond() {
        var timer = new ActionTimer(
                new SiteAction(1, "A", OPEN, null, new Order("lockdown", List.of(2), 0), 0, 0, 1), 1, true, false);
        timer.covers(true, ms(1_000));
        assertThat(takes(timer, 2, ms(999))).isFalse();
        assertThat(takes(timer, 2, ms(1_900))).isTrue();
        assertThat(timer.misses(ms(9_000))).isFalse();
    }

    @Test
    void stateThatIsThereAlreadyGivesNoCommand() {
        var timer = new ActionTimer(new SiteAction(1, "A", OPEN, null, LOCKDOWN, 0, 0, null), 1, true, true);
        timer.begins(0);
        timer.level(true, ms(10));
        assertThat(takes(timer, 2, ms(10))).isFalse();
    }
}
