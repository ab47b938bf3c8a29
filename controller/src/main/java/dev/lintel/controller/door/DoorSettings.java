package dev.lintel.controller.door;

/// What a door is, apart from its wiring.
///
/// @param channelId the channel it belongs to
/// @param unit the channel's unit number: names the wiring
/// @param times from the site's policy; may change while the door works
/// @param rules the same
public record DoorSettings(long channelId, int unit, DoorTimes times, DoorRules rules) {
    public DoorSettings(long channelId, int unit, DoorTimes times) {
        this(channelId, unit, times, DoorRules.PLAIN);
    }
}
