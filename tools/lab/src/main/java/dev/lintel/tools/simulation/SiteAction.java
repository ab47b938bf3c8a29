package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventKind;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One action of a simulated place, as the simulation itself knows it, and its text in `site.yaml`. Shares no code with
/// the box.
///
/// @param output the name of an output, or null where it commands doors
/// @param order the command, or null where it switches an output
/// @param pulseMs the longest time for which the output is on; 0: no limit
/// @param shift the action is carried out during this shift only; null: always
record SiteAction(
        long id,
        String name,
        When when,
        @Nullable String output,
        @Nullable Order order,
        long delayMs,
        long pulseMs,
        @Nullable Integer shift) {
    /// The trigger.
    sealed interface When {
        /// A state of one of the doors, by the word of `site.yaml`.
        record State(List<Integer> doors, String word) implements When {}

        /// An event at one of the doors, by the word of `site.yaml`.
        record Event(List<Integer> doors, String word) implements When {}

        /// A level of an input.
        record Input(String name, boolean active) implements When {}
    }

    /// A command to doors.
    ///
    /// @param seconds for how long; 0: until another command
    record Order(String command, List<Integer> doors, long seconds) {
        /// Whether it counts for the limit of commands within a minute.
        boolean isLimited() {
            return !command.equals("lockdown") && !command.equals("normal");
        }
    }

    /// The states that a door may be in.
    static final List<String> STATES = List.of(
            "released",
            "open",
            "forced",
            "warning",
            "held_open",
            "alarm",
            "unlocked",
            "locked_down",
            "secured",
            "fire",
            "evacuated",
            "tampered",
            "reader_offline");

    /// The events that may happen at a door.
    static final List<String> EVENTS = List.of(
            "admitted",
            "rejected",
            "unknown_card",
            "not_used",
            "exit",
            "forced",
            "held_open",
            "alarm_reminder",
            "duress",
            "tamper",
            "pin_guessing",
            "unknown_cards",
            "approval_requested");

    /// The doors at which it looks for its trigger.
    List<Integer> sources() {
        return switch (when) {
            case When.State state -> state.doors;
            case When.Event event -> event.doors;
            case When.Input _ -> List.of();
        };
    }

    /// Whether it ends with its trigger. Commands have no end.
    boolean lasts() {
        return switch (when) {
            case When.State _ -> true;
            case When.Event _ -> false;
            case When.Input _ -> output != null && pulseMs == 0;
        };
    }

    long delayNs() {
        return TimeUnit.MILLISECONDS.toNanos(delayMs);
    }

    /// `Long.MAX_VALUE / 4` where there is no limit.
    long pulseNs() {
        return pulseMs == 0 ? Long.MAX_VALUE / 4 : TimeUnit.MILLISECONDS.toNanos(pulseMs);
    }

    /// Who does it, as events say.
    String by() {
        String input = when instanceof When.Input of ? " (input " + of.name + ")" : "";
        return "action " + id + " " + name + input;
    }

    /// In words of the count of effects.
    String trigger() {
        return switch (when) {
            case When.State _ -> "state";
            case When.Event _ -> "event";
            case When.Input _ -> "input";
        };
    }

    /// The line in `site.yaml`.
    String text() {
        String does = order == null ? "output: " + output : "do: {" + orderText(order) + "}";
        String delay = delayMs == 0 ? "" : ", delay: " + delayMs + "ms";
        String pulse = pulseMs == 0 ? "" : ", pulse: " + pulseMs + "ms";
        String during = shift == null ? "" : ", shift: " + shift;
        return "  - {id: %d, name: %s, when: {%s}, %s%s%s%s}\n"
                .formatted(id, name, whenText(), does, delay, pulse, during);
    }

    private String whenText() {
        return switch (when) {
            case When.State(List<Integer> doors, String word) -> "channel: " + channels(doors) + ", state: " + word;
            case When.Event(List<Integer> doors, String word) -> "channel: " + channels(doors) + ", event: " + word;
            case When.Input(String input, boolean active) -> "input: " + input + (active ? "" : ", is: inactive");
        };
    }

    private static String orderText(Order order) {
        String length = order.seconds == 0 ? "" : ", for: " + order.seconds + "s";
        return "command: " + order.command + ", channels: " + order.doors + length;
    }

    /// One channel alone needs no list.
    private static String channels(List<Integer> doors) {
        if (doors.size() == 1) return Integer.toString(doors.getFirst());
        return doors.stream().map(Object::toString).collect(Collectors.joining(", ", "[", "]"));
    }

    /// Whether the door is in that state.
    static boolean isIn(String word, DoorView view) {
        Standing standing = view.standing();
        boolean overridden = standing.fire() || standing.evacuated();
        boolean locked = standing.lockdown().card();
        return switch (word) {
            case "released" -> view.strikeReleased();
            case "open" -> view.leafOpen();
            case "forced" -> "forced".equals(view.state());
            case "warning" -> "warned".equals(view.state());
            case "held_open" -> "extended_open".equals(view.state());
            case "alarm" -> view.alarm() != null && !view.alarm().acknowledged();
            case "unlocked" -> {
                boolean hours = standing.hours().on() && standing.secure() == null;
                yield overridden || (!locked && (standing.unlock() || hours));
            }
            case "locked_down" -> locked && !overridden;
            case "secured" -> standing.secure() != null;
            case "fire" -> standing.fire();
            case "evacuated" -> standing.evacuated();
            case "tampered" -> !view.tampers().isEmpty();
            case "reader_offline" -> view.readersOnline().values().stream().anyMatch(online -> !online);
            default -> throw new IllegalArgumentException(word);
        };
    }

    /// Whether an event of that kind is such a one.
    static boolean isOf(String word, EventKind kind) {
        return switch (word) {
            case "admitted" -> kind.name().startsWith("ADMITTED_") && kind != EventKind.ADMITTED_NOT_USED;
            case "rejected" -> kind.name().startsWith("REJECTED_");
            case "unknown_card" -> kind == EventKind.REJECTED_UNKNOWN_CARD;
            case "not_used" -> kind == EventKind.ADMITTED_NOT_USED;
            case "exit" -> kind == EventKind.REX_PRESSED;
            case "forced" -> kind == EventKind.FORCED_OPEN;
            case "held_open" -> kind == EventKind.EXTENDED_OPEN;
            case "alarm_reminder" -> kind == EventKind.ALARM_REMINDER;
            case "duress" -> kind == EventKind.DURESS;
            case "tamper" -> kind == EventKind.TAMPER;
            case "pin_guessing" -> kind == EventKind.PIN_GUESSING;
            case "unknown_cards" -> kind == EventKind.UNKNOWN_CARDS;
            case "approval_requested" -> kind == EventKind.APPROVAL_REQUESTED;
            default -> throw new IllegalArgumentException(word);
        };
    }
}
