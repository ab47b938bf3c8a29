package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Debian's JDK 25 for another architecture than this machine's, of which only the packaged modules are taken. apt
/// fetches it with lists of its own, checked by the keys of Debian's archive; this machine's packages are not touched.
///
/// ```
///   CACHE/apt/{etc,state,cache}                    apt's own world
///   CACHE/jmods/openjdk-25-jdk-headless_25.0.5+8-1~deb13u1_arm64/*.jmod
/// ```
final class DebianJdk {
    /// The first release with a JDK 25. Its C library is the oldest that the runtime works with.
    private static final String SUITE = "trixie";
    private static final String PACKAGE = "openjdk-25-jdk-headless";
    private static final Path KEYS = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");
    private static final String DEFAULT_MIRROR = "http://deb.debian.org/debian";
    /// Where the JDK's faults are mended between two releases of Debian.
    private static final String DEFAULT_SECURITY_MIRROR = "http://deb.debian.org/debian-security";

    private final Path cache;
    private final Consumer<String> progress;

    DebianJdk(Path cache, Consumer<String> progress) {
        this.cache = cache;
        this.progress = progress;
    }

    /// The folder of modules for `arch`, fetched unless the newest is there. Throws [PackException].
    Path modules(Arch arch) {
        Programs.require("apt-get", "apt");
        Programs.require("dpkg-deb", "dpkg");
        if (!Files.exists(KEYS)) throw new PackException(KEYS + " is missing: apt install debian-archive-keyring");
        try {
            return modules(arch, cache.resolve("apt-" + arch.debian()).toAbsolutePath());
        } catch (IOException e) {
            throw new PackException("the JDK for " + arch.debian() + " cannot be kept: " + e.getMessage(), e);
        }
    }

    private Path modules(Arch arch, Path apt) throws IOException {
        for (String folder :
                List.of("etc/apt.conf.d", "etc/preferences.d", "state/lists/partial", "cache/archives/partial")) {
            Files.createDirectories(apt.resolve(folder));
        }
        String mirror = System.getenv().getOrDefault("LINTEL_DEBIAN_MIRROR", DEFAULT_MIRROR);
        String security = System.getenv().getOrDefault("LINTEL_DEBIAN_SECURITY_MIRROR", DEFAULT_SECURITY_MIRROR);
        String signed = "deb [signed-by=" + KEYS + "] ";
        Files.writeString(
                apt.resolve("etc/sources.list"),
                signed + mirror + " " + SUITE + " main\n" + signed + security + " " + SUITE + "-security main\n");
        Path settings = apt.resolve("apt.conf");
        Files.writeString(settings, settings(apt, arch));
        progress.accept("looking for Debian's JDK 25 for " + arch.debian());
        apt(settings, "update");
        String deb = apt(settings, "download", "--print-uris", PACKAGE)
                .lines()
                .filter(line -> line.startsWith("'"))
                .map(line -> line.split(" ", -1)[1].replace("%3a", ":"))
                .findFirst()
                .orElseThrow(() -> new PackException(mirror + " has no " + PACKAGE + " for " + arch.debian()));
        Path modules = cache.resolve("jmods").resolve(deb.replaceFirst("[.]deb$", ""));
        if (Files.isDirectory(modules)) return modules;
        progress.accept("fetching " + deb + " (about 300 MB, once)");
        Path fetched = apt.resolve("fetched");
        Trees.remove(fetched);
        Files.createDirectories(fetched);
        apt(settings, fetched, "download", PACKAGE);
        progress.accept("unpacking " + deb);
        Path unpacked = apt.resolve("unpacked");
        Trees.remove(unpacked);
        Programs.run("dpkg-deb", "--extract", only(fetched).toString(), unpacked.toString());
        Path found = only(unpacked.resolve("usr/lib/jvm")).resolve("jmods");
        if (!Files.isDirectory(found)) throw new PackException(deb + " has no modules to link");
        Files.createDirectories(modules.getParent());
        Files.move(found, modules);
        Trees.remove(unpacked);
        Trees.remove(fetched);
        return modules;
    }

    /// The only entry of a folder that is no hidden one.
    private static Path only(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> all = entries.filter(
                            entry -> !entry.getFileName().toString().startsWith("."))
                    .toList();
            if (all.size() != 1) throw new PackException(folder + " holds " + all.size() + " entries, not one");
            return all.getFirst();
        }
    }

    private static String settings(Path apt, Arch arch) {
        return """
                Dir "%1$s";
                Dir::Etc "%1$s/etc";
                Dir::State "%1$s/state";
                Dir::State::status "/dev/null";
                Dir::Cache "%1$s/cache";
                APT::Architecture "%2$s";
                APT::Architectures { "%2$s"; };
                APT::Sandbox::User "";
                Acquire::Languages "none";
                Acquire::Retries "3";
                APT::Update::Error-Mode "any";
                """.formatted(apt, arch.debian());
    }

    private static String apt(Path settings, String... words) {
        return apt(settings, null, words);
    }

    private static String apt(Path settings, @org.jspecify.annotations.Nullable Path folder, String... words) {
        var command = new ArrayList<String>();
        // apt-get downloads into the folder that it is started in.
        if (folder != null) command.addAll(List.of("env", "--chdir=" + folder));
        command.add("apt-get");
        command.add("-qq");
        command.addAll(List.of(words));
        return Programs.run(Map.of("APT_CONFIG", settings.toString(), "LC_ALL", "C"), command);
    }
}
