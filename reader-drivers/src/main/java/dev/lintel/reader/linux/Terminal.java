package dev.lintel.reader.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// What the kernel can do with terminals, by `ioctl`. Requests, flags and offsets are those of Linux's
/// `asm-generic/{ioctls,termbits}.h`, which amd64 and arm64 share.
///
/// ```
///   struct termios   0 input   4 output   8 control   12 local   16 line   17 characters [19]      36 bytes
///   struct termios2  the same, then   36 input speed   40 output speed                             44 bytes
/// ```
final class Terminal {
    private static final long TIOCSPTLCK = 0x4004_5431L;
    private static final long TIOCGPTN = 0x8004_5430L;
    private static final long TCGETS = 0x5401;
    private static final long TCSETS = 0x5402;
    private static final long TCGETS2 = 0x802C_542AL;

    private static final int TERMIOS2_BYTES = 44;
    private static final int OUTPUT_SPEED = 40;

    /// Larger than the kernel's `struct termios`.
    private static final int TERMIOS_BYTES = 64;

    private static final int INPUT = 0;
    private static final int OUTPUT = 4;
    private static final int CONTROL = 8;
    private static final int LOCAL = 12;
    private static final int VTIME = 17 + 5;
    private static final int VMIN = 17 + 6;

    /// IGNBRK, BRKINT, PARMRK, ISTRIP, INLCR, IGNCR, ICRNL, IXON: everything that would change what comes in.
    private static final int INPUT_CHANGES = 0x1 | 0x2 | 0x8 | 0x20 | 0x40 | 0x80 | 0x100 | 0x400;
    /// OPOST.
    private static final int OUTPUT_CHANGES = 0x1;
    /// ISIG, ICANON, ECHO, ECHONL, IEXTEN.
    private static final int LOCAL_CHANGES = 0x1 | 0x2 | 0x8 | 0x40 | 0x8000;
    /// CSIZE and PARENB.
    private static final int CHARACTER_SIZE = 0x30 | 0x100;
    private static final int CS8 = 0x30;

    private Terminal() {}

    /// Unlocks the other end of a pseudo terminal's master and names it.
    static String otherEnd(int master) {
        byte[] number = new byte[Integer.BYTES];
        Libc.ioctl(master, "unlocking a pseudo terminal", TIOCSPTLCK, number);
        Libc.ioctl(master, "naming a pseudo terminal", TIOCGPTN, number);
        return "/dev/pts/" + buffer(number).getInt(0);
    }

    /// Bytes pass as they are: no echo, no line ends, no control characters.
    static void makeRaw(int fd) {
        byte[] termios = new byte[TERMIOS_BYTES];
        Libc.ioctl(fd, "reading a terminal's settings", TCGETS, termios);
        ByteBuffer settings = buffer(termios);
        clear(settings, INPUT, INPUT_CHANGES);
        clear(settings, OUTPUT, OUTPUT_CHANGES);
        clear(settings, LOCAL, LOCAL_CHANGES);
        clear(settings, CONTROL, CHARACTER_SIZE);
        settings.putInt(CONTROL, settings.getInt(CONTROL) | CS8);
        settings.put(VMIN, (byte) 1).put(VTIME, (byte) 0);
        Libc.ioctl(fd, "making a terminal raw", TCSETS, termios);
    }

    /// The speed that was set at a terminal, in bits a second, standard or not. Asked of a pseudo terminal's
    /// master, it is that of the other end.
    static int speed(int fd) {
        byte[] termios = new byte[TERMIOS2_BYTES];
        Libc.ioctl(fd, "reading a terminal's speed", TCGETS2, termios);
        return buffer(termios).getInt(OUTPUT_SPEED);
    }

    private static void clear(ByteBuffer settings, int offset, int flags) {
        settings.putInt(offset, settings.getInt(offset) & ~flags);
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }
}
