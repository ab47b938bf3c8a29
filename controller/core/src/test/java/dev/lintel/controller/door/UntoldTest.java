package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UntoldTest {
    private static final long A = 1;
    private static final long B = 2;

    private final Untold untold = new Untold(Set.of(A, B));

    private List<LaneInput> all() {
        var all = new ArrayList<LaneInput>();
        for (LaneInput next = untold.poll(Long.MAX_VALUE); next != null; next = untold.poll(Long.MAX_VALUE)) {
            all.add(next);
        }
        return all;
    }

    @Test
    void pressesOfOneKindAtOneDoorAreOneWithTheTimeOfTheFirst() {
        untold.keep(new LaneInput.RexPressed(A, 10));
        untold.keep(new LaneInput.AuxClosed(A, 11));
        untold.keep(new LaneInput.RexPressed(A, 12));
        untold.keep(new LaneInput.RexPressed(B, 13));
        untold.keep(new LaneInput.RexPressed(A, 14, false));
        untold.keep(new LaneInput.ExitRefused(A, 15, true));
        untold.keep(new LaneInput.ExitRefused(A, 16, true));
        untold.keep(new LaneInput.ExitRefused(A, 17, false));
        assertThat(all())
                .containsExactly(
                        new LaneInput.RexPressed(A, 10, true, 2),
                        new LaneInput.AuxClosed(A, 11, 1),
                        new LaneInput.RexPressed(B, 13, true, 1),
                        new LaneInput.RexPressed(A, 14, false, 1),
                        new LaneInput.ExitRefused(A, 15, true, 2, LaneInput.Why.LOCKDOWN),
                        new LaneInput.ExitRefused(A, 17, false, 1, LaneInput.Why.LOCKDOWN));
        assertThat(untold.isEmpty()).isTrue();
    }

    @Test
    void whatIsLaterThanAskedForStays() {
        untold.keep(new LaneInput.LeafMoved(A, 10, true));
        untold.keep(new LaneInput.LeafMoved(B, 5, true));
        assertThat(untold.oldestNs()).isEqualTo(5);
        assertThat(untold.poll(4)).isNull();
        assertThat(untold.poll(9)).isEqualTo(new LaneInput.LeafMoved(B, 5, true));
        assertThat(untold.poll(9)).isNull();
        assertThat(untold.isEmpty()).isFalse();
        assertThat(all()).containsExactly(new LaneInput.LeafMoved(A, 10, true));
        assertThat(untold.oldestNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void oneDoorKeepsSoManyAndAnExitAlwaysFindsRoom() {
        for (int i = 0; i < 10_000; i++) untold.keep(new LaneInput.LeafMoved(A, i, i % 2 == 0));
        untold.keep(new LaneInput.RexPressed(A, 10_000));
        untold.keep(new LaneInput.LeafMoved(B, 10_001, true));
        List<LaneInput> all = all();
        assertThat(all).hasSize(Untold.KEPT_MAX + 2);
        assertThat(all.getFirst()).isEqualTo(new LaneInput.LeafMoved(A, 0, true));
        assertThat(all).contains(new LaneInput.RexPressed(A, 10_000));
    }

    @Test
    void whatIsSaidAgainAnywayIsNotKept() {
        untold.keep(new LaneInput.FireMoved(A, 1, true));
        untold.keep(new LaneInput.Removed(A, 1));
        untold.keep(new LaneInput.LeafMoved(99, 1, true));
        assertThat(all()).isEmpty();
    }

    @Test
    void noPressIsLostBetweenTwoThreads() throws InterruptedException {
        int presses = 20_000;
        Thread input = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < presses; i++) untold.keep(new LaneInput.RexPressed(A, i));
        });
        int told = 0;
        while (input.isAlive() || !untold.isEmpty()) {
            if (untold.poll(Long.MAX_VALUE) instanceof LaneInput.RexPressed rex) told += rex.presses();
        }
        assertThat(told).isEqualTo(presses);
    }
}
