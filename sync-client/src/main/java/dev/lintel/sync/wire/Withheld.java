package dev.lintel.sync.wire;

import java.util.List;
import java.util.Map;

/// What a box does not take of a hub that was restored from a backup: the hub had taken it away later
/// than that.
///
/// @param people ids of people from whom something was taken, some of them
/// @param count how many there are
/// @param policy the hub's policy is older than the box's
/// @param highest the hub's highest revision of which the box knows: what an operator gives back must be newer
public record Withheld(List<Long> people, long count, boolean policy, long highest) {
    /// Ids in one message.
    public static final int PEOPLE_MAX = 200;

    public static final Withheld NOTHING = new Withheld(List.of(), 0, false, 0);

    /// In a beat.
    static final String NAME = "withheld";

    public Withheld {
        people = List.copyOf(people);
    }

    public boolean isNothing() {
        return count == 0 && !policy;
    }

    /// Of a beat; an older box says nothing of it.
    static Withheld read(Tree beat) {
        if (!beat.map().containsKey(NAME)) return NOTHING;
        Tree told = beat.object(NAME);
        long highest = told.map().containsKey("highest") ? told.number("highest") : 0;
        return new Withheld(told.numbers("people"), told.number("count"), told.flag("policy"), highest);
    }

    Map<String, Object> map() {
        return new Fields()
                .with("people", people)
                .with("count", count)
                .with("policy", policy)
                .with("highest", highest)
                .map();
    }
}
