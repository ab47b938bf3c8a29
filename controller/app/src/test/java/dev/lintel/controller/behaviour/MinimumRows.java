package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.OccupancyRows.enters;
import static dev.lintel.controller.behaviour.OccupancyRows.lab;
import static dev.lintel.controller.behaviour.OccupancyRows.leaves;
import static dev.lintel.controller.behaviour.OccupancyRows.passes;
import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import java.util.List;

/// The smallest number of people in an area: both doors lead from `outside` to `lab`, without passback.
final class MinimumRows {
    private static final Place MIN_2 = lab("off", "min: 2");
    private static final Place MIN_3 = lab("off", "min: 3");

    private MinimumRows() {}

    private static Story twoEnter(Story s) {
        return passes(s.card(Who.ADA).after(2).card(Who.BEN));
    }

    private static Story threeEnter(Story s) {
        return passes(s.card(Who.ADA).after(8).card(Who.BEN).after(8).card(Who.CORA));
    }

    static final List<Row> GROUPS = List.of(
            row(
                    "`min: 2`: two people enter together",
                    MIN_2,
                    MinimumRows::twoEnter,
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL"),
            row(
                    "`min: 2`: no second person",
                    MIN_2,
                    s -> s.card(Who.ADA).after(12),
                    "MFA_STARTED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: a third person enters alone",
                    MIN_2,
                    s -> enters(twoEnter(s), Who.CORA),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD"),
            row(
                    "`min: 3`: each next card within 10 s",
                    MIN_3,
                    MinimumRows::threeEnter,
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL"),
            row(
                    "`min: 3`: the third person does not come",
                    MIN_3,
                    s -> s.card(Who.ADA).after(8).card(Who.BEN).after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_OCCUPANCY",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: one of two people may not leave alone",
                    MIN_2,
                    s -> twoEnter(s).cardAtExit(Who.ADA).after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "MFA_STARTED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: the last two people leave together",
                    MIN_2,
                    s -> passes(twoEnter(s).cardAtExit(Who.ADA).after(3).cardAtExit(Who.BEN)),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_EMPTY"),
            row(
                    "`min: 2`: one of three people leaves alone",
                    MIN_2,
                    s -> leaves(enters(twoEnter(s), Who.CORA), Who.ADA),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`min: 2`, `egress: controller`: one of two people leaves alone",
                    MIN_2.egressByBox(),
                    s -> leaves(twoEnter(s), Who.ADA),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "AREA_BELOW_MINIMUM"),
            row(
                    "`min: 2`: REX lets one of two people leave",
                    MIN_2,
                    s -> passes(twoEnter(s).rex()),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "`min: 2`: a first responder enters alone",
                    MIN_2,
                    s -> enters(s, Who.RITA),
                    "ADMITTED_CARD",
                    "AREA_BELOW_MINIMUM"),
            row(
                    "`min: 2`, `two_person`: the group is both",
                    MIN_2.with("two_person: on"),
                    MinimumRows::twoEnter,
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL"),
            row(
                    "`min: 2`: a visitor who waits for a host holds up no group",
                    MIN_2,
                    s -> passes(s.card(Who.VITO).after(2).card(Who.ADA).after(2).card(Who.BEN))
                            .after(10),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "REJECTED_ALONE"),
            row(
                    "`min: 2`: the same person twice is no group",
                    MIN_2,
                    s -> s.card(Who.ADA).after(4).card(Who.ADA).after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: a second person without a right",
                    MIN_2,
                    s -> s.card(Who.ADA).after(4).card(Who.OTTO).after(8),
                    "MFA_STARTED",
                    "REJECTED_NO_PERMISSION",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: the person may leave alone once a third one is there",
                    MIN_2,
                    s -> passes(passes(twoEnter(s).cardAtExit(Who.ADA).after(1).card(Who.CORA))
                            .cardAtExit(Who.ADA)),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`min: 2`: the door is unlocked by an operator",
                    MIN_2,
                    s -> s.command(new DoorCommand.Unlock(null)).card(Who.ADA).after(2),
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED"));

    /// Persons who were admitted and have not passed yet.
    static final List<Row> PENDING = List.of(
            row(
                    "`min: 2`: a third person was admitted and does not enter, so one of the two does not leave alone",
                    MIN_2,
                    s -> twoEnter(s)
                            .card(Who.CORA, 2, "entry")
                            .after(1)
                            .cardAtExit(Who.ADA)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "ADMITTED_NOT_USED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: a third person enters, and then one of the others leaves alone",
                    MIN_2,
                    s -> leaves(
                            twoEnter(s)
                                    .card(Who.CORA, 2, "entry")
                                    .after(1)
                                    .open(2)
                                    .after(1)
                                    .close(2)
                                    .after(1),
                            Who.ADA),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`min: 2`: a third person was admitted, so the two do not leave: the third one would enter alone",
                    MIN_2,
                    s -> twoEnter(s)
                            .card(Who.CORA, 2, "entry")
                            .after(1)
                            .cardAtExit(Who.ADA)
                            .after(1)
                            .cardAtExit(Who.BEN)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "ADMITTED_NOT_USED",
                    "REJECTED_OCCUPANCY",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: two persons were admitted together and have not entered, so a third one waits",
                    MIN_2,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .card(Who.BEN)
                            .after(1)
                            .card(Who.CORA, 2, "entry")
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_NOT_USED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: one of two who were admitted together needs another person at the other door",
                    MIN_2,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .card(Who.BEN)
                            .after(1)
                            .card(Who.ADA, 2, "entry")
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_NOT_USED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: one of two who were admitted together shows the card again at the same reader",
                    MIN_2,
                    s -> passes(s.card(Who.ADA).after(2).card(Who.BEN).after(1).card(Who.ADA)),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL"),
            row(
                    "`min: 2`: two persons and one opening; another one leaves once a third one is certain to be there",
                    MIN_2,
                    s -> leaves(
                            twoEnter(s)
                                    .card(Who.CORA)
                                    .after(1)
                                    .card(Who.LEO)
                                    .after(1)
                                    .open()
                                    .after(1)
                                    .close()
                                    .after(1)
                                    .cardAtExit(Who.ADA)
                                    .after(2),
                            Who.ADA),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "ADMITTED_CARD"));
}
