package dev.lintel.sim.pd;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.sim.fault.Fault;
import dev.lintel.sim.fault.FaultyLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// Several PDs on one simulated bus, with the faults a cable can have: bytes and the time in, replies out.
/// Not safe for use by two threads.
///
/// Frames are cut out of what the ACU sends once; from there each goes down every PD's own cable, which may
/// damage it, as bytes into that PD's own receiver. A frame that stands still there is given up after 20 ms.
///
/// A reply that no fault delays is returned at once. One that is late waits here: [#nextNs] says until when,
/// [#due] gives it.
public final class PdBus {
    /// Replies that wait: more than the faults of 127 readers put off before the ACU asks again.
    private static final int LATE_CHUNKS_MAX = 65_536;

    /// Silence inside a frame after which a PD looks for another behind its start.
    private static final long GAP_NS = 20_000_000;

    private record Waiting(long atNs, long order, Bytes bytes) {}

    private final List<Drop> drops = new ArrayList<>();
    private final FrameReceiver receiver = new FrameReceiver();
    private final PriorityQueue<Waiting> late =
            new PriorityQueue<>(Comparator.comparingLong(Waiting::atNs).thenComparingLong(Waiting::order));
    private final SplittableRandom random;
    private long order;
    private int speed;
    private boolean echo;

    /// `seed` decides what the faults hit.
    public PdBus(List<PdSpec> specs, long seed, long nowNs) {
        random = new SplittableRandom(seed);
        for (PdSpec spec : specs) drops.add(new Drop(spec.address(), new OsdpPd(spec, nowNs), random.nextLong()));
    }

    /// The same with a source of numbers of 8 bytes each for the handshakes, which nobody can foresee.
    PdBus(List<PdSpec> specs, long seed, Supplier<Bytes> secret, long nowNs) {
        random = new SplittableRandom(seed);
        for (PdSpec spec : specs) {
            drops.add(new Drop(spec.address(), new OsdpPd(spec, secret, nowNs), random.nextLong()));
        }
    }

    /// The PD that was wired at `address`; throws `IllegalArgumentException` when there is none.
    public OsdpPd pd(int address) {
        return drop(address).pd;
    }

    /// The speed that the ACU's port has from now on, in bits a second; 0 when nobody knows. A PD that is set to
    /// another hears only noise.
    public void speed(int baud) {
        if (baud != speed) {
            receiver.clear();
            for (Drop drop : drops) drop.receiver.clear();
        }
        speed = baud;
    }

    /// Switches a fault of the reader wired at `address`, or of its line. Throws `IllegalArgumentException` when
    /// there is none.
    public void fault(int address, Fault fault, boolean on, long nowNs) {
        Drop drop = drop(address);
        switch (fault) {
            case ECHO -> echo = on;
            case REBOOT -> {
                if (on) drop.pd.reboot(nowNs);
            }
            case WRONG_KEY -> drop.pd.wrongKey(on ? randomKey() : null);
            case PLAIN_ONLY -> drop.pd.plainOnly(on);
            case CABLE_PULLED, DROP, CORRUPT, DELAY, LATE, MUTE, GARBAGE, DRIBBLE, DUPLICATE, BUSY ->
                drop.line.set(fault, on);
        }
    }

    /// The same for every reader.
    public void fault(Fault fault, boolean on, long nowNs) {
        for (Drop drop : drops) fault(drop.wiredAt, fault, on, nowNs);
    }

    /// The cable between the bus and this PD is cut, both ways.
    public void cablePulled(int address, boolean on) {
        drop(address).line.set(Fault.CABLE_PULLED, on);
    }

    /// Damaged frames and bytes of no frame that this PD has heard.
    long disturbances(int address) {
        FrameReceiver heard = drop(address).receiver;
        return heard.badChecks() + heard.noiseBytes();
    }

    /// Some of what goes to and from it is damaged.
    public void noise(int address, boolean on) {
        drop(address).line.set(Fault.CORRUPT, on);
    }

    /// Takes the first `length` of `bytes` and returns what is on the line by now, one element a reply or a
    /// piece.
    public List<byte[]> receive(long nowNs, byte[] bytes, int length) {
        var replies = new ArrayList<byte[]>();
        giveUp(nowNs);
        if (echo) replies.add(Arrays.copyOf(bytes, length));
        receiver.add(bytes, length);
        for (OsdpFrame frame = receiver.next(); frame != null; frame = receiver.next()) answer(frame, nowNs);
        addDue(nowNs, replies);
        return replies;
    }

    /// The line has been silent in the middle of a frame.
    public List<byte[]> gap(long nowNs) {
        OsdpFrame frame = receiver.gap();
        if (frame != null) answer(frame, nowNs);
        receiver.clear();
        return due(nowNs);
    }

    /// What was late and is on the line by now.
    public List<byte[]> due(long nowNs) {
        var replies = new ArrayList<byte[]>();
        giveUp(nowNs);
        addDue(nowNs, replies);
        return replies;
    }

    /// When something late goes out, or a PD gives a frame up; `Long.MAX_VALUE` when nothing waits.
    public long nextNs() {
        Waiting first = late.peek();
        long nextNs = first == null ? Long.MAX_VALUE : first.atNs;
        for (Drop drop : drops) nextNs = Math.min(nextNs, drop.gapNs());
        return nextNs;
    }

    /// PDs that nobody has talked to for 8 s end their sessions.
    public void expire(long nowNs) {
        for (Drop drop : drops) drop.pd.expire(nowNs);
    }

    /// The speed of the PDs, of the first one that has a certain speed; 0 when none has.
    int baud() {
        for (Drop drop : drops) if (drop.pd.baud() != 0) return drop.pd.baud();
        return 0;
    }

    /// Whether a frame is incomplete.
    public boolean waiting() {
        return receiver.waiting() > 0;
    }

    private void answer(OsdpFrame frame, long nowNs) {
        byte[] bytes = OsdpCodec.encodeMarked(frame);
        for (Drop drop : drops) drop.hear(bytes, nowNs);
    }

    private void giveUp(long nowNs) {
        for (Drop drop : drops) if (drop.gapNs() <= nowNs) drop.gap(nowNs);
    }

    private void addDue(long nowNs, List<byte[]> replies) {
        while (!late.isEmpty() && late.peek().atNs <= nowNs)
            replies.add(late.remove().bytes.toArray());
    }

    private Scbk randomKey() {
        byte[] key = new byte[Scbk.BYTES];
        random.nextBytes(key);
        return Scbk.ofAny(key);
    }

    private Drop drop(int address) {
        for (Drop drop : drops) if (drop.wiredAt == address) return drop;
        throw new IllegalArgumentException("no simulated PD at address " + address);
    }

    /// One PD and the cable to it.
    private final class Drop {
        private final int wiredAt;
        private final OsdpPd pd;
        private final FaultyLine line;
        private final FrameReceiver receiver = new FrameReceiver();
        private long heardNs;

        Drop(int wiredAt, OsdpPd pd, long seed) {
            this.wiredAt = wiredAt;
            this.pd = pd;
            this.line = new FaultyLine(seed);
        }

        void hear(byte[] command, long nowNs) {
            boolean otherSpeed = speed != 0 && pd.baud() != 0 && speed != pd.baud();
            if (otherSpeed) return;
            Bytes heard = line.heard(command);
            if (heard.isEmpty()) return;
            heardNs = nowNs;
            receiver.add(heard.toArray(), heard.size());
            for (OsdpFrame frame = receiver.next(); frame != null; frame = receiver.next()) answer(frame, nowNs);
        }

        long gapNs() {
            return receiver.waiting() == 0 ? Long.MAX_VALUE : heardNs + GAP_NS;
        }

        void gap(long nowNs) {
            OsdpFrame frame = receiver.gap();
            if (frame != null) answer(frame, nowNs);
            receiver.clear();
        }

        private void answer(OsdpFrame frame, long nowNs) {
            if (!pd.isBusy() && frame.pd() == pd.address()) pd.busy(line.busy());
            OsdpFrame reply = pd.answer(frame, nowNs);
            if (reply == null) return;
            byte[] bytes = pd.marks() ? OsdpCodec.encodeMarked(reply) : OsdpCodec.encode(reply);
            for (FaultyLine.Chunk chunk : line.carry(nowNs, bytes)) {
                if (late.size() < LATE_CHUNKS_MAX) late.add(new Waiting(chunk.atNs(), order++, chunk.bytes()));
            }
        }
    }
}
