package dev.lintel.tools.image;

import dev.lintel.tools.pack.Programs;

/// Programs of others that a test of images needs; `./lintel test` installs them.
final class Installed {
    private Installed() {}

    /// Fails where one is not there: a skipped test would go unnoticed.
    static void require(String... programs) {
        for (String program : programs) Programs.require(program, program);
    }
}
