package dev.lintel.controller.door;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an answer allows beside the usual.
///
/// @param longer the person needs the longer unlock time
/// @param responder a first responder: passes lockdown, and the log says so aloud
/// @param floors at an elevator: the floors the person may reach now; empty elsewhere
/// @param first where the answer is to two factors: the presentation of the first of them, or null
public record Passage(
        boolean longer,
        boolean responder,
        List<Long> floors,
        @Nullable Long first) {
    public static final Passage USUAL = new Passage(false, false, List.of(), null);

    public Passage {
        floors = List.copyOf(floors);
    }
}
