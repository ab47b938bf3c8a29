package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Finds double taps: a person is admitted at an entry reader twice in a row by a card, the second time soon after the
/// first one. A tap at a door that ignores taps counts for nothing. Monotonic time. The door lane only.
final class DoubleTaps {
    /// Long enough to hold a card to the reader once more, and too short for coming back.
    static final long WITHIN_NS = TimeUnit.SECONDS.toNanos(3);

    private final Map<Long, Tap> taps = new HashMap<>(); // by channel

    private record Tap(@Nullable Long personId, long atNs) {}

    /// The door has answered a person whom the decision admits, and stands as it does now. Returns the command of a
    /// double tap, or null.
    LaneInput.@Nullable Commanded second(Doorway door, LaneInput.Answered answer, EventDraft event) {
        if (!answer.side().equals("entry") || !answer.event().kind().isAdmitted()) return null;
        Tap before = taps.remove(door.channelId());
        DoorCommand.Toggle toggle = answer.passage().tap();
        if (toggle == null || !event.kind().isAdmitted() || ignoresTaps(door)) return null;
        Long personId = event.subject().personId();
        boolean second =
                before != null && Objects.equals(before.personId, personId) && answer.atNs() - before.atNs <= WITHIN_NS;
        if (!second) {
            taps.put(door.channelId(), new Tap(personId, answer.atNs()));
            return null;
        }
        String by = "card of " + event.subject().personName();
        return new LaneInput.Commanded(door.channelId(), answer.atNs(), toggle, by, _ -> {});
    }

    /// Fire has its own thread: its input may say more than what stands.
    private static boolean ignoresTaps(Doorway door) {
        return door.standing().ignoresTaps() || door.parts().inputs().fire().getAsBoolean();
    }
}
