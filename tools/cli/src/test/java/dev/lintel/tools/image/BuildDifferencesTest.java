package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.update.Bundle;
import dev.lintel.controller.update.BundleWriter;
import dev.lintel.controller.update.BundleWriter.About;
import dev.lintel.controller.update.Manifest.Part;
import dev.lintel.controller.update.SigningKey;
import dev.lintel.tools.CommandRun;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Images and bundles of a root file system with some files, of which one thing was changed.
class BuildDifferencesTest {
    private static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    private static Path made;

    @TempDir
    Path folder;

    private Path one;
    private Path other;

    @BeforeAll
    static void makeParts() throws IOException {
        Installed.require("debugfs", "mcopy", "mformat", "mke2fs", "sfdisk");
        for (String file : List.of("linux", "initrd", "boot.efi")) Files.writeString(made.resolve(file), file);
        Path root = made.resolve("root");
        Files.createDirectories(root.resolve("etc"));
        Files.createDirectories(root.resolve("usr/lib/lintel"));
        Files.writeString(root.resolve("etc/hostname"), "lintel\n");
        Files.writeString(root.resolve("usr/lib/lintel/lintel.jar"), "x".repeat(100_000));
        Files.createSymbolicLink(root.resolve("etc/localtime"), Path.of("/usr/share/zoneinfo/Etc/UTC"));
        Path image = made.resolve("root.ext4");
        Programs.run("truncate", "--size=8M", image.toString());
        Programs.run("mke2fs", "-q", "-t", "ext4", "-d", root.toString(), image.toString());
        Programs.run("truncate", "--size=" + Partitions.SLOT_BYTES, image.toString());
        new BootPartition(Board.AMD64, Partitions.of("test"), Path.of("../image/src/main/image"))
                .make(made, "0.1.0", Card.PLAIN, FileTime.from(BUILT), made.resolve("boot.fat"));
        image("test", made.resolve("a.img"));
    }

    private static void image(String identity, Path image) throws IOException {
        Assembly.make(Partitions.of(identity), Board.AMD64, made.resolve("boot.fat"), made.resolve("root.ext4"), image);
    }

    @BeforeEach
    void copy() {
        one = made.resolve("a.img");
        other = folder.resolve("b.img");
        Programs.run("cp", "--sparse=always", one.toString(), other.toString());
    }

    private void inRoot(String command) {
        Programs.run("debugfs", "-w", "-R", command, other + "?offset=" + Partitions.rootAt());
    }

    private Path text(String text) throws IOException {
        return Files.writeString(folder.resolve("text"), text);
    }

    private CommandRun compare() {
        return CommandRun.of("release", "compare", one.toString(), other.toString());
    }

    private String difference() {
        CommandRun run = compare();
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        String begin = "lintel release compare: " + one + " and " + other + " differ: ";
        assertThat(run.err()).startsWith(begin);
        return run.err().substring(begin.length()).strip();
    }

    @Test
    void sameImages_areIdentical() {
        assertThat(compare().out())
                .contains(one + " and " + other + " are identical:")
                .containsPattern("[0-9a-f]{64}");
        assertThat(CommandRun.of("release", "compare", "--json", one.toString(), other.toString())
                        .json())
                .containsEntry("identical", true)
                .containsEntry("signatures_differ", false);
    }

    @Test
    void fileOfTheRoot_isNamedWithItsPlace() throws IOException {
        inRoot("rm /etc/hostname");
        inRoot("write " + text("linTel\n") + " /etc/hostname");
        assertThat(difference()).isEqualTo("the root file system: /etc/hostname from byte 3 on");
    }

    @Test
    void linkAndFileOfOneRootOnly_areNamed() throws IOException {
        inRoot("write " + text("more") + " /etc/zone");
        assertThat(difference()).isEqualTo("the root file system: only the second has /etc/zone");
        inRoot("rm /etc/localtime");
        inRoot("symlink /etc/localtime /usr/share/zoneinfo/Europe/Rome");
        assertThat(difference())
                .isEqualTo("the root file system: /etc/localtime is 'a link to /usr/share/zoneinfo/Etc/UTC' in one and"
                        + " 'a link to /usr/share/zoneinfo/Europe/Rome' in the other");
    }

    @Test
    void timeAndRightsOfAFile_areNamed() {
        inRoot("set_inode_field /etc/hostname mode 0100600");
        assertThat(difference())
                .startsWith("the root file system: /etc/hostname has '")
                .contains("0644", "0600");
        inRoot("set_inode_field /etc/hostname mode 0100644");
        inRoot("set_inode_field /etc/hostname ctime 20200101");
        assertThat(difference())
                .startsWith("the root file system: /etc/hostname has 'ctime: ")
                .contains("2020");
    }

    /// A link and a file of one name: a program that copies both writes the file that the link leads to.
    @Test
    void hostileRoot_isNotCopiedOutOfTheFolder() throws IOException {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        inRoot("symlink /gate " + outside.resolve("planted"));
        inRoot("write " + text("planted") + " /real");
        inRoot("link /real /gatf");
        inRoot("feature ^metadata_csum"); // without a sum of the folder, so that a name can be changed
        try (var image = FileChannel.open(other, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer root = ByteBuffer.allocate(8 << 20);
            image.read(root, Partitions.rootAt());
            int at = new String(root.array(), StandardCharsets.ISO_8859_1).indexOf("gatf");
            image.write(ByteBuffer.wrap("gate".getBytes(StandardCharsets.US_ASCII)), Partitions.rootAt() + at);
        }
        assertThat(difference())
                .startsWith("the root file system from byte ")
                .endsWith("one of them cannot be compared: /gate is there twice");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void longLink_isCompared() throws IOException {
        inRoot("rm /etc/localtime");
        String target = "/usr/share/zoneinfo/" + "Europe/".repeat(20) + "Rome";
        inRoot("symlink /etc/localtime " + target);
        assertThat(difference()).endsWith("'a link to " + target + "' in the other");
    }

    @Test
    void fileLargerThanAnyDisk_isNotCopied() {
        inRoot("set_inode_field /etc/hostname size 0x100000000000");
        assertThat(difference()).endsWith("cannot be compared: its files have more than 4294967296 bytes");
    }

    @Test
    void fileOfTheBootPartition_isNamed() throws IOException {
        Programs.run(
                "mcopy",
                "-o",
                "-i",
                other + "@@" + Partitions.bootAt(),
                text("inItrd").toString(),
                "::/lintel/a/initrd");
        assertThat(difference()).isEqualTo("the boot partition: /lintel/a/initrd from byte 2 on");
    }

    @Test
    void timeInTheBootPartition_isNamed() throws IOException {
        Path file = text("initrd");
        Files.setLastModifiedTime(file, FileTime.from(BUILT.plusSeconds(86_400)));
        Programs.run(
                "mcopy", "-o", "-m", "-i", other + "@@" + Partitions.bootAt(), file.toString(), "::/lintel/a/initrd");
        assertThat(difference()).startsWith("the boot partition: it lists '").contains("2026-11-01", "2026-11-02");
    }

    @Test
    void partitionTable_isNamed() throws IOException {
        Files.delete(other);
        image("another image", other);
        assertThat(difference()).startsWith("the partition table from byte ");
    }

    private void bundle(String name, Map<Part, Path> changed, long release) {
        var about = new About(
                "0.1.0", release, "amd64", BUILT, BUILT.plusSeconds(86_400), "root=PARTUUID=@ROOT@ ro", Map.of());
        var parts = new EnumMap<Part, Path>(Map.of(
                Part.ROOT, folder.resolve("root.ext4"),
                Part.LINUX, made.resolve("linux"),
                Part.INITRD, made.resolve("initrd")));
        parts.putAll(changed);
        BundleWriter.write(about, parts, folder.resolve(name));
    }

    /// Both with a root of 8 MB.
    private void bundles() {
        Programs.run(
                "cp",
                made.resolve("root.ext4").toString(),
                folder.resolve("root.ext4").toString());
        Programs.run("truncate", "--size=8M", folder.resolve("root.ext4").toString());
        one = folder.resolve("a.bundle");
        other = folder.resolve("b.bundle");
        bundle("a.bundle", Map.of(), 7);
    }

    @Test
    void partOfABundle_isNamed() throws IOException {
        bundles();
        bundle("b.bundle", Map.of(Part.LINUX, text("liNux")), 7);
        assertThat(difference()).isEqualTo("its part linux from byte 2 on");
        Path root = Files.copy(folder.resolve("root.ext4"), folder.resolve("changed.ext4"));
        Programs.run("debugfs", "-w", "-R", "rm /etc/hostname", root.toString());
        bundle("b.bundle", Map.of(Part.ROOT, root), 7);
        assertThat(difference()).isEqualTo("the root file system: only the first has /etc/hostname");
    }

    @Test
    void manifestOfABundle_isNamed() {
        bundles();
        bundle("b.bundle", Map.of(), 8);
        assertThat(difference()).isEqualTo("the manifest: release is 7 and 8");
    }

    @Test
    void signedBundle_isIdenticalToTheSameWithoutSignature() {
        bundles();
        bundle("b.bundle", Map.of(), 7);
        assertThat(compare().out()).contains("are identical:");
        Bundle.sign(other, List.of(SigningKey.make("key")), List.of());
        assertThat(compare().out()).contains(one + " and " + other + " are identical except for their signatures");
    }

    @Test
    void damagedBundle_isReported() throws IOException {
        bundles();
        Files.copy(one, other);
        try (var out = FileChannel.open(other, StandardOpenOption.WRITE)) {
            out.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), Bundle.FILES_AT + 50);
        }
        CommandRun run = compare();
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains(other + ": the bundle's file 'root' is not the one that its manifest lists");
    }

    @Test
    void otherFiles_areComparedByteForByte() throws IOException {
        one = Files.writeString(folder.resolve("a.deb"), "package");
        other = Files.writeString(folder.resolve("b.deb"), "packagf");
        assertThat(difference()).isEqualTo("they differ from byte 6 on");
        Files.delete(other);
        assertThat(compare().err()).contains("b.deb is not a file");
        assertThat(CommandRun.of("release", "compare", one.toString()).err())
                .contains("name the file to compare with " + one);
    }
}
