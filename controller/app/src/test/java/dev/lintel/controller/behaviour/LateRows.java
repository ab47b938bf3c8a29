package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import java.util.List;

/// Decisions that come after the door has refused the person as not ready: 3 s after the card.
final class LateRows {
    private static final Place CARD_THEN_PIN = Place.USUAL.with("credentials: [card+pin]", "duress: on");
    private static final Place TWO = Place.USUAL.with("two_person: on");
    private static final Place APPROVAL = Place.USUAL.with("approval: {}");

    private LateRows() {}

    private static Story wrongPins(int times, Story s) {
        for (int i = 0; i < times; i++) s.card(Who.CORA).after(1).pin("1234").after(1);
        return s;
    }

    static final List<Row> LATE = List.of(
            row(
                    "`card+pin`: a right PIN; no decision is made for 4 s; the person begins again",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .decisionsHang(4)
                            .pin("9001")
                            .after(5)
                            .card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "REJECTED_NOT_READY",
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`card+pin`, `duress: on`: a PIN under duress; no decision is made for 4 s",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA).after(1).decisionsHang(4).pin("9002").after(5),
                    "MFA_STARTED",
                    "REJECTED_NOT_READY",
                    "DURESS"),
            row(
                    "`card+pin`: four wrong PINs, and a right one that is decided on late is no wrong PIN",
                    CARD_THEN_PIN,
                    s -> wrongPins(4, s)
                            .card(Who.ADA)
                            .after(1)
                            .decisionsHang(4)
                            .pin("9001")
                            .after(5)
                            .card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "REJECTED_NOT_READY",
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: a second card is decided on late; the person who waits enters with a third one",
                    TWO,
                    s -> s.card(Who.BEN)
                            .after(1)
                            .decisionsHang(4)
                            .card(Who.ADA)
                            .after(4.1)
                            .card(Who.CORA)
                            .after(0.5)
                            .open()
                            .after(12),
                    "MFA_STARTED",
                    "REJECTED_NOT_READY",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: a card is decided on late at another door: the wait of its person goes on",
                    TWO,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .decisionsHang(4)
                            .card(Who.ADA, 2, "entry")
                            .after(4.1)
                            .card(Who.CORA)
                            .after(0.5)
                            .open()
                            .after(12),
                    "MFA_STARTED",
                    "REJECTED_NOT_READY",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`approval`: the same of a person who waits for an operator: the request is still there",
                    APPROVAL,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .decisionsHang(4)
                            .card(Who.ADA, 2, "entry")
                            .after(4.1)
                            .decide(true)
                            .after(0.5)
                            .open()
                            .after(12),
                    "APPROVAL_REQUESTED",
                    "REJECTED_NOT_READY",
                    "ADMITTED_CARD"));
}
