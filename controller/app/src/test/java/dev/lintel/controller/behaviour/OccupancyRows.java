package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import java.util.List;

/// The greatest number of people in an area: both doors lead from `outside` to `lab`, without passback.
final class OccupancyRows {
    private static final Place MAX_1 = lab("off", "max: 1");
    private static final Place MAX_2 = lab("off", "max: 2");

    private static final Place LAB_IN_HOUSE = Place.USUAL
            .with(1, "passback: {from: outside, to: house, mode: off}")
            .with(2, "passback: {from: house, to: lab, mode: hard}")
            .site("areas:\n  - {name: lab, max: 1}\n");

    private OccupancyRows() {}

    static Place lab(String mode, String limits) {
        String line = "passback: {from: outside, to: lab, mode: " + mode + "}";
        return Place.USUAL.with(1, line).with(2, line).site("areas:\n  - {name: lab, " + limits + "}\n");
    }

    static Story passes(Story s) {
        return s.after(1).open().after(1).close().after(1);
    }

    static Story enters(Story s, Who who) {
        return passes(s.card(who));
    }

    static Story leaves(Story s, Who who) {
        return passes(s.cardAtExit(who));
    }

    private static Story isUnlocked(Story s) {
        return s.command(new DoorCommand.Unlock(null))
                .after(1)
                .command(new DoorCommand.Normal())
                .after(1);
    }

    static final List<Row> MAXIMUM = List.of(
            row(
                    "`max: 2`: two people enter, the third is refused",
                    MAX_2,
                    s -> enters(enters(s, Who.ADA), Who.BEN).card(Who.CORA).after(2),
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`max: 2`: one person leaves, another one enters",
                    MAX_2,
                    s -> enters(leaves(enters(enters(s, Who.ADA), Who.BEN), Who.ADA), Who.CORA),
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "AREA_FULL"),
            row(
                    "`max: 1`: two cards at two readers at once",
                    MAX_1,
                    s -> s.card(Who.ADA).card(Who.BEN, 2, "entry").after(1).open(),
                    "ADMITTED_CARD",
                    "REJECTED_OCCUPANCY",
                    "AREA_FULL"),
            row(
                    "`max: 1`: the first person does not open the door, so the next may enter",
                    MAX_1,
                    s -> s.card(Who.ADA).after(7).card(Who.BEN).after(1).open(),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD",
                    "AREA_FULL"),
            row(
                    "`max: 1`: the person who is counted shows the card again",
                    MAX_1,
                    s -> enters(s, Who.ADA).card(Who.ADA).after(1),
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "ADMITTED_CARD"),
            row(
                    "`max: 1`: a first responder",
                    MAX_1,
                    s -> enters(enters(s, Who.ADA), Who.RITA),
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "ADMITTED_CARD"),
            row(
                    "`max: 1`: an operator admits a person by name",
                    MAX_1,
                    s -> enters(s, Who.ADA).admit(Who.BEN).after(1),
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "ADMISSION_DENIED"),
            row(
                    "`max: 1`: two operators admit a person each at the same time",
                    MAX_1,
                    s -> s.admitAtOnce(Who.ADA, Who.BEN).after(1).open(),
                    "ADMISSION_DENIED",
                    "ADMITTED_MANUAL",
                    "AREA_FULL"),
            row(
                    "`max: 1`: an operator's admission is refused by an interlock, so the next person may enter",
                    MAX_1.with("interlock: [2]"),
                    s -> s.rex(2)
                            .open(2)
                            .admit(Who.ADA)
                            .close(2)
                            .after(6)
                            .card(Who.BEN)
                            .after(1)
                            .open(),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "ADMISSION_DENIED",
                    "ADMITTED_CARD",
                    "AREA_FULL"),
            row(
                    "`max: 1`: the door is unlocked, then locked: nobody is counted",
                    MAX_1,
                    s -> enters(s, Who.ADA)
                            .command(new DoorCommand.Unlock(null))
                            .card(Who.BEN)
                            .after(1)
                            .card(Who.CORA, 2, "entry")
                            .after(1)
                            .command(new DoorCommand.Normal())
                            .after(5)
                            .card(Who.LEO)
                            .after(1),
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_CARD",
                    "MODE_NORMAL",
                    "PASSBACK_FORGIVEN",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD"),
            row(
                    "`max: 2`: the door was unlocked, and the area is reported from the next entry on",
                    MAX_2,
                    s -> leaves(enters(isUnlocked(enters(enters(s, Who.ADA), Who.BEN)), Who.CORA), Who.CORA),
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "MODE_UNLOCK",
                    "MODE_NORMAL",
                    "PASSBACK_FORGIVEN",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "ADMITTED_CARD",
                    "AREA_EMPTY"),
            row(
                    "`max: 1`: the door was unlocked, and the process is killed",
                    MAX_1,
                    s -> enters(isUnlocked(enters(s, Who.ADA)).kill(1).after(3), Who.BEN),
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "MODE_UNLOCK",
                    "MODE_NORMAL",
                    "PASSBACK_FORGIVEN",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`max: 1` of a lab in a house: the door of the house is unlocked",
                    LAB_IN_HOUSE,
                    s -> s.command(new DoorCommand.Unlock(null))
                            .card(Who.ADA, 2, "entry")
                            .after(1)
                            .open(2)
                            .after(1)
                            .close(2)
                            .after(1)
                            .card(Who.BEN, 2, "entry")
                            .after(1)
                            .command(new DoorCommand.Normal())
                            .after(1)
                            .card(Who.CORA, 2, "entry")
                            .after(1),
                    "MODE_UNLOCK",
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "REJECTED_OCCUPANCY",
                    "MODE_NORMAL",
                    "PASSBACK_FORGIVEN",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`max: 1`: full over a kill of the process",
                    MAX_1,
                    s -> enters(s, Who.ADA).kill(1).after(1).card(Who.BEN).after(1),
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`max: 1`, `two_person`: there is no room for two",
                    MAX_1.with("two_person: on"),
                    s -> s.card(Who.ADA).after(2).card(Who.BEN).after(12),
                    "MFA_STARTED",
                    "REJECTED_OCCUPANCY",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`max: 1`: an operator forgives the person, and the count is 0",
                    MAX_1,
                    s -> enters(s, Who.ADA)
                            .forgive(Who.ADA)
                            .after(2)
                            .card(Who.BEN)
                            .after(1),
                    "ADMITTED_CARD",
                    "AREA_FULL",
                    "ADMITTED_CARD"));
}
