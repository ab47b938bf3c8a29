package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the boot loader starts, as it stands on the boot partition. FAT keeps no journal: what is written is on disk
/// before the next step begins, and what the slot that runs starts from is never written anew.
///
/// ```
///   SystemdEntries   loader/entries/lintel-b+3.conf     boards with UEFI: systemd-boot
///   UBootEntries     lintel/b/{entry,good,trial}        Raspberry Pi: U-Boot
/// ```
sealed interface BootEntries permits SystemdEntries, UBootEntries {
    /// In the order in which a boot loader prefers them.
    Comparator<BootEntry> PREFERRED = Comparator.comparing(BootEntry::isBad)
            .thenComparing(Comparator.comparingInt(BootEntry::generation).reversed())
            .thenComparing(BootEntry::isCounted); // after a cut between two names of one entry

    /// Those of the boot loader that is there.
    ///
    /// @param boot where the boot partition is mounted
    static BootEntries at(Path boot, StateFiles files) {
        boolean pi = Files.exists(boot.resolve(UBootEntries.SCRIPT));
        return pi ? new UBootEntries(boot, files) : new SystemdEntries(boot, files);
    }

    /// Ours, the preferred first.
    List<BootEntry> list();

    /// Of a slot; null where it has none. After a power cut between two names of one entry there may be
    /// two: the better one.
    default @Nullable BootEntry of(char slot) {
        for (BootEntry entry : list()) if (entry.slot() == slot) return entry;
        return null;
    }

    /// Higher than any.
    default int nextGeneration() {
        return 1 + list().stream().mapToInt(BootEntry::generation).max().orElse(0);
    }

    /// From then on its slot starts.
    void add(BootEntry entry) throws IOException;

    /// From then on the slot does not start.
    void removeAll(char slot) throws IOException;

    /// The same entry under another state.
    void rename(BootEntry from, BootEntry to) throws IOException;

    /// The same slot's entry, to be tried once more.
    void replace(BootEntry from, BootEntry to) throws IOException;
}
