package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A service's database that cannot be read for a while: it is put aside, changed in its place, and comes back.
final class ReturningDatabase implements AutoCloseable {
    private static final int PAGE_BYTES = 4096;

    final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final Path folder;
    private final Path memory;
    private final DataFolder data;

    ReturningDatabase(Path folder, Path memory) {
        this.folder = folder;
        this.memory = memory;
        this.data = DataFolder.open(folder);
    }

    private OpenedDatabase start() {
        return Recovery.open(data, MemoryRoom.of(memory), time);
    }

    /// In a start of its own.
    void run(Database.Work<?> work) {
        try (var opened = start()) {
            opened.database().write(work);
        }
    }

    /// The first column of all rows, in a start of its own.
    List<String> all(String query) {
        try (var opened = start()) {
            return opened.database().read(sql -> sql.list(query, row -> row.text(1)));
        }
    }

    void snapshot() {
        new Snapshots(data, time).take();
    }

    /// Main does one thing after the snapshot, its replacement another; the next start brings main back.
    void bothChange(Database.Work<?> main, Database.Work<?> replacement) throws IOException {
        run(main);
        byte[] whole = Files.readAllBytes(data.database());
        try (var file = new RandomAccessFile(data.database().toFile(), "rw")) {
            for (int at = 0; at < whole.length; at += PAGE_BYTES) {
                file.seek(at);
                file.write(new byte[PAGE_BYTES / 2]);
            }
        }
        run(replacement);
        Files.write(aside().getFirst(), whole);
        assertThat(ReturnedDatabase.prove(data)).isTrue();
    }

    List<Path> aside() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("lintel.db.damaged-\\d+"))
                    .toList();
        }
    }

    @Override
    public void close() {
        data.close();
    }
}
