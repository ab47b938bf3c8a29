package dev.lintel.tools;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.peoplefile.RefusedRow;
import dev.lintel.controller.peoplefile.RefusedRows;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where the rows go that were refused: a new file, its owner's alone, made with the first of them. Rows may hold PINs,
/// as the file did that they come from. Main thread.
final class RefusedFile implements AutoCloseable {
    private final RefusedRows rows;
    private final @Nullable Path path;
    private @Nullable BufferedWriter out;

    /// `path` null: nowhere. Throws [CommandFailed] when something is there already: it might be the file itself.
    RefusedFile(CsvFile file, @Nullable Path path) {
        this.rows = new RefusedRows(file);
        this.path = path;
        if (path != null && Files.exists(path)) throw new CommandFailed(path + " is there already: name a new file");
    }

    void add(CsvRow row, RefusedRow why) {
        if (path == null) return;
        try {
            if (out == null) {
                out = OwnFile.create(path);
                out.write(rows.header());
            }
            out.write(rows.line(row, why));
        } catch (IOException e) {
            throw new CommandFailed(path + " cannot be written: " + GivenFile.reason(e));
        }
    }

    @Override
    public void close() {
        try {
            if (out != null) out.close();
        } catch (IOException e) {
            throw new CommandFailed(path + " cannot be written: " + GivenFile.reason(e));
        }
    }
}
