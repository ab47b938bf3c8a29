package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.SiteAction.Order;
import dev.lintel.tools.simulation.SiteAction.When;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The judge of actions sees each output that is not as it should be, and each command without a trigger or too few.
class ActionWatchTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final When DESK = new When.Input("in1", true);
    private static final String BY = "action 1 A (input in1)";

    private final Stage stage = new Stage();

    // ---- outputs

    private final OutputWatch output = new OutputWatch("out1", 900);
    private final ActionTimer light = new ActionTimer(
            new SiteAction(1, "A", new When.State(List.of(1), "open"), "out1", null, 0, 0, null), 1, false, true);

    private void light(boolean level, long atMs) {
        output.timers(List.of(light));
        light.level(level, atMs * MS);
        output.check(atMs * MS);
    }

    private void line(EventKind kind, String wanted, long atMs) {
        var facts = Map.<String, Object>of("output", "out1", "wanted", wanted);
        output.event(new EventDraft(kind, 0, 0, EventDraft.Subject.NOBODY, facts), atMs * MS, _ -> {});
    }

    @Test
    void outputThatStaysOffOrOn() {
        light(true, 0);
        assertThatThrownBy(() -> output.check(6 * MS)).hasMessageContaining("out1 is off");
        output.is(true);
        output.check(7 * MS);
        light(false, 100);
        assertThatThrownBy(() -> output.check(106 * MS)).hasMessageContaining("out1 is on");
        assertThatThrownBy(output::stops).hasMessageContaining("stays on");
    }

    @Test
    void brokenLineIsReportedAfterASecond_andItsEndAtOnce() {
        output.breaks(true, 0);
        light(true, 0);
        output.check(900 * MS);
        assertThatThrownBy(() -> line(EventKind.LINE_FAULT, "on", 900)).hasMessageContaining("differs since");
        assertThatThrownBy(() -> line(EventKind.LINE_FAULT, "off", 1_000)).hasMessageContaining("output is");
        assertThatThrownBy(() -> output.check(1_200 * MS)).hasMessageContaining("unreported");
        line(EventKind.LINE_FAULT, "on", 1_000);
        output.check(1_200 * MS);
        assertThatThrownBy(() -> line(EventKind.LINE_FAULT, "on", 1_300)).hasMessageContaining("twice");
        output.breaks(false, 2_000 * MS);
        output.check(2_090 * MS);
        assertThatThrownBy(() -> line(EventKind.LINE_NORMAL, "on", 2_090)).hasMessageContaining("not as it should be");
        assertThatThrownBy(() -> output.check(2_200 * MS)).hasMessageContaining("out1 is off");
        output.is(true);
        output.check(2_200 * MS);
        assertThatThrownBy(() -> output.check(2_300 * MS)).hasMessageContaining("works, unreported");
        line(EventKind.LINE_NORMAL, "on", 2_300);
        output.check(2_300 * MS);
    }

    @Test
    void lineThatWorksHasNoFault() {
        light(false, 0);
        assertThatThrownBy(() -> line(EventKind.LINE_FAULT, "on", 0)).hasMessageContaining("the line works");
    }

    // ---- commands

    private final CommandWatch commands = new CommandWatch(stage.judge, stage.time, new Random(3));
    private ActionTimer desk = desk("lockdown", 1);

    private ActionTimer desk(String command, Integer... doors) {
        var action = new SiteAction(1, "A", DESK, null, new Order(command, List.of(doors), 0), 0, 0, null);
        var timer = new ActionTimer(action, null, false, true);
        commands.timers(List.of(timer));
        return timer;
    }

    private void press() {
        desk.level(true, stage.time.nowNs());
        desk.level(false, stage.time.nowNs());
    }

    private @Nullable LaneInput gives(DoorCommand command, long door, String by) {
        return commands.offered(new LaneInput.Commanded(door, stage.time.nowNs(), command, by, _ -> {}));
    }

    @Test
    void commandNeedsItsTriggerAndItsWords() {
        desk = desk("normal", 1);
        var normal = new DoorCommand.Normal();
        assertThatThrownBy(() -> gives(normal, 1, BY)).hasMessageContaining("nothing triggers it");
        press();
        assertThatThrownBy(() -> gives(normal, 2, BY)).hasMessageContaining("nothing triggers it");
        assertThatThrownBy(() -> gives(normal, 1, "action 1 A")).hasMessageContaining("nothing triggers it");
        assertThatThrownBy(() -> gives(new DoorCommand.Unlockdown(), 1, BY)).hasMessageContaining("should be");
        press();
        assertThatCode(() -> gives(normal, 1, BY)).doesNotThrowAnyException();
        assertThatThrownBy(() -> gives(normal, 1, BY)).hasMessageContaining("nothing triggers it");
    }

    /// Two doors trigger it: the event at the first one may have come before the box listened.
    @Test
    void commandThatHasToComeIsTakenBeforeOneThatMay() {
        When refused = new When.Event(List.of(1, 2), "refused");
        var action = new SiteAction(1, "A", refused, null, new Order("normal", List.of(3), 0), 0, 0, null);
        var first = new ActionTimer(action, 1, false, true);
        var second = new ActionTimer(action, 2, false, true);
        commands.timers(List.of(first, second));
        first.happens(stage.time.nowNs(), false);
        second.happens(stage.time.nowNs(), true);
        gives(new DoorCommand.Normal(), 3, action.by());
        assertThatCode(() -> commands.check(stage.time.nowNs() + 10 * MS)).doesNotThrowAnyException();
    }

    @Test
    void commandIsMissing() {
        desk = desk("normal", 1);
        press();
        commands.check(stage.time.nowNs());
        stage.pass(6);
        assertThatThrownBy(() -> commands.check(stage.time.nowNs())).hasMessageContaining("has not given its command");
    }

    @Test
    void thirtyCommandsWithinAMinuteAreEnough() {
        desk = desk("unlockdown", 1);
        var command = new DoorCommand.Unlockdown();
        for (int i = 0; i < 30; i++) {
            press();
            gives(command, 1, BY);
            stage.time.moveTo(stage.time.nowNs() + 10 * MS);
        }
        press();
        assertThatThrownBy(() -> gives(command, 1, BY)).hasMessageContaining("too many commands");
        press();
        stage.time.moveTo(stage.time.nowNs() + 10 * MS);
        desk = desk("normal", 1);
        assertThatCode(() -> commands.check(stage.time.nowNs())).doesNotThrowAnyException();
    }

    @Test
    void commandThatFindsNoRoomIsGivenAgainAfterASecond() {
        desk = desk("normal", 1);
        var normal = new DoorCommand.Normal();
        do {
            stage.pass(6);
            press();
        } while (gives(normal, 1, BY) != null);
        stage.time.moveTo(stage.time.nowNs() + 900 * MS);
        assertThatThrownBy(() -> gives(normal, 1, BY)).hasMessageContaining("nothing triggers it");
        stage.time.moveTo(stage.time.nowNs() + 106 * MS);
        assertThatThrownBy(() -> commands.check(stage.time.nowNs())).hasMessageContaining("again");
    }

    // ---- what doors make of them

    @Test
    void personIsLetInByAnActionOnceAndWithItsName() {
        Map<String, Object> by = Map.of("by", BY);
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_MANUAL, stage.time.nowNs(), null, by))
                .hasMessageContaining("nobody asked");
        long id = stage.judge.byHand.byAction(stage.door(), BY);
        assertThatThrownBy(() -> stage.judge.byHand.answered(id)).hasMessageContaining("does not say how");
        stage.told(EventKind.ADMITTED_MANUAL, stage.time.nowNs(), null, by);
        stage.judge.byHand.answered(id);
        stage.judge.byHand.byAction(stage.door(), BY);
        Map<String, Object> other = Map.of("by", "action 2 B");
        assertThatThrownBy(() -> stage.told(EventKind.ADMITTED_MANUAL, stage.time.nowNs(), null, other))
                .hasMessageContaining("nobody asked");
    }

    @Test
    void modeIsOfTheActionThatCommandsIt() {
        stage.judge.asked(1, new DoorCommand.Unlock(null), BY);
        assertThatThrownBy(() -> stage.told(EventKind.MODE_UNLOCK, 0, null, Map.of("by", "somebody")))
                .hasMessageContaining("nothing asks for it");
        stage.told(EventKind.MODE_UNLOCK, 0, null, Map.of("by", BY));
        stage.judge.commanded(1, new DoorCommand.Unlock(null), BY, null);
        assertThat(stage.door().told().unlock()).isTrue();
    }
}
