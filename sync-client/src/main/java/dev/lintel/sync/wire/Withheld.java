package dev.lintel.sync.wire;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a box does not take of a hub that was restored from a backup: the hub had taken it away later
/// than that.
///
/// @param people ids of people from whom something was taken, some of them
/// @param count how many there are
/// @param policy the hub's policy is older than the box's
/// @param highest the hub's highest revision of which the box knows: what an operator gives back must be newer
/// @param gone ids of those of them who may pass no door of the box: they were deleted or disabled, or lost all that
///     concerns it; some of them. Null: an older box, which does not say so
public record Withheld(
        List<Long> people,
        long count,
        boolean policy,
        long highest,
        @Nullable List<Long> gone) {
    /// Ids in one message.
    public static final int PEOPLE_MAX = 200;
    /// Ids of people who are gone in one message: some 16 kB of the 64 kB that a hub takes.
    public static final int GONE_MAX = 2_000;

    public static final Withheld NOTHING = new Withheld(List.of(), 0, false, 0, List.of());

    /// In a beat.
    static final String NAME = "withheld";

    private static final String GONE = "gone";

    public Withheld {
        people = List.copyOf(people);
        gone = gone == null ? null : List.copyOf(gone);
    }

    public boolean isNothing() {
        return count == 0 && !policy;
    }

    /// Of a beat; an older box says nothing of it.
    static Withheld read(Tree beat) {
        if (!beat.map().containsKey(NAME)) return NOTHING;
        Tree told = beat.object(NAME);
        long highest = told.map().containsKey("highest") ? told.number("highest") : 0;
        List<Long> gone = told.map().containsKey(GONE) ? told.numbers(GONE) : null;
        return new Withheld(told.numbers("people"), told.number("count"), told.flag("policy"), highest, gone);
    }

    Map<String, Object> map() {
        Map<String, Object> map = new Fields()
                .with("people", people)
                .with("count", count)
                .with("policy", policy)
                .with("highest", highest)
                .map();
        if (gone != null) map.put(GONE, gone); // also where nobody is gone
        return map;
    }
}
