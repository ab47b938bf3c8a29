package dev.lintel.controller.action;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One action of a site: a trigger, and what it switches or commands. Immutable.
///
/// @param shiftId the action is carried out during this shift only; null: always
/// @param delay between the trigger and the effect
/// @param box at a hub: the box of an action that names no channel; null: this one, or the box of its channels
public record Action(
        long id,
        String name,
        Trigger when,
        Effect effect,
        Duration delay,
        @Nullable Long shiftId,
        @Nullable String box) {
    /// The trigger of an action.
    public sealed interface Trigger {
        /// An event at one of the channels.
        record OfEvent(List<Long> channels, DoorEvent event) implements Trigger {
            public OfEvent {
                channels = channels.stream().distinct().sorted().toList();
            }
        }

        /// A state of one of the channels, for as long as it lasts.
        record OfState(List<Long> channels, DoorCondition state) implements Trigger {
            public OfState {
                channels = channels.stream().distinct().sorted().toList();
            }
        }

        /// A level of an input of the box.
        ///
        /// @param active whether the action waits for the active or the inactive level
        record OfInput(String input, boolean active) implements Trigger {}

        /// The channels that are named; none for an input.
        default List<Long> channelIds() {
            return switch (this) {
                case OfEvent e -> e.channels;
                case OfState s -> s.channels;
                case OfInput _ -> List.of();
            };
        }
    }

    /// The effect of an action.
    public sealed interface Effect {
        /// Switches an output on.
        ///
        /// @param pulse the longest time for which it stays on; null: as long as the trigger lasts
        record Switch(String output, @Nullable Duration pulse) implements Effect {}

        /// Gives each channel a command.
        ///
        /// @param length for how long, where [ActionCommand#hasLength]; null: until another command
        record Order(
                ActionCommand command,
                List<Long> channels,
                @Nullable Duration length) implements Effect {
            public Order {
                channels = channels.stream().distinct().sorted().toList();
            }
        }
    }

    /// The channels that receive a command; none where an output is switched.
    public List<Long> orderedChannels() {
        return effect instanceof Effect.Order order ? order.channels() : List.of();
    }

    /// The output, or null where a command is given.
    public @Nullable String output() {
        return effect instanceof Effect.Switch on ? on.output() : null;
    }

    /// The longest time for which the output stays on, or null for no limit.
    @Nullable
    Duration pulse() {
        return effect instanceof Effect.Switch on ? on.pulse() : null;
    }

    /// Whether it lasts as its trigger does. Otherwise the beginning of the trigger counts alone: an event has no end,
    /// a command is given once, and a press of a button with a `pulse` counts like an event.
    boolean follows() {
        return switch (when) {
            case Trigger.OfEvent _ -> false;
            case Trigger.OfState _ -> true;
            case Trigger.OfInput _ -> effect instanceof Effect.Switch && pulse() == null;
        };
    }

    /// For the events that its commands cause.
    String by() {
        String input = when instanceof Trigger.OfInput of ? " (input " + of.input() + ")" : "";
        return "action " + id + " " + name + input;
    }

    /// The same at a hub, for that box; null: for this one.
    public Action at(@Nullable String otherBox) {
        return new Action(id, name, when, effect, delay, shiftId, otherBox);
    }
}
