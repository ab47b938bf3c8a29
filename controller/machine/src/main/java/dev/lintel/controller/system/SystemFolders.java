package dev.lintel.controller.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where both sides leave things for each other, and where root keeps its own.
///
/// @param root of the machine: `/`, but for tests
/// @param data the box's folder
public record SystemFolders(Path root, Path data) {
    /// In [#requests].
    static final String REQUEST = "request.json";
    /// In [#requests] and in [#workroom].
    static final String BUNDLE = "bundle";
    /// In the data folder.
    static final String REQUESTS = "system";

    /// The box's, which root only takes from.
    Path requests() {
        return data.resolve(REQUESTS);
    }

    /// Root's: nobody else comes in.
    Path workroom() {
        return own().resolve("system");
    }

    /// Root's, on the data partition of a box of an image; beside the data folder of any other machine.
    Path own() {
        return own(root);
    }

    static Path own(Path root) {
        return root.resolve("var/lib/lintel-os");
    }

    /// Root's, for everybody to read. Empty after each start of the machine.
    Path published() {
        return published(root);
    }

    private static Path published(Path root) {
        return root.resolve("run/lintel-system");
    }

    /// Says that a person has set the machine's clock since it was switched on: root's word, as
    /// [dev.lintel.controller.time.WrongTime.Word] has it.
    public static Path clockSet(Path root) {
        return published(root).resolve("clock-set");
    }

    /// Of the kernel that runs: another one after each start. Throws [SystemException].
    String boot() {
        try {
            return Files.readString(root.resolve("proc/sys/kernel/random/boot_id"))
                    .strip();
        } catch (IOException e) {
            throw new SystemException("the kernel does not tell which start this is: " + e.getMessage(), e);
        }
    }
}
