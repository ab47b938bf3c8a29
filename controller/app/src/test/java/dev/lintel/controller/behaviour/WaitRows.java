package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import java.util.List;

/// People who wait at a reader for other people, and whose right to enter ends meanwhile.
final class WaitRows {
    private static final Place TWO = Place.USUAL.with("two_person: on");
    private static final Place MIN_2 = lab("min: 2");
    private static final Place MIN_3 = lab("min: 3");
    private static final Place MAX_2_MIN_2 = lab("max: 2, min: 2").with("two_person: on");

    private WaitRows() {}

    private static Place lab(String limits) {
        String line = "passback: {from: outside, to: lab, mode: off}";
        return Place.USUAL.with(1, line).with(2, line).site("areas:\n  - {name: lab, " + limits + "}\n");
    }

    private static Story passes(Story s) {
        return s.after(1).open().after(1).close().after(1);
    }

    static final List<Row> WAITS = List.of(
            row(
                    "`two_person`: the first person is disabled; the second one enters with a third one",
                    TWO,
                    s -> passes(s.card(Who.ADA)
                            .after(3)
                            .disable(Who.ADA)
                            .card(Who.BEN)
                            .after(3)
                            .card(Who.CORA)),
                    "MFA_STARTED",
                    "REJECTED_PERSON_DISABLED",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`two_person`: the card of the first person is revoked, and no third one comes",
                    TWO,
                    s -> s.card(Who.ADA).after(3).revoke(Who.ADA).card(Who.BEN).after(12),
                    "MFA_STARTED",
                    "REJECTED_CREDENTIAL_DISABLED",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: the hours of the first person end",
                    TWO,
                    s -> s.wall("2026-03-03T05:59:55Z")
                            .card(Who.NORA)
                            .after(6)
                            .card(Who.BEN)
                            .after(12),
                    "MFA_STARTED",
                    "REJECTED_OUT_OF_HOURS",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row(
                    "`two_person`: the policy asks for a PIN since the first person's card",
                    TWO,
                    s -> s.card(Who.BEN)
                            .after(3)
                            .policy("credentials: [card+pin]")
                            .card(Who.ADA)
                            .after(1)
                            .pin("9001")
                            .after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_WRONG_FACTOR",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row(
                    "A visitor who waits for a host is disabled: the host enters alone",
                    Place.USUAL,
                    s -> passes(s.card(Who.VITO).after(3).disable(Who.VITO).card(Who.HELGA)),
                    "MFA_STARTED",
                    "REJECTED_PERSON_DISABLED",
                    "ADMITTED_CARD"),
            row(
                    "One of two visitors who wait for a host is disabled",
                    MIN_2,
                    s -> passes(s.card(Who.VITO)
                            .after(3)
                            .card(Who.VALE)
                            .after(3)
                            .disable(Who.VITO)
                            .card(Who.HELGA)),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_PERSON_DISABLED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL"),
            row(
                    "`min: 2`: the first person is disabled; the second one enters with a third one",
                    MIN_2,
                    s -> passes(s.card(Who.ADA)
                            .after(3)
                            .disable(Who.ADA)
                            .card(Who.BEN)
                            .after(3)
                            .card(Who.CORA)),
                    "MFA_STARTED",
                    "REJECTED_PERSON_DISABLED",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL"),
            row(
                    "`min: 3`: one of the group is disabled when the third person comes; the fourth completes it",
                    MIN_3,
                    s -> passes(s.card(Who.ADA)
                            .after(3)
                            .card(Who.BEN)
                            .after(3)
                            .disable(Who.ADA)
                            .card(Who.CORA)
                            .after(8)
                            .card(Who.LEO)),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_PERSON_DISABLED",
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL"),
            row(
                    "`min: 3`: one of the group is disabled, and nobody else comes",
                    MIN_3,
                    s -> s.card(Who.ADA)
                            .after(3)
                            .card(Who.BEN)
                            .after(3)
                            .disable(Who.BEN)
                            .card(Who.CORA)
                            .after(12),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_PERSON_DISABLED",
                    "MFA_STARTED",
                    "REJECTED_OCCUPANCY",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`min: 2`: one of two who leave together is disabled",
                    MIN_2,
                    s -> passes(s.card(Who.ADA).after(2).card(Who.BEN))
                            .cardAtExit(Who.ADA)
                            .after(2)
                            .disable(Who.ADA)
                            .cardAtExit(Who.BEN)
                            .after(12),
                    "MFA_STARTED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_NORMAL",
                    "MFA_STARTED",
                    "REJECTED_PERSON_DISABLED",
                    "MFA_STARTED",
                    "REJECTED_OCCUPANCY"),
            row(
                    "`max: 2`, `min: 2`: there was no room for the group, but for one who is disabled",
                    MAX_2_MIN_2,
                    s -> passes(s.card(Who.VITO)
                            .after(2)
                            .card(Who.ADA)
                            .after(2)
                            .disable(Who.VITO)
                            .card(Who.HELGA)),
                    "MFA_STARTED",
                    "MFA_STARTED",
                    "REJECTED_PERSON_DISABLED",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "AREA_FULL"));
}
