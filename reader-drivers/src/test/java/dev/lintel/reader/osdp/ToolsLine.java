package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.serial.SerialLine;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A line in virtual time with PDs that answer at one speed: reading it lets the time pass.
final class ToolsLine implements SerialLine {
    final Map<Integer, Function<OsdpFrame, byte @Nullable []>> pds = new HashMap<>();
    int pdBaud = 9_600;
    long answerNs = 3_000_000;
    final Map<Integer, Long> slowNs = new HashMap<>();
    boolean echo;
    boolean twice; // a second copy of each answer, its first two bytes first
    double damagedShare;
    double silentShare;
    byte[] noise = {};

    private final SplittableRandom random = new SplittableRandom(5);
    private int baud = 9_600;
    private long nowNs;
    private final PriorityQueue<Coming> coming = new PriorityQueue<>(Comparator.comparingLong(Coming::atNs));

    private record Coming(long atNs, Bytes bytes) {}

    long nowNs() {
        return nowNs;
    }

    ToolsLine at(int speed) {
        baud = speed;
        return this;
    }

    @Override
    public int read(byte[] buffer, long timeoutNs) {
        long untilNs = nowNs + timeoutNs;
        Coming next = coming.peek();
        if (next == null || next.atNs > untilNs) {
            nowNs = untilNs;
            return 0;
        }
        coming.remove();
        nowNs = Math.max(nowNs, next.atNs);
        next.bytes.copyTo(buffer, 0);
        return next.bytes.size();
    }

    @Override
    public void write(byte[] bytes) {
        if (baud != pdBaud) return;
        if (!(OsdpCodec.decode(ByteBuffer.wrap(bytes, 1, bytes.length - 1)) instanceof Decoded.Frame f)) return;
        byte[] reply = null;
        if (f.frame().pd() == OsdpFrame.ADDRESS_ANY && pds.size() == 1) {
            reply = pds.values().iterator().next().apply(f.frame());
        }
        var pd = pds.get(f.frame().pd());
        if (pd != null) reply = pd.apply(f.frame());
        if (reply == null || random.nextDouble() < silentShare) reply = new byte[0];
        if (reply.length > 0 && random.nextDouble() < damagedShare) reply[reply.length - 3] ^= 8;
        byte[] all = new byte[noise.length + reply.length];
        System.arraycopy(noise, 0, all, 0, noise.length);
        System.arraycopy(reply, 0, all, noise.length, reply.length);
        long byteNs = 10_000_000_000L / baud;
        long sentNs = nowNs + bytes.length * byteNs;
        long atNs = sentNs + slowNs.getOrDefault(f.frame().pd(), answerNs) + all.length * byteNs;
        if (echo) coming.add(new Coming(sentNs, Bytes.copyOf(bytes)));
        if (all.length > 0) coming.add(new Coming(atNs, Bytes.copyOf(all)));
        if (twice && reply.length > 0) {
            coming.add(new Coming(atNs + 2 * byteNs, Bytes.copyOf(reply, 0, 2)));
            coming.add(new Coming(atNs + reply.length * byteNs, Bytes.copyOf(reply, 2, reply.length)));
        }
    }

    @Override
    public int baud() {
        return baud;
    }

    @Override
    public String name() {
        return "line";
    }

    @Override
    public void close() {}
}
