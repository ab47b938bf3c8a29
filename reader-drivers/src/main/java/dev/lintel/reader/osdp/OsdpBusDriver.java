package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.serial.LineOpener;
import dev.lintel.reader.serial.SerialException;
import dev.lintel.reader.serial.SerialLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Runs one [OsdpBus] on its line, in one daemon thread of its own named `osdp-NAME`. A lost line is opened
/// again for as long as the driver lives. Listeners are called on that thread; all other methods are for any
/// thread.
public final class OsdpBusDriver implements AutoCloseable {
    private static final Logger LOG = System.getLogger(OsdpBusDriver.class.getName());
    private static final long REOPEN_NS_MIN = 250_000_000;

    /// A replugged adapter is back within this time.
    private static final long REOPEN_NS_MAX = 5_000_000_000L;

    /// How long a read may hold up the end of the driver.
    private static final long READ_NS_MAX = 100_000_000;

    /// No reader of a line behind a network has answered for so long: as long as one of them is waited for.
    private static final long SILENT_NS_MAX = PdSession.OFFLINE_NS;

    private static final String OVER = "the bus has been closed";
    private static final long PUBLISH_NS = 1_000_000_000;
    private static final int READ_BYTES_MAX = 4096;
    private static final long CLOSE_MS_MAX = 2_000;

    /// What tools ask for at once, between two steps of the bus.
    private static final int ASKED_MAX = 64;

    private final String name;
    private final LineOpener opener;
    private final LongSupplier nowNs;
    private final Map<Integer, Slot> slots = new LinkedHashMap<>();
    private final SecureRandom random = new SecureRandom(); // seeds itself at its first use: not at a plain start
    private final OsdpBus bus;
    private final BlockingQueue<Asked> asked = new ArrayBlockingQueue<>(ASKED_MAX);
    private final byte[] received = new byte[READ_BYTES_MAX];
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicReference<@Nullable Pause> pause = new AtomicReference<>();
    private final Thread thread;

    private volatile BusStatistics statistics;
    private volatile long aliveNs;
    private volatile boolean ended;
    private long publishNs;
    private boolean open;
    private String port;
    private long openings;
    private String lineError = "";

    /// `opener` is asked on the driver's thread; `nowNs` is the process's monotonic clock.
    public OsdpBusDriver(String name, LineOpener opener, List<PdSettings> pds, LongSupplier nowNs) {
        this.name = name;
        this.opener = opener;
        this.nowNs = nowNs;
        this.port = name;
        for (PdSettings pd : pds) slots.put(pd.address(), new Slot(pd));
        this.bus = new OsdpBus(
                pds.stream().map(pd -> new PdKey(pd.address(), pd.key())).toList(), this::random, nowNs.getAsLong());
        this.publishNs = nowNs.getAsLong();
        this.aliveNs = publishNs;
        this.statistics = snapshot();
        this.thread = Thread.ofPlatform().name("osdp-" + name).daemon().unstarted(this::run);
    }

    /// Starts the bus. Once only.
    public void start() {
        thread.start();
    }

    /// The reader at `address`; throws `IllegalArgumentException` when none is configured there.
    public OsdpReader reader(int address) {
        return wired(address);
    }

    /// Asks a PD for one thing: see [OsdpBus#ask].
    public CompletableFuture<Reply> ask(int address, Command command, Duration limit) {
        return handed(address, nowNs -> bus.ask(address, command, limit.toNanos(), nowNs));
    }

    /// Sends a PD a file: see [OsdpBus#send].
    public CompletableFuture<Void> send(int address, PdFile file, PdFile.Progress progress) {
        return handed(address, nowNs -> bus.send(address, file, progress, nowNs));
    }

    /// Gives a PD a new base key: see [OsdpBus#pair].
    public CompletableFuture<Void> pair(int address, Scbk base, Scbk fresh, Duration limit) {
        return handed(address, nowNs -> bus.pair(address, base, fresh, limit.toNanos(), nowNs));
    }

    /// Never speaks to a PD again: see [OsdpBus#forget].
    public CompletableFuture<Void> forget(int address) {
        return handed(address, nowNs -> {
            bus.forget(address, nowNs);
            return CompletableFuture.completedFuture(null);
        });
    }

    /// Hands an order to the bus's thread. What it tells there is told here; a cancelled one is cancelled there.
    private <T> CompletableFuture<T> handed(int address, LongFunction<CompletableFuture<T>> order) {
        wired(address);
        var result = new CompletableFuture<T>();
        boolean room = !closed() && asked.offer(new Asked(() -> begin(result, order), result));
        if (!room) result.completeExceptionally(new OrderException(closed() ? OVER : "too much is asked for at once"));
        else if (closed()) refuse();
        return result;
    }

    private <T> void begin(CompletableFuture<T> result, LongFunction<CompletableFuture<T>> order) {
        if (result.isDone()) return;
        try {
            CompletableFuture<T> under = order.apply(nowNs.getAsLong());
            var _ = under.whenComplete((done, fault) -> {
                if (fault != null) result.completeExceptionally(fault);
                else result.complete(done);
            });
            var _ = result.whenComplete((_, _) -> {
                if (result.isCancelled()) under.cancel(false);
            });
        } catch (IllegalArgumentException e) {
            result.completeExceptionally(e);
        }
    }

    /// Nobody will come to what is still asked for. Any thread.
    private void refuse() {
        for (Asked left = asked.poll(); left != null; left = asked.poll()) {
            left.result.completeExceptionally(new OrderException(OVER));
        }
    }

    private Slot wired(int address) {
        Slot slot = slots.get(address);
        if (slot == null) throw new IllegalArgumentException("bus " + name + " has no PD at address " + address);
        return slot;
    }

    /// How the bus is doing, at most about a second old.
    public BusStatistics statistics() {
        return statistics;
    }

    /// The monotonic time at which the bus's thread last went round, with a line or without: several times a second,
    /// but for the seconds in which an adapter or a bridge is opened.
    public long aliveNs() {
        return aliveNs;
    }

    /// Lends the line to somebody else until [#resume]: it is closed, and readers go offline when their time is
    /// over. `why` is what [BusStatistics#lineError] says meanwhile. Returns whether the line is closed; one that
    /// is being opened or hangs may not be within `limit`, and is closed as soon as it can be. Throws
    /// `IllegalStateException` when it is lent already.
    public boolean pause(String why, Duration limit) throws InterruptedException {
        var lent = new Pause(why, new CountDownLatch(1));
        if (!pause.compareAndSet(null, lent)) throw new IllegalStateException("bus " + name + " is lent already");
        if (ended) return true;
        return lent.closed.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Takes the line back: it is opened again as after an unplugged adapter. Does nothing where it is not lent.
    public void resume() {
        pause.set(null);
    }

    /// Ends the thread and closes the line. Readers keep their last state; no more events come.
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
        while (!closed()) {
            try {
                keepOpen();
            } catch (RuntimeException e) { // a fault of ours: the bus begins anew, it never just ends
                LOG.log(Level.ERROR, "bus " + name + " begins anew after a fault", e);
                lost("begun anew after a fault: " + e);
                closedWithin(REOPEN_NS_MIN);
            }
        }
        open = false;
        bus.end(OVER);
        refuse();
        statistics = snapshot();
        ended = true;
        Pause lent = pause.get();
        if (lent != null) lent.closed.countDown();
    }

    private void keepOpen() {
        long waitNs = REOPEN_NS_MIN;
        while (!closed()) {
            Pause lent = pause.get();
            if (lent != null) {
                rest(lent);
                waitNs = REOPEN_NS_MIN;
                continue;
            }
            try (SerialLine line = opener.open()) {
                opened(line);
                waitNs = REOPEN_NS_MIN;
                serve(line);
            } catch (SerialException e) {
                lost(String.valueOf(e.getMessage()));
            }
            if (pause.get() != null) continue;
            awaitReopening(waitNs);
            waitNs = Math.min(2 * waitNs, REOPEN_NS_MAX);
        }
    }

    /// The line is somebody else's meanwhile.
    private void rest(Pause lent) {
        lost(lent.why);
        lent.closed.countDown();
        while (lent.equals(pause.get()) && !closed()) awaitStep(READ_NS_MAX);
    }

    private void opened(SerialLine line) {
        open = true;
        port = line.name();
        openings++;
        bus.lineUp(nowNs.getAsLong(), line.baud(), line.slackNs());
        statistics = snapshot();
    }

    private void lost(String why) {
        open = false;
        lineError = why;
        bus.lineDown();
        statistics = snapshot();
    }

    private void serve(SerialLine line) {
        int count = 0;
        long heardNs = nowNs.getAsLong();
        while (!closed() && pause.get() == null) {
            BusStep step = step(count);
            if (!step.send().isEmpty()) line.write(step.send().toArray());
            long waitNs = Math.clamp(step.deadlineNs() - nowNs.getAsLong(), 0, READ_NS_MAX);
            count = line.read(received, waitNs);
            long now = nowNs.getAsLong();
            if (count > 0) heardNs = now;
            // A bridge that lost its power leaves a connection that seems well for a quarter of an hour.
            if (line.slackNs() > 0 && !bus.isEmpty() && now - heardNs >= SILENT_NS_MAX) {
                line.silent();
                throw new SerialException(line.name() + " is silent: connecting anew");
            }
        }
    }

    /// While there is no line readers still go offline when their time is over.
    private void awaitReopening(long pauseNs) {
        long untilNs = nowNs.getAsLong() + pauseNs;
        long leftNs = pauseNs;
        while (leftNs > 0 && !closed() && pause.get() == null) {
            awaitStep(Math.min(leftNs, READ_NS_MAX));
            leftNs = untilNs - nowNs.getAsLong();
        }
    }

    private void awaitStep(long limitNs) {
        BusStep step = step(0);
        boolean _ = closedWithin(Math.clamp(step.deadlineNs() - nowNs.getAsLong(), 1, limitNs));
    }

    private boolean closedWithin(long waitNs) {
        try {
            return closing.await(waitNs, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            closing.countDown(); // nobody interrupts this thread but to end it
            return true;
        }
    }

    private BusStep step(int count) {
        long now = nowNs.getAsLong();
        aliveNs = now;
        for (Slot slot : slots.values()) slot.hand(bus);
        for (Asked next = asked.poll(); next != null; next = asked.poll()) next.begin.run();
        BusStep step = bus.step(now, received, count);
        for (BusStep.Event told : step.events()) slot(told.address()).deliver(told.event());
        if (now - publishNs >= PUBLISH_NS || !step.events().isEmpty()) {
            publishNs = now;
            statistics = snapshot();
        }
        return step;
    }

    private Bytes random() {
        byte[] bytes = new byte[AcuHandshake.RANDOM_BYTES];
        random.nextBytes(bytes);
        return Bytes.copyOf(bytes);
    }

    private Slot slot(int address) {
        Slot slot = slots.get(address);
        if (slot == null) throw new IllegalStateException("an event from address " + address + " that is not wired");
        return slot;
    }

    private boolean closed() {
        return closing.getCount() == 0;
    }

    private BusStatistics snapshot() {
        return new BusStatistics(
                open, port, openings, bus.badChecks(), bus.noiseBytes(), bus.strayFrames(), lineError, bus.pds());
    }

    /// The line is lent.
    ///
    /// @param closed counted down once nobody here has it open
    private record Pause(String why, CountDownLatch closed) {}

    /// What another thread asks for, and where its answer goes.
    private record Asked(Runnable begin, CompletableFuture<?> result) {}

    /// One reader as its controller holds it. The wish passes from any thread to the bus's thread by one
    /// reference: only the newest counts, so nothing can pile up.
    private static final class Slot implements OsdpReader {
        private final PdSettings settings;
        private final AtomicReference<Wish> wish = new AtomicReference<>(Wish.AT_FIRST);
        private Wish handed = Wish.AT_FIRST;
        private volatile boolean online;

        Slot(PdSettings settings) {
            this.settings = settings;
        }

        @Override
        public void show(ReaderSignal signal, int holdMs) {
            wish.updateAndGet(w -> w.with(signal, holdMs));
        }

        @Override
        public void output(int output, boolean on) {
            wish.updateAndGet(w -> w.withOutput(output, on));
        }

        @Override
        public void text(String words) {
            wish.updateAndGet(w -> w.withText(words));
        }

        @Override
        public boolean online() {
            return online;
        }

        void hand(OsdpBus bus) {
            Wish newest = wish.get();
            if (newest.equals(handed)) return;
            handed = newest;
            bus.wish(settings.address(), newest);
        }

        void deliver(ReaderEvent event) {
            if (event instanceof ReaderEvent.Online) online = true;
            if (event instanceof ReaderEvent.Offline) online = false;
            try {
                settings.listener().on(event);
            } catch (RuntimeException e) { // it breaks its promise: this event is lost, the bus goes on
                LOG.log(Level.ERROR, "an event of PD " + settings.address() + " could not be handed on", e);
            }
        }
    }
}
