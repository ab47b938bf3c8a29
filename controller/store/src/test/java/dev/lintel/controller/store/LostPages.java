package dev.lintel.controller.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// The pages of a database in use, which its disk does not give while this is open. Only connections that
/// have read none of them notice.
final class LostPages implements AutoCloseable {
    private static final int PAGE_BYTES = 4096;

    private final Path file;
    private final byte[] before;

    LostPages(Path file) throws IOException {
        this.file = file;
        Sql sql = Database.connect(file, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.get("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.integer(1));
        } finally {
            sql.close();
        }
        before = Files.readAllBytes(file);
        byte[] lost = before.clone();
        for (int at = PAGE_BYTES; at < lost.length; at += PAGE_BYTES) Arrays.fill(lost, at, at + PAGE_BYTES, (byte) 0);
        Files.write(file, lost);
    }

    @Override
    public void close() throws IOException {
        Files.write(file, before);
    }
}
