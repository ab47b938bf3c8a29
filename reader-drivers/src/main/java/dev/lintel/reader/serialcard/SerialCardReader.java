package dev.lintel.reader.serialcard;

import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderListener;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.serial.LineOpener;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Reads one serial reader in one daemon thread of its own named `serial-NAME`, on which the [ReaderListener] is
/// called. A lost line is opened again for as long as the driver lives, however often its adapter is unplugged; all
/// other methods are for any thread.
///
/// Such a reader only sends: it is online while its port is open, and shows nothing.
public final class SerialCardReader implements Reader, AutoCloseable {
    private static final Logger LOG = System.getLogger(SerialCardReader.class.getName());
    static final long REOPEN_NS_MIN = 250_000_000;

    /// A replugged adapter is back within this time.
    static final long REOPEN_NS_MAX = 5_000_000_000L;

    /// A line that lasts for less is still failing: the pauses between openings go on growing.
    private static final long STEADY_NS = 5_000_000_000L;

    /// How long a read may hold up the end of the driver.
    private static final long READ_NS_MAX = 100_000_000;

    private static final long PUBLISH_NS = 1_000_000_000;

    /// A second of the fastest line would be more; the line keeps the rest.
    private static final int READ_BYTES_MAX = 1024;

    private static final long CLOSE_MS_MAX = 2_000;

    private enum LineState {
        UNKNOWN,
        ONLINE,
        OFFLINE
    }

    private final String name;
    private final LineOpener opener;
    private final ReaderListener listener;
    private final LongSupplier nowNs;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private volatile LineState state = LineState.UNKNOWN;
    private volatile SerialCardStatistics statistics;

    // The reader's thread only.
    private final SerialFrames frames;
    private final Presentations presentations;
    private final byte[] received = new byte[READ_BYTES_MAX];
    private long publishNs;
    private String port;
    private long openings;
    private volatile long aliveNs;
    private String lineError = "";

    /// `name` is for messages; `opener` is asked on the driver's thread; `nowNs` is the process's monotonic clock.
    public SerialCardReader(
            String name, LineOpener opener, SerialCardSettings settings, ReaderListener listener, LongSupplier nowNs) {
        this.name = name;
        this.opener = opener;
        this.listener = listener;
        this.nowNs = nowNs;
        this.port = name;
        this.frames = new SerialFrames(settings.protocol());
        this.presentations = new Presentations(settings.confirm());
        this.publishNs = nowNs.getAsLong();
        this.aliveNs = publishNs;
        this.statistics = snapshot();
        this.thread = Thread.ofPlatform().name("serial-" + name).daemon().unstarted(this::run);
    }

    /// Starts reading. Once only.
    public void start() {
        thread.start();
    }

    /// A serial reader has no way back: it shows nothing but what its own maker lets it.
    @Override
    public void show(ReaderSignal signal, int holdMs) {}

    /// Whether the port is open. Until it was tried the reader is taken to be there.
    @Override
    public boolean online() {
        return state != LineState.OFFLINE;
    }

    /// How the reader is doing, at most about a second old.
    public SerialCardStatistics statistics() {
        return statistics;
    }

    /// The monotonic time at which the reader's thread last went round: with a line several times a second, without
    /// one at each attempt to open it.
    public long aliveNs() {
        return aliveNs;
    }

    /// Ends the thread and closes the line; no event comes after it returns, unless it is called from the listener
    /// itself.
    @Override
    public void close() {
        closing.countDown();
        try {
            if (thread.threadId() != Thread.currentThread().threadId()) thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller is being ended: the daemon thread ends by itself
        }
    }

    private void run() {
        long pauseNs = REOPEN_NS_MIN;
        while (!closed()) {
            long openedNs = nowNs.getAsLong();
            aliveNs = openedNs;
            try (SerialLine line = opener.open()) {
                opened(line);
                serve(line);
            } catch (SerialException e) {
                lost(String.valueOf(e.getMessage()));
            } catch (RuntimeException e) { // a fault of ours: the reader begins anew, it never just ends
                LOG.log(Level.ERROR, "serial reader " + name + " begins anew after a fault", e);
                lost("begun anew after a fault: " + e);
            }
            if (nowNs.getAsLong() - openedNs >= STEADY_NS) pauseNs = REOPEN_NS_MIN;
            if (closedWithin(pauseNs)) break;
            pauseNs = Math.min(2 * pauseNs, REOPEN_NS_MAX);
        }
        statistics = snapshot();
    }

    private void opened(SerialLine line) {
        port = line.name();
        openings++;
        turn(LineState.ONLINE);
    }

    private void lost(String why) {
        lineError = why;
        report(frames.lineDown(), nowNs.getAsLong());
        if (!closed()) turn(LineState.OFFLINE);
    }

    private void turn(LineState now) {
        LineState before = state;
        state = now;
        statistics = snapshot();
        if (before == now) return;
        long atNs = nowNs.getAsLong();
        tell(now == LineState.ONLINE ? new ReaderEvent.Online(atNs) : new ReaderEvent.Offline(atNs));
    }

    private void serve(SerialLine line) {
        while (!closed()) {
            int count = line.read(received, waitNs());
            long now = nowNs.getAsLong();
            aliveNs = now;
            report(count > 0 ? frames.feed(received, count, now) : frames.step(now), now);
            if (now - publishNs < PUBLISH_NS) continue;
            publishNs = now;
            presentations.expire(now);
            statistics = snapshot();
        }
    }

    /// What has arrived already is read even when the silence should be over: only a line that gives nothing more is
    /// silent.
    private long waitNs() {
        long deadlineNs = frames.deadlineNs();
        if (deadlineNs == SerialFrames.NEVER) return READ_NS_MAX;
        return Math.clamp(deadlineNs - nowNs.getAsLong(), 0, READ_NS_MAX);
    }

    private void report(List<CardFrame> read, long atNs) {
        for (CardFrame frame : read) {
            if (!presentations.isNew(frame, atNs)) continue;
            tell(
                    switch (frame) {
                        case CardFrame.Card card -> new ReaderEvent.Card(card.bits(), atNs);
                        case CardFrame.Text text -> new ReaderEvent.Text(text.text(), true, atNs);
                    });
        }
    }

    /// A listener that breaks its promise costs this event; the reader goes on.
    private void tell(ReaderEvent event) {
        try {
            listener.on(event);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "an event of serial reader " + name + " could not be handed on", e);
        }
    }

    private boolean closedWithin(long waitNs) {
        try {
            return closing.await(waitNs, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            closing.countDown(); // nobody interrupts this thread but to end it
            return true;
        }
    }

    private boolean closed() {
        return closing.getCount() == 0;
    }

    private SerialCardStatistics snapshot() {
        return new SerialCardStatistics(
                state == LineState.ONLINE,
                port,
                openings,
                presentations.presented(),
                presentations.repeats(),
                presentations.ghosts(),
                frames.counters(),
                lineError);
    }
}
