package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A Debian in a folder, for root: programs run in it with a /proc of their own, and end with their first one.
final class Chroot implements AutoCloseable {
    /// What a board has beside the smallest Debian.
    private static final String PACKAGES = "init-system-helpers,procps,systemd,udev,util-linux";

    final Path root;

    private Chroot(Path root) {
        this.root = root;
    }

    /// Debian 13.
    static Chroot trixie(Path folder) throws IOException {
        return of("trixie", folder);
    }

    /// Unpacked into `folder` from a tar that is made once for each suite.
    static Chroot of(String suite, Path folder) throws IOException {
        Path tar = Packed.SOURCES.cache().resolve(suite + "-" + Arch.host().debian() + ".tar");
        if (!Files.exists(tar)) {
            Files.createDirectories(tar.getParent());
            Path part = tar.resolveSibling(tar.getFileName() + ".part.tar");
            Programs.require("mmdebstrap", "mmdebstrap");
            Programs.run(
                    "mmdebstrap",
                    "--variant=minbase",
                    "--include=" + PACKAGES,
                    "--keyring=/usr/share/keyrings/debian-archive-keyring.gpg",
                    suite,
                    part.toString(),
                    System.getenv().getOrDefault("LINTEL_DEBIAN_MIRROR", "http://deb.debian.org/debian"));
            Trees.moveOver(part, tar);
        }
        Path root = Files.createDirectories(folder);
        Programs.run("tar", "--extract", "--numeric-owner", "--file=" + tar, "--directory=" + root);
        return new Chroot(root);
    }

    /// A file in it, by the path that it has there.
    Path file(String path) {
        return root.resolve(path.substring(1));
    }

    /// Runs it in there to its end; what it printed. Throws [PackException] where it fails.
    String run(String... words) {
        return Programs.run(command(words).toArray(String[]::new));
    }

    /// The command line that runs it in there. The folder is mounted on itself first: a JVM asks for the file system of
    /// what it writes to, and finds it by where that is mounted.
    List<String> command(String... words) {
        var line = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "sh",
                "-ec",
                "mount --bind \"$0\" \"$0\"; mount -t proc proc \"$0/proc\"; exec chroot \"$0\" \"$@\"",
                root.toString(),
                "env",
                "--ignore-environment",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                "DEBIAN_FRONTEND=noninteractive"));
        line.addAll(List.of(words));
        return line;
    }

    @Override
    public void close() throws IOException {
        Trees.remove(root);
    }
}
