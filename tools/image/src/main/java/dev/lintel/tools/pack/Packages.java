package dev.lintel.tools.pack;

import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Makes packages of what was built: start reading here. Each is made in a folder of its own and moved to its
/// place when it is whole.
public final class Packages {
    private static final double NS = 1e9;
    /// What a file is called until it is whole.
    private static final String PART = ".part";

    static final String CLASS_LIST = "classes.list";
    static final String SUMS = "SHA256SUMS";

    private final Sources sources;
    private final Time time;
    private final Consumer<String> progress;
    private final boolean release;

    /// One machine's packages.
    ///
    /// @param sbom what is in both, as CycloneDX
    /// @param java the JVM's version, as `java -version` prints it
    /// @param runtimeBytes it with its modules, unpacked
    /// @param installedBytes all of it, unpacked
    /// @param cached whether the start-up cache came along
    /// @param seconds that it took
    public record Made(
            Arch arch,
            Path deb,
            Path tar,
            Path sbom,
            String java,
            long runtimeBytes,
            long installedBytes,
            boolean cached,
            double seconds) {}

    /// `progress` hears what is being done, in a few words.
    public Packages(Sources sources, Time time, Consumer<String> progress) {
        this(sources, time, progress, false);
    }

    private Packages(Sources sources, Time time, Consumer<String> progress, boolean release) {
        this.sources = sources;
        this.time = time;
        this.progress = progress;
        this.release = release;
    }

    /// The same for packages that anybody can make again from the commit, byte for byte: without the start-up cache,
    /// which is an image of a run. Throws [PackException] where files differ from the commit.
    public Packages forRelease() {
        if (sources.commit() == null) {
            throw new PackException("a release is made of a commit: files in " + sources.home() + " differ from it (git"
                    + " status), or it is no checkout");
        }
        return new Packages(sources, time, progress, true);
    }

    /// The list of classes that packages of a release have: what a run loads differs a little from run to run.
    private Path classList() {
        return sources.board().resolve(CLASS_LIST);
    }

    private List<String> loaded(Jdk jdk, Path work) throws IOException {
        return new ClassList(sources, jdk.program("java"), progress).make(work.resolve("classes"));
    }

    /// Writes that list again, from a run here. Returns its file.
    public Path writeClassList() {
        try {
            Path work = Files.createDirectories(sources.work());
            try (var lock = FileChannel.open(sources.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (lock.tryLock() == null) throw new PackException("another lintel package is at work in " + work);
                Jdk jdk = new DebianJdk(sources.cache(), progress).get(List.of(Arch.values()));
                return Files.write(classList(), loaded(jdk, work));
            } finally {
                Trees.remove(work);
            }
        } catch (IOException e) {
            throw new PackException("the list of classes cannot be written: " + e.getMessage(), e);
        }
    }

    /// Packages for each of `arches` in `out`, which is made where it is not there; what is there of the same name is
    /// replaced. Throws [PackException] in words, and leaves nothing half made.
    public List<Made> make(Path out, List<Arch> arches) {
        for (String program : List.of("dpkg-deb", "tar", "gzip", "xz")) Programs.require(program, packageOf(program));
        Programs.require("readelf", "binutils");
        Path work = sources.work();
        try {
            Path target = Files.createDirectories(out).toAbsolutePath();
            Files.createDirectories(work);
            try (var lock = FileChannel.open(sources.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (lock.tryLock() == null) throw new PackException("another lintel package is at work in " + work);
                return make(arches, work, target);
            }
        } catch (IOException e) {
            throw new PackException("the packages cannot be written: " + e.getMessage(), e);
        }
    }

    private List<Made> make(List<Arch> arches, Path work, Path target) throws IOException {
        Trees.remove(work);
        Files.createDirectories(work);
        try {
            Jdk jdk = new DebianJdk(sources.cache(), progress).get(arches);
            Files.write(work.resolve(CLASS_LIST), release ? Files.readAllLines(classList()) : loaded(jdk, work));
            var made = new ArrayList<Made>();
            for (Arch arch : arches) made.add(make(arch, jdk, work, target));
            requireOneJava(made);
            for (Made one : made) { // not before all of them are whole
                Trees.moveOver(part(one.deb()), one.deb());
                Trees.moveOver(part(one.tar()), one.tar());
                Trees.moveOver(part(one.sbom()), one.sbom());
            }
            sums(target);
            return made;
        } finally {
            removeParts(target);
            Trees.remove(work);
        }
    }

    /// Throws [PackException] unless all have the same JVM.
    static void requireOneJava(List<Made> made) {
        if (made.stream().map(Made::java).distinct().count() <= 1) return;
        throw new PackException("the packages do not have the same Java: "
                + made.stream()
                        .map(one -> one.arch().debian() + " has " + one.java())
                        .collect(Collectors.joining(", ")));
    }

    private static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + PART);
    }

    private static void removeParts(Path out) throws IOException {
        try (var files = Files.list(out)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().endsWith(PART)) Files.delete(file);
            }
        }
    }

    private static String packageOf(String program) {
        return switch (program) {
            case "dpkg-deb" -> "dpkg";
            case "xz" -> "xz-utils";
            default -> program;
        };
    }

    private Made make(Arch arch, Jdk jdk, Path folder, Path out) throws IOException {
        long begunNs = time.nowNs();
        Path work = folder.resolve(arch.debian());
        String version = sources.version();
        Path tree = work.resolve("lintel-" + version + "-linux-" + arch.debian());
        progress.accept(arch.debian() + ": linking the runtime");
        Files.createDirectories(tree);
        RuntimeImage.link(jdk.program("jlink"), jdk.modules(arch), RuntimeImage.MODULES, tree.resolve("jre"));
        var board = new BoardTree(sources, arch, jdk.version());
        board.fill(tree, Files.readAllLines(folder.resolve(CLASS_LIST)));
        FileTime when = sources.built();
        Trees.level(tree, when);
        boolean cached = arch.isHost() && !release;
        if (cached) {
            progress.accept(arch.debian() + ": making the start-up cache");
            Programs.run(
                    tree.resolve("bin/make-cache").toString(),
                    tree.resolve("start.aot").toString());
            Files.delete(tree.resolve("start.aot.of"));
            Trees.level(tree, when);
        }
        String debName = "lintel_" + version + "_" + arch.debian() + ".deb";
        Path tar = out.resolve(tree.getFileName() + ".tar.gz");
        Path deb = out.resolve(debName);
        progress.accept(arch.debian() + ": packing " + tar.getFileName());
        Tarball.pack(tree, when, part(tar));
        progress.accept(arch.debian() + ": packing " + debName);
        new DebPackage(sources, arch, jdk.version()).pack(tree, work.resolve("deb"), when, part(deb));
        Path sbom = out.resolve(tree.getFileName() + ".cdx.json");
        Trees.copyFile(tree.resolve(Sbom.FILE), part(sbom));
        String java = RuntimeImage.release(tree.resolve("jre"), "JAVA_RUNTIME_VERSION");
        long runtime = Trees.size(tree.resolve("jre"));
        double seconds = (time.nowNs() - begunNs) / NS;
        return new Made(arch, deb, tar, sbom, java, runtime, Trees.size(tree), cached, seconds);
    }

    /// `SHA256SUMS` of all packages in the folder, as sha256sum checks them.
    private static void sums(Path out) throws IOException {
        var lines = new TreeMap<String, String>();
        try (var files = Files.list(out)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".deb") || name.endsWith(".tar.gz") || name.endsWith(".cdx.json"))
                    lines.put(name, Trees.sha256(file));
            }
        }
        var text = new StringBuilder();
        lines.forEach(
                (name, hash) -> text.append(hash).append("  ").append(name).append('\n'));
        Path part = out.resolve(SUMS + PART);
        Files.writeString(part, text, StandardCharsets.US_ASCII);
        Trees.moveOver(part, out.resolve(SUMS));
    }
}
