package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxStore;
import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.fleet.BoxWrites;
import dev.lintel.controller.fleet.BoxWrites.Beginning;
import dev.lintel.controller.fleet.BoxWrites.Written;
import dev.lintel.controller.hub.HubDesk.RefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What boxes wrote at a hub for their API clients, and whether they may. Any thread that may block.
public final class BoxWriting {
    private final Hub hub;

    BoxWriting(Hub hub) {
        this.hub = hub;
    }

    /// What a box wrote.
    ///
    /// @param count all that the log has
    /// @param newest some of them, the newest first
    /// @param begins writes from before are not in the log; null: the log has all
    public record Writes(
            long count, List<Written> newest, @Nullable Beginning begins) {
        public Writes {
            newest = List.copyOf(newest);
        }
    }

    /// What the box with that number wrote, `most` at most; also of one that follows no more.
    public Writes of(long boxId, int most) {
        return hub.database()
                .read(sql -> new Writes(
                        BoxWrites.count(sql, boxId), BoxWrites.of(sql, boxId, most), BoxWrites.begins(sql, boxId)));
    }

    /// As above, of the newest box of that name. Throws [RefusedException] where there never was one.
    public Writes of(String name, int most) {
        Long boxId = hub.database().read(sql -> BoxWrites.newest(sql, name));
        if (boxId == null) throw HubDesk.unknown(name);
        return of(boxId, most);
    }

    /// Lets a box write for its clients, or refuses that from now on. Throws [RefusedException] where no
    /// box follows under that name.
    public void allow(String name, boolean mayWrite, String by) {
        hub.database().write(sql -> {
            Box box = BoxStore.named(sql, name);
            if (box == null) throw HubDesk.unknown(name);
            if (box.readOnly() != mayWrite) return false;
            BoxWrites.allow(sql, box.id(), mayWrite);
            hub.log().tell(name, mayWrite ? "writes allowed" : "writes refused", by);
            return true;
        });
    }
}
