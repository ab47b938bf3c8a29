package dev.lintel.controller.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;

/// Overwrites pages of a database that no process has open, and that has no log of writes.
final class DamagedPages {
    static final int PAGE_BYTES = 4096;
    private static final int DAMAGED_BYTES = 512;

    private DamagedPages() {}

    /// The pages of a table that hold rows, in the order of its keys.
    static List<Long> leaves(Path file, String table) {
        Sql sql = Database.connectUntouched(file);
        try {
            return sql.list(
                    "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
                    row -> row.number(1),
                    table);
        } finally {
            sql.close();
        }
    }

    static void damage(Path file, long page) throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek((page - 1) * PAGE_BYTES);
            bytes.write(new byte[DAMAGED_BYTES]);
        }
    }
}
