package dev.lintel.sim.world;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A GPIO chip whose lines end in the simulated doorway. Two sides meet in it: the controller's drivers ask for
/// lines ([GpioChip]), and the doorway drives inputs, sends pulses and watches outputs. Its own thread delivers
/// what is due, in the order of time, with the time at which it fell due; like the kernel's, edges keep their
/// time however late the thread runs.
///
/// Contacts here do not bounce, so `debounceMs` delays nothing.
public final class SimGpioChip implements GpioChip {
    /// More lines than any board's chip has; a number beyond it is a slip of the pen.
    public static final int LINES_MAX = 512;

    private final LongSupplier nowNs;
    private final SimSchedule schedule;
    private final ReentrantLock lock = new ReentrantLock(); // guards the maps and set below
    private final Set<Integer> taken = new HashSet<>();
    private final Map<Integer, SimInput> inputs = new HashMap<>();
    private final Map<Integer, SimOutput> outputs = new HashMap<>();
    private final Map<Integer, EdgePair> pairs = new HashMap<>();

    /// Starts the chip's thread. `nowNs` is the monotonic clock.
    public SimGpioChip(LongSupplier nowNs) {
        this.nowNs = nowNs;
        schedule = new SimSchedule("sim-gpio", nowNs);
    }

    @Override
    public InputPoint input(LineSpec line, int debounceMs, LineListener listener) {
        lock.lock();
        try {
            take(line.line());
            SimInput input = inputs.computeIfAbsent(line.line(), _ -> new SimInput());
            input.connect(line.activeHigh(), listener);
            return input;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public OutputPoint output(LineSpec line) {
        lock.lock();
        try {
            take(line.line());
            return outputs.computeIfAbsent(line.line(), _ -> new SimOutput(nowNs));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public EdgeSource edges(WirePair lines, EdgeListener listener) {
        int d0 = lines.d0();
        int d1 = lines.d1();
        lock.lock();
        try {
            if (d0 == d1) throw new GpioException("D0 and D1 are both line " + d0);
            if (taken.contains(d1)) throw new GpioException("line " + d1 + " is in use");
            take(d0);
            take(d1);
            pairs.put(d0, new EdgePair(listener));
            return schedule::settledNs;
        } finally {
            lock.unlock();
        }
    }

    /// The wire stays as it is: whoever asks again finds its level.
    @Override
    public void release(int line) {
        lock.lock();
        try {
            if (pairs.containsKey(line) || !taken.remove(line)) return;
            SimInput input = inputs.get(line);
            if (input != null) input.disconnect();
        } finally {
            lock.unlock();
        }
    }

    /// Ends the thread; nothing is delivered after it returns, unless it is called from a listener itself.
    @Override
    public void close() {
        schedule.close();
    }

    /// Drives an input from the doorway's side; the listener hears of a change on the chip's thread. Throws
    /// `IllegalArgumentException` when too much waits already.
    void drive(LineSpec line, boolean active) {
        later(nowNs.getAsLong(), () -> change(line, active));
    }

    /// Drives an input at once. On the chip's thread only.
    void change(LineSpec line, boolean active) {
        SimInput input;
        lock.lock();
        try {
            input = inputs.computeIfAbsent(line.line(), _ -> new SimInput());
        } finally {
            lock.unlock();
        }
        input.drive(active == line.activeHigh(), nowNs.getAsLong());
    }

    /// Puts the level of an input before anything runs: what is there at power-up, which no listener hears of.
    void preset(LineSpec line, boolean active) {
        lock.lock();
        try {
            inputs.computeIfAbsent(line.line(), _ -> new SimInput()).preset(active == line.activeHigh());
        } finally {
            lock.unlock();
        }
    }

    /// Hears of every change of an output.
    void watch(LineSpec line, OutputListener listener) {
        lock.lock();
        try {
            outputs.computeIfAbsent(line.line(), _ -> new SimOutput(nowNs)).watch(listener);
        } finally {
            lock.unlock();
        }
    }

    /// Sends a train of pulses from `startNs` on. Throws `IllegalArgumentException` when too much waits already.
    void pulses(int d0, long startNs, List<Pulse> train) {
        List<SimSchedule.Task> falls = new ArrayList<>(train.size());
        for (Pulse pulse : train) {
            long atNs = startNs + pulse.afterNs();
            falls.add(new SimSchedule.Task(atNs, () -> fall(d0, pulse, atNs)));
        }
        schedule.add(falls);
    }

    /// Runs something on the chip's thread at `atNs`. Throws `IllegalArgumentException` when too much waits already.
    void later(long atNs, Runnable action) {
        schedule.add(List.of(new SimSchedule.Task(atNs, action)));
    }

    private void fall(int d0, Pulse pulse, long atNs) {
        EdgePair pair;
        lock.lock();
        try {
            pair = pairs.get(d0);
        } finally {
            lock.unlock();
        }
        if (pair != null) pair.fall(pulse, atNs);
    }

    private void take(int line) {
        if (line < 0 || line >= LINES_MAX) throw new GpioException("the simulated chip has no line " + line);
        if (!taken.add(line)) throw new GpioException("line " + line + " is in use");
    }

    /// An input: its wire's level, and who listens. Levels change on the chip's thread only.
    private static final class SimInput implements InputPoint {
        private volatile boolean high = true; // an open wire is pulled up
        private volatile boolean activeHigh = true;
        private volatile @Nullable LineListener listener;

        void connect(boolean activeIsHigh, LineListener hears) {
            activeHigh = activeIsHigh;
            listener = hears;
        }

        void disconnect() {
            listener = null;
        }

        void preset(boolean level) {
            high = level;
        }

        void drive(boolean level, long atNs) {
            if (level == high) return;
            high = level;
            LineListener hears = listener;
            if (hears != null) hears.on(active(), atNs);
        }

        @Override
        public boolean active() {
            return high == activeHigh;
        }
    }

    /// An output. Setting it tells the watchers at once, in the order in which it was set.
    private static final class SimOutput implements OutputPoint {
        private final LongSupplier nowNs;
        private final ReentrantLock order = new ReentrantLock();
        private volatile boolean active;

        /// Replaced by a longer copy. An array, because an iterator would need memory: a box without memory puts its
        /// locks at rest, and the watchers have to hear of it.
        private volatile OutputListener[] watchers = {};

        SimOutput(LongSupplier nowNs) {
            this.nowNs = nowNs;
        }

        void watch(OutputListener watcher) {
            order.lock();
            try {
                OutputListener[] longer = Arrays.copyOf(watchers, watchers.length + 1);
                longer[watchers.length] = watcher;
                watchers = longer;
            } finally {
                order.unlock();
            }
        }

        @Override
        public void set(boolean level) {
            order.lock();
            try {
                if (level == active) return;
                long atNs = nowNs.getAsLong();
                active = level;
                for (OutputListener watcher : watchers) watcher.on(level, atNs);
            } finally {
                order.unlock();
            }
        }

        @Override
        public boolean active() {
            return active;
        }
    }

    /// Two data lines requested together: one run of sequence numbers, as in the kernel. The chip's thread only.
    private static final class EdgePair {
        private final EdgeListener listener;
        private int seqno;

        EdgePair(EdgeListener listener) {
            this.listener = listener;
        }

        void fall(Pulse pulse, long atNs) {
            seqno++;
            if (!pulse.lost()) listener.on(new Edge(atNs, pulse.bit(), seqno));
        }
    }
}
