package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.serial.SerialLine;
import java.util.BitSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Asks readers on a line single questions in the clear, one at a time, outside of any conversation: every
/// command has sequence number 0. A reader that has never understood a CRC is asked with a checksum. For an
/// installer's tools, on a line that no bus uses; the caller's thread, which waits.
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

    private final BitSet knowsCrc = new BitSet();
    private final BitSet checksumOnly = new BitSet();
    private Bytes asked = Bytes.EMPTY;
    private long unfinishedBytes;
    private long echoes;
    private long others;

    /// What came of a question.
    ///
    /// @param frame the answer; null when there was none
    /// @param replyNs from the command's last byte on the wire to the answer's last byte here; 0 without one
    /// @param heard all else since the question before
    public record Answer(@Nullable OsdpFrame frame, long replyNs, Heard heard) {
        /// The answer's meaning; null when there was none.
        public @Nullable Reply reply() {
            return frame == null ? null : Reply.decode(frame.payload());
        }

        private Answer with(Heard before) {
            return new Answer(frame, replyNs, heard.plus(before));
        }

        /// Whether the reader says that the question's check bytes are wrong.
        boolean wasNotUnderstood() {
            return reply() instanceof Reply.Nak(int reason, Bytes _) && reason == Reply.Nak.BAD_CHECK;
        }
    }

    /// What was on the line besides an answer.
    ///
    /// @param damaged starts of frames whose check bytes do not fit; a frame can have several
    /// @param noiseBytes what belongs to no frame
    /// @param echoes the questions themselves, unharmed
    /// @param others frames that are no answer: a second copy of one, a late one, or somebody else's
    public record Heard(long damaged, long noiseBytes, long echoes, long others) {
        public static final Heard NOTHING = new Heard(0, 0, 0, 0);

        public Heard plus(Heard more) {
            return new Heard(
                    damaged + more.damaged, noiseBytes + more.noiseBytes, echoes + more.echoes, others + more.others);
        }

        private Heard minus(Heard before) {
            return new Heard(
                    damaged - before.damaged,
                    noiseBytes - before.noiseBytes,
                    echoes - before.echoes,
                    others - before.others);
        }
    }

    public OsdpProbe(SerialLine line, LongSupplier nowNs) {
        this.line = line;
        this.nowNs = nowNs;
    }

    /// Asks the reader at `address`, or [OsdpFrame#ADDRESS_ANY], and waits up to `patienceNs` for the answer's first
    /// byte. Where it says that the check bytes are wrong it is asked once more, with a checksum. Throws
    /// `SerialException` when the line is gone.
    public Answer ask(int address, Command command, long patienceNs) {
        boolean crc = !checksumOnly.get(address);
        Answer first = exchange(OsdpFrame.command(address, 0, crc, command.payload()), patienceNs);
        if (first.frame() == null || !crc) return first;
        if (!first.wasNotUnderstood()) {
            knowsCrc.set(address);
            return first;
        }
        if (knowsCrc.get(address)) return first; // it was damaged on its way
        Answer second = exchange(OsdpFrame.command(address, 0, false, command.payload()), patienceNs);
        if (second.frame() == null) return first.with(second.heard());
        if (!second.wasNotUnderstood()) checksumOnly.set(address);
        return second.with(first.heard());
    }

    /// What came since the last answer, and what else comes, until nothing does for `patienceNs`.
    public Heard rest(long patienceNs) {
        Heard before = soFar();
        readOut(patienceNs);
        return soFar().minus(before);
    }

    private Answer exchange(OsdpFrame command, long patienceNs) {
        Heard before = soFar();
        readOut(1); // what came before cannot be the answer
        byte[] bytes = OsdpCodec.encodeMarked(command);
        asked = Bytes.copyOf(OsdpCodec.encode(command));
        line.write(bytes);
        long sentNs = nowNs.getAsLong() + bytes.length * byteNs();
        OsdpFrame frame = await(command, sentNs + patienceNs + line.slackNs());
        long replyNs = frame == null ? 0 : Math.max(0, nowNs.getAsLong() - sentNs);
        if (frame == null) forget();
        return new Answer(frame, replyNs, soFar().minus(before));
    }

    private @Nullable OsdpFrame await(OsdpFrame command, long untilNs) {
        long limitNs = untilNs;
        for (long leftNs = limitNs - nowNs.getAsLong(); leftNs > 0; leftNs = limitNs - nowNs.getAsLong()) {
            int count = line.read(read, leftNs);
            if (count == 0) continue;
            receiver.add(read, count);
            for (OsdpFrame frame = receiver.next(); frame != null; frame = receiver.next()) {
                if (isAnswer(frame, command)) return frame;
                passOver(frame);
            }
            long latestNs = untilNs + OsdpCodec.FRAME_BYTES_MAX * byteNs();
            if (receiver.waiting() > 0) limitNs = Math.min(latestNs, nowNs.getAsLong() + GAP_NS + line.slackNs());
        }
        return null;
    }

    /// All questions have the number 0: what tells an old answer from a new one is its address, and its code.
    private static boolean isAnswer(OsdpFrame frame, OsdpFrame command) {
        boolean isFromThere = frame.pd() == command.pd() || command.pd() == OsdpFrame.ADDRESS_ANY;
        if (!frame.isReply() || !isFromThere) return false;
        return switch (frame.code()) {
            case Reply.PDID -> command.code() == Command.ID;
            case Reply.PDCAP -> command.code() == Command.CAP;
            default -> true;
        };
    }

    /// Passes over all that comes until nothing does for `patienceNs`, or inside a frame for as long as one may
    /// pause.
    private void readOut(long patienceNs) {
        long untilNs = nowNs.getAsLong() + DRAIN_NS_MAX;
        int count;
        do {
            for (OsdpFrame frame = receiver.next(); frame != null; frame = receiver.next()) passOver(frame);
            count = line.read(read, receiver.waiting() > 0 ? Math.max(GAP_NS, patienceNs) : patienceNs);
            receiver.add(read, count);
        } while (count > 0 && nowNs.getAsLong() - untilNs < 0);
        forget();
    }

    private void passOver(OsdpFrame frame) {
        if (!frame.isReply() && Bytes.copyOf(OsdpCodec.encode(frame)).equals(asked)) echoes++;
        else others++;
    }

    /// A frame that never came to its end.
    private void forget() {
        unfinishedBytes += receiver.waiting();
        receiver.clear();
    }

    private Heard soFar() {
        return new Heard(receiver.badChecks(), receiver.noiseBytes() + unfinishedBytes, echoes, others);
    }

    private long byteNs() {
        return BITS_PER_BYTE * NS_PER_S / line.baud();
    }
}
