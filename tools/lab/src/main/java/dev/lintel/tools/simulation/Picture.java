package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.Standing;

/// The picture that others see of a door must be the log's and the wires', after a restart as well.
final class Picture {
    private Picture() {}

    /// Throws [Violation] where `view` is another.
    static void compare(DoorWatch watch, DoorView view) {
        Standing standing = view.standing();
        Told told = watch.told();
        agree(watch, "mode", standing.unlock(), told.unlock());
        agree(watch, "lockdown", standing.lockdown(), told.lockdown());
        agree(watch, "hours", standing.hours().on(), told.hoursOn());
        agree(watch, "fire", standing.fire(), told.fire());
        agree(watch, "evacuated", standing.evacuated(), told.evacuated());
        agree(watch, "fire's line", watch.burns(), told.fire());
        agree(watch, "strike released", view.strikeReleased(), watch.released());
        agree(watch, "leaf open", view.leafOpen(), watch.door.hasLeaf() && watch.leafOpen());
        agree(watch, "sounder", view.sounder(), told.alarm() != null && !told.acknowledged());
        RaisedAlarm alarm = view.alarm();
        agree(watch, "alarm", alarm != null, told.alarm() != null);
        agree(watch, "acknowledged", alarm != null && alarm.acknowledged(), told.acknowledged());
        agree(watch, "reminders", alarm == null ? 0 : alarm.reminders(), told.reminders());
        boolean alarmShown = view.state().equals("forced") || view.state().equals("extended_open");
        agree(watch, "state", alarmShown, alarm != null && !alarm.latched());
        Standing.Secure secure = standing.secure();
        agree(watch, "secured", secure != null, told.secured() != null);
        if (secure != null && told.secured() != null)
            agree(
                    watch,
                    "secured until",
                    "" + secure.untilMs(),
                    "" + told.secured().untilMs());
    }

    private static void agree(DoorWatch watch, String what, Object shown, Object says) {
        if (!shown.equals(says)) throw watch.violation(what + " is " + shown + ", and should be " + says);
    }
}
