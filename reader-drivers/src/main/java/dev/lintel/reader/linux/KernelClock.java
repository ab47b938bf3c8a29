package dev.lintel.reader.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// What the kernel knows of its wall clock. Any thread.
public final class KernelClock {
    /// `struct timex` on 64-bit Linux: `modes` (0: only read) at its start, `status` after five longs.
    private static final int TIMEX_BYTES = 208;

    private static final int STATUS_AT = 40;
    /// Set while nothing keeps the clock in step.
    private static final int STA_UNSYNC = 0x40;

    private KernelClock() {}

    /// Whether a time service keeps the clock in step now: whichever it is, it tells the kernel. Throws
    /// [LinuxException] where the kernel does not say.
    public static boolean synchronised() {
        var timex = new byte[TIMEX_BYTES];
        Libc.adjtimex(timex);
        int status = ByteBuffer.wrap(timex).order(ByteOrder.nativeOrder()).getInt(STATUS_AT);
        return (status & STA_UNSYNC) == 0;
    }
}
