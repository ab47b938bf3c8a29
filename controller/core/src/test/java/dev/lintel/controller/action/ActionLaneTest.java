package dev.lintel.controller.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorLane;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorParts;
import dev.lintel.controller.door.DoorSettings;
import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The actions' thread next to the door lane.
class ActionLaneTest {
    private static final DoorTimes TIMES = new DoorTimes(
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            DoorTimes.Relock.OPEN,
            true);

    private final SystemTime time = new SystemTime();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);

    /// A line that does not return.
    private final class Hanging implements OutputPoint {
        @Override
        public void set(boolean active) {
            hangs.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public boolean active() {
            return false;
        }
    }

    /// A strike's line.
    private static final class Bolt implements OutputPoint {
        private volatile boolean on;

        @Override
        public void set(boolean active) {
            on = active;
        }

        @Override
        public boolean active() {
            return on;
        }
    }

    @Test
    void anOutputThatHangsDelaysNoStrike() throws InterruptedException {
        var inbox = new ActionInbox(time);
        EventLog log = new HeardLog(new Nowhere(), inbox);
        var board = new DoorBoard();
        board.follow(inbox::door);
        var doors = new Doors(time, log, board);
        var bolt = new Bolt();
        var strike = new Strike(bolt, time);
        doors.start(new DoorSettings(1, 1, TIMES), new DoorParts(strike, Map.of(), () -> false, () -> false));
        var outputs = new Outputs(log, time);
        outputs.add("siren", new Hanging(), false);
        var runner = new ActionRunner(
                new ActionRunner.Parts(time, inbox, board, (_, _) -> true, (_, _, _) -> true, outputs, board::touch));
        var when = new Trigger.OfState(List.of(1L), DoorCondition.UNLOCKED);
        runner.actions(
                List.of(new Action(1, "Siren", when, new Effect.Switch("siren", null), Duration.ZERO, null, null)));
        try (var lane = new DoorLane(doors, time, e -> {
                    throw new AssertionError(e);
                });
                var actions = new ActionLane(runner, inbox, time)) {
            var orders = new DoorOrders(lane, _ -> true, time);
            give(orders, new DoorCommand.Unlock(null));
            assertThat(hangs.await(10, TimeUnit.SECONDS)).isTrue();
            // The actions hang now. The door does not.
            give(orders, new DoorCommand.Normal());
            assertThat(bolt.active()).isFalse();
            give(orders, new DoorCommand.Unlock(null));
            assertThat(bolt.active()).isTrue();
            assertThat(actions.fault()).isNull(); // not yet: 5 s
            goesOn.countDown();
        }
    }

    private static void give(DoorOrders orders, DoorCommand command) {
        assertThat(orders.give(1, command, "olga")).isEqualTo(new DoorOrders.Outcome.Done());
    }

    private static final class Nowhere implements EventLog {
        @Override
        public void append(EventDraft draft, LongConsumer onDurable) {
            // Nobody reads it.
        }

        @Override
        public long head() {
            return 0;
        }

        @Override
        public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
            return null;
        }

        @Override
        public long awaitHeadAbove(long id, long timeoutMs) {
            return 0;
        }
    }
}
