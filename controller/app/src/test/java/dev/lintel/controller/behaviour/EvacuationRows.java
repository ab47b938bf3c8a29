package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Evacuations of a door.
final class EvacuationRows {
    private static final String STARTED = "EVACUATION_STARTED";
    private static final String ENDED = "EVACUATION_ENDED";
    private static final DoorCommand EVACUATE = new DoorCommand.Evacuate("Gas leak");
    private static final DoorCommand END = new DoorCommand.EndEvacuation(null);
    private static final DoorCommand LOCK = new DoorCommand.LockDown(new Lockdown(true, true, true));

    static final List<Row> EVACUATIONS = List.of(
            row(
                    "An operator orders an evacuation; people hold the door open for 5 minutes",
                    s -> s.command(EVACUATE)
                            .after(1)
                            .open()
                            .after(300)
                            .close()
                            .after(1)
                            .command(END),
                    STARTED,
                    ENDED),
            row(
                    "A card, a person without a role and an unknown card during an evacuation",
                    s -> s.command(EVACUATE)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .card(Who.OTTO)
                            .after(1)
                            .unknownCard()
                            .after(1),
                    STARTED,
                    "ADMITTED_UNLOCKED",
                    "REJECTED_NO_PERMISSION",
                    "REJECTED_UNKNOWN_CARD"),
            row(
                    "A locked down door is evacuated; afterwards it is locked down again",
                    s -> s.command(LOCK)
                            .after(1)
                            .command(EVACUATE)
                            .after(2)
                            .card(Who.ADA)
                            .after(2)
                            .command(END)
                            .after(1)
                            .card(Who.ADA)
                            .after(1),
                    "LOCKDOWN_ON",
                    STARTED,
                    "ADMITTED_UNLOCKED",
                    ENDED,
                    "REJECTED_LOCKDOWN"),
            row(
                    "The exit button of a locked down door during an evacuation, and after it",
                    s -> s.command(LOCK)
                            .after(1)
                            .command(EVACUATE)
                            .after(1)
                            .rex()
                            .after(8)
                            .command(END)
                            .after(1)
                            .rex()
                            .after(8),
                    "LOCKDOWN_ON",
                    STARTED,
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT",
                    ENDED,
                    "REX_PRESSED",
                    "REJECTED_LOCKDOWN"),
            row(
                    "A lockdown that is ordered during an evacuation takes effect when it ends",
                    s -> s.command(EVACUATE)
                            .after(1)
                            .command(LOCK)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .command(END)
                            .after(1),
                    STARTED,
                    "LOCKDOWN_ON",
                    "ADMITTED_UNLOCKED",
                    ENDED),
            row(
                    "An operator admits a visitor at a locked down door during an evacuation, and after it",
                    s -> s.command(LOCK)
                            .after(1)
                            .command(EVACUATE)
                            .after(1)
                            .admit(null)
                            .after(1)
                            .command(END)
                            .after(1)
                            .admit(null)
                            .after(1),
                    "LOCKDOWN_ON",
                    STARTED,
                    "ADMITTED_MANUAL",
                    ENDED,
                    "ADMISSION_DENIED"),
            row(
                    "A door in mode unlock is evacuated and set to normal meanwhile",
                    s -> s.command(new DoorCommand.Unlock(null))
                            .after(1)
                            .command(EVACUATE)
                            .after(1)
                            .command(new DoorCommand.Normal())
                            .after(1)
                            .command(END)
                            .after(1),
                    "MODE_UNLOCK",
                    STARTED,
                    "MODE_NORMAL",
                    ENDED),
            row(
                    "A secured door is evacuated",
                    s -> s.command(new DoorCommand.Secure(null))
                            .after(1)
                            .command(EVACUATE)
                            .after(1)
                            .command(END)
                            .after(1),
                    "MODE_SECURE",
                    STARTED,
                    ENDED),
            row(
                    "The same order twice",
                    s -> s.command(EVACUATE)
                            .after(1)
                            .command(EVACUATE)
                            .after(1)
                            .command(END)
                            .after(1)
                            .command(END),
                    STARTED,
                    ENDED),
            row(
                    "A restart during an evacuation",
                    s -> s.command(EVACUATE)
                            .after(1)
                            .restart(5)
                            .after(2)
                            .card(Who.ADA)
                            .after(1)
                            .command(END),
                    STARTED,
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    "ADMITTED_UNLOCKED",
                    ENDED),
            row(
                    "Fire begins and ends during an evacuation",
                    s -> s.command(EVACUATE)
                            .after(1)
                            .fire(true)
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .fire(false)
                            .after(1)
                            .command(END)
                            .after(1),
                    STARTED,
                    "FIRE_RELEASE_ON",
                    "FIRE_RELEASE_ON",
                    "ADMITTED_UNLOCKED",
                    "FIRE_RELEASE_OFF",
                    "FIRE_RELEASE_OFF",
                    ENDED),
            row(
                    "The evacuation ends with the leaf open: its times begin",
                    s -> s.command(EVACUATE)
                            .after(1)
                            .open()
                            .after(60)
                            .command(END)
                            .after(31)
                            .close(),
                    STARTED,
                    ENDED,
                    "DOOR_EXTENDED_WARNING",
                    "EXTENDED_OPEN",
                    "DOOR_NORMAL"),
            row(
                    "`evacuation: off`: the door stays as it is",
                    Place.USUAL.with("evacuation: off"),
                    s -> s.command(EVACUATE).after(1).card(Who.ADA).after(1).open(),
                    "ADMITTED_CARD"),
            row(
                    "The policy becomes `evacuation: off` during an evacuation, which continues",
                    s -> s.command(EVACUATE)
                            .after(1)
                            .policy("evacuation: off")
                            .after(1)
                            .card(Who.ADA)
                            .after(1)
                            .command(END),
                    STARTED,
                    "ADMITTED_UNLOCKED",
                    ENDED),
            row(
                    "`double_tap`: a card twice during an evacuation",
                    Place.USUAL.with("double_tap: {}"),
                    s -> s.command(EVACUATE)
                            .after(1)
                            .card(Who.HELGA)
                            .after(1)
                            .card(Who.HELGA)
                            .after(1)
                            .command(END)
                            .after(1),
                    STARTED,
                    "ADMITTED_UNLOCKED",
                    "ADMITTED_UNLOCKED",
                    ENDED),
            row(
                    "Threat level 2: a role that is not valid at it, during an evacuation",
                    s -> s.threat(2).command(EVACUATE).after(1).card(Who.GINA).after(1),
                    "THREAT_LEVEL_CHANGED",
                    STARTED,
                    "REJECTED_THREAT_LEVEL"));

    private EvacuationRows() {}
}
