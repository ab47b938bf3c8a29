package dev.lintel.reader.osdp;

import dev.lintel.reader.osdp.Decoded.Fault;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Collects received bytes and cuts frames out of them, for either end of the bus. Not safe for use by two threads.
///
/// After noise it looks again from the next byte on, so no frame is lost behind a false start of frame. A start of
/// frame with a plausible length that never fills up is given up by [#gap].
public final class FrameReceiver {
    /// One frame may be incomplete while a read brings the next; older bytes of a longer flood are noise anyway.
    public static final int BUFFER_BYTES_MAX = 4 * OsdpCodec.FRAME_BYTES_MAX;

    private final byte[] buffer = new byte[BUFFER_BYTES_MAX];
    private int start;
    private int end;
    private long badChecks;
    private long noiseBytes;

    /// Takes the first `length` of `bytes`. When they do not fit, the oldest bytes waiting are dropped.
    public void add(byte[] bytes, int length) {
        int from = Math.max(0, length - buffer.length);
        int count = length - from;
        if (end + count > buffer.length) {
            int dropped = Math.max(0, waiting() + count - buffer.length);
            noiseBytes += dropped + from;
            System.arraycopy(buffer, start + dropped, buffer, 0, waiting() - dropped);
            end = waiting() - dropped;
            start = 0;
        }
        System.arraycopy(bytes, from, buffer, end, count);
        end += count;
    }

    /// The next whole frame, or null when more bytes are needed.
    public @Nullable OsdpFrame next() {
        while (start < end) {
            switch (OsdpCodec.decode(ByteBuffer.wrap(buffer, start, waiting()))) {
                case Decoded.Frame f -> {
                    start += f.skip();
                    return f.frame();
                }
                case Decoded.Noise n -> skip(n);
                case Decoded.NeedMore _ -> {
                    return null;
                }
            }
        }
        clear();
        return null;
    }

    /// The line has been silent inside a frame: a whole frame behind the false start is taken, if there is one;
    /// otherwise what is there stays, a slow bridge may still bring the rest.
    public @Nullable OsdpFrame gap() {
        for (int from = start + 1; from < end; from++) {
            if ((buffer[from] & 0xFF) == OsdpCodec.SOM
                    && OsdpCodec.decode(ByteBuffer.wrap(buffer, from, end - from)) instanceof Decoded.Frame f) {
                noiseBytes += from - start;
                start = from + f.skip();
                return f.frame();
            }
        }
        return null;
    }

    /// How many bytes wait for the rest of their frame.
    public int waiting() {
        return end - start;
    }

    /// Forgets what waits.
    public void clear() {
        start = 0;
        end = 0;
    }

    /// Frames that failed their check since the start.
    public long badChecks() {
        return badChecks;
    }

    /// Bytes that belonged to no frame, mark bytes aside.
    public long noiseBytes() {
        return noiseBytes;
    }

    private void skip(Decoded.Noise noise) {
        start += noise.skip();
        if (noise.fault() == Fault.BAD_CRC || noise.fault() == Fault.BAD_CHECKSUM) badChecks++;
        if (noise.fault() != Fault.IDLE) noiseBytes += noise.skip();
    }
}
