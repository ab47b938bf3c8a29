package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What others see of a door: one immutable picture, replaced whole at each change.
///
/// @param channelId the channel it belongs to
/// @param unit the channel's unit number: names the wiring
/// @param state `secure`, `unlocked`, `open`, `warned`, `extended_open` or `forced`
/// @param standing mode, hours, lockdown, fire and evacuation
/// @param strikeReleased whether the strike lets the leaf go now
/// @param leafOpen whether the contact says so; false where there is no contact
/// @param readersOnline by side (`entry`, `exit`): whether the reader answers on its line
/// @param tampers what is tampered with: `entry`, `exit` (their readers), `door` (the door's own line)
/// @param sounder whether the sounder is on for an alarm or a test; not for the beeps before an alarm
/// @param egressByBox whether leaving depends on this box: what is asked for at its exit reader is never enforced
/// @param awaitsFirstCard whether hours at which it unlocks by itself run and begin with the next admission
/// @param changedAtMs when mode, lockdown or hours changed last (milliseconds since 1970); 0 for never
/// @param interlock channels of which none may be open or released when this one is released for a card
/// @param alarm the alarm of the door, or null: it may last longer than `state` says
public record DoorView(
        long channelId,
        int unit,
        String state,
        Standing standing,
        boolean strikeReleased,
        boolean leafOpen,
        Map<String, Boolean> readersOnline,
        Set<String> tampers,
        boolean sounder,
        boolean egressByBox,
        boolean awaitsFirstCard,
        long changedAtMs,
        List<Long> interlock,
        @Nullable RaisedAlarm alarm) {
    /// What `state` may be.
    public static final List<String> STATES =
            List.of("secure", "unlocked", "open", "warned", "extended_open", "forced");

    /// In `tampers`: the door's own tamper line.
    public static final String DOOR = "door";

    public DoorView {
        readersOnline = Map.copyOf(readersOnline);
        tampers = Set.copyOf(tampers);
        interlock = List.copyOf(interlock);
    }

    /// A door without an alarm.
    public DoorView(
            long channelId,
            int unit,
            String state,
            Standing standing,
            boolean strikeReleased,
            boolean leafOpen,
            Map<String, Boolean> readersOnline,
            Set<String> tampers,
            boolean sounder,
            boolean egressByBox,
            boolean awaitsFirstCard,
            long changedAtMs,
            List<Long> interlock) {
        this(
                channelId,
                unit,
                state,
                standing,
                strikeReleased,
                leafOpen,
                readersOnline,
                tampers,
                sounder,
                egressByBox,
                awaitsFirstCard,
                changedAtMs,
                interlock,
                null);
    }

    /// A door of which nothing more is said. `mode` is `normal` or `unlock`.
    public DoorView(
            long channelId,
            int unit,
            String state,
            String mode,
            boolean strikeReleased,
            boolean leafOpen,
            Map<String, Boolean> readersOnline) {
        this(
                channelId,
                unit,
                state,
                new Standing(mode.equals("unlock"), null, Lockdown.NONE, Standing.Hours.BY_POLICY, false),
                strikeReleased,
                leafOpen,
                readersOnline,
                Set.of(),
                false,
                false,
                false,
                0,
                List.of(),
                null);
    }

    /// `normal` or `unlock`.
    public String mode() {
        return standing.mode();
    }

    /// Whether the door accepts the credentials of first responders only. False while fire or an evacuation
    /// overrides the lockdown.
    public boolean cardLockdown() {
        return standing.cardLockdown();
    }

    /// Whether the reader of that side (`entry`, `exit`) is tampered with.
    public boolean tampered(String side) {
        return tampers.contains(side);
    }
}
