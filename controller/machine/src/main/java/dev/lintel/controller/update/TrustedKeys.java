package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where a box has its trusted keys: those that its image came with, and newer ones that followed them,
/// on the data partition. Both are root's: whoever takes over the box's process gets no version of his
/// own onto it.
final class TrustedKeys {
    /// In a root file system.
    static final String IN_ROOT = "usr/lib/lintel-os/trust.json";

    private static final String FILE = "trust.json";
    private static final long BYTES_MAX = 64 * 1024;

    private final Path root;
    private final Path folder;
    private final StateFiles files;

    TrustedKeys(Path root, Path folder, StateFiles files) {
        this.root = root;
        this.folder = folder;
        this.files = files;
    }

    boolean any() {
        return Files.exists(root.resolve(IN_ROOT)) || Files.exists(folder.resolve(FILE));
    }

    /// The newest. Throws [UpdateException] where there are none: such a box takes no bundle.
    Trust newest() {
        Path shipped = root.resolve(IN_ROOT);
        Path own = folder.resolve(FILE);
        if (!Files.exists(shipped) && !Files.exists(own)) {
            throw new UpdateException("this box trusts no keys, and so takes no bundle: its image was built without"
                    + " --trust; 'lintel bundle trust FILE' on the box gives it some");
        }
        if (!Files.exists(own)) return read(shipped);
        if (!Files.exists(shipped)) return read(own);
        Trust a = read(shipped);
        Trust b = read(own);
        return a.number() > b.number() ? a : b;
    }

    /// Those that came with a root are there still when another one runs. Nothing to do where there are
    /// none.
    void keepNewest() throws IOException {
        if (Files.exists(root.resolve(IN_ROOT))) keep(newest());
    }

    /// Is there once this returns, whatever happens to the power.
    void keep(Trust trust) throws IOException {
        files.write(folder.resolve(FILE), trust.write());
    }

    private static Trust read(Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) throw new UpdateException(file + " is too large for trusted keys");
            return Trust.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UpdateException("the trusted keys cannot be read: " + e.getMessage(), e);
        }
    }
}
