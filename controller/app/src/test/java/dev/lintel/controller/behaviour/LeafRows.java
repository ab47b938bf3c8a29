package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// What the leaf does, and the exits.
final class LeafRows {
    private static final Place HANDLE_SWITCH = Place.USUAL.wired("rex", "{line: 12, release: off}");
    private static final DoorCommand ALL_LOCKED = new DoorCommand.LockDown(new Lockdown(true, true, true));
    private static final Place ON_CLOSE = Place.USUAL.with("relock: close");

    private LeafRows() {}

    static final List<Row> ALARMS = List.of(
            row("The door is pulled open", s -> s.open().after(2), "FORCED_OPEN"),
            row("A forced door is closed", s -> s.open().after(2).close(), "FORCED_OPEN", "DOOR_NORMAL"),
            row(
                    "A forced door stays open for long: one alarm",
                    s -> s.open().after(120).close(),
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "A card at a forced door that is open",
                    s -> s.open().after(2).card(Who.ADA).after(1).close().after(10),
                    "FORCED_OPEN",
                    "ADMITTED_CARD",
                    "DOOR_NORMAL"),
            row(
                    "`forced: off`: the door is pulled open",
                    Place.USUAL.with("forced: off"),
                    s -> s.open().after(2)),
            row(
                    "`forced: off`: the door stays open for 25 s",
                    Place.USUAL.with("forced: off"),
                    s -> s.open().after(25).close(),
                    "DOOR_EXTENDED_WARNING"),
            row(
                    "The door stays open for 25 s after an admission",
                    s -> s.card(Who.ADA).after(1).open().after(25).close(),
                    "ADMITTED_CARD",
                    "DOOR_EXTENDED_WARNING"),
            row(
                    "The door stays open for 40 s after an admission",
                    s -> s.card(Who.ADA).after(1).open().after(40).close(),
                    "ADMITTED_CARD",
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "A card after 15 s at the open door: its open time begins again",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(15)
                            .card(Who.BEN)
                            .after(18)
                            .close(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "A card at a door that is open too long does not end the alarm",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(35)
                            .card(Who.BEN)
                            .after(5)
                            .close(),
                    "ADMITTED_CARD",
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "ADMITTED_CARD",
                    "DOOR_NORMAL"),
            row(
                    "`warning` equal to `extended_open`: no warning",
                    Place.USUAL.with("times: {warning: 10s, extended_open: 10s}"),
                    s -> s.card(Who.ADA).after(1).open().after(12).close(),
                    "ADMITTED_CARD",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "The leaf rebounds within 0.3 s of its closing",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(0.2)
                            .open()
                            .after(0.3)
                            .close(),
                    "ADMITTED_CARD"),
            row(
                    "A forced leaf bounces: it is forced again",
                    s -> s.open().after(0.5).close().after(0.2).open().after(10),
                    "FORCED_OPEN",
                    "DOOR_NORMAL",
                    "FORCED_OPEN"),
            row(
                    "The contact lags: the leaf leaves the strike as it is secured",
                    s -> s.card(Who.ADA).after(5.2).open().after(1).close(),
                    "ADMITTED_CARD"),
            row(
                    "The door is pulled 1 s after the strike was secured",
                    s -> s.card(Who.ADA).after(6).open().after(1).close(),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "Opened by an admission, closed, and pulled again after 2 s",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(2)
                            .open()
                            .after(1),
                    "ADMITTED_CARD",
                    "FORCED_OPEN"),
            row(
                    "The door's tamper line opens and closes",
                    s -> s.tamper(true).after(3).tamper(false),
                    "TAMPER",
                    "TAMPER_CLEARED"));

    static final List<Row> EXITS = List.of(
            row(
                    "REX; the door is opened and closed",
                    s -> s.rex().after(1).open().after(1).close().after(5),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row("REX; the door is not opened", s -> s.rex().after(8), "REX_PRESSED", "ADMITTED_REQUEST_EXIT"),
            row("The auxiliary input", s -> s.aux().after(1).open().after(1).close(), "ADMITTED_AUXILIARY"),
            row(
                    "REX, opened and closed; the door is pulled from outside 1 s later",
                    s -> s.rex()
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(1)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN"),
            row(
                    "`relock: close`: REX, opened and closed; pulled from outside 1 s later",
                    ON_CLOSE,
                    s -> s.rex()
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(1)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN"),
            row(
                    "`egress: controller`: REX keeps its time over an opening and a closing",
                    Place.USUAL.egressByBox(),
                    s -> s.rex().after(1).open().after(1).close().after(5),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "REX is held for 20 s, and the door is opened in between",
                    s -> s.rex(true)
                            .after(10)
                            .open()
                            .after(2)
                            .close()
                            .after(8)
                            .rex(false)
                            .after(3),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`egress: controller`: REX is held for 10 s: the strike stays released",
                    Place.USUAL.egressByBox(),
                    s -> s.rex(true).after(10).rex(false).after(3),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "REX is stuck for six minutes",
                    s -> s.rex(true).after(360).rex(false).after(3),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "EXIT_HELD",
                    "EXIT_LET_GO"),
            row(
                    "A handle switch (`release: off`), then the door opens",
                    HANDLE_SWITCH,
                    s -> s.rex(true).after(0.2).open().after(1).rex(false).close(),
                    "REX_PRESSED"),
            row(
                    "The handle switch is released before the door opens",
                    HANDLE_SWITCH,
                    s -> s.rex().after(2).open().after(1).close(),
                    "REX_PRESSED"),
            row(
                    "The handle was used 6 s ago",
                    HANDLE_SWITCH,
                    s -> s.rex().after(6).open().after(1).close(),
                    "REX_PRESSED",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "The handle switch is stuck: after 30 s it excuses no opening",
                    HANDLE_SWITCH,
                    s -> s.rex(true)
                            .after(310)
                            .open()
                            .after(1)
                            .close()
                            .rex(false)
                            .after(2),
                    "REX_PRESSED",
                    "EXIT_HELD",
                    "FORCED_OPEN",
                    "DOOR_NORMAL",
                    "EXIT_LET_GO"),
            row(
                    "The handle switch is held for one minute, and the door is pulled then",
                    HANDLE_SWITCH,
                    s -> s.rex(true).after(60).open().after(1).close().rex(false),
                    "REX_PRESSED",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "The handle switch is active for 28 s, and three people leave",
                    HANDLE_SWITCH,
                    s -> passes(passes(passes(s.rex(true), 1), 10), 12)
                            .rex(false)
                            .after(1),
                    "REX_PRESSED"),
            row(
                    "The handle was used, and the person has left; the door is pulled 1 s later",
                    HANDLE_SWITCH,
                    s -> passes(s.rex(), 0.5).after(1).open().after(1),
                    "REX_PRESSED",
                    "FORCED_OPEN"),
            row(
                    "The contact is before the handle switch; the door is pulled 1 s after the person has left",
                    HANDLE_SWITCH,
                    s -> s.open()
                            .after(0.1)
                            .rex()
                            .after(1)
                            .close()
                            .after(1)
                            .open()
                            .after(1),
                    "REX_PRESSED",
                    "FORCED_OPEN"),
            row(
                    "`unlock: 60s`: the handle was used 11 s ago",
                    HANDLE_SWITCH.with("times: {unlock: 60s}"),
                    s -> s.rex().after(11).open().after(1),
                    "REX_PRESSED",
                    "FORCED_OPEN"),
            row(
                    "REX is held; its person leaves, and another one by the handle within 30 s",
                    s -> passes(passes(s.rex(true), 1), 20).rex(false).after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "REX is held; its person leaves, and the door is pulled 200 s later",
                    s -> passes(s.rex(true), 1).after(200).open().after(1),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN"),
            row(
                    "Exits are locked down; a person leaves by a handle with `release: off`, and the contact is first",
                    HANDLE_SWITCH,
                    s -> s.command(ALL_LOCKED)
                            .after(1)
                            .open()
                            .after(0.1)
                            .rex()
                            .after(1)
                            .close(),
                    "LOCKDOWN_ON",
                    "REX_PRESSED"),
            row(
                    "Exits are locked down; REX after the opening explains nothing",
                    s -> s.command(ALL_LOCKED)
                            .after(1)
                            .open()
                            .after(0.1)
                            .rex()
                            .after(1)
                            .close(),
                    "LOCKDOWN_ON",
                    "REX_PRESSED",
                    "REJECTED_LOCKDOWN",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "The leaf is wedged open, and REX is pressed each 12 s",
                    s -> s.rex()
                            .after(1)
                            .open()
                            .after(12)
                            .rex()
                            .after(12)
                            .rex()
                            .after(12)
                            .close(),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "DOOR_EXTENDED_WARNING",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "The leaf is wedged open, and the auxiliary input closes after 15 s",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(15)
                            .aux()
                            .after(8)
                            .close(),
                    "ADMITTED_CARD",
                    "ADMITTED_AUXILIARY",
                    "DOOR_EXTENDED_WARNING"),
            row(
                    "REX while the door is open",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(2)
                            .rex()
                            .after(1)
                            .close()
                            .after(4),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "A person leaves by REX and leaves the door open for 40 s",
                    s -> s.rex().after(1).open().after(40).close(),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"));

    /// So many seconds later a person opens the door, and closes it after a second.
    private static Story passes(Story story, double later) {
        return story.after(later).open().after(1).close();
    }
}
