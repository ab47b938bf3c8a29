package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Cards that stay at a reader, alone or with another card in a wallet.
final class HeldRows {
    private static final Place CARD_THEN_PIN = Place.USUAL.with("credentials: [card+pin]");
    private static final Place PIN_THEN_CARD = Place.USUAL.with("credentials: [pin+card]");
    private static final Place SHORT = Place.USUAL.with("times: {unlock: 1s}");

    private static final DoorCommand CARD_LOCKDOWN = new DoorCommand.LockDown(new Lockdown(true, false, false));

    private HeldRows() {}

    /// The card is read each 0.5 s, so many times.
    private static Story held(int times, Story s) {
        return held(times, s, Who.ADA);
    }

    private static Story held(int times, Story s, Who who) {
        for (int i = 0; i < times; i++) s.card(who).after(0.5);
        return s;
    }

    private static Story heldAtExit(int times, Story s) {
        for (int i = 0; i < times; i++) s.cardAtExit(Who.ADA).after(0.5);
        return s;
    }

    private static Story unknown(int times, Story s) {
        for (int i = 0; i < times; i++) s.unknownCard().after(0.5);
        return s;
    }

    /// The person's card and one that belongs to no person are read in turn, so many times each, 0.3 s apart.
    private static Story wallet(int times, Story s) {
        for (int i = 0; i < times; i++) s.card(Who.ADA).after(0.3).unknownCard().after(0.3);
        return s;
    }

    private static Story cards(int times, Story s, Who one, Who other) {
        for (int i = 0; i < times; i++) s.card(one).after(0.3).card(other).after(0.3);
        return s;
    }

    static final List<Row> HELD = List.of(
            row(
                    "A wallet with the person's card and an unknown one, read in turn for 4.2 s: one answer to each",
                    s -> wallet(7, s).after(3),
                    "ADMITTED_CARD",
                    "REJECTED_UNKNOWN_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "Hard passback: the same, and the door is opened at 1.2 s",
                    Place.USUAL.with("passback: {mode: hard, from: outside, to: inside}"),
                    s -> wallet(4, wallet(2, s).open()).close(),
                    "ADMITTED_CARD",
                    "REJECTED_UNKNOWN_CARD"),
            row(
                    "`interlock`: a card is held, and the other door is open for 3.5 s: decided on again after 5 s",
                    Place.USUAL.with("interlock: [2]"),
                    s -> held(
                            12,
                            held(
                                            4,
                                            s.card(Who.BEN, 2, "entry")
                                                    .after(0.5)
                                                    .open(2)
                                                    .after(1))
                                    .close(2)),
                    "ADMITTED_CARD",
                    "REJECTED_INTERLOCK",
                    "ADMITTED_CARD"),
            row(
                    "`card+pin`: the same, and the right PIN after 3.6 s",
                    CARD_THEN_PIN,
                    s -> wallet(6, s).pin("9001").after(1).open(),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "REJECTED_UNKNOWN_CARD",
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`card+pin`: the same, and the right PIN after 7.2 s",
                    CARD_THEN_PIN,
                    s -> wallet(12, s).pin("9001").after(1).open(),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "REJECTED_UNKNOWN_CARD",
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`card+pin`: two persons' cards in turn: the second PIN is awaited, then the first one",
                    CARD_THEN_PIN,
                    s -> cards(1, cards(4, s, Who.ADA, Who.CORA).pin("9001"), Who.ADA, Who.CORA)
                            .pin("9001")
                            .after(1)
                            .open(),
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "`pin+card`: the wallet stays at the reader while the PIN is typed",
                    PIN_THEN_CARD,
                    s -> wallet(1, s)
                            .card(Who.ADA)
                            .after(0.1)
                            .pin("4711")
                            .after(0.2)
                            .unknownCard()
                            .after(0.3)
                            .card(Who.ADA)
                            .after(1)
                            .open(),
                    "REJECTED_CREDENTIAL_DISABLED",
                    "REJECTED_UNKNOWN_CARD",
                    "MFA_STARTED",
                    "ADMITTED_CARD"),
            row(
                    "A card that stays at the reader; the lockdown ends at 0.5 s",
                    s -> held(11, held(1, s.command(CARD_LOCKDOWN)).command(new DoorCommand.Unlockdown()))
                            .open(),
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN",
                    "LOCKDOWN_OFF",
                    "ADMITTED_CARD"),
            row(
                    "`times.unlock: 1s`: a card stays for 10 s: one unlock, and another one once it was away",
                    SHORT,
                    s -> held(20, s).after(0.5).card(Who.ADA).after(0.5).open(),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD"),
            row(
                    "`egress: controller`: a card stays at the exit reader for 7 s; it is taken away and shown again",
                    Place.USUAL.egressByBox(),
                    s -> heldAtExit(14, s)
                            .after(0.5)
                            .cardAtExit(Who.ADA)
                            .after(0.5)
                            .open(),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: a card lies at the reader; another person comes after a minute, and waits",
                    Place.USUAL.with("two_person: on"),
                    s -> held(120, s).card(Who.BEN).after(1),
                    "MFA_STARTED",
                    "REJECTED_ALONE",
                    "MFA_STARTED"),
            row(
                    "A card lies at the reader for a minute; the door is pulled then",
                    s -> held(120, s).open().after(1),
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "FORCED_OPEN"),
            row(
                    "A refused card lies at the reader; the lockdown ends after 20 s: nothing until it is taken away",
                    s -> held(20, held(40, s.command(CARD_LOCKDOWN)).command(new DoorCommand.Unlockdown()))
                            .after(0.5)
                            .card(Who.ADA)
                            .after(0.5)
                            .open(),
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN",
                    "REJECTED_LOCKDOWN",
                    "REJECTED_LOCKDOWN",
                    "LOCKDOWN_OFF",
                    "ADMITTED_CARD"),
            row(
                    "`card+pin`: a card stays at the reader for 16 s, and no PIN comes",
                    CARD_THEN_PIN,
                    s -> held(32, s),
                    "MFA_STARTED",
                    "REJECTED_TIMEOUT"),
            row(
                    "No contact, `uses_max: 2`: a card stays at the reader for 11 s: one entry",
                    Place.USUAL.without("contact"),
                    s -> held(22, s.usesMax(Who.ADA, 2)),
                    "ADMITTED_CARD"),
            row(
                    "An unknown card lies at the reader for a minute: three answers, 5 s apart",
                    s -> unknown(120, s),
                    "REJECTED_UNKNOWN_CARD",
                    "REJECTED_UNKNOWN_CARD",
                    "REJECTED_UNKNOWN_CARD"),
            row(
                    "`double_tap`: a card stays at the reader while a lockdown ends, and is shown again once",
                    Place.USUAL.with("double_tap: {}"),
                    s -> held(
                                    11,
                                    s.command(CARD_LOCKDOWN)
                                            .card(Who.HELGA)
                                            .command(new DoorCommand.Unlockdown())
                                            .after(0.5),
                                    Who.HELGA)
                            .after(0.5)
                            .card(Who.HELGA)
                            .after(8),
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN",
                    "LOCKDOWN_OFF",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"));
}
