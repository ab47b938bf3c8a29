package dev.lintel.controller.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Outputs over time, also against a model that looks at the whole past at each moment.
class ActionRunnerTest {
    private static final Duration TICK = Duration.ofMillis(100);

    private final ActionRig rig = new ActionRig("siren", "light");

    private static Action switches(long id, Trigger when, String output, long delayMs, @Nullable Long pulseMs) {
        Duration pulse = pulseMs == null ? null : Duration.ofMillis(pulseMs);
        return new Action(id, "A" + id, when, new Effect.Switch(output, pulse), Duration.ofMillis(delayMs), null, null);
    }

    private static Trigger open(Long... channels) {
        return new Trigger.OfState(List.of(channels), DoorCondition.OPEN);
    }

    private static Trigger admitted(Long... channels) {
        return new Trigger.OfEvent(List.of(channels), DoorEvent.ADMITTED);
    }

    private static Action orders(Trigger when, ActionCommand command, Long... channels) {
        return new Action(
                7, "Order", when, new Effect.Order(command, List.of(channels), null), Duration.ZERO, null, null);
    }

    @Test
    void anActionThatStaysInForceKeepsItsTimes_andANewOneBeginsWithTheStateAsItIs() {
        Action known = switches(1, open(1L), "siren", 1_000, null);
        rig.runner.actions(List.of(known));
        rig.leaf(1, true);
        rig.pass(Duration.ofMillis(600));
        rig.runner.actions(List.of(known, switches(2, open(1L), "light", 1_000, null)));
        rig.pass(Duration.ofMillis(400));
        assertThat(rig.on("siren")).isTrue();
        assertThat(rig.on("light")).isFalse();
        rig.pass(Duration.ofMillis(600));
        assertThat(rig.on("light")).isTrue();
    }

    @Test
    void aTestSwitchesTheOutputOnForTwoSeconds_andNamesWhoTestedIt() {
        rig.runner.actions(List.of(switches(1, open(1L), "siren", 0, null)));
        assertThat(rig.test("siren")).isNull();
        assertThat(rig.on("siren")).isTrue();
        assertThat(rig.runner.outputs().getFirst().tested()).isTrue();
        assertThat(rig.test("siren")).isEqualTo("the output is on already");
        assertThat(rig.test("bell")).isEqualTo("there is no output 'bell'");
        rig.pass(Duration.ofSeconds(2));
        assertThat(rig.on("siren")).isFalse();
        assertThat(rig.told).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.CONFIGURATION_CHANGED);
            assertThat(event.additional()).containsEntry("output", "siren").containsEntry("by", "olga");
        });
        rig.leaf(1, true);
        rig.pass(TICK);
        assertThat(rig.test("siren")).isEqualTo("the output is on already");
    }

    @Test
    void aLineThatThrowsIsTriedAgain_andReported() {
        rig.runner.actions(List.of(switches(1, open(1L), "siren", 0, null), switches(2, open(1L), "light", 0, null)));
        rig.point("siren").fails = true;
        rig.leaf(1, true);
        rig.pass(Duration.ofMillis(900));
        assertThat(rig.on("light")).isTrue();
        assertThat(rig.told).isEmpty();
        rig.pass(Duration.ofMillis(200));
        assertThat(rig.told).extracting(event -> event.kind()).containsExactly(EventKind.LINE_FAULT);
        assertThat(rig.runner.fault()).isEqualTo("output siren: the line does not switch on");
        rig.point("siren").fails = false;
        rig.pass(TICK);
        assertThat(rig.on("siren")).isTrue();
        assertThat(rig.told)
                .extracting(event -> event.kind())
                .containsExactly(EventKind.LINE_FAULT, EventKind.LINE_NORMAL);
        assertThat(rig.runner.fault()).isNull();
    }

    @Test
    void aStopSwitchesAllOutputsOff() {
        rig.runner.actions(List.of(switches(1, open(1L), "siren", 0, null)));
        rig.leaf(1, true);
        rig.pass(TICK);
        rig.runner.stop();
        assertThat(rig.on("siren")).isFalse();
        assertThat(rig.runner.outputs().getFirst().on()).isFalse();
    }

    @Test
    void aPulseThatIsLateHasItsWholeTime() {
        rig.runner.actions(List.of(switches(1, admitted(1L), "siren", 0, 1_000L)));
        rig.runner.step();
        rig.event(1, EventKind.ADMITTED_CARD);
        rig.time.advance(Duration.ofSeconds(5)); // nobody steps
        rig.pass(Duration.ofMillis(900));
        assertThat(rig.on("siren")).isTrue();
        rig.pass(TICK);
        assertThat(rig.on("siren")).isFalse();
    }

    @Test
    void aButtonThatChattersGivesAtMostSoManyCommandsAMinute_butEachLockdown() {
        rig.runner.actions(List.of(orders(new Trigger.OfInput("desk", true), ActionCommand.UNLOCK_ONCE, 1L)));
        rig.runner.step();
        for (int i = 0; i < 40; i++) press("desk");
        assertThat(rig.given).hasSize(ActionOrders.COMMANDS_PER_MINUTE_MAX);
        assertThat(rig.runner.fault()).contains("commands within a minute: further ones are ignored");
        rig.pass(Duration.ofSeconds(61));
        assertThat(rig.runner.fault()).isNull();
        press("desk");
        assertThat(rig.given).hasSize(ActionOrders.COMMANDS_PER_MINUTE_MAX + 1);

        rig.given.clear();
        rig.runner.actions(List.of(orders(new Trigger.OfInput("desk", true), ActionCommand.LOCKDOWN, 1L)));
        rig.runner.step();
        for (int i = 0; i < 40; i++) press("desk");
        assertThat(rig.given).hasSize(40);
    }

    private void press(String input) {
        rig.inbox.input(input, true);
        rig.pass(Duration.ofMillis(10));
        rig.inbox.input(input, false);
        rig.pass(Duration.ofMillis(10));
    }

    @Test
    void aCommandThatTheLaneHasNoRoomForIsGivenAgain_butNobodyIsAdmittedLate() {
        rig.laneIsFull = true;
        rig.runner.actions(List.of(orders(new Trigger.OfInput("desk", true), ActionCommand.LOCKDOWN, 1L)));
        rig.runner.step();
        press("desk");
        rig.pass(Duration.ofSeconds(30));
        rig.laneIsFull = false;
        rig.pass(Duration.ofSeconds(1));
        assertThat(rig.given).containsExactly("1 LOCKDOWN action 7 Order (input desk)");

        rig.given.clear();
        rig.laneIsFull = true;
        rig.runner.actions(List.of(orders(new Trigger.OfInput("desk", true), ActionCommand.UNLOCK_ONCE, 1L)));
        rig.runner.step();
        press("desk");
        rig.pass(Duration.ofSeconds(4));
        rig.laneIsFull = false;
        rig.pass(Duration.ofSeconds(5));
        assertThat(rig.given).isEmpty();
    }

    @Test
    void whatFoundNoRoomIsReadAgain() {
        rig.runner.actions(List.of(switches(1, open(1L), "siren", 0, null)));
        rig.runner.step();
        for (int i = 0; i < 3_000; i++) rig.leaf(1, i % 2 == 0);
        rig.leaf(1, true);
        rig.runner.step();
        assertThat(rig.on("siren")).isTrue();
    }

    @Test
    void shiftsAreLookedAtEachSecond_howeverMuchHappens() {
        var action = new Action(1, "A", open(1L), new Effect.Switch("siren", null), Duration.ZERO, 3L, null);
        rig.runner.actions(List.of(action));
        rig.leaf(1, true);
        rig.pass(TICK);
        assertThat(rig.on("siren")).isFalse();
        rig.covered = true;
        for (int i = 0; i < 11; i++) {
            rig.time.advance(TICK);
            rig.runner.step();
        }
        assertThat(rig.on("siren")).isTrue();
        rig.covered = false;
        rig.pass(Duration.ofSeconds(1));
        assertThat(rig.on("siren")).isFalse();
    }

    @Test
    void theEndOfTheShiftEndsPulsesAndDelays() {
        var siren = new Effect.Switch("siren", Duration.ofMinutes(10));
        var lock = new Effect.Order(ActionCommand.LOCKDOWN, List.of(1L), null);
        var admitted = new Trigger.OfEvent(List.of(1L), DoorEvent.ADMITTED);
        rig.covered = true;
        rig.runner.actions(List.of(
                new Action(1, "A", admitted, siren, Duration.ZERO, 3L, null),
                new Action(2, "B", admitted, lock, Duration.ofMinutes(5), 3L, null)));
        rig.event(1, EventKind.ADMITTED_CARD);
        rig.pass(Duration.ofMinutes(1));
        assertThat(rig.on("siren")).isTrue();
        rig.covered = false;
        rig.pass(Duration.ofSeconds(1));
        assertThat(rig.on("siren")).isFalse();
        rig.covered = true;
        rig.pass(Duration.ofMinutes(10));
        assertThat(rig.on("siren")).isFalse();
        assertThat(rig.given).isEmpty();
    }

    // ---- the model

    /// The change at a time, in ticks.
    private record Seen(int tick, long channel, boolean event, boolean open) {}

    @Property(tries = 300)
    void anOutputIsOnExactlyWhenTheModelSaysSo(@ForAll long seed) {
        var random = new Random(seed);
        var actions = new ArrayList<Action>();
        for (long id = 1; id <= 1 + random.nextInt(4); id++) {
            Long[] channels = random.nextBoolean() ? new Long[] {1L} : new Long[] {1L, 2L};
            boolean event = random.nextBoolean();
            long delay = 100L * random.nextInt(6);
            Long pulse = event || random.nextBoolean() ? (Long) (100L * (1 + random.nextInt(6))) : null;
            String output = random.nextBoolean() ? "siren" : "light";
            actions.add(switches(id, event ? admitted(channels) : open(channels), output, delay, pulse));
        }
        var played = new ActionRig("siren", "light");
        played.runner.actions(actions);
        var history = new ArrayList<Seen>();
        for (int tick = 0; tick < 60; tick++) {
            if (tick > 0) played.pass(TICK);
            for (long channel = 1; channel <= 2; channel++) {
                if (random.nextInt(4) != 0) continue;
                boolean event = random.nextBoolean();
                boolean open = random.nextBoolean();
                history.add(new Seen(tick, channel, event, open));
                if (event) played.event(channel, EventKind.ADMITTED_CARD);
                else played.leaf(channel, open);
            }
            played.runner.step();
            for (String output : List.of("siren", "light")) {
                assertThat(played.on(output))
                        .as("%s at tick %d of %s with %s", output, tick, history, actions)
                        .isEqualTo(isOn(output, tick, history, actions));
            }
        }
    }

    private static boolean isOn(String output, int now, List<Seen> history, List<Action> actions) {
        return actions.stream()
                .filter(action -> output.equals(action.output()))
                .anyMatch(action ->
                        action.when().channelIds().stream().anyMatch(channel -> isOn(action, channel, now, history)));
    }

    private static boolean isOn(Action action, long channel, int now, List<Seen> history) {
        int delay = (int) (action.delay().toMillis() / 100);
        Duration limit = ((Effect.Switch) action.effect()).pulse();
        int pulse = limit == null ? Integer.MAX_VALUE / 2 : (int) (limit.toMillis() / 100);
        if (action.when() instanceof Trigger.OfEvent) {
            var counted = new TreeSet<Integer>();
            for (Seen seen : history) {
                if (!seen.event || seen.channel != channel) continue;
                if (counted.isEmpty() || counted.last() + delay <= seen.tick) counted.add(seen.tick);
            }
            return counted.stream().anyMatch(at -> at + delay <= now && now < at + delay + pulse);
        }
        int since = -1; // when the leaf opened; -1: it is closed
        for (Seen seen : history) {
            if (seen.event || seen.channel != channel) continue;
            if (!seen.open) since = -1;
            else if (since < 0) since = seen.tick;
        }
        return since >= 0 && since + delay <= now && now < since + delay + pulse;
    }
}
