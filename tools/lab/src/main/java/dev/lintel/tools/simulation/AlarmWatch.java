package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.tools.simulation.Premises.Alarms;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The alarm of one door from its beginning to its end: reminders, acknowledgement, latch, and what its sounder
/// does.
final class AlarmWatch {
    private static final long NEVER = Long.MIN_VALUE;
    private static final long BEEP_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long BEEP_EVERY_NS = TimeUnit.SECONDS.toNanos(1);
    /// The lane is asked this often while nothing moves: a reminder may be so late.
    private static final long LATE_NS = TimeUnit.SECONDS.toNanos(62);

    private final DoorWatch watch;
    private Alarms rules;
    private Alarms rulesBefore; // the lane may work by these still
    private boolean sounds;
    private long soundsSinceNs = NEVER;
    private long stalledUntilNs = NEVER;
    private long heardNs = NEVER; // the sounder, last
    private long sinceNs = NEVER; // the alarm, its last reminder, or the process
    private boolean leafNormal; // since the alarm began: it may be latched
    private boolean unsure; // whether the leaf is, nobody can say
    private boolean warned; // since the leaf opened
    private long warnedNs = NEVER;

    AlarmWatch(DoorWatch watch) {
        this.watch = watch;
        this.rules = watch.door.times().alarms();
        this.rulesBefore = rules;
    }

    /// A process begins, with the alarms of the last one.
    void begins(long nowNs) {
        sounds = false;
        heardNs = nowNs;
        sinceNs = nowNs;
        leafNormal = true;
        unsure = true;
        warned = true; // the last one may have warned
        warnedNs = nowNs;
    }

    /// The lane is stuck until then.
    void stalls(long untilNs) {
        stalledUntilNs = Math.max(stalledUntilNs, untilNs);
    }

    /// The site's policy is applied.
    void rules(Alarms fresh) {
        rules = fresh;
    }

    /// The sounder's line.
    void sounds(boolean now, long nowNs) {
        if (now && !sounds) soundsSinceNs = nowNs;
        heardNs = nowNs;
        sounds = now;
    }

    /// The leaf opens or closes.
    void leafMoves(boolean opens) {
        if (opens) warned = false;
        else leafIsNormal();
    }

    /// It is closed, or the door stands unlocked.
    void leafIsNormal() {
        leafNormal = true;
        unsure = false;
    }

    /// The lane begins anew, and takes the leaf as it is.
    void leafMayBeNormal() {
        leafNormal = true;
        unsure = true;
    }

    /// Whether no other alarm may come of this opening: there is one.
    boolean leafMayBeInAlarm() {
        return watch.told().alarm() != null && (unsure || !leafNormal);
    }

    boolean leafIsInAlarm() {
        return watch.told().alarm() != null && !unsure && !leafNormal;
    }

    /// The warning is given.
    void warns(long nowNs) {
        warned = true;
        warnedNs = nowNs;
    }

    /// An alarm begins.
    ///
    /// @param over the opening that it is of is over by now
    void begins(EventKind kind, boolean over, long nowNs) {
        Told told = watch.told();
        boolean latched = mayLatch() && !told.acknowledged() && leafNormal;
        if (told.alarm() != null && !latched) throw watch.violation(kind + " while " + told.alarm() + " stands");
        sinceNs = nowNs;
        soundsSinceNs = nowNs;
        leafNormal = over || !watch.leafOpen(); // an opening that a door waited to explain may be over by now
        unsure = false;
    }

    /// An alarm ends.
    void ends(long nowNs) {
        Told told = watch.told();
        if (told.alarm() == null) throw watch.violation("the end of an alarm that was not raised");
        boolean latches = rules.latch() && rulesBefore.latch();
        if (latches && !told.acknowledged()) throw watch.violation("a latched alarm ends unacknowledged");
        soundsSinceNs = nowNs;
    }

    /// A reminder, or an acknowledgement.
    Told event(EventDraft event, long nowNs) {
        Told told = watch.told();
        if (told.alarm() == null || told.acknowledged()) throw watch.violation(event.kind() + ", and no alarm sounds");
        String cause = told.alarm() == EventKind.FORCED_OPEN ? "forced" : "extended_open";
        if (!cause.equals(event.additional().get("alarm"))) throw watch.violation("not the alarm: " + event);
        if (event.kind() == EventKind.ALARM_ACKNOWLEDGED) {
            boolean asked = watch.orders.acknowledges(
                    event.additional().get("note"), event.additional().get("by"));
            if (!asked) throw watch.violation(event.kind() + ", and nothing asks for it");
            soundsSinceNs = nowNs;
            return told.known();
        }
        int number = told.reminders() + 1;
        if (!Objects.equals(event.additional().get("reminder"), number))
            throw watch.violation("not the " + number + "th");
        long everyNs = Math.min(rules.reminderNs(), rulesBefore.reminderNs());
        if (nowNs - sinceNs < everyNs) throw watch.violation("a reminder before its time");
        sinceNs = nowNs;
        return told.reminded();
    }

    private boolean mayLatch() {
        return rules.latch() || rulesBefore.latch();
    }

    /// The lane has done all it was told.
    void settled(boolean open, boolean counts, boolean isWarned, long nowNs) {
        Told told = watch.told();
        EventKind alarm = told.alarm();
        boolean known = told.acknowledged();
        boolean latched = mayLatch() && !known;
        if (alarm != null && !open && !latched) throw watch.violation(alarm + " stands, and the leaf is closed");
        if (alarm != null && told.stands() && !latched) {
            throw watch.violation(alarm + " stands at a door that stands unlocked");
        }
        if (alarm != null && !known && !sounds) throw watch.violation("the sounder is off");
        boolean sounding = alarm != null && !known;
        if (sounds && !sounding) beeps(open, nowNs);
        if (sounds) heardNs = nowNs;
        long everyNs = Math.max(rules.reminderNs(), rulesBefore.reminderNs());
        boolean late = sounding && nowNs - sinceNs - LATE_NS > everyNs;
        watch.lasting("a reminder that does not come", late, nowNs);
        boolean silent = nowNs - Math.max(heardNs, warnedNs) > BEEP_EVERY_NS;
        boolean beeps = counts && isWarned && rules.preAlarm() && rulesBefore.preAlarm();
        watch.lasting("a pre-alarm that nobody hears", beeps && silent, nowNs);
        rulesBefore = rules;
    }

    private void beeps(boolean open, long nowNs) {
        boolean may = open && warned && (rules.preAlarm() || rulesBefore.preAlarm());
        if (!may) throw watch.violation("the sounder is on");
        // A lane that was stuck may begin the next beep as it ends one.
        if (nowNs - Math.max(soundsSinceNs, stalledUntilNs) > BEEP_NS)
            throw watch.violation("the sounder is on for longer than a beep");
    }
}
