package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import java.util.List;

/// Double taps.
final class TapRows {
    private static final Place DOUBLE_TAP = Place.USUAL.with("double_tap: {}");
    private static final Place INTERLOCK = DOUBLE_TAP.with("interlock: [2]");

    private TapRows() {}

    /// A person leaves by door 2, which stays open.
    private static Story other(Story s) {
        return s.rex(2).after(1).open(2).after(1);
    }

    private static void twiceAndTwice(Story s) {
        s.card(Who.HELGA).after(1).card(Who.HELGA).after(60);
        s.card(Who.HELGA).after(1).card(Who.HELGA).after(2);
    }

    /// The card is read so many times, and time passes after each one.
    private static Story times(int times, double seconds, Story s) {
        for (int i = 0; i < times; i++) s.card(Who.HELGA).after(seconds);
        return s;
    }

    static final List<Row> DOUBLE_TAPS = List.of(
            row(
                    "`double_tap`: the card twice within 3 s unlocks the door",
                    DOUBLE_TAP,
                    s -> s.card(Who.HELGA).after(1).card(Who.HELGA).after(60).open(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK"),
            row(
                    "`double_tap`: twice again locks it",
                    DOUBLE_TAP,
                    s -> s.card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(60)
                            .card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_UNLOCKED",
                    "MODE_NORMAL"),
            row(
                    "`double_tap`: a third tap does not lock it again",
                    DOUBLE_TAP,
                    s -> s.card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(10),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED"),
            row(
                    "`double_tap`: a fourth tap, one second after the third one, does not lock it either",
                    DOUBLE_TAP,
                    s -> times(4, 1, s).after(10),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_UNLOCKED"),
            row(
                    "`double_tap`: the reader reads the card twice within 0.1 s",
                    DOUBLE_TAP,
                    s -> times(2, 0.1, s).after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`double_tap`: the reader reads the card each 0.5 s, and once more 0.8 s later",
                    DOUBLE_TAP,
                    s -> times(4, 0.5, s).after(0.3).card(Who.HELGA).after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK"),
            row(
                    "`double_tap`: the card stays at the reader for 5 s, and is shown again",
                    DOUBLE_TAP,
                    s -> times(11, 0.5, s).after(0.5).card(Who.HELGA).after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`double_tap`: the card stays at the reader after two taps, and is shown twice a second later",
                    DOUBLE_TAP,
                    s -> times(9, 0.5, s.card(Who.HELGA).after(1))
                            .after(0.5)
                            .card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_UNLOCKED"),
            row(
                    "`double_tap: {for: 1m}`: the door locks after a minute",
                    Place.USUAL.with("double_tap: {for: 1m}"),
                    s -> s.card(Who.HELGA).after(1).card(Who.HELGA).after(62),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "MODE_NORMAL"),
            row(
                    "`double_tap` and `interlock: [2]`: the card twice while door 2 is open",
                    INTERLOCK,
                    s -> other(s).card(Who.HELGA).after(1).card(Who.HELGA).after(8),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REJECTED_INTERLOCK",
                    "REJECTED_INTERLOCK"),
            row(
                    "`double_tap` and `interlock: [2]`: door 2 is open at the first tap only",
                    INTERLOCK,
                    s -> other(s).card(Who.HELGA)
                            .after(1)
                            .close(2)
                            .after(1)
                            .card(Who.HELGA)
                            .after(8),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REJECTED_INTERLOCK",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`double_tap` and `interlock: [2]`: door 2 opens between the taps",
                    INTERLOCK,
                    s -> s.card(Who.HELGA)
                            .after(1)
                            .rex(2)
                            .after(0.5)
                            .open(2)
                            .after(0.5)
                            .card(Who.HELGA)
                            .after(8),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REJECTED_INTERLOCK",
                    "ADMITTED_NOT_USED"),
            row(
                    "`double_tap` at the outer door of an airlock: the card twice while the inner door is open",
                    DOUBLE_TAP.with("airlock: {inner: 2}"),
                    s -> other(s).card(Who.HELGA).after(1).card(Who.HELGA).after(8),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REJECTED_INTERLOCK",
                    "REJECTED_INTERLOCK"),
            row(
                    "`double_tap`: the card twice during fire",
                    DOUBLE_TAP,
                    s -> s.fire(true)
                            .after(1)
                            .card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(5)
                            .fire(false)
                            .after(2),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_UNLOCKED",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF"),
            row(
                    "`double_tap`: fire begins between the taps",
                    DOUBLE_TAP,
                    s -> s.card(Who.HELGA)
                            .after(1)
                            .fire(true)
                            .after(1)
                            .card(Who.HELGA)
                            .after(5)
                            .fire(false)
                            .after(2),
                    "ADMITTED_CARD",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "ADMITTED_UNLOCKED",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF"),
            row(
                    "`double_tap`: fire ends between the taps",
                    DOUBLE_TAP,
                    s -> s.fire(true)
                            .after(1)
                            .card(Who.HELGA)
                            .after(1)
                            .fire(false)
                            .after(1)
                            .card(Who.HELGA)
                            .after(8),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "ADMITTED_UNLOCKED",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`double_tap: {until: \"10:01\"}`: the card twice before that time, and again after it",
                    Place.USUAL.with("double_tap: {until: \"10:01\"}"),
                    s -> s.card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(62)
                            .card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "MODE_NORMAL",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`double_tap: {until: \"09:00\"}` at 10:00: taps lock a door that an operator unlocked",
                    Place.USUAL.with("double_tap: {until: \"09:00\"}"),
                    s -> s.command(new DoorCommand.Unlock(null))
                            .after(1)
                            .card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(1),
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_UNLOCKED",
                    "MODE_NORMAL"),
            row(
                    "`double_tap` and `credentials: [card+pin]`: the card twice is one card",
                    DOUBLE_TAP.with("credentials: [card+pin]"),
                    s -> s.card(Who.HELGA).after(1).card(Who.HELGA).after(12),
                    "MFA_STARTED",
                    "REJECTED_TIMEOUT"),
            row(
                    "`double_tap` and hard passback: the card twice unlocks the door, and twice again locks it",
                    DOUBLE_TAP.with("passback: {mode: hard, from: outside, to: inside}"),
                    TapRows::twiceAndTwice,
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_UNLOCKED",
                    "MODE_NORMAL",
                    "PASSBACK_FORGIVEN"),
            row(
                    "`double_tap` and hard passback with `forgive_after: []`: taps do not lock the door",
                    DOUBLE_TAP.with("passback: {mode: hard, from: outside, to: inside, forgive_after: []}"),
                    TapRows::twiceAndTwice,
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MODE_UNLOCK",
                    "REJECTED_PASSBACK",
                    "REJECTED_PASSBACK"),
            row(
                    "`double_tap`: 4 s between the taps",
                    DOUBLE_TAP,
                    s -> s.card(Who.HELGA).after(4).card(Who.HELGA).after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`double_tap`: another card in between",
                    DOUBLE_TAP,
                    s -> s.card(Who.HELGA)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_NOT_USED"),
            row(
                    "`double_tap`: a person whose role does not allow it",
                    DOUBLE_TAP,
                    s -> s.card(Who.ADA).after(1).card(Who.ADA).after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "A double tap at a door without `double_tap`",
                    s -> s.card(Who.HELGA).after(1).card(Who.HELGA).after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"));
}
