package dev.lintel.tools.image;

import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.Manifest;
import dev.lintel.controller.update.Manifest.Part;
import dev.lintel.controller.update.UpdateException;
import dev.lintel.tools.pack.PackException;
import dev.lintel.tools.pack.Programs;
import dev.lintel.tools.pack.Trees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Compares two images or two bundles and names the first difference so that a person can look at it: the part, and the
/// file in it.
///
/// ```
///   image    the root file system, the boot partition, the partition table
///   bundle   root (a file system), linux, initrd, the manifest; signatures may differ
/// ```
public final class BuildDifferences {
    private static final String ROOT = "the root file system";
    private static final String BOOT = "the boot partition";

    private final Path work;

    /// @param work a folder, which is empty, for files that are taken out: as large as two root file systems
    BuildDifferences(Path work) {
        this.work = work;
    }

    /// The first difference of two images, two bundles or two other files, as the end of a sentence. Null: there is
    /// none but signatures. Throws [UpdateException] for a bundle that is damaged.
    public static @Nullable String first(Path one, Path other) throws IOException {
        if (Files.mismatch(one, other) < 0) return null;
        Path work = Files.createTempDirectory("lintel-compare");
        try {
            return new BuildDifferences(work).find(one, other);
        } finally {
            Trees.remove(work);
        }
    }

    private @Nullable String find(Path one, Path other) throws IOException {
        boolean bundles = isBundle(one) && isBundle(other);
        if (bundles || (isImage(one) && isImage(other))) {
            Programs.require("debugfs", "e2fsprogs");
            Programs.require("mcopy", "mtools");
            return bundles ? bundles(one, other) : images(one, other);
        }
        if (Files.size(one) != Files.size(other)) {
            return "they have " + Files.size(one) + " and " + Files.size(other) + " bytes";
        }
        return "they differ from byte " + Files.mismatch(one, other) + " on";
    }

    private static boolean isBundle(Path file) {
        return file.toString().endsWith(".bundle");
    }

    private static boolean isImage(Path file) throws IOException {
        return file.toString().endsWith(".img") && Files.size(file) == Partitions.bytes();
    }

    private @Nullable String images(Path one, Path other) throws IOException {
        String root = fileSystem(
                ROOT,
                new FileRange(one, Partitions.rootAt(), Partitions.SLOT_BYTES),
                new FileRange(other, Partitions.rootAt(), Partitions.SLOT_BYTES),
                FileSystems::ext4);
        if (root != null) return root;
        String boot = fileSystem(
                BOOT,
                new FileRange(one, Partitions.bootAt(), Partitions.BOOT_BYTES),
                new FileRange(other, Partitions.bootAt(), Partitions.BOOT_BYTES),
                FileSystems::fat);
        if (boot != null) return boot;
        return "the partition table from byte " + Files.mismatch(one, other) + " on";
    }

    /// How the files of two file systems differ.
    @FunctionalInterface
    private interface Look {
        @Nullable
        String first(Path one, Path other, Path work) throws IOException;
    }

    private @Nullable String fileSystem(String name, FileRange one, FileRange other, Look look) throws IOException {
        long at = one.mismatch(other);
        if (at < 0) return null;
        Path mine = one.copy(work.resolve("one.part"));
        Path others = other.copy(work.resolve("other.part"));
        return name + inside(mine, others, look, at);
    }

    private String inside(Path one, Path other, Look look, long at) throws IOException {
        String file;
        try {
            file = look.first(one, other, work);
        } catch (ImageException | PackException e) {
            return " from byte " + at + " on, and one of them cannot be compared: " + e.getMessage();
        }
        return file == null ? " from byte " + at + " on, in what belongs to no file" : ": " + file;
    }

    private @Nullable String bundles(Path one, Path other) throws IOException {
        try (Bundle mine = open(one);
                Bundle others = open(other)) {
            for (Part part : Part.values()) {
                if (sum(part, mine).equals(sum(part, others))) continue;
                Path here = unpacked(one, mine, part, work.resolve("one." + part.title()));
                Path there = unpacked(other, others, part, work.resolve("other." + part.title()));
                String different = parts(part, here, there);
                if (different != null) return different;
            }
            String different = manifests(mine.manifest(), others.manifest());
            if (different != null) return different;
        }
        // The seal has the signatures: a published bundle has them, another build of it does not.
        long head = new FileRange(one, 0, Bundle.SEAL_AT).mismatch(new FileRange(other, 0, Bundle.SEAL_AT));
        if (head >= 0) return "the manifest from byte " + head + " on";
        long files = range(one).mismatch(range(other));
        return files < 0 ? null : "the packed files from byte " + files + " on";
    }

    private static FileRange range(Path bundle) throws IOException {
        return new FileRange(bundle, Bundle.FILES_AT, Files.size(bundle) - Bundle.FILES_AT);
    }

    private static String sum(Part part, Bundle bundle) {
        return bundle.manifest().file(part).sha256();
    }

    private @Nullable String parts(Part part, Path one, Path other) throws IOException {
        long at = Files.mismatch(one, other);
        if (at < 0) return null;
        if (part != Part.ROOT) return "its part " + part.title() + " from byte " + at + " on";
        return ROOT + inside(one, other, FileSystems::ext4, at);
    }

    /// One of which each part has the sum in its manifest. Throws [UpdateException] that names the file.
    private static Bundle open(Path file) throws IOException {
        try {
            Bundle bundle = Bundle.open(file);
            try {
                bundle.requireWhole(_ -> {});
                return bundle;
            } catch (IOException | RuntimeException e) {
                bundle.close();
                throw e;
            }
        } catch (UpdateException e) {
            throw new UpdateException(file + ": " + e.getMessage(), e);
        }
    }

    private static Path unpacked(Path file, Bundle bundle, Part part, Path target) throws IOException {
        try (var out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            bundle.unpack(part, bytes -> {
                while (bytes.hasRemaining()) out.write(bytes);
            });
        } catch (UpdateException e) {
            throw new UpdateException(file + ": " + e.getMessage(), e);
        }
        return target;
    }

    private static @Nullable String manifests(Manifest one, Manifest other) {
        Map<String, Object> mine = described(one);
        Map<String, Object> others = described(other);
        for (Map.Entry<String, Object> field : mine.entrySet()) {
            Object there = others.get(field.getKey());
            if (!field.getValue().equals(there)) {
                return "the manifest: " + field.getKey() + " is " + field.getValue() + " and " + there;
            }
        }
        return null;
    }

    private static Map<String, Object> described(Manifest manifest) {
        var fields = new TreeMap<String, Object>();
        fields.put("board", manifest.board());
        fields.put("built", manifest.built());
        fields.put("expires", manifest.expires());
        fields.put("options", manifest.options());
        fields.put("release", manifest.release());
        fields.put("schemas", manifest.schemas());
        fields.put("version", manifest.version());
        return fields;
    }
}
