package dev.lintel.tools;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.WireTap;
import dev.lintel.reader.serial.SerialLine;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Listens on a line without ever sending, and keeps what it hears as `acu HEX` and `pd HEX` where told to. The
/// caller's thread, until it is interrupted or the line is gone.
final class OsdpEar implements AutoCloseable {
    private static final int READ_BYTES_MAX = 4_096;

    /// Longer than the standard allows between two bytes of a frame, and than adapters hold bytes back.
    private static final long GAP_NS = 50_000_000;

    private final SerialLine line;
    private final @Nullable BufferedWriter record;
    private final WireTap tap = new WireTap();

    /// Closes `line` with itself. Throws [IOException] when `record` cannot be made; a file that is there is kept.
    OsdpEar(SerialLine line, @Nullable Path record) throws IOException {
        this.line = line;
        try {
            this.record = record == null ? null : create(record);
        } catch (FileAlreadyExistsException e) {
            line.close();
            throw new IOException("it is there already", e);
        } catch (IOException e) {
            line.close();
            throw e;
        }
    }

    /// Its owner's alone: a reader's key may be on the line.
    private static BufferedWriter create(Path record) throws IOException {
        var owners = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new BufferedWriter(
                Channels.newWriter(Files.newByteChannel(record, options, owners), StandardCharsets.US_ASCII));
    }

    /// Hands on each frame, whole or damaged. Throws `SerialException` when the line is gone.
    void listen(Consumer<Bytes> each) throws IOException {
        byte[] bytes = new byte[READ_BYTES_MAX];
        while (!Thread.currentThread().isInterrupted()) {
            int count = line.read(bytes, GAP_NS);
            if (count > 0) tap.add(bytes, count);
            else hear(tap.gap(), each);
            for (Bytes frame = tap.next(); frame != null; frame = tap.next()) hear(frame, each);
        }
    }

    private void hear(@Nullable Bytes frame, Consumer<Bytes> each) throws IOException {
        if (frame == null) return;
        if (record != null) {
            record.write(OsdpLines.direction(frame) + " " + frame.hex());
            record.newLine();
            record.flush();
        }
        each.accept(frame);
    }

    @Override
    public void close() throws IOException {
        line.close();
        if (record != null) record.close();
    }
}
