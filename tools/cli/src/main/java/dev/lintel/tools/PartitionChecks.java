package dev.lintel.tools;

import dev.lintel.controller.system.DiskFault;
import java.nio.file.Path;
import java.util.List;

/// A box of an image: what of its card or disk it had to start without.
final class PartitionChecks {
    private static final String ADVICE = "back up what can be read still, flash a new card or disk, and restore onto"
            + " it: operations.md, A disk that ends";

    private PartitionChecks() {}

    /// Nothing where all is there, and on a machine that no image made.
    ///
    /// @param root of the machine: `/`, but for tests
    static List<Finding> all(Path root) {
        return DiskFault.of(root).sentences().stream()
                .map(sentence -> Finding.fail("partitions", Output.inLine(sentence), ADVICE))
                .toList();
    }
}
