package dev.lintel.tools.image;

import dev.lintel.controller.time.Time;
import dev.lintel.tools.pack.Packages;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Sources;
import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Makes images of what was built: start reading here. Made in a folder of its own and moved to its place when whole.
public final class Images {
    private static final double NS = 1e9;

    private final Sources sources;
    private final Time time;
    private final Consumer<String> progress;

    /// What was made.
    ///
    /// @param bytes of the file; what is written to a card
    /// @param usedBytes of them not empty
    /// @param rootBytes of root's files
    public record Made(Board board, Path image, long bytes, long usedBytes, long rootBytes, double seconds) {}

    /// `progress` hears what is being done, in a few words.
    public Images(Sources sources, Time time, Consumer<String> progress) {
        this.sources = sources;
        this.time = time;
        this.progress = progress;
    }

    /// An image for `board` as the file `out`, which is replaced. Throws [ImageException] or
    /// [dev.lintel.tools.pack.PackException] in words, and leaves nothing half made.
    public Made make(Board board, Card card, Path out) {
        for (String program : List.of("mmdebstrap", "sfdisk")) Programs.require(program, packageOf(program));
        Programs.require("mke2fs", "e2fsprogs");
        Programs.require("mcopy", "mtools");
        long begunNs = time.nowNs();
        Path work = sources.home().resolve("target/image");
        try {
            Files.createDirectories(work);
            Path target = out.toAbsolutePath();
            Files.createDirectories(target.getParent());
            try (var lock =
                    FileChannel.open(work.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (lock.tryLock() == null)
                    throw new ImageException("another lintel image build is at work in " + work);
                return make(board, card, work.resolve(board.title()), target, begunNs);
            }
        } catch (IOException e) {
            throw new ImageException("the image cannot be written: " + e.getMessage(), e);
        }
    }

    private Made make(Board board, Card card, Path work, Path out, long begunNs) throws IOException {
        Trees.remove(work);
        Files.createDirectories(work);
        try {
            Path packages = work.resolve("packages");
            Path deb = new Packages(sources, time, progress)
                    .make(packages, List.of(board.arch()))
                    .getFirst()
                    .deb();
            FileTime built = sources.built();
            Partitions partitions = Partitions.of(board.title() + " " + Trees.sha256(deb));
            Path parts = Files.createDirectories(work.resolve("parts"));
            new RootFs(board, sources.image(), sources.cache(), progress)
                    .make(deb, partitions, built.to(TimeUnit.SECONDS), parts);
            progress.accept("putting the image together");
            Path boot = work.resolve("boot.fat");
            new BootPartition(board, partitions).make(parts, sources.version(), card, built, boot);
            Path image = out.resolveSibling(out.getFileName() + ".part");
            Files.deleteIfExists(image);
            Path root = parts.resolve("root.ext4");
            Assembly.make(partitions, board, boot, root, image);
            long used = Assembly.usedBytes(image);
            long rootUsed = Assembly.usedBytes(root);
            Trees.moveOver(image, out);
            return new Made(board, out, Files.size(out), used, rootUsed, (time.nowNs() - begunNs) / NS);
        } finally {
            Files.deleteIfExists(out.resolveSibling(out.getFileName() + ".part"));
            Trees.remove(work);
        }
    }

    private static String packageOf(String program) {
        return program.equals("sfdisk") ? "fdisk" : program;
    }
}
