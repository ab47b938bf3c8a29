package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Buttons and key switches that lock doors down, on a box in virtual time.
class LockdownSwitchTest {
    private static final String CONTROLLER = """
            channels:
              - unit: 1
                readers: {entry: {driver: wiegand, d0: 1, d1: 2, formats: [raw]}}
                strike: {line: 17}
                rex: {line: 22}
                egress: mechanical
              - {unit: 2, strike: {line: 18, fail: safe}, rex: {line: 23}, egress: controller}
              - {unit: 3, strike: {line: 19}, egress: mechanical}
            lockdown:
              - {name: Reception, line: 30, doors: all}
              - {name: Guard, line: 31, check: 32, doors: [1, 2], locks: [card, rex], until: released}
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
            """;
    private static final DoorCommand LOCK_CARDS = new DoorCommand.LockDown(new Lockdown(true, false, false));

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

    private Lockdown lockdown(long channel) {
        return box.door(channel).standing().lockdown();
    }

    private List<String> told() {
        return rig.told(EventKind.LOCKDOWN_ON, EventKind.LOCKDOWN_OFF);
    }

    @Test
    void button_locksDownTheCardsOfAllDoors_untilAnOperatorEndsIt() {
        start();
        box.person(7, 1001, "4711");
        rig.press();
        assertThat(told())
                .containsExactly(
                        "LOCKDOWN_ON at 1 by lockdown switch Reception",
                        "LOCKDOWN_ON at 2 by lockdown switch Reception");
        box.card(1, "entry", 1001);
        assertThat(box.told(EventKind.REJECTED_LOCKDOWN)).hasSize(1);
        assertThat(lockdown(1)).isEqualTo(new Lockdown(true, false, false));
        rig.press();
        box.pass(Duration.ofHours(9));
        assertThat(told()).as("pressed again, and hours later").isEmpty();
        assertThat(box.command(1, new DoorCommand.Unlockdown())).isNull();
        assertThat(told()).containsExactly("LOCKDOWN_OFF at 1 by ada@example.com");
        box.card(1, "entry", 1001);
        assertThat(box.told(EventKind.ADMITTED_CARD)).hasSize(1);
        rig.press();
        assertThat(told()).containsExactly("LOCKDOWN_ON at 1 by lockdown switch Reception");
    }

    @Test
    void keySwitch_locksDownUntilItIsReleased_andNoExitThatPeopleNeed() {
        start();
        rig.key(true);
        assertThat(lockdown(1)).isEqualTo(new Lockdown(true, true, false));
        assertThat(lockdown(2)).as("egress: controller").isEqualTo(new Lockdown(true, false, false));
        assertThat(told())
                .containsExactly(
                        "LOCKDOWN_ON at 1 by lockdown switch Guard", "LOCKDOWN_ON at 2 by lockdown switch Guard");
        box.drive(23, true);
        assertThat(box.released(18)).as("the exit of door 2").isTrue();
        box.drive(23, false);
        rig.key(false);
        assertThat(told())
                .containsExactly(
                        "LOCKDOWN_OFF at 1 by lockdown switch Guard", "LOCKDOWN_OFF at 2 by lockdown switch Guard");
        assertThat(lockdown(1)).isEqualTo(Lockdown.NONE);
    }

    @Test
    void release_endsNoLockdownThatAnotherOrdered() {
        start();
        box.command(1, LOCK_CARDS);
        rig.key(true);
        rig.press();
        told();
        rig.key(false);
        assertThat(told()).isEmpty();
        assertThat(lockdown(1)).as("the operator's, and what the key added").isEqualTo(new Lockdown(true, true, false));
        assertThat(lockdown(2)).as("the button's").isEqualTo(new Lockdown(true, false, false));
        box.command(1, new DoorCommand.Unlockdown());
        assertThat(lockdown(1)).isEqualTo(Lockdown.NONE);
        rig.key(true);
        box.command(1, LOCK_CARDS);
        rig.key(false);
        assertThat(lockdown(1)).as("ordered after the key").isEqualTo(new Lockdown(true, false, false));
    }

    @Test
    void brokenWire_isALineFault_andEndsNoLockdown() {
        start();
        rig.key(true);
        box.told();
        box.drive(SwitchRig.KEY, false); // the wire breaks: neither contact is active
        rig.second();
        rig.second();
        List<Event> faults = box.told();
        assertThat(faults).extracting(Event::kind).containsExactly(EventKind.LINE_FAULT);
        assertThat(faults.getFirst().draft().additional())
                .containsEntry("input", "lockdown switch Guard")
                .containsEntry("found", "neither contact is active: a wire is broken, and the lockdown stays as it is");
        assertThat(rig.trouble()).contains("lockdown switch Guard: neither contact is active");
        assertThat(lockdown(1).card()).isTrue();
        box.kill();
        box.start();
        rig.second();
        rig.second();
        assertThat(lockdown(1).card()).as("over a restart").isTrue();
        assertThat(box.told(EventKind.LINE_FAULT)).as("reported once").isEmpty();
        box.drive(SwitchRig.KEY, true);
        rig.second();
        assertThat(box.told().stream().map(Event::kind)).containsExactly(EventKind.LINE_NORMAL);
        assertThat(lockdown(1).card()).isTrue();
        rig.key(false);
        assertThat(lockdown(1)).isEqualTo(Lockdown.NONE);
        assertThat(rig.trouble()).isEmpty();
    }

    @Test
    void shortedWire_locksDownAtOnce_andIsALineFault() {
        start();
        box.drive(SwitchRig.KEY, true); // and the other contact is active, too
        assertThat(lockdown(1).card()).isTrue();
        rig.second();
        rig.second();
        assertThat(box.told(EventKind.LINE_FAULT)
                        .getFirst()
                        .draft()
                        .additional()
                        .get("found"))
                .isEqualTo("both contacts are active: a wire has a short");
        box.drive(SwitchRig.KEY, false);
        assertThat(lockdown(1).card()).as("at rest again").isFalse();
    }

    @Test
    void switchThatMoves_isNoFault() {
        start();
        for (int turn = 0; turn < 5; turn++) {
            rig.key(turn % 2 == 0);
            rig.second();
        }
        assertThat(box.told(EventKind.LINE_FAULT)).isEmpty();
    }

    @Test
    void switchThatIsOnAtTheStart_locksDown() {
        open(CONTROLLER);
        box.chip.drive(SwitchRig.KEY, true);
        box.start();
        assertThat(told())
                .containsExactly(
                        "LOCKDOWN_ON at 1 by lockdown switch Guard", "LOCKDOWN_ON at 2 by lockdown switch Guard");
        box.kill();
        box.start();
        assertThat(told()).as("reported once").isEmpty();
        assertThat(lockdown(1)).isEqualTo(new Lockdown(true, true, false));
    }

    @Test
    void switchThatIsReleasedWhileTheBoxIsOff_endsItsLockdownAtTheStart() {
        start();
        rig.key(true);
        box.command(2, LOCK_CARDS);
        box.kill();
        box.chip.drive(SwitchRig.KEY, false);
        box.chip.drive(SwitchRig.KEY_CHECK, true);
        box.start();
        assertThat(told()).containsExactly("LOCKDOWN_OFF at 1 by lockdown switch Guard");
        assertThat(lockdown(2)).as("an operator's, too").isEqualTo(new Lockdown(true, false, false));
    }

    @Test
    void lockdownOfABox_outlastsAnOrderlyRestart_andAButtonThatIsLetGo() {
        start();
        rig.press();
        box.stop();
        box.start();
        assertThat(told()).isEmpty();
        assertThat(lockdown(1)).isEqualTo(new Lockdown(true, false, false));
    }

    @Test
    void fire_releasesInSpiteOfASwitch() {
        open(CONTROLLER + "fire: {line: 25, release: [1]}\n");
        box.chip.drive(SwitchRig.KEY, true);
        box.start();
        box.drive(25, true);
        assertThat(box.released(17)).isTrue();
        box.drive(25, false);
        assertThat(box.released(17)).isFalse();
        assertThat(lockdown(1).card()).isTrue();
    }

    @Test
    void orderThatTheLaneHasNoRoomFor_isGivenAgain() {
        start();
        box.full = true;
        rig.press();
        assertThat(lockdown(1)).isEqualTo(Lockdown.NONE);
        rig.second();
        rig.second();
        box.pass(Duration.ofSeconds(4));
        assertThat(rig.trouble()).contains("lockdown switch Reception: the order has not reached channel 1");
        box.full = false;
        rig.second();
        assertThat(lockdown(1)).isEqualTo(new Lockdown(true, false, false));
        assertThat(told()).hasSize(2);
        assertThat(rig.trouble()).isEmpty();
    }

    @Test
    void channelThatLeavesTheSiteAndReturns_isLockedDownAgain() {
        start();
        rig.key(true);
        box.told();
        box.offer(new LaneInput.Removed(1, box.time.nowNs()));
        assertThat(lockdown(1)).isEqualTo(Lockdown.NONE);
        rig.key(false);
        rig.key(true);
        assertThat(lockdown(1)).as("the site has no such channel").isEqualTo(Lockdown.NONE);
        box.works().onPolicy();
        rig.second();
        assertThat(lockdown(1).card()).isTrue();
    }
}
