package dev.lintel.reader.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The structures of Linux's GPIO character device, second kind (`linux/gpio.h`, Linux 5.10 and later), as bytes.
/// The numbers hold on amd64 and arm64.
///
/// ```
///   line request   0 offsets u32[64]   256 consumer [32]   288 flags u64   296 attributes u32   320 attribute [10]
///                  560 lines u32   564 event buffer u32   588 fd s32                                  592 bytes
///   attribute      0 id u32   8 value u64   16 mask of lines u64                                       24 bytes
///   values         0 bits u64   8 mask u64                                                             16 bytes
///   event          0 time ns u64   8 id u32   12 offset u32   16 seqno u32   20 line's seqno u32       48 bytes
///   chip info      0 name [32]   32 label [32]   64 lines u32                                          68 bytes
///   line info      0 name [32]   32 consumer [32]   64 offset u32   72 flags u64                      256 bytes
/// ```
final class GpioUapi {
    static final long GET_LINE = 0xC250_B407L;
    static final long GET_VALUES = 0xC010_B40EL;
    static final long SET_VALUES = 0xC010_B40FL;
    static final long CHIP_INFO = 0x8044_B401L;
    static final long LINE_INFO = 0xC100_B405L;

    static final int EVENT_BYTES = 48;

    /// What the kernel takes in one request.
    static final int LINES_MAX = 64;

    private static final int REQUEST_BYTES = 592;
    private static final int CONSUMER = 256;
    private static final int FLAGS = 288;
    private static final int ATTRIBUTES = 296;
    private static final int ATTRIBUTE = 320;
    private static final int ATTRIBUTE_BYTES = 24;
    private static final int LINES = 560;
    private static final int EVENT_BUFFER = 564;
    private static final int FD = 588;
    private static final int NAME_BYTES = 32;
    private static final int CHIP_INFO_BYTES = 68;
    private static final int LINE_INFO_BYTES = 256;
    private static final int LINE_INFO_OFFSET = 64;
    private static final int LINE_INFO_FLAGS = 72;

    private static final int OUTPUT_VALUES = 2;
    private static final int DEBOUNCE = 3;
    private static final int RISING = 1;

    private GpioUapi() {}

    /// A request for lines with the same flags. An output begins inactive.
    ///
    /// @param flags [GpioFlag]s together
    /// @param debounceUs 0 means none
    /// @param events how many edges the kernel keeps, 0 leaves it to the kernel
    record Request(List<Integer> offsets, String consumer, long flags, int debounceUs, int events) {
        Request {
            offsets = List.copyOf(offsets);
            if (offsets.isEmpty() || offsets.size() > LINES_MAX) {
                throw new IllegalArgumentException("1 to " + LINES_MAX + " lines in a request: " + offsets.size());
            }
        }

        byte[] toBytes() {
            byte[] bytes = new byte[REQUEST_BYTES];
            ByteBuffer b = buffer(bytes);
            for (int i = 0; i < offsets.size(); i++) b.putInt(Integer.BYTES * i, offsets.get(i));
            byte[] name = consumer.getBytes(StandardCharsets.US_ASCII);
            b.put(CONSUMER, name, 0, Math.min(name.length, NAME_BYTES - 1));
            b.putLong(FLAGS, flags);
            long all = offsets.size() == LINES_MAX ? -1L : (1L << offsets.size()) - 1;
            int attributes = 0;
            if ((flags & GpioFlag.OUTPUT) != 0) attribute(b, attributes++, OUTPUT_VALUES, 0, all);
            if (debounceUs > 0) attribute(b, attributes++, DEBOUNCE, debounceUs, all);
            b.putInt(ATTRIBUTES, attributes);
            b.putInt(LINES, offsets.size());
            b.putInt(EVENT_BUFFER, events);
            return bytes;
        }

        private static void attribute(ByteBuffer b, int index, int id, int value, long mask) {
            int at = ATTRIBUTE + ATTRIBUTE_BYTES * index;
            b.putInt(at, id);
            if (id == DEBOUNCE) b.putInt(at + 8, value); // a u32 at the union's start
            else b.putLong(at + 8, value);
            b.putLong(at + 16, mask);
        }
    }

    /// The descriptor the kernel put into a granted request.
    static int fd(byte[] request) {
        return buffer(request).getInt(FD);
    }

    /// For [#GET_VALUES] and [#SET_VALUES].
    static byte[] values(long bits, long mask) {
        byte[] bytes = new byte[2 * Long.BYTES];
        buffer(bytes).putLong(0, bits).putLong(Long.BYTES, mask);
        return bytes;
    }

    static long bits(byte[] values) {
        return buffer(values).getLong(0);
    }

    /// The event at `index` of what was read.
    static GpioEvent event(byte[] read, int index) {
        ByteBuffer b = buffer(read);
        int at = EVENT_BYTES * index;
        return new GpioEvent(b.getLong(at), b.getInt(at + 8) == RISING, b.getInt(at + 12), b.getInt(at + 16));
    }

    static byte[] chipInfo() {
        return new byte[CHIP_INFO_BYTES];
    }

    static GpioChipInfo chipInfo(byte[] bytes) {
        return new GpioChipInfo(
                text(bytes, 0), text(bytes, NAME_BYTES), buffer(bytes).getInt(2 * NAME_BYTES));
    }

    static byte[] lineInfo(int offset) {
        byte[] bytes = new byte[LINE_INFO_BYTES];
        buffer(bytes).putInt(LINE_INFO_OFFSET, offset);
        return bytes;
    }

    static GpioLineInfo lineInfo(byte[] bytes) {
        return new GpioLineInfo(
                text(bytes, 0), text(bytes, NAME_BYTES), buffer(bytes).getLong(LINE_INFO_FLAGS));
    }

    private static String text(byte[] bytes, int at) {
        int end = at;
        while (end < at + NAME_BYTES && bytes[end] != 0) end++;
        return new String(bytes, at, end - at, StandardCharsets.UTF_8);
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }
}
