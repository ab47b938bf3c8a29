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
/// @param rights what the others of them lost, of some of them. Null: an older box, which does not say so
/// @param moreRights there are more than `rights` has
public record RevocationReport(
        List<Long> people,
        long count,
        boolean policy,
        long highest,
        @Nullable List<Long> gone,
        @Nullable List<RevokedRights> rights,
        boolean moreRights) {
    /// Ids in one message.
    public static final int PEOPLE_MAX = 200;
    /// Ids of people who are gone in one message: some 16 kB of the 64 kB that a hub takes.
    public static final int GONE_MAX = 2_000;

    /// Characters of `rights` in one message, with [#GONE_MAX] and the doors below the 64 kB that a hub takes.
    public static final int RIGHTS_CHARS_MAX = 16_000;

    public static final RevocationReport NOTHING =
            new RevocationReport(List.of(), 0, false, 0, List.of(), List.of(), false);

    /// Of a box of an earlier version that does not report at all.
    static final RevocationReport UNREPORTED = new RevocationReport(List.of(), 0, false, 0, null);

    /// In a beat.
    static final String NAME = "withheld";

    private static final String GONE = "gone";
    private static final String RIGHTS = "rights";
    private static final String MORE_RIGHTS = "more_rights";

    public RevocationReport {
        people = List.copyOf(people);
        gone = gone == null ? null : List.copyOf(gone);
        rights = rights == null ? null : List.copyOf(rights);
    }

    /// Of a box of an earlier version, which reports no single rights.
    public RevocationReport(List<Long> people, long count, boolean policy, long highest, @Nullable List<Long> gone) {
        this(people, count, policy, highest, gone, null, false);
    }

    public boolean isNothing() {
        return count == 0 && !policy;
    }

    /// Of a beat; an older box says nothing of it.
    static RevocationReport read(Tree beat) {
        if (!beat.map().containsKey(NAME)) return UNREPORTED;
        Tree told = beat.object(NAME);
        long highest = told.map().containsKey("highest") ? told.number("highest") : 0;
        List<Long> gone = told.map().containsKey(GONE) ? told.numbers(GONE) : null;
        List<RevokedRights> rights = told.map().containsKey(RIGHTS) ? told.objects(RIGHTS, RevokedRights::read) : null;
        return new RevocationReport(
                told.numbers("people"),
                told.number("count"),
                told.flag("policy"),
                highest,
                gone,
                rights,
                told.flag(MORE_RIGHTS));
    }

    Map<String, Object> map() {
        Map<String, Object> map = new Fields()
                .with("people", people)
                .with("count", count)
                .with("policy", policy)
                .with("highest", highest)
                .with(MORE_RIGHTS, moreRights)
                .map();
        if (gone != null) map.put(GONE, gone); // also where nobody is gone
        if (rights != null)
            map.put(RIGHTS, rights.stream().map(RevokedRights::map).toList());
        return map;
    }
}
