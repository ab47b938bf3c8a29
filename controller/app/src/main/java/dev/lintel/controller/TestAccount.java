package dev.lintel.controller;

import dev.lintel.controller.api.Announcements;
import dev.lintel.controller.console.TestDoors;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The account of developers who try out an integration (id 2, channels 9001 and 9002). It stands beside the customer's
/// in a folder, a database and doors of its own, so that no question can show the one in the other.
///
/// Opened by the first request that needs it, and closed with the box. When it cannot be opened, those requests get 503
/// in words, it is tried again some seconds later, and the customer's doors know nothing of it. Any thread but an event
/// loop; `turn` is held while it is opened or closed.
final class TestAccount implements TestDoors, AutoCloseable {
    /// In the data folder.
    static final String FOLDER = "test-account";
    /// In [#FOLDER]: nothing happens by itself while it is there.
    static final String EVENTS_OFF = "events-off";
    /// A folder that is mended by hand is not mended sooner, and each attempt reads a whole database.
    static final Duration AGAIN_AFTER = Duration.ofSeconds(5);

    private static final Logger LOG = System.getLogger(TestAccount.class.getName());

    private final Parts parts;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile Announcements announcements = Announcements.NONE;
    private volatile Consumer<Database> onOpen = _ -> {};
    private volatile @Nullable TestBox box;
    private volatile boolean closed;
    private @Nullable String refusal; // of the last attempt
    private long againNs; // no sooner than then

    /// What it is made beside.
    ///
    /// @param folder the customer's, in which its own is made
    /// @param users the database that holds those who sign in
    /// @param version of this program
    /// @param url where this box is reached; null: nowhere yet
    record Parts(DataFolder folder, Database users, String version, Supplier<@Nullable String> url, Time time) {}

    TestAccount(Parts parts) {
        this.parts = parts;
    }

    /// Who tells others of what happens here, and is told of each database that is opened. Before the first request.
    void tells(Announcements to, Consumer<Database> opened) {
        announcements = to;
        onOpen = opened;
    }

    /// Null while it is not open, or of no use.
    @Nullable
    Database database() {
        TestBox open = box;
        return open == null || open.broken() != null ? null : open.database();
    }

    /// Answers a request that is signed in and counted already.
    Reply answer(Request request) {
        TestBox open;
        try {
            open = opened();
        } catch (RefusedException e) {
            return e.reply();
        }
        try {
            return open.api().reroute(request);
        } catch (StoreException e) {
            return switch (e.reason()) {
                case CORRUPT -> {
                    LOG.log(Level.ERROR, "the test account's database is damaged", e);
                    open.isBroken("its database is damaged");
                    yield unavailable("its database is damaged");
                }
                case FULL -> unavailable("it has no room for more");
                case CLOSED -> unavailable("it is being opened anew");
                case DISK -> unavailable("its disk fails");
                case CONSTRAINT, GONE, NEWER, MEMORY, REFUSED, OTHER -> throw e;
            };
        }
    }

    /// Its resources, opened by the first call. Throws [RefusedException] with 503 when that is not possible.
    Endpoints api() {
        return opened().api();
    }

    @Override
    public @Nullable String open() {
        try {
            opened();
            return null;
        } catch (RefusedException e) {
            turn.lock();
            try {
                return refusal == null ? "the box is closing" : refusal;
            } finally {
                turn.unlock();
            }
        }
    }

    /// Whether it has been opened.
    boolean isOpen() {
        return box != null;
    }

    TestBox opened() {
        TestBox open = box;
        if (open != null && open.broken() == null) return open;
        turn.lock();
        try {
            return openedInTurn();
        } finally {
            turn.unlock();
        }
    }

    private TestBox openedInTurn() {
        TestBox open = box;
        if (open != null && open.broken() == null) return open;
        if (closed) throw new RefusedException(new Reply.Unavailable("closing", 1));
        long nowNs = parts.time.nowNs();
        String why = open == null ? refusal : open.broken();
        if (why != null && nowNs - againNs < 0) throw new RefusedException(unavailable(why));
        box = null;
        if (open != null) open.close();
        againNs = nowNs + AGAIN_AFTER.toNanos(); // also for one that opens and breaks at once
        try {
            open = TestBox.open(new TestBox.Parts(
                    path(), parts.users, parts.version, parts.url, this::eventsOn, announcements, parts.time));
        } catch (RuntimeException e) { // whatever it is must not reach beyond this account
            LOG.log(Level.ERROR, "the test account does not open", e);
            refusal = words(e);
            throw new RefusedException(unavailable(refusal));
        }
        refusal = null;
        box = open;
        onOpen.accept(open.database());
        return open;
    }

    /// For who asks by the network: the paths of this machine are in the log.
    private static String words(RuntimeException fault) {
        return switch (fault) {
            case DataFolderException _ -> "its folder cannot be used";
            case StoreException store ->
                switch (store.reason()) {
                    case CORRUPT -> "its database is damaged";
                    case NEWER -> "its database is of a newer version";
                    case FULL -> "there is no room on the disk";
                    case DISK -> "the disk fails";
                    case CONSTRAINT, GONE, CLOSED, MEMORY, REFUSED, OTHER -> "its database cannot be used";
                };
            default -> "it does not start";
        };
    }

    private static Reply unavailable(String why) {
        return new Reply.Unavailable("the test account cannot be used now: " + why, (int) AGAIN_AFTER.toSeconds());
    }

    /// Whether something happens at its doors each minute. Any thread.
    @Override
    public boolean eventsOn() {
        return !Files.exists(path().resolve(EVENTS_OFF));
    }

    /// Lets something happen each minute, or no more; kept over restarts. The account need not be open. Throws
    /// [DataFolderException] in words when the disk refuses it.
    @Override
    public void events(boolean on) {
        Path off = path().resolve(EVENTS_OFF);
        try {
            if (on) {
                Files.deleteIfExists(off);
            } else {
                parts.folder.folder(FOLDER);
                DataFolder.writePrivate(off, new byte[0]);
            }
        } catch (IOException e) {
            throw new DataFolderException("the test account's events cannot be switched: " + e.getMessage(), e);
        }
    }

    private Path path() {
        return parts.folder.path().resolve(FOLDER);
    }

    /// Once no request is under way any more.
    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
            TestBox open = box;
            box = null;
            if (open != null) open.close();
        } finally {
            turn.unlock();
        }
    }
}
