package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Airlocks: door 1 is the outer door, door 2 the inner one.
final class AirlockRows {
    private static final Place LOCK = airlock("");
    private static final Place BOTH = airlock(", sequence: both");
    private static final Place ENTERING = airlock(", sequence: entering");

    private AirlockRows() {}

    private static Place airlock(String more) {
        return Place.USUAL.with("airlock: {inner: 2" + more + "}");
    }

    /// The first door is opened and closed.
    private static Story passes(Story s, int door) {
        return s.after(1).open(door).after(1).close(door);
    }

    /// A person uses the inner door, and then another one leaves by the outer door.
    private static Story usesInner(Story s) {
        return passes(passes(s.card(Who.BEN, 2, "entry"), 2), 1);
    }

    static final List<Row> AIRLOCKS = List.of(
            row(
                    "`airlock`: a card at the outer door while the inner one is open",
                    LOCK,
                    s -> s.card(Who.BEN, 2, "entry")
                            .open(2)
                            .after(6)
                            .card(Who.ADA)
                            .after(1),
                    "ADMITTED_CARD",
                    "REJECTED_INTERLOCK"),
            row(
                    "`airlock`: REX of the outer door while the inner one is open",
                    LOCK,
                    s -> s.card(Who.BEN, 2, "entry").open(2).after(1).rex().after(1),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "REJECTED_INTERLOCK"),
            row(
                    "`airlock`: REX of the inner door while the outer one is released",
                    LOCK,
                    s -> s.card(Who.ADA).after(1).rex(2).after(1).open(),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "REJECTED_INTERLOCK"),
            row(
                    "`airlock`: the auxiliary input of the outer door while the inner one is open",
                    LOCK,
                    s -> s.card(Who.BEN, 2, "entry").open(2).after(1).aux().after(1),
                    "ADMITTED_CARD",
                    "REJECTED_INTERLOCK"),
            row(
                    "`airlock`: REX is held until the inner door is closed",
                    LOCK,
                    s -> s.card(Who.BEN, 2, "entry")
                            .after(1)
                            .open(2)
                            .rex(true)
                            .after(2)
                            .close(2)
                            .after(1)
                            .rex(false)
                            .open(),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "REJECTED_INTERLOCK",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`airlock`: REX is stuck for six minutes, and waits for the inner door all the time",
                    LOCK.with(2, "alarm: {pre_alarm: off}"),
                    s -> s.card(Who.BEN, 2, "entry")
                            .after(1)
                            .open(2)
                            .rex(true)
                            .after(360)
                            .rex(false)
                            .after(70),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "REJECTED_INTERLOCK",
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "EXIT_HELD",
                    "EXIT_LET_GO"),
            row(
                    "`airlock`: REX is stuck, and the inner door is used after ten seconds and after six minutes",
                    LOCK,
                    s -> usesInner(usesInner(passes(s.rex(true), 1).after(10)).after(350))
                            .rex(false)
                            .after(70),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "EXIT_HELD",
                    "ADMITTED_CARD",
                    "FORCED_OPEN",
                    "DOOR_NORMAL",
                    "EXIT_LET_GO"),
            row(
                    "`airlock`: REX while both doors are closed",
                    LOCK,
                    s -> s.rex().after(1).open(),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`airlock: {exits: ignore}`: REX of the outer door while the inner one is open",
                    airlock(", exits: ignore"),
                    s -> s.card(Who.BEN, 2, "entry")
                            .open(2)
                            .after(1)
                            .rex()
                            .after(1)
                            .open(),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`airlock` and `egress: controller` at the outer door: its REX while the inner one is open",
                    LOCK.egressByBox(),
                    s -> s.card(Who.BEN, 2, "entry")
                            .open(2)
                            .after(1)
                            .rex()
                            .after(1)
                            .open(),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`airlock`: fire while the inner door is open",
                    LOCK,
                    s -> s.card(Who.BEN, 2, "entry")
                            .open(2)
                            .after(1)
                            .fire(true)
                            .after(1)
                            .rex()
                            .after(1),
                    "ADMITTED_CARD",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`sequence: both`: enters by the outer door, which closes behind the person",
                    BOTH,
                    s -> passes(s.card(Who.ADA), 1).after(2).open(2).after(1).close(2),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: the outer door is admitted to and not opened",
                    BOTH,
                    s -> s.card(Who.ADA).after(10),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`sequence: both`: the outer door stays open for 25 s",
                    BOTH,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(25)
                            .close()
                            .after(2)
                            .open(2),
                    "ADMITTED_CARD",
                    "DOOR_EXTENDED_WARNING",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: the outer door closes 65 s after the admission",
                    BOTH,
                    s -> s.card(Who.ADA).after(1).open().after(64).close().after(3),
                    "ADMITTED_CARD",
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "`sequence: both`: the inner door is locked down while the person is in the airlock",
                    BOTH,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .command(2, new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .after(1)
                            .close()
                            .after(2),
                    "ADMITTED_CARD",
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN"),
            row(
                    "`sequence: both`: the inner door asks for a card and a PIN",
                    BOTH.with(2, "credentials: [card+pin]"),
                    s -> passes(s.card(Who.ADA), 1).after(12),
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "REJECTED_TIMEOUT"),
            row(
                    "`sequence: both`: leaves by a card at the exit reader of the inner door",
                    BOTH,
                    s -> passes(s.card(Who.ADA, 2, "exit"), 2).after(2).open(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: leaves by REX of the inner door",
                    BOTH,
                    s -> passes(s.rex(2), 2).after(2).open(),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`sequence: both, exits: ignore, delay: 3s`: REX of the outer door is held since its person left",
                    airlock(", sequence: both, exits: ignore, delay: 3s"),
                    s -> passes(passes(s.rex(2), 2).rex(true), 1).after(12),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`sequence: both`: leaves by REX, and REX of the outer door is locked down",
                    BOTH,
                    s -> passes(
                                    s.command(1, new DoorCommand.LockDown(new Lockdown(false, true, false)))
                                            .rex(2),
                                    2)
                            .after(2),
                    "LOCKDOWN_ON",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REJECTED_LOCKDOWN"),
            row(
                    "`sequence: entering`: leaves by REX of the inner door",
                    ENTERING,
                    s -> passes(s.rex(2), 2).after(3),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`sequence: both, delay: 5s`: the inner door follows 5 s later",
                    airlock(", sequence: both, delay: 5s"),
                    s -> passes(s.card(Who.ADA), 1).after(6).open(2),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: a second person is admitted while the outer door is open: the card twice",
                    BOTH,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .card(Who.BEN)
                            .after(1)
                            .close()
                            .after(7)
                            .open(2)
                            .card(Who.BEN, 2, "entry"),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: a person taps twice outside, and the inner door has `double_tap`",
                    BOTH.with(2, "double_tap: {}"),
                    s -> passes(s.card(Who.HELGA).after(1).card(Who.HELGA), 1)
                            .after(2)
                            .open(2)
                            .after(1)
                            .close(2)
                            .after(2),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: another person gives card and PIN at the inner door as the first door closes",
                    BOTH.with(2, "credentials: [card+pin]"),
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .card(Who.BEN, 2, "entry")
                            .after(1)
                            .close()
                            .after(22),
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "REJECTED_TIMEOUT",
                    "MFA_STARTED",
                    "REJECTED_TIMEOUT"),
            row(
                    "`sequence: both`: the outer door is unlocked by an operator",
                    BOTH,
                    s -> passes(s.command(new DoorCommand.Unlock(null)).card(Who.ADA), 1)
                            .after(3),
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED"));
}
