package dev.lintel.reader.wiegand;

import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.ReaderListener;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.keypad.Keypad;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// One Wiegand reader on a GPIO chip. Its own daemon thread takes edges from the chip's thread through a bounded
/// queue, ends the last frame exactly when its silence is over, calls the [ReaderListener], and plays LED and
/// buzzer.
///
/// A Wiegand reader cannot tell whether it is there: it is always online.
public final class WiegandReader implements Reader, AutoCloseable {
    private static final Logger LOG = System.getLogger(WiegandReader.class.getName());

    /// As many as the kernel keeps: five of the longest cards. Beyond it, an edge is lost and its frame refused.
    public static final int QUEUE_EDGES_MAX = 1024;

    /// Waking this long after the silence was over means that the machine stood still (a pause of the JVM, a busy
    /// core): the chip's thread may be late as well.
    private static final long LATE_NS = 5_000_000;

    /// What a late chip's thread is given to hand on what the kernel kept, before the frame is ended.
    private static final long GRACE_NS = 5_000_000;

    /// How soon a chip that is behind is asked again.
    private static final long UNSETTLED_NS = 1_000_000;

    /// How often the lines' levels are looked at: a stuck line makes no edges that would tell of it.
    private static final long LOOK_NS = 1_000_000_000;

    private static final long JOIN_MS_MAX = 1_000;

    private final ReaderListener listener;
    private final @Nullable Keypad keypad;
    private final LongSupplier nowNs;
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
    private final @Nullable OutputPoint green;
    private final @Nullable OutputPoint red;
    private final @Nullable OutputPoint buzzer;
    private final EdgeSource source;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock(); // guards the fields of this paragraph
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Edge> queue = new ArrayDeque<>(QUEUE_EDGES_MAX);
    private final SignalPlayer player;
    private long arrivalNs;
    private long dropped;
    private boolean closed;

    // The reader's thread only.
    private final WiegandAssembler assembler = new WiegandAssembler();
    private final WiegandHints guesses;
    private long settledNs;
    private long lookedNs;
    private volatile long aliveNs;
    private SignalPlayer.@Nullable Lamps shining;
    private long lastArrivalNs;

    private final AtomicReference<WiegandCounters> counters;
    private final AtomicReference<List<WiegandHint>> hints = new AtomicReference<>(List.of());

    /// Told of every burst and every hint, on the reader's thread, which it must not block.
    @FunctionalInterface
    public interface Watcher {
        void on(WiegandSight sight);
    }

    /// Takes the lines of `wiring` and starts. Throws `GpioException` when a line cannot be had.
    public WiegandReader(
            GpioChip chip,
            ReaderWiring.Wiegand wiring,
            WiegandSettings settings,
            ReaderListener listener,
            LongSupplier nowNs) {
        this.listener = listener;
        this.keypad = settings.keypad();
        this.guesses = new WiegandHints(settings);
        this.nowNs = nowNs;
        green = output(chip, wiring.greenLed());
        red = output(chip, wiring.redLed());
        buzzer = output(chip, wiring.buzzer());
        lookedNs = nowNs.getAsLong();
        aliveNs = lookedNs;
        player = new SignalPlayer(lookedNs);
        counters = new AtomicReference<>(assembler.counters());
        thread = Thread.ofPlatform()
                .daemon()
                .name("wiegand-" + wiring.data().d0() + "-" + wiring.data().d1())
                .unstarted(this::run);
        source = chip.edges(wiring.data(), this::take);
        thread.start();
    }

    @Override
    public void show(ReaderSignal signal, int holdMs) {
        lock.lock();
        try {
            player.show(signal, holdMs, nowNs.getAsLong());
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean online() {
        return true;
    }

    /// What the line has seen; as of the last frame's end.
    public WiegandCounters counters() {
        return counters.get();
    }

    /// What the edges give away about the wiring, now.
    public List<WiegandHint> hints() {
        return hints.get();
    }

    /// From now on `watcher` hears of every burst, until the returned handle is run. It first hears of the hints
    /// that stand.
    public Runnable watch(Watcher watcher) {
        for (WiegandHint hint : hints.get()) watcher.on(new WiegandSight.Hinted(hint, true));
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    /// Edges lost because the queue was full. Each costs a frame, which the assembler refuses.
    public long dropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
    }

    /// The monotonic time at which the reader's thread last went round: once a second at least.
    public long aliveNs() {
        return aliveNs;
    }

    /// Stops the thread; no event comes after it returns, unless it is called from the listener itself.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        if (Thread.currentThread().equals(thread)) return;
        try {
            thread.join(JOIN_MS_MAX);
        } catch (InterruptedException askedToStop) {
            Thread.currentThread().interrupt();
        }
    }

    /// On the chip's thread: never waits for the listener, only for the moment in which the queue changes hands.
    private void take(Edge edge) {
        lock.lock();
        try {
            arrivalNs = nowNs.getAsLong();
            if (queue.size() < QUEUE_EDGES_MAX) queue.add(edge);
            else dropped++;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        var edges = new ArrayDeque<Edge>(QUEUE_EDGES_MAX);
        while (await(edges)) {
            aliveNs = nowNs.getAsLong();
            boolean silent = edges.isEmpty() && assembler.waiting() && settled() && nowNs.getAsLong() - endNs() >= 0;
            while (!edges.isEmpty()) {
                Edge edge = edges.remove();
                report(assembler.feed(edge));
                guesses.edge(edge.bit(), edge.atNs());
            }
            if (silent) report(assembler.step(assembler.deadlineNs()));
            look();
            light();
        }
    }

    /// Once a second: are the lines where they must be while nothing is sent?
    private void look() {
        long atNs = nowNs.getAsLong();
        if (atNs - lookedNs >= LOOK_NS) {
            lookedNs = atNs;
            guesses.look(source.low(), atNs);
        }
        List<WiegandHint> now = guesses.raised();
        List<WiegandHint> before = hints.getAndSet(now);
        if (now.equals(before)) return;
        for (WiegandHint hint : now) if (!before.contains(hint)) tell(hint, true);
        for (WiegandHint hint : before) if (!now.contains(hint)) tell(hint, false);
    }

    private void tell(WiegandHint hint, boolean raised) {
        if (raised)
            LOG.log(
                    Level.WARNING,
                    thread.getName() + ": " + hint.sentence() + "; "
                            + hint.kind().advice());
        else LOG.log(Level.INFO, thread.getName() + ": over: " + hint.sentence());
        show(new WiegandSight.Hinted(hint, raised));
    }

    private void show(WiegandSight sight) {
        for (Watcher watcher : watchers) watcher.on(sight);
    }

    /// Waits for edges, a new signal, or the next deadline; moves what is queued into `edges`. False: closed.
    private boolean await(ArrayDeque<Edge> edges) {
        lock.lock();
        try {
            if (shining != null && queue.isEmpty() && !closed) waitAtMost(waitNs(nowNs.getAsLong()));
            boolean late = assembler.waiting() && nowNs.getAsLong() - endNs() >= LATE_NS;
            long leftNs = late ? GRACE_NS : 0;
            while (leftNs > 0 && queue.isEmpty() && !closed) leftNs = changed.awaitNanos(leftNs);
            settledNs = source.settledNs(); // before the queue is taken: what was handed on by then is in it
            edges.addAll(queue);
            lastArrivalNs = arrivalNs;
            queue.clear();
            return !closed;
        } catch (InterruptedException askedToStop) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// When the burst is over: its silence has passed on the edges' own times, and the chip's thread, which after
    /// a pause hands on many old edges at once, has been quiet for a moment. A time in the future is not
    /// believed.
    private long endNs() {
        long silenceNs = Math.min(assembler.deadlineNs() - lastArrivalNs, WiegandAssembler.SILENCE_NS);
        return lastArrivalNs + Math.max(silenceNs, GRACE_NS);
    }

    /// Whether the chip has handed on everything that could still belong to the burst.
    private boolean settled() {
        return settledNs >= assembler.deadlineNs();
    }

    private long waitNs(long atNs) {
        long frameNs = assembler.waiting() ? Math.max(0, endNs() - atNs) : SignalPlayer.NEVER;
        if (frameNs == 0 && !settled()) frameNs = UNSETTLED_NS;
        long lookNs = Math.max(0, LOOK_NS - (atNs - lookedNs));
        return Math.min(Math.min(frameNs, lookNs), player.waitNs(atNs));
    }

    /// Woken early or for nothing, the loop merely comes round again.
    @SuppressWarnings("WaitNotInLoop") // the loop is run(): it asks the clock and the queue
    private void waitAtMost(long ns) throws InterruptedException {
        changed.awaitNanos(ns);
    }

    private void report(@Nullable WiegandOutcome outcome) {
        if (outcome == null) return;
        var burst = Objects.requireNonNull(assembler.last(), "one has just ended");
        if (outcome instanceof WiegandOutcome.Frame frame) {
            report(frame, burst);
        } else {
            guesses.ended(outcome, burst);
            show(new WiegandSight.Seen(burst, outcome, null));
        }
        counters.set(assembler.counters());
    }

    /// A listener that breaks its promise costs this card; the reader goes on.
    private void tell(ReaderEvent event) {
        try {
            listener.on(event);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, thread.getName() + ": what was read could not be handed on", e);
        }
    }

    /// The listener first: a person is waiting.
    private void report(WiegandOutcome.Frame frame, WiegandBurst burst) {
        Keypad.Frame read = keypad == null ? new Keypad.Frame.Card() : keypad.read(frame.bits());
        switch (read) {
            case Keypad.Frame.Card _ -> {
                tell(new ReaderEvent.Card(frame.bits(), frame.atNs()));
                guesses.ended(frame, burst);
                show(new WiegandSight.Seen(burst, frame, null));
            }
            case Keypad.Frame.Keys pressed -> {
                tell(new ReaderEvent.Keys(pressed.keys(), frame.atNs()));
                guesses.keys(burst);
                show(new WiegandSight.Seen(burst, frame, pressed.keys()));
            }
            case Keypad.Frame.NoKey _ -> {
                assembler.refuse(WiegandOutcome.Fault.NO_KEY);
                var refused = new WiegandOutcome.Rejected(
                        WiegandOutcome.Fault.NO_KEY, frame.bits().count(), frame.atNs());
                guesses.ended(refused, burst);
                show(new WiegandSight.Seen(burst, refused, null));
            }
        }
    }

    private void light() {
        SignalPlayer.Lamps lamps;
        lock.lock();
        try {
            lamps = player.step(nowNs.getAsLong());
        } finally {
            lock.unlock();
        }
        if (lamps.equals(shining)) return;
        shining = lamps;
        set(green, lamps.green());
        set(red, lamps.red());
        set(buzzer, lamps.buzzer());
    }

    private static @Nullable OutputPoint output(GpioChip chip, @Nullable LineSpec line) {
        return line == null ? null : chip.output(line);
    }

    private static void set(@Nullable OutputPoint output, boolean active) {
        if (output != null) output.set(active);
    }
}
