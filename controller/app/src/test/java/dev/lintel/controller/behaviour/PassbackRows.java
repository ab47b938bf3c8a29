package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import java.util.List;

/// Passback, interlock, restarts and faults.
final class PassbackRows {
    private static final Place HARD = passback("hard");
    private static final Place SOFT = passback("soft");
    private static final Place TIMED = passback("timed, window: 10m");
    /// Door 1 leads from the street into the house, door 2 from the house into the lab.
    private static final Place HOUSE = Place.USUAL
            .with(1, "passback: {from: street, to: house, mode: off}")
            .with(2, "passback: {from: house, to: lab, mode: hard}");

    /// As [#HOUSE], with hard passback at both doors.
    private static final Place HARD_HOUSE = Place.USUAL
            .with(1, "passback: {from: street, to: house, mode: hard}")
            .with(2, "passback: {from: house, to: lab, mode: hard}");

    private static final Place INTERLOCK = Place.USUAL.with("interlock: [2]");

    private PassbackRows() {}

    private static Place passback(String mode) {
        String line = "passback: {from: outside, to: inside, mode: " + mode + "}";
        return Place.USUAL.with(1, line).with(2, line);
    }

    private static Story enters(Story s, Who who) {
        return s.card(who).after(1).open().after(1).close().after(1);
    }

    private static Story leaves(Story s, Who who) {
        return s.cardAtExit(who).after(1).open().after(1).close().after(1);
    }

    private static Story entersLab(Story s, Who who) {
        return s.card(who, 2, "entry").after(1).open(2).after(1).close(2).after(1);
    }

    /// Two persons show their cards at door 1, and one opening follows: nobody can tell who has passed.
    private static Story oneOpeningForTwo(Story s) {
        return s.card(Who.ADA)
                .after(0.5)
                .card(Who.BEN)
                .after(0.5)
                .open()
                .after(1)
                .close();
    }

    private static Story bothLeaveLab(Story s) {
        return s.card(Who.ADA, 2, "exit")
                .after(1)
                .card(Who.BEN, 2, "exit")
                .open(2)
                .after(1)
                .close(2);
    }

    private static Story unlocks(Story s) {
        return s.command(new DoorCommand.Unlock(null)).after(1);
    }

    private static Story locks(Story s) {
        return s.command(new DoorCommand.Normal()).after(1);
    }

    static final List<Row> PASSBACK = List.of(
            row(
                    "`hard`: a person enters, and shows the card at the entry again",
                    HARD,
                    s -> enters(s, Who.ADA).card(Who.ADA).after(2),
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK"),
            row(
                    "`hard`: enters, leaves, enters",
                    HARD,
                    s -> enters(leaves(enters(s, Who.ADA), Who.ADA), Who.ADA),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`hard`: enters at door 1, shows the card at door 2's entry",
                    HARD,
                    s -> enters(s, Who.ADA).card(Who.ADA, 2, "entry").after(2),
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK"),
            row(
                    "`hard`: admitted and does not open; tries again at the same reader",
                    HARD,
                    s -> s.card(Who.ADA).after(7).card(Who.ADA).after(1).open(),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD"),
            row(
                    "`hard`: the same reader again while the strike is released",
                    HARD,
                    s -> s.card(Who.ADA).after(2).card(Who.ADA).after(1).open(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`hard`: the card stays at the reader while the leaf opens",
                    HARD,
                    s -> s.card(Who.ADA)
                            .after(0.3)
                            .card(Who.ADA)
                            .after(0.3)
                            .open()
                            .after(0.1)
                            .card(Who.ADA)
                            .after(2)
                            .close(),
                    "ADMITTED_CARD"),
            row(
                    "`hard`: one card at two readers at once is admitted once",
                    HARD,
                    s -> s.card(Who.ADA).card(Who.ADA, 2, "entry").after(1).open(),
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK"),
            row("`hard`: a person who was never seen leaves", HARD, s -> leaves(s, Who.ADA), "ADMITTED_CARD"),
            row(
                    "`hard`: a person who is outside shows the card at the exit",
                    HARD,
                    s -> leaves(leaves(s, Who.ADA), Who.ADA),
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "`hard`, `egress: controller`: passback keeps no person in",
                    HARD.egressByBox(),
                    s -> leaves(leaves(s, Who.ADA), Who.ADA),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`hard`: an operator forgives the person",
                    HARD,
                    s -> enters(enters(s, Who.ADA).forgive(Who.ADA), Who.ADA),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`hard`: without a contact a person is in at once",
                    HARD.without("contact"),
                    s -> s.card(Who.ADA).after(8).card(Who.ADA).after(1),
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK"),
            row(
                    "`hard`: inside over a kill of the process",
                    HARD,
                    s -> enters(s, Who.ADA).kill(1).after(1).card(Who.ADA).after(1),
                    "ADMITTED_CARD",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "REJECTED_PASSBACK"),
            row(
                    "`hard`: a person in the lab shows the card at its entry again while the house door is unlocked",
                    HOUSE,
                    s -> unlocks(entersLab(s, Who.ADA))
                            .card(Who.ADA, 2, "entry")
                            .after(1),
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "REJECTED_PASSBACK"),
            row(
                    "`hard`: a person in the lab shows the card at its entry again after the house door was unlocked",
                    HOUSE,
                    s -> locks(unlocks(entersLab(s, Who.ADA)))
                            .card(Who.ADA, 2, "entry")
                            .after(1),
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "MODE_NORMAL",
                    "PASSBACK_FORGIVEN",
                    "REJECTED_PASSBACK"),
            row(
                    "`hard`: a person who left the house enters the lab while the house door is unlocked",
                    HOUSE,
                    s -> entersLab(
                            unlocks(leaves(s, Who.ADA).card(Who.ADA, 2, "entry").after(1)), Who.ADA),
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK",
                    "MODE_UNLOCK",
                    "ADMITTED_CARD"),
            row(
                    "`hard`: a person who left the house enters the lab after the house door was unlocked",
                    HOUSE,
                    s -> entersLab(locks(unlocks(leaves(s, Who.ADA))), Who.ADA),
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "MODE_NORMAL",
                    "PASSBACK_FORGIVEN",
                    "ADMITTED_CARD"),
            row(
                    "`soft`: the second entry is admitted",
                    SOFT,
                    s -> enters(enters(s, Who.ADA), Who.ADA),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`timed`: the second entry within the window",
                    TIMED,
                    s -> enters(s, Who.ADA).after(60).card(Who.ADA).after(1),
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK"),
            row(
                    "`timed`: the second entry after the window",
                    TIMED,
                    s -> enters(enters(s, Who.ADA).after(601), Who.ADA),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`hard`: while the door is unlocked, passback refuses no person",
                    HARD,
                    s -> s.command(new DoorCommand.Unlock(null))
                            .card(Who.ADA)
                            .after(1)
                            .card(Who.ADA)
                            .after(1),
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_UNLOCKED"),
            row(
                    "`hard`: one opening for two persons; door 2 is unlocked from 2 s to 4 s; both leave the lab",
                    HARD_HOUSE,
                    s -> bothLeaveLab(oneOpeningForTwo(s)
                            .command(2, new DoorCommand.Unlock(null))
                            .after(2)
                            .command(2, new DoorCommand.Normal())
                            .after(5)),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "MODE_NORMAL",
                    "PASSBACK_FORGIVEN",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`hard`: one opening for two persons; fire releases door 2 from 2 s to 4 s; both leave the lab",
                    HARD_HOUSE.panel("fire: {line: 1, active: high, release: [2]}\n"),
                    s -> bothLeaveLab(
                            oneOpeningForTwo(s).fire(true).after(2).fire(false).after(5)),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_OFF",
                    "PASSBACK_FORGIVEN",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"));

    static final List<Row> TOGETHER = List.of(
            row(
                    "`interlock`: door 2 is open",
                    INTERLOCK,
                    s -> s.card(Who.BEN, 2, "entry")
                            .open(2)
                            .after(6)
                            .card(Who.ADA)
                            .after(2),
                    "ADMITTED_CARD",
                    "REJECTED_INTERLOCK"),
            row(
                    "`interlock`: door 2 is released",
                    INTERLOCK,
                    s -> s.card(Who.BEN, 2, "entry").after(1).card(Who.ADA).after(1),
                    "ADMITTED_CARD",
                    "REJECTED_INTERLOCK"),
            row(
                    "`interlock`: door 2 is closed and secured again",
                    INTERLOCK,
                    s -> s.card(Who.BEN, 2, "entry")
                            .after(6)
                            .card(Who.ADA)
                            .after(1)
                            .open(),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD"),
            row(
                    "`interlock`: it holds the other way, too",
                    INTERLOCK,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .card(Who.BEN, 2, "entry")
                            .after(1)
                            .open(),
                    "ADMITTED_CARD",
                    "REJECTED_INTERLOCK"),
            row(
                    "`interlock`: REX opens all the same",
                    INTERLOCK,
                    s -> s.card(Who.BEN, 2, "entry")
                            .open(2)
                            .after(1)
                            .rex()
                            .after(1)
                            .open(),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"));

    static final List<Row> FAULTS = List.of(
            row(
                    "The process ends in order while the strike is released",
                    s -> s.card(Who.ADA).after(1).restart(1).after(1),
                    "ADMITTED_CARD",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED"),
            row(
                    "The process is killed while the door is open",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .kill(2)
                            .after(35)
                            .close(),
                    "ADMITTED_CARD",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "A forced alarm lasts over a kill",
                    s -> s.open().after(1).kill(2).after(1).close(),
                    "FORCED_OPEN",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "DOOR_NORMAL"),
            row(
                    "The door was closed while no process ran: the alarm ends at the start",
                    s -> s.open().after(1).restart(2),
                    "FORCED_OPEN",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED"),
            row(
                    "The strike's output does not follow",
                    s -> s.strikeBreaks()
                            .card(Who.ADA)
                            .after(2)
                            .strikeIsRepaired()
                            .after(1),
                    "ADMITTED_CARD",
                    "LINE_FAULT",
                    "LINE_NORMAL"),
            row(
                    "A reader is offline and back",
                    s -> s.readerOnline(false).after(5).readerOnline(true),
                    "READER_OFFLINE",
                    "READER_ONLINE"),
            row(
                    "The policy changes `times.unlock` while the strike is released",
                    s -> s.card(Who.ADA).after(1).policy("times: {unlock: 20s}").after(5),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"));
}
