package dev.lintel.reader.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The way back to the service manager that started the process: systemd's socket for notifications, `sd_notify(3)`.
/// Each telling opens it anew, for it is seldom, and the manager may have been started again meanwhile.
///
/// ```
///   struct sockaddr_un   0 family (2)   2 path [108]     "@name" in $NOTIFY_SOCKET: a 0 byte, then the name
///   a datagram           READY=1\nSTATUS=2 doors work\n                       one telling, lines of NAME=value
/// ```
///
/// Safe for any thread.
public final class NotifySocket {
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int PATH_BYTES_MAX = 108;
    /// The manager takes no more at once.
    private static final int TELLING_BYTES_MAX = 4_096;

    private final String name;
    private final byte[] address;

    private NotifySocket(String name, byte[] address) {
        this.name = name;
        this.address = address;
    }

    /// The socket that `NOTIFY_SOCKET` names; null where it names none, or one that is no local socket. Throws
    /// `IllegalArgumentException` for a name that no local socket has.
    public static @Nullable NotifySocket of(@Nullable String name) {
        if (name == null || name.isEmpty()) return null;
        boolean isAbstract = name.startsWith("@");
        if (!isAbstract && !name.startsWith("/")) return null; // vsock:..., of a virtual machine's host
        byte[] path = name.getBytes(StandardCharsets.UTF_8);
        if (isAbstract) path[0] = 0;
        boolean fits = path.length > 1 && path.length <= (isAbstract ? PATH_BYTES_MAX : PATH_BYTES_MAX - 1);
        if (!fits) throw new IllegalArgumentException("NOTIFY_SOCKET: no socket can have the name " + name);
        var address = ByteBuffer.allocate(Short.BYTES + path.length + (isAbstract ? 0 : 1));
        address.order(ByteOrder.nativeOrder()).putShort((short) AF_UNIX).put(path);
        return new NotifySocket(name, address.array());
    }

    /// Tells the manager `lines`, each `NAME=value` with a line end. Never waits: returns false when the manager takes
    /// nothing now. Throws [LinuxException] when there is nobody, and `IllegalArgumentException` for more than one
    /// telling holds.
    public boolean tell(String lines) {
        byte[] telling = lines.getBytes(StandardCharsets.UTF_8);
        if (telling.length > TELLING_BYTES_MAX) throw new IllegalArgumentException("more than one telling holds");
        int fd = Libc.socket(AF_UNIX, SOCK_DGRAM | Libc.O_CLOEXEC | Libc.O_NONBLOCK);
        try {
            Libc.connect(fd, address, name);
            return Libc.write(fd, telling, 0) == telling.length;
        } finally {
            Libc.close(fd);
        }
    }
}
