package dev.lintel.controller.fleet;

import dev.lintel.controller.fleet.BoxStore.Box;
import dev.lintel.controller.store.Sql;
import dev.lintel.reader.Bytes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the hub knows of copies of boxes: column `runs` of table `box`, and the certificates of copies that are turned
/// away. Each method runs in the caller's transaction.
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

    /// What an earlier start of the hub knew of a box's runs.
    ///
    /// @param runs JSON, as [#keep] got it
    public record Kept(String name, String runs) {}

    /// By box that follows.
    public static Map<Long, Kept> kept(Sql sql) {
        var kept = new HashMap<Long, Kept>();
        sql.each(
                "SELECT id, name, runs FROM box WHERE state = 'joined' AND runs IS NOT NULL",
                row -> kept.put(row.number(1), new Kept(row.text(2), row.text(3))));
        return kept;
    }

    /// Writes what is known of a box's runs; null: nothing.
    public static void keep(Sql sql, long boxId, @Nullable String runs) {
        sql.run("UPDATE box SET runs = ? WHERE id = ?", runs, boxId);
    }
}
