package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The file `lintel.db.next-complete`: [DamagedDatabase] writes it once the database that replaces a damaged one is
/// complete on disk, before it moves the damaged one. A start after a power cut reads it and takes the replacement as
/// it is: a replacement made again could lack what the first one had.
///
/// ```
///   policy-20260302-100000-000.db    the snapshot that it was made of; empty: no snapshot
///   snapshot policy-... decides      what the box reports about it
/// ```
final class ReplacementMark {
    private static final String NAME = "lintel.db.next-complete";

    private final Path file;

    ReplacementMark(DataFolder folder) {
        this.file = folder.path().resolve(NAME);
    }

    /// @param snapshot the name of the snapshot that the replacement was made of; null: its own content, or nothing
    /// @param decides for the report: what decides from then on
    record Made(@Nullable String snapshot, String decides) {}

    Path file() {
        return file;
    }

    void write(Made made) throws IOException {
        String text = (made.snapshot == null ? "" : made.snapshot) + "\n" + made.decides;
        DataFolder.writeDurably(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /// Null where there is none, or the disk does not give it.
    @Nullable
    Made read() {
        try {
            String[] lines = Files.readString(file).split("\n", 2);
            return lines.length < 2 ? null : new Made(lines[0].isEmpty() ? null : lines[0], lines[1]);
        } catch (IOException e) {
            return null;
        }
    }
}
