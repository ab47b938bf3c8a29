package dev.lintel.controller;

import dev.lintel.controller.console.SetupLinks;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.UserStore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The link that makes the first administrator, from the moment at which pages are served until somebody
/// has used it. Any thread that may block.
///
/// ```
///   opened ──> good ──24 h, or a clock that was set since──> over ──looked at──> another one, good
///                └──used──> gone, for good
/// ```
final class FirstLink {
    private final SetupLinks links;
    private final UserStore users;
    private boolean opened;
    private @Nullable Link link;

    /// A link's path and query, and for how long it holds, in words.
    record Link(String path, String words) {
        /// As it is printed.
        String line() {
            return path + "   (" + words + ")";
        }
    }

    FirstLink(SetupLinks links, Database database) {
        this.links = links;
        this.users = new UserStore(database);
    }

    /// Takes what `first` makes, once: null where there is an administrator by now.
    synchronized void open(Supplier<@Nullable Link> first) {
        if (!opened) link = first.get();
        opened = true;
    }

    /// One that is good for a day.
    static Link ofDay(SetupLinks links) {
        return new Link(links.create(), "once, within 24 hours");
    }

    /// As it was made; null: none was.
    synchronized @Nullable Link made() {
        return link;
    }

    /// One that is good now: another one in the place of one that is over, by its end or by a clock that stood years
    /// behind when it was made. Null where there is an administrator, or pages are not served yet.
    synchronized @Nullable Link good() {
        Link now = link;
        if (now == null || users.hasAdministrator()) return null;
        if (!links.isGood(now.path)) link = ofDay(links);
        return link;
    }
}
