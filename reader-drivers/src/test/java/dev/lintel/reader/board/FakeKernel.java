package dev.lintel.reader.board;

import dev.lintel.reader.linux.GpioChipInfo;
import dev.lintel.reader.linux.GpioEvent;
import dev.lintel.reader.linux.GpioFlag;
import dev.lintel.reader.linux.GpioLineInfo;
import dev.lintel.reader.linux.LinuxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// A GPIO chip of 32 lines that a test moves. Line 31 is somebody else's, line 30 has no interrupt.
final class FakeKernel implements Kernel {
    static final int LINES = 32;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    final List<Request> requests = new CopyOnWriteArrayList<>();
    /// Looks at, and may move, what is taken, as it is taken.
    volatile Consumer<Request> onRequest = _ -> {};

    volatile int refused = -1;
    volatile String label = "fake";
    volatile boolean closed;
    private volatile boolean gone;

    @Override
    public GpioChipInfo info() {
        if (gone) throw new LinuxException("asking", 19);
        return new GpioChipInfo("gpiochip9", label, LINES);
    }

    @Override
    public GpioLineInfo lineInfo(int offset) {
        return offset == 31 ? new GpioLineInfo("", "spi0 CS0", GpioFlag.USED) : new GpioLineInfo("", "", 0);
    }

    @Override
    public Lines request(List<Integer> offsets, long flags, int debounceUs, int events) {
        if (offsets.contains(31)) throw new LinuxException("taking lines", 16);
        if (offsets.contains(30) && (flags & GpioFlag.EDGE_FALLING) != 0) throw new LinuxException("taking lines", 6);
        if (gone || offsets.contains(refused)) throw new LinuxException("taking lines", 19);
        lock.lock();
        try {
            var request = new Request(offsets, flags, debounceUs, events);
            onRequest.accept(request);
            requests.add(request);
            return request;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Lines> await(List<Lines> all, int timeoutMs) {
        lock.lock();
        try {
            long leftNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            while (leftNs > 0) {
                if (gone) throw new LinuxException("poll failed", 19);
                if (all.stream().anyMatch(lines -> ((Request) lines).hungUp)) throw new LinuxException("gone", 19);
                List<Lines> ready = all.stream()
                        .filter(lines -> !((Request) lines).waiting.isEmpty())
                        .toList();
                if (!ready.isEmpty()) return ready;
                leftNs = changed.awaitNanos(leftNs);
            }
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } finally {
            lock.unlock();
        }
    }

    /// The chip is unplugged.
    void unplug() {
        lock.lock();
        try {
            gone = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Request of(int offset) {
        return requests.stream()
                .filter(r -> r.offsets.contains(offset) && !r.closed)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        closed = true;
        assertClosed();
    }

    private void assertClosed() {
        for (Request request : requests) {
            if (!request.closed) throw new IllegalStateException("lines " + request.offsets + " were not given back");
        }
    }

    /// Lines of one request and the edges that wait for whoever took them.
    final class Request implements Lines {
        final List<Integer> offsets;
        final long flags;
        final int debounceUs;
        final int events;
        private final List<GpioEvent> waiting = new ArrayList<>();
        private int seqno;
        volatile long levels;
        volatile boolean broken;
        volatile boolean hungUp;
        volatile boolean closed;

        Request(List<Integer> offsets, long flags, int debounceUs, int events) {
            this.offsets = offsets;
            this.flags = flags;
            this.debounceUs = debounceUs;
            this.events = events;
        }

        void edge(int offset, boolean rising, long atNs) {
            lock.lock();
            try {
                waiting.add(new GpioEvent(atNs, rising, offset, ++seqno));
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long values(long mask) {
            if (broken || hungUp) throw new LinuxException("reading GPIO lines", 19);
            return levels & mask;
        }

        @Override
        public void set(long bits, long mask) {
            if (broken) throw new LinuxException("driving GPIO lines", 19);
            levels = (levels & ~mask) | (bits & mask);
        }

        @Override
        public boolean pending() {
            lock.lock();
            try {
                return !waiting.isEmpty();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public List<GpioEvent> read() {
            if (broken) throw new LinuxException("read", 5);
            lock.lock();
            try {
                List<GpioEvent> all = List.copyOf(waiting);
                waiting.clear();
                return all;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
