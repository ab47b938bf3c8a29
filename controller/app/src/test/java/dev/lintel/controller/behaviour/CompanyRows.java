package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Two persons together, visitors with a host, and the approval of an operator.
final class CompanyRows {
    private static final Place TWO = Place.USUAL.with("two_person: on");
    private static final Place TWO_WITH_PIN = TWO.with("credentials: [card+pin]");
    private static final DoorCommand UNLOCK = new DoorCommand.Unlock(null);

    static final List<Row> PAIRS = List.of(
            row(
                    "`two_person`: a second person's card within 10 s",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(4)
                            .card(Who.BEN)
                            .after(1)
                            .open()
                            .after(1)
                            .close(),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row("`two_person`: no second person", TWO, s -> s.card(Who.ADA).after(12), "MFA_STARTED", "REJECTED_ALONE"),
            row(
                    "`two_person`: the same card again counts as one person",
                    TWO,
                    s -> s.card(Who.ADA).after(4).card(Who.ADA).after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: both admitted; one of the cards again before the leaf opens: one unlock",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(4)
                            .card(Who.BEN)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: both admitted and passed; one of the cards again waits for a second person",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(4)
                            .card(Who.BEN)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(0.5)
                            .card(Who.ADA)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: both admitted; the leaf opens by REX; one of the cards again: another unlock",
                    TWO,
                    s -> s.rex()
                            .after(0.5)
                            .card(Who.ADA)
                            .after(1)
                            .card(Who.BEN)
                            .after(0.5)
                            .open()
                            .after(1)
                            .close()
                            .after(0.5)
                            .card(Who.ADA)
                            .after(0.5)
                            .open()
                            .after(1)
                            .close()
                            .after(12),
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: both admitted; a lockdown of cards ends it; one of the cards again after that",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .card(Who.BEN)
                            .after(0.5)
                            .command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .after(0.1)
                            .command(new DoorCommand.Unlockdown())
                            .after(0.1)
                            .card(Who.ADA)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "LOCKDOWN_ON",
                    "LOCKDOWN_OFF",
                    "MFA_STARTED",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_NOT_USED",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: the second person has no right",
                    TWO,
                    s -> s.card(Who.ADA).after(4).card(Who.OTTO).after(8),
                    "MFA_STARTED",
                    "REJECTED_NO_PERMISSION",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: a third person within the time, after the second had no right",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(4)
                            .card(Who.OTTO)
                            .after(2)
                            .card(Who.BEN)
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "REJECTED_NO_PERMISSION",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: the second person at another door",
                    TWO,
                    s -> s.card(Who.ADA).after(4).card(Who.BEN, 2, "entry").after(8),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: a person leaves alone",
                    TWO,
                    s -> s.cardAtExit(Who.ADA).after(1).open().after(1).close(),
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: an operator admits a person alone",
                    TWO,
                    s -> s.admit(Who.ADA).after(1).open(),
                    "ADMITTED_MANUAL"),
            row(
                    "`two_person`: a first responder in a lockdown",
                    TWO,
                    s -> s.command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .card(Who.RITA)
                            .after(1)
                            .open(),
                    "LOCKDOWN_ON",
                    "ADMITTED_CARD",
                    "FIRST_RESPONDER"),
            row(
                    "`two_person`: a lockdown begins while the second person is awaited",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .after(2)
                            .card(Who.BEN)
                            .after(8),
                    "MFA_STARTED",
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: the door is unlocked by an operator",
                    TWO,
                    s -> s.command(UNLOCK).card(Who.ADA).after(1).open(),
                    "MODE_UNLOCK",
                    "ADMITTED_UNLOCKED"),
            row(
                    "`two_person` and `card+pin`: both show the card and type the PIN",
                    TWO_WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(2)
                            .card(Who.CORA)
                            .after(2)
                            .pin("9003")
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person` and `card+pin`: the second person's PIN is wrong",
                    TWO_WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(2)
                            .card(Who.CORA)
                            .after(2)
                            .pin("1111")
                            .after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "REJECTED_ALONE"),
            row(
                    "`two_person` and `card+pin`: the second card comes in time, its PIN after 14 s",
                    TWO_WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(9)
                            .card(Who.CORA)
                            .after(4)
                            .pin("9003")
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person` and `card+pin`: the second card comes in time, and its PIN never",
                    TWO_WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(9)
                            .card(Who.CORA)
                            .after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_ALONE",
                    "REJECTED_TIMEOUT"),
            row(
                    "`two_person` and `card+pin`: after a wrong PIN a third person comes in time",
                    TWO_WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(9)
                            .card(Who.CORA)
                            .after(4)
                            .pin("1111")
                            .after(2)
                            .card(Who.GINA)
                            .after(5)
                            .pin("9001")
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person` and `card+pin`: the first person shows the card again, and waits no longer for that",
                    TWO_WITH_PIN,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(9)
                            .card(Who.ADA)
                            .after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_ALONE",
                    "REJECTED_TIMEOUT"),
            row(
                    "A visitor (`escort: required`), then a host",
                    s -> s.card(Who.VITO).after(4).card(Who.HELGA).after(1).open(),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "A visitor, then a person who is no host: that person alone is admitted",
                    s -> s.card(Who.VITO)
                            .after(4)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(7),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "REJECTED_ALONE"),
            row(
                    "A visitor, then another visitor",
                    s -> s.card(Who.VITO).after(4).card(Who.VALE).after(12),
                    "MFA_STARTED",
                    "REJECTED_ALONE",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row("A host alone", s -> s.card(Who.HELGA).after(1).open(), "ADMITTED_CARD"),
            row("A visitor leaves alone", s -> s.cardAtExit(Who.VITO).after(1).open(), "ADMITTED_CARD"));

    private CompanyRows() {}
}
