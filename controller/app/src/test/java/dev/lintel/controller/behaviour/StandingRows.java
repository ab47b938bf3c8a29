package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Modes, hours, lockdown and fire.
final class StandingRows {
    private static final Lockdown CARDS = new Lockdown(true, false, false);
    private static final Lockdown EXITS = new Lockdown(false, true, true);
    private static final Lockdown ALL = new Lockdown(true, true, true);
    private static final DoorCommand NORMAL = new DoorCommand.Normal();
    private static final DoorCommand UNLOCK = new DoorCommand.Unlock(null);
    private static final DoorCommand UNLOCKDOWN = new DoorCommand.Unlockdown();
    private static final Place AUTO_UNLOCK = Place.USUAL.with("auto_unlock: {shift: 1, first_card: false}");
    private static final Place FIRST_CARD = Place.USUAL.with("auto_unlock: {shift: 1, first_card: true}");
    private static final Place BY_BOX = Place.USUAL.egressByBox();

    private StandingRows() {}

    private static DoorCommand lockdown(Lockdown what) {
        return new DoorCommand.LockDown(what);
    }

    static final List<Row> MODES = List.of(
            row("`unlock`", s -> s.command(UNLOCK).after(1), "MODE_UNLOCK"),
            row(
                    "`unlock`, then `normal`",
                    s -> s.command(UNLOCK).after(5).command(NORMAL),
                    "MODE_UNLOCK",
                    "MODE_NORMAL"),
            row("`unlock` twice", s -> s.command(UNLOCK).after(1).command(UNLOCK), "MODE_UNLOCK"),
            row("`normal` at a door that is normal", s -> s.command(NORMAL).after(1)),
            row(
                    "`unlock` with `relock_at` in 10 s",
                    s -> s.command(new DoorCommand.Unlock(s.inMs(10))).after(12),
                    "MODE_UNLOCK",
                    "MODE_NORMAL"),
            row(
                    "`unlock` with `relock_at` in the past",
                    s -> s.command(new DoorCommand.Unlock(s.inMs(-10))).after(2)),
            row(
                    "`unlock`; people come and go, the door stays open for long",
                    s -> s.command(UNLOCK).after(1).open().after(60).close(),
                    "MODE_UNLOCK"),
            row(
                    "`unlock`; a card",
                    s -> s.command(UNLOCK)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close(),
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED"),
            row(
                    "`unlock`; a card without a right",
                    s -> s.command(UNLOCK).after(1).card(Who.OTTO).after(1),
                    "MODE_UNLOCK",
                    "REJECTED_NO_PERMISSION"),
            row(
                    "`unlock`; a card; `normal` 1 s later: the person's time runs on",
                    s -> s.command(UNLOCK)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .command(NORMAL)
                            .after(6),
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "MODE_NORMAL"),
            row(
                    "`normal` while the door is open: its open times begin",
                    s -> s.command(UNLOCK)
                            .after(1)
                            .open()
                            .after(60)
                            .command(NORMAL)
                            .after(32)
                            .close(),
                    "MODE_UNLOCK",
                    "MODE_NORMAL",
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "`unlock` at a forced door that is open",
                    s -> s.open().after(1).command(UNLOCK).after(1).close(),
                    "FORCED_OPEN",
                    "MODE_UNLOCK",
                    "DOOR_NORMAL"),
            row(
                    "An operator admits a visitor while the door is unlocked",
                    s -> s.command(UNLOCK).after(1).admit(null).after(1),
                    "MODE_UNLOCK",
                    "ADMISSION_DENIED"),
            row(
                    "`unlock` lasts over a restart",
                    s -> s.command(UNLOCK).after(1).restart(5).after(1),
                    "MODE_UNLOCK",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED"));

    static final List<Row> HOURS = List.of(
            row(
                    "`auto_unlock`: the hours end at 17:00",
                    AUTO_UNLOCK,
                    s -> s.wall("2026-03-02T16:59:58Z").after(3),
                    "AUTO_UNLOCK_ENDED"),
            row(
                    "`auto_unlock`: the hours begin at 09:00 the next day",
                    AUTO_UNLOCK,
                    s -> s.wall("2026-03-02T18:00:00Z")
                            .wall("2026-03-03T08:59:58Z")
                            .after(3),
                    "AUTO_UNLOCK_ENDED",
                    "AUTO_UNLOCK_STARTED"),
            row(
                    "`auto_unlock`: a card in the hours",
                    AUTO_UNLOCK,
                    s -> s.card(Who.ADA).after(1).open(),
                    "ADMITTED_UNLOCKED"),
            row(
                    "`first_card: true`: no card was shown yet",
                    FIRST_CARD,
                    s -> s.open().after(1),
                    "FORCED_OPEN"),
            row(
                    "`first_card: true`: the first card; the person opens the door",
                    FIRST_CARD,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .open()
                            .after(2)
                            .close()
                            .after(10)
                            .open(),
                    "ADMITTED_CARD",
                    "AUTO_UNLOCK_STARTED"),
            row(
                    "`first_card: true`: the person does not open the door",
                    FIRST_CARD,
                    s -> s.card(Who.ADA).after(10),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`first_card: true`: the first card does not open the door, another person does",
                    FIRST_CARD,
                    s -> s.card(Who.ADA).after(10).card(Who.HELGA).after(1).open(),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD",
                    "AUTO_UNLOCK_STARTED"),
            row(
                    "`first_card: true` at a door without a contact: the first card",
                    FIRST_CARD.without("contact"),
                    s -> s.card(Who.ADA).after(10),
                    "ADMITTED_CARD",
                    "AUTO_UNLOCK_STARTED"),
            row(
                    "`first_card: true`: a lockdown begins before the person opens the door",
                    FIRST_CARD,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .command(lockdown(CARDS))
                            .after(5)
                            .command(UNLOCKDOWN)
                            .after(2),
                    "ADMITTED_CARD",
                    "LOCKDOWN_ON",
                    "ADMITTED_NOT_USED",
                    "LOCKDOWN_OFF"),
            row(
                    "`first_card: true`: a restart before the person opens the door, and one after it",
                    FIRST_CARD,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .restart(5)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(1)
                            .restart(5)
                            .after(1),
                    "ADMITTED_CARD",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "ADMITTED_CARD",
                    "AUTO_UNLOCK_STARTED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED"),
            row(
                    "`first_card: true`: a card that leaves does not begin the hours",
                    FIRST_CARD,
                    s -> s.cardAtExit(Who.ADA).after(1).open().after(1).close().after(5),
                    "ADMITTED_CARD"),
            row(
                    "`first_card: true`: an operator's admission does not begin the hours",
                    FIRST_CARD,
                    s -> s.admit(null).after(1).open().after(1).close().after(5),
                    "ADMITTED_MANUAL"),
            row(
                    "An operator sets other hours",
                    AUTO_UNLOCK,
                    s -> s.command(new DoorCommand.SetAutoUnlock(null)).after(1),
                    "CONFIGURATION_CHANGED",
                    "AUTO_UNLOCK_ENDED"),
            row(
                    "`lockdown` in the hours, then `unlockdown`",
                    AUTO_UNLOCK,
                    s -> s.command(lockdown(CARDS)).after(5).command(UNLOCKDOWN),
                    "LOCKDOWN_ON",
                    "LOCKDOWN_OFF"));

    static final List<Row> LOCKDOWNS = List.of(
            row(
                    "`lockdown`; a card",
                    s -> s.command(lockdown(CARDS)).after(1).card(Who.ADA).after(2),
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN"),
            row(
                    "`lockdown`; a first responder",
                    s -> s.command(lockdown(CARDS))
                            .after(1)
                            .card(Who.RITA)
                            .after(1)
                            .open(),
                    "LOCKDOWN_ON",
                    "ADMITTED_CARD",
                    "FIRST_RESPONDER"),
            row(
                    "`lockdown` of cards; REX",
                    s -> s.command(lockdown(CARDS)).after(1).rex().after(1).open(),
                    "LOCKDOWN_ON",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`lockdown` of exits; REX",
                    s -> s.command(lockdown(EXITS)).after(1).rex().after(1),
                    "LOCKDOWN_ON",
                    "REX_PRESSED",
                    "REJECTED_LOCKDOWN"),
            row(
                    "`lockdown` of exits; the auxiliary input",
                    s -> s.command(lockdown(EXITS)).after(1).aux().after(1),
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN"),
            row(
                    "`lockdown` of exits; a card",
                    s -> s.command(lockdown(EXITS))
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .open(),
                    "LOCKDOWN_ON",
                    "ADMITTED_CARD"),
            row(
                    "`lockdown` of exits; an operator admits a visitor",
                    s -> s.command(lockdown(EXITS))
                            .after(1)
                            .admit(null)
                            .after(1)
                            .open(),
                    "LOCKDOWN_ON",
                    "ADMITTED_MANUAL"),
            row(
                    "`lockdown` of cards; an operator admits a visitor",
                    s -> s.command(lockdown(CARDS)).after(1).admit(null).after(1),
                    "LOCKDOWN_ON",
                    "ADMISSION_DENIED"),
            row(
                    "`egress: controller`: a lockdown of exits is refused",
                    BY_BOX,
                    s -> s.command(lockdown(ALL)).after(1)),
            row(
                    "`egress: controller`: `lockdown` of cards; a card at the exit reader",
                    BY_BOX,
                    s -> s.command(lockdown(CARDS))
                            .after(1)
                            .cardAtExit(Who.ADA)
                            .after(1)
                            .open(),
                    "LOCKDOWN_ON",
                    "ADMITTED_CARD"),
            row(
                    "`lockdown` 1 s after an admission: the strike is secured",
                    s -> s.card(Who.ADA).after(1).command(lockdown(CARDS)).after(5),
                    "ADMITTED_CARD",
                    "LOCKDOWN_ON",
                    "ADMITTED_NOT_USED"),
            row(
                    "`lockdown` 1 s after REX: the person leaves",
                    s -> s.rex().after(1).command(lockdown(ALL)).after(1).open(),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "LOCKDOWN_ON"),
            row(
                    "`unlock`, `lockdown`, `unlockdown`: the door is unlocked again",
                    s -> s.command(UNLOCK)
                            .after(1)
                            .command(lockdown(CARDS))
                            .after(1)
                            .command(UNLOCKDOWN),
                    "MODE_UNLOCK",
                    "LOCKDOWN_ON",
                    "LOCKDOWN_OFF"),
            row(
                    "`lockdown` lasts over a kill of the process",
                    s -> s.command(lockdown(CARDS))
                            .after(1)
                            .kill(3)
                            .card(Who.ADA)
                            .after(1),
                    "LOCKDOWN_ON",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "REJECTED_LOCKDOWN"));

    static final List<Row> FIRE = List.of(
            row(
                    "Fire begins and ends",
                    s -> s.fire(true).after(5).fire(false),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF"),
            row(
                    "Fire during a lockdown",
                    s -> s.command(lockdown(CARDS)).after(1).fire(true).after(1).fire(false),
                    "LOCKDOWN_ON",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF"),
            row(
                    "Fire; a card with a right",
                    s -> s.fire(true).after(1).card(Who.ADA).after(1),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "ADMITTED_UNLOCKED"),
            row(
                    "Fire; `normal` changes nothing at the strike",
                    s -> s.fire(true).after(1).command(NORMAL).after(1),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON"),
            row(
                    "Fire; the door is opened and stays open",
                    s -> s.fire(true).after(1).open().after(60).close(),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON"),
            row(
                    "Fire ends while the door is open",
                    s -> s.fire(true)
                            .after(1)
                            .open()
                            .after(10)
                            .fire(false)
                            .after(22)
                            .close(),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF",
                    "DOOR_EXTENDED_WARNING"),
            row(
                    "Fire at a forced door that is open",
                    s -> s.open().after(1).fire(true).after(1),
                    "FORCED_OPEN",
                    "FIRE_RELEASE_ON",
                    "DOOR_NORMAL",
                    "FIRE_RELEASE_ON"),
            row(
                    "Fire over a kill of the process",
                    s -> s.fire(true).after(1).kill(2).after(1),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED"));
}
