package dev.lintel.controller.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Loops of actions, also against a search that looks at all pairs.
class ActionLoopsTest {
    private static Action action(long id, Trigger when, Effect effect) {
        return new Action(id, "A" + id, when, effect, Duration.ZERO, null, null);
    }

    private static Action order(long id, Trigger when, ActionCommand command, Long... channels) {
        return action(id, when, new Effect.Order(command, List.of(channels), null));
    }

    private static Trigger state(DoorCondition state, Long... channels) {
        return new Trigger.OfState(List.of(channels), state);
    }

    @Test
    void aCommandThatCausesItsTriggerIsALoop() {
        Action lock = order(1, state(DoorCondition.LOCKED_DOWN, 1L), ActionCommand.LOCKDOWN, 2L);
        Action back = order(2, state(DoorCondition.LOCKED_DOWN, 2L), ActionCommand.LOCKDOWN, 1L);
        assertThat(ActionLoops.shortest(List.of(lock, back), Map.of(), Map.of()))
                .containsExactly(lock, back);
        assertThat(ActionLoops.words(List.of(lock, back))).isEqualTo("1 A1 → 2 A2 → 1");
        assertThat(ActionLoops.shortest(List.of(lock), Map.of(), Map.of())).isEmpty();
    }

    @Test
    void anOutputThatIsWiredToAnInputIsPartOfALoop() {
        Action siren = action(1, state(DoorCondition.UNLOCKED, 1L), new Effect.Switch("siren", null));
        Action button = order(2, new Trigger.OfInput("feedback", false), ActionCommand.UNLOCK, 1L);
        var wires = Map.of("siren", List.of("feedback"));
        assertThat(ActionLoops.shortest(List.of(siren, button), Map.of(), wires))
                .containsExactly(siren, button);
        assertThat(ActionLoops.shortest(List.of(siren, button), Map.of(), Map.of()))
                .isEmpty();
    }

    @Test
    void theShortestLoopIsNamed() {
        var long1 = order(1, state(DoorCondition.UNLOCKED, 1L), ActionCommand.UNLOCK, 2L);
        var long2 = order(2, state(DoorCondition.UNLOCKED, 2L), ActionCommand.UNLOCK, 1L);
        var self = order(3, state(DoorCondition.SECURED, 3L), ActionCommand.SECURE, 3L);
        assertThat(ActionLoops.shortest(List.of(long1, long2, self), Map.of(), Map.of()))
                .containsExactly(self);
    }

    /// docs/site.md has this table.
    @ParameterizedTest
    @CsvSource({
        "RELEASED,       UNLOCK_ONCE UNLOCK NORMAL SECURE LOCKDOWN UNLOCKDOWN",
        "HELD_OPEN,      UNLOCK_ONCE UNLOCK NORMAL SECURE LOCKDOWN UNLOCKDOWN",
        "WARNING,        UNLOCK_ONCE UNLOCK NORMAL SECURE LOCKDOWN UNLOCKDOWN",
        "ALARM,          UNLOCK_ONCE UNLOCK NORMAL SECURE LOCKDOWN UNLOCKDOWN",
        "OPEN,           UNLOCK_ONCE UNLOCK NORMAL SECURE UNLOCKDOWN",
        "UNLOCKED,       UNLOCK NORMAL SECURE LOCKDOWN UNLOCKDOWN",
        "LOCKED_DOWN,    LOCKDOWN UNLOCKDOWN",
        "SECURED,        UNLOCK NORMAL SECURE",
        "FORCED,         ''",
        "FIRE,           ''",
        "TAMPERED,       ''",
        "READER_OFFLINE, ''",
    })
    void commandsCauseTheseStates(DoorCondition state, String commands) {
        var causing = new ArrayList<String>();
        for (ActionCommand command : ActionCommand.values())
            if (ActionLoops.causes(command, state(state, 1L))) causing.add(command.name());
        assertThat(String.join(" ", causing)).isEqualTo(commands);
    }

    @Property(tries = 2_000)
    void aLoopIsFoundExactlyWhereAnActionReachesItself(@ForAll long seed) {
        var random = new Random(seed);
        var actions = new ArrayList<Action>();
        for (long id = 1; id <= 1 + random.nextInt(9); id++) actions.add(any(id, random));
        Map<Long, List<Long>> floors = random.nextBoolean() ? Map.of() : Map.of(1L, List.of(2L, 3L));
        Map<String, List<String>> wires = new HashMap<>();
        for (String output : List.of("o1", "o2", "o3")) {
            if (random.nextInt(3) == 0) wires.put(output, List.of("i" + (1 + random.nextInt(3))));
        }
        boolean[][] reaches = reaches(actions, floors, wires);
        boolean loop = false;
        for (int i = 0; i < actions.size(); i++) loop |= reaches[i][i];
        List<Action> found = ActionLoops.shortest(actions, floors, wires);
        assertThat(!found.isEmpty()).isEqualTo(loop);
        for (int i = 0; i < found.size(); i++) {
            Action next = found.get((i + 1) % found.size());
            assertThat(leads(found.get(i), next, floors, wires)).isTrue();
        }
    }

    private static Action any(long id, Random random) {
        long channel = random.nextLong(1, 5);
        Trigger when = switch (random.nextInt(3)) {
            case 0 -> new Trigger.OfEvent(List.of(channel), any(List.of(DoorEvent.values()), random));
            case 1 -> state(any(List.of(DoorCondition.values()), random), channel, 1L);
            default -> new Trigger.OfInput("i" + (1 + random.nextInt(3)), random.nextBoolean());
        };
        if (random.nextInt(3) == 0) return action(id, when, new Effect.Switch("o" + (1 + random.nextInt(3)), null));
        ActionCommand command = any(List.of(ActionCommand.values()), random);
        return order(id, when, command, random.nextLong(1, 5));
    }

    private static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    /// Warshall's closure of what leads to what.
    private static boolean[][] reaches(
            List<Action> actions, Map<Long, List<Long>> floors, Map<String, List<String>> wires) {
        int n = actions.size();
        boolean[][] reaches = new boolean[n][n];
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) reaches[a][b] = leads(actions.get(a), actions.get(b), floors, wires);
        for (int k = 0; k < n; k++)
            for (int a = 0; a < n; a++) for (int b = 0; b < n; b++) reaches[a][b] |= reaches[a][k] && reaches[k][b];
        return reaches;
    }

    private static boolean leads(
            Action one, Action next, Map<Long, List<Long>> floors, Map<String, List<String>> wires) {
        if (one.output() != null) {
            return next.when() instanceof Trigger.OfInput of
                    && wires.getOrDefault(one.output(), List.of()).contains(of.input());
        }
        var order = (Effect.Order) one.effect();
        for (long channel : next.when().channelIds()) {
            boolean named = order.channels().contains(channel);
            boolean floor = order.command() == ActionCommand.UNLOCK_ONCE
                    && order.channels().stream()
                            .anyMatch(elevator ->
                                    floors.getOrDefault(elevator, List.of()).contains(channel));
            if ((named || floor) && ActionLoops.causes(order.command(), next.when())) return true;
        }
        return false;
    }
}
