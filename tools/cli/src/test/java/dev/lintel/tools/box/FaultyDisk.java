package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A disk that fails on command, for a box that runs in a process of its own: a library (`faulty-disk.c`, compiled
/// here) between the process and the C library. Needs gcc, no root, Linux. The test's process is not affected.
final class FaultyDisk {
    private static final long COMPILED_S_MAX = 60;
    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(30);
    private static final int SLOT_BYTES = 64;
    private static final int CONTROL_BYTES = 4096;
    private static final int SUFFIX_AT = 16;
    private static final int SUFFIX_BYTES_MAX = 47;
    private static final int ALL = -1;
    private static final int SECTOR_AT = Operation.values().length * SLOT_BYTES;

    /// As Linux numbers them.
    enum Fault {
        EIO(5),
        ENXIO(6),
        EMFILE(24),
        ENOSPC(28),
        EROFS(30);

        private final int number;

        Fault(int number) {
            this.number = number;
        }
    }

    /// Operations, as the library numbers them.
    enum Operation {
        READ(0),
        WRITE(1),
        SYNC(2),
        OPEN(3);

        private final int slot;

        Operation(int slot) {
            this.slot = slot;
        }
    }

    private final Path library;
    private final Path control;
    private final Path disk;
    private final MappedByteBuffer slots;

    private FaultyDisk(Path library, Path control, Path disk, MappedByteBuffer slots) {
        this.library = library;
        this.control = control;
        this.disk = disk;
        this.slots = slots;
    }

    /// @param folder for the library
    /// @param disk the folder whose files fail; it exists
    static FaultyDisk under(Path folder, Path disk) throws IOException, InterruptedException {
        Path source = folder.resolve("faulty-disk.c");
        Path library = folder.resolve("faulty-disk.so");
        try (InputStream in = FaultyDisk.class.getResourceAsStream("faulty-disk.c")) {
            Files.copy(Objects.requireNonNull(in), source);
        }
        Process compiler = new ProcessBuilder(
                        "gcc", "-O1", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(compiler.waitFor(COMPILED_S_MAX, TimeUnit.SECONDS)).as(said).isTrue();
        assertThat(compiler.exitValue()).as(said).isZero();
        Path control = folder.resolve("faulty-disk.control");
        Files.write(control, new byte[CONTROL_BYTES]);
        try (var channel = FileChannel.open(control, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer slots = channel.map(FileChannel.MapMode.READ_WRITE, 0, CONTROL_BYTES);
            slots.order(ByteOrder.nativeOrder());
            return new FaultyDisk(library, control, disk, slots);
        }
    }

    /// Of the process whose disk this is.
    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "LINTEL_DISK", disk.toString(),
                "LINTEL_DISK_FAULTS", control.toString());
    }

    /// The next `times` operations on files whose names end with `suffix` fail.
    void fail(Operation operation, Fault fault, String suffix, int times) {
        set(operation, suffix);
        put(operation, 1, times);
        put(operation, 0, fault.number);
    }

    /// All fail until [#heal].
    void fail(Operation operation, Fault fault, String suffix) {
        fail(operation, fault, suffix, ALL);
    }

    /// Reads of these bytes of the file fail until [#heal], as those of a dead sector do, also when it is renamed.
    ///
    /// @param to the first byte after them
    void failSector(Path file, long from, long to) throws IOException {
        slots.putLong(SECTOR_AT + Long.BYTES, from);
        slots.putLong(SECTOR_AT + 2 * Long.BYTES, to);
        slots.putLong(SECTOR_AT, ((Number) Files.getAttribute(file, "unix:ino")).longValue());
    }

    /// All hang until [#heal].
    void hang(Operation operation, String suffix) {
        set(operation, suffix);
        put(operation, 2, 1);
    }

    /// The disk is gone: nothing opens, and what is open gives and takes nothing.
    void vanish() {
        for (Operation operation : Operation.values()) fail(operation, Fault.EIO, "");
    }

    /// The disk works again.
    void heal() {
        for (Operation operation : Operation.values()) heal(operation);
        slots.putLong(SECTOR_AT, 0);
    }

    void heal(Operation operation) {
        put(operation, 0, 0);
        put(operation, 2, 0);
    }

    /// How many operations failed or hung since this was last set.
    int count(Operation operation) {
        return slots.getInt(at(operation, 3));
    }

    /// Waits until that many did.
    void awaitCount(Operation operation, int wanted) {
        long endNs = System.nanoTime() + AWAIT_NS_MAX;
        while (count(operation) < wanted) {
            assertThat(System.nanoTime() - endNs).as("%s that fail", operation).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private void set(Operation operation, String suffix) {
        byte[] bytes = suffix.getBytes(StandardCharsets.US_ASCII);
        assertThat(bytes).hasSizeLessThanOrEqualTo(SUFFIX_BYTES_MAX);
        put(operation, 0, 0);
        put(operation, 2, 0);
        put(operation, 3, 0);
        for (int i = 0; i <= SUFFIX_BYTES_MAX; i++) {
            slots.put(operation.slot * SLOT_BYTES + SUFFIX_AT + i, i < bytes.length ? bytes[i] : 0);
        }
    }

    private void put(Operation operation, int field, int value) {
        slots.putInt(at(operation, field), value);
    }

    private static int at(Operation operation, int field) {
        return operation.slot * SLOT_BYTES + field * Integer.BYTES;
    }
}
