package dev.lintel.tools;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderListener;
import dev.lintel.reader.osdp.BusStatistics;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.OrderException;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.osdp.Scbk;
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
import org.jspecify.annotations.Nullable;

/// One reader on a line of its own, driven by the same code as a door's, for the tools. The caller's thread waits.
final class OneReader implements AutoCloseable {
    /// A reader that is there is online within a second; one that was just spoken to by another panel, after 8 s.
    static final Duration ONLINE_MAX = Duration.ofSeconds(10);

    private static final long LOOK_MS = 100;
    private static final Duration ANSWER_MAX = Duration.ofSeconds(3);

    private final int address;
    private final OsdpBusDriver bus;
    private final CountDownLatch online = new CountDownLatch(1);
    private final AtomicReference<@Nullable String> insecure = new AtomicReference<>();

    /// `listener` takes what the reader reports, on the bus's thread. Begins at once.
    OneReader(LineOpener opener, int address, @Nullable Scbk key, ReaderListener listener) {
        this.address = address;
        ReaderListener both = event -> {
            if (event instanceof ReaderEvent.Insecure(String why, int _, long _)) insecure.set(why);
            if (event instanceof ReaderEvent.Online) online.countDown();
            listener.on(event);
        };
        bus = new OsdpBusDriver("tool", opener, List.of(new PdSettings(address, both, key)), new SystemTime()::nowNs);
        bus.start();
    }

    int address() {
        return address;
    }

    OsdpBusDriver bus() {
        return bus;
    }

    /// Waits until the reader answers. Throws [CommandFailed] with the likely reason when it does not, and at
    /// once when the port cannot be opened.
    void awaitOnline() {
        try {
            for (long waitedMs = 0; waitedMs < ONLINE_MAX.toMillis(); waitedMs += LOOK_MS) {
                if (online.await(LOOK_MS, TimeUnit.MILLISECONDS)) return;
                BusStatistics seen = bus.statistics();
                if (seen.openings() == 0 && !seen.lineError().isEmpty()) break;
            }
            if (online.getCount() > 0) throw new CommandFailed(why());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted");
        }
    }

    /// One command's answer, a refusal too. Throws [CommandFailed] when none comes.
    Reply ask(Command command) {
        return await(bus.ask(address, command, ANSWER_MAX), ANSWER_MAX.plusSeconds(1));
    }

    /// The same, but null when no answer comes: it may have been lost on its way back.
    @Nullable
    Reply askUnlessSilent(Command command) {
        try {
            return ask(command);
        } catch (CommandFailed silent) {
            return null;
        }
    }

    /// Waits for what was asked of the bus. Throws [CommandFailed] with the reader's reason.
    <T> T await(CompletableFuture<T> asked, Duration limit) {
        try {
            return asked.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted");
        } catch (CancellationException e) { // it was given up on the way out
            throw new CommandFailed("interrupted");
        } catch (TimeoutException e) {
            throw new CommandFailed("the reader at address " + address + " does not answer any more");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OrderException failed) {
                throw new CommandFailed("the reader at address " + address + ": " + failed.getMessage());
            }
            throw new CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        bus.close();
    }

    private String why() {
        BusStatistics seen = bus.statistics();
        if (!seen.open()) return seen.lineError().isEmpty() ? "the port cannot be opened" : seen.lineError();
        String who = "no reader is online at address " + address + " on " + seen.port();
        String kept = insecure.get();
        if (kept != null) return who + ": " + kept;
        long refused = seen.pds().isEmpty() ? 0 : seen.pds().getFirst().lastNak();
        if (refused == Reply.Nak.SECURITY_REQUIRED || refused == Reply.Nak.SECURITY_UNSUPPORTED) {
            return who + ": it wants its key (--key FILE)";
        }
        long busy = seen.pds().isEmpty() ? 0 : seen.pds().getFirst().busy();
        if (busy > 0) return who + ": it is busy; wait until it is done, or switch it off and on";
        if (seen.noiseBytes() + seen.badChecks() > 0) return who + ": what comes is noise; is the speed right?";
        return who + ": nothing comes; try 'lintel osdp scan'";
    }
}
