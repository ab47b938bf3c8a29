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
import java.util.Set;
import java.util.stream.Stream;
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
        List<String> areas = Stream.of(door.from(), door.to()).sorted().toList();
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

    @Test
    void doorOfTheHouseIsUnlocked_placeInTheLabCounts() {
        var test = Stage.at(
                door -> door.from().equals("street")
                        && door.to().equals("house")
                        && door.forgiveAfter().contains("unlock")
                        && !door.byBox(),
                all -> all.doors().stream().anyMatch(ForgivingTest::isHardLab));
        Door lab = test.premises.doors().stream()
                .filter(ForgivingTest::isHardLab)
                .findFirst()
                .orElseThrow();
        var inLab = new Verdicts.Place("lab", test.time.nowMs());
        test.judge.whereabouts.passed(test.who.id, lab.id(), inLab, 0);
        test.judge.asked(1, new DoorCommand.Unlock(null));
        test.told(EventKind.MODE_UNLOCK);
        test.judge.asked(1, new DoorCommand.Normal());
        test.told(EventKind.MODE_NORMAL);
        Map<String, Object> all = Map.of("cause", "unlock", "areas", List.of("house", "lab", "street"));
        assertThatThrownBy(() -> test.told(EventKind.PASSBACK_FORGIVEN, 1, null, all))
                .hasMessageContaining("no period has ended");
        assertThatCode(() -> test.told(
                        EventKind.PASSBACK_FORGIVEN,
                        1,
                        null,
                        Map.of("cause", "unlock", "areas", List.of("house", "street"))))
                .doesNotThrowAnyException();
        assertThat(test.judge.whereabouts.seen(test.who.id, lab, "entry")).containsExactly(inLab);
    }

    private static boolean isHardLab(Door door) {
        return door.to().equals("lab") && door.passback().equals("hard");
    }

    @Test
    void areaWhosePlacesWereForgotten_isNotReportedAsEmpty() {
        var test = Stage.gathering(2);
        Door door = test.premises.door(1);
        var there = new Verdicts.Place(door.to(), test.time.nowMs());
        test.judge.whereabouts.passed(test.who.id, 1, there, 0);
        tell(test, EventKind.AREA_BELOW_MINIMUM, 1);
        test.judge.whereabouts.forgotten(1, Set.of(door.from(), door.to()), 1);
        assertThatThrownBy(() -> tell(test, EventKind.AREA_EMPTY, 0))
                .hasMessageContaining("no person was seen to enter since places were forgotten");
        test.pass(10_000);
        assertThatCode(() -> test.judge.crowding.settled(test.time.now(), test.time.nowNs()))
                .doesNotThrowAnyException();
        test.judge.whereabouts.passed(test.who.id, 1, there, 2);
        test.judge.whereabouts.passed(test.who.id, 1, new Verdicts.Place(door.from(), test.time.nowMs()), 3);
        assertThatCode(() -> tell(test, EventKind.AREA_EMPTY, 0)).doesNotThrowAnyException();
    }

    private static void tell(Stage test, EventKind kind, int people) {
        Map<String, Object> facts = Map.of("area", test.premises.door(1).to(), "people", (long) people, "min", 2L);
        test.judge.event(new EventDraft(kind, test.time.nowMs(), test.time.nowNs(), EventDraft.Subject.NOBODY, facts));
    }
}
