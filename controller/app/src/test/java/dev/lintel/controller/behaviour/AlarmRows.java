package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Delays, alarms that go on, secured doors, and PINs and cards that are tried.
final class AlarmRows {
    private static final Place MOTOR = Place.USUAL.with("relock: close", "times: {unlock: 5s, relock_delay: 2s}");
    private static final Place REMINDER = Place.USUAL.with("alarm: {reminder: 1m}");
    private static final Place LATCH = Place.USUAL.with("alarm: {latch: on}");
    private static final Place HOURS = Place.USUAL.with("auto_unlock: {shift: 1, first_card: false}");
    private static final Place CARD_THEN_PIN = Place.USUAL.with("credentials: [card+pin]");
    private static final Place DURESS = CARD_THEN_PIN.with("duress: on");
    private static final DoorCommand SECURE = new DoorCommand.Secure(null);
    private static final DoorCommand NORMAL = new DoorCommand.Normal();

    private AlarmRows() {}

    private static DoorCommand acknowledge(String note) {
        return new DoorCommand.Acknowledge(note);
    }

    static final List<Row> DELAYS = List.of(
            row(
                    "The leaf opens 0.2 s before the exit button reports it (`forced_delay` is 0.3 s with a button)",
                    s -> s.open()
                            .after(0.2)
                            .rex(true)
                            .after(1)
                            .rex(false)
                            .close()
                            .after(4),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "The exit button comes 0.5 s after the leaf: too late",
                    s -> s.open()
                            .after(0.5)
                            .rex(true)
                            .after(1)
                            .rex(false)
                            .close()
                            .after(4),
                    "FORCED_OPEN",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "DOOR_NORMAL"),
            row(
                    "`forced_delay: 2s`: the exit button comes 1 s after the leaf",
                    Place.USUAL.with("times: {forced_delay: 2s}"),
                    s -> s.open().after(1).rex(true).after(1).rex(false).close().after(4),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "A forced leaf closes again within `forced_delay`",
                    s -> s.open().after(0.1).close().after(1),
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "A card within `forced_delay` explains no opening",
                    s -> s.open().after(0.1).card(Who.ADA).after(1).close().after(6),
                    "ADMITTED_CARD",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "`relock_delay: 2s` and `relock: close`: the bolt waits for 2 s after the closing",
                    MOTOR,
                    s -> s.card(Who.ADA).after(1).open().after(1).close().after(4),
                    "ADMITTED_CARD"),
            row(
                    "The same; the leaf opens again within the delay: the bolt waits, and the opening is forced",
                    MOTOR,
                    s -> pulledAgain(s.card(Who.ADA)).after(4),
                    "ADMITTED_CARD",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "The same after REX; it opens again twice",
                    MOTOR,
                    s -> pulledAgain(s.rex()).after(1.5).open().after(1).close().after(4),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN",
                    "DOOR_NORMAL",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "The same with a lockdown while the leaf is open",
                    MOTOR,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .close()
                            .after(1)
                            .open()
                            .after(2)
                            .close()
                            .after(4),
                    "ADMITTED_CARD",
                    "LOCKDOWN_ON",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "The same; a second person is admitted within the delay and opens",
                    MOTOR,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(1)
                            .card(Who.BEN)
                            .after(0.5)
                            .open()
                            .after(2)
                            .close()
                            .after(4),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "The same; a second person is admitted at the open leaf and opens within the delay",
                    MOTOR,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .card(Who.BEN)
                            .after(0.5)
                            .close()
                            .after(1)
                            .open()
                            .after(2)
                            .close()
                            .after(4),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`relock_delay: 2s` and `relock: open`",
                    Place.USUAL.with("times: {unlock: 5s, relock_delay: 2s}"),
                    s -> s.card(Who.ADA).after(1).open().after(3).close(),
                    "ADMITTED_CARD"),
            row(
                    "The same; the leaf closes and opens again within the delay",
                    Place.USUAL.with("times: {unlock: 5s, relock_delay: 2s}"),
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(0.5)
                            .close()
                            .after(1)
                            .open()
                            .after(1),
                    "ADMITTED_CARD",
                    "FORCED_OPEN"),
            row(
                    "A person who needs longer keeps the door open for 35 s: twice the times hold",
                    s -> s.card(Who.LEO).after(1).open().after(35).close(),
                    "ADMITTED_CARD"),
            row(
                    "The same for 70 s",
                    s -> s.card(Who.LEO).after(1).open().after(70).close(),
                    "ADMITTED_CARD",
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"));

    static final List<Row> ALARMS = List.of(
            row(
                    "`alarm: {pre_alarm: off}`: no beeps before the alarm",
                    Place.USUAL.with("alarm: {pre_alarm: off}"),
                    s -> s.card(Who.ADA).after(1).open().after(25).close(),
                    "ADMITTED_CARD",
                    "DOOR_EXTENDED_WARNING"),
            row(
                    "`alarm: {reminder: 1m}`: a forced door stays open",
                    REMINDER,
                    s -> s.open().after(130).close(),
                    "FORCED_OPEN",
                    "ALARM_REMINDER",
                    "ALARM_REMINDER",
                    "DOOR_NORMAL"),
            row(
                    "An operator acknowledges the alarm: the sounder and the reminders end",
                    REMINDER,
                    s -> s.open()
                            .after(10)
                            .command(acknowledge("Guard is on the way"))
                            .after(130)
                            .close(),
                    "FORCED_OPEN",
                    "ALARM_ACKNOWLEDGED",
                    "DOOR_NORMAL"),
            row("There is no alarm to acknowledge", s -> s.command(acknowledge("nothing"))),
            row(
                    "`alarm: {latch: on}`: the leaf closes, and the alarm lasts until it is acknowledged",
                    LATCH,
                    s -> s.open()
                            .after(5)
                            .close()
                            .after(20)
                            .command(acknowledge("seen"))
                            .after(1),
                    "FORCED_OPEN",
                    "ALARM_ACKNOWLEDGED",
                    "DOOR_NORMAL"),
            row(
                    "`alarm: {latch: on}` over a kill of the process",
                    LATCH,
                    s -> s.open()
                            .after(5)
                            .close()
                            .after(1)
                            .kill(1)
                            .after(1)
                            .command(acknowledge("seen"))
                            .after(1),
                    "FORCED_OPEN",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "ALARM_ACKNOWLEDGED",
                    "DOOR_NORMAL"));

    static final List<Row> SECURED = List.of(
            row(
                    "`secure` during the hours: cards are needed",
                    HOURS,
                    s -> s.command(SECURE)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close(),
                    "MODE_SECURE",
                    "AUTO_UNLOCK_ENDED",
                    "ADMITTED_CARD"),
            row(
                    "`secure`, then `normal`: the hours go on",
                    HOURS,
                    s -> s.command(SECURE).after(5).command(NORMAL).after(1),
                    "MODE_SECURE",
                    "AUTO_UNLOCK_ENDED",
                    "MODE_NORMAL",
                    "AUTO_UNLOCK_STARTED"),
            row(
                    "`secure` until 10 s later",
                    HOURS,
                    s -> s.command(new DoorCommand.Secure(s.inMs(10))).after(12),
                    "MODE_SECURE",
                    "AUTO_UNLOCK_ENDED",
                    "MODE_NORMAL",
                    "AUTO_UNLOCK_STARTED"),
            row(
                    "`secure`; an operator admits a visitor",
                    HOURS,
                    s -> s.command(SECURE).after(1).admit(null).after(1).open(),
                    "MODE_SECURE",
                    "AUTO_UNLOCK_ENDED",
                    "ADMITTED_MANUAL"),
            row(
                    "`secure`; fire",
                    HOURS,
                    s -> s.command(SECURE).after(1).fire(true).after(1),
                    "MODE_SECURE",
                    "AUTO_UNLOCK_ENDED",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON"));

    static final List<Row> TRIED = List.of(
            row(
                    "Five wrong PINs within a minute; then the right one",
                    s -> wrongPins(s, 5).pin("4711").after(2),
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "PIN_GUESSING",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_PIN_LOCKED"),
            row(
                    "The same; cards are admitted",
                    s -> wrongPins(s, 5).card(Who.ADA).after(1).open(),
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "PIN_GUESSING",
                    "REJECTED_UNKNOWN_PIN",
                    "ADMITTED_CARD"),
            row(
                    "The same; the right PIN after the rest of a minute",
                    s -> wrongPins(s, 5).after(61).pin("4711").after(1).open(),
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "PIN_GUESSING",
                    "REJECTED_UNKNOWN_PIN",
                    "ADMITTED_PIN"),
            row(
                    "`egress: controller`: five wrong PINs at the exit; the right one at once and 30 s later",
                    Place.USUAL.egressByBox(),
                    s -> {
                        for (int i = 0; i < 5; i++) s.pin("9999", "exit").after(1);
                        s.pin("4711", "exit").after(29).pin("4711", "exit").after(1);
                        s.pin("4711").after(6);
                    },
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "PIN_GUESSING",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_PIN_LOCKED",
                    "ADMITTED_PIN",
                    "REJECTED_PIN_LOCKED",
                    "ADMITTED_NOT_USED"),
            row(
                    "The same card twice where the PIN is awaited: it is awaited still",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "Duress: the PIN alone with its last digit one higher",
                    Place.USUAL.with("duress: on"),
                    s -> s.pin("4712").after(1).open(),
                    "DURESS",
                    "ADMITTED_PIN"),
            row(
                    "Duress after a card that was refused outside its hours",
                    DURESS,
                    s -> s.card(Who.MIA).after(2).pin("9002").after(2),
                    "REJECTED_OUT_OF_HOURS",
                    "DURESS",
                    "REJECTED_UNKNOWN_PIN"));

    private static Story wrongPins(Story story, int times) {
        for (int i = 0; i < times; i++) story.pin("9876").after(2);
        return story;
    }

    /// The admitted person passes; 1 s after the closing the leaf is opened again, for 2 s.
    private static Story pulledAgain(Story story) {
        return story.after(1).open().after(1).close().after(1).open().after(2).close();
    }
}
