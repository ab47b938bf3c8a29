package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Several persons who may pass at the same time: each has an unlock, and each opening uses up one.
final class UnlockRows {
    private static final String PASSBACK = "passback: {from: outside, to: inside, mode: hard}";
    private static final Place HARD = Place.USUAL.with(1, PASSBACK).with(2, PASSBACK);
    private static final Place ON_CLOSE = HARD.with("relock: close");

    private UnlockRows() {}

    private static Story twoCards(Story s) {
        return s.card(Who.ADA).after(0.5).card(Who.BEN).after(1);
    }

    private static Story passes(Story s) {
        return s.open().after(0.5).close().after(0.6);
    }

    static final List<Row> SEVERAL = List.of(
            row(
                    "Two cards and two openings",
                    HARD,
                    s -> passes(passes(twoCards(s))).after(6),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "Two cards and two openings with `relock: close`",
                    ON_CLOSE,
                    s -> passes(passes(twoCards(s))).after(6),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "Two cards and three openings",
                    HARD,
                    s -> passes(passes(passes(twoCards(s)))),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "Two cards and one opening: both persons count as inside 0.3 s after the second person's time",
                    HARD,
                    s -> passes(twoCards(s)).after(5).card(Who.BEN).after(1).cardAtExit(Who.BEN),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK",
                    "ADMITTED_CARD"),
            row(
                    "Two cards and one opening with `relock: close`",
                    ON_CLOSE,
                    s -> passes(twoCards(s)).after(5).card(Who.BEN).after(1).cardAtExit(Who.BEN),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "REJECTED_PASSBACK",
                    "ADMITTED_CARD"),
            row(
                    "Two cards and one opening: the second person shows the card again in time, and does not enter",
                    HARD,
                    s -> passes(twoCards(s))
                            .card(Who.BEN)
                            .after(6)
                            .card(Who.ADA)
                            .after(1)
                            .card(Who.BEN)
                            .after(1),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "REJECTED_PASSBACK",
                    "ADMITTED_CARD"),
            row(
                    "Two cards and one opening: the second person has entered, and leaves at once",
                    HARD,
                    s -> passes(twoCards(s))
                            .cardAtExit(Who.BEN)
                            .after(7)
                            .card(Who.BEN)
                            .after(1),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "REJECTED_PASSBACK"),
            row(
                    "Two cards and one opening: the second person is at another door soon",
                    HARD,
                    s -> passes(twoCards(s))
                            .card(Who.BEN, 2, "exit")
                            .after(1)
                            .open(2)
                            .after(7)
                            .card(Who.BEN),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "A card at the entry and REX; one opening",
                    HARD,
                    s -> passes(s.card(Who.ADA).after(0.5).rex().after(1))
                            .after(6)
                            .card(Who.ADA),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REJECTED_PASSBACK"),
            row(
                    "REX and a card at the entry; two openings",
                    HARD,
                    s -> passes(passes(s.rex().after(0.5).card(Who.ADA).after(1)))
                            .after(6),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD"),
            row(
                    "A card at the entry and REX; two openings, and the door is pulled",
                    HARD,
                    s -> passes(passes(passes(s.card(Who.ADA).after(0.5).rex().after(1)))),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "A card at the entry and one at the exit; two openings",
                    HARD,
                    s -> passes(passes(s.cardAtExit(Who.BEN)
                                    .after(0.5)
                                    .card(Who.ADA)
                                    .after(1)))
                            .after(6),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "REX twice before an opening is one unlock",
                    s -> passes(passes(s.rex().after(0.5).rex().after(1))),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "REX, and REX again after the opening",
                    s -> passes(passes(s.rex().after(1)).rex().after(0.5)),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "A card at the entry; a person leaves by a handle with `release: off`; the person outside opens",
                    HARD.wired("rex", "{line: 12, release: off}"),
                    s -> passes(passes(s.card(Who.ADA).after(0.5).rex().after(0.3))),
                    "ADMITTED_CARD",
                    "REX_PRESSED"),
            row(
                    "A card at the entry; a person leaves by a handle with `release: off`, and nobody opens after that",
                    HARD.wired("rex", "{line: 12, release: off}"),
                    s -> passes(s.card(Who.ADA).after(0.5).rex().after(0.3))
                            .after(6)
                            .card(Who.ADA)
                            .after(1),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "REJECTED_PASSBACK"),
            row(
                    "An operator opens for two visitors; two openings",
                    s -> passes(passes(s.admit(null).after(0.5).admit(null).after(1))),
                    "ADMITTED_MANUAL",
                    "ADMITTED_MANUAL"),
            row(
                    "`two_person`: two persons have one unlock, and are inside by one opening",
                    HARD.with("two_person: on"),
                    s -> passes(passes(twoCards(s)).cardAtExit(Who.BEN).after(1))
                            .open()
                            .after(1),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "FORCED_OPEN"),
            row(
                    "Two cards; the leaf rebounds as it closes behind the first person",
                    HARD,
                    s -> passes(passes(twoCards(s).open().after(0.5).close().after(0.1)))
                            .after(6),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "Two cards and `relock_delay: 2s`",
                    HARD.with("times: {unlock: 5s, relock_delay: 2s}"),
                    s -> passes(passes(twoCards(s))).after(6),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "Two cards, `relock_delay: 2s` and `relock: close`",
                    HARD.with("relock: close", "times: {unlock: 5s, relock_delay: 2s}"),
                    s -> passes(passes(twoCards(s))).after(6),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "Two cards; a lockdown after the first person has entered",
                    HARD,
                    s -> passes(twoCards(s))
                            .command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .after(1)
                            .open()
                            .after(1),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "LOCKDOWN_ON",
                    "FORCED_OPEN"),
            row(
                    "Two cards; the process is killed after the first person has entered",
                    HARD,
                    s -> passes(twoCards(s)).kill(1).after(1).open().after(1),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "FORCED_OPEN"));
}
