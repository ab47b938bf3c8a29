package dev.lintel.controller.door;

/// What a door is, apart from its wiring.
///
/// @param channelId the channel it belongs to; negative where the site has none for it
/// @param unit the channel's unit number: names the wiring
/// @param times from the site's policy; may change while the door works
/// @param rules the same
/// @param egressByBox whether leaving depends on this box: then nothing here may keep anybody in
public record DoorSettings(long channelId, int unit, DoorTimes times, DoorRules rules, boolean egressByBox) {
    public DoorSettings(long channelId, int unit, DoorTimes times, DoorRules rules) {
        this(channelId, unit, times, rules, false);
    }

    public DoorSettings(long channelId, int unit, DoorTimes times) {
        this(channelId, unit, times, DoorRules.PLAIN, false);
    }

    /// A unit that is wired and that no channel of the site has: a plain door whose exits and fire work. Nobody is
    /// admitted there, it takes no commands, nothing of it is kept, and what happens there is told of the unit.
    public static DoorSettings withoutChannel(int unit, DoorTimes times) {
        return new DoorSettings(-unit, unit, times);
    }

    boolean hasChannel() {
        return channelId > 0;
    }

    public DoorSettings withEgressByBox(boolean byBox) {
        return new DoorSettings(channelId, unit, times, rules, byBox);
    }
}
