package dev.lintel.reader.board;

import dev.lintel.reader.board.BoardRequest.Wanted;
import dev.lintel.reader.gpio.Bias;
import dev.lintel.reader.gpio.EdgeListener;
import dev.lintel.reader.gpio.EdgeSource;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.InputPoint;
import dev.lintel.reader.gpio.LineListener;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.gpio.OutputPoint;
import dev.lintel.reader.gpio.WirePair;
import dev.lintel.reader.linux.GpioChipInfo;
import dev.lintel.reader.linux.GpioFlag;
import dev.lintel.reader.linux.GpioLineInfo;
import dev.lintel.reader.linux.LinuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The GPIO chip of a board. One daemon thread takes the edges of every request and tells the listeners; outputs are
/// driven by whoever calls. Lines that fail are asked for anew, and so is the chip when it was lost.
public final class BoardGpio implements BoardChip {
    /// What the kernel keeps for a Wiegand reader until it is read: five of the longest cards.
    private static final int EDGES_KEPT = 1024;

    /// Contacts change seldom; more than this between two reads is bouncing that the debounce period should have
    /// ended.
    private static final int CHANGES_KEPT = 64;

    /// Closing a descriptor wakes nobody who polls it, and a new request is polled only from the next round on.
    private static final int SLICE_MS = 50;

    private static final long JOIN_MS_MAX = 1_000;

    /// How often lines, or the chip, that fail are asked for anew.
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(500);
    /// A chip that is gone for longer ends the process: a fresh start tells the installer why it cannot be had.
    static final long GONE_NS_MAX = TimeUnit.SECONDS.toNanos(30);

    /// One line in the log a minute, however often it comes and goes.
    private static final long LOG_EVERY_NS = TimeUnit.MINUTES.toNanos(1);

    private static final long NOT_GONE = Long.MIN_VALUE;

    /// The kernel's words for: no such line, no interrupt for it; taken; cannot do that.
    private static final int ENXIO = 6;

    private static final int EBUSY = 16;
    private static final int EINVAL = 22;

    private static final Logger LOG = System.getLogger(BoardGpio.class.getName());

    private final Supplier<Kernel> opener;
    private final String path;
    private final LongSupplier nowNs;
    private final GpioChipInfo info;
    private final Set<Integer> taken = new HashSet<>(); // guarded by itself
    private final List<BoardRequest> requests = new CopyOnWriteArrayList<>();
    private final Map<Integer, BoardRequest> points = new ConcurrentHashMap<>(); // inputs and outputs by line
    private final Queue<Leaving> leaving = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private long goneSinceNs = NOT_GONE; // the chip's thread only
    private long nextTryNs = Long.MIN_VALUE; // the chip's thread only
    private long loggedNs; // the chip's thread only
    private volatile Kernel kernel;
    private volatile boolean closing;
    private volatile long aliveNs;
    private volatile @Nullable String fault;

    /// `opener` opens the chip, now and when it was lost; `path` names it in messages; `nowNs` is the monotonic
    /// clock, the kernel's own. Throws [LinuxException] when it cannot be opened.
    BoardGpio(Supplier<Kernel> opener, String path, LongSupplier nowNs) {
        this.opener = opener;
        this.path = path;
        this.nowNs = nowNs;
        this.kernel = opener.get();
        this.info = kernel.info();
        this.aliveNs = nowNs.getAsLong();
        this.loggedNs = aliveNs - LOG_EVERY_NS;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("gpio-" + path.substring(path.lastIndexOf('/') + 1))
                .start(this::run);
    }

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        long flags = GpioFlag.INPUT | GpioFlag.EDGE_RISING | GpioFlag.EDGE_FALLING;
        flags |= bias(line.bias()) | (line.activeHigh() ? 0 : GpioFlag.ACTIVE_LOW);
        var wanted = new Wanted(List.of(line.line()), flags, debounceMs * 1_000, CHANGES_KEPT, false);
        BoardRequest request = request(wanted);
        var input = new BoardInput(request, listener, nowNs);
        request.listen(new BoardRequest.Listener(input::read, input::back));
        points.put(line.line(), request);
        return input;
    }

    @Override
    public OutputPoint output(LineSpec line) {
        long flags = GpioFlag.OUTPUT | (line.activeHigh() ? 0 : GpioFlag.ACTIVE_LOW);
        BoardRequest request = request(new Wanted(List.of(line.line()), flags, 0, 0, true));
        var output = new BoardOutput(request);
        request.listen(new BoardRequest.Listener(_ -> {}, output::back));
        points.put(line.line(), request);
        return output;
    }

    @Override
    public EdgeSource edges(WirePair wires, EdgeListener listener) {
        int d0 = wires.d0();
        if (d0 == wires.d1()) throw new GpioException("D0 and D1 are both line " + d0);
        long flags = GpioFlag.INPUT | GpioFlag.EDGE_FALLING | bias(wires.bias());
        BoardRequest request = request(new Wanted(List.of(d0, wires.d1()), flags, 0, EDGES_KEPT, false));
        var pair = new BoardEdges(request, d0, listener, nowNs);
        request.listen(new BoardRequest.Listener(pair::handOn, () -> {}));
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
        BoardRequest request = points.remove(line);
        if (request == null) return;
        requests.remove(request);
        var done = new CountDownLatch(1);
        leaving.add(new Leaving(request, line, done));
        try {
            // After the chip was closed nobody comes to do it, and close() has done it.
            if (!done.await(JOIN_MS_MAX, TimeUnit.MILLISECONDS) && !closing) {
                LOG.log(Level.WARNING, "line " + line + " of " + path + " was not given back in time");
            }
        } catch (InterruptedException askedToStop) {
            Thread.currentThread().interrupt();
        }
    }

    private record Leaving(BoardRequest request, int line, CountDownLatch done) {}

    private void letGo() {
        for (Leaving left = leaving.poll(); left != null; left = leaving.poll()) {
            left.request.close();
            synchronized (taken) {
                taken.remove(left.line);
            }
            left.done.countDown();
        }
    }

    @Override
    public @Nullable String fault() {
        String gone = fault;
        if (gone != null) return gone;
        for (BoardRequest request : requests) {
            String broken = request.fault();
            if (broken != null) return broken;
        }
        return null;
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
        for (BoardRequest request : requests) request.close();
        for (Leaving left : leaving) left.request.close();
        requests.clear();
        leaving.clear();
        kernel.close();
    }

    @Override
    public long aliveNs() {
        return aliveNs;
    }

    /// An exception that leaves here ends the process.
    private void run() {
        try {
            rounds();
        } finally {
            aliveNs = Long.MAX_VALUE; // closed, or told of as a fault: no hang
        }
    }

    private void rounds() {
        while (!closing) {
            aliveNs = nowNs.getAsLong();
            letGo();
            if (goneSinceNs == NOT_GONE) listen();
            else awaitReturn();
        }
    }

    private void listen() {
        renewBroken();
        Map<Kernel.Lines, BoardRequest> polled = new HashMap<>();
        List<Kernel.Lines> all = new ArrayList<>();
        for (BoardRequest request : requests) {
            Kernel.Lines lines = request.lines();
            if (lines == null || request.broken()) continue;
            polled.put(lines, request);
            all.add(lines);
        }
        try {
            for (Kernel.Lines ready : kernel.await(all, SLICE_MS)) {
                BoardRequest request = polled.get(ready);
                if (request != null) request.tell(ready);
            }
        } catch (LinuxException e) { // one request, or the whole chip
            suspect(e);
        }
    }

    private void renewBroken() {
        if (nowNs.getAsLong() < nextTryNs) return;
        for (BoardRequest request : requests) {
            if (!request.broken()) continue;
            request.renew(kernel);
            nextTryNs = nowNs.getAsLong() + RETRY_NS;
        }
    }

    /// Somebody among those that were waited for fails: the ones that do not answer are asked for anew. When the
    /// chip itself does not answer, or nobody is found, it is opened anew.
    private void suspect(LinuxException why) {
        boolean found = false;
        for (BoardRequest request : requests) found |= !request.answers();
        try {
            kernel.info();
            if (found) return;
        } catch (LinuxException e) {
            found = false;
        }
        goneSinceNs = nowNs.getAsLong();
        fault = path + " does not answer: " + why.getMessage();
        if (goneSinceNs - loggedNs >= LOG_EVERY_NS) LOG.log(Level.ERROR, fault);
        loggedNs = goneSinceNs;
    }

    /// The lines stay the kernel's as they are until the chip can be opened anew.
    private void awaitReturn() {
        long atNs = nowNs.getAsLong();
        if (atNs - goneSinceNs > GONE_NS_MAX) {
            throw new IllegalStateException(fault + ", and was not back within " + GONE_NS_MAX / 1_000_000_000 + " s");
        }
        if (atNs < nextTryNs) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SLICE_MS));
            return;
        }
        nextTryNs = atNs + RETRY_NS;
        Kernel fresh = reopened();
        if (fresh == null) return;
        Kernel before = kernel;
        kernel = fresh;
        for (BoardRequest request : requests) request.renew(fresh);
        letGo();
        before.close();
        goneSinceNs = NOT_GONE;
        fault = null;
        LOG.log(Level.INFO, path + " answers again");
    }

    /// The same chip, opened anew; null when it is not there, or another is in its place.
    private @Nullable Kernel reopened() {
        Kernel fresh = null;
        try {
            fresh = opener.get();
            GpioChipInfo now = fresh.info();
            if (now.label().equals(info.label()) && now.lines() == info.lines()) return fresh;
        } catch (LinuxException e) {
            // still gone: looked for again
        }
        if (fresh != null) fresh.close();
        return null;
    }

    private BoardRequest request(Wanted wanted) {
        List<Integer> offsets = wanted.offsets();
        take(offsets);
        try {
            var request = new BoardRequest(kernel, wanted, named(offsets), nowNs);
            requests.add(request);
            return request;
        } catch (LinuxException e) {
            synchronized (taken) {
                taken.removeAll(offsets);
            }
            throw new GpioException(refusal(offsets, e));
        }
    }

    private String named(List<Integer> offsets) {
        return (offsets.size() == 1 ? "line " + offsets.getFirst() : "lines " + offsets) + " of " + path;
    }

    /// All or none.
    private void take(List<Integer> offsets) {
        for (int offset : offsets) {
            if (offset >= 0 && offset < info.lines()) continue;
            throw new GpioException("line " + offset + ": " + path + " has lines 0 to " + (info.lines() - 1));
        }
        synchronized (taken) {
            for (int offset : offsets) {
                if (taken.contains(offset)) throw new GpioException("line " + offset + " is in use");
            }
            taken.addAll(offsets);
        }
    }

    private String refusal(List<Integer> offsets, LinuxException e) {
        String lines = named(offsets);
        return switch (e.errno()) {
            case EBUSY -> lines + " is in use by " + consumers(offsets);
            case ENXIO -> lines + " cannot tell its edges: it has no interrupt";
            case EINVAL -> lines + " cannot do that (no such direction, pull or debounce)";
            default -> lines + " cannot be had: " + e.getMessage();
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
}
