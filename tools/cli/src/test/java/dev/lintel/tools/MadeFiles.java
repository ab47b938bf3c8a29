package dev.lintel.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A machine's `/proc` and `/sys` as a folder of made files.
///
/// @param root in place of `/`
record MadeFiles(Path root) {
    MadeFiles put(String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), text + "\n");
        return this;
    }

    MadeFiles folder(String name) throws IOException {
        Files.createDirectories(root.resolve(name));
        return this;
    }

    /// `link` leads to `target`, both from the root.
    MadeFiles link(String link, String target) throws IOException {
        Files.createDirectories(root.resolve(link).getParent());
        Files.createSymbolicLink(root.resolve(link), root.resolve(target));
        return this;
    }

    KernelFiles files() {
        return new KernelFiles(root);
    }
}
