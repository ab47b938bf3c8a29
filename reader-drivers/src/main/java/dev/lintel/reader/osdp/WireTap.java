package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Decoded.Fault;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Cuts what is heard on a line into frames of both directions, damaged ones too, for who listens without taking
/// part. [FrameReceiver] is for who takes part: it drops what is damaged. Not safe for use by two threads.
public final class WireTap {
    /// One frame may be incomplete while a read brings the next.
    public static final int BUFFER_BYTES_MAX = 4 * OsdpCodec.FRAME_BYTES_MAX;

    private final byte[] buffer = new byte[BUFFER_BYTES_MAX];
    private int start;
    private int end;
    private boolean lost; // inside what is no frame: a start found here may be none

    /// Takes the first `length` of `bytes`; of a longer flood the newest.
    public void add(byte[] bytes, int length) {
        int from = Math.max(0, length - buffer.length);
        int count = length - from;
        int kept = Math.min(end - start, buffer.length - count);
        lost |= kept < end - start;
        System.arraycopy(buffer, end - kept, buffer, 0, kept);
        System.arraycopy(bytes, from, buffer, kept, count);
        start = 0;
        end = kept + count;
    }

    /// The next frame's bytes, without marks, or null when more are needed. [CapturedFrame#read] tells what they
    /// are.
    public @Nullable Bytes next() {
        while (start < end) {
            switch (OsdpCodec.decode(ByteBuffer.wrap(buffer, start, end - start))) {
                case Decoded.Frame f -> {
                    Bytes frame = Bytes.copyOf(buffer, start, start + f.skip());
                    start += f.skip();
                    lost = false;
                    return frame;
                }
                case Decoded.Noise n -> {
                    Bytes damaged = lost ? null : damaged(n.fault());
                    start += n.skip();
                    lost |= n.fault() != Fault.IDLE;
                    if (damaged != null) return damaged;
                }
                case Decoded.NeedMore _ -> {
                    return null;
                }
            }
        }
        return null;
    }

    /// Whether a frame is incomplete.
    public boolean waiting() {
        return start < end;
    }

    /// The line has been silent inside a frame, which will not be finished. Returns its bytes up to the next whole
    /// frame, or null inside what was reported before. [#next] returns what begins inside them.
    public @Nullable Bytes gap() {
        if (!waiting()) return null;
        int whole = start + 1;
        while (whole < end && !isWholeFrame(whole)) whole++;
        Bytes cut = lost ? null : Bytes.copyOf(buffer, start, whole);
        start = whole < end ? whole : start + 1;
        lost = true;
        return cut;
    }

    private boolean isWholeFrame(int from) {
        return buffer[from] == OsdpCodec.SOM
                && OsdpCodec.decode(ByteBuffer.wrap(buffer, from, end - from)) instanceof Decoded.Frame;
    }

    private @Nullable Bytes damaged(Fault fault) {
        return switch (fault) {
            case BAD_CRC, BAD_CHECKSUM, BAD_SECURITY_BLOCK -> {
                int length = (buffer[start + 2] & 0xFF) | (buffer[start + 3] & 0xFF) << 8;
                yield Bytes.copyOf(buffer, start, start + length);
            }
            case IDLE, NOT_SOM, LENGTH_OUT_OF_RANGE -> null;
        };
    }
}
