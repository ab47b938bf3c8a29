package dev.lintel.controller.update;

import dev.lintel.controller.store.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The entries on the boot partition. FAT keeps no journal: what is written is on disk before the next
/// step begins, and the entry of the slot that runs is only ever renamed.
final class BootEntries {
    /// An entry has half a kilobyte.
    private static final int BYTES_MAX = 8192;

    private final Path folder;

    /// @param boot where the boot partition is mounted
    BootEntries(Path boot) {
        this.folder = boot.resolve("loader/entries");
    }

    /// Ours, in the order in which the boot loader prefers them.
    List<BootEntry> list() {
        var entries = new ArrayList<BootEntry>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                if (Files.size(file) > BYTES_MAX) continue;
                BootEntry entry = BootEntry.parse(file.getFileName().toString(), Files.readString(file));
                if (entry != null) entries.add(entry);
            }
        } catch (IOException e) {
            throw new UpdateException("the boot entries cannot be read: " + e.getMessage(), e);
        }
        entries.sort(Comparator.comparing(BootEntry::isBad)
                .thenComparing(Comparator.comparingInt(BootEntry::generation).reversed())
                .thenComparing(BootEntry::isCounted)); // after a cut between two names of one entry
        return List.copyOf(entries);
    }

    /// Of a slot; null where it has none. After a power cut between two renames of FAT there may be
    /// two: the better one.
    @Nullable
    BootEntry of(char slot) {
        for (BootEntry entry : list()) if (entry.slot() == slot) return entry;
        return null;
    }

    /// Higher than any.
    int nextGeneration() {
        return 1 + list().stream().mapToInt(BootEntry::generation).max().orElse(0);
    }

    void add(BootEntry entry) throws IOException {
        DataFolder.writeDurably(folder.resolve(entry.fileName()), entry.text().getBytes(StandardCharsets.UTF_8));
    }

    void removeAll(char slot) throws IOException {
        for (BootEntry entry : list()) {
            if (entry.slot() == slot) Files.deleteIfExists(folder.resolve(entry.fileName()));
        }
        DataFolder.force(folder);
    }

    /// The same entry under another state: its file gets another name.
    void rename(BootEntry from, BootEntry to) throws IOException {
        Files.move(folder.resolve(from.fileName()), folder.resolve(to.fileName()), StandardCopyOption.ATOMIC_MOVE);
        DataFolder.force(folder);
    }

    /// The same slot's entry with another text: first the new one is there, then the old one goes.
    void replace(BootEntry from, BootEntry to) throws IOException {
        add(to);
        if (from.fileName().equals(to.fileName())) return;
        Files.deleteIfExists(folder.resolve(from.fileName()));
        DataFolder.force(folder);
    }
}
