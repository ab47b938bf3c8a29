package dev.lintel.reader.osdp;

import dev.lintel.reader.serial.SerialLine;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Asks readers on a line single questions in the clear, one at a time, outside of any conversation: every
/// command has sequence number 0. For an installer's tools, on a line that no bus uses; the caller's thread,
/// which waits.
public final class OsdpProbe {
    /// What a reader is given to answer by the standard.
    public static final long REPLY_NS = OsdpBus.REPLY_NS;

    private static final int READ_BYTES_MAX = 4_096;
    private static final long BITS_PER_BYTE = 10;
    private static final long NS_PER_S = 1_000_000_000;

    /// A reply that has begun comes to its end with no longer pause than this.
    private static final long GAP_NS = 30_000_000;

    /// Input that never ends is not waited out: another master talks here.
    private static final long DRAIN_NS_MAX = 500_000_000;

    private final SerialLine line;
    private final LongSupplier nowNs;
    private final FrameReceiver receiver = new FrameReceiver();
    private final byte[] read = new byte[READ_BYTES_MAX];

    /// What came of a question.
    ///
    /// @param frame the answer; null when there was none
    /// @param replyNs from the command's last byte on the wire to the answer's last byte here; 0 without one
    /// @param damaged frames that came, but whose check bytes do not fit
    /// @param noiseBytes what came and belongs to no frame
    public record Answer(@Nullable OsdpFrame frame, long replyNs, long damaged, long noiseBytes) {
        /// The answer's meaning; null when there was none.
        public @Nullable Reply reply() {
            return frame == null ? null : Reply.decode(frame.payload());
        }
    }

    public OsdpProbe(SerialLine line, LongSupplier nowNs) {
        this.line = line;
        this.nowNs = nowNs;
    }

    /// Asks the reader at `address`, or [OsdpFrame#ADDRESS_ANY], and waits up to `patienceNs` for the answer's first
    /// byte. Throws `SerialException` when the line is gone.
    public Answer ask(int address, Command command, long patienceNs) {
        long damagedBefore = receiver.badChecks();
        long noiseBefore = receiver.noiseBytes();
        drain();
        byte[] bytes = OsdpCodec.encodeMarked(OsdpFrame.command(address, 0, true, command.payload()));
        line.write(bytes);
        long sentNs = nowNs.getAsLong() + bytes.length * byteNs();
        OsdpFrame frame = await(address, sentNs + patienceNs + line.slackNs());
        long replyNs = frame == null ? 0 : Math.max(0, nowNs.getAsLong() - sentNs);
        long waiting = frame == null ? receiver.waiting() : 0;
        receiver.clear();
        return new Answer(
                frame, replyNs, receiver.badChecks() - damagedBefore, receiver.noiseBytes() - noiseBefore + waiting);
    }

    private @Nullable OsdpFrame await(int address, long untilNs) {
        long limitNs = untilNs;
        for (long leftNs = limitNs - nowNs.getAsLong(); leftNs > 0; leftNs = limitNs - nowNs.getAsLong()) {
            int count = line.read(read, leftNs);
            if (count == 0) continue;
            receiver.add(read, count);
            for (OsdpFrame frame = receiver.next(); frame != null; frame = receiver.next()) {
                boolean asked = frame.pd() == address || address == OsdpFrame.ADDRESS_ANY;
                if (frame.isReply() && asked) return frame;
            }
            long latestNs = untilNs + OsdpCodec.FRAME_BYTES_MAX * byteNs();
            if (receiver.waiting() > 0) limitNs = Math.min(latestNs, nowNs.getAsLong() + GAP_NS + line.slackNs());
        }
        return null;
    }

    /// What came before cannot be the answer.
    private void drain() {
        long untilNs = nowNs.getAsLong() + DRAIN_NS_MAX;
        while (line.read(read, 1) > 0 && nowNs.getAsLong() - untilNs < 0) receiver.clear();
        receiver.clear();
    }

    private long byteNs() {
        return BITS_PER_BYTE * NS_PER_S / line.baud();
    }
}
