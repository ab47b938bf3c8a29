package dev.lintel.reader.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// The C library's functions for terminals, one method each. Every call has its own confined arena; a result below 0
/// throws [LinuxException] with errno. The numbers hold on amd64 and arm64.
@SuppressWarnings("restricted") // calling C is what this class is for; the manifest enables native access
final class Libc {
    static final int O_RDWR = 2;
    static final int O_NOCTTY = 0x100;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;

    static final short POLLIN = 1;
    static final short POLLOUT = 4;

    static final int EINTR = 4;
    static final int EAGAIN = 11;

    private static final int TCSANOW = 0;

    /// Larger than `struct termios` of any Linux C library.
    private static final int TERMIOS_BYTES = 256;

    private static final int PATH_BYTES_MAX = 128;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CAPTURE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CAPTURE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final Linker.Option WITH_ERRNO = Linker.Option.captureCallState("errno");

    private static final MethodHandle POSIX_OPENPT = find("posix_openpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle GRANTPT = find("grantpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle UNLOCKPT = find("unlockpt", JAVA_INT, JAVA_INT);
    private static final MethodHandle PTSNAME_R = find("ptsname_r", JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle TCGETATTR = find("tcgetattr", JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle TCSETATTR = find("tcsetattr", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle CFMAKERAW = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("cfmakeraw"), FunctionDescriptor.ofVoid(ADDRESS), WITH_ERRNO);
    private static final MethodHandle OPEN = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("open"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
            WITH_ERRNO,
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE = find("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle READ = find("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle WRITE = find("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle POLL = find("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    private Libc() {}

    /// Opens a new pseudo terminal's master, not blocking, and unlocks its other end.
    static int openMaster() {
        int fd = (int) call(
                "posix_openpt", a -> (int) POSIX_OPENPT.invokeExact(a, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
        call("grantpt", a -> (int) GRANTPT.invokeExact(a, fd));
        call("unlockpt", a -> (int) UNLOCKPT.invokeExact(a, fd));
        return fd;
    }

    /// The path of the other end of the master `fd`.
    static String slavePath(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment path = arena.allocate(PATH_BYTES_MAX);
            call("ptsname_r", a -> (int) PTSNAME_R.invokeExact(a, fd, path, (long) PATH_BYTES_MAX));
            return path.getString(0);
        }
    }

    static int open(String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            return (int) call("open " + path, a -> (int) OPEN.invokeExact(a, name, flags));
        }
    }

    /// Bytes pass as they are: no echo, no line ends, no control characters.
    static void makeRaw(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment termios = arena.allocate(TERMIOS_BYTES, Long.BYTES);
            call("tcgetattr", a -> (int) TCGETATTR.invokeExact(a, fd, termios));
            call("cfmakeraw", a -> {
                CFMAKERAW.invokeExact(a, termios);
                return 0;
            });
            call("tcsetattr", a -> (int) TCSETATTR.invokeExact(a, fd, TCSANOW, termios));
        }
    }

    static void close(int fd) {
        call("close", a -> (int) CLOSE.invokeExact(a, fd));
    }

    /// Reads what is there, 0 when nothing is or the end is reached.
    static int read(int fd, byte[] target) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(target.length);
            int count = (int) transfer("read", a -> (long) READ.invokeExact(a, fd, bytes, (long) target.length));
            MemorySegment.copy(bytes, 0, MemorySegment.ofArray(target), 0, count);
            return count;
        }
    }

    /// Writes what the kernel takes of `source` from `from` on, 0 when it takes nothing now.
    static int write(int fd, byte[] source, int from) {
        try (Arena arena = Arena.ofConfined()) {
            int length = source.length - from;
            MemorySegment bytes = arena.allocate(length);
            MemorySegment.copy(MemorySegment.ofArray(source), from, bytes, 0, length);
            return (int) transfer("write", a -> (long) WRITE.invokeExact(a, fd, bytes, (long) length));
        }
    }

    /// Waits up to `timeoutMs` for `events` on `fd`; returns what happened, 0 when nothing did.
    static short poll(int fd, short events, int timeoutMs) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pollfd = arena.allocate(8, 4);
            pollfd.set(JAVA_INT, 0, fd);
            pollfd.set(JAVA_SHORT, 4, events);
            transfer("poll", a -> (int) POLL.invokeExact(a, pollfd, 1L, timeoutMs));
            return pollfd.get(JAVA_SHORT, 6);
        }
    }

    @FunctionalInterface
    private interface NativeCall {
        long run(MemorySegment capture) throws Throwable;
    }

    private static long call(String what, NativeCall call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment capture = arena.allocate(CAPTURE);
            long result = invoke(call, capture);
            if (result < 0) throw new LinuxException(what + " failed", (int) ERRNO.get(capture, 0L));
            return result;
        }
    }

    /// Like [#call], but a signal or an empty or full buffer is no failure: nothing was moved.
    private static long transfer(String what, NativeCall call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment capture = arena.allocate(CAPTURE);
            long result = invoke(call, capture);
            if (result >= 0) return result;
            int errno = (int) ERRNO.get(capture, 0L);
            if (errno == EINTR || errno == EAGAIN) return 0;
            throw new LinuxException(what + " failed", errno);
        }
    }

    private static long invoke(NativeCall call, MemorySegment capture) {
        try {
            return call.run(capture);
        } catch (Throwable e) {
            throw new IllegalStateException("a C function was called with the wrong types", e);
        }
    }

    private static MethodHandle find(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments), WITH_ERRNO);
    }
}
