package dev.lintel.reader.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;

/// The calls that everything here is made of, one method each: each shape of call costs some 10 ms at a start, so
/// what `ioctl` can do has no function of its own. Every call has its own confined arena; a result below 0 throws
/// [LinuxException] with errno. The numbers hold on amd64 and arm64.
@SuppressWarnings("restricted") // calling C is what this class is for; the manifest enables native access
final class Libc {
    static final int O_RDONLY = 0;
    static final int O_RDWR = 2;
    static final int O_EXCL = 0x80;
    static final int O_NOCTTY = 0x100;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;

    static final short POLLIN = 1;
    static final short POLLOUT = 4;
    /// POLLERR, POLLHUP and POLLNVAL.
    static final short POLL_FAULTS = 8 | 16 | 32;

    /// `struct pollfd`: descriptor (int), what to wait for and what happened (a short each).
    private static final int POLLFD_BYTES = 8;

    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int EBUSY = 16;
    static final int ENODEV = 19;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CAPTURE = Linker.Option.captureStateLayout();
    private static final int ERRNO = (int) CAPTURE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
    private static final Linker.Option WITH_ERRNO = Linker.Option.captureCallState("errno");

    private static final MethodHandle OPEN =
            find("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle IOCTL = find(
            "ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE = find("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle READ =
            find("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle WRITE =
            find("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle POLL =
            find("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

    private Libc() {}

    static int open(String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            return (int) call("open " + path, a -> (int) OPEN.invokeExact(a, name, flags));
        }
    }

    /// `what` names the request in an exception; `argument` is read, written or both, as the request says.
    static void ioctl(int fd, String what, long request, byte[] argument) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(argument.length, Long.BYTES);
            MemorySegment.copy(MemorySegment.ofArray(argument), 0, bytes, 0, argument.length);
            call(what, a -> (int) IOCTL.invokeExact(a, fd, request, bytes));
            MemorySegment.copy(bytes, 0, MemorySegment.ofArray(argument), 0, argument.length);
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
        return poll(new int[] {fd}, events, timeoutMs)[0];
    }

    /// The same for several at once: returns what happened on each.
    static short[] poll(int[] fds, short events, int timeoutMs) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pollfds = arena.allocate((long) POLLFD_BYTES * Math.max(1, fds.length), 4);
            ByteBuffer each = buffer(pollfds);
            for (int i = 0; i < fds.length; i++) {
                each.putInt(POLLFD_BYTES * i, fds[i]).putShort(POLLFD_BYTES * i + 4, events);
            }
            transfer("poll", a -> (int) POLL.invokeExact(a, pollfds, (long) fds.length, timeoutMs));
            var happened = new short[fds.length];
            for (int i = 0; i < fds.length; i++) happened[i] = each.getShort(POLLFD_BYTES * i + 6);
            return happened;
        }
    }

    /// Made when first asked for: a box without a board never is.
    private static final class Adjtimex {
        private static final MethodHandle CALL = find("adjtimex", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    }

    /// Reads the kernel's clock into `timex`, a `struct timex` of zeros, and changes nothing.
    static void adjtimex(byte[] timex) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(timex.length, Long.BYTES);
            call("adjtimex", a -> (int) Adjtimex.CALL.invokeExact(a, bytes));
            MemorySegment.copy(bytes, 0, MemorySegment.ofArray(timex), 0, timex.length);
        }
    }

    /// Made when first asked for: a process that no service manager started never is.
    private static final class Socket {
        private static final MethodHandle SOCKET =
                find("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
        private static final MethodHandle CONNECT =
                find("connect", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    }

    /// A socket of that family and type; `type` with its flags.
    static int socket(int family, int type) {
        return (int) call("socket", a -> (int) Socket.SOCKET.invokeExact(a, family, type, 0));
    }

    /// Connects to `address`, a `struct sockaddr` of its family as bytes. `what` names it in an exception.
    static void connect(int fd, byte[] address, String what) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(address.length, Short.BYTES);
            MemorySegment.copy(MemorySegment.ofArray(address), 0, bytes, 0, address.length);
            call("connect " + what, a -> (int) Socket.CONNECT.invokeExact(a, fd, bytes, address.length));
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
            if (result < 0) throw new LinuxException(what + " failed", errno(capture));
            return result;
        }
    }

    /// Like [#call], but a signal or an empty or full buffer is no failure: nothing was moved.
    private static long transfer(String what, NativeCall call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment capture = arena.allocate(CAPTURE);
            long result = invoke(call, capture);
            if (result >= 0) return result;
            int errno = errno(capture);
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

    /// Through a buffer, here and below: a segment's own accessors make a method handle each at a start.
    private static int errno(MemorySegment capture) {
        return buffer(capture).getInt(ERRNO);
    }

    /// A view of `memory` in this machine's byte order.
    private static ByteBuffer buffer(MemorySegment memory) {
        return memory.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    private static MethodHandle find(String name, FunctionDescriptor shape, Linker.Option... options) {
        Linker.Option[] all =
                Stream.concat(Stream.of(WITH_ERRNO), Stream.of(options)).toArray(Linker.Option[]::new);
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), shape, all);
    }
}
