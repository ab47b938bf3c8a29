package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A Debian in a folder, for root: programs run in it with a /proc of their own, and end with their first one.
final class Chroot implements AutoCloseable {
    /// What a board has beside the smallest Debian.
    private static final String PACKAGES = "init-system-helpers,procps,systemd,udev,util-linux";

    private static final String AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", Pattern.DOTALL);

    final Path root;
    /// Mounts in it, as shell commands in which `$0` is its folder.
    private final String mounts;

    private Chroot(Path root, String mounts) {
        this.root = root;
        this.mounts = mounts;
    }

    /// Debian 13.
    static Chroot trixie(Path folder) throws IOException {
        return of("trixie", folder);
    }

    /// Unpacked into `folder` from a tar that is made once for each suite.
    static Chroot of(String suite, Path folder) throws IOException {
        return new Chroot(unpacked(folder, suite, suite, PACKAGES), "");
    }

    /// The smallest Debian, with git and a network: what it reaches is what this machine reaches. Without package
    /// lists.
    static Chroot smallest(Path folder) throws IOException {
        return smallest("trixie", folder);
    }

    /// The same of another suite.
    static Chroot smallest(String suite, Path folder) throws IOException {
        Path root = unpacked(folder, suite, suite + "-smallest", "git,ca-certificates");
        var debian = new Chroot(
                root, "mount --rbind /dev \"$0/dev\"; mount --rbind /sys \"$0/sys\"; mount -t tmpfs tmpfs \"$0/run\";");
        for (String file : List.of("/etc/resolv.conf", "/etc/hosts")) {
            Files.copy(Path.of(file), debian.file(file), StandardCopyOption.REPLACE_EXISTING);
        }
        debian.trustAsHere();
        String proxies = Programs.run("sh", "-c", "apt-config dump | grep -E '^Acquire::https?::Proxy ' || true");
        Files.writeString(debian.file("/etc/apt/apt.conf.d/99-as-here"), proxies);
        Path settings = Path.of(System.getProperty("user.home"), ".m2/settings.xml");
        if (Files.exists(settings)) {
            Files.createDirectories(debian.file("/root/.m2"));
            Files.copy(settings, debian.file("/root/.m2/settings.xml"));
        }
        return debian;
    }

    /// Behind a proxy that shows certificates of its own this machine trusts more than Debian does.
    private void trustAsHere() throws IOException {
        Set<String> more = certificates(Path.of(AUTHORITIES));
        more.removeAll(certificates(file(AUTHORITIES)));
        int number = 0;
        for (String one : more) {
            number++;
            Files.writeString(file("/usr/local/share/ca-certificates/as-here-" + number + ".crt"), one + "\n");
        }
        if (!more.isEmpty()) run("update-ca-certificates");
    }

    private static Set<String> certificates(Path bundle) throws IOException {
        return CERTIFICATE
                .matcher(Files.readString(bundle))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Path unpacked(Path folder, String suite, String name, String packages) throws IOException {
        Path tar = Packed.SOURCES.cache().resolve(name + "-" + Arch.host().debian() + ".tar");
        if (!Files.exists(tar)) {
            Files.createDirectories(tar.getParent());
            Path part = tar.resolveSibling(tar.getFileName() + ".part.tar");
            Programs.require("mmdebstrap", "mmdebstrap");
            Programs.run(
                    "mmdebstrap",
                    "--variant=minbase",
                    "--include=" + packages,
                    "--keyring=/usr/share/keyrings/debian-archive-keyring.gpg",
                    suite,
                    part.toString(),
                    System.getenv().getOrDefault("LINTEL_DEBIAN_MIRROR", "http://deb.debian.org/debian"));
            Trees.moveOver(part, tar);
        }
        Path root = Files.createDirectories(folder);
        Programs.run("tar", "--extract", "--numeric-owner", "--file=" + tar, "--directory=" + root);
        return root;
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
                "mount --bind \"$0\" \"$0\"; mount -t proc proc \"$0/proc\"; " + mounts + " exec chroot \"$0\" \"$@\"",
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
