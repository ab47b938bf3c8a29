package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The box's mains and battery: the log reports each failure and each end once, over restarts as well.
final class Supply {
    private final Set<Input> reported = EnumSet.noneOf(Input.class);
    private final Set<Input> active = EnumSet.noneOf(Input.class);

    /// An input, and the events that report it.
    enum Input {
        MAINS(2, EventKind.POWER_FAIL, EventKind.POWER_RESTORED),
        BATTERY(3, EventKind.BATTERY_LOW, EventKind.BATTERY_NORMAL);

        private static final Map<EventKind, Input> BY_KIND = byKind();

        final int line;
        private final EventKind begins;
        private final EventKind ends;

        Input(int line, EventKind begins, EventKind ends) {
            this.line = line;
            this.begins = begins;
            this.ends = ends;
        }

        private static Map<EventKind, Input> byKind() {
            var all = new EnumMap<EventKind, Input>(EventKind.class);
            for (Input input : values()) {
                all.put(input.begins, input);
                all.put(input.ends, input);
            }
            return all;
        }
    }

    /// The wire moves; afterwards the log is to say so.
    void moves(Input input, boolean now) {
        set(active, input, now);
    }

    /// An event of the box. `undone` takes what brings back the state before it.
    void event(EventDraft event, Consumer<Runnable> undone) {
        Input input = Input.BY_KIND.get(event.kind());
        if (input == null) return;
        boolean now = event.kind() == input.begins;
        if (reported.contains(input) == now) throw Judge.wrong("twice", event);
        if (active.contains(input) != now) throw Judge.wrong("its wire says otherwise", event);
        set(reported, input, now);
        undone.accept(() -> set(reported, input, !now));
    }

    private static void set(Set<Input> inputs, Input input, boolean in) {
        if (in) inputs.add(input);
        else inputs.remove(input);
    }

    /// The box has done all that it was told.
    void settled() {
        if (!reported.equals(active)) throw new Violation("the wires say " + active + ", the log says " + reported);
    }
}
