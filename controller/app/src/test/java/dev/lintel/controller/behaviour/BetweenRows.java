package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import java.util.List;

/// Airlocks whose second door follows only for persons who are between the doors: door 1 is the outer one, door 2 the
/// inner one.
final class BetweenRows {
    private static final Place BOTH = airlock("");

    private BetweenRows() {}

    private static Place airlock(String more) {
        return Place.USUAL.with("airlock: {inner: 2, sequence: both" + more + "}");
    }

    /// The first door is opened and closed.
    private static Story passes(Story s, int door) {
        return s.after(1).open(door).after(1).close(door);
    }

    static final List<Row> BETWEEN = List.of(
            row(
                    "`sequence: both`: two cards before one opening: both show the card at the inner door",
                    BOTH,
                    s -> passes(s.card(Who.ADA).after(2).card(Who.BEN), 1)
                            .after(7)
                            .card(Who.BEN, 2, "entry"),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: a card at the outer door, and an insider leaves by REX: nothing follows",
                    BOTH,
                    s -> passes(s.card(Who.ADA).after(0.5).rex(), 1).after(7).card(Who.ADA),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: the person goes back by a card at the exit of the outer door: nothing follows",
                    BOTH,
                    s -> passes(passes(s.card(Who.ADA), 1).after(0.5).cardAtExit(Who.ADA), 1)
                            .after(6),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both, delay: 4s`: somebody goes back by REX of the outer door: nothing follows",
                    airlock(", delay: 4s"),
                    s -> passes(passes(s.card(Who.ADA), 1).after(0.5).rex(), 1).after(9),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`sequence: both`, `two_person` at both doors: one of two goes back; the other is not let in alone",
                    BOTH.with(1, "two_person: on").with(2, "two_person: on"),
                    s -> passes(
                                    passes(s.card(Who.ADA).after(0.5).card(Who.BEN), 1)
                                            .after(0.2)
                                            .cardAtExit(Who.ADA)
                                            .after(0.3)
                                            .cardAtExit(Who.CORA),
                                    1)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: a card at the exit of the inner door, and its motion sensor: the card follows",
                    BOTH,
                    s -> passes(s.card(Who.ADA, 2, "exit").after(0.3).rex(2), 2).after(9),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "`sequence: both`: the motion sensor of the inner door sees the person again while it is open",
                    BOTH,
                    s -> s.rex(2)
                            .after(0.8)
                            .open(2)
                            .after(0.5)
                            .rex(2)
                            .after(0.5)
                            .close(2)
                            .after(9),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`sequence: both`: fire while the outer door is open: nothing follows after it",
                    BOTH,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .fire(true)
                            .after(2)
                            .close()
                            .after(10)
                            .fire(false)
                            .after(6),
                    "ADMITTED_CARD",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF"),
            row(
                    "`sequence: both`: the inner door's contact is 0.1 s before its REX: the outer door follows",
                    BOTH,
                    s -> s.open(2).after(0.1).rex(2).after(1).close(2).after(8),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`sequence: both`, `egress: controller`, REX is held: a card, and somebody leaves: nothing follows",
                    BOTH.egressByBox(),
                    s -> passes(
                                    passes(s.rex(true).after(1), 1)
                                            .after(1)
                                            .card(Who.ADA)
                                            .after(1),
                                    1)
                            .rex(false)
                            .after(9),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMITTED_CARD"),
            row(
                    "`sequence: both`: an operator opens the outer door while a person is between: nothing follows",
                    Place.USUAL.with("airlock: {inner: 2, sequence: both, delay: 6s}"),
                    s -> passes(
                                    passes(s.card(Who.ADA).after(0.5), 1)
                                            .after(1)
                                            .admit(null)
                                            .after(0.2),
                                    1)
                            .after(9),
                    "ADMITTED_CARD",
                    "ADMITTED_MANUAL"),
            row(
                    "`sequence: both`: a card at the inner door, then its REX, and it opens: the outer door stays shut",
                    BOTH,
                    s -> passes(s.card(Who.ADA, 2, "entry").after(0.5).rex(2), 2)
                            .after(9),
                    "ADMITTED_CARD",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"));
}
