package dev.lintel.tools.image;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;

/// Programs of others that a test of images needs. Skips it where one is not there.
final class Installed {
    private Installed() {}

    static void assume(String... programs) {
        for (String program : programs) assumeTrue(isThere(program), program);
    }

    private static boolean isThere(String program) {
        try {
            Programs.require(program, program);
            return true;
        } catch (PackException e) {
            return false;
        }
    }
}
