package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// systemd-boot's: one file each, whose name has the tries; the entry of the slot that runs is only ever
/// renamed.
final class SystemdEntries implements BootEntries {
    /// An entry has half a kilobyte.
    private static final int BYTES_MAX = 8192;

    private final Path folder;
    private final StateFiles files;

    SystemdEntries(Path boot, StateFiles files) {
        this.folder = boot.resolve("loader/entries");
        this.files = files;
    }

    @Override
    public List<BootEntry> list() {
        var entries = new ArrayList<BootEntry>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.sorted().toList()) {
                String name = file.getFileName().toString();
                // Others' files lie there, too, of any bytes: a Mac leaves one beside each that it writes.
                if (!BootEntry.isOne(name) || Files.size(file) > BYTES_MAX) continue;
                BootEntry entry = BootEntry.parse(name, Files.readString(file, StandardCharsets.ISO_8859_1));
                if (entry != null) entries.add(entry);
            }
        } catch (IOException e) {
            throw new UpdateException("the boot entries cannot be read: " + e.getMessage(), e);
        }
        entries.sort(PREFERRED);
        return List.copyOf(entries);
    }

    @Override
    public void add(BootEntry entry) throws IOException {
        files.write(folder.resolve(entry.fileName()), entry.text());
    }

    @Override
    public void removeAll(char slot) throws IOException {
        for (BootEntry entry : list()) {
            if (entry.slot() == slot) files.remove(folder.resolve(entry.fileName()));
        }
    }

    /// Its file gets another name; others go first, so that the one that counts is the last to change.
    @Override
    public void rename(BootEntry from, BootEntry to) throws IOException {
        removeOthers(from);
        if (from.fileName().equals(to.fileName())) return;
        files.rename(folder.resolve(from.fileName()), folder.resolve(to.fileName()));
    }

    /// First the new one is there, then the old one goes, and what was left beside it.
    @Override
    public void replace(BootEntry from, BootEntry to) throws IOException {
        add(to);
        removeOthers(to);
    }

    private void removeOthers(BootEntry stays) throws IOException {
        for (BootEntry entry : list()) {
            if (entry.slot() != stays.slot() || entry.fileName().equals(stays.fileName())) continue;
            files.remove(folder.resolve(entry.fileName()));
        }
    }
}
