package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Finds double taps: a person is admitted at an entry reader twice in a row by a card, the second time soon after the
/// first one. A tap at a door that ignores taps counts for nothing, and so does a card that stays at the reader, which
/// many readers read again and again, also where it is decided on again. Monotonic time. The door lane only.
final class DoubleTaps {
    /// Long enough to hold a card to the reader once more, and too short for coming back.
    static final long WITHIN_NS = TimeUnit.SECONDS.toNanos(3);

    private final Map<Long, Tap> taps = new HashMap<>(); // by channel
    private final Map<Long, Map<@Nullable Long, Read>> reads = new HashMap<>(); // by channel and person

    private record Tap(@Nullable Long personId, long atNs) {}

    /// The last time that a person was read.
    ///
    /// @param presentation the one that it belongs to
    /// @param spent belongs to a double tap already: counts for no other one
    private record Read(long presentation, long atNs, boolean spent) {}

    /// The door has answered a person whom the decision admits, and stands as it does now. Returns the command of a
    /// double tap, or null.
    LaneInput.@Nullable Commanded second(Doorway door, LaneInput.Answered answer, EventDraft event) {
        if (!answer.side().equals("entry") || !answer.event().kind().isAdmitted()) return null;
        Tap before = taps.remove(door.channelId());
        DoorCommand.Toggle toggle = answer.passage().tap();
        Long personId = event.subject().personId();
        if (toggle == null) return null;
        boolean again = repeats(answer, personId) || answer.passage().held();
        if (!event.kind().isAdmitted() || ignoresTaps(door)) return null;
        Tap first = before == null || !Objects.equals(before.personId, personId) ? null : before;
        if (again) {
            if (first != null) taps.put(door.channelId(), first);
            return null;
        }
        if (first == null || answer.atNs() - first.atNs > WITHIN_NS) {
            taps.put(door.channelId(), new Tap(personId, answer.atNs()));
            return null;
        }
        at(door.channelId()).put(personId, new Read(answer.presentation(), answer.atNs(), true));
        String by = "card of " + event.subject().personName();
        return new LaneInput.Commanded(door.channelId(), answer.atNs(), toggle, by, _ -> {});
    }

    /// Whether a read of that person is no tap: the card has been at the reader since the last read, or the reads go
    /// on after a double tap.
    private boolean repeats(LaneInput.Answered answer, @Nullable Long personId) {
        long atNs = answer.atNs();
        Map<@Nullable Long, Read> here = at(answer.channelId());
        here.values().removeIf(read -> atNs - read.atNs > WITHIN_NS);
        Read last = here.get(personId);
        boolean spent = last != null && last.spent;
        here.put(personId, new Read(answer.presentation(), atNs, spent));
        return spent || (last != null && atNs - last.atNs < Doors.APART_NS);
    }

    /// A card stays at the reader.
    void held(LaneInput.Folded folded) {
        Long held = folded.held();
        if (held == null) return;
        at(folded.channelId())
                .replaceAll((_, read) -> read.presentation == held ? new Read(held, folded.atNs(), read.spent) : read);
    }

    private Map<@Nullable Long, Read> at(long channelId) {
        return reads.computeIfAbsent(channelId, _ -> new HashMap<>());
    }

    /// Fire has its own thread: its input may say more than what stands.
    private static boolean ignoresTaps(Doorway door) {
        return door.standing().ignoresTaps() || door.parts().inputs().fire().getAsBoolean();
    }
}
