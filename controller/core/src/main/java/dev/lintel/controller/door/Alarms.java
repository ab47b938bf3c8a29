package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.OutputPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One door's alarm and what is heard of it: steps [DoorAlarm], drives the sounder, and says when the readers
/// beep in its place. What the log is to hear waits in [#raised]. The door lane only.
final class Alarms {
    private static final long NEVER = Long.MIN_VALUE;

    private final @Nullable OutputPoint sounder;
    private final Time time;
    private final PreAlarm preAlarm = new PreAlarm();
    private final List<Raised> raised = new ArrayList<>();
    private AlarmRules rules;
    private DoorAlarm.State state;
    private boolean isWarned;
    private boolean beepDue;
    private boolean inService = true;
    private long testUntilNs = NEVER; // the sounder's

    /// What the log is to hear, and what it says of it beside the door's state.
    ///
    /// @param atNs when that was, or null: when the input was that raised it
    record Raised(
            EventKind kind,
            Map<String, Object> facts,
            @Nullable Long atNs) {
        long atNs(long usualNs) {
            return atNs == null ? usualNs : atNs;
        }
    }

    Alarms(@Nullable OutputPoint sounder, Time time, AlarmRules rules) {
        this.sounder = sounder;
        this.time = time;
        this.rules = rules;
        this.state = new DoorAlarm.State.None();
    }

    /// The alarm in which a leaf is, or null.
    static @Nullable Alarm of(DoorState leaf) {
        return switch (leaf) {
            case DoorState.Forced _ -> Alarm.FORCED;
            case DoorState.ExtendedOpen _ -> Alarm.EXTENDED_OPEN;
            case DoorState.Secure _,
                    DoorState.Unlocked _,
                    DoorState.Open _,
                    DoorState.Unexplained _,
                    DoorState.Warned _,
                    DoorState.StandsClosed _,
                    DoorState.StandsOpen _ -> null;
        };
    }

    /// Goes on with an alarm from before a start. `leaf`: the alarm in which the leaf is by now, or null.
    void begin(@Nullable RaisedAlarm before, @Nullable Alarm leaf) {
        if (before == null || (leaf == null && before.acknowledged())) return;
        if (before.acknowledged()) {
            state = new DoorAlarm.State.Acknowledged(before.cause(), before.reminders());
        } else if (leaf != null || before.latched() || rules.latch()) {
            state = new DoorAlarm.State.Raised(before.cause(), leaf == null, before.reminders(), time.nowNs());
        }
    }

    void rules(AlarmRules fresh) {
        rules = fresh;
    }

    /// What the leaf has come to; `atNs` as of [Raised].
    void leaf(DoorAction action, @Nullable Long atNs) {
        long nowNs = time.nowNs();
        switch (action) {
            case RAISE_FORCED_OPEN -> step(new DoorAlarm.Input.Begins(Alarm.FORCED, nowNs), Map.of(), atNs);
            case RAISE_EXTENDED_OPEN -> step(new DoorAlarm.Input.Begins(Alarm.EXTENDED_OPEN, nowNs), Map.of());
            case RAISE_NORMAL -> step(new DoorAlarm.Input.LeafNormal(), Map.of());
            case RAISE_WARNING -> raised.add(new Raised(EventKind.DOOR_EXTENDED_WARNING, Map.of(), null));
            case RELEASE_STRIKE, SECURE_STRIKE -> {
                // The strike's.
            }
        }
    }

    /// Why there is nothing to acknowledge, or null.
    @Nullable
    String refusal() {
        return switch (state) {
            case DoorAlarm.State.None _ -> "the door has no alarm";
            case DoorAlarm.State.Acknowledged _ -> "the alarm of the door is acknowledged already";
            case DoorAlarm.State.Raised _ -> null;
        };
    }

    /// `facts` are what the log says of it: by whom, and the note.
    void acknowledge(Map<String, Object> facts) {
        step(new DoorAlarm.Input.Acknowledge(), facts);
        sound(time.nowNs());
    }

    private void step(DoorAlarm.Input input, Map<String, Object> more) {
        step(input, more, null);
    }

    private void step(DoorAlarm.Input input, Map<String, Object> more, @Nullable Long atNs) {
        DoorAlarm.State before = state;
        DoorAlarm.Step step = DoorAlarm.step(before, input, rules);
        state = step.state();
        for (EventKind kind : step.events()) raised.add(new Raised(kind, facts(kind, before, more), atNs));
    }

    private Map<String, Object> facts(EventKind kind, DoorAlarm.State before, Map<String, Object> more) {
        var facts = new LinkedHashMap<>(more);
        if (kind == EventKind.ALARM_REMINDER || kind == EventKind.ALARM_ACKNOWLEDGED) {
            Alarm cause = cause(before);
            if (cause != null) facts.put("alarm", cause.word());
        }
        if (kind == EventKind.ALARM_REMINDER && state instanceof DoorAlarm.State.Raised r) {
            facts.put("reminder", r.reminders());
        }
        return facts;
    }

    private static @Nullable Alarm cause(DoorAlarm.State state) {
        return switch (state) {
            case DoorAlarm.State.None _ -> null;
            case DoorAlarm.State.Raised s -> s.cause();
            case DoorAlarm.State.Acknowledged s -> s.cause();
        };
    }

    /// Does what is due.
    void tick(long nowNs) {
        if (nowNs >= testUntilNs) testUntilNs = NEVER;
        if (nowNs >= DoorAlarm.deadlineNs(state, rules)) step(new DoorAlarm.Input.Tick(nowNs), Map.of());
        sound(nowNs);
    }

    long deadlineNs() {
        long alarmNs = Math.min(DoorAlarm.deadlineNs(state, rules), preAlarm.nextNs());
        return testUntilNs == NEVER ? alarmNs : Math.min(alarmNs, testUntilNs);
    }

    /// Whether the leaf is open for so long that the alarm comes soon.
    void warned(boolean now) {
        isWarned = now;
        sound(time.nowNs());
    }

    /// The sounder follows the alarm and the beeps before it.
    private void sound(long nowNs) {
        beepDue |= preAlarm.look(isWarned && rules.preAlarm() && inService, nowNs) && sounder == null;
        if (sounder != null && sounder.active() != sounding()) sounder.set(sounding());
    }

    /// Whether the readers are to beep now, in the place of a sounder. Asked once for each beep.
    boolean takeBeep() {
        boolean due = beepDue;
        beepDue = false;
        return due;
    }

    /// Sounds for as long as a test takes.
    void test(long nowNs) {
        testUntilNs = nowNs + OutputTest.SOUNDED.toNanos();
        sound(nowNs);
    }

    /// The sounder is off from now on, whatever the leaf does.
    void outOfService() {
        inService = false;
        sound(time.nowNs());
    }

    /// Whether the sounder is to be on.
    boolean sounding() {
        return sounds() || preAlarm.sounds();
    }

    /// Whether it is to be on for an alarm or a test: not for the beeps before an alarm.
    boolean sounds() {
        return inService && (state instanceof DoorAlarm.State.Raised || testUntilNs != NEVER);
    }

    /// What the log is to hear since it was asked last, in order.
    List<Raised> raised() {
        var all = List.copyOf(raised);
        raised.clear();
        return all;
    }

    /// The alarm as it is kept over a restart, or null without one.
    @Nullable
    RaisedAlarm kept() {
        return switch (state) {
            case DoorAlarm.State.None _ -> null;
            case DoorAlarm.State.Raised s -> new RaisedAlarm(s.cause(), s.latched(), false, s.reminders());
            case DoorAlarm.State.Acknowledged s -> new RaisedAlarm(s.cause(), false, true, s.reminders());
        };
    }
}
