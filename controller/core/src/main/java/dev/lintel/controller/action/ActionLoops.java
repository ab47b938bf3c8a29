package dev.lintel.controller.action;

import dev.lintel.controller.action.Action.Effect;
import dev.lintel.controller.action.Action.Trigger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds actions that would trigger each other without end. Pure.
///
/// ```
///   action A --command--> channel --state or event--> action B      if the command may cause it: see #causes
///   action A --output---> wire ----------> input ---> action B      if controller.yaml names the wire: wired_to
/// ```
///
/// A loop is a way along these arrows that returns to its first action. A step that needs a person, such as a leaf
/// that is forced open, is no arrow. A door that an output opens by a motor is not known here.
public final class ActionLoops {
    private static final Set<ActionCommand> RELEASES =
            EnumSet.of(ActionCommand.UNLOCK_ONCE, ActionCommand.UNLOCK, ActionCommand.UNLOCKDOWN);

    private ActionLoops() {}

    /// The shortest loop, from its action with the lowest id on; empty where there is none.
    ///
    /// @param floors the floors of each elevator, by channel: an admission there releases them
    /// @param wires inputs that an output drives, by output
    public static List<Action> shortest(
            List<Action> actions, Map<Long, List<Long>> floors, Map<String, List<String>> wires) {
        List<Action> shortest = List.of();
        for (Action first : actions) {
            List<Action> loop = from(first, actions, floors, wires);
            if (!loop.isEmpty() && (shortest.isEmpty() || loop.size() < shortest.size())) shortest = loop;
        }
        return shortest;
    }

    /// A loop in words, such as `1 Siren → 2 Button → 1`.
    public static String words(List<Action> loop) {
        String way =
                loop.stream().map(action -> action.id() + " " + action.name()).collect(Collectors.joining(" → "));
        return way + " → " + loop.getFirst().id();
    }

    private static List<Action> from(
            Action first, List<Action> actions, Map<Long, List<Long>> floors, Map<String, List<String>> wires) {
        Map<Action, Action> before = new HashMap<>();
        var waiting = new ArrayDeque<Action>();
        waiting.add(first);
        while (!waiting.isEmpty()) {
            Action one = waiting.remove();
            for (Action next : actions) {
                if (!triggers(one, next, floors, wires)) continue;
                if (next.equals(first)) return way(one, before);
                if (before.putIfAbsent(next, one) == null) waiting.add(next);
            }
        }
        return List.of();
    }

    /// From the first action to `last`.
    private static List<Action> way(Action last, Map<Action, Action> before) {
        var way = new ArrayList<Action>();
        for (Action one = last; one != null; one = before.get(one)) way.addFirst(one);
        return way;
    }

    private static boolean triggers(
            Action one, Action next, Map<Long, List<Long>> floors, Map<String, List<String>> wires) {
        return switch (one.effect()) {
            case Effect.Switch on ->
                next.when() instanceof Trigger.OfInput of
                        && wires.getOrDefault(on.output(), List.of()).contains(of.input());
            case Effect.Order order -> {
                Collection<Long> reached = reached(order, floors);
                yield next.when().channelIds().stream().anyMatch(reached::contains)
                        && causes(order.command(), next.when());
            }
        };
    }

    private static Set<Long> reached(Effect.Order order, Map<Long, List<Long>> floors) {
        Set<Long> reached = new LinkedHashSet<>(order.channels());
        if (order.command() != ActionCommand.UNLOCK_ONCE) return reached;
        for (long channel : order.channels()) reached.addAll(floors.getOrDefault(channel, List.of()));
        return reached;
    }

    /// Whether the command may begin or end that state, or lead to that event, without a person.
    static boolean causes(ActionCommand command, Trigger trigger) {
        return switch (trigger) {
            case Trigger.OfInput _ -> false;
            case Trigger.OfEvent of ->
                switch (of.event()) {
                    case ADMITTED, NOT_USED -> command == ActionCommand.UNLOCK_ONCE;
                    // A leaf that is open once the door is locked again has its times.
                    case HELD_OPEN, ALARM_REMINDER -> true;
                    case REJECTED,
                            UNKNOWN_CARD,
                            EXIT,
                            FORCED,
                            DURESS,
                            TAMPER,
                            PIN_GUESSING,
                            UNKNOWN_CARDS,
                            APPROVAL_REQUESTED -> false;
                };
            case Trigger.OfState of ->
                switch (of.state()) {
                    case RELEASED, HELD_OPEN, WARNING, ALARM -> true;
                    // A motor may open what is released, at once or when the hours resume.
                    case OPEN ->
                        RELEASES.contains(command)
                                || command == ActionCommand.NORMAL
                                || command == ActionCommand.SECURE;
                    case UNLOCKED -> command != ActionCommand.UNLOCK_ONCE;
                    case LOCKED_DOWN -> command == ActionCommand.LOCKDOWN || command == ActionCommand.UNLOCKDOWN;
                    case SECURED ->
                        command == ActionCommand.SECURE
                                || command == ActionCommand.NORMAL
                                || command == ActionCommand.UNLOCK;
                    case FORCED, FIRE, EVACUATED, TAMPERED, READER_OFFLINE -> false;
                };
        };
    }
}
