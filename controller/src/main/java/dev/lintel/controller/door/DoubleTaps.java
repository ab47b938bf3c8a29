package dev.lintel.controller.door;

import dev.lintel.controller.event.EventDraft;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Finds double taps: a person is admitted at an entry reader twice in a row by a card, the second time soon after the
/// first one. A tap at a door that ignores taps counts for nothing, and so does a card that stays at the reader, which
/// many readers read again and again. Monotonic time. The door lane only.
final class DoubleTaps {
    /// Long enough to hold a card to the reader once more, and too short for coming back.
    static final long WITHIN_NS = TimeUnit.SECONDS.toNanos(3);

    /// A read sooner after the one before repeats it. Readers repeat a card that stays there after 0.1 to 0.5 s; to
    /// take a card away and to hold it there again takes longer.
    static final long APART_NS = TimeUnit.MILLISECONDS.toNanos(700);

    private final Map<Long, Tap> taps = new HashMap<>(); // by channel
    private final Map<Long, Map<@Nullable Long, Read>> reads = new HashMap<>(); // by channel and person

    private record Tap(@Nullable Long personId, long atNs) {}

    /// The last time that a person was read.
    ///
    /// @param spent belongs to a double tap already: counts for no other one
    private record Read(long atNs, boolean spent) {}

    /// The door has answered a person whom the decision admits, and stands as it does now. Returns the command of a
    /// double tap, or null.
    LaneInput.@Nullable Commanded second(Doorway door, LaneInput.Answered answer, EventDraft event) {
        if (!answer.side().equals("entry") || !answer.event().kind().isAdmitted()) return null;
        Tap before = taps.remove(door.channelId());
        DoorCommand.Toggle toggle = answer.passage().tap();
        Long personId = event.subject().personId();
        if (toggle == null) return null;
        boolean again = repeats(door.channelId(), personId, answer.atNs());
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
        at(door.channelId()).put(personId, new Read(answer.atNs(), true));
        String by = "card of " + event.subject().personName();
        return new LaneInput.Commanded(door.channelId(), answer.atNs(), toggle, by, _ -> {});
    }

    /// Whether a read of that person is no tap: the card has been at the reader since the last read, or the reads go
    /// on after a double tap.
    private boolean repeats(long channelId, @Nullable Long personId, long atNs) {
        Map<@Nullable Long, Read> here = at(channelId);
        here.values().removeIf(read -> atNs - read.atNs > WITHIN_NS);
        Read last = here.get(personId);
        boolean spent = last != null && last.spent;
        here.put(personId, new Read(atNs, spent));
        return spent || (last != null && atNs - last.atNs < APART_NS);
    }

    private Map<@Nullable Long, Read> at(long channelId) {
        return reads.computeIfAbsent(channelId, _ -> new HashMap<>());
    }

    /// Fire has its own thread: its input may say more than what stands.
    private static boolean ignoresTaps(Doorway door) {
        return door.standing().ignoresTaps() || door.parts().inputs().fire().getAsBoolean();
    }
}
