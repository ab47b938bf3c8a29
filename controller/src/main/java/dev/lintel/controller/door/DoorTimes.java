package dev.lintel.controller.door;

import java.time.Duration;

/// How long a door's phases last, from the site's policy.
///
/// @param unlock how long an admission releases the strike
/// @param extendedUnlock the same for people who need longer
/// @param warning from the leaf's opening to the pre-alarm; at or above `extendedOpen` there is none
/// @param extendedOpen from the leaf's opening to the extended-open alarm
/// @param relock when an admission's strike time is cut short
/// @param forced whether a leaf that opens without an admission is an alarm; off where a mechanical handle has no
/// switch
public record DoorTimes(
        Duration unlock,
        Duration extendedUnlock,
        Duration warning,
        Duration extendedOpen,
        Relock relock,
        boolean forced) {
    public enum Relock {
        /// As soon as the leaf opens.
        OPEN,
        /// When the leaf has closed again.
        CLOSE
    }
}
