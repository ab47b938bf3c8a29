package dev.lintel.controller.door;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an answer allows beside the usual.
///
/// @param longer the person needs the longer unlock time
/// @param responder a first responder: passes lockdown, and the log says so aloud
/// @param floors at an elevator: the floors the person may reach now; empty elsewhere
/// @param first where the answer is to two factors: the presentation of the first of them, or null
/// @param tap the command of a double tap, where this is a tap of a person who may do that; else null
/// @param held the card has stayed at the reader since an earlier presentation: no tap
public record Passage(
        boolean longer,
        boolean responder,
        List<Long> floors,
        @Nullable Long first,
        DoorCommand.@Nullable Toggle tap,
        boolean held) {
    public static final Passage USUAL = new Passage(false, false, List.of(), null);

    public Passage {
        floors = List.copyOf(floors);
    }

    /// Without a tap.
    public Passage(boolean longer, boolean responder, List<Long> floors, @Nullable Long first) {
        this(longer, responder, floors, first, null, false);
    }

    /// The same, where the answer is to two factors.
    public Passage withFirst(@Nullable Long firstFactor) {
        return new Passage(longer, responder, floors, firstFactor, tap, held);
    }

    /// The same for a tap.
    public Passage withTap(DoorCommand.@Nullable Toggle toggle) {
        return new Passage(longer, responder, floors, first, toggle, held);
    }

    /// The same for a card that has stayed at the reader or not.
    public Passage withHeld(boolean stays) {
        return new Passage(longer, responder, floors, first, tap, stays);
    }
}
