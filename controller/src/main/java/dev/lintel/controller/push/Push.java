package dev.lintel.controller.push;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.client.HttpSender;
import dev.lintel.controller.client.Sender;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PushStore;
import dev.lintel.controller.time.Time;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Notifications to browsers: the thread that watches for what they are notified of, and the desk of the pages.
public final class Push implements AutoCloseable {
    private final Parts parts;
    private final PushDesk desk;
    private @Nullable Thread watcher;

    /// What it works with.
    ///
    /// @param sender posts to push services; closed with this
    /// @param contact an address of this box that push services may see; null: it has none yet
    public record Parts(
            DataFolder folder, Database database, HttpSender sender, Supplier<@Nullable String> contact, Time time) {}

    public Push(Parts parts) {
        this.parts = parts;
        this.desk = desk(parts.folder, parts.database, parts.sender, parts.contact, parts.time);
    }

    static PushDesk desk(
            DataFolder folder, Database database, Sender sender, Supplier<@Nullable String> contact, Time time) {
        var store = new PushStore(database);
        var key = new VapidKey(folder);
        return new PushDesk(store, key, new PushSender(new PushSender.Parts(sender, key, store, contact, time)), time);
    }

    /// What the pages ask for.
    public PushDesk desk() {
        return desk;
    }

    /// Begins to notify. A second call does nothing.
    public synchronized void start(ApprovalDesk approvals) {
        if (watcher != null) return;
        Database database = parts.database;
        watcher = Thread.ofVirtual()
                .name("push-approvals")
                .start(new ApprovalNotices(new ApprovalNotices.Parts(
                        database.events(),
                        new EventStore(database),
                        new ConsoleStore(database),
                        approvals,
                        desk,
                        parts.time)));
    }

    /// Before the database and the server, whose event loops it sends with.
    @Override
    public synchronized void close() {
        Thread started = watcher;
        if (started != null) started.interrupt();
        desk.close();
        parts.sender.close();
    }
}
