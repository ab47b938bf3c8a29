package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Several PDs on one simulated bus, with the faults a cable can have: bytes and the time in, replies out.
/// Not safe for use by two threads.
public final class PdBus {
    /// Half of all replies get a flipped bit: bad enough to see, good enough to get through with repeats.
    private static final double NOISE_SHARE = 0.5;

    private final List<Drop> drops = new ArrayList<>();
    private final FrameReceiver receiver = new FrameReceiver();
    private final SplittableRandom noise;

    /// `seed` decides which bytes noise hits.
    public PdBus(List<PdSpec> specs, long seed, long nowNs) {
        noise = new SplittableRandom(seed);
        for (PdSpec spec : specs) drops.add(new Drop(spec, nowNs));
    }

    /// The PD that was wired at `address`; throws `IllegalArgumentException` when there is none.
    public OsdpPd pd(int address) {
        return drop(address).pd;
    }

    /// The cable between the bus and this PD is cut, both ways.
    public void cablePulled(int address, boolean on) {
        drop(address).cut = on;
    }

    /// Some of its replies arrive damaged.
    public void noise(int address, boolean on) {
        drop(address).noisy = on;
    }

    /// Takes the first `length` of `bytes` and returns what the PDs put on the line, one element a reply.
    public List<byte[]> receive(long nowNs, byte[] bytes, int length) {
        var replies = new ArrayList<byte[]>();
        receiver.add(bytes, length);
        for (OsdpFrame frame = receiver.next(); frame != null; frame = receiver.next()) {
            for (Drop drop : drops) drop.answer(frame, nowNs, replies);
        }
        return replies;
    }

    /// The line has been silent in the middle of a frame.
    public List<byte[]> gap(long nowNs) {
        var replies = new ArrayList<byte[]>();
        OsdpFrame frame = receiver.gap();
        if (frame != null) for (Drop drop : drops) drop.answer(frame, nowNs, replies);
        receiver.clear();
        return replies;
    }

    /// Whether a frame is incomplete.
    public boolean waiting() {
        return receiver.waiting() > 0;
    }

    private Drop drop(int address) {
        for (Drop drop : drops) if (drop.wiredAt == address) return drop;
        throw new IllegalArgumentException("no simulated PD at address " + address);
    }

    /// One PD and the cable to it.
    private final class Drop {
        private final int wiredAt;
        private final OsdpPd pd;
        private boolean cut;
        private boolean noisy;

        Drop(PdSpec spec, long nowNs) {
            wiredAt = spec.address();
            pd = new OsdpPd(spec, nowNs);
        }

        void answer(OsdpFrame frame, long nowNs, List<byte[]> replies) {
            if (cut) return;
            OsdpFrame reply = pd.answer(frame, nowNs);
            if (reply == null) return;
            byte[] bytes = OsdpCodec.encodeMarked(reply);
            if (noisy && noise.nextDouble() < NOISE_SHARE) flipBit(bytes);
            replies.add(bytes);
        }

        private void flipBit(byte[] bytes) {
            int at = noise.nextInt(bytes.length);
            bytes[at] = (byte) (bytes[at] ^ 1 << noise.nextInt(8));
        }
    }
}
