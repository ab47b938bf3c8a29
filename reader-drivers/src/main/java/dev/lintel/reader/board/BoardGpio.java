package dev.lintel.reader.board;

import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioChip;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.linux.GpioEvent;
import dev.lintel.reader.linux.GpioFlag;
import dev.lintel.reader.linux.GpioLineInfo;
import dev.lintel.reader.linux.LinuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The GPIO chip of a board. One daemon thread takes the edges of every request and tells the listeners; outputs are
/// driven by whoever calls.
public final class BoardGpio implements GpioChip {
    /// What the kernel keeps for a Wiegand reader until it is read: five of the longest cards.
    private static final int EDGES_KEPT = 1024;

    /// Contacts change seldom; more than this between two reads is bouncing that the debounce period should have
    /// ended.
    private static final int CHANGES_KEPT = 64;

    /// Closing a descriptor wakes nobody who polls it, and a new request is polled only from the next round on.
    private static final int SLICE_MS = 50;

    /// D0 and D1 of a request.
    private static final long BOTH = 3;

    /// From a line's interrupt until the kernel's own thread has queued its edge, on a busy board.
    private static final long KERNEL_LATE_NS = 1_000_000;

    private static final long JOIN_MS_MAX = 1_000;

    /// The kernel's words for: no such line, no interrupt for it; taken; cannot do that.
    private static final int ENXIO = 6;

    private static final int EBUSY = 16;
    private static final int EINVAL = 22;

    private static final Logger LOG = System.getLogger(BoardGpio.class.getName());

    private final Kernel kernel;
    private final String path;
    private final LongSupplier nowNs;
    private final int lineCount;
    private final Set<Integer> taken = new HashSet<>(); // guarded by itself
    private final Map<Kernel.Lines, Listening> listening = new ConcurrentHashMap<>();
    private final Map<Integer, Kernel.Lines> points = new ConcurrentHashMap<>(); // inputs and outputs by line
    private final Queue<Leaving> leaving = new ConcurrentLinkedQueue<>();
    private final ReadWriteLock use = new ReentrantReadWriteLock(); // closing waits for calls under way
    private final Thread thread;
    private volatile boolean closing;
    private volatile long aliveNs;
    private volatile @Nullable String fault;

    /// Whoever listens to a request's edges. On the chip's thread.
    @FunctionalInterface
    private interface Listening {
        void on(Kernel.Lines lines);
    }

    /// `path` names the chip in messages; `nowNs` is the monotonic clock, the kernel's own.
    BoardGpio(Kernel kernel, String path, LongSupplier nowNs) {
        this.kernel = kernel;
        this.path = path;
        this.nowNs = nowNs;
        this.lineCount = kernel.info().lines();
        this.aliveNs = nowNs.getAsLong();
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("gpio-" + path.substring(path.lastIndexOf('/') + 1))
                .start(this::run);
    }

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        long flags = GpioFlag.INPUT | GpioFlag.EDGE_RISING | GpioFlag.EDGE_FALLING;
        flags |= bias(line.bias()) | (line.activeHigh() ? 0 : GpioFlag.ACTIVE_LOW);
        Kernel.Lines lines = request(List.of(line.line()), flags, debounceMs * 1_000, CHANGES_KEPT);
        listening.put(lines, ready -> {
            for (GpioEvent event : ready.read()) listener.on(event.rising(), event.atNs());
        });
        points.put(line.line(), lines);
        return () -> used(() -> (lines.values(1) & 1) != 0);
    }

    @Override
    public OutputPoint output(LineSpec line) {
        long flags = GpioFlag.OUTPUT | (line.activeHigh() ? 0 : GpioFlag.ACTIVE_LOW);
        Kernel.Lines lines = request(List.of(line.line()), flags, 0, 0);
        points.put(line.line(), lines);
        return new Output(line.line(), lines);
    }

    @Override
    public EdgeSource edges(WirePair wires, EdgeListener listener) {
        int d0 = wires.d0();
        if (d0 == wires.d1()) throw new GpioException("D0 and D1 are both line " + d0);
        long flags = GpioFlag.INPUT | GpioFlag.EDGE_FALLING | bias(wires.bias());
        Kernel.Lines lines = request(List.of(d0, wires.d1()), flags, 0, EDGES_KEPT);
        var pair = new EdgePair(lines, d0, listener);
        listening.put(lines, pair::handOn);
        return pair;
    }

    private static long bias(Bias bias) {
        return switch (bias) {
            case AS_IS -> 0;
            case OFF -> GpioFlag.BIAS_DISABLED;
            case PULL_UP -> GpioFlag.BIAS_PULL_UP;
            case PULL_DOWN -> GpioFlag.BIAS_PULL_DOWN;
        };
    }

    /// The chip's thread may be waiting on the lines' descriptor, whose number could be given out again as soon
    /// as it is closed: so that thread closes it, between two rounds.
    @Override
    public void release(int line) {
        Kernel.Lines lines = points.remove(line);
        if (lines == null) return;
        listening.remove(lines);
        var done = new CountDownLatch(1);
        leaving.add(new Leaving(lines, line, done));
        try {
            // After the chip was closed nobody comes to do it, and close() has done it.
            if (!done.await(JOIN_MS_MAX, TimeUnit.MILLISECONDS) && !closing) {
                LOG.log(Level.WARNING, "line " + line + " of " + path + " was not given back in time");
            }
        } catch (InterruptedException askedToStop) {
            Thread.currentThread().interrupt();
        }
    }

    private record Leaving(Kernel.Lines lines, int line, CountDownLatch done) {}

    private void letGo() {
        for (Leaving left = leaving.poll(); left != null; left = leaving.poll()) {
            use.writeLock().lock();
            try {
                left.lines.close();
            } finally {
                use.writeLock().unlock();
            }
            synchronized (taken) {
                taken.remove(left.line);
            }
            left.done.countDown();
        }
    }

    /// What went wrong last with an output, in a sentence; null while all is well. Any thread.
    @Nullable
    String fault() {
        return fault;
    }

    /// No listener hears anything after it returns, unless it is called from one. The lines go back to the kernel:
    /// what an output does then is the board's matter.
    @Override
    public void close() {
        closing = true;
        if (!Thread.currentThread().equals(thread)) {
            try {
                thread.join(JOIN_MS_MAX);
            } catch (InterruptedException askedToStop) {
                Thread.currentThread().interrupt();
            }
        }
        use.writeLock().lock();
        try {
            for (Kernel.Lines lines : listening.keySet()) lines.close();
            for (Leaving left : leaving) left.lines.close();
            listening.clear();
            leaving.clear();
            kernel.close();
        } finally {
            use.writeLock().unlock();
        }
    }

    @Override
    public long aliveNs() {
        return aliveNs;
    }

    private void run() {
        listen();
        aliveNs = Long.MAX_VALUE; // closed, or told of as a fault: no hang
    }

    private void listen() {
        while (!closing) {
            aliveNs = nowNs.getAsLong();
            letGo();
            try {
                for (Kernel.Lines ready : kernel.await(List.copyOf(listening.keySet()), SLICE_MS)) tell(ready);
            } catch (
                    LinuxException
                            e) { // the chip was unplugged: its lines stay as they are, and nothing comes any more
                fault = path + " does not answer: " + e.getMessage();
                LOG.log(Level.ERROR, fault);
                return;
            }
        }
    }

    private void tell(Kernel.Lines ready) {
        Listening listener = listening.get(ready);
        if (listener == null) return; // closed meanwhile
        try {
            listener.on(ready);
        } catch (LinuxException e) {
            throw e;
        } catch (RuntimeException e) { // a listener breaks its promise: this edge is lost, the chip goes on
            LOG.log(Level.ERROR, "an edge could not be handed on", e);
        }
    }

    private Kernel.Lines request(List<Integer> offsets, long flags, int debounceUs, int events) {
        take(offsets);
        try {
            return kernel.request(offsets, flags, debounceUs, events);
        } catch (LinuxException e) {
            synchronized (taken) {
                taken.removeAll(offsets);
            }
            throw new GpioException(refusal(offsets, e));
        }
    }

    /// All or none.
    private void take(List<Integer> offsets) {
        for (int offset : offsets) {
            if (offset >= 0 && offset < lineCount) continue;
            throw new GpioException("line " + offset + ": " + path + " has lines 0 to " + (lineCount - 1));
        }
        synchronized (taken) {
            for (int offset : offsets) {
                if (taken.contains(offset)) throw new GpioException("line " + offset + " is in use");
            }
            taken.addAll(offsets);
        }
    }

    private String refusal(List<Integer> offsets, LinuxException e) {
        String lines = offsets.size() == 1 ? "line " + offsets.getFirst() : "lines " + offsets;
        return switch (e.errno()) {
            case EBUSY -> lines + " of " + path + " is in use by " + consumers(offsets);
            case ENXIO -> lines + " of " + path + " cannot tell its edges: it has no interrupt";
            case EINVAL -> lines + " of " + path + " cannot do that (no such direction, pull or debounce)";
            default -> lines + " of " + path + " cannot be had: " + e.getMessage();
        };
    }

    private String consumers(List<Integer> offsets) {
        var names = new StringBuilder();
        for (int offset : offsets) {
            GpioLineInfo info = kernel.lineInfo(offset);
            if (!info.used()) continue;
            if (!names.isEmpty()) names.append(", ");
            names.append(info.consumer().isEmpty() ? "the kernel" : "'" + info.consumer() + "'");
        }
        return names.isEmpty() ? "somebody else" : names.toString();
    }

    @FunctionalInterface
    private interface Asked {
        boolean ask();
    }

    /// False once the chip is closed.
    private boolean used(Asked asked) {
        use.readLock().lock();
        try {
            return !closing && asked.ask();
        } finally {
            use.readLock().unlock();
        }
    }

    /// A strike, a lamp, a sounder. A failure is told and not thrown: it must not take the door's thread along.
    private final class Output implements OutputPoint {
        private final int line;
        private final Kernel.Lines lines;
        private volatile boolean active;

        Output(int line, Kernel.Lines lines) {
            this.line = line;
            this.lines = lines;
            listening.put(lines, _ -> {}); // it tells nothing; closed with the others
        }

        @Override
        public synchronized void set(boolean wanted) {
            try {
                used(() -> {
                    lines.set(wanted ? 1 : 0, 1);
                    return true;
                });
                active = wanted;
            } catch (LinuxException e) {
                fault = "line " + line + " of " + path + " cannot be driven: " + e.getMessage();
                LOG.log(Level.ERROR, fault);
            }
        }

        @Override
        public boolean active() {
            return active;
        }
    }

    /// A Wiegand reader's two lines. The reader asks how far its edges are handed on before it believes in a
    /// silence.
    private final class EdgePair implements EdgeSource {
        private final Kernel.Lines lines;
        private final int d0;
        private final EdgeListener listener;
        private volatile boolean handing;
        private volatile long handedNs = Long.MIN_VALUE;

        EdgePair(Kernel.Lines lines, int d0, EdgeListener listener) {
            this.lines = lines;
            this.d0 = d0;
            this.listener = listener;
        }

        void handOn(Kernel.Lines ready) {
            handing = true; // before they are taken from the kernel: nothing is in neither place
            try {
                for (GpioEvent event : ready.read()) {
                    listener.on(new Edge(event.atNs(), event.offset() == d0 ? 0 : 1, event.seqno()));
                    handedNs = event.atNs();
                }
            } finally {
                handing = false;
            }
        }

        @Override
        public int low() {
            var levels = new AtomicLong(BOTH);
            try {
                used(() -> {
                    levels.set(lines.values(BOTH));
                    return true;
                });
            } catch (LinuxException gone) { // told of by whoever waits for edges
                return 0;
            }
            return (int) (~levels.get() & BOTH);
        }

        @Override
        public long settledNs() {
            long askedNs = nowNs.getAsLong();
            boolean waiting = used(lines::pending) || handing;
            return waiting ? handedNs : askedNs - KERNEL_LATE_NS;
        }
    }
}
