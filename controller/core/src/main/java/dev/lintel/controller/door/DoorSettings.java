package dev.lintel.controller.door;

/// What a door is, apart from its wiring.
///
/// @param channelId the channel it belongs to; negative where the site has none for it
/// @param unit the channel's unit number: names the wiring
/// @param times from the site's policy; may change while the door works
/// @param rules the same
/// @param fixture what its wiring says of it
public record DoorSettings(long channelId, int unit, DoorTimes times, DoorRules rules, Fixture fixture) {
    /// A door's wiring.
    ///
    /// @param egressByBox whether leaving depends on this box: then nothing here may keep anybody in
    /// @param contact whether the leaf has a contact
    /// @param exitSwitch whether REX or the switch of a handle is wired: it may report a person after the contact
    public record Fixture(boolean egressByBox, boolean contact, boolean exitSwitch) {
        static final Fixture USUAL = new Fixture(false, true, false);
    }

    /// A door with a contact.
    public DoorSettings(long channelId, int unit, DoorTimes times, DoorRules rules, boolean egressByBox) {
        this(channelId, unit, times, rules, new Fixture(egressByBox, true, false));
    }

    public DoorSettings(long channelId, int unit, DoorTimes times, DoorRules rules) {
        this(channelId, unit, times, rules, Fixture.USUAL);
    }

    public DoorSettings(long channelId, int unit, DoorTimes times) {
        this(channelId, unit, times, DoorRules.PLAIN);
    }

    public boolean egressByBox() {
        return fixture.egressByBox;
    }

    /// Whether who stands at that reader is leaving, and nobody leaves unless the box releases the door.
    boolean leavesByBox(String side) {
        return fixture.egressByBox && side.equals("exit");
    }

    boolean contact() {
        return fixture.contact;
    }

    /// A unit that is wired and that no channel of the site has: a plain door whose exits and fire work. Nobody is
    /// admitted there, it takes no commands, nothing of it is kept, and what happens there is told of the unit.
    public static DoorSettings withoutChannel(int unit, DoorTimes times) {
        return new DoorSettings(-unit, unit, times);
    }

    boolean hasChannel() {
        return channelId > 0;
    }
}
