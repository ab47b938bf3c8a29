package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.store.DeliveryStore.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// What `webhooks.db` still had to send when the backup was made that this box was restored from. Receivers may
/// have got it since. Nothing is sent until an operator sends it or drops it; a file in the data folder says so,
/// also over a restart. Any thread.
public final class HeldDeliveries {
    private static final String FILE = "webhooks.held";
    private static final String WAITING = """
            SELECT (SELECT count(*) FROM delivery WHERE state = 'waiting'),
                   (SELECT count(*) FROM item WHERE delivery_id IS NULL)""";

    private final Path mark;
    private final SideDatabase database;

    /// @param database `webhooks.db` of that folder
    public HeldDeliveries(DataFolder folder, SideDatabase database) {
        this.mark = folder.path().resolve(FILE);
        this.database = database;
    }

    /// What is held.
    ///
    /// @param deliveries POSTs that wait
    /// @param items that are in no delivery yet
    public record Waiting(long deliveries, long items) {
        boolean isNothing() {
            return deliveries == 0 && items == 0;
        }
    }

    /// Holds what the files of a backup, unpacked to `fresh`, still have to send. Throws [StoreException].
    public static void hold(Path fresh) throws IOException {
        Path file = fresh.resolve(Migrations.WEBHOOKS.file());
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return;
        Sql sql = Database.connect(file, false, Database.OTHERS_CACHE_KIB);
        boolean any;
        try {
            String table = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'delivery'";
            any = sql.get(table, row -> row.number(1)) > 0 && !waiting(sql).isNothing();
        } finally {
            sql.close();
        }
        if (any && !Files.exists(fresh.resolve(FILE), LinkOption.NOFOLLOW_LINKS)) {
            DataFolder.writePrivate(fresh.resolve(FILE), new byte[0]);
        }
    }

    private static Waiting waiting(Sql sql) {
        return sql.get(WAITING, row -> new Waiting(row.number(1), row.number(2)));
    }

    public boolean isHeld() {
        return Files.exists(mark, LinkOption.NOFOLLOW_LINKS);
    }

    public Waiting waiting() {
        return isHeld() ? database.read(HeldDeliveries::waiting) : new Waiting(0, 0);
    }

    /// It is sent from the next start of sending on. Throws [DataFolderException].
    public void send() {
        try {
            Files.deleteIfExists(mark);
        } catch (IOException e) {
            throw new DataFolderException("the file " + mark + " cannot be removed: " + e.getMessage(), e);
        }
    }

    /// It is never sent. The deliveries are listed as dropped.
    public void drop(long nowMs) {
        database.write(sql -> {
            for (long id : sql.list("SELECT id FROM delivery WHERE state = 'waiting'", row -> row.number(1))) {
                DeliveryStore.end(sql, id, State.DROPPED, nowMs);
            }
            return sql.run("DELETE FROM item WHERE delivery_id IS NULL");
        });
        send();
    }
}
