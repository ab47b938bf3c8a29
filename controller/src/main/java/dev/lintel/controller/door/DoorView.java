package dev.lintel.controller.door;

import java.util.Map;

/// What others see of a door: one immutable picture, replaced whole at each change.
///
/// @param channelId the channel it belongs to
/// @param unit the channel's unit number: names the wiring
/// @param state `secure`, `unlocked`, `open`, `warned`, `extended_open` or `forced`
/// @param mode `normal` or `unlock`
/// @param strikeReleased whether the strike lets the leaf go now
/// @param leafOpen whether the contact says so; false where there is no contact
/// @param readersOnline by side (`entry`, `exit`): whether the reader answers on its line
public record DoorView(
        long channelId,
        int unit,
        String state,
        String mode,
        boolean strikeReleased,
        boolean leafOpen,
        Map<String, Boolean> readersOnline) {
    public DoorView {
        readersOnline = Map.copyOf(readersOnline);
    }
}
