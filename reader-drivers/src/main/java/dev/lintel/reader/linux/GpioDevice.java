package dev.lintel.reader.linux;

import java.util.List;

/// A GPIO chip's character device, such as `/dev/gpiochip0`. Callable from any thread. A failed call throws
/// [LinuxException] with errno: 16 (busy) for a line that somebody else has, 22 for one that cannot do what is
/// asked.
public final class GpioDevice implements AutoCloseable {
    /// As in the list that `gpioinfo` prints.
    private static final String CONSUMER = "lintel";

    private final int fd;
    private final String path;

    private GpioDevice(int fd, String path) {
        this.fd = fd;
        this.path = path;
    }

    public static GpioDevice open(String path) {
        return new GpioDevice(Libc.open(path, Libc.O_RDWR | Libc.O_CLOEXEC), path);
    }

    public GpioChipInfo info() {
        byte[] info = GpioUapi.chipInfo();
        Libc.ioctl(fd, "asking " + path + " what it is", GpioUapi.CHIP_INFO, info);
        return GpioUapi.chipInfo(info);
    }

    public GpioLineInfo lineInfo(int offset) {
        byte[] info = GpioUapi.lineInfo(offset);
        Libc.ioctl(fd, "asking for line " + offset + " of " + path, GpioUapi.LINE_INFO, info);
        return GpioUapi.lineInfo(info);
    }

    /// Takes lines, all or none. `flags` are [GpioFlag]s together; outputs begin inactive; `debounceUs` 0 means
    /// none; `events` is how many edges the kernel keeps until they are read, 0 leaves it to the kernel.
    public GpioLines request(List<Integer> offsets, long flags, int debounceUs, int events) {
        byte[] request = new GpioUapi.Request(offsets, CONSUMER, flags, debounceUs, events).toBytes();
        Libc.ioctl(fd, "taking lines " + offsets + " of " + path, GpioUapi.GET_LINE, request);
        return new GpioLines(GpioUapi.fd(request));
    }

    /// Lines that were taken stay taken until they are closed themselves.
    @Override
    public void close() {
        Libc.close(fd);
    }
}
