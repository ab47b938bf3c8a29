package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreesTest {
    private static final FileTime WHEN = FileTime.fromMillis(1_700_000_000_000L);

    @TempDir
    Path folder;

    private Path tree;

    @BeforeEach
    void plant() throws IOException {
        tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("bin"));
        Files.writeString(tree.resolve("bin/program"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(tree.resolve("bin/program"), PosixFilePermissions.fromString("rwx------"));
        Files.writeString(tree.resolve("notes"), "four");
        Files.setPosixFilePermissions(tree.resolve("notes"), PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    @Test
    void allHaveOneTimeAndUsualRights() throws IOException {
        Trees.level(tree, WHEN);
        for (String path : new String[] {"", "bin", "bin/program", "notes"}) {
            assertThat(Files.getLastModifiedTime(tree.resolve(path))).as(path).isEqualTo(WHEN);
        }
        assertThat(rights("bin")).isEqualTo("rwxr-xr-x");
        assertThat(rights("bin/program")).isEqualTo("rwxr-xr-x");
        assertThat(rights("notes")).isEqualTo("rw-r--r--");
    }

    private String rights(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(tree.resolve(path)));
    }

    @Test
    void aCopyHasTheSameHashAndAnotherNameOrByteHasNot() throws IOException {
        Path copy = folder.resolve("copy");
        Trees.copy(tree, copy);
        String hash = Trees.hash(tree);
        assertThat(Trees.hash(copy)).isEqualTo(hash);
        assertThat(Trees.size(copy)).isEqualTo(14);
        Files.move(copy.resolve("notes"), copy.resolve("note"));
        assertThat(Trees.hash(copy)).isNotEqualTo(hash);
        Files.move(copy.resolve("note"), copy.resolve("notes"));
        Files.writeString(copy.resolve("notes"), "five");
        assertThat(Trees.hash(copy)).isNotEqualTo(hash);
    }

    @Test
    void removingFollowsNoLink() throws IOException {
        Path kept = folder.resolve("kept");
        Files.writeString(kept, "precious");
        Files.createSymbolicLink(tree.resolve("link"), kept);
        Files.createSymbolicLink(tree.resolve("folder"), folder);
        Trees.remove(tree);
        assertThat(tree).doesNotExist();
        assertThat(kept).hasContent("precious");
        Trees.remove(tree); // what is not there is no fault
    }

    @Test
    void hashesAreThoseOfTheUsualPrograms() throws IOException {
        assertThat(Trees.md5(tree.resolve("notes"))).isEqualTo("8cbad96aced40b3838dd9f07f6ef5772");
        assertThat(Trees.sha256(tree.resolve("notes")))
                .isEqualTo("04efaf080f5a3e74e1c29d1ca6a48569382cbbcd324e8d59d2b83ef21c039f00");
    }
}
