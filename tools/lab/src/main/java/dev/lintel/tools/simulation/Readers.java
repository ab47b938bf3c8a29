package dev.lintel.tools.simulation;

import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.event.EventDraft;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// What the log says of readers and housings: each change once, and as the doors' pictures have it.
final class Readers {
    private final Map<String, Boolean> online = new HashMap<>();
    private final Set<String> tampered = new HashSet<>();

    /// A process begins: its readers are online.
    void begins() {
        online.clear();
    }

    /// `undone` takes what brings back the state before the event.
    void event(EventDraft event, Consumer<Runnable> undone) {
        switch (event.kind()) {
            case READER_ONLINE -> line(event, true);
            case READER_OFFLINE -> line(event, false);
            case TAMPER -> {
                if (!event.additional().containsKey("attempts")) tamper(event, true, undone);
            }
            case TAMPER_CLEARED -> tamper(event, false, undone);
            default -> {
                // Not of readers and housings.
            }
        }
    }

    private void line(EventDraft event, boolean now) {
        Boolean before = online.put(place(event), now);
        if (now == (before == null || before)) throw Judge.wrong("twice", event);
    }

    private void tamper(EventDraft event, boolean now, Consumer<Runnable> undone) {
        String where = place(event);
        if (now ? !tampered.add(where) : !tampered.remove(where)) throw Judge.wrong("twice", event);
        undone.accept(() -> {
            if (now) tampered.remove(where);
            else tampered.add(where);
        });
    }

    private static String place(EventDraft event) {
        return event.subject().channelId() + "-" + event.additional().getOrDefault("reader", DoorView.DOOR);
    }

    /// The picture of a door agrees with the log.
    void settled(DoorView view) {
        for (String where : List.of("entry", "exit", DoorView.DOOR)) {
            if (view.tampered(where) == tampered.contains(view.channelId() + "-" + where)) continue;
            throw new Violation("channel " + view.channelId() + ": tampering at " + where + ": the log says otherwise");
        }
    }
}
