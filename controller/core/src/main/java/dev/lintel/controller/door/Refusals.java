package dev.lintel.controller.door;

import dev.lintel.reader.Reader;
import org.jspecify.annotations.Nullable;

/// What an operator may not ask of a door, in words.
final class Refusals {
    /// Of a door whose channel has left the site, whatever is asked.
    static final String GONE = "the site has this channel no more";

    private Refusals() {}

    /// Why a door lets nobody in whom the operator does not name, as the log's `reason`, or null: `lockdown` or
    /// `mode` where it is not in its normal mode, `elevator` where there is no telling which floors. Fire and an
    /// evacuation override the lockdown.
    static @Nullable String ofAnybody(Standing standing, DoorRules rules) {
        if (!standing.admitsAnybody()) return standing.cardLockdown() ? "lockdown" : "mode";
        return rules.kind() == DoorRules.Kind.ELEVATOR ? "elevator" : null;
    }

    /// Why the door does not try that output now, or null.
    static @Nullable String of(OutputTest test, Standing standing, DoorParts parts, boolean sounding) {
        if (standing.lockdown().any()) return "the door is locked down: nothing is tried there now";
        if (standing.fire()) return "fire releases the door: nothing is tried there now";
        if (standing.evacuated()) return "an evacuation unlocks the door: nothing is tried there now";
        return switch (test) {
            case OutputTest.Show show -> {
                Reader reader = parts.readers().get(show.side());
                if (reader == null) yield "the door has no " + show.side() + " reader";
                yield reader.online() ? null : "the " + show.side() + " reader does not answer";
            }
            case OutputTest.Sound _ -> {
                if (parts.sounder() == null) yield "no sounder is wired to this door (alarm)";
                yield sounding ? "the sounder is on already" : null;
            }
        };
    }

    /// Why the door does not do it, or null. `rules`: as they are now.
    static @Nullable String of(
            DoorCommand command, DoorSettings settings, DoorRules rules, WallWatch wall, Alarms alarms) {
        return switch (command) {
            case DoorCommand.LockDown l
            when (l.lockdown().rex() || l.lockdown().aux()) && settings.egressByBox() ->
                "nobody leaves through this door unless the box releases it (egress: controller): a lockdown of its "
                        + "exits would lock people in";
            case DoorCommand.Unlock u
            when u.relockAtMs() != null && wall.isOver(u.relockAtMs()) -> "the time to lock again is over already";
            case DoorCommand.Secure s
            when s.untilMs() != null && wall.isOver(s.untilMs()) ->
                "the time until which it is secured is over already";
            case DoorCommand.Acknowledge a when noteFault(a.note()) != null -> noteFault(a.note());
            case DoorCommand.Evacuate e when noteFault(e.note()) != null -> noteFault(e.note());
            case DoorCommand.EndEvacuation e when noteFault(e.note()) != null -> noteFault(e.note());
            case DoorCommand.Acknowledge _ -> alarms.refusal();
            case DoorCommand.Evacuate _ -> DoorCommand.Evacuate.refusal(rules);
            case DoorCommand.Unlock _,
                    DoorCommand.Toggle _,
                    DoorCommand.Secure _,
                    DoorCommand.Normal _,
                    DoorCommand.LockDown _,
                    DoorCommand.Unlockdown _,
                    DoorCommand.SwitchReleased _,
                    DoorCommand.EndEvacuation _,
                    DoorCommand.EvacuationReleased _,
                    DoorCommand.SetAutoUnlock _ -> null;
        };
    }

    private static @Nullable String noteFault(@Nullable String note) {
        String fault = note == null ? null : DoorNote.fault(note);
        return fault == null ? null : "the note " + fault;
    }
}
