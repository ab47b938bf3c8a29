package dev.lintel.controller.api;

import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.http.UpstreamDesk;
import dev.lintel.controller.store.ChannelStore.Channel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How following goes, as clients see it. A box that follows nobody decides from what is written to it: whatever is on
/// its disk, each channel has. Any thread.
///
/// @param desk null while this box follows nobody
/// @param elsewhere knows how far the boxes have followed that follow this one
record SyncJson(Supplier<@Nullable UpstreamDesk> desk, Elsewhere elsewhere) {
    /// Of a box, each worse than the one before it, and the account's words for them.
    private static final List<String> WORSE = List.of("ok", "syncing", "pending", "fail");

    private static final List<String> OF_ACCOUNT = List.of("complete", "syncing", "pending", "failing");

    static final SyncJson STANDALONE = new SyncJson(() -> null, Elsewhere.NOWHERE);

    /// Of a channel. `syncedMs`: when a box that follows nobody last changed.
    Map<String, @Nullable Object> channel(Channel channel, AccountTimes times, long syncedMs) {
        if (channel.box() != null) return ofAnother(elsewhere.sync(channel.id()), times, channel);
        UpstreamDesk following = desk.get();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("status", following == null ? "ok" : word(following, "ok", "fail"));
        json.put("last_sync_completed_at", last(following, times, syncedMs));
        return json;
    }

    /// The contract has a time there, always. Before a box has ever had all, that is when its channel was made: earlier
    /// than anything it might lack.
    private static Map<String, @Nullable Object> ofAnother(Elsewhere.Sync sync, AccountTimes times, Channel channel) {
        Long completedMs = sync.completedMs();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("status", sync.status());
        json.put("last_sync_completed_at", times.local(completedMs == null ? channel.createdAtMs() : completedMs));
        return json;
    }

    /// Of the account, as [#channel]. At a hub it is what all of its boxes have.
    Map<String, @Nullable Object> account(AccountTimes times, long syncedMs) {
        UpstreamDesk following = desk.get();
        if (following == null) return ofAll(elsewhere.syncs(), times, syncedMs);
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("status", word(following, "complete", "failing"));
        json.put("last_sync", last(following, times, syncedMs));
        json.put("description", following.progress().problem());
        return json;
    }

    /// The worst of them counts, and the one that has waited longest: null where one never had all.
    private static Map<String, @Nullable Object> ofAll(
            Map<String, Elsewhere.Sync> boxes, AccountTimes times, long syncedMs) {
        int worst = 0;
        Long last = syncedMs;
        var problems = new ArrayList<String>();
        for (var box : boxes.entrySet()) {
            Elsewhere.Sync sync = box.getValue();
            worst = Math.max(worst, WORSE.indexOf(sync.status()));
            Long completedMs = sync.completedMs();
            last = last == null || completedMs == null ? null : Long.valueOf(Math.min(last, completedMs));
            if (sync.problem() != null) problems.add(box.getKey() + ": " + sync.problem());
        }
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("status", OF_ACCOUNT.get(worst));
        json.put("last_sync", last == null ? null : times.local(last));
        json.put("description", problems.isEmpty() ? null : String.join("; ", problems));
        return json;
    }

    private static String word(UpstreamDesk following, String well, String badly) {
        return switch (following.progress().phase()) {
            case PENDING -> "pending";
            case SYNCING -> "syncing";
            case OK -> well;
            case FAILING -> badly;
        };
    }

    /// Before the hub's first sync has come to its end, what stands is what this box had by itself.
    private static String last(@Nullable UpstreamDesk following, AccountTimes times, long syncedMs) {
        Long completedMs = following == null ? null : following.progress().completedMs();
        return times.local(completedMs == null ? syncedMs : completedMs);
    }
}
