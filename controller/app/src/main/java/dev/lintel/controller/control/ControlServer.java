package dev.lintel.controller.control;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Listens on the data folder's socket and runs commands by name. Opened by the wiring as the last thing, closed first.
public final class ControlServer implements AutoCloseable {
    /// A few terminals, some of them following events.
    public static final int CONNECTIONS_MAX = 16;

    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);
    /// What made an accept fail has time to pass, and the log does not fill with it.
    private static final long PAUSE_MS = 500;

    private static final String LOCK = "lintel.lock";

    private static final Logger LOG = System.getLogger(ControlServer.class.getName());

    private final Path dataFolder;
    private final Path runFolder;
    private final Time time;
    private final Map<String, Command> commands;
    /// Of the data folder's lock file, which this process holds; null where there is none.
    private final @Nullable Long lock;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Set<Thread> connections = ConcurrentHashMap.newKeySet();

    private volatile Bound bound;

    /// A listening socket and its file.
    ///
    /// @param inode of the file; the kernel gives it to no other file while the socket is open
    private record Bound(ServerSocketChannel listener, Path path, long inode) {}

    private ControlServer(Path dataFolder, Path runFolder, Time time, Map<String, Command> commands)
            throws IOException {
        this.dataFolder = dataFolder;
        this.runFolder = runFolder;
        this.time = time;
        this.commands = Map.copyOf(commands);
        this.lock = inodeOrNull(dataFolder.resolve(LOCK));
        this.bound = bind();
    }

    /// Opens the socket; the caller holds the data folder. Throws `UncheckedIOException` when it cannot be made.
    public static ControlServer open(Path dataFolder, Time time, Map<String, Command> commands) {
        return open(dataFolder, ControlSocket.runFolder(), time, commands);
    }

    static ControlServer open(Path dataFolder, Path runFolder, Time time, Map<String, Command> commands) {
        try {
            var server = new ControlServer(dataFolder, runFolder, time, commands);
            server.listenOn(server.bound.listener);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the control socket in " + dataFolder + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private Bound bind() throws IOException {
        Path path = ControlSocket.place(dataFolder, runFolder);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listener.bind(UnixDomainSocketAddress.of(path), CONNECTIONS_MAX);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
            return new Bound(listener, path, inode(path));
        } catch (IOException e) {
            listener.close();
            throw e;
        }
    }

    private void listenOn(ServerSocketChannel listener) {
        Thread.ofVirtual().name("control-listen").start(() -> listen(listener::accept));
    }

    private static long inode(Path path) throws IOException {
        return ((Number) Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS)).longValue();
    }

    private static @Nullable Long inodeOrNull(Path path) {
        try {
            return inode(path);
        } catch (IOException e) { // most likely it is not there
            return null;
        }
    }

    /// Whether another folder is in the data folder's place, with a lock file that another process may hold. The kernel
    /// gives the inode of a file that this process holds to no other.
    private boolean isReplaced() {
        Long now = inodeOrNull(dataFolder.resolve(LOCK));
        return lock != null && now != null && !now.equals(lock);
    }

    /// Binds the socket again where its file was removed or replaced. Returns why clients cannot reach it, or null.
    /// Housekeeping's thread, or the test's.
    public @Nullable String look() {
        Bound before = bound;
        if (isThere(before)) return null;
        if (!Files.isDirectory(dataFolder)) return "the control socket is gone with the data folder " + dataFolder;
        if (isReplaced()) return "the data folder " + dataFolder + " was replaced by another: restart the box";
        try {
            Bound again = bind();
            bound = again;
            if (closing.getCount() == 0) again.listener.close();
            before.listener.close();
            listenOn(again.listener);
            LOG.log(Level.WARNING, "the control socket was removed and is bound again: " + again.path);
            return null;
        } catch (IOException e) {
            return "the control socket was removed and cannot be bound again: " + e.getMessage();
        }
    }

    private boolean isThere(Bound socket) {
        try {
            Long now = inodeOrNull(socket.path);
            return now != null && now == socket.inode && socket.path.equals(ControlSocket.find(dataFolder));
        } catch (IOException e) {
            return false;
        }
    }

    /// The listener's `accept`; a test's may fail.
    interface Acceptor {
        SocketChannel accept() throws IOException;
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            bound.listener.close();
            for (Thread connection : connections) connection.interrupt();
            for (Thread connection : connections) connection.join(CLOSE_MAX);
            if (!isReplaced()) ControlSocket.clear(dataFolder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Until the listener is closed. The next client finds an ear even after an accept that failed.
    void listen(Acceptor acceptor) {
        while (bound.listener.isOpen()) {
            try {
                SocketChannel channel = acceptor.accept();
                Thread thread = Thread.ofVirtual().name("control").unstarted(() -> serve(channel));
                connections.add(thread);
                thread.start();
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) { // no file handles left, most likely
                LOG.log(Level.WARNING, "the control socket took no connection", e);
                if (closedWithin(PAUSE_MS)) return;
            }
        }
    }

    private boolean closedWithin(long ms) {
        try {
            return closing.await(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true; // nobody interrupts this thread but a process that is ending
        }
    }

    private void serve(SocketChannel channel) {
        try (var connection = new ControlConnection(channel, time::nowNs)) {
            int open = connections.size();
            if (open <= CONNECTIONS_MAX) answer(connection);
            else if (open <= 2 * CONNECTIONS_MAX) turnAway(connection);
        } catch (IOException e) {
            // The client left or this process is ending: there is nobody to tell.
        } catch (ClientGone e) {
            // Likewise.
        } finally {
            connections.remove(Thread.currentThread());
        }
    }

    private void answer(ControlConnection connection) throws IOException {
        try {
            String line = connection.readLine();
            if (line == null) return;
            Request request = Request.parse(line);
            Command command = find(request.text("command"));
            ClientWork.run(() -> command.run(request, connection));
            connection.send(new TreeMap<>(Map.of("done", true, "exit", 0)));
        } catch (Refused e) {
            refuse(connection, String.valueOf(e.getMessage()), e.exit());
        } catch (StoreException e) {
            refuse(connection, "the database refused: " + e.getMessage(), Refused.FOR_GOOD);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ClientGone e) {
            throw e;
        } catch (RuntimeException e) { // a fault of ours; whoever asked must hear that nothing came of it
            LOG.log(Level.ERROR, "a command failed", e);
            refuse(connection, "the command failed unexpectedly, see the process's log: " + e, Refused.FOR_GOOD);
        }
    }

    private static void turnAway(ControlConnection connection) throws IOException {
        String line = connection.readLine(); // closing with the request unread would reset the answer away
        if (line != null) refuse(connection, "too many control connections are open", Refused.FOR_NOW);
    }

    private Command find(String name) {
        Command command = commands.get(name);
        if (command != null) return command;
        String known = String.join(", ", new TreeMap<>(commands).keySet());
        throw new Refused("unknown command '" + name + "'; this process knows " + known);
    }

    private static void refuse(ControlConnection connection, String why, int exit) {
        connection.send(new TreeMap<String, Object>(Map.of("error", why, "done", true, "exit", exit)));
    }
}
