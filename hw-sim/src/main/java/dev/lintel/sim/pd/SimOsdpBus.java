package dev.lintel.sim.pd;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.linux.Pty;
import dev.lintel.sim.world.SimReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// A simulated RS-485 bus behind a pseudo terminal: [#portPath] is what the OSDP driver opens. One daemon thread
/// `sim-osdp` plays all its PDs; [#lock] guards them, so every method here is for any thread.
public final class SimOsdpBus implements AutoCloseable {
    public static final String CABLE_PULLED = "cable-pulled";
    public static final String NOISE = "noise";
    public static final String REBOOT = "reboot";

    private static final int READ_BYTES_MAX = 4096;
    private static final int IDLE_MS = 1_000;

    /// A frame that stands still for so long will not be finished.
    private static final int GAP_MS = 20;

    private static final long NOISE_SEED = 0x0D09;
    private static final long CLOSE_MS_MAX = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final LongSupplier nowNs;
    private final Pty pty;
    private final PdBus bus;
    private final Thread thread;

    /// Opens the terminal and starts the PDs. Throws `LinuxException` when there is no terminal to be had.
    public SimOsdpBus(List<PdSpec> specs, LongSupplier nowNs) {
        this.nowNs = nowNs;
        this.bus = new PdBus(specs, NOISE_SEED, nowNs.getAsLong());
        this.pty = Pty.open();
        this.thread = Thread.ofPlatform().name("sim-osdp").daemon().start(this::run);
    }

    /// The serial port's device path.
    public String portPath() {
        return pty.path();
    }

    /// The reader wired at `address`; throws `IllegalArgumentException` when there is none. Closing it does nothing:
    /// the bus ends with [#close].
    public SimReader reader(int address) {
        return new BusReader(bus.pd(address), address);
    }

    @Override
    public void close() {
        pty.close();
        try {
            thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon thread ends by itself
        }
    }

    private void run() {
        byte[] bytes = new byte[READ_BYTES_MAX];
        boolean waiting = false;
        int count = pty.read(bytes, IDLE_MS);
        while (count >= 0) {
            waiting = (count == 0 && waiting) ? gap() : receive(bytes, count);
            count = pty.read(bytes, waiting ? GAP_MS : IDLE_MS);
        }
    }

    private boolean receive(byte[] bytes, int count) {
        lock.lock();
        try {
            for (byte[] reply : bus.receive(nowNs.getAsLong(), bytes, count)) pty.write(reply);
            return bus.waiting();
        } finally {
            lock.unlock();
        }
    }

    private boolean gap() {
        lock.lock();
        try {
            for (byte[] reply : bus.gap(nowNs.getAsLong())) pty.write(reply);
            return false;
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
                        "driver", "osdp");
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void fault(String name, boolean on) {
            locked(() -> {
                switch (name) {
                    case CABLE_PULLED -> bus.cablePulled(address, on);
                    case NOISE -> bus.noise(address, on);
                    case REBOOT -> {
                        if (on) pd.reboot(nowNs.getAsLong());
                    }
                    default -> {} // a fault of another wire
                }
            });
        }

        @Override
        public void close() {}

        private void locked(Runnable action) {
            lock.lock();
            try {
                action.run();
            } finally {
                lock.unlock();
            }
        }
    }
}
