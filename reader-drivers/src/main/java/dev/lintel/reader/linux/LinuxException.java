package dev.lintel.reader.linux;

/// A call of the kernel failed; the message names the function, what it was called for, and errno.
public final class LinuxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errno;

    public LinuxException(String message, int errno) {
        super(message + " (errno " + errno + ")");
        this.errno = errno;
    }

    /// The kernel's error number, 0 when there is none.
    public int errno() {
        return errno;
    }
}
