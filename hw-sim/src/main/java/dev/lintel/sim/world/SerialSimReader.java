package dev.lintel.sim.world;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.hardware.HardwarePlan.ReaderWiring;
import dev.lintel.reader.linux.LinuxException;
import dev.lintel.reader.linux.Pty;
import dev.lintel.reader.serialcard.FrameWriter;
import dev.lintel.reader.serialcard.Presentations;
import dev.lintel.reader.serialcard.SerialProtocol;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A serial reader behind a pseudo terminal: [#portPath] is what the driver opens. It sends a card as its protocol
/// does, an RDM6300 again and again while the card lies there. Its own thread `sim-serial` writes; its monitor
/// guards the terminal, the faults and the cards that wait.
///
/// ```
///   frame   A . A . A . A        A . A . A . A        B . B . B
///                       |<-AWAY->|           |<-PAUSE->|            from when a frame was sent, not was to be sent
/// ```
///
/// On a busy machine frames are late. Counted from the times that were planned, the same card held out again would come
/// so soon after its last frame that the driver takes it for one presentation, and nothing would be decided.
final class SerialSimReader implements SimReader {
    static final String CABLE_PULLED = "cable-pulled";
    static final String NOISE = "noise";
    static final String GHOSTS = "ghosts";
    static final String HALF_FRAMES = "half-frames";
    static final String UNPLUGGED = "unplugged";

    /// What stands for the port while its adapter is unplugged: nothing that anybody else could own.
    private static final String NOWHERE = "/dev/pts/unplugged";

    private static final long MS = 1_000_000;

    /// How often an RDM6300 repeats, and for how long a person holds the card there.
    private static final long REPEAT_NS = 65 * MS;

    private static final int REPEATS = 8;

    /// Between two cards: more than the silence that ends a frame.
    private static final long PAUSE_NS = 100 * MS;

    /// Taking the same card away and holding it out again: longer than what counts as one presentation, also where the
    /// driver reads the last frame half a second late.
    private static final long AWAY_NS = Presentations.HELD_NS + 500 * MS;

    /// A person holds one card at a time; more is a script gone wild.
    private static final int WAITING_MAX = 64;

    private static final long GHOST_NS = 200 * MS;
    private static final double NOISE_SHARE = 0.5;
    private static final int GARBAGE_BYTES_MAX = 6;
    private static final int EM_BITS = 40;

    private final SerialProtocol protocol;
    private final LongSupplier nowNs;
    private final SplittableRandom random;
    private final SimSchedule schedule;
    private @Nullable Pty pty;
    /// The first is being sent.
    private final Deque<Bytes> waiting = new ArrayDeque<>();

    private Bytes last = Bytes.EMPTY;
    /// When a frame of it was sent last.
    private long lastNs;
    private boolean pulled;
    private boolean noisy;
    private boolean ghostly;
    private boolean haunting;
    private boolean half;

    /// Opens the terminal. `seed` decides where faults strike. Throws `LinuxException` when there is none to be had.
    SerialSimReader(ReaderWiring.Serial wiring, LongSupplier nowNs, long seed) {
        this.protocol = wiring.protocol();
        this.nowNs = nowNs;
        this.random = new SplittableRandom(seed);
        this.pty = Pty.open();
        this.schedule = new SimSchedule("sim-serial", nowNs);
    }

    /// The serial port's device path now: another after each time it was unplugged.
    synchronized String portPath() {
        return pty == null ? NOWHERE : pty.path();
    }

    @Override
    public synchronized void presentCard(CardBits bits) {
        present(FrameWriter.card(protocol, bits));
    }

    @Override
    public synchronized void presentCode(String text) {
        if (protocol != SerialProtocol.QR) throw new IllegalArgumentException("this reader is no code scanner");
        present(FrameWriter.text(text));
    }

    @Override
    public void pressKeys(String keys) {
        throw new IllegalArgumentException("a serial reader has no keys");
    }

    @Override
    public synchronized Map<String, Object> state() {
        return Map.of("led", "off", "buzzer", false, "online", pty != null, "driver", "serial");
    }

    @Override
    public synchronized void fault(String name, boolean on) {
        switch (name) {
            case CABLE_PULLED -> pulled = on;
            case NOISE -> noisy = on;
            case HALF_FRAMES -> half = on;
            case GHOSTS -> {
                ghostly = on && protocol.repeats(); // others are not known to make cards up
                if (ghostly && !haunting) haunt();
            }
            case UNPLUGGED -> plug(!on);
            default -> {} // another wire's fault
        }
    }

    @Override
    public void close() {
        schedule.close();
        synchronized (this) {
            plug(false);
        }
    }

    private void present(Bytes frame) {
        if (waiting.size() == WAITING_MAX) throw new IllegalArgumentException(SimSchedule.TOO_MUCH);
        waiting.add(frame);
        if (waiting.size() == 1) begin(frame);
    }

    private void begin(Bytes frame) {
        long startNs = nowNs.getAsLong();
        if (!last.isEmpty()) startNs = Math.max(startNs, lastNs + (frame.equals(last) ? AWAY_NS : PAUSE_NS));
        at(startNs, frame, protocol.repeats() ? REPEATS : 1);
    }

    private void at(long timeNs, Bytes frame, int left) {
        schedule.add(List.of(new SimSchedule.Task(timeNs, () -> repeat(frame, left))));
    }

    private void repeat(Bytes frame, int left) {
        try {
            send(frame);
        } finally {
            synchronized (this) {
                last = frame;
                lastNs = nowNs.getAsLong();
                if (left > 1) {
                    at(lastNs + REPEAT_NS, frame, left - 1);
                } else {
                    waiting.remove();
                    Bytes next = waiting.peek();
                    if (next != null) begin(next);
                }
            }
        }
    }

    private void plug(boolean in) {
        if (in == (pty != null)) return;
        if (pty != null) {
            pty.close();
            pty = null;
        } else {
            try {
                pty = Pty.open();
            } catch (LinuxException e) {
                throw new IllegalArgumentException("no pseudo terminal can be had: " + e.getMessage(), e);
            }
        }
    }

    /// A card that nobody holds there, whose checksum is right, again and again.
    private void haunt() {
        haunting = true;
        schedule.add(List.of(new SimSchedule.Task(nowNs.getAsLong() + GHOST_NS, () -> {
            send(ghost());
            synchronized (this) {
                haunting = false;
                if (ghostly) haunt();
            }
        })));
    }

    private synchronized Bytes ghost() {
        return FrameWriter.card(
                protocol, CardBits.ofNumber(BigInteger.valueOf(random.nextLong(1, 1L << EM_BITS)), EM_BITS));
    }

    /// On the reader's thread: a port that nobody reads holds up nothing else.
    private void send(Bytes frame) {
        Pty line;
        byte[] bytes;
        synchronized (this) {
            if (pty == null || pulled) return;
            line = pty;
            bytes = asSent(frame.toArray());
        }
        line.write(bytes);
    }

    private byte[] asSent(byte[] frame) {
        byte[] sent = half ? Arrays.copyOf(frame, frame.length / 2) : frame;
        if (!noisy) return sent;
        if (random.nextDouble() < NOISE_SHARE) {
            sent[random.nextInt(sent.length)] ^= (byte) (1 << random.nextInt(8));
        }
        byte[] garbage = new byte[random.nextInt(GARBAGE_BYTES_MAX + 1)];
        random.nextBytes(garbage);
        byte[] noise = Arrays.copyOf(sent, sent.length + garbage.length);
        System.arraycopy(garbage, 0, noise, sent.length, garbage.length);
        return noise;
    }
}
