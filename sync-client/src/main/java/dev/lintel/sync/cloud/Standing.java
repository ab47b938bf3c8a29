package dev.lintel.sync.cloud;

import dev.lintel.sync.SyncTarget;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.DownLine;
import dev.lintel.sync.wire.DownLine.PersonLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which version of whom stands at the box, as far as this process knows: what it applied, and all once a
/// listing agreed with the box. One thread.
final class Standing {
    /// People beyond whom it is not kept: some 20 MB.
    private static final int PEOPLE_MAX = 200_000;

    private final SyncTarget target;
    private final String hub;
    private final Map<Long, Long> revisions = new HashMap<>();
    private final Set<Long> lately = new LinkedHashSet<>(); // applied since a reading began
    private boolean isWhole;

    /// @param hub names who is followed
    Standing(SyncTarget target, String hub) {
        this.target = target;
        this.hub = hub;
    }

    /// Applies those of `lines` that are news, in one batch or some, and with the last of them the cursor. Returns how
    /// many they were.
    int apply(List<DownLine> lines, @Nullable Cursor to) {
        List<DownLine> news = lines.stream().filter(this::isNews).toList();
        for (int from = 0; from < news.size(); from += Listing.BATCH) {
            List<DownLine> batch = news.subList(from, Math.min(news.size(), from + Listing.BATCH));
            boolean isLast = from + Listing.BATCH >= news.size();
            target.apply(hub, batch, isLast ? to : null);
            applied(batch);
        }
        return news.size();
    }

    /// All people are read from now on.
    void reading() {
        lately.clear();
    }

    /// Who was applied since the reading began, and stands otherwise than it has them.
    List<Long> sinceReading(Map<Long, Long> read) {
        return lately.stream()
                .filter(id -> !Objects.equals(revisions.get(id), read.get(id)))
                .toList();
    }

    /// Whether applying it changes anything, as far as is known.
    private boolean isNews(DownLine line) {
        return switch (line) {
            case PersonLine person ->
                !Long.valueOf(person.revision())
                        .equals(revisions.get(person.row().id()));
            case DownLine.Gone gone -> !isWhole || revisions.containsKey(gone.id());
            default -> true;
        };
    }

    private void applied(List<DownLine> lines) {
        for (DownLine line : lines) {
            if (line instanceof PersonLine person) {
                revisions.put(person.row().id(), person.revision());
                lately.add(person.row().id());
            } else if (line instanceof DownLine.Gone gone) {
                revisions.remove(gone.id());
                lately.add(gone.id());
            }
        }
        if (!isWhole && revisions.size() > Limits.RECENT_MAX) revisions.clear();
    }

    /// All who stand.
    void whole(Map<Long, Long> all) {
        revisions.clear();
        isWhole = all.size() <= PEOPLE_MAX;
        if (isWhole) revisions.putAll(all);
    }

    /// What is here of them is not what the service has: it is written again when they are read.
    void forget(Set<Long> people) {
        revisions.keySet().removeAll(people);
    }

    /// What stands is not known any more.
    void forget() {
        revisions.clear();
        isWhole = false;
    }

    /// Who is other than in `all`, when they are few; null: they are many, or it is not known.
    @Nullable
    List<Long> differences(Map<Long, Long> all) {
        if (!isWhole) return null;
        var list = new ArrayList<Long>();
        for (var entry : all.entrySet()) {
            if (!entry.getValue().equals(revisions.get(entry.getKey()))) list.add(entry.getKey());
            if (list.size() > Limits.GONE_MAX) return null;
        }
        for (Long id : revisions.keySet()) {
            if (!all.containsKey(id)) list.add(id);
            if (list.size() > Limits.GONE_MAX) return null;
        }
        return list;
    }
}
