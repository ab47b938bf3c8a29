package dev.lintel.controller.behaviour;

import static dev.lintel.controller.behaviour.Row.row;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.Lockdown;
import java.util.List;

/// Threat levels of the site. The role of GINA and TOVE has `threat_level_max: 1`; TOVE is a first responder.
final class ThreatRows {
    private static final String CHANGED = "THREAT_LEVEL_CHANGED";
    private static final String REJECTED = "REJECTED_THREAT_LEVEL";

    static final List<Row> LEVELS = List.of(
            row(
                    "A role with `threat_level_max: 1` at level 0",
                    s -> s.card(Who.GINA).after(1).open(),
                    "ADMITTED_CARD"),
            row(
                    "A role with `threat_level_max: 1` at level 1",
                    s -> s.threat(1).card(Who.GINA).after(1).open(),
                    CHANGED,
                    "ADMITTED_CARD"),
            row(
                    "A role with `threat_level_max: 1` at level 2",
                    s -> s.threat(2).card(Who.GINA).after(8),
                    CHANGED,
                    REJECTED),
            row(
                    "The level falls to 1 again",
                    s -> s.threat(2)
                            .card(Who.GINA)
                            .after(2)
                            .threat(1)
                            .card(Who.GINA)
                            .after(1)
                            .open(),
                    CHANGED,
                    REJECTED,
                    CHANGED,
                    "ADMITTED_CARD"),
            row(
                    "The level that is set already is set again",
                    s -> s.threat(2).after(1).threat(2).after(1),
                    CHANGED),
            row(
                    "A role without `threat_level_max` at level 5",
                    s -> s.threat(5).card(Who.ADA).after(1).open(),
                    CHANGED,
                    "ADMITTED_CARD"),
            row(
                    "A reservation of the door at level 1",
                    s -> s.threat(1).card(Who.GUS).after(8),
                    CHANGED,
                    REJECTED),
            row(
                    "A first responder whose role is not valid at level 2",
                    s -> s.threat(2).card(Who.TOVE).after(1).open(),
                    CHANGED,
                    "ADMITTED_CARD"),
            row(
                    "A role out of its hours at level 5",
                    s -> s.threat(5).card(Who.NORA).after(8),
                    CHANGED,
                    "REJECTED_OUT_OF_HOURS"),
            row(
                    "A lockdown at level 2: the lockdown is the reason",
                    s -> s.threat(2)
                            .command(new DoorCommand.LockDown(new Lockdown(true, false, false)))
                            .card(Who.GINA)
                            .after(8),
                    CHANGED,
                    "LOCKDOWN_ON",
                    "REJECTED_LOCKDOWN"),
            row(
                    "`card+pin`: the level rises between card and PIN",
                    Place.USUAL.with("credentials: [card+pin]"),
                    s -> s.card(Who.GINA).after(2).threat(2).pin("9003").after(8),
                    "MFA_STARTED",
                    CHANGED,
                    REJECTED),
            row(
                    "`two_person`: the level rises while the second person is awaited",
                    Place.USUAL.with("two_person: on"),
                    s -> s.card(Who.GINA).after(2).threat(2).card(Who.ADA).after(12),
                    "MFA_STARTED",
                    CHANGED,
                    "REJECTED_ALONE",
                    "MFA_STARTED",
                    "REJECTED_ALONE"),
            row(
                    "At the exit reader, where the leaf opens by its handle",
                    s -> s.threat(2).cardAtExit(Who.GINA).after(8),
                    CHANGED,
                    REJECTED),
            row(
                    "At the exit reader of a door that only the box releases",
                    Place.USUAL.egressByBox(),
                    s -> s.threat(5).cardAtExit(Who.GINA).after(1).open(),
                    CHANGED,
                    "ADMITTED_CARD"),
            row(
                    "REX at level 5",
                    s -> s.threat(5).rex().after(1).open(),
                    CHANGED,
                    "REX_PRESSED",
                    "ADMITTED_REQUEST_EXIT"),
            row(
                    "An operator admits a person whose role is not valid at level 2",
                    s -> s.threat(2).admit(Who.GINA).after(8),
                    CHANGED,
                    "ADMISSION_DENIED"),
            row(
                    "An operator admits a person without a name at level 5",
                    s -> s.threat(5).admit(null).after(1).open(),
                    CHANGED,
                    "ADMITTED_MANUAL"),
            row(
                    "A door that is unlocked by an operator stays unlocked",
                    s -> s.command(new DoorCommand.Unlock(null))
                            .threat(5)
                            .after(2)
                            .open(),
                    "MODE_UNLOCK",
                    CHANGED),
            row(
                    "The level over a restart",
                    s -> s.threat(2).restart(2).card(Who.GINA).after(8),
                    CHANGED,
                    "CHANNEL_STOPPED",
                    "CHANNEL_STOPPED",
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    REJECTED),
            row(
                    "The level over a kill of the process",
                    s -> s.threat(2).kill(2).card(Who.GINA).after(8),
                    CHANGED,
                    "CHANNEL_STARTED",
                    "CHANNEL_STARTED",
                    REJECTED));

    private ThreatRows() {}
}
