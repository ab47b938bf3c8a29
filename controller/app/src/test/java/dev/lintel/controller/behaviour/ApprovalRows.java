package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Persons who may enter with an operator's approval only.
final class ApprovalRows {
    private static final Place APPROVAL = Place.USUAL.with("approval: {}");
    private static final Place WITH_PIN = APPROVAL.with("credentials: [card+pin]");
    private static final Place TWO = Place.USUAL.with("two_person: on");

    static final List<Row> ALL = List.of(
            row(
                    "`approval`: an operator approves after 8 s",
                    APPROVAL,
                    s -> s.card(Who.ADA).after(8).decide(true).after(1).open(),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"),
            row(
                    "`approval`: an operator denies it",
                    APPROVAL,
                    s -> s.card(Who.ADA).after(8).decide(false).after(1),
                    "APPROVAL_REQUESTED",
                    "REJECTED_NOT_APPROVED"),
            row(
                    "`approval`: no operator decides within 30 s",
                    APPROVAL,
                    s -> s.card(Who.ADA).after(32).decide(true).after(1),
                    "APPROVAL_REQUESTED",
                    "REJECTED_NOT_APPROVED"),
            row(
                    "`approval`: the person is refused without it",
                    APPROVAL,
                    s -> s.card(Who.OTTO).after(1),
                    "REJECTED_NO_PERMISSION"),
            row(
                    "`approval`: a lockdown began before the operator approves",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(5)
                            .command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .after(2)
                            .decide(true)
                            .after(1),
                    "APPROVAL_REQUESTED",
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN"),
            row(
                    "`approval` and `card+pin`: card, PIN, approval",
                    APPROVAL.with("credentials: [card+pin]"),
                    s -> s.card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(5)
                            .decide(true)
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"),
            row(
                    "`approval`: two persons ask; an operator approves both",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .card(Who.BEN)
                            .after(2)
                            .decide(true)
                            .after(1)
                            .open(),
                    "APPROVAL_REQUESTED",
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`approval`: a visitor; the operator takes the host's place",
                    APPROVAL,
                    s -> s.card(Who.VITO).after(5).decide(true).after(1).open(),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"),
            row(
                    "`approval: {shift: 2}`, which is at night: no operator is asked by day",
                    Place.USUAL.with("approval: {shift: 2}"),
                    s -> s.card(Who.ADA).after(1).open(),
                    "ADMITTED_CARD"),
            row(
                    "`approval`: a person leaves without it",
                    APPROVAL,
                    s -> s.cardAtExit(Who.ADA).after(1).open(),
                    "ADMITTED_CARD"));

    static final List<Row> AGAIN = List.of(
            row(
                    "`approval`: approved, and the same card again before the leaf opens: no second request",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .decide(true)
                            .after(1)
                            .card(Who.ADA)
                            .after(0.5)
                            .open()
                            .after(1)
                            .close()
                            .after(5),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`approval`: approved and passed; the same card again is another request",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .decide(true)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(0.5)
                            .card(Who.ADA)
                            .after(1),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD",
                    "APPROVAL_REQUESTED"),
            row(
                    "`approval`: approved and not used; the same card after the time is another request",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .decide(true)
                            .after(6)
                            .card(Who.ADA)
                            .after(1),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "APPROVAL_REQUESTED"),
            row(
                    "`approval`: an operator admits the person by hand; the request ends when the person passes",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .admit(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(1)
                            .decide(true)
                            .after(1),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_MANUAL",
                    "REJECTED_NOT_APPROVED"),
            row(
                    "`approval`: the same card again and again: one request, which an operator approves",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .card(Who.ADA)
                            .after(4)
                            .card(Who.ADA)
                            .after(1)
                            .decide(true)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(40),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"),
            row(
                    "`approval`: the same card again; an operator denies the request",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .card(Who.ADA)
                            .after(4)
                            .decide(false)
                            .after(30),
                    "APPROVAL_REQUESTED",
                    "REJECTED_NOT_APPROVED"),
            row(
                    "`approval`: the same card after the operator has denied it is another request",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .decide(false)
                            .after(4)
                            .card(Who.ADA)
                            .after(1)
                            .decide(true)
                            .after(1)
                            .open(),
                    "APPROVAL_REQUESTED",
                    "REJECTED_NOT_APPROVED",
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"),
            row(
                    "`approval`: the same card again does not prolong the 30 s",
                    APPROVAL,
                    s -> s.card(Who.ADA).after(25).card(Who.ADA).after(10),
                    "APPROVAL_REQUESTED",
                    "REJECTED_NOT_APPROVED"),
            row(
                    "`approval` and `card+pin`: card and PIN again: the same request, until the same time",
                    WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(5)
                            .card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(30),
                    "MFA_STARTED",
                    "APPROVAL_REQUESTED",
                    "MFA_STARTED",
                    "APPROVAL_REQUESTED",
                    "REJECTED_NOT_APPROVED"),
            row(
                    "`approval` and `card+pin`: card and PIN again, then the operator approves",
                    WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(5)
                            .card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(2)
                            .decide(true)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(40),
                    "MFA_STARTED",
                    "APPROVAL_REQUESTED",
                    "MFA_STARTED",
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"),
            row(
                    "`approval` and `card+pin`: card and a wrong PIN while the person waits",
                    WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(5)
                            .card(Who.ADA)
                            .after(2)
                            .pin("1111")
                            .after(2)
                            .decide(true)
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "APPROVAL_REQUESTED",
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "ADMITTED_CARD"),
            row(
                    "`approval`: the door is unlocked while the person waits: the card again ends the request",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(5)
                            .command(new DoorCommand.Unlock(null))
                            .after(2)
                            .card(Who.ADA)
                            .after(30),
                    "APPROVAL_REQUESTED",
                    "MODE_UNLOCK",
                    "REJECTED_NOT_APPROVED",
                    "ADMITTED_UNLOCKED"),
            row(
                    "`approval` at a door that takes cards only: a PIN that is typed while a person waits is ignored",
                    APPROVAL.with("credentials: [card]"),
                    s -> s.card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(1)
                            .pin("9001")
                            .after(1)
                            .pin("9001")
                            .after(1)
                            .pin("9001")
                            .after(1)
                            .pin("9001")
                            .after(2)
                            .decide(true)
                            .after(1)
                            .open(),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"),
            row(
                    "`approval` at a door that takes a PIN alone: a wrong PIN while another person waits",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .pin("1111")
                            .after(2)
                            .decide(true)
                            .after(1)
                            .open(),
                    "APPROVAL_REQUESTED",
                    "REJECTED_UNKNOWN_PIN",
                    "ADMITTED_CARD"),
            row(
                    "`two_person` at a door that takes cards only: a PIN while a person waits is a wrong one",
                    TWO.with("credentials: [card]"),
                    s -> s.card(Who.ADA).after(2).pin("9001").after(9),
                    "MFA_STARTED",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_ALONE"),
            row(
                    "`approval` becomes `two_person` while the person waits: an approval is not enough",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .apply(TWO)
                            .after(2)
                            .decide(true)
                            .after(10),
                    "APPROVAL_REQUESTED",
                    "REJECTED_ALONE"),
            row(
                    "`approval` is removed while a visitor waits: an approval does not take the host's place",
                    APPROVAL,
                    s -> s.card(Who.VITO)
                            .after(2)
                            .apply(Place.USUAL)
                            .after(2)
                            .decide(true)
                            .after(10),
                    "APPROVAL_REQUESTED",
                    "REJECTED_ALONE"),
            row(
                    "`approval` is removed while a person waits who needs nobody: the operator approves",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .apply(Place.USUAL)
                            .after(2)
                            .decide(true)
                            .after(1)
                            .open(),
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"),
            row(
                    "`two_person` becomes `approval` while a person waits: the card again asks an operator",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .apply(APPROVAL)
                            .card(Who.ADA)
                            .after(12)
                            .decide(true)
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "APPROVAL_REQUESTED",
                    "ADMITTED_CARD"));

    private ApprovalRows() {}
}
