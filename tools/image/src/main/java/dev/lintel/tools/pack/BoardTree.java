package dev.lintel.tools.pack;

import dev.lintel.controller.update.Release;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Lintel's own folder on a board, the same in each kind of package.
///
/// ```
///   bin/{lintel,make-cache,pause-starts}  jre/     lintel.jar  lib/*.jar     native/*.so
///   options/*.options   systemd/   classes.list         BUILD         start.aot, where it could be made here
///   release.json, sbom.cdx.json: version and contents   trust.json, where the project has one: whose releases
/// ```
final class BoardTree {
    /// Beside the simulated hardware: what only a developer's machine has.
    private static final String SIMULATOR = "hw-sim-";

    /// As an image's: by then there should be a newer one.
    private static final Duration SUPPORTED = Duration.ofDays(365);

    private final Sources sources;
    private final Arch arch;
    private final String jdk;

    /// @param jdk as [Jdk#version()]
    BoardTree(Sources sources, Arch arch, String jdk) {
        this.sources = sources;
        this.arch = arch;
        this.jdk = jdk;
    }

    /// Fills the folder, in which the runtime is already.
    void fill(Path tree, List<String> classes) throws IOException {
        Path dist = sources.dist();
        Files.createDirectories(tree.resolve("bin"));
        Files.createDirectories(tree.resolve("options"));
        Trees.copyFile(dist.resolve("lintel.jar"), tree.resolve("lintel.jar"));
        Trees.copy(dist.resolve("lib"), tree.resolve("lib"));
        try (Stream<Path> jars = Files.list(tree.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                if (jar.getFileName().toString().startsWith(SIMULATOR)) Files.delete(jar);
            }
        }
        Trees.copy(dist.resolve("native").resolve(arch.machine()), tree.resolve("native"));
        for (String program : List.of("lintel", "make-cache", "pause-starts")) {
            Trees.copyFile(sources.board().resolve(program), tree.resolve("bin").resolve(program));
        }
        for (String options : List.of("jvm.options", "heap.options")) {
            Trees.copyFile(
                    sources.board().resolve(options), tree.resolve("options").resolve(options));
        }
        Trees.copy(sources.board().resolve("systemd"), tree.resolve("systemd")); // for who installs it by hand
        Files.write(tree.resolve("classes.list"), classes, StandardCharsets.UTF_8);
        Path trust = sources.home().resolve("trust.json");
        if (Files.exists(trust)) Trees.copyFile(trust, tree.resolve("trust.json"));
        Instant built = sources.built().toInstant();
        var release = new Release(
                "linux-" + arch.debian(), sources.version(), built.getEpochSecond(), built, built.plus(SUPPORTED));
        Files.writeString(tree.resolve("release.json"), release.write());
        Files.writeString(tree.resolve(Sbom.FILE), sources.sbom().write(tree, arch, jdk));
        // Last: it names all the rest.
        Files.writeString(
                tree.resolve("BUILD"), sources.version() + " " + arch.debian() + " " + Trees.hash(tree) + "\n");
    }
}
