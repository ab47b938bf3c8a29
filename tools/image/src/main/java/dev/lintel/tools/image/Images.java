package dev.lintel.tools.image;

import dev.lintel.controller.store.SchemaRoom;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.update.BundleWriter;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.Manifest.Part;
import dev.lintel.controller.update.Release;
import dev.lintel.controller.update.ReleaseList.Kind;
import dev.lintel.tools.pack.Packages;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Sources;
import dev.lintel.tools.pack.SystemSbom;
import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Makes images of what was built: start reading here. Made in a folder of its own and moved to its place when whole.
public final class Images {
    private static final double NS = 1e9;

    private final Sources sources;
    private final Time time;
    private final Consumer<String> progress;
    private final boolean fresh;
    private final boolean reproducible;

    /// What was made.
    ///
    /// @param sbom what is in it, as CycloneDX
    /// @param bytes of the file; what is written to a card
    /// @param usedBytes of them not empty
    /// @param rootBytes of root's files
    public record Made(
            Board board,
            Path image,
            Path sbom,
            Debian debian,
            long bytes,
            long usedBytes,
            long rootBytes,
            double seconds) {}

    /// A bundle that was made.
    ///
    /// @param sbom what is in it, as CycloneDX
    public record Bundled(Path bundle, Path sbom, Manifest manifest, Debian debian, double seconds) {}

    /// `progress` hears what is being done, in a few words.
    public Images(Sources sources, Time time, Consumer<String> progress) {
        this(sources, time, progress, false, false);
    }

    private Images(Sources sources, Time time, Consumer<String> progress, boolean fresh, boolean reproducible) {
        this.sources = sources;
        this.time = time;
        this.progress = progress;
        this.fresh = fresh;
        this.reproducible = reproducible;
    }

    /// The same, for which Debian is laid out anew whatever is kept, where `anew`.
    public Images fresh(boolean anew) {
        return new Images(sources, time, progress, anew, reproducible);
    }

    /// The same with the package of a release in them, where `release`: the same commit and the same packages of
    /// Debian make the same bytes. See [Packages#forRelease].
    public Images reproducible(boolean release) {
        return new Images(sources, time, progress, fresh, release);
    }

    /// An image for `board` as the file `out`, which is replaced, with its [ImageSum]. Throws [ImageException] or
    /// [dev.lintel.tools.pack.PackException] in words, and leaves nothing half made.
    public Made make(Board board, Card card, Origin origin, Path out) {
        return within(board, out, (work, target) -> make(board, card, origin, work, target));
    }

    private Made make(Board board, Card card, Origin origin, Path work, Path out) throws IOException {
        long begunNs = time.nowNs();
        Path boot = work.resolve("boot.fat");
        Path image = out.resolveSibling(out.getFileName() + ".part");
        try {
            Laid laid = lay(board, origin, work);
            progress.accept("putting the image together");
            new BootPartition(board, laid.partitions(), sources.image())
                    .make(laid.parts(), sources.version(), card, sources.built(), boot);
            Files.deleteIfExists(image);
            Path root = laid.parts().resolve("root.ext4");
            Assembly.make(laid.partitions(), board, boot, root, image);
            long used = Assembly.usedBytes(image);
            long rootUsed = Assembly.usedBytes(root);
            progress.accept("its sum");
            Files.deleteIfExists(sbom(out)); // at no time that of another image
            ImageSum.publish(image, out);
            Path sbom = publishSbom(laid.sbomOfImage(), out);
            double seconds = (time.nowNs() - begunNs) / NS;
            return new Made(board, out, sbom, laid.debian(), Files.size(out), used, rootUsed, seconds);
        } finally {
            Files.deleteIfExists(image);
        }
    }

    /// A bundle for boxes of `board`, unsigned, as the file `out`, which is replaced. Throws as [#make] does, and
    /// [dev.lintel.controller.update.UpdateException].
    public Bundled bundle(Board board, Origin origin, Path out) {
        return within(board, out, (work, target) -> {
            long begunNs = time.nowNs();
            Laid laid = lay(board, origin, work);
            progress.accept("packing the bundle");
            Release release = laid.release();
            var about = new BundleWriter.About(
                    release.version(),
                    release.number(),
                    release.board(),
                    release.built(),
                    release.expires(),
                    Partitions.options(board),
                    SchemaRoom.ofThisVersion());
            Files.deleteIfExists(sbom(target));
            Manifest manifest = BundleWriter.write(
                    about,
                    Map.of(
                            Part.ROOT, laid.parts().resolve("root.ext4"),
                            Part.LINUX, laid.parts().resolve("linux"),
                            Part.INITRD, laid.parts().resolve("initrd")),
                    target);
            Path sbom = publishSbom(laid.sbomOfRoot(), target);
            return new Bundled(target, sbom, manifest, laid.debian(), (time.nowNs() - begunNs) / NS);
        });
    }

    private static Path sbom(Path file) {
        return file.resolveSibling(file.getFileName() + Kind.SBOM.suffix());
    }

    private static Path publishSbom(String text, Path file) throws IOException {
        Path sbom = sbom(file);
        Path part = Files.writeString(sbom.resolveSibling(sbom.getFileName() + ".part"), text);
        return Trees.moveOver(part, sbom);
    }

    /// A board's files, laid out.
    ///
    /// @param sbomOfRoot of what a bundle has, which is in the root file system too
    /// @param sbomOfImage the same with the firmware on the boot partition
    private record Laid(
            Path parts, Partitions partitions, Release release, Debian debian, String sbomOfRoot, String sbomOfImage) {}

    private Laid lay(Board board, Origin origin, Path work) throws IOException {
        var packer = new Packages(sources, time, progress);
        Packages.Made lintel = (reproducible ? packer.forRelease() : packer)
                .make(work.resolve("packages"), List.of(board.arch()))
                .getFirst();
        Path deb = lintel.deb();
        var rootFs = new RootFs(board, sources.image(), sources.cache(), progress);
        Bases.Base base = rootFs.base(deb, new Bases.Reuse(fresh, reproducible), time);
        Instant built = latest(sources.built().toInstant(), base.laid());
        var partitions = Partitions.of(board.title() + " " + Trees.sha256(deb) + " " + base.laid());
        Path parts = Files.createDirectories(work.resolve("parts"));
        Release release = origin.release(board, sources.version(), built);
        Path os = Files.createDirectories(parts.resolve("os"));
        Files.writeString(os.resolve("release.json"), release.write());
        if (origin.trust() != null)
            Files.writeString(os.resolve("trust.json"), origin.trust().write());
        DebianList packages = DebianList.of(board, base.tar(), work.resolve("debian"));
        var sbom = new SystemSbom(board.title(), sources.version(), RootFs.SUITE, built);
        String ofPackage = Files.readString(lintel.sbom());
        String ofRoot = sbom.write(ofPackage, packages.installed(), List.of());
        Files.writeString(os.resolve("sbom.cdx.json"), ofRoot);
        rootFs.make(base.tar(), deb, partitions, built.getEpochSecond(), parts);
        packages.requireAllOf(parts.resolve("packages"), sources.version());
        String ofImage = sbom.write(ofPackage, packages.installed(), packages.firmware());
        return new Laid(parts, partitions, release, base.debian(), ofRoot, ofImage);
    }

    /// Of when a version is: boxes take only later ones, and one that brings no more than newer packages of Debian is
    /// a later one.
    static Instant latest(Instant lintel, Instant debian) {
        return debian.isAfter(lintel) ? debian : lintel;
    }

    /// Work with a folder of its own, which is empty before and gone afterwards.
    @FunctionalInterface
    private interface Making<T> {
        T make(Path work, Path target) throws IOException;
    }

    private <T> T within(Board board, Path out, Making<T> making) {
        for (String program : List.of("mmdebstrap", "sfdisk")) Programs.require(program, packageOf(program));
        Programs.require("mke2fs", "e2fsprogs");
        Programs.require("mcopy", "mtools");
        Path all = sources.home().resolve("target/image");
        try {
            Files.createDirectories(all);
            Path target = out.toAbsolutePath();
            Files.createDirectories(target.getParent());
            try (var lock =
                    FileChannel.open(all.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (lock.tryLock() == null) throw new ImageException("another lintel image build is at work in " + all);
                Path work = all.resolve(board.title());
                Trees.remove(work);
                Files.createDirectories(work);
                try {
                    return making.make(work, target);
                } finally {
                    Trees.remove(work);
                }
            }
        } catch (IOException e) {
            throw new ImageException(out + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static String packageOf(String program) {
        return program.equals("sfdisk") ? "fdisk" : program;
    }
}
