package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.Presentations.What;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Passback that is suspended while a door is unlocked and forgiven afterwards, done wrong: each is seen.
class ForgivingTest {
    private static Map<String, Object> normal(Stage test) {
        var trace = new HashMap<>(Stage.TRACE);
        trace.put("area", test.premises.door(1).from());
        trace.put("mode", "normal");
        return trace;
    }

    @Test
    void afterAnUnlockedPeriodPlacesAreForgottenAndTheLogSaysSoOnce() {
        var test = Stage.at(door -> door.accept().equals(List.of("card"))
                && door.passback().equals("hard")
                && door.forgiveAt() == null
                && door.forgiveAfter().contains("unlock")
                && !door.byBox());
        Door door = test.premises.door(1);
        var leaves = new What(test.who, null);
        List<String> areas = List.copyOf(test.premises.connected(door.from()));
        Map<String, Object> said = Map.of("cause", "unlock", "areas", areas);
        assertThatThrownBy(() -> test.told(EventKind.PASSBACK_FORGIVEN, 1, null, said))
                .hasMessageContaining("no period has ended");
        test.judge.whereabouts.passed(test.who.id, 1, new Verdicts.Place(door.from(), test.time.nowMs()), 0);
        assertThatThrownBy(
                        () -> test.told(EventKind.ADMITTED_CARD, test.shown("exit", leaves), test.who.id, normal(test)))
                .hasMessageContaining("passback");
        test.judge.asked(1, new DoorCommand.Unlock(null));
        test.told(EventKind.MODE_UNLOCK);
        Map<String, Object> unlocked = new HashMap<>(normal(test));
        unlocked.put(EventDraft.UNLOCKED_BY, "mode");
        assertThatThrownBy(
                        () -> test.told(EventKind.ADMITTED_UNLOCKED, test.shown("exit", leaves), test.who.id, unlocked))
                .hasMessageContaining("passback should be suspended");
        test.judge.asked(1, new DoorCommand.Normal());
        test.told(EventKind.MODE_NORMAL);
        assertThatThrownBy(() -> test.judge.settled(test.clock())).hasMessageContaining("places are forgotten");
        assertThatCode(() -> test.told(EventKind.PASSBACK_FORGIVEN, 1, null, said))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> test.told(EventKind.PASSBACK_FORGIVEN, 1, null, said))
                .hasMessageContaining("no period has ended");
        assertThat(test.judge.whereabouts.seen(test.who.id, door, "exit")).containsOnlyNulls();
    }
}
