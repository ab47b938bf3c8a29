package dev.lintel.sim.pd;

import dev.lintel.reader.CardBits;
import dev.lintel.sim.fault.Fault;
import dev.lintel.sim.world.SimReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// A simulated RS-485 bus behind a pseudo terminal or another line: [#portPath] is what the OSDP driver opens.
/// One daemon thread `sim-osdp` plays all its PDs; its lock guards them, so every method here is for any thread.
public final class SimOsdpBus implements AutoCloseable {
    public static final String CABLE_PULLED = "cable-pulled";
    public static final String NOISE = "noise";
    public static final String REBOOT = "reboot";

    private static final int READ_BYTES_MAX = 4096;
    private static final int IDLE_MS = 500;
    private static final long MS = 1_000_000;

    private static final long NOISE_SEED = 0x0D09;
    private static final long CLOSE_MS_MAX = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final LongSupplier nowNs;
    private final PdPort port;
    private final PdBus bus;
    private final Thread thread;
    private long heardNs;

    /// Opens the terminal and starts the PDs. Throws `LinuxException` when there is no terminal to be had.
    public SimOsdpBus(List<PdSpec> specs, LongSupplier nowNs) {
        this(new PdBus(specs, NOISE_SEED, nowNs.getAsLong()), new PtyPort(), nowNs);
    }

    /// Starts a bus on a line that is open.
    SimOsdpBus(PdBus bus, PdPort port, LongSupplier nowNs) {
        this.nowNs = nowNs;
        this.bus = bus;
        this.port = port;
        this.thread = Thread.ofPlatform().name("sim-osdp").daemon().start(this::run);
    }

    /// The serial port's device path, or the address to connect to.
    public String portPath() {
        return port.name();
    }

    /// The reader wired at `address`; throws `IllegalArgumentException` when there is none. Closing it does
    /// nothing: the bus ends with [#close].
    public SimReader reader(int address) {
        return new BusReader(bus.pd(address), address);
    }

    /// Does something to the PD wired at `address`, while the bus waits. Throws `IllegalArgumentException` when
    /// there is none.
    public void on(int address, Consumer<OsdpPd> action) {
        locked(() -> action.accept(bus.pd(address)));
    }

    /// Switches a fault of the reader wired at `address`.
    public void fault(int address, Fault fault, boolean on) {
        locked(() -> bus.fault(address, fault, on, nowNs.getAsLong()));
    }

    @Override
    public void close() {
        port.close();
        try {
            thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon thread ends by itself
        }
    }

    private void run() {
        byte[] bytes = new byte[READ_BYTES_MAX];
        int count = port.read(bytes, IDLE_MS);
        while (count >= 0) {
            count = port.read(bytes, step(bytes, count));
        }
    }

    /// Plays what has come; returns for how long nothing happens by itself, in ms.
    private int step(byte[] bytes, int count) {
        lock.lock();
        try {
            long now = nowNs.getAsLong();
            bus.speed(port.panelSpeed());
            if (count > 0) {
                heardNs = now;
                write(bus.receive(now, bytes, count));
            } else if (bus.waiting() && now - heardNs >= port.gapMs() * MS) {
                write(bus.gap(now));
            }
            write(bus.due(now));
            bus.expire(now);
            return waitMs(now);
        } finally {
            lock.unlock();
        }
    }

    private int waitMs(long now) {
        long ms = bus.waiting() ? Math.min(IDLE_MS, port.gapMs()) : IDLE_MS;
        long next = bus.nextNs();
        if (next == Long.MAX_VALUE) return (int) ms;
        return (int) Math.clamp((next - now + MS - 1) / MS, 1, ms);
    }

    /// What is sent by now goes at the old speed, what comes after a COMSET at the new one.
    private void write(List<byte[]> replies) {
        for (byte[] reply : replies) port.write(reply);
        int baud = bus.baud();
        if (!replies.isEmpty() && baud != 0) port.follow(baud);
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private final class BusReader implements SimReader {
        private final OsdpPd pd;
        private final int address;

        BusReader(OsdpPd pd, int address) {
            this.pd = pd;
            this.address = address;
        }

        @Override
        public void presentCard(CardBits bits) {
            locked(() -> pd.presentCard(bits, nowNs.getAsLong()));
        }

        @Override
        public void pressKeys(String keys) {
            locked(() -> pd.pressKeys(keys, nowNs.getAsLong()));
        }

        @Override
        public Map<String, Object> state() {
            lock.lock();
            try {
                long now = nowNs.getAsLong();
                return Map.of(
                        "led", pd.led(now).word(),
                        "buzzer", pd.sounding(now),
                        "online", pd.online(now),
                        "driver", "osdp",
                        "secure", pd.secure(),
                        "text", pd.text(now));
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void fault(String name, boolean on) {
            String word = name.equals(NOISE) ? Fault.CORRUPT.word() : name;
            for (Fault fault : Fault.values()) {
                if (fault.word().equals(word)) SimOsdpBus.this.fault(address, fault, on);
            } // others are faults of another wire
        }

        @Override
        public void close() {}
    }
}
