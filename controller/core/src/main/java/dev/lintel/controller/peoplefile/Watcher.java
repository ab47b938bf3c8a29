package dev.lintel.controller.peoplefile;

import dev.lintel.controller.csv.CsvRow;

/// Is told what becomes of a file while it is brought in; in the order of its lines within a chunk.
public interface Watcher {
    /// Once for each refused row, which is as it stands in the file.
    void refused(CsvRow row, RefusedRow why);

    /// After each chunk.
    void progress(Progress progress);
}
