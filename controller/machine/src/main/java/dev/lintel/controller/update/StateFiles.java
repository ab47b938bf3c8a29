package dev.lintel.controller.update;

import java.io.IOException;
import java.nio.file.Path;

/// The small files that say which slot starts, and what became of an update. Each step is on disk before the next one
/// begins: what a power cut leaves is one of the states in between, and tests cut the power at each of them.
interface StateFiles {
    /// Whole or not at all.
    void write(Path file, String text) throws IOException;

    /// In one folder. FAT writes two names for that: a power cut in between leaves both.
    void rename(Path from, Path to) throws IOException;

    /// Nothing to do where it is not there.
    void remove(Path file) throws IOException;
}
