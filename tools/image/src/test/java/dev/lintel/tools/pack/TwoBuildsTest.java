package dev.lintel.tools.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TwoBuildsTest {
    private static final FileTime TIME = FileTime.from(Instant.parse("2026-11-01T00:00:00Z"));

    @TempDir
    Path folder;

    private Path one;
    private Path other;

    @BeforeEach
    void make() throws IOException {
        one = folder.resolve("one");
        other = folder.resolve("other");
        Files.createDirectories(one.resolve("lib"));
        Files.createDirectories(other.resolve("lib"));
        for (Path build : new Path[] {one, other}) {
            jar(build, "text", TIME);
            Files.writeString(build.resolve("built"), build.toString()); // the launcher's note of the time
            Files.writeString(build.resolve("a.deb"), "package");
        }
    }

    private static void jar(Path build, String text, FileTime time) throws IOException {
        try (var out = new ZipOutputStream(Files.newOutputStream(build.resolve("lib/a.jar")))) {
            for (String name : new String[] {"First", "Second"}) {
                var entry = new ZipEntry(name);
                entry.setLastModifiedTime(time);
                out.putNextEntry(entry);
                out.write((name + text).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private @Nullable String difference() throws IOException {
        return TwoBuilds.firstDifference(one, other, (a, b) -> a.getFileName() + " and " + b.getFileName() + " differ");
    }

    @Test
    void sameFiles_areIdentical() throws IOException {
        assertThat(difference()).isNull();
    }

    @Test
    void otherByte_isNamedWithItsPlace() throws IOException {
        Files.writeString(other.resolve("a.deb"), "packagf");
        assertThat(difference()).isEqualTo("a.deb from byte 6 on");
    }

    @Test
    void fileOfOneBuildOnly_isNamed() throws IOException {
        Files.writeString(other.resolve("lib/b.jar"), "more");
        assertThat(difference()).isEqualTo("lib/b.jar is in one of them only");
    }

    @Test
    void differentEntry_isNamed() throws IOException {
        jar(other, "texT", TIME);
        assertThat(difference()).startsWith("lib/a.jar from byte ").endsWith(" on: First");
        jar(other, "text", FileTime.from(Instant.parse("2026-11-02T00:00:00Z")));
        assertThat(difference()).endsWith(" on: the time of First");
    }

    @Test
    void differenceOfAnImageOrABundle_isThatOfItsFiles() throws IOException {
        for (String name : new String[] {"lintel-rpi.img", "lintel-rpi.bundle"}) {
            Files.writeString(one.resolve(name), "a system");
            Files.writeString(other.resolve(name), "a systen");
            assertThat(difference()).isEqualTo(name + ": " + name + " and " + name + " differ");
            assertThat(TwoBuilds.firstDifference(one, other, (_, _) -> null))
                    .as("signatures alone")
                    .isNull();
            Files.delete(one.resolve(name));
            Files.delete(other.resolve(name));
        }
    }

    /// Jars, SBOM and the package itself. Takes some minutes and Debian's archive.
    @Test
    @Tag("slow")
    void headOfThisCheckout_isBuiltTheSameTwice() throws IOException {
        Path home = Path.of("../..").toAbsolutePath().normalize();
        TwoBuilds.Same same = new TwoBuilds(home, System.out::println, (_, _) -> null)
                .make("HEAD", new TwoBuilds.Wanted(List.of(Arch.host().debian()), List.of()));
        System.out.println(same);
        assertThat(same.files()).hasSizeGreaterThanOrEqualTo(4);
    }
}
