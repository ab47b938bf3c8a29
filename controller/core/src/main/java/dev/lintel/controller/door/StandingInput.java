package dev.lintel.controller.door;

/// What changes how a door stands.
public sealed interface StandingInput {
    /// An operator's command that was not refused.
    record Commanded(DoorCommand command) implements StandingInput {}

    /// The fire input became active, or cleared.
    record Fire(boolean on) implements StandingInput {}

    /// A person who was admitted has entered at `atMs` (wall clock); `covered`: within the hours of the door's
    /// auto-unlock.
    record Entered(long atMs, boolean covered) implements StandingInput {}

    /// The clock on the wall says `atMs`; `covered` as for [Entered]. `over`: the hours are certainly over, by
    /// a clock that may be believed.
    record Look(long atMs, boolean covered, boolean over) implements StandingInput {
        public Look(long atMs, boolean covered) {
            this(atMs, covered, !covered);
        }
    }

    /// The site's policy has this channel no more.
    record Removed() implements StandingInput {}

    /// The site's policy makes an elevator or a floor of it, which an evacuation does not unlock.
    record NoDoor() implements StandingInput {}

    /// The site's policy has other hours for this door.
    record NewHours() implements StandingInput {}
}
