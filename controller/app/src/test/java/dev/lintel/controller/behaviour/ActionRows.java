package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Outputs that follow doors and inputs, and commands by inputs and doors.
final class ActionRows {
    private static final String ADMITTED = "ADMITTED_CARD";

    private static Place actions(String... actions) {
        return Place.USUAL.actions(actions);
    }

    private static final Place OPERATOR =
            actions("when: {channel: 1, event: admitted}, output: operator, delay: 300ms, pulse: 1s");
    private static final Place SIREN = actions("when: {channel: [1, 2], state: alarm}, output: siren, delay: 3s");

    static final List<Row> OUTPUTS = List.of(
            row(
                    "`state: open`, the output follows the leaf",
                    actions("when: {channel: 1, state: open}, output: light"),
                    s -> s.card(Who.ADA).after(1).open().after(2).close().after(1),
                    ADMITTED),
            row(
                    "`state: open, delay: 3s`, the leaf closes before the delay is over",
                    actions("when: {channel: 1, state: open}, output: light, delay: 3s"),
                    s -> s.card(Who.ADA).open().after(2.9).close().after(5),
                    ADMITTED),
            row(
                    "`state: open, delay: 3s`, the leaf is open for 5 s",
                    actions("when: {channel: 1, state: open}, output: light, delay: 3s"),
                    s -> s.card(Who.ADA).open().after(5).close().after(5),
                    ADMITTED),
            row(
                    "`state: open, pulse: 2s`, the leaf is open for 5 s, and then for 1 s",
                    actions("when: {channel: 1, state: open}, output: light, pulse: 2s"),
                    s -> s.card(Who.ADA)
                            .open()
                            .after(5)
                            .close()
                            .card(Who.ADA)
                            .open()
                            .after(1)
                            .close()
                            .after(4),
                    ADMITTED,
                    ADMITTED),
            row(
                    "A door operator: `event: admitted, delay: 300ms, pulse: 1s`",
                    OPERATOR,
                    s -> s.card(Who.ADA).after(8),
                    ADMITTED,
                    "ADMITTED_NOT_USED"),
            row(
                    "A door operator: a card without a right",
                    OPERATOR,
                    s -> s.card(Who.OTTO).after(8),
                    "REJECTED_NO_PERMISSION"),
            row("A door operator: REX", OPERATOR, s -> s.rex().after(8), "REX_PRESSED", "ADMITTED_REQUEST_EXIT"),
            row(
                    "A door operator: a second admission while the delay runs changes nothing",
                    OPERATOR,
                    s -> s.card(Who.ADA).after(0.2).card(Who.BEN).open().after(4),
                    ADMITTED,
                    ADMITTED),
            row(
                    "A door operator: a second admission during the pulse makes it longer",
                    OPERATOR,
                    s -> s.card(Who.ADA).after(1).card(Who.BEN).open().after(4),
                    ADMITTED,
                    ADMITTED),
            row(
                    "Two actions switch one output: it is on while one of them wants it",
                    actions(
                            "when: {channel: 1, state: open}, output: light",
                            "when: {input: bell}, output: light, pulse: 2s"),
                    s -> s.card(Who.ADA)
                            .open()
                            .after(3)
                            .bell()
                            .after(0.8)
                            .close()
                            .after(4),
                    ADMITTED),
            row(
                    "An alarm relay: `channel: [1, 2], state: alarm, delay: 3s`, the door is pulled open",
                    SIREN,
                    s -> s.open().after(5).close().after(1),
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "An alarm relay: an operator acknowledges the alarm",
                    SIREN,
                    s -> s.open()
                            .after(5)
                            .command(new DoorCommand.Acknowledge(null))
                            .after(1),
                    "FORCED_OPEN",
                    "ALARM_ACKNOWLEDGED"),
            row(
                    "An alarm relay: a second door is forced as the first is closed",
                    SIREN,
                    s -> s.open().after(5).open(2).after(0.5).close().after(5),
                    "FORCED_OPEN",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "A silent alarm: `event: duress, pulse: 5s`",
                    Place.USUAL
                            .with("credentials: [card+pin]", "duress: on")
                            .actions("when: {channel: 1, event: duress}, output: siren, pulse: 5s"),
                    s -> s.card(Who.ADA).after(1).pin("9002").after(8),
                    "MFA_STARTED",
                    "DURESS",
                    ADMITTED,
                    "ADMITTED_NOT_USED"),
            row(
                    "`state: unlocked, shift: 2`, and shift 2 is at night",
                    actions("when: {channel: 1, state: unlocked}, output: light, shift: 2"),
                    s -> s.command(new DoorCommand.Unlock(null)).after(5),
                    "MODE_UNLOCK"),
            row(
                    "`state: unlocked, shift: 1`, and shift 1 ends at 17:00",
                    actions("when: {channel: 1, state: unlocked}, output: light, shift: 1"),
                    s -> s.command(new DoorCommand.Unlock(null))
                            .after(1)
                            .wall("2026-03-02T16:59:55Z")
                            .after(10),
                    "MODE_UNLOCK"),
            row(
                    "A bell: `input: bell, pulse: 2s`, pressed for 0.2 s",
                    actions("when: {input: bell}, output: siren, pulse: 2s"),
                    s -> s.bell().after(4)),
            row(
                    "`input: bell` without a pulse: the output follows the input",
                    actions("when: {input: bell}, output: siren"),
                    s -> s.bell(true).after(3).bell(false).after(1)),
            row(
                    "`input: power`: the mains fail",
                    actions("when: {input: power}, output: light, delay: 2s"),
                    s -> s.power(true).after(4).power(false).after(1),
                    "POWER_FAIL",
                    "POWER_RESTORED"),
            row(
                    "`input: fire`",
                    actions("when: {input: fire}, output: siren"),
                    s -> s.fire(true).after(2).fire(false).after(1),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF"),
            row(
                    "The action is removed while its output is on",
                    actions("when: {channel: 1, state: open}, output: light"),
                    s -> s.card(Who.ADA)
                            .open()
                            .after(2)
                            .apply(actions("when: {channel: 2, state: open}, output: light"))
                            .after(1),
                    ADMITTED),
            row(
                    "The box restarts while the output is on",
                    actions("when: {channel: 1, state: unlocked}, output: light, delay: 2s"),
                    s -> s.command(new DoorCommand.Unlock(null))
                            .after(4)
                            .restart(3)
                            .after(4),
                    "MODE_UNLOCK",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED"),
            row(
                    "The line of the output does not switch: an event, and no delay at the door",
                    actions("when: {channel: 1, state: released}, output: siren"),
                    s -> s.sirenBreaks()
                            .card(Who.ADA)
                            .after(3)
                            .sirenIsRepaired()
                            .after(1)
                            .open(),
                    ADMITTED,
                    "LINE_FAULT",
                    "LINE_NORMAL"),
            row(
                    "The box is killed while the line of the output does not switch",
                    actions("when: {channel: 1, state: unlocked}, output: siren"),
                    s -> s.sirenBreaks()
                            .command(new DoorCommand.Unlock(null))
                            .after(2)
                            .kill(3)
                            .after(1),
                    "MODE_UNLOCK",
                    "LINE_FAULT",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "LINE_NORMAL"));

    static final List<Row> COMMANDS = List.of(
            row(
                    "A button at the desk: `do: {command: unlock_once}`",
                    actions("when: {input: desk}, do: {command: unlock_once, channels: 1}"),
                    s -> s.desk(true).after(0.2).desk(false).after(8),
                    "ADMITTED_MANUAL",
                    "ADMITTED_NOT_USED"),
            row(
                    "A button at the desk with `delay: 2s`, released before",
                    actions("when: {input: desk}, do: {command: unlock_once, channels: 1}, delay: 2s"),
                    s -> s.desk(true).after(0.2).desk(false).after(3).open(),
                    "ADMITTED_MANUAL"),
            row(
                    "A button at the desk in a lockdown",
                    actions("when: {input: desk}, do: {command: unlock_once, channels: 1}"),
                    s -> s.command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .desk(true)
                            .after(2),
                    "LOCKDOWN_ON",
                    "ADMISSION_DENIED"),
            row(
                    "A key switch: unlocked while it is on",
                    actions(
                            "when: {input: desk}, do: {command: unlock, channels: [1]}",
                            "when: {input: desk, is: inactive}, do: {command: normal, channels: [1]}"),
                    s -> s.desk(true).after(5).desk(false).after(2),
                    "MODE_UNLOCK",
                    "MODE_NORMAL"),
            row(
                    "`do: {command: unlock, for: 10s}`",
                    actions("when: {input: desk}, do: {command: unlock, channels: [1], for: 10s}"),
                    s -> s.desk(true).after(0.2).desk(false).after(15),
                    "MODE_UNLOCK",
                    "MODE_NORMAL"),
            row(
                    "A forced door locks the other one down",
                    actions("when: {channel: 1, state: forced}, do: {command: lockdown, channels: 2}"),
                    s -> s.open().after(1).card(Who.ADA, 2, "entry").after(1),
                    "FORCED_OPEN",
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN"),
            row(
                    "A lockdown by an action during fire: the door stays released",
                    actions("when: {input: desk}, do: {command: lockdown, channels: 1}"),
                    s -> s.fire(true).after(1).desk(true).after(2),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "LOCKDOWN_ON"),
            row(
                    "A lockdown by an action at a door with `egress: controller`: a person leaves",
                    Place.USUAL.egressByBox().actions("when: {input: desk}, do: {command: lockdown, channels: 1}"),
                    s -> s.desk(true)
                            .after(1)
                            .cardAtExit(Who.ADA)
                            .after(1)
                            .open()
                            .after(1),
                    "LOCKDOWN_ON",
                    ADMITTED),
            row(
                    "A state that lasts over a restart gives its command once",
                    actions("when: {channel: 1, state: unlocked}, do: {command: lockdown, channels: 2}"),
                    s -> s.command(new DoorCommand.Unlock(null))
                            .after(1)
                            .command(2, new DoorCommand.Unlockdown())
                            .restart(3)
                            .after(4),
                    "MODE_UNLOCK",
                    "LOCKDOWN_ON",
                    "LOCKDOWN_OFF",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED"));

    private ActionRows() {}
}
