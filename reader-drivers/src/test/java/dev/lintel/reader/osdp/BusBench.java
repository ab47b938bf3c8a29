package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.ReaderEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A bus in virtual time with PDs that are functions from a command to the bytes they answer, or null for silence.
final class BusBench {
    static final long MS = 1_000_000;
    static final long S = 1_000 * MS;
    private static final long ANSWER_NS = 2 * MS;

    record Sent(long atNs, OsdpFrame frame, Bytes bytes) {}

    final Map<Integer, Function<OsdpFrame, byte @Nullable []>> pds = new HashMap<>();
    final List<Sent> sent = new ArrayList<>();
    final List<BusStep.Event> events = new ArrayList<>();
    final OsdpBus bus;
    long nowNs = 17;
    private byte[] coming = {};
    private long comingNs = Long.MAX_VALUE;

    BusBench(Integer... addresses) {
        this(Stream.of(addresses).map(address -> new PdKey(address, null)).toList());
    }

    /// The ACU's random bytes are always the same.
    BusBench(List<PdKey> keys) {
        bus = new OsdpBus(keys, () -> Bytes.ofHex("0102030405060708"), nowNs);
        for (PdKey key : keys) pds.put(key.address(), BusBench::polite);
        bus.lineUp(nowNs, 115_200);
    }

    /// Answers everything as a plain reader does that has nothing to tell.
    static byte @Nullable [] polite(OsdpFrame command) {
        return reply(command, politeReply(command));
    }

    static Reply politeReply(OsdpFrame command) {
        return switch (command.code()) {
            case Command.ID -> Reply.decode(Bytes.ofHex("450c0b0a010278563412010203"));
            case Command.CAP -> Reply.decode(Bytes.ofHex("46080100"));
            case Command.LSTAT -> new Reply.LocalStatus(false, false);
            case Command.ISTAT -> new Reply.InputStatus(Bytes.of(0));
            default -> new Reply.Ack();
        };
    }

    static byte[] reply(OsdpFrame command, Reply reply) {
        return OsdpCodec.encodeMarked(
                OsdpFrame.reply(command.pd(), command.sequence(), command.crc(), reply.payload()));
    }

    /// Lets time pass, step by step as the bus asks for it.
    void run(long durationNs) {
        long end = nowNs + durationNs;
        BusStep step = step(new byte[0]);
        while (true) {
            long next = Math.min(step.deadlineNs(), comingNs);
            if (next > end) break;
            nowNs = Math.max(next, nowNs);
            boolean arrived = comingNs <= nowNs;
            byte[] bytes = arrived ? coming : new byte[0];
            if (arrived) comingNs = Long.MAX_VALUE;
            step = step(bytes);
        }
        nowNs = end;
    }

    BusStep step(byte[] received) {
        BusStep step = bus.step(nowNs, received, received.length);
        events.addAll(step.events());
        if (!step.send().isEmpty()) answer(step.send());
        return step;
    }

    List<ReaderEvent> of(int address) {
        return events.stream()
                .filter(e -> e.address() == address)
                .map(BusStep.Event::event)
                .toList();
    }

    List<Sent> sentTo(int address) {
        return sent.stream().filter(s -> s.frame().pd() == address).toList();
    }

    private void answer(Bytes bytes) {
        var buffer = ByteBuffer.wrap(bytes.slice(1, bytes.size()).toArray());
        if (!(OsdpCodec.decode(buffer) instanceof Decoded.Frame f)) throw new AssertionError("sent no frame: " + bytes);
        sent.add(new Sent(nowNs, f.frame(), bytes));
        var pd = pds.get(f.frame().pd());
        byte[] reply = pd == null ? null : pd.apply(f.frame());
        if (reply == null) return;
        coming = reply;
        comingNs = nowNs + ANSWER_NS;
    }
}
