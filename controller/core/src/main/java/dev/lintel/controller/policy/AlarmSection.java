package dev.lintel.controller.policy;

import dev.lintel.controller.door.AlarmRules;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.yaml.Section;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Reads `alarm` of a channel of `site.yaml`: how its alarms go on and end.
final class AlarmSection {
    /// More often, one door that nobody closes would fill the log: an event is never deleted.
    private static final Duration REMINDER_MIN = Duration.ofMinutes(1);
    /// More seldom is no reminder.
    private static final Duration REMINDER_MAX = Duration.ofDays(1);

    private static final String ALARM = "alarm";
    private static final String REMINDER = "reminder";

    private AlarmSection() {}

    static AlarmRules read(Section channel, Kind kind) {
        var usual = AlarmRules.USUAL;
        Section alarm = channel.section(ALARM).orNull();
        if (alarm == null) return usual;
        if (kind == Kind.FLOOR) channel.fault(ALARM, "is for doors, and a floor has no leaf");
        return new AlarmRules(
                alarm.flag("pre_alarm").or(usual.preAlarm()),
                reminder(alarm),
                alarm.flag("latch").or(usual.latch()));
    }

    private static @Nullable Duration reminder(Section alarm) {
        if ("off".equals(alarm.text(REMINDER).orNull())) return null;
        return alarm.duration(REMINDER, REMINDER_MIN, REMINDER_MAX).orNull();
    }
}
