package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Evidence;
import dev.lintel.controller.access.Question;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Buttons and key switches that unlock doors for an evacuation, on a box in virtual time. What all switches have in
/// common is in [LockdownSwitchTest].
class EvacuationSwitchTest {
    private static final String CONTROLLER = """
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 1, d1: 2, formats: [raw]}}
                strike: {line: 17}
                rex: {line: 22}
                egress: mechanical
              - {unit: 2, strike: {line: 18}, egress: mechanical}
              - {unit: 3, strike: {line: 19}, egress: mechanical}
            evacuation:
              - {name: Gate, line: 30, doors: all}
              - {name: Porter, line: 31, check: 32, doors: [1], until: released}
            """;
    private static final String SITE = """
            account: {name: A, time_zone: UTC}
            sites: [{id: 1, name: S, time_zone: UTC}]
            credential_types:
              - {id: 1, label: Card, slug: card, code: 200}
              - {id: 2, label: PIN, slug: pin, code: 10}
            roles: [{id: 1, name: All, channels: [1]}]
            channels:
              - {id: 1, unit: 1, name: Lobby, site: 1}
              - {id: 2, unit: 2, name: Hall, site: 1}
              - {id: 3, unit: 3, name: Pharmacy, site: 1, evacuation: off}
            """;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // each test opens its own
    private SwitchRig rig;

    @SuppressWarnings("NullAway.Init") // that of the rig
    private HandBox box;

    private void open(String controller) {
        rig = new SwitchRig(folder, controller, SITE);
        box = rig.box;
    }

    private void start() {
        open(CONTROLLER);
        rig.start();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private boolean evacuated(long channel) {
        return box.door(channel).standing().evacuated();
    }

    private List<String> told() {
        return rig.told(EventKind.EVACUATION_STARTED, EventKind.EVACUATION_ENDED);
    }

    @Test
    void button_unlocksTheDoorsThatTakePart_untilAnOperatorEndsIt() {
        start();
        box.person(7, 1001, "4711");
        box.command(1, new DoorCommand.LockDown(new Lockdown(true, true, false)));
        rig.press();
        assertThat(told())
                .containsExactly(
                        "EVACUATION_STARTED at 1 by evacuation switch Gate",
                        "EVACUATION_STARTED at 2 by evacuation switch Gate");
        assertThat(List.of(box.released(17), box.released(18), box.released(19)))
                .containsExactly(true, true, false);
        box.card(1, "entry", 1001);
        assertThat(box.told(EventKind.ADMITTED_UNLOCKED)).hasSize(1);
        for (int i = 0; i < 10; i++) rig.second();
        assertThat(rig.trouble()).as("a door that the policy keeps is no fault").isEmpty();
        box.kill();
        box.start();
        assertThat(box.released(17)).as("over a restart").isTrue();
        assertThat(box.command(1, new DoorCommand.EndEvacuation("Clear"))).isNull();
        assertThat(told()).containsExactly("EVACUATION_ENDED at 1 by ada@example.com");
        assertThat(box.released(17)).isFalse();
        assertThat(box.released(18)).isTrue();
    }

    @Test
    void questions_areAnsweredAsTheDoorIs() {
        start();
        box.person(7, 1001, "4711");
        var ada = new Question(1, "entry", new Evidence.Named(7, true), null);
        box.command(1, new DoorCommand.LockDown(new Lockdown(true, false, false)));
        assertThat(box.works().whatIf().ask(ada, null).reason()).isEqualTo("lockdown");
        rig.press();
        var answer = box.works().whatIf().ask(ada, null);
        assertThat(answer.event().kind()).isEqualTo(EventKind.ADMITTED_UNLOCKED);
        assertThat(answer.event().additional()).containsEntry("unlocked_by", "evacuation");
    }

    @Test
    void keySwitch_endsWhatItOrderedAlone() {
        start();
        rig.key(true);
        assertThat(told()).containsExactly("EVACUATION_STARTED at 1 by evacuation switch Porter");
        assertThat(evacuated(2)).isFalse();
        rig.key(false);
        assertThat(told()).containsExactly("EVACUATION_ENDED at 1 by evacuation switch Porter");
        rig.key(true);
        rig.press();
        rig.key(false);
        assertThat(evacuated(1)).as("the button's").isTrue();
    }

    @Test
    void doorThatThePolicyKeeps_isEvacuatedWhenThePolicyChangesWhileTheSwitchIsOn() {
        open(CONTROLLER.replace("doors: [1], until", "doors: all, until"));
        rig.start();
        rig.key(true);
        box.pass(Duration.ofHours(9));
        assertThat(told()).hasSize(2);
        assertThat(evacuated(3)).isFalse();
        box.apply(SITE.replace(", evacuation: off", ""));
        assertThat(told()).containsExactly("EVACUATION_STARTED at 3 by evacuation switch Porter");
        assertThat(box.released(19)).isTrue();
        rig.key(false);
        assertThat(evacuated(3)).isFalse();
        box.apply(SITE);
        box.apply(SITE.replace(", evacuation: off", ""));
        assertThat(evacuated(3)).as("the switch is at rest").isFalse();
    }

    @Test
    void doorThatThePolicyKeeps_isEvacuatedByAButtonForTenMinutesAfterItsPress() {
        start();
        rig.press();
        box.pass(Duration.ofMinutes(9));
        box.apply(SITE.replace(", evacuation: off", ""));
        assertThat(evacuated(3)).isTrue();
        box.command(3, new DoorCommand.EndEvacuation(null));
        box.apply(SITE);
        rig.press();
        box.pass(Duration.ofMinutes(11));
        box.apply(SITE.replace(", evacuation: off", ""));
        rig.second();
        assertThat(evacuated(3)).as("hours later nobody expects it").isFalse();
    }

    @Test
    void evacuationThatAnOperatorHasEnded_isNotGivenAgainByAChangeOfThePolicy() {
        start();
        rig.press();
        rig.second();
        rig.second();
        box.command(1, new DoorCommand.EndEvacuation("Clear"));
        box.apply(SITE.replace(", evacuation: off", ""));
        rig.second();
        assertThat(evacuated(3)).isFalse();
        rig.press();
        assertThat(evacuated(3)).as("a new order").isTrue();
    }

    /// A latched button gives its order again at the next start: nobody knows then whether it was pressed meanwhile.
    @Test
    void buttonThatStaysOnAfterTheEndOfItsEvacuation_isAReasonInHealth() {
        start();
        box.drive(SwitchRig.BUTTON, true);
        rig.second();
        rig.second();
        assertThat(rig.trouble()).isEmpty();
        box.command(2, new DoorCommand.EndEvacuation("Clear"));
        assertThat(rig.trouble())
                .contains("evacuation switch Gate: it is still on, and somebody has ended its order at channel 2: reset"
                        + " it, or the box gives the order again at its next start");
        box.kill();
        box.start();
        assertThat(evacuated(2)).isTrue();
        box.command(2, new DoorCommand.EndEvacuation("Clear"));
        box.drive(SwitchRig.BUTTON, false);
        rig.second();
        assertThat(rig.trouble()).isEmpty();
        box.kill();
        box.start();
        assertThat(evacuated(2)).isFalse();
    }

    @Test
    void policyThatChangesBeforeTheDoorAnswers_isNotMissed() {
        start();
        box.chip.drive(SwitchRig.BUTTON, true); // the lane has the order, and then the rules
        box.apply(SITE.replace(", evacuation: off", ""));
        rig.second();
        assertThat(evacuated(3)).isTrue();
    }

    @Test
    void orderThatTheLaneTakesBeforeTheNewRules_isGivenAgainWithThem() {
        start();
        rig.press();
        box.full = true;
        box.apply(SITE.replace(", evacuation: off", ""));
        box.full = false;
        rig.second();
        rig.second();
        assertThat(evacuated(3)).isTrue();
    }

    @Test
    void brokenWire_endsNoEvacuation() {
        start();
        rig.key(true);
        box.told();
        box.drive(SwitchRig.KEY, false); // neither contact is active
        rig.second();
        rig.second();
        List<Event> faults = box.told();
        assertThat(faults).extracting(Event::kind).containsExactly(EventKind.LINE_FAULT);
        assertThat(faults.getFirst().draft().additional())
                .containsEntry("input", "evacuation switch Porter")
                .containsEntry(
                        "found", "neither contact is active: a wire is broken, and the evacuation stays as it is");
        assertThat(rig.trouble()).contains("evacuation switch Porter: neither contact is active");
        assertThat(evacuated(1)).isTrue();
    }
}
