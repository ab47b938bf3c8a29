package dev.lintel.controller.proof;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventHeadStore;
import dev.lintel.controller.store.EventHeadStore.Head;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sends signed heads of the log to places that are safe from changes to this box's disk: a file on another disk, a
/// syslog server, a webhook. Each target has a thread of its own, so that one that hangs holds up no other. Started and
/// closed by the wiring.
public final class Witness implements AutoCloseable {
    /// After a start, and after a head that did not arrive.
    private static final Duration AGAIN = Duration.ofMinutes(1);

    /// Twice what a webhook may take to connect and to answer. A file on a network disk has no limit of its own.
    private static final long HANGS_NS = TimeUnit.SECONDS.toNanos(60);

    private static final Logger LOG = System.getLogger(Witness.class.getName());

    private final Database database;
    private final List<Sender> senders;
    private final Duration every;
    private final Time time;
    private final CountDownLatch closing = new CountDownLatch(1);

    /// A syslog server.
    public record Server(String host, int port) {}

    /// Where heads are sent; null: not there.
    ///
    /// @param trust files (PEM) with certificates of authorities that vouch for the webhook's server, apart from
    ///     those of Java
    public record Targets(
            @Nullable Path file,
            @Nullable Server syslog,
            @Nullable URI webhook,
            List<Path> trust) {
        public Targets {
            trust = List.copyOf(trust);
        }

        private List<HeadTarget> all(String box, Time time) {
            return Stream.of(
                            file == null ? null : new HeadFile(file, box),
                            syslog == null ? null : new HeadSyslog(syslog.host, syslog.port, box, time),
                            webhook == null ? null : new HeadWebhook(webhook, trust, box))
                    .filter(Objects::nonNull)
                    .map(HeadTarget.class::cast)
                    .toList();
        }
    }

    /// @param box the name of this box
    /// @param every between two heads
    public Witness(Database database, Targets targets, String box, Duration every, Time time) {
        this(database, targets.all(box, time), every, time);
    }

    Witness(Database database, List<HeadTarget> targets, Duration every, Time time) {
        this.database = database;
        this.every = every;
        this.time = time;
        this.senders = targets.stream().map(Sender::new).toList();
    }

    public void start() {
        for (Sender sender : senders) sender.start();
    }

    /// Which targets did not take the newest head, for /health; null: all did.
    public @Nullable String fault() {
        String faults =
                senders.stream().map(Sender::fault).filter(Objects::nonNull).collect(Collectors.joining("; "));
        return faults.isEmpty() ? null : "witness of the event log: " + faults;
    }

    /// Sends the newest head to each target that does not have it. Returns whether all have it now.
    boolean send() throws InterruptedException {
        boolean all = true;
        for (Sender sender : senders) all &= sender.send();
        return all;
    }

    /// One target, and what is known of it.
    private final class Sender {
        private final HeadTarget target;
        private volatile @Nullable String fault;
        private volatile long begunNs; // of a head that is on its way; 0: none is
        private @Nullable Thread thread;
        private long sent; // the event of the newest head that the target has; this sender's thread only

        Sender(HeadTarget target) {
            this.target = target;
        }

        /// A platform thread: a write to a hanging disk holds the thread that does it, and virtual threads share few.
        void start() {
            thread = Thread.ofPlatform()
                    .daemon()
                    .name("witness-" + target.name())
                    .start(this::run);
        }

        private void run() {
            try {
                Duration wait = AGAIN;
                while (!closing.await(wait.toMillis(), TimeUnit.MILLISECONDS)) wait = send() ? every : AGAIN;
            } catch (InterruptedException _) {
                // closed
            }
        }

        boolean send() throws InterruptedException {
            try {
                Head head = database.read(EventHeadStore::newest);
                if (head == null) return false; // nothing is signed yet
                if (head.eventId() == sent) return true;
                long nowNs = time.nowNs();
                begunNs = nowNs == 0 ? 1 : nowNs;
                target.send(head);
                sent = head.eventId();
                report(null);
            } catch (IOException e) {
                report(String.valueOf(e.getMessage()));
            } catch (StoreException e) {
                report("the newest head cannot be read: " + e.getMessage());
            } catch (RuntimeException e) { // a fault of this program must not end the thread without a word in /health
                LOG.log(Level.ERROR, "a head of the event log is not sent", e);
                report(target.name() + ": " + e);
            } finally {
                begunNs = 0;
            }
            return fault == null;
        }

        private void report(@Nullable String now) {
            if (now != null && fault == null) LOG.log(Level.WARNING, "witness of the event log: " + now);
            fault = now;
        }

        @Nullable
        String fault() {
            long sinceNs = begunNs;
            long forNs = time.nowNs() - sinceNs;
            if (sinceNs == 0 || forNs < HANGS_NS) return fault;
            return target.name() + " has not answered for " + TimeUnit.NANOSECONDS.toSeconds(forNs) + " s";
        }

        void close() {
            Thread running = thread;
            if (running != null) running.interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        for (Sender sender : senders) sender.close();
    }
}
