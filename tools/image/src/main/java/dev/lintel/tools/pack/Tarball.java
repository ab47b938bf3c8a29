package dev.lintel.tools.pack;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;

/// A folder as a `.tar.gz` that unpacks to it.
final class Tarball {
    private Tarball() {}

    /// Packs `tree` as the file `target`, as root's and with one time, so that the same files make the same bytes.
    static void pack(Path tree, FileTime when, Path target) {
        Programs.run(
                "tar",
                "--create",
                "--file=" + target,
                "--use-compress-program=gzip -9n",
                "--sort=name",
                "--owner=root:0",
                "--group=root:0",
                "--mtime=" + when,
                "--format=gnu",
                "--directory=" + Objects.requireNonNull(tree.getParent()),
                tree.getFileName().toString());
    }
}
