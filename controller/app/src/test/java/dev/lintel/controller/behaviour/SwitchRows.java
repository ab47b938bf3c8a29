package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Buttons, key switches and fire panels that are wired to the box.
final class SwitchRows {
    private static final int RECEPTION = 70;
    private static final int KEY = 71;
    private static final int KEY_REST = 72;
    private static final int GATE = 73;
    private static final int EAST = 74;
    private static final int WEST = 75;

    private static final String PANEL = """
            lockdown:
              - {name: Reception, line: 70, active: high, doors: all}
              - {name: Guard, line: 71, check: 72, active: high, doors: [2], until: released}
            evacuation:
              - {name: Gate, line: 73, active: high, doors: [1]}
            """;
    private static final String ZONES = """
            fire:
              - {name: East, line: 74, active: high, doors: [1, 2]}
              - {name: West, line: 75, active: high, doors: [2]}
            """;
    private static final Place WIRED = Place.USUAL.panel(PANEL);
    private static final Place ZONED = Place.USUAL.panel(ZONES);
    private static final Lockdown CARDS = new Lockdown(true, false, false);
    private static final DoorCommand UNLOCKDOWN = new DoorCommand.Unlockdown();
    private static final DoorCommand LOCKDOWN = new DoorCommand.LockDown(CARDS, CARDS);
    private static final DoorCommand END = new DoorCommand.EndEvacuation(null);

    private SwitchRows() {}

    /// The key is at rest: its other contact is closed.
    private static Story atRest(Story s) {
        return s.contact(KEY_REST, true).after(2);
    }

    private static Story turn(Story s, boolean on) {
        return s.contact(KEY_REST, !on).contact(KEY, on).after(1);
    }

    static final List<Row> SWITCHES = List.of(
            row(
                    "A button locks both doors down",
                    WIRED,
                    s -> atRest(s)
                            .button(RECEPTION)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .card(Who.ADA, 2, "entry")
                            .after(1)
                            .card(Who.RITA)
                            .after(1)
                            .open(),
                    "LOCKDOWN_ON",
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN",
                    "REJECTED_LOCKDOWN",
                    "ADMITTED_CARD",
                    "FIRST_RESPONDER"),
            row(
                    "The release of that button, and an operator at door 1",
                    WIRED,
                    s -> atRest(s)
                            .button(RECEPTION)
                            .after(1)
                            .command(UNLOCKDOWN)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(1)
                            .card(Who.ADA, 2, "entry")
                            .after(1),
                    "LOCKDOWN_ON",
                    "LOCKDOWN_ON",
                    "LOCKDOWN_OFF",
                    "ADMITTED_CARD",
                    "REJECTED_LOCKDOWN"),
            row(
                    "A key (`until: released`) locks door 2 down, and ends it",
                    WIRED,
                    s -> {
                        turn(atRest(s), true)
                                .card(Who.ADA, 2, "entry")
                                .after(1)
                                .card(Who.ADA)
                                .after(7);
                        turn(s, false).card(Who.ADA, 2, "entry").after(7);
                    },
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED",
                    "LOCKDOWN_OFF",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "A key is released, and an operator has locked the door down as well",
                    WIRED,
                    s -> {
                        turn(atRest(s), true).command(2, LOCKDOWN);
                        turn(s.after(1), false).card(Who.ADA, 2, "entry").after(1);
                    },
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN"),
            row(
                    "A button evacuates door 1 in spite of a lockdown; an operator ends it",
                    WIRED,
                    s -> atRest(s)
                            .button(RECEPTION)
                            .after(1)
                            .button(GATE)
                            .after(1)
                            .open()
                            .after(1)
                            .close()
                            .after(1)
                            .command(END)
                            .after(1)
                            .card(Who.ADA)
                            .after(1),
                    "LOCKDOWN_ON",
                    "LOCKDOWN_ON",
                    "EVACUATION_STARTED",
                    "EVACUATION_ENDED",
                    "REJECTED_LOCKDOWN"),
            row(
                    "Fire in a zone releases the doors of that zone only",
                    ZONED,
                    s -> s.contact(WEST, true)
                            .after(1)
                            .open(2)
                            .after(1)
                            .close(2)
                            .after(1)
                            .card(Who.ADA)
                            .after(7),
                    "FIRE_RELEASE_ON",
                    "ADMITTED_CARD",
                    "ADMITTED_NOT_USED"),
            row(
                    "Fire in two zones, and the first one is over",
                    ZONED,
                    s -> s.contact(EAST, true)
                            .after(1)
                            .contact(WEST, true)
                            .after(1)
                            .contact(EAST, false)
                            .after(1)
                            .contact(WEST, false)
                            .after(1),
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF"));
}
