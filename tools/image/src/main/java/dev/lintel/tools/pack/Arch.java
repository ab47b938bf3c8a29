package dev.lintel.tools.pack;

import java.util.Arrays;
import java.util.stream.Collectors;

/// A kind of machine that Lintel is packaged for.
///
/// ```
///   Debian   uname     the JDK's os.arch
///   amd64    x86_64    amd64
///   arm64    aarch64   aarch64
/// ```
public enum Arch {
    AMD64("amd64", "x86_64", "amd64"),
    ARM64("arm64", "aarch64", "aarch64");

    private final String debian;
    private final String machine;
    private final String jvm;

    Arch(String debian, String machine, String jvm) {
        this.debian = debian;
        this.machine = machine;
        this.jvm = jvm;
    }

    /// As Debian and the command line name it.
    public String debian() {
        return debian;
    }

    /// As `uname -m` names it, and the folders of native libraries.
    String machine() {
        return machine;
    }

    /// Throws [PackException] for a name that is none.
    public static Arch named(String name) {
        for (Arch arch : values()) if (arch.debian.equals(name)) return arch;
        String known = Arrays.stream(values()).map(Arch::debian).collect(Collectors.joining(", "));
        throw new PackException("--arch: there is no '" + name + "'; it is one of " + known);
    }

    /// This machine's. Throws [PackException] on one that Lintel does not run on.
    static Arch host() {
        for (Arch arch : values()) if (arch.isHost()) return arch;
        throw new PackException("Lintel does not run on " + System.getProperty("os.arch"));
    }

    /// Whether this machine is one.
    public boolean isHost() {
        return jvm.equals(System.getProperty("os.arch"));
    }
}
