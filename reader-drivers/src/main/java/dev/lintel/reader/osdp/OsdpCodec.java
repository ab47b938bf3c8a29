package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Decoded.Fault;
import dev.lintel.reader.osdp.Decoded.NeedMore;
import dev.lintel.reader.osdp.Decoded.Noise;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Bytes to frames and back, for both ends of the bus. Pure and total: any bytes give an answer, none throw.
public final class OsdpCodec {
    /// Sent before every frame so that receivers find the first start bit after an idle line.
    public static final int MARK = 0xFF;

    static final int SOM = 0x53;
    static final int HEADER_BYTES = 5;
    static final int CRC_BYTES = 2;
    static final int CHECKSUM_BYTES = 1;

    /// The largest packet OSDP knows; what claims to be longer is noise.
    public static final int FRAME_BYTES_MAX = 1440;

    /// Length and type: the smallest security block.
    private static final int BLOCK_BYTES_MIN = 2;

    private OsdpCodec() {}

    /// Reads the front of `in`, from its position to its limit, and leaves both as they are.
    public static Decoded decode(ByteBuffer in) {
        var b = in.slice().order(ByteOrder.LITTLE_ENDIAN);
        if (!b.hasRemaining()) return new NeedMore(HEADER_BYTES);
        if ((b.get(0) & 0xFF) != SOM) return notSom(b);
        if (b.remaining() < HEADER_BYTES) return new NeedMore(HEADER_BYTES - b.remaining());

        int control = b.get(4) & 0xFF;
        int length = Short.toUnsignedInt(b.getShort(2));
        if (length < lengthMin(control) || length > FRAME_BYTES_MAX) return new Noise(Fault.LENGTH_OUT_OF_RANGE, 1);
        if (b.remaining() < length) return new NeedMore(length - b.remaining());

        byte[] frame = new byte[length];
        b.get(0, frame);
        int end = length - checkBytes(control);
        Fault fault = checkFault(frame, end);
        if (fault != null) return new Noise(fault, 1);
        return split(frame, end);
    }

    /// The frame's bytes, without a mark before them. Throws `IllegalArgumentException` on a frame that cannot be
    /// sent: no code, or longer than [#FRAME_BYTES_MAX].
    public static byte[] encode(OsdpFrame frame) {
        int block = frame.secured() ? 1 + frame.block().size() : 0;
        int end = HEADER_BYTES + block + frame.payload().size();
        int length = end + checkBytes(frame.control());
        if (frame.payload().isEmpty() || length > FRAME_BYTES_MAX || block == 1) {
            throw new IllegalArgumentException("no frame of " + length + " bytes can be sent");
        }
        byte[] bytes = new byte[length];
        putHeader(bytes, frame, length);
        if (block > 0) {
            bytes[HEADER_BYTES] = (byte) block;
            frame.block().copyTo(bytes, HEADER_BYTES + 1);
        }
        frame.payload().copyTo(bytes, HEADER_BYTES + block);
        int check = frame.crc() ? Crc16.of(bytes, 0, end) : Crc16.checksum(bytes, 0, end);
        bytes[end] = (byte) check;
        if (frame.crc()) bytes[end + 1] = (byte) (check >> 8);
        return bytes;
    }

    /// Writes the five bytes that every frame starts with; `length` is the whole frame's.
    static void putHeader(byte[] bytes, OsdpFrame frame, int length) {
        bytes[0] = SOM;
        bytes[1] = (byte) frame.address();
        bytes[2] = (byte) length;
        bytes[3] = (byte) (length >> 8);
        bytes[4] = (byte) frame.control();
    }

    /// The frame's bytes with one mark byte before them: what goes on the line.
    public static byte[] encodeMarked(OsdpFrame frame) {
        byte[] bytes = encode(frame);
        byte[] marked = new byte[bytes.length + 1];
        marked[0] = (byte) MARK;
        System.arraycopy(bytes, 0, marked, 1, bytes.length);
        return marked;
    }

    /// What the check bytes from `end` on say of the bytes before them; null when they fit.
    static @Nullable Fault checkFault(byte[] frame, int end) {
        boolean crc = (frame[4] & OsdpFrame.CRC) != 0;
        if (!crc) return (frame[end] & 0xFF) == Crc16.checksum(frame, 0, end) ? null : Fault.BAD_CHECKSUM;
        int sent = (frame[end] & 0xFF) | (frame[end + 1] & 0xFF) << 8;
        return sent == Crc16.of(frame, 0, end) ? null : Fault.BAD_CRC;
    }

    /// Takes a frame with right check bytes from `end` on apart.
    static Decoded split(byte[] frame, int end) {
        int control = frame[4] & 0xFF;
        if ((control & OsdpFrame.SECURED) == 0) {
            return found(frame, Bytes.EMPTY, Bytes.copyOf(frame, HEADER_BYTES, end));
        }
        int block = frame[HEADER_BYTES] & 0xFF;
        if (block < BLOCK_BYTES_MIN || HEADER_BYTES + block >= end) return new Noise(Fault.BAD_SECURITY_BLOCK, 1);
        return found(
                frame,
                Bytes.copyOf(frame, HEADER_BYTES + 1, HEADER_BYTES + block),
                Bytes.copyOf(frame, HEADER_BYTES + block, end));
    }

    private static Decoded found(byte[] frame, Bytes block, Bytes payload) {
        return new Decoded.Frame(new OsdpFrame(frame[1] & 0xFF, frame[4] & 0xFF, block, payload), frame.length);
    }

    private static Noise notSom(ByteBuffer b) {
        Fault fault = Fault.IDLE;
        int skip = 0;
        while (skip < b.remaining() && (b.get(skip) & 0xFF) != SOM) {
            if ((b.get(skip) & 0xFF) != MARK) fault = Fault.NOT_SOM;
            skip++;
        }
        return new Noise(fault, skip);
    }

    static int lengthMin(int control) {
        int block = (control & OsdpFrame.SECURED) == 0 ? 0 : BLOCK_BYTES_MIN;
        return HEADER_BYTES + block + 1 + checkBytes(control);
    }

    static int checkBytes(int control) {
        return (control & OsdpFrame.CRC) == 0 ? CHECKSUM_BYTES : CRC_BYTES;
    }
}
