package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Openings of which nobody can tell whose they are, and exits that are used beside a card.
final class SharedRows {
    private static final String PASSBACK = "passback: {from: outside, to: inside, mode: hard}";
    private static final Place HARD = Place.USUAL.with(1, PASSBACK).with(2, PASSBACK);
    private static final Place SLOW = HARD.with("times: {unlock: 5s, extended_unlock: 15s}");
    private static final Place FIRST_CARD = Place.USUAL.with("auto_unlock: {shift: 1, first_card: true}");
    private static final DoorCommand UNLOCK = new DoorCommand.Unlock(null);
    private static final DoorCommand NORMAL = new DoorCommand.Normal();

    private SharedRows() {}

    private static Story passes(Story s) {
        return s.open().after(0.5).close().after(0.5);
    }

    /// A person enters while a motion sensor is active, and the door is pulled after 31 s.
    private static Story entersWithRexActive(Story s) {
        return passes(s.card(Who.ADA).after(0.8).rex(true).after(0.2))
                .after(30)
                .open()
                .after(1);
    }

    static final List<Row> WHOSE = List.of(
            row(
                    "A card; an insider leaves by REX first; the card again in time, and the person enters",
                    HARD,
                    s -> passes(passes(s.card(Who.ADA).after(0.5).rex().after(0.3))
                                    .after(0.2)
                                    .card(Who.ADA)
                                    .after(0.3))
                            .cardAtExit(Who.ADA),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "Two cards; the second person enters first; the first card again in time, and the person enters",
                    HARD,
                    s -> passes(passes(s.card(Who.ADA).after(0.5).card(Who.BEN).after(0.5))
                            .card(Who.ADA)
                            .after(0.5)),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "A person with a card of one entry; an insider leaves by REX first; the card again in time",
                    HARD,
                    s -> passes(s.usesMax(Who.ADA, 1)
                                    .card(Who.ADA)
                                    .after(0.5)
                                    .rex()
                                    .after(0.3))
                            .card(Who.ADA),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD"),
            row(
                    "A person who needs longer shows a card first; another one enters; the first one enters after 9 s",
                    SLOW,
                    s -> passes(passes(s.card(Who.LEO).after(0.5).card(Who.ADA).after(0.5))
                            .after(7)),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`forced: off`, a handle without a switch: a person leaves while another waits; the card again",
                    HARD.with("forced: off"),
                    s -> passes(s.card(Who.ADA).after(1)).card(Who.ADA).after(1),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "A card that is not used; a person leaves by a card at the exit after its time; the card again",
                    HARD,
                    s -> passes(s.card(Who.ADA).after(4).cardAtExit(Who.CORA).after(4))
                            .after(3)
                            .card(Who.ADA),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD"),
            row(
                    "`first_card: true`: a card that is not used; a person leaves by REX after its time",
                    FIRST_CARD,
                    s -> passes(s.card(Who.ADA).after(4).rex().after(4)).after(3),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_NOT_USED"),
            row(
                    "`airlock`: a card at the outer door is not used; a person leaves by that door after its time",
                    Place.USUAL.with("airlock: {inner: 2}"),
                    s -> passes(s.card(Who.ADA).after(4).cardAtExit(Who.BEN).after(3))
                            .after(5),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"));

    /// REX stays active, a person passes, and the door is secured.
    private static Story rexIsUsedUp(Story s) {
        return s.rex(true).after(0.8).open().after(0.5).close().after(1);
    }

    static final List<Row> OUTLASTS = List.of(
            row(
                    "A motion sensor is used up; a card outside, and an insider opens by the handle; the card again",
                    HARD,
                    s -> passes(rexIsUsedUp(s).after(0.5).card(Who.ADA).after(0.5))
                            .after(0.5)
                            .card(Who.ADA)
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "REX is stuck and used up; a lockdown of cards and REX begins and ends; the door is pulled",
                    s -> rexIsUsedUp(s)
                            .after(20)
                            .command(new DoorCommand.LockDown(new Lockdown(true, true, false)))
                            .after(10)
                            .command(new DoorCommand.Unlockdown())
                            .after(10)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "LOCKDOWN_ON",
                    "LOCKDOWN_OFF",
                    "FORCED_OPEN"),
            row(
                    "REX is pressed during a lockdown of REX, and is still held as it ends: the strike is released",
                    s -> s.command(new DoorCommand.LockDown(new Lockdown(false, true, false)))
                            .after(1)
                            .rex(true)
                            .after(2)
                            .command(new DoorCommand.Unlockdown())
                            .after(1)
                            .open()
                            .after(1),
                    "LOCKDOWN_ON",
                    "REX_PRESSED",
                    "REJECTED_LOCKDOWN",
                    "LOCKDOWN_OFF",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "REX is stuck and used up; the auxiliary input gives its own time; the door is pulled after it",
                    s -> rexIsUsedUp(s).after(28).aux().after(6).open().after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_AUXILIARY",
                    "FORCED_OPEN"),
            row(
                    "The same with `relock: close`, and a card at the exit",
                    Place.USUAL.with("relock: close"),
                    s -> rexIsUsedUp(s)
                            .after(28)
                            .cardAtExit(Who.BEN)
                            .after(6)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "FORCED_OPEN"),
            row(
                    "REX is stuck for six minutes; the box restarts: the door stays secured, and is pulled",
                    s -> rexIsUsedUp(s).after(360).restart(2).after(31).open().after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "EXIT_HELD",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "FORCED_OPEN"),
            row(
                    "REX is held as the box starts: people leave by the handle, and no opening is forced for 30 s",
                    s -> s.rex(true).after(1).restart(2).after(5).open().after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED"),
            row(
                    "`egress: controller`: REX is held as the box starts: the strike is released",
                    Place.USUAL.egressByBox(),
                    s -> s.rex(true).after(1).restart(2).after(5).open().after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`two_person: on`, an open door: an operator admits a person, who then enters with another one",
                    Place.USUAL.with("two_person: on"),
                    s -> s.card(Who.BEN)
                            .card(Who.CORA)
                            .after(0.5)
                            .open()
                            .after(0.5)
                            .admit(Who.ADA)
                            .after(0.2)
                            .card(Who.ADA)
                            .after(0.2)
                            .card(Who.BEN)
                            .after(0.5)
                            .close()
                            .after(0.5)
                            .open()
                            .after(0.5)
                            .close()
                            .after(0.5)
                            .open()
                            .after(1),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_MANUAL",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "FORCED_OPEN"),
            row(
                    "A card, and a motion sensor that stays active; the person enters; the door is pulled after 31 s",
                    SharedRows::entersWithRexActive,
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN"),
            row(
                    "The same with `relock: close`",
                    Place.USUAL.with("relock: close"),
                    SharedRows::entersWithRexActive,
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN"),
            row(
                    "The same with `relock_delay: 2s`",
                    Place.USUAL.with("times: {unlock: 5s, relock_delay: 2s}"),
                    SharedRows::entersWithRexActive,
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN"),
            row(
                    "A card at the exit, and a motion sensor that sees the person: one unlock; the door is pulled",
                    s -> passes(s.cardAtExit(Who.BEN).after(0.3).rex().after(0.5))
                            .after(0.5)
                            .open()
                            .after(1),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN"),
            row(
                    "REX and the auxiliary input of one person are one unlock; the door is pulled after that",
                    s -> passes(s.rex().after(0.3).aux().after(0.5))
                            .after(0.5)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_AUXILIARY",
                    "FORCED_OPEN"),
            row(
                    "`egress: controller`: REX and the auxiliary input are two unlocks",
                    Place.USUAL.egressByBox(),
                    s -> passes(passes(s.rex().after(0.3).aux().after(0.5))),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_AUXILIARY"),
            row(
                    "A card at an unlocked door; the person enters; the door is locked again, and pulled",
                    s -> passes(s.command(UNLOCK).after(1).card(Who.ADA).after(0.5))
                            .command(NORMAL)
                            .after(0.5)
                            .open()
                            .after(1),
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "MODE_NORMAL",
                    "FORCED_OPEN"),
            row(
                    "REX at an unlocked door; the person leaves, and the door is locked again; the door is pulled",
                    s -> passes(s.command(UNLOCK).after(1).rex().after(0.5))
                            .command(NORMAL)
                            .after(0.5)
                            .open()
                            .after(1),
                    "MODE_UNLOCK",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "MODE_NORMAL",
                    "FORCED_OPEN"),
            row(
                    "`egress: controller`: a card at the exit, and a lockdown of cards before the person opens",
                    Place.USUAL.egressByBox(),
                    s -> passes(s.cardAtExit(Who.BEN)
                            .after(0.5)
                            .command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .after(2)),
                    "ADMITTED_CARD",
                    "LOCKDOWN_ON"));
}
