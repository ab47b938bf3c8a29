package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What two builds of an image must have in common: no time, order or version of a program of the machine that builds.
class SameBytesTest {
    private static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");
    /// 2026-11-01 as FAT has it: years since 1980, month, day; least significant byte first.
    private static final String FAT_DATE =
            "" + (char) (((11 << 5) & 0xFF) | 1) + (char) (((2026 - 1980) << 1) | (11 >> 3));

    @TempDir
    Path folder;

    private byte[] boot(Map<String, String> card) throws IOException {
        Path parts = Files.createDirectories(folder.resolve("parts"));
        for (String file : List.of("linux", "initrd", "boot.efi")) Files.writeString(parts.resolve(file), file);
        Path boot = folder.resolve("boot.fat");
        new BootPartition(Board.AMD64, Partitions.of("test"), Path.of("src/main/image"))
                .make(parts, "0.1.0", new Card(null, null, card), FileTime.from(BUILT), boot);
        return Files.readAllBytes(boot);
    }

    @Test
    void bootPartition_hasNoOtherTimeThanTheBuilds() throws IOException {
        Installed.require("mformat", "mcopy");
        String bytes = new String(boot(Map.of()), StandardCharsets.ISO_8859_1);
        int label = bytes.indexOf("LINTEL     \b"); // the entry of the volume's name; its date is at byte 24
        assertThat(bytes.substring(label + 24, label + 26)).isEqualTo(FAT_DATE);
        assertThat(Programs.run(
                                "mdir",
                                "-/",
                                "-a",
                                "-i",
                                folder.resolve("boot.fat").toString(),
                                "::/")
                        .lines()
                        .filter(line -> line.matches(".*[0-9]{4}-[0-9]{2}-[0-9]{2}.*")))
                .hasSizeGreaterThan(8)
                .allSatisfy(line -> assertThat(line).contains("2026-11-01", "0:00"));
    }

    @Test
    void filesOfTheBootPartition_areInTheOrderOfTheirNames() throws IOException {
        Installed.require("mformat", "mcopy");
        var card = new HashMap<String, String>();
        for (char name = 'z'; name >= 'a'; name--) card.put("file-" + name, "text");
        boot(card);
        List<String> files = Programs.run(
                        "mdir", "-b", "-i", folder.resolve("boot.fat").toString(), "::/lintel/card")
                .lines()
                .toList();
        assertThat(files).hasSize(26).isSorted();
    }

    @Test
    void filesOfLintel_haveTheSameRightsWithEachUmask() throws IOException {
        Path parts = folder.resolve("parts");
        Programs.run("cp", "-R", "src/main/image", parts.toString());
        Programs.run("chmod", "--recursive", "go=", parts.toString());
        Path root = Files.createDirectories(folder.resolve("root"));
        Programs.run(
                Map.of("LINTEL_PARTS", parts.toString()),
                List.of("sh", "-c", "umask 077; sh " + parts.resolve("copy-own") + " " + root));
        Path own = root.resolve("usr/lib/lintel-os");
        try (Stream<Path> files = Files.walk(root.resolve("usr"))) {
            assertThat(files).hasSizeGreaterThan(20).allSatisfy(file -> {
                boolean folderOrScript = Files.isDirectory(file) || own.equals(file.getParent());
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo(folderOrScript ? "rwxr-xr-x" : "rw-r--r--");
            });
        }
    }

    /// The program of this machine, with its loader and libraries as Debian has them, stands for the image's own.
    @Test
    void rootFileSystem_isMadeByTheImagesOwnProgramAndSettings() throws IOException {
        Installed.require("mke2fs", "dumpe2fs");
        Path root = Files.createDirectories(folder.resolve("root"));
        Path libraries = Files.createDirectories(root.resolve("usr/lib/own-linux-gnu"));
        for (String line : Programs.run("ldd", "/usr/sbin/mke2fs").lines().toList()) {
            String file = line.replaceFirst(".*=>", "").strip().split(" ", -1)[0];
            if (!file.startsWith("/")) continue;
            Path library = Path.of(file);
            Files.copy(library, libraries.resolve(library.getFileName()));
        }
        Files.copy(
                Path.of("/usr/sbin/mke2fs"),
                Files.createDirectories(root.resolve("usr/sbin")).resolve("mke2fs"));
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(root.resolve("etc/mke2fs.conf"), "[fs_types]\n\text4 = {\n\t\tinode_size = 512\n\t}\n");
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Path wrong = Files.writeString(programs.resolve("mke2fs"), "#!/bin/sh\necho this machine\\'s >&2\nexit 9\n");
        Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path image = folder.resolve("root.ext4");
        var partitions = Partitions.of("test");
        Programs.run(
                Map.of(
                        "PATH", programs + ":" + System.getenv("PATH"),
                        "LINTEL_SLOT_BYTES", Integer.toString(16 << 20),
                        "LINTEL_ROOT_A", partitions.rootA().toString(),
                        "SOURCE_DATE_EPOCH", Long.toString(BUILT.getEpochSecond())),
                List.of("sh", "src/main/image/make-root", root.toString(), image.toString()));
        assertThat(Programs.run("dumpe2fs", "-h", image.toString()))
                .containsPattern("Inode size:\\s*512")
                .containsPattern("Filesystem UUID: *" + partitions.rootA())
                .containsPattern("Directory Hash Seed: *" + partitions.rootA())
                .containsPattern("Filesystem created: *Sun Nov  1 .* 2026");
        assertThat(Programs.run("debugfs", "-R", "ls /usr/sbin", image.toString()))
                .contains("mke2fs");
    }
}
