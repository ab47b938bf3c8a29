package dev.lintel.controller.console;

/// Passwords for tests of everything but the hash: the same function and form with 256 KiB and one pass in place of
/// 19 MiB and two. One of the usual cost takes 40 ms of the processor.
public final class TestPasswords {
    private static final int MEMORY_KIB = 256;

    private TestPasswords() {}

    public static Passwords quick() {
        return new Passwords(MEMORY_KIB, 1);
    }
}
