package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.BundleWriter;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.Manifest.Part;
import dev.lintel.controller.update.Release;
import dev.lintel.controller.update.SigningKey;
import dev.lintel.controller.update.Trust;
import dev.lintel.tools.box.NextVersion;
import dev.lintel.tools.image.Images.Bundled;
import dev.lintel.tools.image.Images.Made;
import dev.lintel.tools.image.Verifier.Whole;
import dev.lintel.tools.pack.Arch;
import dev.lintel.tools.pack.Packages;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Sources;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An image of release 1 for the emulated board and a bundle of release 2 that it takes: minutes of work, done once for
/// all tests of a run. Their sizes are printed.
record VirtImages(Path image, Path bundle, SigningKey key) {
    /// Beside what Maven makes, and as long-lived.
    private static final Path FOLDER = Path.of("target", "virt");

    private static @Nullable VirtImages made;

    static synchronized VirtImages get() throws IOException {
        if (made == null) made = make();
        return made;
    }

    private static VirtImages make() throws IOException {
        if (Files.exists(FOLDER)) Programs.run("rm", "-rf", FOLDER.toString());
        Path folder = Files.createDirectories(FOLDER);
        SigningKey key = SigningKey.make("release");
        Trust trust = Trust.make(1, 1, List.of(key.trusted())).sign(key);
        Sources sources = Sources.at(Path.of("../.."), "0.1.0");
        Packages.Made packages = new Packages(sources, new SystemTime(), _ -> {})
                .make(folder.resolve("packages"), List.of(Arch.ARM64))
                .getFirst();
        System.out.printf(
                "runtime: %.0f MB, .deb: %.0f MB, installed: %.0f MB, made in %.0f s%n",
                packages.runtimeBytes() / VirtBox.MB,
                Files.size(packages.deb()) / VirtBox.MB,
                packages.installedBytes() / VirtBox.MB,
                packages.seconds());
        var images = new Images(sources, new SystemTime(), _ -> {});
        Path image = folder.resolve("image");
        Made whole = images.make(Board.VIRT_ARM64, Card.PLAIN, new Origin(trust, 365, 1L), image);
        System.out.printf(
                "image: %.0f MB, %.0f MB of them in use, root %.0f MB, made in %.0f s%n",
                whole.bytes() / VirtBox.MB,
                whole.usedBytes() / VirtBox.MB,
                whole.rootBytes() / VirtBox.MB,
                whole.seconds());
        Whole verified = new Verifier(_ -> {}).verify(image);
        assertThat(verified.version()).isEqualTo("0.1.0");
        assertThat(verified.sha256()).as("its sum is beside it").isNotNull();
        Path bundle = folder.resolve("bundle");
        Bundled bundled = images.bundle(Board.VIRT_ARM64, new Origin(null, 365, 2L), bundle);
        Bundle.sign(bundle, List.of(key), List.of());
        System.out.printf(
                "bundle: %.0f MB, made in %.0f s%n", bundled.manifest().bundleBytes() / VirtBox.MB, bundled.seconds());
        return new VirtImages(image, bundle, key);
    }

    /// A bundle of release 3 without its program, as a disk that lost a sector has it; in `folder`.
    Path broken(Path folder) throws IOException {
        return changed(folder.resolve("broken"), Map.of(), root -> edit(root, "rm /usr/lib/lintel/lintel.jar"));
    }

    /// A bundle of release 3 whose version changes the database's tables, and that has no way to its doors: nobody but
    /// root may open a GPIO chip there. It starts, and its own test finds what is wrong.
    Path doorless(Path folder) throws IOException {
        var next = new NextVersion(folder.resolve("next"));
        return changed(folder.resolve("doorless"), Map.of("lintel.db", next.next()), root -> {
            String jar = "/usr/lib/lintel/lib/controller-store-0.1.0.jar";
            Path here = folder.resolve("controller.jar");
            edit(root, "dump " + jar + " " + here);
            next.into(here);
            edit(root, "rm " + jar);
            edit(root, "write " + here + " " + jar);
            edit(root, "rm /usr/lib/udev/rules.d/60-lintel.rules");
            Path about = folder.resolve("release.json");
            edit(root, "dump /" + Release.FILE + " " + about);
            String release = Files.readString(about);
            Files.writeString(
                    about, release.replace("\"0.1.0\"", "\"0.3.0\"").replaceFirst("(\"release\"\\s*:\\s*)2", "$13"));
            assertThat(about).content().contains("0.3.0").containsPattern("\"release\"\\s*:\\s*3");
            edit(root, "rm /" + Release.FILE);
            edit(root, "write " + about + " /" + Release.FILE);
        });
    }

    /// Of a root's file system, as a file.
    @FunctionalInterface
    private interface Change {
        void of(Path root) throws IOException;
    }

    private static void edit(Path root, String command) {
        String said = Programs.run("debugfs", "-w", "-R", command, root.toString());
        assertThat(said).as(command).doesNotContain("File not found", "Could not allocate", "already exists");
    }

    /// @param schemas of databases that it has others of
    private Path changed(Path to, Map<String, Integer> schemas, Change change) throws IOException {
        Path folder = Files.createDirectories(to.resolveSibling(to.getFileName() + ".parts"));
        Map<Part, Path> parts = new EnumMap<>(Part.class);
        Manifest manifest;
        try (Bundle whole = Bundle.open(bundle)) {
            manifest = whole.manifest();
            for (Part part : Part.values()) {
                Path file = folder.resolve(part.title());
                try (var out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                    whole.unpack(part, piece -> {
                        while (piece.hasRemaining()) out.write(piece);
                    });
                }
                parts.put(part, file);
            }
        }
        change.of(folder.resolve(Part.ROOT.title()));
        var tables = new TreeMap<>(manifest.schemas());
        tables.putAll(schemas);
        var about = new BundleWriter.About(
                "0.3.0", 3, manifest.board(), manifest.built(), manifest.expires(), manifest.options(), tables);
        BundleWriter.write(about, parts, to);
        Bundle.sign(to, List.of(key), List.of());
        Programs.run("rm", "-rf", folder.toString());
        return to;
    }
}
