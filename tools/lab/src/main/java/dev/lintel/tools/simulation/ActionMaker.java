package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Door;
import dev.lintel.tools.simulation.SiteAction.Order;
import dev.lintel.tools.simulation.SiteAction.When;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Makes up the actions of a place, none of which trigger each other without end: an action that waits for what a
/// command may cause gives commands to later doors only.
final class ActionMaker {
    static final int OUTPUTS = 5;
    static final int INPUTS = 4;
    static final int FIRST_OUTPUT_LINE = 900;
    static final int FIRST_INPUT_LINE = 910;

    private static final int SWITCHES_MIN = 4;
    private static final int SWITCHES_MORE = 4;
    private static final int ORDERS_MIN = 3;
    private static final int ORDERS_MORE = 3;
    private static final int LONG_MS = 2_400_000;

    /// What no command causes.
    private static final List<String> FREE_STATES =
            List.of("forced", "fire", "evacuated", "tampered", "reader_offline");

    private static final List<String> FREE_EVENTS = List.of(
            "rejected",
            "unknown_card",
            "exit",
            "forced",
            "duress",
            "tamper",
            "pin_guessing",
            "unknown_cards",
            "approval_requested");

    private static final List<String> COMMANDS = List.of(
            "unlock_once",
            "unlock_once",
            "unlock_once",
            "unlock",
            "unlock",
            "secure",
            "secure",
            "normal",
            "lockdown",
            "unlockdown");

    private final Random random;
    private final Premises premises;

    ActionMaker(Random random, Premises premises) {
        this.random = random;
        this.premises = premises;
    }

    /// The end of `controller.yaml`.
    static String controller() {
        var text = new StringBuilder("outputs:\n");
        for (int i = 1; i <= OUTPUTS; i++)
            text.append("  - {name: out%d, line: %d}\n".formatted(i, FIRST_OUTPUT_LINE + i - 1));
        text.append("inputs:\n");
        for (int i = 1; i <= INPUTS; i++)
            text.append("  - {name: in%d, line: %d, active: high}\n".formatted(i, FIRST_INPUT_LINE + i - 1));
        return text.toString();
    }

    /// The end of `site.yaml`.
    static String site(List<SiteAction> actions) {
        var text = new StringBuilder("actions:\n");
        for (SiteAction action : actions) text.append(action.text());
        return text.toString();
    }

    List<SiteAction> all() {
        var all = new ArrayList<SiteAction>();
        int switches = SWITCHES_MIN + random.nextInt(SWITCHES_MORE);
        int orders = ORDERS_MIN + random.nextInt(ORDERS_MORE);
        for (int i = 0; i < switches; i++) all.add(onOutput(all.size() + 1));
        for (int i = 0; i < orders; i++) all.add(ofDoors(all.size() + 1));
        return all;
    }

    /// One more, of either kind.
    SiteAction another(long id) {
        return one(2) ? onOutput(id) : ofDoors(id);
    }

    private SiteAction onOutput(long id) {
        When when = switch (random.nextInt(5)) {
            case 0, 1 -> new When.State(doors(2), of(SiteAction.STATES));
            case 2 -> new When.Event(doors(2), one(2) ? "admitted" : of(SiteAction.EVENTS));
            default -> input();
        };
        Integer shift = shift();
        // Long ones meet the end of the shift.
        boolean pulses = when instanceof When.Event || one(3);
        long pulseMs = pulses ? time(100, shift == null ? 10_000 : LONG_MS, LONG_MS) : 0;
        return new SiteAction(id, "Output " + id, when, output(), null, delayMs(), pulseMs, shift);
    }

    private SiteAction ofDoors(long id) {
        When when = trigger();
        boolean caused = isCaused(when);
        int first = caused ? lastDoor(when) + 1 : 1;
        if (first > premises.doors().size()) {
            when = input();
            first = 1;
        }
        String command = of(COMMANDS);
        boolean ends = (command.equals("unlock") || command.equals("secure")) && !one(4);
        long seconds = ends ? (one(2) ? random.nextInt(1, 20) : random.nextInt(20, 1_200)) : 0;
        var order = new Order(command, from(first), seconds);
        return new SiteAction(id, "Order " + id, when, null, order, delayMs(), 0, shift());
    }

    private When trigger() {
        return switch (random.nextInt(8)) {
            case 0 -> new When.State(doors(2), of(FREE_STATES));
            case 1 -> new When.State(doors(1), of(SiteAction.STATES));
            case 2 -> new When.Event(doors(2), of(FREE_EVENTS));
            case 3 -> new When.Event(doors(1), of(SiteAction.EVENTS));
            default -> input();
        };
    }

    private static boolean isCaused(When when) {
        return switch (when) {
            case When.State state -> !FREE_STATES.contains(state.word());
            case When.Event event -> !FREE_EVENTS.contains(event.word());
            case When.Input _ -> false;
        };
    }

    private static int lastDoor(When when) {
        return switch (when) {
            case When.State state -> Collections.max(state.doors());
            case When.Event event -> Collections.max(event.doors());
            case When.Input _ -> 0;
        };
    }

    private When input() {
        String name = switch (random.nextInt(8)) {
            case 0 -> "fire";
            case 1 -> one(2) ? "power" : "battery_low";
            default -> "in" + random.nextInt(1, INPUTS + 1);
        };
        return new When.Input(name, !one(4));
    }

    private String output() {
        return "out" + random.nextInt(1, OUTPUTS + 1);
    }

    private @Nullable Integer shift() {
        return one(3) ? (Integer) random.nextInt(1, premises.shifts().size() + 1) : null;
    }

    private long delayMs() {
        return one(2) ? 0 : time(1, 6_000, 120_000);
    }

    /// Mostly up to `usual` milliseconds, seldom up to `max`.
    private long time(int min, int usual, int max) {
        return random.nextInt(min, one(6) ? max : usual);
    }

    /// At most `most` doors, at least one.
    private List<Integer> doors(int most) {
        Set<Integer> ids = new TreeSet<>();
        for (int i = random.nextInt(1, most + 1); i > 0; i--)
            ids.add(of(premises.doors()).id());
        return List.copyOf(ids);
    }

    /// The same, from that door on.
    private List<Integer> from(int first) {
        List<Integer> all = premises.doors().stream()
                .map(Door::id)
                .filter(id -> id >= first)
                .toList();
        Set<Integer> ids = new TreeSet<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) ids.add(of(all));
        return List.copyOf(ids);
    }

    private <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }
}
