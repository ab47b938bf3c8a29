package dev.lintel.controller.door;

import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.event.EventKind;
import java.util.List;

/// The alarm of one door, from its start to its end: a pure function beside [Door], which says when the leaf is
/// forced or open for too long and when that is over. Called by [Alarms] on the door lane.
///
/// ```
///          begins                   acknowledged                    leaf normal
///   NONE -----------> RAISED -------------------> ACKNOWLEDGED -------------------> NONE
///    ^                | |  ^ reminder                              DOOR_NORMAL
///    |  leaf normal   | |  |
///    +----------------+ |  +--- every interval
///    |  DOOR_NORMAL     | leaf normal, latch on
///    |                  v
///    +------------- RAISED, latched ---> begins: RAISED
///      acknowledged: DOOR_NORMAL
/// ```
public final class DoorAlarm {
    private DoorAlarm() {}

    /// The state of the alarm.
    public sealed interface State {
        /// There is no alarm.
        record None() implements State {}

        /// The sounder is on.
        ///
        /// @param latched whether the leaf is normal again, and an acknowledgement is missing
        /// @param reminders how many there have been
        /// @param sinceNs when the alarm began, or the last reminder
        record Raised(Alarm cause, boolean latched, int reminders, long sinceNs) implements State {}

        /// An operator has acknowledged it: silent, until the leaf is normal again.
        record Acknowledged(Alarm cause, int reminders) implements State {}
    }

    /// What happens to an alarm. `atNs` is monotonic.
    public sealed interface Input {
        /// The leaf is forced, or open for too long.
        record Begins(Alarm cause, long atNs) implements Input {}

        /// That is over: the leaf has closed, or the door stands unlocked.
        record LeafNormal() implements Input {}

        /// An operator acknowledges it.
        record Acknowledge() implements Input {}

        /// Time has passed, or the rules are others.
        record Tick(long atNs) implements Input {}
    }

    /// The state after one input, and what the log is to hear, in this order.
    public record Step(State state, List<EventKind> events) {}

    /// The state after `input`.
    public static Step step(State state, Input input, AlarmRules rules) {
        return switch (state) {
            case State.None s -> none(s, input);
            case State.Raised s -> raised(s, input, rules);
            case State.Acknowledged s -> acknowledged(s, input);
        };
    }

    private static Step none(State.None s, Input input) {
        return switch (input) {
            case Input.Begins b -> begins(b);
            case Input.LeafNormal _, Input.Acknowledge _, Input.Tick _ -> to(s);
        };
    }

    private static Step raised(State.Raised s, Input input, AlarmRules rules) {
        return switch (input) {
            // Of a latched alarm: there is another one, and the log has both.
            case Input.Begins b -> begins(b);
            case Input.LeafNormal _ when rules.latch() -> to(new State.Raised(s.cause, true, s.reminders, s.sinceNs));
            case Input.LeafNormal _ -> to(new State.None(), EventKind.DOOR_NORMAL);
            case Input.Acknowledge _
            when s.latched -> to(new State.None(), EventKind.ALARM_ACKNOWLEDGED, EventKind.DOOR_NORMAL);
            case Input.Acknowledge _ -> to(new State.Acknowledged(s.cause, s.reminders), EventKind.ALARM_ACKNOWLEDGED);
            // The policy has no latch any more, or the site no such channel.
            case Input.Tick _ when s.latched && !rules.latch() -> to(new State.None(), EventKind.DOOR_NORMAL);
            case Input.Tick t
            when t.atNs >= deadlineNs(s, rules) ->
                to(new State.Raised(s.cause, s.latched, s.reminders + 1, t.atNs), EventKind.ALARM_REMINDER);
            case Input.Tick _ -> to(s);
        };
    }

    private static Step acknowledged(State.Acknowledged s, Input input) {
        return switch (input) {
            case Input.Begins b -> begins(b);
            case Input.LeafNormal _ -> to(new State.None(), EventKind.DOOR_NORMAL);
            case Input.Acknowledge _, Input.Tick _ -> to(s);
        };
    }

    private static Step begins(Input.Begins begins) {
        EventKind kind = switch (begins.cause) {
            case FORCED -> EventKind.FORCED_OPEN;
            case EXTENDED_OPEN -> EventKind.EXTENDED_OPEN;
        };
        return to(new State.Raised(begins.cause, false, 0, begins.atNs), kind);
    }

    /// When the next [Input.Tick] changes something, or `Long.MAX_VALUE`.
    public static long deadlineNs(State state, AlarmRules rules) {
        return switch (state) {
            case State.Raised s when s.latched && !rules.latch() -> s.sinceNs;
            case State.Raised s
            when rules.reminder() != null -> s.sinceNs + rules.reminder().toNanos();
            case State.None _, State.Raised _, State.Acknowledged _ -> Long.MAX_VALUE;
        };
    }

    private static Step to(State state, EventKind... events) {
        return new Step(state, List.of(events));
    }
}
