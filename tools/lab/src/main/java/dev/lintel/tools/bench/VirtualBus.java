package dev.lintel.tools.bench;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.BusStep;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpBus;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdKey;
import dev.lintel.reader.osdp.Scbk;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Our ACU and polite PDs on a line that takes the time its bytes take, in virtual time. One thread.
final class VirtualBus {
    static final long S = 1_000_000_000;

    private static final long BITS_PER_BYTE = 10;

    /// Between a command's last byte and its reply's first: what quick readers take.
    private static final long TURNAROUND_NS = 2_000_000;

    private static final long SEED = 17;

    private final OsdpBus acu;
    private final List<PolitePd> pds = new ArrayList<>();
    private final FrameReceiver line = new FrameReceiver();
    private final long byteNs;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Samples> intervals = new ArrayList<>();
    private final long[] polledNs;
    private long nowNs;
    private long busyNs;
    private long exchanges;
    private long allocated;
    private long dueNs;
    private byte[] coming = {};
    private long comingNs = Long.MAX_VALUE;

    VirtualBus(int count, int baud, boolean secure) {
        var keys = new ArrayList<PdKey>();
        for (int address = 0; address < count; address++) {
            Scbk key = secure ? Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c%02x".formatted(address)) : null;
            keys.add(new PdKey(address, key));
            pds.add(new PolitePd(key));
            intervals.add(new Samples());
        }
        acu = new OsdpBus(keys, this::eight, 0);
        byteNs = BITS_PER_BYTE * S / baud;
        polledNs = new long[count];
        acu.lineUp(0, baud);
    }

    /// Lets the time pass, and forgets what was measured before.
    void run(long durationNs) {
        intervals.replaceAll(_ -> new Samples());
        busyNs = 0;
        exchanges = 0;
        allocated = 0;
        long endNs = nowNs + durationNs;
        for (long nextNs = Math.min(dueNs, comingNs); nextNs <= endNs; nextNs = Math.min(dueNs, comingNs)) {
            nowNs = Math.max(nowNs, nextNs);
            boolean comes = comingNs <= nowNs;
            byte[] received = comes ? coming : new byte[0];
            if (comes) comingNs = Long.MAX_VALUE;
            step(received);
        }
        nowNs = endNs;
    }

    /// How long after the command before each PD was given its next.
    List<Samples> intervals() {
        return List.copyOf(intervals);
    }

    /// How much of the time bytes were on the line.
    double share(long durationNs) {
        return (double) busyNs / durationNs;
    }

    /// What the ACU alone took from the heap for each exchange, in bytes.
    double allocatedEach() {
        return (double) allocated / exchanges;
    }

    private void step(byte[] received) {
        long before = Allocation.bytes();
        BusStep step = acu.step(nowNs, received, received.length);
        allocated += Allocation.bytes() - before;
        dueNs = step.deadlineNs();
        if (step.send().isEmpty()) return;
        byte[] command = step.send().toArray();
        line.add(command, command.length);
        OsdpFrame frame = line.next();
        if (frame == null) throw new IllegalStateException("the ACU sends what is no frame");
        int address = frame.pd();
        if (polledNs[address] > 0) intervals.get(address).add(nowNs - polledNs[address]);
        polledNs[address] = nowNs;
        coming = OsdpCodec.encodeMarked(pds.get(address).answer(frame));
        comingNs = nowNs + (command.length + coming.length) * byteNs + TURNAROUND_NS;
        busyNs += (command.length + coming.length) * byteNs;
        exchanges++;
    }

    private Bytes eight() {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        return Bytes.copyOf(bytes);
    }
}
