package dev.lintel.tools.pack;

import java.nio.file.Path;
import java.util.Map;

/// The JDK that all packages of one run are made from, whatever JDK runs the packaging. Made by [DebianJdk].
///
/// @param version of Debian's source package openjdk-25, such as `25.0.5.1+2-1~deb13u1`
/// @param home a runtime of this version that this machine can run, with jlink
/// @param modules the folder of packaged modules (`.jmod`) for each architecture
record Jdk(String version, Path home, Map<Arch, Path> modules) {
    /// A program of it, such as `java`.
    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    Path modules(Arch arch) {
        Path folder = modules.get(arch);
        if (folder == null) throw new PackException("there is no JDK " + version + " for " + arch.debian());
        return folder;
    }
}
