package dev.lintel.reader.linux;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A disk that this process alone has a claim to: the kernel mounts nothing of it meanwhile. Java's own way
/// to open a file has no word for it.
///
/// ```
///   open(2), O_EXCL without O_CREAT, of a block device:  EBUSY where it or a part of it is mounted, is swap,
///                                                        belongs to a RAID, a mapping or another claim
/// ```
///
/// It keeps nobody from opening the disk plainly, to read and write it: that is done by other descriptors.
public final class DiskClaim implements AutoCloseable {
    private final int fd;

    private DiskClaim(int fd) {
        this.fd = fd;
    }

    /// Null where the disk is in use. Throws [LinuxException] where it cannot be opened.
    public static @Nullable DiskClaim of(Path device) {
        try {
            return new DiskClaim(Libc.open(device.toString(), Libc.O_RDONLY | Libc.O_EXCL | Libc.O_CLOEXEC));
        } catch (LinuxException e) {
            if (e.errno() == Libc.EBUSY) return null;
            throw e;
        }
    }

    @Override
    public void close() {
        Libc.close(fd);
    }
}
