package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LateLaneTest {
    private final List<Long> taken = Collections.synchronizedList(new ArrayList<>());

    private boolean take(LaneInput input) {
        return taken.add(input.atNs());
    }

    private static LaneInput pressed(long atNs) {
        return new LaneInput.RexPressed(1, atNs);
    }

    @Test
    void whatIsSaidBeforeTheLaneRunsReachesItInOrder() {
        var lane = new LateLane();
        assertThat(lane.offer(pressed(1))).isTrue();
        assertThat(lane.offer(pressed(2))).isTrue();
        assertThat(taken).isEmpty();
        lane.runs(this::take);
        assertThat(lane.offer(pressed(3))).isTrue();
        assertThat(taken).containsExactly(1L, 2L, 3L);
    }

    @Test
    void pastItsLimitItSaysSo() {
        var lane = new LateLane();
        for (long atNs = 0; atNs < 500; atNs++)
            assertThat(lane.offer(pressed(atNs))).isTrue();
        assertThat(lane.offer(pressed(500))).isFalse();
        lane.runs(this::take);
        assertThat(taken).hasSize(500);
    }

    @Test
    void nothingIsLostOrOvertakenAsTheLaneBegins() throws InterruptedException {
        var lane = new LateLane();
        Thread input = Thread.ofPlatform().start(() -> {
            for (long atNs = 0; atNs < 400; atNs++) lane.offer(pressed(atNs));
        });
        lane.runs(this::take);
        input.join();
        assertThat(taken)
                .containsExactlyElementsOf(LongStream.range(0, 400).boxed().toList());
    }
}
