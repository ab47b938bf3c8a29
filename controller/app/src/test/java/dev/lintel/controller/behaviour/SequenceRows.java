package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Airlocks with `sequence: both`, where the person, the PIN or the limits of the card matter at the second door.
/// Door 1 is the outer door, door 2 the inner one.
final class SequenceRows {
    private static final Place BOTH = Place.USUAL.with("airlock: {inner: 2, sequence: both}");
    private static final Place PINS = BOTH.with("credentials: [pin]", "duress: on");
    private static final Place PINS_INSIDE = PINS.with(2, "credentials: [pin]");

    private SequenceRows() {}

    /// The first door is opened and closed.
    private static Story passes(Story s, int door) {
        return s.after(1).open(door).after(1).close(door);
    }

    /// ADA enters with a PIN under duress.
    private static Story underDuress(Story s) {
        return passes(s.pin("4712"), 1).after(2);
    }

    static final List<Row> SEQUENCES = List.of(
            row(
                    "`uses_max: 1`: enters by the outer door, and shows no other card",
                    BOTH,
                    s -> passes(s.usesMax(Who.ADA, 1).card(Who.ADA), 1)
                            .after(2)
                            .open(2)
                            .after(1)
                            .close(2)
                            .card(Who.ADA)
                            .after(1),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "REJECTED_CREDENTIAL_DISABLED"),
            row(
                    "`uses_max: 2`: enters twice",
                    BOTH,
                    s -> passes(
                                    passes(
                                                    passes(s.usesMax(Who.ADA, 2).card(Who.ADA), 1)
                                                            .after(2),
                                                    2)
                                            .card(Who.ADA),
                                    1)
                            .after(2)
                            .open(2),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`uses_max: 1`: the person shows the card at the inner door before the box does",
                    BOTH,
                    s -> passes(s.usesMax(Who.ADA, 1).card(Who.ADA), 1)
                            .after(0.3)
                            .card(Who.ADA, 2, "entry")
                            .after(2)
                            .open(2),
                    "ADMITTED_CARD",
                    "REJECTED_CREDENTIAL_DISABLED",
                    "ADMITTED_CARD"),
            row(
                    "the person shows the card at the inner door before the box does",
                    BOTH,
                    s -> passes(s.card(Who.ADA), 1)
                            .after(0.3)
                            .card(Who.ADA, 2, "entry")
                            .after(0.2)
                            .open(2)
                            .after(1)
                            .close(2)
                            .after(8),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "the person shows the card at the inner door while the outer one is open",
                    BOTH,
                    s -> s.card(Who.ADA)
                            .after(1)
                            .open()
                            .card(Who.ADA, 2, "entry")
                            .after(1)
                            .close()
                            .after(2)
                            .open(2),
                    "ADMITTED_CARD",
                    "REJECTED_INTERLOCK",
                    "ADMITTED_CARD"),
            row(
                    "hard passback at the inner door, where the person shows the card before the box does",
                    BOTH.with(2, "passback: {mode: hard, from: lock, to: lab}"),
                    s -> passes(s.card(Who.ADA), 1)
                            .after(0.3)
                            .card(Who.ADA, 2, "entry")
                            .after(0.2)
                            .open(2)
                            .after(1)
                            .close(2)
                            .after(3),
                    "ADMITTED_CARD",
                    "ADMITTED_CARD"),
            row(
                    "`approval` at the inner door, where the person shows the card before the box does",
                    BOTH.with(2, "approval: {}"),
                    s -> passes(s.card(Who.ADA), 1)
                            .after(0.3)
                            .card(Who.ADA, 2, "entry")
                            .after(3)
                            .decide(false)
                            .after(3),
                    "ADMITTED_CARD",
                    "APPROVAL_REQUESTED",
                    "REJECTED_NOT_APPROVED"),
            row(
                    "card and PIN at the inner door, where the person shows the card before the box does",
                    BOTH.with(2, "credentials: [card+pin]"),
                    s -> passes(s.card(Who.ADA), 1)
                            .after(0.3)
                            .card(Who.ADA, 2, "entry")
                            .after(15),
                    "ADMITTED_CARD",
                    "MFA_STARTED",
                    "REJECTED_TIMEOUT"),
            row(
                    "leaves by REX, and REX of the outer door is locked down: an action on `event: exit` does nothing",
                    BOTH.actions("when: {channel: 1, event: exit}, output: siren, pulse: 3s"),
                    s -> passes(
                                    s.command(1, new DoorCommand.LockDown(new Lockdown(false, true, false)))
                                            .rex(2),
                                    2)
                            .after(2),
                    "LOCKDOWN_ON",
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    "REJECTED_LOCKDOWN"),
            row(
                    "a PIN under duress at the outer door",
                    PINS_INSIDE.with(2, "duress: on"),
                    s -> underDuress(s).open(2),
                    "DURESS",
                    "ADMITTED_PIN",
                    "DURESS",
                    "ADMITTED_PIN"),
            row(
                    "a PIN under duress at the outer door, and `duress: off` at the inner one",
                    PINS_INSIDE.with(2, "duress: off"),
                    s -> underDuress(s).open(2),
                    "DURESS",
                    "ADMITTED_PIN",
                    "DURESS",
                    "ADMITTED_PIN"),
            row(
                    "a PIN under duress at the outer door, and the inner one takes no PIN",
                    PINS.with(2, "credentials: [card]"),
                    s -> underDuress(s),
                    "DURESS",
                    "ADMITTED_PIN",
                    "DURESS",
                    "REJECTED_CREDENTIAL_DISABLED"),
            row(
                    "four wrong PINs at the inner door, and a PIN that was deleted while its person is in the airlock",
                    PINS_INSIDE,
                    s -> {
                        for (int i = 0; i < 4; i++) s.pin("1234", 2, "entry").after(1);
                        passes(s.pin("4711").after(1).deletePin(Who.ADA), 1).after(2);
                    },
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "ADMITTED_PIN",
                    "REJECTED_UNKNOWN_PIN"),
            row(
                    "the same after three wrong PINs, and then a fourth one after a restart",
                    PINS_INSIDE,
                    s -> {
                        for (int i = 0; i < 3; i++) s.pin("1234", 2, "entry").after(1);
                        passes(s.pin("4711").after(1).deletePin(Who.ADA), 1)
                                .after(2)
                                .restart(1)
                                .pin("1234", 2, "entry")
                                .after(1);
                    },
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "ADMITTED_PIN",
                    "REJECTED_UNKNOWN_PIN",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "REJECTED_UNKNOWN_PIN"));
}
