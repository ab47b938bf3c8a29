package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// People who wait at a reader of door 1 for other people or an operator, and whom another reader admits meanwhile.
final class ElsewhereRows {
    private static final Place TWO = Place.USUAL.with("two_person: on");
    private static final Place TWO_AT_BOTH = TWO.with(2, "two_person: on");
    private static final Place APPROVAL = Place.USUAL.with("approval: {}");
    private static final Place APPROVAL_AT_BOTH = APPROVAL.with(2, "approval: {}");
    private static final Place MIN_2 =
            Place.USUAL.with("passback: {from: outside, to: lab, mode: off}").site("areas:\n  - {name: lab, min: 2}\n");

    private ElsewhereRows() {}

    /// Shows the card at the other door, and passes it.
    private static Story leavesBy2(Story s, Who who) {
        return s.after(3).card(who, 2, "entry").after(0.5).open(2).after(1).close(2);
    }

    static final List<Row> ELSEWHERE = List.of(
            row(
                    "`two_person`: the first person enters by another door; the next one does not enter alone",
                    TWO,
                    s -> leavesBy2(s.card(Who.ADA), Who.ADA)
                            .after(3)
                            .card(Who.BEN)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "REJECTED_ALONE",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: another door admits the first person, who does not open it",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(3)
                            .card(Who.ADA, 2, "entry")
                            .after(1)
                            .card(Who.BEN)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "REJECTED_ALONE",
                    "MFA_STARTED",
                    "ADMITTED_NOT_USED",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: another door refuses the first person, who waits on",
                    TWO,
                    s -> s.command(2, new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .after(1)
                            .card(Who.ADA)
                            .after(3)
                            .card(Who.ADA, 2, "entry")
                            .after(2)
                            .card(Who.BEN)
                            .after(1)
                            .open(),
                    "LOCKDOWN_ON",
                    "MFA_STARTED",
                    "REJECTED_LOCKDOWN",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: the exit reader of the door admits the first person",
                    TWO,
                    s -> s.card(Who.ADA).after(3).cardAtExit(Who.ADA).after(1).open(),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "REJECTED_ALONE"),
            row(
                    "`two_person` at two doors: a person waits at both, and enters by one with another person",
                    TWO_AT_BOTH,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .card(Who.ADA, 2, "entry")
                            .after(2)
                            .card(Who.BEN, 2, "entry")
                            .after(1)
                            .open(2)
                            .after(1)
                            .close(2)
                            .card(Who.CORA)
                            .after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "REJECTED_ALONE",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row(
                    "a visitor waits for a host, and leaves by another reader before the host comes",
                    Place.USUAL,
                    s -> s.card(Who.VITO)
                            .after(3)
                            .card(Who.VITO, 2, "exit")
                            .after(2)
                            .card(Who.HELGA)
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "REJECTED_ALONE",
                    "ADMITTED_CARD"),
            row(
                    "`min: 2`: one of the group enters by a door that does not lead into the area",
                    MIN_2,
                    s -> leavesBy2(s.card(Who.ADA), Who.ADA)
                            .after(2)
                            .card(Who.BEN)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "REJECTED_OCCUPANCY",
                    "MFA_STARTED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`approval`: another door admits the person, and an operator comes too late",
                    APPROVAL,
                    s -> leavesBy2(s.card(Who.ADA), Who.ADA)
                            .after(5)
                            .decide(true)
                            .after(25),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD",
                    "REJECTED_NOT_APPROVED"),
            row(
                    "`approval`: another door refuses the person, and an operator approves",
                    APPROVAL,
                    s -> s.command(2, new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .after(1)
                            .card(Who.ADA)
                            .after(3)
                            .card(Who.ADA, 2, "entry")
                            .after(2)
                            .decide(true)
                            .after(1)
                            .open(),
                    "LOCKDOWN_ON",
                    "APPROVAL_REQUESTED",
                    "REJECTED_LOCKDOWN",
                    "ADMITTED_CARD"),
            row(
                    "`approval` at two doors: a person asks at both; one approval opens one door",
                    APPROVAL_AT_BOTH,
                    s -> s.card(Who.ADA)
                            .after(3)
                            .card(Who.ADA, 2, "entry")
                            .after(3)
                            .decide(true)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(30),
                    "APPROVAL_REQUESTED",
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD",
                    "REJECTED_NOT_APPROVED"));
}
