package dev.lintel.sim.fault;

import dev.lintel.reader.Bytes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// The line between the bus and one PD, both ways. Bytes and the time in, bytes and their times out; the same seed
/// and the same calls give the same faults. Not safe for use by two threads.
public final class FaultyLine {
    private static final long MS = 1_000_000;
    private static final int SOM = 0x53;

    /// Bad enough to see, good enough to get through with repeats.
    private static final double COMMANDS_HIT = 0.2;

    private static final double REPLIES_HIT = 0.4;
    private static final double OFTEN = 0.5;

    private static final long DELAY_NS_MIN = 20 * MS;
    private static final long DELAY_NS_MAX = 150 * MS;

    /// An ACU waits for 200 ms.
    private static final long LATE_NS_MIN = 220 * MS;

    private static final long LATE_NS_MAX = 900 * MS;

    /// A byte's gap; a whole frame still comes before the ACU gives up.
    private static final long DRIBBLE_NS_MAX = 6 * MS;

    private static final long DRIBBLED_NS_MAX = 150 * MS;

    private static final int GARBAGE_BYTES_MAX = 24;
    private static final int BUSY_MAX = 3;

    /// Bytes that leave at `atNs`.
    public record Chunk(long atNs, Bytes bytes) {}

    private final SplittableRandom random;
    private final Set<Fault> on = EnumSet.noneOf(Fault.class);

    public FaultyLine(long seed) {
        random = new SplittableRandom(seed);
    }

    public void set(Fault fault, boolean now) {
        if (now) on.add(fault);
        else on.remove(fault);
    }

    public boolean has(Fault fault) {
        return on.contains(fault);
    }

    /// What the PD hears of a command: the same bytes, worse ones, or none.
    public Bytes heard(byte[] command) {
        if (on.isEmpty()) return Bytes.copyOf(command);
        if (has(Fault.CABLE_PULLED) || hit(Fault.DROP, COMMANDS_HIT)) return Bytes.EMPTY;
        byte[] bytes = hit(Fault.CORRUPT, COMMANDS_HIT) ? damaged(command) : command;
        Bytes before = hit(Fault.GARBAGE, OFTEN) ? garbage() : Bytes.EMPTY;
        Bytes after = hit(Fault.GARBAGE, OFTEN) ? garbage() : Bytes.EMPTY;
        byte[] all = new byte[before.size() + bytes.length + after.size()];
        before.copyTo(all, 0);
        System.arraycopy(bytes, 0, all, before.size(), bytes.length);
        after.copyTo(all, before.size() + bytes.length);
        return Bytes.copyOf(all);
    }

    /// How often the PD is to answer the next commands with BUSY; mostly 0.
    public int busy() {
        return hit(Fault.BUSY, COMMANDS_HIT) ? random.nextInt(1, BUSY_MAX + 1) : 0;
    }

    /// What becomes of a reply sent at `nowNs`: nothing, itself, or worse. In the order of time.
    public List<Chunk> carry(long nowNs, byte[] reply) {
        if (on.isEmpty()) return List.of(new Chunk(nowNs, Bytes.copyOf(reply)));
        if (has(Fault.CABLE_PULLED) || has(Fault.MUTE) || hit(Fault.DROP, REPLIES_HIT)) return List.of();
        byte[] bytes = hit(Fault.CORRUPT, REPLIES_HIT) ? damaged(reply) : reply;
        long atNs = nowNs + lateness();
        var chunks = new ArrayList<Chunk>();
        if (hit(Fault.GARBAGE, OFTEN)) chunks.add(new Chunk(atNs, garbage()));
        long endNs = put(chunks, atNs, bytes);
        if (hit(Fault.DUPLICATE, OFTEN)) endNs = put(chunks, endNs, bytes);
        if (hit(Fault.GARBAGE, OFTEN)) chunks.add(new Chunk(endNs, garbage()));
        return chunks;
    }

    private boolean hit(Fault fault, double share) {
        return has(fault) && random.nextDouble() < share;
    }

    private long lateness() {
        long ns = has(Fault.DELAY) ? random.nextLong(DELAY_NS_MIN, DELAY_NS_MAX) : 0;
        return hit(Fault.LATE, REPLIES_HIT) ? ns + random.nextLong(LATE_NS_MIN, LATE_NS_MAX) : ns;
    }

    /// Returns when the last byte leaves.
    private long put(List<Chunk> chunks, long atNs, byte[] bytes) {
        if (!has(Fault.DRIBBLE)) {
            chunks.add(new Chunk(atNs, Bytes.copyOf(bytes)));
            return atNs;
        }
        long gapNs = Math.min(DRIBBLE_NS_MAX, DRIBBLED_NS_MAX / bytes.length);
        long nextNs = atNs;
        for (byte each : bytes) {
            chunks.add(new Chunk(nextNs, Bytes.of(each & 0xFF)));
            nextNs += random.nextLong(gapNs) + 1;
        }
        return nextNs;
    }

    private byte[] damaged(byte[] frame) {
        return Damage.any(random).to(frame, random);
    }

    /// Some of it claims to be a frame of up to 255 bytes from nobody.
    private Bytes garbage() {
        byte[] bytes = new byte[random.nextInt(1, GARBAGE_BYTES_MAX + 1)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) bytes[0] = SOM;
        if (bytes.length > 3 && bytes[0] == SOM) bytes[3] = 0;
        return Bytes.copyOf(bytes);
    }
}
