package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.time.ClockTrust;
import java.util.List;

/// Cards at a door as usual.
final class CardRows {
    private static final Place CARD_THEN_PIN = Place.USUAL.with("credentials: [card+pin]");
    private static final Place DURESS = CARD_THEN_PIN.with("duress: on");
    private static final Place PIN_THEN_CARD = Place.USUAL.with("credentials: [pin+card]");

    private CardRows() {}

    static final List<Row> ADMISSIONS = List.of(
            row(
                    "A card with a right; the door is opened and closed",
                    s -> s.card(Who.ADA).after(1).open().after(2).close().after(5),
                    "ADMITTED_CARD"),
            row(
                    "A card with a right; the door is not opened",
                    s -> s.card(Who.ADA).after(10),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "A card with a right at the exit reader; the door is opened and closed",
                    s -> s.cardAtExit(Who.ADA).after(1).open().after(2).close(),
                    "ADMITTED_CARD"),
            row(
                    "A person who needs longer; the door is opened after 12 s",
                    s -> s.card(Who.LEO).after(12).open().after(2).close(),
                    "ADMITTED_CARD"),
            row(
                    "A second card while the strike is released; the door is opened after the time of the first one",
                    s -> s.card(Who.ADA)
                            .after(3)
                            .card(Who.BEN)
                            .after(4)
                            .open()
                            .after(1)
                            .close(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "The same card twice at the same reader",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "A card stays at the reader, read at 0, 0.3 and 0.7 s, and the leaf opens at 0.6 s: one admission",
                    s -> s.card(Who.ADA)
                            .after(0.3)
                            .card(Who.ADA)
                            .after(0.3)
                            .open()
                            .after(0.1)
                            .card(Who.ADA)
                            .after(0.9)
                            .close()
                            .after(3)
                            .open()
                            .after(1)
                            .close(),
                    "ADMITTED_CARD",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "A card while the door is open",
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .card(Who.BEN)
                            .after(1)
                            .close()
                            .after(1)
                            .open(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "A card while a door with `relock: close` is open; the first person's closing does not lock it",
                    Place.USUAL.with("relock: close"),
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .card(Who.BEN)
                            .after(1)
                            .close()
                            .after(0.6)
                            .open(),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`relock: close`: the door is opened and closed within the time",
                    Place.USUAL.with("relock: close"),
                    s -> s.card(Who.ADA).after(1).open().after(2).close().after(3),
                    "ADMITTED_CARD"),
            row(
                    "`relock: close`: the door is still open as the time ends",
                    Place.USUAL.with("relock: close"),
                    s -> s.card(Who.ADA).after(1).open().after(6).close(),
                    "ADMITTED_CARD"),
            row(
                    "A reservation that holds now",
                    s -> s.card(Who.GUS).after(1).open().after(1).close(),
                    "ADMITTED_CARD"),
            row(
                    "A door without a contact",
                    Place.USUAL.without("contact"),
                    s -> s.card(Who.ADA).after(10),
                    "ADMITTED_CARD"),
            row(
                    "`times.unlock: 2s`",
                    Place.USUAL.with("times: {unlock: 2s}"),
                    s -> s.card(Who.ADA).after(3),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row("An operator admits a person", s -> s.admit(Who.ADA).after(1).open(), "ADMITTED_MANUAL"),
            row("An operator admits a visitor", s -> s.admit(null).after(1).open(), "ADMITTED_MANUAL"),
            row(
                    "An operator admits a person who has no right here",
                    s -> s.admit(Who.OTTO).after(1),
                    "ADMISSION_DENIED"));

    static final List<Row> REFUSALS = List.of(
            row("An unknown card", s -> s.unknownCard().after(2), "REJECTED_UNKNOWN_CARD"),
            row("A person without a role here", s -> s.card(Who.OTTO).after(2), "REJECTED_NO_PERMISSION"),
            row("A card outside the hours of its role", s -> s.card(Who.NORA).after(2), "REJECTED_OUT_OF_HOURS"),
            row("A person who is disabled", s -> s.card(Who.DORA).after(2), "REJECTED_PERSON_DISABLED"),
            row("A person whose validity is over", s -> s.card(Who.EMIL).after(2), "REJECTED_PERSON_DISABLED"),
            row("A person who is not valid yet", s -> s.card(Who.FAY).after(2), "REJECTED_PERSON_DISABLED"),
            row("A card that was revoked", s -> s.card(Who.VERA).after(2), "REJECTED_CREDENTIAL_DISABLED"),
            row("A reservation that is over", s -> s.card(Who.HAL).after(2), "REJECTED_RESERVATION_EXPIRED"),
            row(
                    "A card where cards are not accepted",
                    Place.USUAL.with("credentials: [pin]"),
                    s -> s.card(Who.ADA).after(2),
                    "REJECTED_CREDENTIAL_DISABLED"),
            row(
                    "A reader that accepts nothing (`credentials: []`)",
                    Place.USUAL.with("credentials: []"),
                    s -> s.card(Who.ADA).after(2),
                    "REJECTED_CREDENTIAL_DISABLED"),
            row(
                    "A card without times while the clock is certainly wrong",
                    s -> s.clock(ClockTrust.WRONG).card(Who.ADA).after(1).open(),
                    "ADMITTED_CARD"),
            row(
                    "A role with hours while the clock is certainly wrong",
                    s -> s.clock(ClockTrust.WRONG).card(Who.NORA).after(2),
                    "REJECTED_CLOCK"),
            row(
                    "A reservation while the clock was restored and not confirmed",
                    s -> s.clock(ClockTrust.HELD).card(Who.GUS).after(1).open(),
                    "ADMITTED_CARD"),
            row(
                    "The same with `untrusted_clock: {held: deny}`",
                    Place.USUAL.with("untrusted_clock: {held: deny}"),
                    s -> s.clock(ClockTrust.HELD).card(Who.GUS).after(2),
                    "REJECTED_CLOCK"),
            row(
                    "The card reader is tampered with",
                    s -> s.readerTamper(true).card(Who.ADA).after(2),
                    "TAMPER",
                    "REJECTED_TAMPER"),
            row(
                    "The tamper is over",
                    s -> s.readerTamper(true).after(1).readerTamper(false).card(Who.ADA),
                    "TAMPER",
                    "TAMPER_CLEARED",
                    "ADMITTED_CARD"),
            row(
                    "A refused person pulls the door",
                    s -> s.card(Who.OTTO).after(1).open().after(1).close(),
                    "REJECTED_NO_PERMISSION",
                    "FORCED_OPEN",
                    "DOOR_NORMAL"));

    static final List<Row> PINS = List.of(
            row("A PIN alone", s -> s.pin("4711").after(1).open(), "ADMITTED_PIN"),
            row("An unknown PIN", s -> s.pin("9999").after(2), "REJECTED_UNKNOWN_PIN"),
            row("A PIN with a zero before it", s -> s.pin("04711").after(2), "REJECTED_UNKNOWN_PIN"),
            row(
                    "`card+pin`: the card, then the right PIN",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA).after(3).pin("9001").after(1).open(),
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`card+pin`: the card, then a wrong PIN",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA).after(3).pin("1234").after(2),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR"),
            row(
                    "`card+pin`: the card, and no PIN within 10 s",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA).after(12),
                    "MFA_STARTED",
                    "REJECTED_TIMEOUT"),
            row(
                    "`card+pin`: the PIN of the single-factor kind is not taken where a second PIN exists",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA).after(3).pin("4711").after(2),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR"),
            row(
                    "`card+pin`: another person's card while the PIN is awaited begins again",
                    CARD_THEN_PIN,
                    s -> s.card(Who.BEN)
                            .after(2)
                            .card(Who.ADA)
                            .after(2)
                            .pin("9001")
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`card+pin`: a person who has no PIN",
                    CARD_THEN_PIN,
                    s -> s.card(Who.BEN).after(2).pin("9001").after(2),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR"),
            row(
                    "`card+pin`: a person without a right is not asked for the PIN",
                    CARD_THEN_PIN,
                    s -> s.card(Who.OTTO).after(2),
                    "REJECTED_NO_PERMISSION"),
            row("`card+pin`: a PIN alone", CARD_THEN_PIN, s -> s.pin("4711").after(2), "REJECTED_CREDENTIAL_DISABLED"),
            row(
                    "`pin+card`: the PIN, then the card of the same person",
                    PIN_THEN_CARD,
                    s -> s.pin("4711").after(2).card(Who.ADA).after(1).open(),
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`pin+card`: the card first, which stays at the reader while the PIN is typed",
                    PIN_THEN_CARD,
                    s -> s.card(Who.ADA)
                            .after(0.3)
                            .card(Who.ADA)
                            .after(0.3)
                            .pin("4711")
                            .after(0.1)
                            .card(Who.ADA)
                            .after(1)
                            .open(),
                    "REJECTED_CREDENTIAL_DISABLED",
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`pin+card`: the PIN, then the card of another person",
                    PIN_THEN_CARD,
                    s -> s.pin("4711").after(2).card(Who.BEN).after(2),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR"),
            row(
                    "Duress: the second PIN with its last digit one higher",
                    DURESS,
                    s -> s.card(Who.ADA).after(3).pin("9002").after(1).open(),
                    "MFA_STARTED",
                    "DURESS",
                    "ADMITTED_CARD"),
            row(
                    "Without `duress: on` the same PIN is wrong",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA).after(3).pin("9002").after(2),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR"));
}
