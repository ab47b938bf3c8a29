package dev.lintel.tools.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.tools.pack.DebianPackage;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A small root file system with packages that dpkg itself installed, as the archive that [RootFs] keeps.
class DebianListTest {
    @TempDir
    Path folder;

    private Path root;

    @BeforeEach
    void install() throws IOException {
        Installed.require("dpkg", "dpkg-deb");
        root = Files.createDirectories(folder.resolve("root"));
        Path database = Files.createDirectories(root.resolve("var/lib/dpkg"));
        for (String file : new String[] {"info", "updates"}) Files.createDirectories(database.resolve(file));
        Files.writeString(database.resolve("status"), "");
        for (String name : new String[] {"zlib1g", "libidn2-0"}) {
            Programs.run(
                    "dpkg",
                    "--root=" + root,
                    "--force-not-root,script-chrootless,architecture",
                    "--install",
                    deb(name).toString());
        }
    }

    private Path deb(String name) throws IOException {
        Path tree = Files.createDirectories(folder.resolve(name));
        Path control = Files.createDirectories(tree.resolve("DEBIAN")).resolve("control");
        Files.writeString(control, """
                Package: %s
                Version: 2.3.8-2
                Architecture: arm64
                Maintainer: Debian
                Description: a package
                """.formatted(name));
        Path deb = folder.resolve(name + ".deb");
        Programs.run("dpkg-deb", "--root-owner-group", "--build", tree.toString(), deb.toString());
        return deb;
    }

    private DebianList list(Board board) throws IOException {
        Path tar = folder.resolve("base.tar");
        Programs.run("tar", "--create", "--file=" + tar, "--directory=" + root, ".");
        return DebianList.of(board, tar, folder.resolve("work"));
    }

    @Test
    void installedPackages_areThoseOfTheBase() throws IOException {
        DebianList list = list(Board.VIRT_ARM64);
        assertThat(list.installed())
                .containsExactly(
                        new DebianPackage("libidn2-0", "2.3.8-2", "arm64", "libidn2-0", "2.3.8-2"),
                        new DebianPackage("zlib1g", "2.3.8-2", "arm64", "zlib1g", "2.3.8-2"));
        assertThat(list.firmware()).isEmpty();
    }

    /// By the line that the build prints of each package that it unpacks for the boot partition.
    @Test
    void firmwareOfARaspberryPi_isRead() throws IOException {
        Path firmware = Files.createDirectories(root.resolve("firmware"));
        String line = Programs.run(
                "dpkg-deb",
                "--show",
                "--showformat=" + DebianPackage.FORMAT,
                deb("raspi-firmware").toString());
        Files.writeString(firmware.resolve("packages"), line);
        assertThat(list(Board.RPI).firmware())
                .containsExactly(new DebianPackage("raspi-firmware", "2.3.8-2", "arm64", "raspi-firmware", "2.3.8-2"));
    }

    @Test
    void rootWithOtherPackages_isAFinding() throws IOException {
        DebianList list = list(Board.AMD64);
        Path packages = folder.resolve("packages");
        Files.writeString(packages, "libidn2-0 2.3.8-2\nlintel 0.2.0\nzlib1g 2.3.8-2\n");
        list.requireAllOf(packages, "0.2.0");
        Files.writeString(packages, "lintel 0.2.0\nzlib1g 2.3.8-2\nwget 1.25.0-2\n");
        assertThatThrownBy(() -> list.requireAllOf(packages, "0.2.0"))
                .isInstanceOf(ImageException.class)
                .hasMessage("the SBOM does not fit the root file system: libidn2-0 2.3.8-2, wget 1.25.0-2");
    }
}
