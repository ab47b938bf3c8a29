package dev.lintel.reader.osdp;

import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderListener;
import dev.lintel.reader.serial.LineOpener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// One reader on a line that nobody else uses, driven by the same code as a door's: for installers' tools and for work
/// on a line that is lent. The caller's thread waits; an interrupt ends that.
public final class SingleReader implements AutoCloseable {
    /// A reader that is there is online within a second; one that was just spoken to by another panel, after 8 s.
    public static final Duration ONLINE_MAX = Duration.ofSeconds(10);

    private static final long LOOK_MS = 100;
    private static final Duration ANSWER_MAX = Duration.ofSeconds(3);

    private final int address;
    private final OsdpBusDriver bus;
    private final CountDownLatch online = new CountDownLatch(1);
    private final AtomicReference<@Nullable String> insecure = new AtomicReference<>();

    /// Why a reader is not online.
    public enum Reason {
        /// The port cannot be opened.
        NO_LINE,
        /// It has another key than the one that it is spoken to with, or answers in the clear.
        OTHER_KEY,
        /// It answers in the clear that it wants a session.
        WANTS_KEY,
        BUSY,
        /// Something comes that is no frame: another speed, perhaps.
        NOISE,
        SILENT
    }

    /// A reader that is not online.
    ///
    /// @param words why, for the installer
    public record Away(Reason reason, String words) {}

    /// `listener` takes what the reader reports, on the bus's thread. Begins at once. Throws
    /// `IllegalArgumentException` in words on an address that there is not.
    public SingleReader(LineOpener opener, PdSettings pd, LongSupplier nowNs) {
        this.address = pd.address();
        ReaderListener both = event -> {
            if (event instanceof ReaderEvent.Insecure(String why, int _, long _)) insecure.set(why);
            if (event instanceof ReaderEvent.Online) online.countDown();
            pd.listener().on(event);
        };
        bus = new OsdpBusDriver("single", opener, List.of(new PdSettings(address, both, pd.key())), nowNs);
        bus.start();
    }

    public int address() {
        return address;
    }

    public OsdpBusDriver bus() {
        return bus;
    }

    /// Waits until the reader answers: null then, else the likely reason, at once when the port cannot be opened.
    public @Nullable Away awaitOnline() throws InterruptedException {
        for (long waitedMs = 0; waitedMs < ONLINE_MAX.toMillis(); waitedMs += LOOK_MS) {
            if (online.await(LOOK_MS, TimeUnit.MILLISECONDS)) return null;
            BusStatistics seen = bus.statistics();
            if (seen.openings() == 0 && !seen.lineError().isEmpty()) break;
        }
        return online.getCount() > 0 ? away() : null;
    }

    /// One command's answer, a refusal too. Throws [OrderException] in words when none comes.
    public Reply ask(Command command) throws InterruptedException {
        return await(bus.ask(address, command, ANSWER_MAX), ANSWER_MAX.plusSeconds(1));
    }

    /// Waits for what was asked of the bus. Throws [OrderException] with the reader's reason.
    public <T> T await(CompletableFuture<T> asked, Duration limit) throws InterruptedException {
        try {
            return asked.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (CancellationException e) { // it was given up on the way out
            throw new OrderException("interrupted");
        } catch (TimeoutException e) {
            throw new OrderException("the reader at address " + address + " does not answer any more");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OrderException failed) {
                throw new OrderException("the reader at address " + address + ": " + failed.getMessage());
            }
            throw new OrderException(String.valueOf(e.getMessage()));
        }
    }

    /// The line is closed when this returns.
    @Override
    public void close() {
        bus.close();
    }

    private Away away() {
        BusStatistics seen = bus.statistics();
        if (!seen.open()) {
            String error = seen.lineError();
            return new Away(Reason.NO_LINE, error.isEmpty() ? "the port cannot be opened" : error);
        }
        String who = "no reader is online at address " + address + " on " + seen.port();
        String kept = insecure.get();
        if (kept != null) return new Away(Reason.OTHER_KEY, who + ": " + kept);
        long refused = seen.pds().isEmpty() ? 0 : seen.pds().getFirst().lastNak();
        if (refused == Reply.Nak.SECURITY_REQUIRED || refused == Reply.Nak.SECURITY_UNSUPPORTED) {
            return new Away(Reason.WANTS_KEY, who + ": it wants its key");
        }
        long busy = seen.pds().isEmpty() ? 0 : seen.pds().getFirst().busy();
        if (busy > 0) {
            return new Away(Reason.BUSY, who + ": it is busy; wait until it is done, or switch it off and on");
        }
        if (seen.noiseBytes() + seen.badChecks() > 0) {
            return new Away(Reason.NOISE, who + ": what comes is noise; is the speed right?");
        }
        return new Away(Reason.SILENT, who + ": nothing comes");
    }
}
