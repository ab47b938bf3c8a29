package dev.lintel.controller.door;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What exits, contacts and readers said while the lane's queue had no room. An exit has released its strike by
/// then, and no strike lets go without a cause in the log.
///
/// Bounded: presses of one kind at one door are one entry, with the time of the first and how many they were, which
/// always finds room; of all else the first [#KEPT_MAX] of a door are kept, and the lane looks at the levels behind
/// them again. Lock-free: inputs' threads keep, the lane takes, and neither waits for the other.
final class Untold {
    /// Of one door: every contact and reader a few times over.
    static final int KEPT_MAX = 32;

    private final Map<Long, AtomicReference<List<LaneInput>>> byDoor;
    private volatile boolean any; // so that a lane that has room looks at nothing else

    Untold(Collection<Long> channelIds) {
        byDoor = channelIds.stream()
                .collect(Collectors.toUnmodifiableMap(Function.identity(), _ -> new AtomicReference<>(List.of())));
    }

    /// Keeps what nobody would say again; whoever hands over anything else asks whether there was room. Any thread.
    void keep(LaneInput input) {
        AtomicReference<List<LaneInput>> door = byDoor.get(input.channelId());
        if (door == null || !isKept(input)) return;
        door.updateAndGet(kept -> with(kept, input));
        any = true;
    }

    /// Takes out what was said first, unless it happened after `untilNs`; null when there is none. The door lane
    /// only.
    @Nullable
    LaneInput poll(long untilNs) {
        if (!any) return null;
        any = false; // first: what is kept from now on says so again
        AtomicReference<List<LaneInput>> door = null;
        long atNs = Long.MAX_VALUE;
        for (AtomicReference<List<LaneInput>> each : byDoor.values()) {
            List<LaneInput> kept = each.get();
            if (kept.isEmpty()) continue;
            any = true;
            if (door != null && kept.getFirst().atNs() >= atNs) continue;
            door = each;
            atNs = kept.getFirst().atNs();
        }
        if (door == null || atNs > untilNs) return null;
        return door.getAndUpdate(kept -> kept.subList(1, kept.size())).getFirst();
    }

    /// When the first of what is kept was said, `Long.MAX_VALUE` for nothing. The door lane only.
    long oldestNs() {
        if (!any) return Long.MAX_VALUE;
        return byDoor.values().stream()
                .map(AtomicReference::get)
                .filter(kept -> !kept.isEmpty())
                .mapToLong(kept -> kept.getFirst().atNs())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /// The door lane only.
    boolean isEmpty() {
        return !any || byDoor.values().stream().allMatch(door -> door.get().isEmpty());
    }

    private static boolean isKept(LaneInput input) {
        return switch (input) {
            case LaneInput.RexPressed _,
                    LaneInput.AuxClosed _,
                    LaneInput.ExitRefused _,
                    LaneInput.LeafMoved _,
                    LaneInput.TamperMoved _,
                    LaneInput.ReaderPower _,
                    LaneInput.ReaderLine _,
                    LaneInput.ReaderInsecure _ -> true;
            // Fire is looked at each second; all others are told that there was no room.
            case LaneInput.FireMoved _,
                    LaneInput.Presented _,
                    LaneInput.Answered _,
                    LaneInput.Together _,
                    LaneInput.ByHand _,
                    LaneInput.SecondAwaited _,
                    LaneInput.Folded _,
                    LaneInput.Prolonged _,
                    LaneInput.Commanded _,
                    LaneInput.Tested _,
                    LaneInput.Removed _,
                    LaneInput.NewRules _ -> false;
        };
    }

    private static List<LaneInput> with(List<LaneInput> kept, LaneInput input) {
        var all = new ArrayList<>(kept);
        for (int i = 0; i < all.size(); i++) {
            LaneInput both = both(all.get(i), input);
            if (both == null) continue;
            all.set(i, both);
            return List.copyOf(all);
        }
        boolean press = both(input, input) != null;
        if (!press && kept.size() >= KEPT_MAX) return kept;
        all.add(input);
        return List.copyOf(all);
    }

    /// Two presses of one kind in one, at the time of the first; null for all else.
    private static @Nullable LaneInput both(LaneInput first, LaneInput next) {
        return switch (first) {
            case LaneInput.RexPressed(long id, long atNs, boolean releases, int presses)
            when next instanceof LaneInput.RexPressed n && n.releases() == releases ->
                new LaneInput.RexPressed(id, atNs, releases, presses + n.presses());
            case LaneInput.AuxClosed(long id, long atNs, int presses)
            when next instanceof LaneInput.AuxClosed n -> new LaneInput.AuxClosed(id, atNs, presses + n.presses());
            case LaneInput.ExitRefused(long id, long atNs, boolean rex, int presses, LaneInput.Why why)
            when next instanceof LaneInput.ExitRefused n && n.rex() == rex && n.why() == why ->
                new LaneInput.ExitRefused(id, atNs, rex, presses + n.presses(), why);
            default -> null;
        };
    }
}
