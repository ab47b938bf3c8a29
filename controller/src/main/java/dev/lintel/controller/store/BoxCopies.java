package dev.lintel.controller.store;

import dev.lintel.controller.store.BoxStore.Box;
import dev.lintel.reader.Bytes;

/// Turns away copies of a box that has got a new key. In the caller's transaction.
public final class BoxCopies {
    private BoxCopies() {}

    /// Certificates of other keys than `kept` belong to a box of that name which was turned away, so that a copy hears
    /// why the hub refuses it.
    public static void turnAway(Sql sql, Box box, Bytes kept, long nowMs) {
        long copy = sql.insert(
                "INSERT INTO box (name, state, everything, read_only, joined_at, joined_by, version, units,"
                        + " last_contact_at, lost_at, ended_at)"
                        + " SELECT name, 'revoked', everything, read_only, joined_at, joined_by, version, units,"
                        + " last_contact_at, lost_at, ?2 FROM box WHERE id = ?1",
                box.id(),
                nowMs);
        sql.run("UPDATE box_certificate SET box_id = ? WHERE box_id = ? AND public_key <> ?", copy, box.id(), kept);
    }
}
