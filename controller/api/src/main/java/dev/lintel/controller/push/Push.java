package dev.lintel.controller.push;

import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.client.HttpSender;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PushStore;
import dev.lintel.controller.time.Time;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Notifications to browsers, and the thread that looks for what browsers are notified of.
public final class Push implements AutoCloseable {
    private final Parts parts;
    private final Notifications notifications;
    private @Nullable Thread watcher;

    /// The dependencies of the notifications.
    ///
    /// @param sender posts to push services; closed with this
    /// @param contact the contact of the operator for push services; null: none yet
    /// @param anyPort whether push services may have another port than 443
    public record Parts(
            DataFolder folder,
            Database database,
            HttpSender sender,
            Supplier<@Nullable String> contact,
            boolean anyPort,
            Time time) {}

    public Push(Parts parts) {
        this.parts = parts;
        var key = new VapidKey(parts.folder);
        var store = new PushStore(parts.database);
        this.notifications =
                notifications(new PushSender.Parts(parts.sender, key, store, parts.contact, parts.time), parts.anyPort);
    }

    static Notifications notifications(PushSender.Parts parts, boolean anyPort) {
        return new Notifications(parts.store(), parts.key(), new PushSender(parts), parts.time(), anyPort);
    }

    /// The subscriptions of browsers, for the pages.
    public Notifications notifications() {
        return notifications;
    }

    /// Begins to notify. A second call does nothing.
    public synchronized void start(ApprovalDesk approvals) {
        if (watcher != null) return;
        Database database = parts.database;
        watcher = Thread.ofVirtual()
                .name("push-approvals")
                .start(new ApprovalNotifications(new ApprovalNotifications.Parts(
                        database.events(),
                        new EventStore(database),
                        new ConsoleStore(database),
                        approvals,
                        notifications,
                        parts.time)));
    }

    /// Before the database and the server, whose event loops it sends with.
    @Override
    public synchronized void close() {
        Thread started = watcher;
        if (started != null) started.interrupt();
        notifications.close();
        parts.sender.close();
    }
}
