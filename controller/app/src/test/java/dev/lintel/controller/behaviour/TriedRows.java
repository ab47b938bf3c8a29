package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import java.util.ArrayList;
import java.util.List;

/// PINs and cards that are tried one after the other, and what a kill leaves without an answer.
final class TriedRows {
    private static final String UNKNOWN = "REJECTED_UNKNOWN_CARD";
    private static final String WRONG = "REJECTED_UNKNOWN_PIN";
    private static final String STARTED = "CHANNEL_STARTED";
    private static final String HARD = "passback: {mode: hard, from: outside, to: inside%s}";
    private static final Place CARD_THEN_PIN = Place.USUAL.with("credentials: [card+pin]");
    private static final Place BOTH_THEN_PIN = CARD_THEN_PIN.with(2, "credentials: [card+pin]");
    /// Two areas that no door connects with each other.
    private static final Place APART =
            Place.USUAL.with(HARD.formatted("")).with(2, "passback: {mode: hard, from: yard, to: shed}");

    private TriedRows() {}

    private static Story unknown(int times, Story s) {
        for (int i = 0; i < times; i++) s.unknownCard().after(1);
        return s;
    }

    private static Story wrongPins(int times, Story s) {
        for (int i = 0; i < times; i++) s.pin("9876").after(2);
        return s;
    }

    private static Story passes(Story s, int door) {
        return s.after(1).open(door).after(1).close(door).after(1);
    }

    /// A wrong PIN after the person's card, so many times.
    private static Story wrongSeconds(int times, Story s, int door) {
        for (int i = 0; i < times; i++)
            s.card(Who.CORA, door, "entry").after(1).pin("1234", door, "entry").after(1);
        return s;
    }

    private static String[] kinds(Object... all) {
        var kinds = new ArrayList<String>();
        int times = 1;
        for (Object one : all) {
            if (one instanceof Integer number) {
                times = number;
                continue;
            }
            for (int i = 0; i < times; i++) kinds.add((String) one);
            times = 1;
        }
        return kinds.toArray(String[]::new);
    }

    static final List<Row> UNKNOWN_CARDS = List.of(
            row(
                    "Ten unknown cards at a reader within a minute; then a card that a person has",
                    s -> passes(unknown(10, s).card(Who.ADA), 1),
                    kinds(9, UNKNOWN, "UNKNOWN_CARDS", UNKNOWN, "ADMITTED_CARD")),
            row(
                    "Fourteen: the reader answers one of them in 10 s",
                    s -> unknown(14, s).after(10).unknownCard().after(1),
                    kinds(9, UNKNOWN, "UNKNOWN_CARDS", 2, UNKNOWN)),
            row(
                    "Ten, and the same reader is used again 70 s later",
                    s -> passes(unknown(10, s).after(70).card(Who.ADA), 1),
                    kinds(9, UNKNOWN, "UNKNOWN_CARDS", UNKNOWN, "UNKNOWN_CARDS_OVER", "ADMITTED_CARD")),
            row(
                    "Nine at one reader, and one at the exit reader: no event of many",
                    s -> unknown(9, s).number(88_888, 1, "exit").after(1),
                    kinds(10, UNKNOWN)));

    static final List<Row> RESTS = List.of(
            row(
                    "Five wrong PINs, a minute of rest, and five more: the rest is five minutes long",
                    s -> wrongPins(5, wrongPins(5, s).after(61))
                            .after(61)
                            .pin("4711")
                            .after(240)
                            .pin("4711")
                            .after(1)
                            .open(),
                    kinds(
                            4,
                            WRONG,
                            "PIN_GUESSING",
                            WRONG,
                            4,
                            WRONG,
                            "PIN_GUESSING",
                            WRONG,
                            "REJECTED_PIN_LOCKED",
                            "ADMITTED_PIN")),
            row(
                    "A restart within the rest does not end it",
                    s -> wrongPins(5, s).restart(5).after(1).pin("4711").after(2),
                    kinds(4, WRONG, "PIN_GUESSING", WRONG, 2, "CHANNEL_STOPPED", 2, STARTED, "REJECTED_PIN_LOCKED")),
            row(
                    "`card+pin`: three wrong PINs of a person at one door, two at another: the person's PINs rest",
                    BOTH_THEN_PIN,
                    s -> wrongSeconds(2, wrongSeconds(3, s, 1), 2)
                            .card(Who.CORA)
                            .after(1)
                            .pin("9016")
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(1)
                            .open(),
                    kinds(
                            "MFA_STARTED",
                            "REJECTED_WRONG_FACTOR",
                            "MFA_STARTED",
                            "REJECTED_WRONG_FACTOR",
                            "MFA_STARTED",
                            "REJECTED_WRONG_FACTOR",
                            "MFA_STARTED",
                            "REJECTED_WRONG_FACTOR",
                            "MFA_STARTED",
                            "PIN_GUESSING",
                            "REJECTED_WRONG_FACTOR",
                            "MFA_STARTED",
                            "REJECTED_PIN_LOCKED",
                            "MFA_STARTED",
                            "ADMITTED_CARD")));

    static final List<Row> KILLS = List.of(
            row(
                    "`card+pin`: the process is killed while the PIN is awaited",
                    CARD_THEN_PIN,
                    s -> s.card(Who.ADA).after(1).kill(2).after(1),
                    kinds("MFA_STARTED", 2, STARTED, "REJECTED_TIMEOUT")),
            row(
                    "`two_person`: the process is killed while another person is awaited",
                    Place.USUAL.with("two_person: on"),
                    s -> s.card(Who.ADA).after(1).kill(2).after(1),
                    kinds("MFA_STARTED", 2, STARTED, "REJECTED_ALONE")),
            row(
                    "`approval`: the process is killed while an operator is asked",
                    Place.USUAL.with("approval: {}"),
                    s -> s.card(Who.ADA).after(1).kill(2).after(1),
                    kinds("APPROVAL_REQUESTED", 2, STARTED, "REJECTED_NOT_APPROVED")));

    static final List<Row> PLACES = List.of(
            row(
                    "Hard passback, `forgive_at: \"10:05\"`: a second entry at 10:01, and one at 10:06",
                    Place.USUAL.with(HARD.formatted(", forgive_at: \"10:05\"")),
                    s -> passes(
                            passes(s.card(Who.ADA), 1)
                                    .after(60)
                                    .card(Who.ADA)
                                    .after(300)
                                    .card(Who.ADA),
                            1),
                    kinds("ADMITTED_CARD", "REJECTED_PASSBACK", "ADMITTED_CARD")),
            row(
                    "Hard passback, two areas that are not connected: one entry into each, and a second one is refused",
                    APART,
                    s -> passes(passes(s.card(Who.ADA), 1).card(Who.ADA, 2, "entry"), 2)
                            .card(Who.ADA)
                            .after(1)
                            .card(Who.ADA, 2, "entry")
                            .after(1),
                    kinds(2, "ADMITTED_CARD", 2, "REJECTED_PASSBACK")));
}
