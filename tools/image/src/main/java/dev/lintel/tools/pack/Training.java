package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The run that a start-up cache is made of: loads the classes of a list, so that they are in it. See [ClassList].
public final class Training {
    /// Names the list; set by `make-cache` alone.
    public static final String PROPERTY = "lintel.training";

    private Training() {}

    /// Loads them without running any of their code. Returns how many are not there, as some are on another
    /// architecture. Throws [PackException] where the list cannot be read.
    public static int load(Path list) {
        int missing = 0;
        try {
            for (String name : Files.readAllLines(list)) {
                try {
                    Class.forName(name, false, Training.class.getClassLoader());
                } catch (ClassNotFoundException | LinkageError e) {
                    missing++;
                }
            }
        } catch (IOException e) {
            throw new PackException("the list of classes cannot be read: " + e.getMessage(), e);
        }
        return missing;
    }
}
