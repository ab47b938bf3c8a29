package dev.lintel.controller.door;

import static dev.lintel.controller.event.EventKind.ALARM_ACKNOWLEDGED;
import static dev.lintel.controller.event.EventKind.ALARM_REMINDER;
import static dev.lintel.controller.event.EventKind.DOOR_NORMAL;
import static dev.lintel.controller.event.EventKind.EXTENDED_OPEN;
import static dev.lintel.controller.event.EventKind.FORCED_OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorAlarm.Input;
import dev.lintel.controller.door.DoorAlarm.Input.Acknowledge;
import dev.lintel.controller.door.DoorAlarm.Input.Begins;
import dev.lintel.controller.door.DoorAlarm.Input.LeafNormal;
import dev.lintel.controller.door.DoorAlarm.Input.Tick;
import dev.lintel.controller.door.DoorAlarm.State;
import dev.lintel.controller.door.DoorAlarm.State.Acknowledged;
import dev.lintel.controller.door.DoorAlarm.State.None;
import dev.lintel.controller.door.DoorAlarm.State.Raised;
import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/// The table of alarms and what happens to them, row by row, and what must hold after any sequence.
class DoorAlarmTest {
    private static final long M = Duration.ofMinutes(1).toNanos();
    private static final AlarmRules PLAIN = AlarmRules.USUAL;
    private static final AlarmRules LATCH = new AlarmRules(true, null, true);
    private static final AlarmRules REMIND = new AlarmRules(true, Duration.ofMinutes(5), false);
    private static final AlarmRules BOTH = new AlarmRules(true, Duration.ofMinutes(5), true);
    private static final None NONE = new None();
    private static final Raised FORCED = new Raised(Alarm.FORCED, false, 0, M);
    private static final Raised LATCHED = new Raised(Alarm.FORCED, true, 0, M);
    private static final Acknowledged KNOWN = new Acknowledged(Alarm.FORCED, 0);

    private static void row(AlarmRules rules, State from, Input input, State to, EventKind... events) {
        DoorAlarm.Step step = DoorAlarm.step(from, input, rules);
        assertThat(step.state()).as("%s on %s", from, input).isEqualTo(to);
        assertThat(step.events()).as("%s on %s", from, input).containsExactly(events);
    }

    @Test
    void withoutAnAlarm() {
        for (AlarmRules rules : List.of(PLAIN, LATCH, REMIND, BOTH)) {
            row(rules, NONE, new Begins(Alarm.FORCED, M), FORCED, FORCED_OPEN);
            row(
                    rules,
                    NONE,
                    new Begins(Alarm.EXTENDED_OPEN, 2 * M),
                    new Raised(Alarm.EXTENDED_OPEN, false, 0, 2 * M),
                    EXTENDED_OPEN);
            row(rules, NONE, new LeafNormal(), NONE);
            row(rules, NONE, new Acknowledge(), NONE);
            row(rules, NONE, new Tick(9 * M), NONE);
        }
    }

    @Test
    void raised() {
        row(PLAIN, FORCED, new LeafNormal(), NONE, DOOR_NORMAL);
        row(PLAIN, FORCED, new Acknowledge(), KNOWN, ALARM_ACKNOWLEDGED);
        row(PLAIN, FORCED, new Tick(99 * M), FORCED);
        row(LATCH, FORCED, new LeafNormal(), LATCHED);
        row(LATCH, FORCED, new Acknowledge(), KNOWN, ALARM_ACKNOWLEDGED);
        row(LATCH, FORCED, new Tick(99 * M), FORCED);
    }

    @Test
    void acknowledged() {
        for (AlarmRules rules : List.of(PLAIN, LATCH, REMIND, BOTH)) {
            row(rules, KNOWN, new LeafNormal(), NONE, DOOR_NORMAL);
            row(rules, KNOWN, new Acknowledge(), KNOWN);
            row(rules, KNOWN, new Tick(99 * M), KNOWN);
            row(rules, KNOWN, new Begins(Alarm.FORCED, M), FORCED, FORCED_OPEN);
        }
    }

    @Test
    void latched() {
        row(LATCH, LATCHED, new Acknowledge(), NONE, ALARM_ACKNOWLEDGED, DOOR_NORMAL);
        row(LATCH, LATCHED, new LeafNormal(), LATCHED);
        row(LATCH, LATCHED, new Tick(99 * M), LATCHED);
        row(
                LATCH,
                LATCHED,
                new Begins(Alarm.EXTENDED_OPEN, 3 * M),
                new Raised(Alarm.EXTENDED_OPEN, false, 0, 3 * M),
                EXTENDED_OPEN);
        row(PLAIN, LATCHED, new Tick(2 * M), NONE, DOOR_NORMAL); // the policy has no latch any more
    }

    @Test
    void reminders() {
        row(REMIND, FORCED, new Tick(6 * M - 1), FORCED);
        row(REMIND, FORCED, new Tick(6 * M), new Raised(Alarm.FORCED, false, 1, 6 * M), ALARM_REMINDER);
        row(
                REMIND,
                new Raised(Alarm.FORCED, false, 1, 6 * M),
                new Tick(12 * M), // late by a minute: the next one is due five minutes after it
                new Raised(Alarm.FORCED, false, 2, 12 * M),
                ALARM_REMINDER);
        row(BOTH, LATCHED, new Tick(6 * M), new Raised(Alarm.FORCED, true, 1, 6 * M), ALARM_REMINDER);
        row(BOTH, new Raised(Alarm.FORCED, true, 7, M), new Begins(Alarm.FORCED, M), FORCED, FORCED_OPEN);
        assertThat(DoorAlarm.deadlineNs(FORCED, REMIND)).isEqualTo(6 * M);
        assertThat(DoorAlarm.deadlineNs(FORCED, PLAIN)).isEqualTo(Long.MAX_VALUE);
        assertThat(DoorAlarm.deadlineNs(KNOWN, BOTH)).isEqualTo(Long.MAX_VALUE);
        assertThat(DoorAlarm.deadlineNs(LATCHED, PLAIN)).isLessThanOrEqualTo(M);
    }

    @Provide
    Arbitrary<List<Integer>> lives() {
        return Arbitraries.integers().between(0, 5).list().ofMaxSize(60);
    }

    @Provide
    Arbitrary<AlarmRules> rules() {
        return Arbitraries.of(PLAIN, LATCH, REMIND, BOTH);
    }

    /// Each alarm has one beginning and one end in the log, whatever happens in between, and is silent once
    /// known.
    @Property
    void eachAlarmHasItsEndAndNothingComesAfterIt(
            @ForAll("lives") List<Integer> life, @ForAll("rules") AlarmRules rules) {
        State state = NONE;
        boolean alarm = false;
        boolean known = false;
        long nowNs = 0;
        for (int deed : life) {
            nowNs += M;
            Input input = switch (deed) {
                case 0 -> new Begins(Alarm.FORCED, nowNs);
                case 1 -> new Begins(Alarm.EXTENDED_OPEN, nowNs);
                case 2, 3 -> new LeafNormal();
                case 4 -> new Acknowledge();
                default -> new Tick(nowNs);
            };
            DoorAlarm.Step step = DoorAlarm.step(state, input, rules);
            state = step.state();
            for (EventKind kind : step.events()) {
                switch (kind) {
                    case FORCED_OPEN, EXTENDED_OPEN -> {
                        alarm = true;
                        known = false;
                    }
                    case DOOR_NORMAL -> {
                        assertThat(alarm).isTrue();
                        if (rules.latch()) assertThat(known).as("latched").isTrue();
                        alarm = false;
                    }
                    case ALARM_REMINDER -> assertThat(alarm && !known).isTrue();
                    default -> {
                        assertThat(kind).isEqualTo(ALARM_ACKNOWLEDGED);
                        assertThat(alarm && !known).isTrue();
                        known = true;
                    }
                }
            }
            assertThat(!(state instanceof None)).isEqualTo(alarm);
            assertThat(state instanceof Raised).as("it sounds").isEqualTo(alarm && !known);
            if (input instanceof Tick)
                assertThat(DoorAlarm.deadlineNs(state, rules)).isGreaterThan(nowNs);
        }
    }
}
