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

    /// Of several names that a slot has after a cut the one that counts comes first: the newer entry; of one entry the
    /// good name, else the one with fewer tries, for nobody gives any back.
    Comparator<BootEntry> COUNTS = Comparator.comparingInt(BootEntry::generation)
            .reversed()
            .thenComparing(BootEntry::isCounted)
            .thenComparingInt(entry -> entry.triesLeft().orElse(0));

    /// Those of the boot loader that is there.
    ///
    /// @param boot where the boot partition is mounted
    static BootEntries at(Path boot, StateFiles files) {
        boolean pi = Files.exists(boot.resolve(UBootEntries.SCRIPT));
        return pi ? new UBootEntries(boot, files) : new SystemdEntries(boot, files);
    }

    /// Ours, the preferred first.
    List<BootEntry> list();

    /// Of a slot; null where it has none. Of several that a cut has left the one that counts.
    default @Nullable BootEntry of(char slot) {
        return list().stream().filter(entry -> entry.slot() == slot).min(COUNTS).orElse(null);
    }

    /// One of each slot, as [#of]; the preferred first.
    default List<BootEntry> ofSlots() {
        return list().stream().filter(entry -> entry.equals(of(entry.slot()))).toList();
    }

    /// Higher than any.
    default int nextGeneration() {
        return 1 + list().stream().mapToInt(BootEntry::generation).max().orElse(0);
    }

    /// From then on its slot starts.
    void add(BootEntry entry) throws IOException;

    /// From then on the slot does not start.
    void removeAll(char slot) throws IOException;

    /// The same entry under another state: what was left beside it goes.
    void rename(BootEntry from, BootEntry to) throws IOException;

    /// The same slot's entry, to be tried once more.
    void replace(BootEntry from, BootEntry to) throws IOException;
}
