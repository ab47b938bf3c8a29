package dev.lintel.reader.linux;

import java.util.ArrayList;
import java.util.List;

/// Lines of a chip that this process has, from one request: bit 0 is the first. Callable from any thread; [#read]
/// from one at a time. Closing must not race with the other calls: the number of a closed descriptor may be given
/// out again.
public final class GpioLines implements AutoCloseable {
    /// How many edges one call takes: more than a long card's.
    private static final int EVENTS_MAX = 128;

    private final int fd;

    /// `fd` is a request's descriptor, and this object's from now on.
    GpioLines(int fd) {
        this.fd = fd;
    }

    /// The logical levels of the lines in `mask`.
    public long values(long mask) {
        byte[] values = GpioUapi.values(0, mask);
        Libc.ioctl(fd, "reading GPIO lines", GpioUapi.GET_VALUES, values);
        return GpioUapi.bits(values);
    }

    /// Drives the lines in `mask` to the levels in `bits`; on the wire when it returns.
    public void set(long bits, long mask) {
        Libc.ioctl(fd, "driving GPIO lines", GpioUapi.SET_VALUES, GpioUapi.values(bits, mask));
    }

    /// Whether edges wait to be read. Does not wait.
    public boolean pending() {
        return (Libc.poll(fd, Libc.POLLIN, 0) & Libc.POLLIN) != 0;
    }

    /// Takes the edges that wait, oldest first, some at a time. Blocks when there is none: ask [#await] first.
    public List<GpioEvent> read() {
        byte[] bytes = new byte[GpioUapi.EVENT_BYTES * EVENTS_MAX];
        int count = Libc.read(fd, bytes) / GpioUapi.EVENT_BYTES;
        List<GpioEvent> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) events.add(GpioUapi.event(bytes, i));
        return events;
    }

    /// Waits up to `timeoutMs` for edges on any of `requests`; returns those that have some. Throws
    /// [LinuxException] when the chip of one is gone.
    public static List<GpioLines> await(List<GpioLines> requests, int timeoutMs) {
        int[] fds = requests.stream().mapToInt(lines -> lines.fd).toArray();
        short[] happened = Libc.poll(fds, Libc.POLLIN, timeoutMs);
        List<GpioLines> ready = new ArrayList<>();
        for (int i = 0; i < fds.length; i++) {
            // Asked for or not, these come at once, for ever, and without any edge.
            if ((happened[i] & Libc.POLL_FAULTS) != 0) throw new LinuxException("the GPIO chip is gone", Libc.ENODEV);
            if ((happened[i] & Libc.POLLIN) != 0) ready.add(requests.get(i));
        }
        return ready;
    }

    @Override
    public void close() {
        Libc.close(fd);
    }
}
