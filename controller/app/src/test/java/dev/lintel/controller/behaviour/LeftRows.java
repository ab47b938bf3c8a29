package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Openings beside exits that excuse them: which unlocks are left over.
final class LeftRows {
    private static final String HARD = "passback: {mode: hard, from: outside, to: inside}";
    private static final DoorCommand REX_LOCKDOWN = new DoorCommand.LockDown(new Lockdown(false, true, false));
    private static final DoorCommand END = new DoorCommand.Unlockdown();

    private LeftRows() {}

    /// A person leaves by REX, which stays active.
    private static Story leavesByRex(Story s) {
        return s.rex(true).after(0.8).open().after(0.5).close().after(1);
    }

    /// A person enters, and a motion sensor sees the person at the open leaf.
    private static Story entersAndIsSeen(Story s) {
        return s.card(Who.ADA)
                .after(1)
                .open()
                .after(0.5)
                .rex()
                .after(0.3)
                .close()
                .after(0.5);
    }

    private static Story passes(Story s) {
        return s.open().after(1).close();
    }

    static final List<Row> LEFT = List.of(
            row(
                    "A motion sensor sees a person who enters; the next one enters 2 s later; then the door is pulled",
                    s -> passes(entersAndIsSeen(s).card(Who.BEN).after(1))
                            .after(2)
                            .open()
                            .after(1),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "FORCED_OPEN"),
            row(
                    "The same, and the next person has `extended_unlock` of 15 s; the door is pulled 8 s after that",
                    Place.USUAL.with("times: {unlock: 5s, extended_unlock: 15s}"),
                    s -> passes(entersAndIsSeen(s).card(Who.LEO).after(1))
                            .after(8)
                            .open()
                            .after(1),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "FORCED_OPEN"),
            row(
                    "The same, and the next person leaves by the button instead; the door is pulled after that",
                    s -> passes(entersAndIsSeen(s).aux().after(0.8))
                            .after(1.5)
                            .open()
                            .after(1),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_AUXILIARY",
                    "FORCED_OPEN"),
            row(
                    "A person leaves by REX, which stays active, and another by a card at the exit; a pull",
                    s -> passes(leavesByRex(s).cardAtExit(Who.BEN).after(0.5))
                            .rex(false)
                            .after(1.5)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "FORCED_OPEN"),
            row(
                    "The same, and the other person leaves by the button; the door is pulled",
                    s -> passes(leavesByRex(s).aux().after(0.5))
                            .rex(false)
                            .after(1.5)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_AUXILIARY",
                    "FORCED_OPEN"),
            row(
                    "A card outside while REX is active and used up; a person leaves, then the card's person enters",
                    s -> passes(passes(leavesByRex(s).card(Who.BEN).after(0.5)).after(0.5))
                            .after(5),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD"),
            row(
                    "`egress: controller`, hard passback: REX is held; a card; another person leaves; the card again",
                    Place.USUAL.with(1, HARD).with(2, HARD).egressByBox(),
                    s -> passes(leavesByRex(s).card(Who.ADA).after(1))
                            .after(1)
                            .card(Who.ADA)
                            .after(0.2),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "REX is held during its lockdown, and a person enters; the lockdown ends; a pull 40 s later",
                    s -> passes(s.command(REX_LOCKDOWN)
                                    .after(1)
                                    .rex(true)
                                    .after(1)
                                    .card(Who.ADA)
                                    .after(0.5))
                            .after(1)
                            .command(END)
                            .after(40)
                            .open()
                            .after(1),
                    "LOCKDOWN_ON",
                    "REX_PRESSED",
                    "REJECTED_LOCKDOWN",
                    "ADMITTED_CARD",
                    "LOCKDOWN_OFF",
                    "FORCED_OPEN"),
            row(
                    "REX, its lockdown, and its person leaves; REX stays active; the lockdown ends; a pull 25 s later",
                    s -> passes(s.rex(true).after(0.5).command(REX_LOCKDOWN).after(0.5))
                            .after(20)
                            .command(END)
                            .after(25)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "LOCKDOWN_ON",
                    "LOCKDOWN_OFF",
                    "FORCED_OPEN"));
}
