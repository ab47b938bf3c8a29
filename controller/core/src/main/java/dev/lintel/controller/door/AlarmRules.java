package dev.lintel.controller.door;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How the alarms of a door go on and end, from the site's policy.
///
/// @param preAlarm whether the door beeps each second from the warning until the leaf closes or the alarm begins
/// @param reminder the time from an alarm to the first reminder, and from one reminder to the next; null for none
/// @param latch whether an alarm lasts until an operator acknowledges it, also when the leaf has closed
public record AlarmRules(boolean preAlarm, @Nullable Duration reminder, boolean latch) {
    /// Without any setting: beeps, no reminders, and the closing of the leaf ends an alarm.
    public static final AlarmRules USUAL = new AlarmRules(true, null, false);
}
