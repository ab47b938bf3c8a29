package dev.lintel.reader.osdp;

import dev.lintel.reader.Bytes;

/// A file for a PD, its new firmware perhaps.
///
/// @param type what the PD shall take it for: 1 a file whose meaning only the PD knows, 128 to 255 its maker's own
/// @param content one byte or more
public record PdFile(int type, Bytes content) {
    /// It is held in memory while it goes out: many times the firmware of a reader.
    public static final int BYTES_MAX = 16 * 1024 * 1024;

    public PdFile {
        if (type < 1 || type > 255) throw new IllegalArgumentException("a file's type is 1 to 255, not " + type);
        if (content.isEmpty()) throw new IllegalArgumentException("the file is empty");
        if (content.size() > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "the file has %d bytes; %d at most".formatted(content.size(), BYTES_MAX));
        }
    }

    /// Told of how far a transfer is, on the bus's thread: must not block.
    @FunctionalInterface
    public interface Progress {
        /// `taken` of `total` bytes have been taken by the PD; both the same: it works on the file.
        void on(long taken, long total);
    }
}
