package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Wired;
import dev.lintel.controller.store.Database;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which box each channel hangs on, from memory: read anew once that has changed. Any thread that may block.
final class Hanging {
    private final Database database;
    private volatile Wired wired = new Wired(-1, Map.of());

    Hanging(Database database) {
        this.database = database;
    }

    /// The box's name, by channel.
    Map<Long, String> boxes() {
        Wired known = wired;
        Wired now = database.read(sql -> BoxStore.wired(sql, known));
        wired = now;
        return now.boxes();
    }

    /// The name of a channel's box; null: it hangs on none.
    @Nullable
    String of(long channelId) {
        return boxes().get(channelId);
    }
}
