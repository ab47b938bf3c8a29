package dev.lintel.tools.pack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Fetches Debian's JDK 25 in one version for all architectures, and keeps it. Only its packaged modules are used. apt
/// fetches it with lists of its own, checked by the keys of Debian's archive; this machine's packages are not touched.
///
/// ```
///   CACHE/apt/{etc,state,cache}                    apt's own world; fetched/: a download in progress
///   CACHE/jmods/openjdk-25-jdk-headless_VERSION_ARCH/*.jmod
///   CACHE/jdk/VERSION_ARCH/                        for this machine, with jlink: links the runtimes of all others
/// ```
///
/// The version is the newest that Debian has for every architecture, also where only one is asked for: packages that
/// are made one after the other have one version as well. Without a network the newest that is kept is used.
final class DebianJdk {
    /// What apt says of signatures and dates.
    private static final Pattern REFUSED = Pattern.compile(
            "NO_PUBKEY|BADSIG|EXPKEYSIG|REVKEYSIG|not signed|signatures? (were|was|couldn't|could not)"
                    + "|expired|not valid yet",
            Pattern.CASE_INSENSITIVE);

    static final String PACKAGE = "openjdk-25-jdk-headless";
    /// The first release with a JDK 25. See [OlderGlibc] for how its programs run on the one before.
    private static final String SUITE = "trixie";

    private static final Path KEYS = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");
    private static final String DEFAULT_MIRROR = "http://deb.debian.org/debian";
    /// Where the JDK's faults are fixed between two releases of Debian.
    private static final String DEFAULT_SECURITY_MIRROR = "http://deb.debian.org/debian-security";

    private static final long MB = 1_000_000;

    private final Path cache;
    private final Consumer<String> progress;
    private final Path apt;
    private final Path settings;

    DebianJdk(Path cache, Consumer<String> progress) {
        this.cache = cache.toAbsolutePath();
        this.progress = progress;
        this.apt = this.cache.resolve("apt");
        this.settings = apt.resolve("apt.conf");
    }

    /// The JDK for `arches` and for this machine. Waits while another process uses the cache, which all checkouts of
    /// this user share. Throws [PackException].
    Jdk get(List<Arch> arches) {
        Programs.require("apt-get", "apt");
        Programs.require("dpkg-deb", "dpkg");
        if (!Files.exists(KEYS)) throw new PackException(KEYS + " is missing: apt install debian-archive-keyring");
        Set<Arch> needed = new LinkedHashSet<>(arches);
        needed.add(Arch.host());
        try (FileChannel _ = locked()) {
            String version = version(needed);
            Map<Arch, Path> modules = new EnumMap<>(Arch.class);
            for (Arch arch : needed) modules.put(arch, modules(version, arch));
            return new Jdk(version, linker(version, modules(version, Arch.host())), modules);
        } catch (IOException e) {
            throw new PackException("the JDK cannot be kept in " + cache + ": " + e.getMessage(), e);
        }
    }

    /// The cache, locked until this is closed.
    FileChannel locked() throws IOException {
        Files.createDirectories(cache);
        var file = FileChannel.open(cache.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (file.tryLock() == null) {
                progress.accept("waiting for another process that uses " + cache);
                file.lock();
            }
            return file;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private String version(Set<Arch> needed) throws IOException {
        prepare();
        progress.accept("looking for Debian's JDK 25");
        try {
            apt("apt-get", "-qq", "update");
        } catch (PackException e) {
            String said = String.valueOf(e.getMessage());
            if (isRefused(said)) throw new PackException("apt refuses the lists of Debian's archive: " + said, e);
            String kept = keptVersion(needed);
            if (kept == null) throw new PackException(nothingKept(needed, e), e);
            progress.accept("using the JDK " + kept + ", which was fetched before: "
                    + said.lines().findFirst().orElse(""));
            return kept;
        }
        Map<Arch, List<String>> offered = new EnumMap<>(Arch.class);
        for (Arch arch : Arch.values()) {
            offered.put(arch, versions(apt("apt-cache", "madison", PACKAGE + ":" + arch.debian())));
        }
        return common(offered);
    }

    /// Whether apt reached the archive and did not accept its signature or its date. Packaging must not go on then: the
    /// JDK that was fetched before may lack a fix that the archive has.
    static boolean isRefused(String said) {
        return REFUSED.matcher(said).find();
    }

    /// The versions in what `apt-cache madison` prints, newest first.
    static List<String> versions(String madison) {
        return madison.lines()
                .map(line -> line.split("[|]", -1))
                .filter(fields -> fields.length == 3)
                .map(fields -> fields[1].strip())
                .distinct()
                .toList();
    }

    /// The newest version that every architecture has. Each list is newest first. Throws [PackException] for none.
    static String common(Map<Arch, List<String>> offered) {
        return offered.values().iterator().next().stream()
                .filter(version -> offered.values().stream().allMatch(list -> list.contains(version)))
                .findFirst()
                .orElseThrow(() -> new PackException("Debian has no version of " + PACKAGE
                        + " for all architectures now, try again later: " + offered));
    }

    /// The newest version whose modules are kept for all of these; null for none.
    @Nullable
    String keptVersion(Collection<Arch> needed) throws IOException {
        Path folder = cache.resolve("jmods");
        if (!Files.isDirectory(folder)) return null;
        String newest = null;
        try (Stream<Path> kept = Files.list(folder)) {
            for (Path one : kept.toList()) {
                String[] name = one.getFileName().toString().split("_", -1);
                if (name.length != 3 || !name[0].equals(PACKAGE)) continue;
                String version = name[1];
                if (!needed.stream().allMatch(arch -> Files.isDirectory(kept(version, arch)))) continue;
                if (newest == null || isNewer(version, newest)) newest = version;
            }
        }
        return newest;
    }

    private static boolean isNewer(String version, String other) {
        return Programs.run(
                        "sh", "-c", "dpkg --compare-versions \"$0\" gt \"$1\" && echo yes || echo no", version, other)
                .startsWith("yes");
    }

    private String nothingKept(Set<Arch> needed, PackException cause) {
        String arches = String.join(" and ", needed.stream().map(Arch::debian).toList());
        return "packages are made from Debian's JDK 25, and " + cache.resolve("jmods") + " does not have it for "
                + arches
                + ". Connect this machine to the network once, or copy that folder from a machine that made packages."
                + " Debian's archive cannot be reached: " + cause.getMessage();
    }

    private Path kept(String version, Arch arch) {
        return cache.resolve("jmods").resolve(PACKAGE + "_" + version + "_" + arch.debian());
    }

    private Path modules(String version, Arch arch) throws IOException {
        Path modules = kept(version, arch);
        if (Files.isDirectory(modules)) return modules;
        String wanted = PACKAGE + ":" + arch.debian() + "=" + version;
        progress.accept(
                "fetching the JDK " + version + " for " + arch.debian() + " (" + megabytes(wanted) + " MB, once)");
        Path fetched = Files.createDirectories(apt.resolve("fetched").resolve(version + "_" + arch.debian()));
        apt("env", "--chdir=" + fetched, "apt-get", "-qq", "download", wanted);
        progress.accept("unpacking the JDK for " + arch.debian());
        Path unpacked = apt.resolve("unpacked");
        Trees.remove(unpacked);
        Programs.run("dpkg-deb", "--extract", only(fetched).toString(), unpacked.toString());
        Path found = only(unpacked.resolve("usr/lib/jvm")).resolve("jmods");
        if (!Files.isDirectory(found)) throw new PackException(wanted + " has no modules to link");
        Files.createDirectories(modules.getParent());
        Files.move(found, modules);
        Trees.remove(unpacked);
        Trees.remove(apt.resolve("fetched"));
        return modules;
    }

    /// As `apt-get download --print-uris` says it: `'http://...' FILE BYTES SHA256:...`.
    private long megabytes(String wanted) {
        return apt("apt-get", "-qq", "download", "--print-uris", wanted)
                .lines()
                .map(line -> line.split(" ", -1))
                .filter(words -> words.length == 4 && words[0].startsWith("'"))
                .mapToLong(words -> Long.parseLong(words[2]) / MB)
                .findFirst()
                .orElseThrow(() -> new PackException("apt does not say where " + wanted + " is"));
    }

    /// A runtime of this version with jlink, for this machine. The JDK that runs the packaging links it, so that it
    /// links nothing else: what jlink generates depends on its own version.
    private Path linker(String version, Path modules) throws IOException {
        Path home = cache.resolve("jdk").resolve(version + "_" + Arch.host().debian());
        if (Files.isDirectory(home)) return home;
        Path jlink = Path.of(System.getProperty("java.home"), "bin/jlink");
        if (!Files.isExecutable(jlink)) throw new PackException("packaging needs a JDK: " + jlink + " is missing");
        progress.accept("preparing the JDK " + version + " for this machine");
        Files.createDirectories(home.getParent());
        Path part = home.resolveSibling(home.getFileName() + ".part");
        Trees.remove(part);
        var all = new ArrayList<>(RuntimeImage.MODULES);
        all.add("jdk.jlink");
        RuntimeImage.link(jlink.toString(), modules, all, part);
        return Trees.moveOver(part, home);
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

    private void prepare() throws IOException {
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
        String arches = String.join(
                " ",
                Arrays.stream(Arch.values())
                        .map(arch -> "\"" + arch.debian() + "\";")
                        .toList());
        Files.writeString(settings, """
                Dir "%1$s";
                Dir::Etc "%1$s/etc";
                Dir::State "%1$s/state";
                Dir::State::status "/dev/null";
                Dir::Cache "%1$s/cache";
                APT::Architecture "%2$s";
                APT::Architectures { %3$s };
                APT::Sandbox::User "";
                Acquire::Languages "none";
                Acquire::Retries "3";
                APT::Update::Error-Mode "any";
                """.formatted(apt, Arch.host().debian(), arches));
    }

    private String apt(String... words) {
        return Programs.run(Map.of("APT_CONFIG", settings.toString(), "LC_ALL", "C"), List.of(words));
    }
}
